"""The search for large placements: it follows clicks, and its incumbents are suggestions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal

from nqviz.bounds import best_lower, best_upper
from nqviz.core.board import Board
from nqviz.core.board_names import board_name
from nqviz.core.language import counted_tr, tr, tr_later, tr_piece
from nqviz.core.placement import Placement
from nqviz.formats.trace import Trace
from nqviz.problems import Membership
from nqviz.proofs import Certificate
from nqviz.run.context import Progress
from nqviz.run.outcome import Outcome, Status, how_known
from nqviz.view.overlay import Overlay

from ...document.board_tab import BoardTab
from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.numbers import with_spaces
from ...widgets.timing import single_shot
from .answer import Answer
from .chart import Moments
from .form import SolveForm
from .page import SolvePage
from .proof_link import Provable
from .reasons import Reason, reasons
from .request import CELLS, SolveRequest
from .words import cells_answer, ended_answer, finding_of, known_answer, running_answer

ADVICE = tr_later("Remove one of these queens, or keep nothing.")
EARLIER = tr_later("The chart shows the last search on this board.")
INTERVAL = 250
"""Milliseconds between two changes of what is shown, at least."""
AFTER = 30
"""Milliseconds by which words come after the picture of the scene, so that what the person does
waits for one of them only."""


class SearchPage(SolvePage):
    """Runs one search at a time; its incumbents are shown as a suggestion in the views.

    While a suggestion is shown or searched for, each change of the queens starts the search again,
    if wanted. A search continues while another tab is in front; its result belongs to the tab in
    which it was started.

    `follows`: returns whether the search starts again after each change of the queens.
    """

    started = Signal()  # a search starts

    def __init__(self, document: Document, runner: JobRunner, follows: Callable[[], bool]) -> None:
        super().__init__(document, runner)
        self._follows = follows
        self._asked: SolveRequest | None = None
        self._seen = document.tab
        self._outcome: Outcome[Placement] | None = None
        self._heat: Overlay | None = None
        self._moments = Moments()
        self.form = SolveForm(document)
        self.column.addWidget(self.form)
        self.job.describe_by(self._describe)
        self._again = single_shot(self, self._ask_again)
        self._calm = single_shot(self, self._show_progress, INTERVAL)
        self._words = single_shot(self, self.job.report_progress, AFTER)
        self._news: Progress | None = None
        self._is_new = False  # whether the progress is still to be shown
        document.board_changed.connect(self._on_board_change)
        document.queens_changed.connect(self._on_queens_change)
        self._on_board_change()

    # What the drawer shows -------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome[Placement] | None:
        """How the last search for what is on the board ended; None before that."""
        return None if self.job.is_away else self._outcome

    @property
    def has_chart(self) -> bool:
        return self.form.target != CELLS

    @property
    def trace(self) -> Trace | None:
        trace = self._document.tab.search
        return trace if trace is not None and trace.fewest == self.form.seeks_fewest else None

    @property
    def known(self) -> tuple[int, int] | None:
        board = self._document.board
        low, high = best_lower(board).value, best_upper(board).value
        asks_most = self._asked is None and not self.form.seeks_fewest and low > 1
        return (low, high) if asks_most else None

    @property
    def time_limit(self) -> float:
        runs = self.job.is_running and not self.job.is_away
        return (self._asked.limit.seconds or 0.0) if runs and self._asked is not None else 0.0

    @property
    def accept_text(self) -> str:
        cells = self._document.suggestion
        if cells is None:
            return ""
        queens = counted_tr(len(cells), self._document.board.piece)
        return with_spaces(tr("Accept {queens}", queens=queens))

    @property
    def proof(self) -> Provable | None:
        evidence = None if self.outcome is None else self.outcome.certificate
        return Provable.of(evidence) if isinstance(evidence, Certificate) else None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        ask, board = self._asked, self._document.board
        if self.form.seeks_fewest or self.form.target == CELLS:
            return ()
        is_known = self._outcome is not None or self.job.is_running
        if ask is None or self.job.is_away or not is_known:
            return reasons(board, best_lower(board).value)
        outcome, news = self._outcome, self._news
        found, limit = (None, None) if outcome is None else (outcome.count, outcome.bound)
        if outcome is None and news is not None and news.incumbent is not None:
            found, limit = len(news.incumbent), news.bound
        return reasons(board, found, limit, len(ask.givens))

    def fail(self) -> None:
        """Show why there is no answer, and what to do about it."""
        words = f"{self.answer.sentence.rstrip('.')}."
        if self._asked is not None and not self._asked.givens.is_valid():
            words += " " + tr_piece(ADVICE, self._document.board.piece)
        self.answer = replace(self.answer, sentence=words)
        super().fail()

    # Asking ----------------------------------------------------------------------------------

    def objection(self) -> str:
        return ""

    def begin(self) -> None:
        if not self.job.is_running:
            self._start(self.form.question)

    def show_target(self, target: str) -> None:
        """Ask for something else: one of the names in the modules `form` and `request`."""
        if target == self.form.target:
            return
        self.form.show_target(target)
        if not self.job.is_running:  # what was said answers another question
            self._drop_job("")
            self._discard()

    def set_limits(self, seconds: int, threads: int) -> None:
        self.form.set_limits(seconds, threads)

    def _start(self, ask: SolveRequest) -> None:
        start, tab = self._shown(), self._document.tab
        self._asked, self._outcome, self._news = ask, None, None
        self._moments = Moments(ask.seeks_fewest)
        self._document.record_search(None, tab)
        if ask.seeks_cells:
            self._document.set_suggestion(None)
        self.answer = first = running_answer(ask, None, 0.0)  # shown with the job
        self.job.start(
            tr("Solving {board}", board=_name(tab.state.board)),
            lambda run: ask.answer(start, run),
            lambda result: self._on_end(ask, tab, result),
            text=first.sentence,
            progressed=self._on_progress,
            failed=self.fail,
            unfinished=ask.unfinished,
            seconds=ask.limit.seconds,
        )
        self.started.emit()

    def _shown(self) -> Placement | None:
        cells = self._document.suggestion
        return None if cells is None else Placement.from_indices(self._document.board, cells)

    def _drop_job(self, reason: str) -> None:
        """Abandon a search whose question is no longer the one on the board."""
        self._again.stop()
        self._asked = None
        self.job.drop(reason)

    # Answers ---------------------------------------------------------------------------------

    def _on_progress(self, progress: Progress) -> None:
        self._news, self._is_new = progress, True
        if not self._calm.isActive():  # else it is shown when the time is over
            self._show_progress()

    def _show_progress(self) -> None:
        """Show the newest progress; this comes some times a second, however often it is sent."""
        if not self._is_new:
            return
        self._is_new = False
        self._calm.start()
        ask, tab, news = self._asked, self.job.tab, self._news
        if ask is None or tab is None or news is None or not self.job.is_running:
            return
        found = news.incumbent
        if not ask.seeks_cells:
            if found is not None and len(found) > len(ask.givens):  # else there is nothing yet
                self._document.set_suggestion(found.indices, tab)
            queens = tab.state.placement
            self._document.set_finding(finding_of(ask, queens, found, news.bound), tab)
        self._words.start()

    def _record(
        self,
        ask: SolveRequest,
        tab: BoardTab,
        seconds: float,
        news: Progress | Outcome[Placement],
        *,
        has_ended: bool = False,
    ) -> None:
        """Add a moment to the chart; a limit that is known of the board holds from the start."""
        best = news.incumbent if isinstance(news, Progress) else news.placement
        found = None if best is None or len(best) <= len(ask.givens) else len(best)
        bound = news.bound
        if bound is not None and not ask.seeks_fewest:
            bound = min(bound, best_upper(tab.state.board).value)
        self._moments.add(seconds, found, bound)
        self._document.record_search(self._moments.trace, tab, has_ended=has_ended)

    def _describe(self, news: Progress | None, seconds: float) -> str:
        """Show what has been found so far, and return the sentence about it."""
        if self._asked is None:
            return ""
        if news is not None and self.job.tab is not None and not self._asked.seeks_cells:
            self._record(self._asked, self.job.tab, seconds, news)
        now = running_answer(self._asked, news, seconds)
        self.answer = Answer() if self.job.is_away else now
        return now.sentence

    def _on_end(self, ask: SolveRequest, tab: BoardTab, result: Outcome[Placement]) -> None:
        """Deliver an answer to the tab of its request."""
        if not isinstance(result, Membership):
            self._record(ask, tab, result.seconds, result, has_ended=True)
        if self.job.is_away:
            self._discard()
            self.report(tr("The search in the tab {tab} has ended: look there.", tab=tab.title))
            if not isinstance(result, Membership) and result.placement is not None:
                self._document.set_suggestion(result.placement.indices, tab)
        self._document.when_shown(tab, lambda: self._show_result(ask, tab, result))

    def _show_result(self, ask: SolveRequest, tab: BoardTab, result: Outcome[Placement]) -> None:
        if self.job.is_running:  # another search, which was begun meanwhile
            if isinstance(result, Membership):
                self._lay_over(result)
            return
        self._asked, self.job.tab = ask, tab
        if isinstance(result, Membership):
            self._lay_over(result)
            self.show_answer(cells_answer(result))
        else:
            self._on_outcome(result)

    def _lay_over(self, known: Membership) -> None:
        """Lay the answer over the board as a density: 1, 0 or a half for what is open."""
        if known.queens is None:
            return
        self._heat = Overlay.of_membership(known)
        self._document.set_overlay(self._heat)

    def _drop_heat(self) -> None:
        """Remove the answer about cells: it is for other queens."""
        if self._heat is not None and self._document.overlay is self._heat:
            self._document.set_overlay(None)
        self._heat = None

    def _on_outcome(self, outcome: Outcome[Placement]) -> None:
        assert self._asked is not None
        self._outcome, document = outcome, self._document
        if outcome.placement is not None:
            is_more = self._asked.seeks_fewest or len(outcome.placement) > len(self._asked.givens)
            nothing = outcome.status is Status.INFEASIBLE or not is_more
            document.set_suggestion(None if nothing else outcome.placement.indices)
        queens = document.placement()
        how = how_known(outcome.known, outcome.by, outcome.premises) if outcome.known else ""
        found = finding_of(self._asked, queens, outcome.placement, outcome.bound, how)
        document.set_finding(found)
        self.show_answer(ended_answer(self._asked, outcome))
        self.job.summary = f"{_name(document.board)}: {self.answer.sentence}"

    # Accepting and following -----------------------------------------------------------------

    def accept(self) -> None:
        """Put the shown queens on the board, in one step."""
        if not self.job.is_away:
            self._drop_job(tr("Stopped: the shown queens were accepted."))
        self._document.accept_suggestion()

    def discard(self) -> None:
        """Drop the shown queens."""
        if not self.job.is_away:
            self._drop_job(tr("Stopped: the shown queens were discarded."))
        self._document.set_suggestion(None)

    def show_again(self) -> None:
        if self._outcome is not None:
            self._on_outcome(self._outcome)

    def leave(self, tab: BoardTab) -> None:
        """End the search that was asked for in a tab that is closed."""
        if tab is self.job.tab:
            self._begin_anew(tr("Stopped: the tab of the search was closed."))

    def _on_board_change(self) -> None:
        is_other_tab = self._seen is not self._document.tab
        self._seen = self._document.tab
        self.form.show_board(self._document.board)
        if self.job.is_running and (is_other_tab or self.job.is_away):  # it goes on
            self.job.report_progress()
            self.changed.emit()
        else:
            self._begin_anew(tr("Stopped: there is another board now."))

    def _begin_anew(self, reason: str) -> None:
        was_running = self.job.is_running
        self._drop_job("")
        self._discard()
        if was_running:
            self.report(reason)

    def _discard(self) -> None:
        """Discard the answer; without one the known bounds of the board are shown."""
        self._outcome = self._news = None
        known = known_answer(self._document.board, self.form.target)
        if self.trace is not None and self.has_chart:
            known = replace(known, sentence=tr(EARLIER))
        self.show_answer(known)

    def _on_queens_change(self) -> None:
        self.form.show_queens()
        if self.job.is_away:
            return
        self._drop_heat()
        if self._asked is not None and not self._asked.seeks_fewest and self._follows():
            self.job.drop()  # its result is for other queens
            self._again.start()
            return
        is_over = self._asked is not None and not self.job.is_running
        piece = self._document.board.piece
        self._drop_job(tr_piece("Stopped: the queens on the board changed.", piece))
        if is_over:
            self._discard()

    def _ask_again(self) -> None:
        """Answer for the queens that stand now, at once where the last answer contains them."""
        before, outcome = self._asked, self._outcome
        if before is None:
            return
        ask = self.form.question
        same = None if outcome is None else ask.carried_over(before, outcome)
        if same is None:
            self._start(ask)
        else:
            self._asked = ask
            self._on_outcome(same)

    @property
    def is_waiting(self) -> bool:
        """Whether a search starts again at once."""
        return self._again.isActive()

    def name_piece(self) -> None:
        self.form.name_piece()


def _name(board: Board) -> str:
    """Return the short name of a board: ``(12,3)``."""
    return board_name(str(board).removesuffix(" board"))
