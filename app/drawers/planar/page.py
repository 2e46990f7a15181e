"""The base of the pages of the Planar panel: a search whose queens are shown as a suggestion."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.run.progress import Progress

from ...document.board_tab import window_state
from ...document.document import Document
from ...jobs import JobRunner, Work
from ...views.panel_job import PanelJob, describe_progress
from ...widgets.widgets import button, note, set_enabled


class PlanarPage(QWidget):
    """A page with a search that continues while other tabs are in front.

    Its queens are shown over the tab in which it was started, and over no other.
    """

    name = ""
    """The controls are called ``planar.<name>_...``."""
    run_text, accepted = "", ""
    run_tip = ""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._found: Placement | None = None
        self._run = self._button("run", self.run_text, self.run_tip, True)
        self._accept = self._button("accept", "Accept", "Put the shown queens on the board")
        self._numbers = self._note("numbers", "How far the search has come")
        self._numbers.setProperty("role", "figure")
        self._state = self._note("state", "State of the search")
        self._job = PanelJob(self, runner, self._state.setText, document, self._describe)
        self._job.add_start(self._run, self._begin, self._objection, toggles=True)
        self._accept.clicked.connect(self.accept)

    def _button(self, name: str, text: str, tip: str, primary: bool = False) -> QPushButton:
        return button(f"planar.{self.name}_{name}", text, tip, primary)

    def _note(self, name: str, title: str, text: str = "") -> QLabel:
        return note(f"planar.{self.name}_{name}", title, text)

    # The job ---------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether its search is running."""
        return self._job.is_running

    @abstractmethod
    def _begin(self) -> None:
        """Start the search that the controls describe."""

    def _objection(self) -> str:
        """Return why the search cannot start now; empty if it can."""
        return ""

    def _start(
        self,
        title: str,
        work: Work,
        succeeded: Callable[[Any], None],
        progressed: Callable[[Any], None] | None = None,
    ) -> None:
        self._numbers.clear()
        self._job.start(title, work, succeeded, progressed=progressed, failed=self._numbers.clear)

    def _describe(self, news: Progress | None, seconds: float) -> str:
        """Return the text about the running search."""
        return describe_progress(news, seconds)

    # The board -------------------------------------------------------------------------------

    def _empty_board(self, n: int) -> None:
        """Look at an empty flat board of a side; Undo brings back what was there."""
        board, document = Board.cube(n, 2), self._document
        if document.board != board or document.counts.occupied.any():
            document.load(window_state(Placement(board)), f"An empty {board}")

    def _suggest(self, queens: Placement | None) -> None:
        """Show queens on the board as a suggestion, if it is the one that was asked about."""
        self._found, document = queens, self._document
        if queens is not None and self._job.tab is document.tab and document.board == queens.board:
            document.set_suggestion(queens.indices)
        self._show_accept()

    def _show_accept(self) -> None:
        found, document = self._found, self._document
        fits = found is not None and len(found) > 0
        tip = "Put the shown queens on the board, in one step that can be undone"
        if found is not None and fits and document.board == found.board:
            fits = document.counts.queens != len(found) or bool(
                (~document.counts.occupied[found.indices]).any()
            )
            tip = tip if fits else "These queens stand on the board already"
        set_enabled(self._accept, fits, tip if found is not None else "There are no queens yet")

    def accept(self) -> None:
        """Put the queens that were found on the board, in one step."""
        found, document = self._found, self._document
        if found is None:
            return
        self._job.stop()
        if document.board == found.board:
            document.set_suggestion(found.indices)
            document.accept_suggestion(self.accepted)
        else:
            document.load(window_state(found), self.accepted)
        self._show_accept()
