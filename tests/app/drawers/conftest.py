"""Panels on their own, without the views and the other panels around them."""

from collections.abc import Iterable
from typing import Any

import pytest
from PySide6.QtWidgets import QMainWindow

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.drawers.solve.panel import SolvePanel
from nqviz_app.jobs import JobRunner
from tests.app.window_driver import open_panel


class PanelWindow(QMainWindow):
    """One panel and its document; it opens in a tenth of the time of the whole window."""

    def __init__(self, kind: Any, state: Any) -> None:
        super().__init__()
        self.document = Document(state, self)
        self.runner = JobRunner(self)
        self.panel = kind(self.document, self.runner)
        self.setCentralWidget(self.panel)


@pytest.fixture
def make_panel(show: Any) -> Any:
    """Open a panel of a kind on a placement; its work ends after the test."""

    def make(kind: Any, placement: Any = None, givens: Iterable[int] = ()) -> Any:
        if placement is None:  # an empty placement is false
            placement = Placement(Board.cube(8, 2))
        window = PanelWindow(kind, window_state(placement, givens))
        return show(window, (360, 900), window.runner.shutdown)

    return make


@pytest.fixture
def open_planar(make_panel: Any, make_window: Any) -> Any:
    """Open a page of the Solve drawer, alone or in the whole window."""

    def make(
        page: str, placement: Any = None, givens: Iterable[int] = (), whole: bool = False
    ) -> Any:
        window = (
            make_window(placement, givens) if whole else make_panel(SolvePanel, placement, givens)
        )
        open_panel(window, "solve")
        panel = window.findChild(SolvePanel)
        panel.look_for(page)
        return window, panel

    return make
