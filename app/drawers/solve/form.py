"""The fields of a search for large placements: a number, which queens to keep, and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListView, QWidget

from nqviz.bounds import best_lower
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_piece
from nqviz.core.placement import Placement
from nqviz.engines import AUTO, ENGINES, Problem, uses_cuts
from nqviz.problems import domination_objection
from nqviz.problems.placements import largest_target
from nqviz.run.context import Limit, core_count

from ...document.document import Document
from ...widgets.fields import GAP, Disclosure, beside, field, link
from ...widgets.layouts import fill, vertical
from ...widgets.numbers import spaced
from ...widgets.values import show_value
from ...widgets.widgets import combo, name_piece, set_seconds, spin
from .checkpoint import Checkpoint
from .cuts_button import CutsButton
from .request import CELLS, DOMINATE, INDEPENDENT, SolveRequest

MAXIMUM, FULL, COUNT, PROVE, COMPLETE = "max", "full", "count", "prove", "complete"
KEEP_ALL, KEEP_GIVEN, KEEP_NONE = "all", "given", "none"
FEWEST = (DOMINATE, INDEPENDENT)


class SolveForm(QWidget):
    """Describes one question; what is rarely needed is in a row that opens."""

    compare_wanted = Signal()  # engines are to be compared on the board

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.target = MAXIMUM
        self._make_question()
        self._make_rest()
        self._lay_out()
        self._engine.currentIndexChanged.connect(self.update_ui)
        self.update_ui()

    @property
    def question(self) -> SolveRequest:
        """What the controls describe, for the queens that stand now."""
        seconds, nodes = self._seconds.value() or None, self._nodes.value() or None
        limit = Limit(seconds, nodes, self._threads.value())
        engine = str(self._engine.currentData())
        cuts = self._cuts.cuts if self._takes_cuts else None
        kept = self.checkpoint.path if self._asks_programs else None
        target, proves = self._wanted()
        at_most = (self._suffice.value() or None) if self.seeks_fewest else None
        return SolveRequest(self._kept(), target, engine, cuts, limit, proves, kept, at_most)

    def show_target(self, target: str) -> None:
        """Ask for something else: one of the names of this module and of requests."""
        self.target = target
        self.update_ui()

    def show_board(self, board: Board) -> None:
        """Offer what there is for a board."""
        self._cuts.show_board(board)
        for box, value in (self._count, board.full_count), (self._most, best_lower(board).value):
            box.setMaximum(largest_target(board))
            box.setValue(value)
        self.show_queens()

    def show_queens(self) -> None:
        """Name the queens on the board in the choice of those to keep."""
        piece, queens = self._document.board.piece, self._document.counts.queens
        given = len(self._document.givens)
        words = tr("{count} given", count=spaced(given))
        every = tr_piece("All queens", piece)
        if 0 < queens == given:
            every = words  # both choices keep the same
        elif queens == 1:
            every = tr_piece("The queen", piece)
        elif queens:
            every = tr_piece("All {count} queens", piece, count=spaced(queens))
        for place, text in enumerate((every, words, tr("Nothing"))):
            self._keep.setItemText(place, text)
        row = self._keep.findData(KEEP_GIVEN)
        view = self._keep.view()
        assert isinstance(view, QListView)
        view.setRowHidden(row, 0 < queens == given and self._keep.currentIndex() != row)

    @property
    def seeks_fewest(self) -> bool:
        """Whether few pieces are looked for, not many."""
        return self.target in FEWEST

    @property
    def _takes_cuts(self) -> bool:
        """Whether an integer program may be solved, which cuts are for."""
        return self._asks_programs and uses_cuts(str(self._engine.currentData()))

    @property
    def _asks_programs(self) -> bool:
        """Whether the question is one for integer programs with cuts."""
        return not self.seeks_fewest and self.target != CELLS

    def _kept(self) -> Placement:
        keep = KEEP_NONE if self.seeks_fewest else self._keep.currentData()
        if keep == KEEP_ALL or self.target == COMPLETE:
            return self._document.placement()
        if keep == KEEP_GIVEN:
            return self._document.given_placement()
        return Placement(self._document.board)

    def _wanted(self) -> tuple[int | str, bool]:
        """Return the target, and whether a proof is wanted that it does not fit."""
        if self.target == PROVE:
            return self._most.value() + 1, True
        if self.target == COUNT:
            return self._count.value(), False
        return MAXIMUM if self.target == COMPLETE else self.target, False

    # What cannot be asked ------------------------------------------------------------------

    def _engine_objections(self) -> Callable[[object], str]:
        """Return what says why an engine does not answer the question."""
        ask, counts = self.question, self._document.counts
        ask = replace(ask, cuts=self._cuts.cuts if self._asks_programs else None)
        objection = ask.objections(counts.free if len(ask.givens) == counts.queens else None)
        return lambda engine: objection(str(engine))

    def target_objection(self, target: object) -> str:
        """Return why something cannot be looked for on this board; empty where it can."""
        board = self._document.board
        if target in FEWEST:
            return domination_objection(AUTO, board)
        try:
            Problem(Placement(board), "full" if target == FULL else "max")
        except InputError as error:
            return str(error)
        return ""

    # Building ------------------------------------------------------------------------------

    def _make_question(self) -> None:
        self._count = spin("solve.count", 1, 10**7, 8)
        self._most = spin("solve.most", 1, 10**7, 8)
        self._suffice = spin("solve.suffice", 0, 10**7, 0, lowest=tr("the fewest"))
        self._keep = combo("solve.keep", [("", KEEP_ALL), ("", KEEP_GIVEN), ("", KEEP_NONE)])
        self._seconds = spin("solve.seconds", 0, 10**6, 60, suffix=" s", lowest=tr("no limit"))

    def _make_rest(self) -> None:
        engines = [(tr("Automatic"), AUTO), *((tr(e.name), name) for name, e in ENGINES.items())]
        self._engine = combo("solve.engine", engines, self._engine_objections)
        self._threads = spin("solve.threads", 1, core_count(), 1)
        self._nodes = spin("solve.nodes", 0, 2**31 - 1, 0, lowest=tr("no limit"))
        self._nodes.setGroupSeparatorShown(True)
        self._cuts = CutsButton("solve.cuts")
        self.checkpoint = Checkpoint("solve.checkpoint")

    def set_limits(self, seconds: int, threads: int) -> None:
        """Set the time limit, 0 for none, and the number of threads."""
        set_seconds(self._seconds, seconds)
        self._threads.setValue(threads)

    def _lay_out(self) -> None:
        column = vertical(self, spacing=GAP)
        self._count_field = field(self._count, tr("Number"))
        self._most_field = field(self._most, tr("No more than"))
        self._suffice_field = field(self._suffice, tr("At most"))
        self._keep_field = field(self._keep, tr("Keep"))
        self._cuts_field = field(self._cuts, tr("Cuts"))
        inside = QWidget()
        rest = vertical(inside, field(self._engine), spacing=GAP)
        limits = beside(field(self._threads), field(self._nodes))
        compare = link("solve.compare", on_click=self.compare_wanted)
        fill(rest, limits, self._cuts_field, self.checkpoint, compare)
        self._more = Disclosure("solve.more", inside)
        self._more.row.setMinimumHeight(26)
        fill(column, self._count_field, self._most_field, self._suffice_field)
        time = field(self._seconds, tr("Time limit"))
        fill(column, beside(self._keep_field, time, shares=(3, 2)), 3, self._more)

    def name_piece(self) -> None:
        """Name the piece on the board in the names and tooltips of the controls."""
        choices = self._keep, self._engine
        numbers = self._count, self._most, self._suffice, self._seconds, self._nodes, self._threads
        name_piece(self._document.board.piece, *choices, *numbers)

    def update_ui(self) -> None:
        """Show the fields of what is looked for."""
        self._count_field.setVisible(self.target == COUNT)
        self._most_field.setVisible(self.target == PROVE)
        self._suffice_field.setVisible(self.seeks_fewest)
        self._keep_field.setVisible(not self.seeks_fewest and self.target != COMPLETE)
        self._cuts_field.setVisible(self._takes_cuts)
        engine = ENGINES.get(str(self._engine.currentData()))
        self.checkpoint.setVisible(self._asks_programs)
        self.checkpoint.offer(engine is None or engine.takes_checkpoint)

    def set_count(self, count: int) -> None:
        """Set the number that is looked for."""
        show_value(self._count, count)

    def focus_count(self) -> None:
        """Set the focus to the field of the number, with its text selected."""
        box = self._most if self.target == PROVE else self._count
        box.setFocus()
        box.selectAll()
