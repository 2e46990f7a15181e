"""A window with the Solve drawer alone."""

from functools import partial
from typing import Any

import pytest

from nqviz_app.drawers.solve.panel import SolvePanel


@pytest.fixture
def make_solve(make_panel: Any) -> Any:
    """Return a function that makes the window of a placement."""
    return partial(make_panel, SolvePanel)
