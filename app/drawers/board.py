"""The Board panel: size, dimension, torus and piece of the board, and the given queens."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from nqviz.core.board import MAX_DIMENSION, Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import HYPERPLANE
from nqviz.core.placement import Placement

from ..document.board_tab import window_state
from ..document.document import Document
from ..widgets.widgets import button, combo, named, note, set_quietly, spin, typed_numbers
from ..widgets.wording import set_tip

CUBE, BOX = "cube", "box"
RIDER = "rider"
"""Stands for a piece by classes that are written beside it."""


class BoardPanel(QWidget):
    """Chooses the board."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._kind = combo(
            "board.kind",
            "Kind of board",
            [("Cube: equal sides", CUBE), ("Box: own sides", BOX)],
            "Whether all sides of the board are equal",
        )
        self._n = spin("board.n", "Side n", 1, 999, 8, "How many cells each side has")
        self._d = spin(
            "board.d", "Dimension d", 1, MAX_DIMENSION, 2, "2 is a chessboard, 3 a cube of cells"
        )
        self._shape = named(
            QLineEdit(), "board.shape", "Sides", "The sides, separated by commas, such as 4, 5, 6"
        )
        self._shape.setPlaceholderText("4, 5, 6")
        self._torus = named(
            QCheckBox("Torus: lines wrap around"),
            "board.torus",
            "Torus",
            "On a torus a line that leaves the board comes back on the other side",
        )
        self._piece = combo(
            "board.piece",
            "Piece",
            [
                ("Queens", "queen"),
                ("Rooks", "rook"),
                ("Bishops", "bishop"),
                ("Classes of your choice", RIDER),
                ("Hyperplane queens", HYPERPLANE),
            ],
            "Queens attack along every direction, rooks along the axes, bishops along diagonals",
        )
        self._classes = named(
            QLineEdit("1+3"),
            "board.classes",
            "Classes of direction",
            "Along how many coordinates the lines of this piece run: 1+3 for axes and triagonals",
        )
        self._apply = button("board.apply", "Make this board", "Start with this board", True)
        self._error = note("board.error", "What is wrong with the board")
        self._lay_out()
        self._kind.currentIndexChanged.connect(self._show_kind)
        self._piece.currentIndexChanged.connect(self._show_kind)
        self._classes.returnPressed.connect(self.apply)
        self._shape.returnPressed.connect(self.apply)
        self._apply.clicked.connect(self.apply)
        document.board_changed.connect(self._update_ui)
        self._update_ui()

    def _lay_out(self) -> None:
        form = self._form = QFormLayout()
        form.addRow("Board", self._kind)
        form.addRow("Side n", self._n)
        form.addRow("Dimension d", self._d)
        form.addRow("Sides", self._shape)
        form.addRow("Piece", self._piece)
        form.addRow("Classes", self._classes)
        form.addRow(self._torus)
        givens = QGroupBox("Given queens")
        set_tip(givens, "A completion keeps the given queens; they are locked against clicks")
        lock = button("board.lock", "Lock all", "Make every queen on the board a given one")
        unlock = button("board.unlock", "Unlock all", "No queen is a given one any more")
        clear = button("board.clear", "Clear", "Remove every queen that is not given")
        self.buttons = {"edit.lock": lock, "edit.unlock": unlock, "edit.clear": clear}
        lock.clicked.connect(self._document.lock_all)
        unlock.clicked.connect(self._document.unlock_all)
        clear.clicked.connect(self._document.clear)
        row = QHBoxLayout(givens)
        for each in (lock, unlock, clear):
            row.addWidget(each)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._apply)
        column.addWidget(self._error)
        column.addWidget(givens)
        column.addStretch(1)

    def _update_ui(self) -> None:
        """Show the document's board in the controls."""
        board = self._document.board
        self._kind.setCurrentIndex(self._kind.findData(CUBE if board.is_cube else BOX))
        set_quietly(self._n, board.n)
        set_quietly(self._d, board.d)
        self._shape.setText(", ".join(map(str, board.shape)))
        self._torus.setChecked(board.torus)
        if board.piece.endswith("-rider"):
            self._classes.setText(board.piece.removesuffix("-rider"))
        piece = self._piece.findData(board.piece)
        self._piece.setCurrentIndex(piece if piece >= 0 else self._piece.findData(RIDER))
        self._error.clear()
        self._error.hide()
        self._show_kind()

    def _show_kind(self) -> None:
        cube = self._kind.currentData() == CUBE
        rider = self._piece.currentData() == RIDER
        shown_or_not = (
            (self._n, cube),
            (self._d, cube),
            (self._shape, not cube),
            (self._classes, rider),
        )
        for widget, shown in shown_or_not:
            self._form.setRowVisible(widget, shown)

    def apply(self) -> None:
        """Put the chosen board into the document, without queens."""
        try:
            board = self._chosen()
            if board == self._document.board:
                self._document.report(f"This is the {board} already.")
                return
            state = window_state(Placement(board))
        except InputError as error:
            text = str(error)
            self._error.setText(text[:1].upper() + text[1:] + ".")
            self._error.show()
            return
        self._document.load(state, f"New {board}")

    def _chosen(self) -> Board:
        torus, piece = self._torus.isChecked(), str(self._piece.currentData())
        if piece == RIDER:
            piece = self._classes.text().replace(" ", "")
        if self._kind.currentData() == CUBE:
            return Board.cube(self._n.value(), self._d.value(), torus, piece)
        return Board(typed_numbers(self._shape.text(), "sides"), torus, piece)
