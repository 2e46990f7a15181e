"""No engine's thread outlives its test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nqviz.engines import warm_up
from nqviz.engines.threads import wait_for_engines


@pytest.fixture(autouse=True, scope="session")
def kernels() -> None:
    """Compile what is not compiled yet before the clock of any test runs."""
    warm_up()


@pytest.fixture(autouse=True)
def no_engine_left() -> Iterator[None]:
    yield
    assert wait_for_engines(100)
