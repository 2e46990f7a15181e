"""What the pages of the Planar panel share: one job at a time, its queens shown as a suggestion."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.run.progress import Progress

from ...document.board_state import BoardTab, window_state
from ...document.document import Document
from ...jobs import Job, JobRunner, Work
from ...widgets.widgets import button, note, set_enabled

MOMENT = 500
"""Milliseconds between two looks at the time."""


class PlanarPage(QWidget):
    """A page with a job; the job goes on while other boards are looked at.

    What it finds is laid over the tab from which it was started, and over no other.
    """

    name = ""
    """The controls are called ``planar.<name>_...``."""
    run_text, accepted = "", ""
    run_tip = ""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self._job: Job | None = None
        self._tab: BoardTab | None = None
        self._found: Placement | None = None
        self._run = self._button("run", self.run_text, self.run_tip, True)
        self._accept = self._button("accept", "Accept", "Put the shown queens on the board")
        self._numbers = self._note("numbers", "How far the search has come")
        self._numbers.setProperty("role", "figure")
        self._state = self._note("state", "State of the search")
        self._clock = QTimer(self)
        self._clock.setInterval(MOMENT)
        self._clock.timeout.connect(self._show_time)
        self._run.clicked.connect(self.run)
        self._accept.clicked.connect(self.accept)

    def _button(self, name: str, text: str, tip: str, primary: bool = False) -> QPushButton:
        return button(f"planar.{self.name}_{name}", text, tip, primary)

    def _note(self, name: str, title: str, text: str = "") -> QLabel:
        return note(f"planar.{self.name}_{name}", title, text)

    # The job ---------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether its search is running."""
        return self._job is not None

    def run(self) -> None:
        """Start the search that the controls describe, or stop the one that runs."""
        if self._job is not None:
            self._job.stop()
            self._state.setText("Stopping …")
        else:
            self._begin()
        self._read()

    @abstractmethod
    def _begin(self) -> None:
        """Start the search that the controls describe."""

    def _start(
        self,
        title: str,
        work: Work,
        succeeded: Callable[[Any], None],
        progressed: Callable[[Any], None],
    ) -> None:
        def end(result: Any) -> None:
            self._forget_job()
            succeeded(result)
            self._read()

        self._tab = self._document.tab
        self._state.setText("Searching …")
        self._job = self._runner.start(
            title, work, succeeded=end, failed=self._on_failure, progressed=progressed
        )
        self._clock.start()

    def _forget_job(self) -> None:
        self._job = None
        self._clock.stop()

    def _on_failure(self, reason: str) -> None:
        self._forget_job()
        self._numbers.clear()
        self._state.setText(reason[:1].upper() + reason[1:])
        self._read()

    def _show_time(self) -> None:
        job = self._job
        if job is None or job.is_stopping:
            return
        news = job.last_progress
        self._state.setText(f"{job.seconds:.0f} s" if news is None else self._words(news) + " …")

    def _words(self, news: Progress) -> str:
        activity = news.activity[:1].upper() + news.activity[1:]
        nodes = f", {news.nodes:,} nodes" if news.nodes else ""
        seconds = 0.0 if self._job is None else self._job.seconds
        return f"{activity}: {seconds:.0f} s{nodes}"

    # The board -------------------------------------------------------------------------------

    def _empty_board(self, n: int) -> None:
        """Look at an empty flat board of a side; Undo brings back what was there."""
        board, document = Board.cube(n, 2), self._document
        if document.board != board or document.counts.occupied.any():
            document.load(window_state(Placement(board)), f"An empty {board}")

    def _suggest(self, queens: Placement | None) -> None:
        """Show queens on the board as a suggestion, if it is the one that was asked about."""
        self._found, document = queens, self._document
        if queens is not None and self._tab is document.tab and document.board == queens.board:
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
        if self._job is not None:
            self._job.stop()
        if document.board == found.board:
            document.set_suggestion(found.indices)
            document.accept_suggestion(self.accepted)
        else:
            document.load(window_state(found), self.accepted)
        self._show_accept()

    def _read(self) -> None:
        """Let the buttons say what they do now."""
        self._run.setText("Stop" if self._job is not None else self.run_text)
        stopping = self._job is not None and self._job.is_stopping
        running = "End the search and keep what it has found"
        set_enabled(self._run, not stopping, running if self._job is not None else self.run_tip)
        self._show_accept()
