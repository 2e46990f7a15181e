"""The page of completions: a queen on every column and row that is allowed, found or counted."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from nqviz.core.board_names import board_name
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.core.placement import Placement
from nqviz.core.rings import has_rings
from nqviz.problems.excluded import (
    Exclusions,
    complete_excluded,
    count_completions,
    random_exclusions,
    random_givens,
)
from nqviz.run.outcome import Outcome, Status

from ...document.board_tab import BoardTab, window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.fields import GAP, Disclosure, beside, field
from ...widgets.layouts import fill, vertical
from ...widgets.values import show_value
from ...widgets.widgets import button, named, sentence, spin, typed_numbers
from ..solve.answer import Answer
from .page import PlanarPage, badge_of

MAX_RANDOM = 200
"""The largest side of a board made at random."""
ABOUT = tr_later(
    "A queen on every column and row that is allowed: one completion, or their number."
)
WHY_NOT = tr_later("Completions here are for queens on flat squares, such as 8 by 8")


class CompletePage(PlanarPage):
    """Completes the given queens, or else all on the board; some lines may be excluded."""

    name = "complete"
    accepted = tr_later("Accept the completion")

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__(document, runner)
        self._wrong_lines = ""
        self._shown: BoardTab | None = None
        self._make_controls()
        self._make_random()
        self._lay_out()
        for line in self._lines:
            line.textChanged.connect(self._on_lines)
        self.job.add_start(self._count, self.count, self.objection)
        self.job.drop_at(document.board_changed, tr("Stopped: there is another board now."))
        self.job.drop_at(document.queens_changed, tr("Stopped: the queens on the board changed."))
        self.job.changed.connect(self._update_ui)
        document.board_changed.connect(self._on_board)
        document.queens_changed.connect(self._on_queens)
        self._on_board()

    def _make_controls(self) -> None:
        self._kept = self._note("kept", tr("Which queens are kept"))
        self._columns = named(QLineEdit(), "planar.complete_columns")
        self._rows = named(QLineEdit(), "planar.complete_rows")
        self._diagonals = named(QLineEdit(), "planar.complete_diagonals")
        self._lines = self._columns, self._rows, self._diagonals
        for line, words in zip(self._lines, ("1, 5", "2, 8", "s5, d-2"), strict=True):
            line.setPlaceholderText(words)
        self._count = button("planar.complete_count")

    def _make_random(self) -> None:
        self._n = spin("planar.complete_n", 1, MAX_RANDOM, 8)
        self._queens = spin("planar.complete_queens", 0, MAX_RANDOM, 2)
        self._excluded = spin("planar.complete_many", 0, 4 * MAX_RANDOM, 0)
        self._least = spin("planar.complete_least", 0, MAX_RANDOM, 2)
        self._seed = spin("planar.complete_seed", 0, 999_999, 0)
        self._make = button("planar.complete_make", on_click=self.make)

    def _lay_out(self) -> None:
        columns = field(self._columns, tr("Without columns"))
        fill(self.column, self._kept, beside(columns, field(self._rows, tr("Without rows"))))
        diagonals = field(self._diagonals, tr("Without diagonals"))
        self.column.addWidget(beside(diagonals, field(self._seconds, tr("Time limit"))))
        inside = QWidget()
        random = vertical(inside, spacing=GAP)
        random.addWidget(beside(field(self._n, tr("Side n")), field(self._queens, tr("Given"))))
        excluded = field(self._excluded, tr("Diagonals"))
        random.addWidget(beside(excluded, field(self._seed, tr("Seed"))))
        fill(random, field(self._least, tr("Cells left on each line")), self._make)
        self._more = Disclosure("planar.complete_more", inside)
        self.column.addWidget(self._more)
        self.under.addWidget(self._count)

    # The question ----------------------------------------------------------------------------

    @property
    def exclusions(self) -> Exclusions:
        """The excluded lines as they are written.

        Raises InputError if a line is none, or not on the board.
        """
        diagonals = Exclusions.of_diagonals(self._diagonals.text().replace(";", ","))
        found = Exclusions(
            typed_numbers(self._columns.text(), "columns"),
            typed_numbers(self._rows.text(), "rows"),
            diagonals.sums,
            diagonals.differences,
        )
        found.check(self._document.board.n)
        return found

    def _on_lines(self) -> None:
        """Grey the excluded cells, or show what is wrong with what is written."""
        self.job.drop(tr("Stopped: other lines are excluded now."))
        self._lay_over()
        self._update_ui()

    def _lay_over(self) -> None:
        document, objection, mask = self._document, "", None
        if self._fits and any(line.text().strip() for line in self._lines):
            try:
                mask = self.exclusions.mask(document.board.n).ravel()
            except InputError as error:
                objection = f"{error}"
        self._wrong_lines = objection
        if objection:
            self.show_answer(Answer(sentence(objection), kind="warning", badge=tr("Not possible")))
        elif not self.is_running and not self.answer.numbers:
            self.show_answer(Answer(tr(ABOUT)))
        document.set_excluded(mask)

    # The search ------------------------------------------------------------------------------

    def begin(self) -> None:
        queens, exclusions = self._document.kept_placement(), self.exclusions
        self._suggest(None)
        self._start(
            tr("Completing {board}", board=board_name(str(queens.board).removesuffix(" board"))),
            lambda run: complete_excluded(queens, run, exclusions=exclusions),
            self._on_outcome,
        )

    def _on_outcome(self, outcome: Outcome[Placement]) -> None:
        found = outcome.placement if outcome.status is Status.FEASIBLE else None
        if found is not None:
            self._suggest(found)
        numbers = "" if found is None else f"{len(found)}"
        self._show_end(outcome, numbers, outcome.nodes)

    def count(self) -> None:
        queens, exclusions = self._document.kept_placement(), self.exclusions
        self._start(
            tr("Counting completions"),
            lambda run: count_completions(queens, run, exclusions=exclusions),
            self._on_count,
        )

    def _on_count(self, found: Outcome[int]) -> None:
        words, count = counted_tr(found.value or 0, "completion"), f"{found.value or 0:,}"
        kind, badge = badge_of(found)
        if found.status.is_proof:
            end, numbers = tr("{completions}, no more.", completions=words), f"[{count}]"
        else:
            end = tr("{completions} so far: there may be more.", completions=words)
            numbers = tr("{count} or more", count=count)
        nodes = counted_tr(found.nodes or 0, "node")
        self.show_answer(Answer(end, numbers, kind, badge, f"{nodes}, {found.seconds:.2f} s"))

    # Questions at random ---------------------------------------------------------------------

    def make(self) -> None:
        """Put given queens on a board and exclude diagonals, both by chance."""
        n, seed = self._n.value(), self._seed.value()
        try:
            givens = random_givens(n, self._queens.value(), seed)
            least, most = self._least.value(), self._excluded.value()
            exclusions = random_exclusions(n, least, most, seed, givens)
        except InputError as error:
            self.show_answer(Answer(sentence(str(error)), kind="warning", badge=tr("Not possible")))
            return
        state = window_state(givens, givens.indices.tolist())
        self._document.load(state, tr_later("A question at random"))
        for line, text in zip(self._lines, ("", "", exclusions.diagonals), strict=True):
            line.setText(text)
        self.show_answer(Answer(tr("Complete it, or count its completions.")))

    # Following the document ------------------------------------------------------------------

    def _on_queens(self) -> None:
        if not self.is_running:
            self.answer = Answer(tr(ABOUT))
        self._update_ui()

    def _on_board(self) -> None:
        self.answer = Answer(tr(ABOUT))
        if self._shown is not self._document.tab:
            self._shown = self._document.tab
            self._follow()
        self._lay_over()
        self._update_ui()

    def _follow(self) -> None:
        """Write the lines that are excluded on the tab that is shown now."""
        mask, n = self._document.excluded, self._document.board.n
        found = Exclusions()
        if mask is not None and self._fits:
            found = Exclusions.of_mask(mask.reshape(n, n))
        columns, rows = (", ".join(map(str, each)) for each in (found.columns, found.rows))
        for line, text in zip(self._lines, (columns, rows, found.diagonals), strict=True):
            show_value(line, text)

    @property
    def _fits(self) -> bool:
        """Whether the board is a flat square for queens; lines may pass over blocked cells."""
        board = self._document.board
        return has_rings(board) and not board.stops

    def objection(self) -> str:
        board = self._document.board
        if board.stops and has_rings(board):
            return tr("Where lines stop, no placement is full")
        return self._wrong_lines if self._fits else tr(WHY_NOT)

    def _update_ui(self) -> None:
        fits, given = self._fits, len(self._document.givens)
        count = given or self._document.counts.queens
        words = tr("No queen stands yet.") if fits else f"{self.objection()}."
        if fits and count:
            kept = counted_tr(count, "given queen") if given else counted_tr(count, "queen")
            words = tr("Keeps {queens}.", queens=kept)
        self._kept.setText(words)
        self.job.update_buttons()
        self.changed.emit()
        for line in self._lines:
            line.setEnabled(fits)
