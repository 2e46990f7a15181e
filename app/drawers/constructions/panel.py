"""The Constructions panel: families of placements, with a form made from the registry."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from nqviz.constructions import FAMILIES, Construction
from nqviz.core.board import MAX_DIMENSION, Board
from nqviz.core.board_state import BoardState, Cut
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted, worded
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext

from ...document.board_tab import window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...widgets.widgets import button, combo, named, note, sentence, set_quietly, spin
from ...widgets.wording import QUEEN, name_piece
from ..lazy_panel import LazyPanel
from .family_form import FamilyForm
from .shift_classes import ShiftClasses

CUBE, OPEN, PLACED = "cube", "open", "placed"
"""Where to build: on a cube of queens of any size, on the open board, or from its queens."""


class ConstructionsPanel(LazyPanel):
    """Builds a placement of a family on a board of its own choice and loads it."""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self._family = combo(
            "constructions.family",
            "Family",
            [(family.title, name) for name, family in FAMILIES.items()],
            "Which construction to use",
        )
        self._about = note("constructions.about", "About this family")
        self._where = combo(
            "constructions.board",
            "Board",
            [("Cube of queens", CUBE), ("", OPEN)],
            "A cube of any size, or the board that is open: a box, or one of other pieces; some"
            " families can also start from the queens on it",
        )
        self._n = spin("constructions.n", "Side n", 1, 999, 11, "The side of the board to fill")
        self._d = spin("constructions.d", "Dimension d", 1, MAX_DIMENSION, 3, "Its dimension")
        self._torus = named(QCheckBox("Torus"), "constructions.torus", "Torus", "Lines wrap")
        self._form = QFormLayout()
        self._form.addRow("Family", self._family)
        self._form.addRow("Board", self._where)
        self._form.addRow("Side n", self._n)
        self._form.addRow("Dimension d", self._d)
        self._form.addRow(self._torus)
        self._fields = FamilyForm(self._form)
        self._show_cut = named(
            QCheckBox("Show the cut on the outer board"),
            "constructions.show_cut",
            "Show the cut on the outer board",
            "Load the larger board instead: kept queens, dropped queens (crossed) and the layers"
            " that are cut away (grey)",
        )
        self._load = button(
            "constructions.load", "Build and load", "Put this placement on the board", True
        )
        self._state = note("constructions.state", "What was built, or why it was not")
        self._use = button(
            "constructions.use_nearest", "Use the nearest", "Change the form to this board"
        )
        self._nearest: Board | None = None
        self._reads_document = True
        self._use.hide()
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(self._about)
        column.addWidget(self._show_cut)
        # Below each other: the board's name shall not make the panel wider, and the views narrower.
        column.addWidget(self._load)
        column.addWidget(self._use)
        column.addWidget(self._state)
        self._shifts = ShiftClasses(document)
        column.addWidget(self._shifts)
        column.addStretch(1)
        self._choose_fitting()
        self._connect()
        self._show_family()

    def _connect(self) -> None:
        self._family.currentIndexChanged.connect(self._show_family)
        self._where.currentIndexChanged.connect(self._show_board)
        self._n.valueChanged.connect(self._show_board)
        self._d.valueChanged.connect(self._show_board)
        self._torus.toggled.connect(self._show_board)
        self._job = PanelJob(self, self._runner, self._state.setText, self._document)
        self._job.add_start(self._load, self.load, self._objection)
        self._use.clicked.connect(self._use_nearest)
        self._document.board_changed.connect(self.invalidate)

    def _choose_fitting(self) -> None:
        """Start with the board that is open and the first family that has something for it."""
        self._ask_for(self._document.board)
        for name, family in FAMILIES.items():
            if family.suits(self._document.board):
                self._family.setCurrentIndex(self._family.findData(name))
                return

    # The form ------------------------------------------------------------------------------

    @property
    def family(self) -> str:
        """The name of the chosen family."""
        return str(self._family.currentData())

    def _show_family(self) -> None:
        family = FAMILIES[self.family]
        self._fields.show(family)
        self._show_cut.setVisible(self.family == "subcube")
        place = self._where.findData(PLACED)
        if family.build_from is not None and place < 0:
            self._where.addItem("From the open placement", PLACED)
        elif family.build_from is None and place >= 0:
            was_chosen = self._where.currentIndex() == place
            with QSignalBlocker(self._where):
                self._where.removeItem(place)
            if was_chosen:
                self._ask_for(self._document.board)
        self._show_board()

    def _board(self) -> Board:
        if self._where.currentData() == CUBE:
            return Board.cube(self._n.value(), self._d.value(), self._torus.isChecked())
        return self._document.board

    def _objection(self) -> str:
        if self._where.currentData() == PLACED:
            return ""  # the family itself checks the placement
        try:
            return FAMILIES[self.family].objection(self._board()) or ""
        except InputError as error:
            return str(error)

    def _show_board(self) -> None:
        """Show whether the family has a placement for this board, and list its coefficients."""
        for control in (self._n, self._d, self._torus):
            self._form.setRowVisible(control, self._where.currentData() == CUBE)
        reason = self._objection()
        self._state.setText(sentence(reason))
        self._job.update_buttons()
        self._fields.show_board(None if reason else self._board())
        self._offer_nearest(bool(reason))
        self._name_piece(QUEEN if reason else self._board().piece)

    def _name_piece(self, piece: str) -> None:
        """Name the piece that is built in the texts about queens."""
        self._about.setText(worded(FAMILIES[self.family].summary, piece))
        name_piece(piece, (self._show_cut, *self._fields.parts))
        name_piece(self._document.board.piece, (self._shifts,))

    def _offer_nearest(self, fails: bool) -> None:
        """Offer the nearest board where the family has something."""
        self._nearest = None
        if fails:
            with suppress(InputError):  # a board too large to be one has none near
                self._nearest = FAMILIES[self.family].nearest(self._board())
        self._use.setVisible(self._nearest is not None)
        if self._nearest is not None:
            self._use.setText(f"Use the {self._nearest}")

    def _use_nearest(self) -> None:
        """Ask for that board; what is said of each step on the way does not show."""
        if self._nearest is not None:
            self._ask_for(self._nearest)
            self._show_board()

    def _ask_for(self, board: Board) -> None:
        """Set the form to a board without following it step by step."""
        is_cube = board.is_cube and board.piece == "queen"
        with QSignalBlocker(self._where), QSignalBlocker(self._torus):
            self._where.setCurrentIndex(self._where.findData(CUBE if is_cube else OPEN))
            if is_cube:
                set_quietly(self._n, board.n)
                set_quietly(self._d, board.d)
                self._torus.setChecked(board.torus)

    def refresh(self) -> None:
        """Offer what there is for the document's board; what was said of another one goes."""
        board = self._document.board
        self._where.setItemText(self._where.findData(OPEN), f"The open {board}")
        if self._document.cut is None and self._reads_document:
            self._ask_for(board)
        if not self._job.is_running:
            self._show_board()

    # Building ------------------------------------------------------------------------------

    def load(self) -> None:
        """Build the placement in the background and load it, in one step that can be undone."""
        if self._job.is_running:
            return
        board, family = self._board(), self.family
        try:
            parameters = self._fields.values()
        except InputError as error:
            self._state.setText(sentence(str(error)))
            return
        show_cut = self._show_cut.isVisible() and self._show_cut.isChecked()
        origin = self._document.placement() if self._where.currentData() == PLACED else None

        def work(run: RunContext) -> tuple[BoardState, Construction]:
            if origin is not None:
                built = FAMILIES[family].construct_from(origin, parameters)
            else:
                built = FAMILIES[family].construct(board, parameters, run)
            if show_cut and built.cut is not None:
                return cut_state(built), built
            return window_state(built.placement), built

        self._job.start(
            f"{FAMILIES[family].title} on the {board}",
            work,
            lambda result: self._show_built(*result),
            text="Building …",
            in_tab=True,
        )

    def _show_built(self, state: BoardState, built: Construction) -> None:
        title = FAMILIES[built.family].title
        self._reads_document = False  # a colouring is shown on a board of more dimensions
        self._document.load(state, f"{title} on the {built.placement.board}")
        self._reads_document = True
        self._show_board()
        queens = counted(len(built.placement), built.placement.board.piece)
        said = built.note.startswith(queens)
        self._state.setText(built.note if said else f"{queens}. {built.note}")


def cut_state(built: Construction) -> BoardState:
    """Show a subcube cut on its outer board: its queens stand, those that it lost are dropped.

    Queens added to a cut stand among them. Added queens on two sides of the deleted layers may
    attack each other over these, so the layers of a filled cut are shown deleted at the far end.
    """
    cut = built.cut
    assert cut is not None
    board = cut.outer_board
    if len(built.placement) != cut.count:
        board = Board(board.shape)  # around the torus they may attack each other as well
        last = replace(cut, offsets=(cut.m,) * cut.d)
        cut = replace(last, shift=(last.shift + last.residue - cut.residue) % cut.outer)
    cells = Placement(board, cut.to_outer(built.placement.cells))
    dropped = np.setdiff1d(cut.outer_placement.indices, cells.indices)
    return window_state(cells, cut=Cut(dropped, cut.deleted, built.note))
