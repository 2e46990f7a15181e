"""The base of searches on flat squares, whose queens are shown as a suggestion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QLabel

from nqviz.core.board import Board
from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.core.placement import Placement
from nqviz.proofs import Certificate
from nqviz.run.context import Limit, Progress, RunContext
from nqviz.run.outcome import Outcome, Status

from ...document.board_tab import window_state
from ...document.document import Document
from ...jobs import JobRunner, Work
from ...views.panel_job import describe_progress
from ...widgets.badge import BadgeKind, proof_badge
from ...widgets.library_texts import ending
from ...widgets.widgets import note, sentence, set_seconds, spin
from ..solve.answer import Answer
from ..solve.page import SolvePage
from ..solve.proof_link import Provable

WHY_NOT = tr_later("This search is for queens on flat squares without blocked cells")
LONGEST = 86_400
"""The longest time limit in seconds."""
_BADGES: dict[Status, tuple[BadgeKind, str]] = {
    Status.FEASIBLE: ("proven", tr_later("Found")),
    Status.STOPPED: ("stopped", tr_later("Stopped")),
    Status.LIMIT: ("open", tr_later("Open##state")),
    Status.FAILED: ("warning", tr_later("Not solved")),
}

_WHY = {Status.STOPPED: tr_later("Stopped"), Status.LIMIT: tr_later("The limit was reached")}
"""What is said of a search that ended without an answer, before what it says itself."""


def badge_of(outcome: Outcome[Any]) -> tuple[BadgeKind, str]:
    if outcome.status.is_proof:
        return proof_badge(outcome)
    kind, word = _BADGES[outcome.status]
    return kind, tr(word)


class PlanarPage(SolvePage):
    """A search that continues while other tabs are in front.

    Its queens are shown over the tab in which it was started, and over no other.
    """

    name = ""
    """The controls are called ``planar.<name>_...``."""
    accepted = ""
    """The name of the step that accepts what was found."""
    proof_tip = ""
    """What saving a proof does."""

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__(document, runner)
        self._found: Placement | None = None
        self._n_asked = 0
        self._make_proof: Callable[[RunContext], Certificate | None] | None = None
        self._seconds = spin(f"planar.{self.name}_seconds", 1, LONGEST, 60, suffix=" s")
        self.job.describe_by(self._describe)

    def _note(self, name: str, title: str, text: str = "") -> QLabel:
        return note(f"planar.{self.name}_{name}", title, text, "sentence")

    # The job ---------------------------------------------------------------------------------

    @property
    def _may_replace(self) -> bool:
        """Whether the board that is shown is plain, so that nothing of it but queens is lost."""
        board = self._document.board
        return board == Board(board.shape)

    def objection(self) -> str:
        return "" if self._may_replace else tr(WHY_NOT)

    def _introduce(self, wanted: str) -> None:
        """Say what is searched for, or why it is not, until there is an answer."""
        if not self.is_running and not self.answer.numbers:
            why = self.objection()
            self.show_answer(Answer(f"{why}." if why else wanted))

    def _start(
        self,
        title: str,
        work: Work,
        succeeded: Callable[[Any], None],
        progressed: Callable[[Any], None] | None = None,
    ) -> None:
        """Start work that ends at the time limit."""
        self.answer = Answer(tr("Searching …"))
        limit = Limit(self._seconds.value())
        self.job.start(
            title,
            lambda run: work(run.part(limit)),
            succeeded,
            progressed=progressed,
            failed=self.fail,
            seconds=limit.seconds,
        )

    def _describe(self, news: Progress | None, seconds: float) -> str:
        """Return the sentence about the running search."""
        return describe_progress(news, seconds)

    def _share(self, count: int) -> str:
        """Return how many of all queens are decided."""
        return tr("{count} of {all}", count=count, all=self._n_asked)

    def _show_open(self, words: str, count: int) -> None:
        """Show how far a search is that is running."""
        self.show_answer(Answer(words, self._share(count), "open", tr("Open##state")))

    def _show_end(self, outcome: Outcome[Any], numbers: str, nodes: int | None) -> None:
        """Show how a search ended."""
        status, why = outcome.status, _WHY.get(outcome.status, "")
        words = ending(outcome.message.rstrip(".").removeprefix(f"{why}: "))
        words = f"{tr(why)}: {words}" if why else words
        credit = f"{counted_tr(nodes, 'node')}, " if nodes else ""
        numbers = tr("Not possible") if status is Status.INFEASIBLE else numbers
        kind, badge = badge_of(outcome)
        credit = f"{credit}{outcome.seconds:.2f} s"
        self.show_answer(Answer(f"{sentence(words)}.", numbers, kind, badge, credit))

    @property
    def proof(self) -> Provable | None:
        if self._make_proof is None:
            return None
        name = f"{self.name}-{self._n_asked}.proof"
        return Provable(tr("Save the proof"), tr(self.proof_tip), name, self._make_proof)

    def set_limits(self, seconds: int, threads: int) -> None:
        set_seconds(self._seconds, seconds)

    # The board -------------------------------------------------------------------------------

    def _empty_board(self, n: int) -> None:
        """Look at an empty flat board of a side; Undo brings back what was there."""
        board, document = Board.cube(n, 2), self._document
        if document.board != board or document.counts.queens:
            step = tr_later("An empty {board}").format(board=board)
            document.load(window_state(Placement(board)), step)

    def _suggest(self, queens: Placement | None) -> None:
        """Show queens on the board as a suggestion, if it is the one that was asked about."""
        self._found, document = queens, self._document
        if queens is not None and self.job.tab is document.tab and document.board == queens.board:
            document.set_suggestion(queens.indices)
        self.changed.emit()

    @property
    def accept_text(self) -> str:
        found, document = self._found, self._document
        if found is None or not len(found):
            return ""
        is_here, counts = document.board == found.board, document.counts
        if not is_here and not self._may_replace:
            return ""
        if is_here and counts.queens == len(found) and counts.occupied[found.indices].all():
            return ""
        return tr("Accept {queens}", queens=counted_tr(len(found), "queen"))

    def accept(self) -> None:
        """Put the queens that were found on the board, in one step."""
        found, document = self._found, self._document
        if found is None:
            return
        self.job.stop()
        if document.board == found.board:
            document.set_suggestion(found.indices)
            document.accept_suggestion(self.accepted)
        else:
            document.load(window_state(found), self.accepted)
        self.changed.emit()

    def show_again(self) -> None:
        self._suggest(self._found)

    def discard(self) -> None:
        """Drop the queens that were found."""
        self.job.stop()
        self._found = None
        super().discard()
        self.changed.emit()
