"""The Solve panel: ask an engine, watch, stop, accept or discard, and ask again at each click."""

from __future__ import annotations

from PySide6.QtCore import QTimer
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

from ...document.board_state import BoardTab
from ...document.document import Document
from ...jobs import Job, JobRunner
from ...widgets.docks import bring_up, find_dock
from ...widgets.widgets import button, named, set_enabled
from .answer import EARLIER, NOTHING, SolveAnswer
from .form import SolveForm
from .proof_button import ProofButton
from .request import SolveRequest

PATIENCE = 350
"""Milliseconds after which a search that was stopped is left behind."""


class SolvePanel(QWidget):
    """Runs one solve at a time; its incumbents are shown as a suggestion in the views.

    While a suggestion is shown or looked for, each change of the queens asks again, if wanted.
    A search goes on while another tab is in front; what it finds belongs to the tab it began in.
    """

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self._job: Job | None = None
        self._asked: SolveRequest | None = None
        self._tab = self._seen = document.tab
        self._outcome: Outcome[Placement] | None = None
        self._heat: Overlay | None = None
        self._form = SolveForm(document)
        self._make_controls()
        self._lay_out()
        self._clock = self._timer(500, self._show_time)
        self._clock.setSingleShot(False)
        self._again = self._timer(0, self._ask_again)
        self._patience = self._timer(PATIENCE, self._leave_behind)
        self._connect()
        self._on_board_change()

    def _timer(self, milliseconds: int, call: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(call)
        return timer

    # Building ------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self._run = button("solve.run", "Solve", "Search in the background", True)
        self._stop = button("solve.stop", "Stop", "End the search and keep the best found")
        self._accept = button("solve.accept", "Accept", "Put the shown solution on the board")
        self._discard = button("solve.discard", "Discard", "Drop the shown solution")
        self._answer = SolveAnswer()
        self._save = ProofButton(self._document, self._runner)
        self._follow = named(
            QCheckBox("Keep solving as I click"),
            "solve.follow",
            "Keep solving as I click",
            "While a solution is shown, search again after each change of the queens",
        )
        self._follow.setChecked(True)

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
        self._run.clicked.connect(self.run)
        self._stop.clicked.connect(self.stop)
        self._accept.clicked.connect(self.accept)
        self._discard.clicked.connect(self.discard)
        self._document.board_changed.connect(self._on_board_change)
        self._document.queens_changed.connect(self._on_queens_change)
        self._document.overlay_changed.connect(self._read)

    # Asking --------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a search is running."""
        return self._job is not None

    @property
    def outcome(self) -> Outcome[Placement] | None:
        """How the last search for what is on the board ended; None before that."""
        return None if self._is_away else self._outcome

    @property
    def says_impossible(self) -> bool:
        """Whether what is said is that there is no answer for the queens that stand."""
        return self.outcome is not None and self.outcome.status is Status.INFEASIBLE

    @property
    def _is_away(self) -> bool:
        """Whether the search was asked for in another tab."""
        return self._tab is not self._document.tab

    def run(self) -> None:
        """Start the search that the controls describe."""
        bring_up(find_dock(self, "solve"))
        if self._job is None:
            self._start(self._form.question)

    def _start(self, ask: SolveRequest) -> None:
        start = self._shown()

        def work(run: RunContext) -> Outcome[Placement] | Membership:
            return ask.answer(start, run)

        self._answer.clear(ask.seeks_fewest)
        self._asked, self._outcome = ask, None
        tab = self._tab = self._document.tab
        self._document.record_search(None, tab)
        if ask.seeks_cells:
            self._document.set_suggestion(None)
        self._answer.say(f"{ask.who} is starting …")
        self._job = self._runner.start(
            f"Solving the {self._document.board}",
            work,
            succeeded=lambda result: self._on_end(ask, tab, result),
            failed=self._on_failure,
            progressed=self._on_progress,
        )
        self._job.stopping.connect(self._on_stopping)
        self._clock.start()
        self._read()

    def _shown(self) -> Placement | None:
        cells = self._document.suggestion
        return None if cells is None else Placement.from_indices(self._document.board, cells)

    # Stopping ------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the search; the best found stays as a suggestion."""
        if self._job is not None:
            self._job.stop()

    def _on_stopping(self) -> None:
        """Take note of a stop, whoever asked for it."""
        self._answer.say("Stopping …")
        self._patience.start()
        self._read()

    def _leave_behind(self) -> None:
        """Say what was found though the engine is still busy; it ends by itself."""
        if self._job is None or self._asked is None:
            return
        news, seconds = self._job.last_progress, self._job.seconds
        self._job.abandon()
        best, bound = (None, None) if news is None else (news.incumbent, news.bound)
        outcome = self._asked.stopped(best, bound, seconds)
        self._on_end(self._asked, self._tab, outcome)

    def _drop_job(self, reason: str) -> None:
        """Let go of a search whose question is no longer the one on the board."""
        self._again.stop()
        self._asked = None
        if self._job is None:
            return
        self._job.abandon()
        self._forget_job()
        self._answer.say(reason)
        self._read()

    def _forget_job(self) -> None:
        self._job = None
        self._clock.stop()
        self._patience.stop()

    # Answers -------------------------------------------------------------------------------

    def _on_progress(self, progress: Progress) -> None:
        if self._job is None or self._asked is None or self._asked.seeks_cells:
            return
        found = progress.incumbent
        if found is not None and len(found) > len(self._asked.givens):  # else there is nothing yet
            self._suggest(found)
        self._answer.tell_progress(self._asked, progress)
        self._document.record_search(self._answer.chart.trace, self._tab)

    def _suggest(self, placement: Placement) -> None:
        """Suggest a placement in the tab of the search."""
        self._document.set_suggestion(placement.indices, self._tab)

    def _on_end(
        self, ask: SolveRequest, tab: BoardTab, result: Outcome[Placement] | Membership
    ) -> None:
        """Take an answer to the tab that it was asked in."""
        self._forget_job()
        if isinstance(result, Outcome):
            self._answer.chart.add(result.seconds, result.count, result.bound)
            self._document.record_search(self._answer.chart.trace, tab, has_ended=True)
        if self._is_away:
            self._clear()
            self._answer.say(f"The search in the tab {tab.title} has ended: look there.")
            if isinstance(result, Outcome) and result.placement is not None:
                self._suggest(result.placement)
            self._read()
        self._document.when_shown(tab, lambda: self._tell(ask, tab, result))

    def _tell(
        self, ask: SolveRequest, tab: BoardTab, result: Outcome[Placement] | Membership
    ) -> None:
        if self._job is not None:  # another search, which was begun meanwhile
            if isinstance(result, Membership) and result.queens is not None:
                self._lay_over(result)
            return
        self._asked, self._tab = ask, tab
        if isinstance(result, Membership):
            self._on_cells(result)
        else:
            self._on_outcome(result)

    def _on_cells(self, known: Membership) -> None:
        """Lay the answer over the board as a density: 1, 0 or a half for what is open."""
        self._answer.tell_cells(known)
        if known.queens is not None:
            self._lay_over(known)
        self._read()

    def _lay_over(self, known: Membership) -> None:
        self._heat = Overlay.of_membership(known)
        self._document.set_overlay(self._heat)

    def _drop_heat(self) -> None:
        """Take the answer about cells away: it is for other queens."""
        if self._heat is not None and self._document.overlay is self._heat:
            self._document.set_overlay(None)
        self._heat = None

    def _on_outcome(self, outcome: Outcome[Placement]) -> None:
        self._outcome = outcome
        if outcome.placement is not None:
            nothing = outcome.status is Status.INFEASIBLE or not len(outcome.placement)
            self._document.set_suggestion(None if nothing else outcome.placement.indices)
        assert self._asked is not None
        self._answer.tell_outcome(self._asked, outcome)
        self._read()

    @property
    def _seeks_fewest(self) -> bool:
        return self._asked is not None and self._asked.seeks_fewest

    def _on_failure(self, reason: str) -> None:
        self._forget_job()
        self._answer.tell_failure(self._where + reason[:1].upper() + reason[1:])
        self._read()

    @property
    def _where(self) -> str:
        """Return in which tab the search is, where it is another than that which is looked at."""
        return f"In the tab {self._tab.title}: " if self._is_away else ""

    def _show_time(self) -> None:
        if self._job is not None and self._asked is not None and not self._job.is_stopping:
            self._answer.tell_time(self._asked, self._job, self._where)

    # Accepting and keeping in step ---------------------------------------------------------

    def accept(self) -> None:
        """Put the shown solution on the board, in one step."""
        if not self._is_away:
            self._drop_job("Stopped: the shown solution was accepted.")
        self._document.accept_suggestion()

    def discard(self) -> None:
        """Drop the shown solution."""
        if not self._is_away:
            self._drop_job("Stopped: the shown solution was discarded.")
        self._document.set_suggestion(None)

    def leave(self, tab: BoardTab) -> None:
        """End the search that was asked for in a tab that is closed."""
        if tab is self._tab:
            self._begin_anew("Stopped: the tab of the search was closed.")

    def _on_board_change(self) -> None:
        is_other_tab = self._seen is not self._document.tab
        self._seen = self._document.tab
        self._form.show_board(self._document.board)
        if self._job is not None and (is_other_tab or self._is_away):  # it goes on
            self._show_time()
            self._read()
        else:
            self._begin_anew("Stopped: there is another board now.")

    def _begin_anew(self, reason: str) -> None:
        if self._job is None:
            self._answer.say(EARLIER if self._document.tab.search else NOTHING)
        self._drop_job(reason)
        self._clear()
        self._read()

    def _clear(self) -> None:
        """Forget the answer; the chart is that of the last search on the board, if there is one."""
        self._outcome = None
        self._answer.clear()
        self._answer.chart.show_trace(self._document.tab.search)

    def _on_queens_change(self) -> None:
        if self._is_away:
            return
        self._drop_heat()
        if self._asked is None or self._seeks_fewest or not self._follow.isChecked():
            self._drop_job(f"Stopped: the {self._document.board.piece}s on the board changed.")
            return
        if self._job is not None:  # what it finds is for other queens
            self._job.abandon()
            self._forget_job()
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

    def _read(self) -> None:
        running = self._job is not None
        busy = f"A search is running{' in another tab' if self._is_away else ''} already"
        shown = self._document.suggestion is not None
        set_enabled(
            self._run,
            not running,
            busy if running else "Search in the background",
        )
        set_enabled(
            self._stop,
            running,
            "End the search and keep the best found" if running else "No search is running",
        )
        waiting = "There is no solution to accept yet"
        set_enabled(
            self._accept, shown, "Put the shown solution on the board" if shown else waiting
        )
        self._save.show_outcome(self.outcome)
        set_enabled(self._discard, shown, "Drop the shown solution" if shown else waiting)
