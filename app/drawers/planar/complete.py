"""The page of completions: a queen on every row and column that is allowed, found or counted."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFormLayout, QGroupBox, QLineEdit, QVBoxLayout, QWidget

from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.problems.excluded import (
    Exclusions,
    complete_excluded,
    count_completions,
    random_exclusions,
    random_givens,
)
from nqviz.run.context import RunContext
from nqviz.run.limit import Limit
from nqviz.run.outcome import Outcome, Status

from ...document.board_tab import BoardTab, window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import describe_end
from ...widgets.flow import flow_of
from ...widgets.widgets import button, more_button, named, sentence, spin, typed_numbers
from .page import PlanarPage

MAX_RANDOM = 200
"""The largest side of a board made at random."""
COUNT_TIP = "Count all completions of these queens on the lines that are allowed"
WHY_NOT = "Completions here are for queens on flat squares, such as 8 by 8"


class CompletePage(PlanarPage):
    """Completes the given queens, or else all on the board; some lines may be excluded."""

    name = "complete"
    run_text, accepted = "Complete", "Accept the completion"
    run_tip = "Search in the background for a queen on every row and column that is allowed"

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(document, runner, parent)
        self._wrong_lines = ""
        self._shown: BoardTab | None = None
        self._make_controls()
        self._make_random()
        self._lay_out()
        for line in self._lines:
            line.textChanged.connect(self._on_lines)
        self._job.add_start(self._count, self.count, self._objection)
        self._job.drop_at(document.board_changed, "Stopped: there is another board now.")
        self._job.drop_at(document.queens_changed, "Stopped: the queens on the board changed.")
        self._job.changed.connect(self._update_ui)
        self._more.toggled.connect(self._random.setVisible)
        self._make.clicked.connect(self.make)
        document.board_changed.connect(self._on_board)
        document.queens_changed.connect(self._update_ui)
        document.overlay_changed.connect(self._show_accept)
        self._on_board()

    def _make_controls(self) -> None:
        self._kept = self._note("kept", "Which queens are kept")
        self._rows, self._columns, self._diagonals = self._lines = tuple(
            named(QLineEdit(), f"planar.complete_{name}", f"Excluded {name}", tip)
            for name, tip in (
                ("rows", "Rows (first coordinates) on which no queen may stand, such as 1, 5"),
                ("columns", "Columns (second coordinates) on which no queen may stand"),
                ("diagonals", "s5: coordinates add up to 5; d-2: the second is 2 less"),
            )
        )
        for line, words in zip(self._lines, ("1, 5", "2, 8", "s5, d-2"), strict=True):
            line.setPlaceholderText(words)
        self._seconds = spin("planar.complete_seconds", "Time limit in seconds", 1, 86400, 60)
        self._seconds.setSuffix(" s")
        self._count = self._button("count", "Count completions", COUNT_TIP)

    def _make_random(self) -> None:
        self._more = more_button("planar.complete_more", "Show how to make a question at random")
        self._more.setText("At random")
        self._random = QWidget()
        self._n, self._queens, self._excluded, self._least, self._seed = (
            spin(f"planar.complete_{name}", title, low, high, value, tip)
            for name, title, low, high, value, tip in (
                ("n", "Side n", 1, MAX_RANDOM, 8, "The side of the board"),
                ("queens", "Given queens", 0, MAX_RANDOM, 2, "How many given queens are placed"),
                ("many", "Diagonals", 0, 4 * MAX_RANDOM, 0, "How many diagonals are excluded"),
                ("least", "Cells left", 0, MAX_RANDOM, 2, "What each row and column keeps"),
                ("seed", "Seed", 0, 999_999, 0, "The same seed makes the same question"),
            )
        )
        self._make = button("planar.complete_make", "Make the question", "Make it by chance")

    def _lay_out(self) -> None:
        excluded = QGroupBox("No queen on these lines")
        lines = QFormLayout(excluded)
        for name, line in zip(("Rows", "Columns", "Diagonals"), self._lines, strict=True):
            lines.addRow(name, line)
        form = QFormLayout()
        form.addRow("Time limit", self._seconds)
        random = QFormLayout(self._random)
        random.setContentsMargins(0, 0, 0, 0)
        names = ("Side n", "Given queens", "Diagonals", "Cells left", "Seed")
        boxes = (self._n, self._queens, self._excluded, self._least, self._seed)
        for name, box in zip(names, boxes, strict=True):
            random.addRow(name, box)
        random.addRow(self._make)
        self._random.hide()
        column = QVBoxLayout(self)
        column.addWidget(self._kept)
        column.addWidget(excluded)
        column.addLayout(form)
        column.addLayout(flow_of(self._run, self._accept))
        for widget in (self._count, self._numbers, self._state, self._more, self._random):
            column.addWidget(widget)
        column.addStretch(1)

    # The question ----------------------------------------------------------------------------

    @property
    def queens(self) -> Placement:
        """The queens that are kept: the given ones, or all where none is given."""
        document = self._document
        return document.given_placement() if document.givens else document.placement()

    @property
    def exclusions(self) -> Exclusions:
        """The excluded lines as they are written.

        Raises
        ------
        InputError
            If a line is none, or not on the board.
        """
        diagonals = Exclusions.of_diagonals(self._diagonals.text().replace(";", ","))
        found = Exclusions(
            typed_numbers(self._rows.text(), "rows"),
            typed_numbers(self._columns.text(), "columns"),
            diagonals.sums,
            diagonals.differences,
        )
        found.check(self._document.board.n)
        return found

    def _on_lines(self) -> None:
        """Grey the excluded cells, or say what is wrong with what is written."""
        self._job.drop("Stopped: other lines are excluded now.")
        self._lay_over()
        self._update_ui()

    def _lay_over(self) -> None:
        document, objection, mask = self._document, "", None
        if document.board.is_classical and any(line.text().strip() for line in self._lines):
            try:
                mask = self.exclusions.mask(document.board.n).ravel()
            except InputError as error:
                objection = f"{error}"
        self._wrong_lines = objection
        if objection:
            self._numbers.clear()
            self._state.setText(sentence(objection))
        elif not self.is_running and not self._numbers.text():
            self._state.clear()
        document.set_excluded(mask)

    # The search ------------------------------------------------------------------------------

    def _begin(self) -> None:
        queens, exclusions, limit = self.queens, self.exclusions, Limit(self._seconds.value())

        def work(run: RunContext) -> Outcome[Placement]:
            return complete_excluded(queens, run.part(limit), exclusions=exclusions)

        self._start(f"Completing the {queens.board}", work, self._on_outcome)
        self._suggest(None)

    def _on_outcome(self, outcome: Outcome[Placement]) -> None:
        if outcome.status is Status.FEASIBLE and outcome.placement is not None:
            self._numbers.setText(f"[{len(outcome.placement)}] queens")
            self._suggest(outcome.placement)
        elif outcome.status is Status.INFEASIBLE:
            self._numbers.setText("Not possible")
        end = describe_end(outcome.status, outcome.message, outcome.seconds, outcome.nodes)
        self._state.setText(end)

    def count(self) -> None:
        """Count all completions."""
        queens, exclusions, limit = self.queens, self.exclusions, Limit(self._seconds.value())

        def work(run: RunContext) -> Outcome[int]:
            return count_completions(queens, run.part(limit), exclusions=exclusions)

        self._start("Counting completions", work, self._on_count)

    def _on_count(self, found: Outcome[int]) -> None:
        count = found.value or 0
        plural = "" if count == 1 else "s"
        if found.status.is_proof:
            self._numbers.setText(f"[{count:,}] completion{plural}")
            end = "These are all."
        else:
            self._numbers.setText(f"at least {count:,}  completion{plural}")
            end = "There may be more: the count has not ended."
        self._state.setText(f"{end} {found.nodes or 0:,} nodes, {found.seconds:.2f} s.")

    # Questions at random ---------------------------------------------------------------------

    def make(self) -> None:
        """Put given queens on a board and exclude diagonals, both by chance."""
        n, seed = self._n.value(), self._seed.value()
        try:
            givens = random_givens(n, self._queens.value(), seed)
            exclusions = random_exclusions(
                n, self._least.value(), self._excluded.value(), seed, givens
            )
        except InputError as error:
            self._state.setText(sentence(str(error)))
            return
        self._document.load(window_state(givens, givens.indices.tolist()), "A question at random")
        for line, text in zip(self._lines, ("", "", exclusions.diagonals), strict=True):
            line.setText(text)
        self._state.setText("Complete it, or count its completions.")

    # Following the document ------------------------------------------------------------------

    def _on_board(self) -> None:
        self._numbers.clear()
        if self._shown is not self._document.tab:
            self._shown = self._document.tab
            self._follow()
        self._lay_over()
        self._update_ui()

    def _follow(self) -> None:
        """Write the lines that are excluded on the tab that is shown now."""
        mask, n = self._document.excluded, self._document.board.n
        found = Exclusions()
        if mask is not None and self._document.board.is_classical:
            found = Exclusions.of_mask(mask.reshape(n, n))
        rows, columns = (", ".join(map(str, each)) for each in (found.rows, found.columns))
        for line, text in zip(self._lines, (rows, columns, found.diagonals), strict=True):
            with QSignalBlocker(line):
                line.setText(text)

    def _objection(self) -> str:
        return self._wrong_lines if self._document.board.is_classical else WHY_NOT

    def _update_ui(self) -> None:
        document = self._document
        fits, given = document.board.is_classical, len(document.givens)
        count = given or document.counts.queens
        which = "given " if given else ""
        self._kept.setText(
            f"Keeps the {counted(count, f'{which}queen')} on the board."
            if fits and count
            else "No queen stands yet." if fits else f"{WHY_NOT}."
        )  # fmt: skip
        self._job.update_buttons()
        self._show_accept()
        for line in self._lines:
            line.setEnabled(fits)
