"""The Solve panel: search, stop, accept or discard, and search again at each click."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from nqviz.core.placement import Placement
from nqviz.problems import Membership
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome, Status
from nqviz.run.progress import Progress
from nqviz.view.overlay import Overlay

from ...document.board_tab import BoardTab
from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...widgets.widgets import button, named, set_enabled
from .answer import EARLIER, NOTHING, SolveAnswer, describe
from .form import SolveForm
from .proof_button import ProofButton
from .request import SolveRequest

ACCEPT_TIP = "Put the shown solution on the board"
DISCARD_TIP = "Drop the shown solution"


class SolvePanel(QWidget):
    """Runs one search at a time; its incumbents are shown as a suggestion in the views.

    While a suggestion is shown or searched for, each change of the queens starts the search again,
    if wanted. A search continues while another tab is in front; its result belongs to the tab in
    which it was started.

    Signals
    -------
    search_started()
    wanted()
        The panel has to be in sight.
    """

    search_started = Signal()
    wanted = Signal()

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self._asked: SolveRequest | None = None
        self._seen = document.tab
        self._outcome: Outcome[Placement] | None = None
        self._heat: Overlay | None = None
        self._form = SolveForm(document)
        self._make_controls()
        self._lay_out()
        self._job = PanelJob(self, runner, self._answer.report, document, self._describe)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._connect()
        self._on_board_change()

    # Building ------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self._run = button("solve.run", "Solve", "Search in the background", True)
        self._stop = button("solve.stop", "Stop", "End the search and keep the best found")
        self._accept = button("solve.accept", "Accept", ACCEPT_TIP)
        self._discard = button("solve.discard", "Discard", DISCARD_TIP)
        self._answer = SolveAnswer()
        self._save = ProofButton(self._document, self._runner)
        self._follow = named(
            QCheckBox("Keep solving as I click"),
            "solve.follow",
            "Keep solving as I click",
            "While a solution is shown, search again after each change of the queens",
        )
        self._follow.setChecked(True)

        self.buttons = {
            "solve.run": self._run,
            "solve.stop": self._stop,
            "solve.accept": self._accept,
            "solve.discard": self._discard,
        }

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.addWidget(self._form)
        column.addLayout(self._pair(self._run, self._stop))
        column.addWidget(self._answer)
        column.addLayout(self._pair(self._accept, self._discard))
        column.addWidget(self._follow)
        column.addWidget(self._save)
        column.addStretch(1)

    @staticmethod
    def _pair(first: QWidget, second: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(first)
        row.addWidget(second)
        return row

    def _connect(self) -> None:
        self._job.add_start(self._run, self.run)
        self._job.add_stop(self._stop)
        self._job.changed.connect(self._update_ui)
        self._again.timeout.connect(self._ask_again)
        self._accept.clicked.connect(self.accept)
        self._discard.clicked.connect(self.discard)
        self._document.board_changed.connect(self._on_board_change)
        self._document.queens_changed.connect(self._on_queens_change)
        self._document.overlay_changed.connect(self._update_ui)

    def set_limits(self, seconds: int, threads: int) -> None:
        """Set the time limit, 0 for none, and the number of threads."""
        self._form.set_limits(seconds, threads)

    def look_for_number(self, target: int) -> None:
        """Ask for a number of queens, and bring the panel into sight."""
        self._form.show_number(target)
        self.focus_run()

    def focus_run(self) -> None:
        """Bring the panel into sight with the focus on the Solve button."""
        self.wanted.emit()
        self._run.setFocus()

    # Asking --------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a search is running."""
        return self._job.is_running

    @property
    def outcome(self) -> Outcome[Placement] | None:
        """How the last search for what is on the board ended; None before that."""
        return None if self._job.is_away else self._outcome

    @property
    def is_impossible(self) -> bool:
        """Whether what is said is that there is no answer for the queens that stand."""
        return self.outcome is not None and self.outcome.status is Status.INFEASIBLE

    def run(self) -> None:
        """Start the search that the controls describe."""
        self.wanted.emit()
        if not self._job.is_running:
            self._start(self._form.question)

    def _start(self, ask: SolveRequest) -> None:
        start = self._shown()

        def work(run: RunContext) -> Outcome[Placement]:
            return ask.answer(start, run)

        self._answer.clear(ask.seeks_fewest)
        self._asked, self._outcome = ask, None
        tab = self._document.tab
        self._document.record_search(None, tab)
        if ask.seeks_cells:
            self._document.set_suggestion(None)
        self._job.start(
            f"Solving the {self._document.board}",
            work,
            lambda result: self._on_end(ask, tab, result),
            text=f"{ask.who} is starting …",
            progressed=self._on_progress,
            failed=self._answer.clear_numbers,
            unfinished=ask.unfinished,
        )
        self.search_started.emit()

    def _shown(self) -> Placement | None:
        cells = self._document.suggestion
        return None if cells is None else Placement.from_indices(self._document.board, cells)

    # Stopping ------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the search; the best found stays as a suggestion."""
        self._job.stop()

    def _drop_job(self, reason: str) -> None:
        """Abandon a search whose question is no longer the one on the board."""
        self._again.stop()
        self._asked = None
        self._job.drop(reason)

    # Answers -------------------------------------------------------------------------------

    def _on_progress(self, progress: Progress) -> None:
        if self._asked is None or self._asked.seeks_cells or self._job.tab is None:
            return
        found = progress.incumbent
        if found is not None and len(found) > len(self._asked.givens):  # else there is nothing yet
            self._suggest(found)
        self._answer.show_progress(self._asked, progress)
        self._document.record_search(self._answer.chart.trace, self._job.tab)

    def _suggest(self, placement: Placement) -> None:
        """Suggest a placement in the tab of the search."""
        self._document.set_suggestion(placement.indices, self._job.tab)

    def _on_end(self, ask: SolveRequest, tab: BoardTab, result: Outcome[Placement]) -> None:
        """Deliver an answer to the tab of its request."""
        if not isinstance(result, Membership):
            self._answer.chart.add(result.seconds, result.count, result.bound)
            self._document.record_search(self._answer.chart.trace, tab, has_ended=True)
        if self._job.is_away:
            self._clear()
            self._answer.report(f"The search in the tab {tab.title} has ended: look there.")
            if not isinstance(result, Membership) and result.placement is not None:
                self._suggest(result.placement)
        self._document.when_shown(tab, lambda: self._show_result(ask, tab, result))

    def _show_result(self, ask: SolveRequest, tab: BoardTab, result: Outcome[Placement]) -> None:
        if self._job.is_running:  # another search, which was begun meanwhile
            if isinstance(result, Membership) and result.queens is not None:
                self._lay_over(result)
            return
        self._asked, self._job.tab = ask, tab
        if isinstance(result, Membership):
            self._on_cells(result)
        else:
            self._on_outcome(result)

    def _on_cells(self, known: Membership) -> None:
        """Lay the answer over the board as a density: 1, 0 or a half for what is open."""
        self._answer.show_cells(known)
        if known.queens is not None:
            self._lay_over(known)
        self._update_ui()

    def _lay_over(self, known: Membership) -> None:
        self._heat = Overlay.of_membership(known)
        self._document.set_overlay(self._heat)

    def _drop_heat(self) -> None:
        """Remove the answer about cells: it is for other queens."""
        if self._heat is not None and self._document.overlay is self._heat:
            self._document.set_overlay(None)
        self._heat = None

    def _on_outcome(self, outcome: Outcome[Placement]) -> None:
        self._outcome = outcome
        if outcome.placement is not None:
            nothing = outcome.status is Status.INFEASIBLE or not len(outcome.placement)
            self._document.set_suggestion(None if nothing else outcome.placement.indices)
        assert self._asked is not None
        self._answer.show_outcome(self._asked, outcome)
        self._update_ui()

    @property
    def _seeks_fewest(self) -> bool:
        return self._asked is not None and self._asked.seeks_fewest

    def _describe(self, news: Progress | None, seconds: float) -> str:
        return "" if self._asked is None else describe(self._asked, news, seconds)

    # Accepting and keeping in step ---------------------------------------------------------

    def accept(self) -> None:
        """Put the shown solution on the board, in one step."""
        if not self._job.is_away:
            self._drop_job("Stopped: the shown solution was accepted.")
        self._document.accept_suggestion()

    def discard(self) -> None:
        """Drop the shown solution."""
        if not self._job.is_away:
            self._drop_job("Stopped: the shown solution was discarded.")
        self._document.set_suggestion(None)

    def leave(self, tab: BoardTab) -> None:
        """End the search that was asked for in a tab that is closed."""
        if tab is self._job.tab:
            self._begin_anew("Stopped: the tab of the search was closed.")

    def _on_board_change(self) -> None:
        is_other_tab = self._seen is not self._document.tab
        self._seen = self._document.tab
        self._form.show_board(self._document.board)
        if self._job.is_running and (is_other_tab or self._job.is_away):  # it goes on
            self._job.report_progress()
            self._job.update_buttons()
            self._update_ui()
        else:
            self._begin_anew("Stopped: there is another board now.")

    def _begin_anew(self, reason: str) -> None:
        if not self._job.is_running:
            self._answer.report(EARLIER if self._document.tab.search else NOTHING)
        self._drop_job(reason)
        self._clear()
        self._job.update_buttons()
        self._update_ui()

    def _clear(self) -> None:
        """Forget the answer; the chart is that of the last search on the board, if there is one."""
        self._outcome = None
        self._answer.clear()
        self._answer.chart.show_trace(self._document.tab.search)

    def _on_queens_change(self) -> None:
        if self._job.is_away:
            return
        self._drop_heat()
        if self._asked is None or self._seeks_fewest or not self._follow.isChecked():
            self._drop_job(f"Stopped: the {self._document.board.piece}s on the board changed.")
            return
        self._job.drop()  # its result is for other queens
        self._again.start()

    def _ask_again(self) -> None:
        """Answer for the queens that stand now, at once where the last answer contains them."""
        before, outcome = self._asked, self._outcome
        if before is None:
            return
        ask = self._form.question
        same = None if outcome is None else ask.carried_over(before, outcome)
        if same is not None:
            self._asked = ask
            self._on_outcome(same)
            return
        self._start(ask)

    def _update_ui(self) -> None:
        shown = self._document.suggestion is not None
        waiting = "There is no solution to accept yet"
        set_enabled(self._accept, shown, ACCEPT_TIP if shown else waiting)
        set_enabled(self._discard, shown, DISCARD_TIP if shown else waiting)
        self._save.show_outcome(self.outcome)
