"""The fields of the board: each change acts at once, as one step that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from nqviz.core.board import MAX_DIMENSION, Board
from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_later
from nqviz.core.pieces import HYPERPLANE
from nqviz.core.placement import Placement

from ...document.board_tab import MAX_SIDE, check_size, window_state
from ...document.document import Document
from ...widgets.fields import GAP, Stepper, beside, field, label
from ...widgets.icons import icon_pixmap
from ...widgets.labels import PlainLabel
from ...widgets.layouts import fill, horizontal, vertical
from ...widgets.numbers import with_spaces
from ...widgets.theme import current_theme, text_scale
from ...widgets.values import offer, show_value
from ...widgets.widgets import combo, named, sentence, switch, typed_numbers

CUBE, BOX = "cube", "box"
RIDER = "rider"
"""Stands for a piece by classes that are written below it."""
PIECES = {
    "queen": tr_later("Queen"),
    "rook": tr_later("Rook"),
    "bishop": tr_later("Bishop"),
    "knight": tr_later("Knight"),
    "superqueen": tr_later("Superqueen"),
    RIDER: tr_later("By classes"),
    HYPERPLANE: tr_later("Hyperplane queen"),
}
USUAL_CLASSES = "1+3"
Wrapping = tuple[tuple[int, ...], bool]
"""The axes along which lines wrap around, and whether the seam turns the board over."""
MOST_WRAPPED = 4
"""The largest dimension in which every set of axes is offered, in others each axis alone."""


class BoardForm(QWidget):
    """Shows the board of a document and changes it.

    Another shape begins with an empty board; a torus or another piece keeps the queens. What
    cannot be a board changes nothing and is reported in one line.
    """

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._n = named(Stepper(), "board.n")
        self._n.setRange(1, MAX_SIDE)
        self._d = named(Stepper(), "board.d")
        self._d.setRange(1, MAX_DIMENSION)
        self._kind = combo("board.kind", [(tr("Cube"), CUBE), (tr("Box"), BOX)])
        self._sides = named(QLineEdit(), "board.shape")
        self._sides.setPlaceholderText("4, 5, 6")
        self._piece = combo("board.piece", [(tr(text), piece) for piece, text in PIECES.items()])
        self._classes = named(QLineEdit(USUAL_CLASSES), "board.classes")
        self._wraps = combo("board.wraps", [])
        self._stops = switch("board.stops")
        self._problem = Problem("board.error")
        self._lay_out()
        self._connect()
        self._update_ui()

    def _lay_out(self) -> None:
        column = self._column = vertical(self, spacing=GAP)
        self._cube_row = beside(field(self._n), field(self._d))
        self._sides_row = field(self._sides)
        self._classes_row = field(self._classes)
        self._choices = choices = beside(field(self._kind), field(self._piece))
        wrapping = beside(label(tr("Lines wrap around")), self._wraps, shares=(0, 1))
        fill(column, self._cube_row, self._sides_row, choices, self._classes_row)
        fill(column, wrapping, self._stops, self._problem)

    def _connect(self) -> None:
        for number in (self._n, self._d):
            number.valueChanged.connect(lambda: self._change(self._as_cube))
        self._sides.editingFinished.connect(self._on_sides)
        self._kind.currentIndexChanged.connect(self._on_kind)
        self._piece.currentIndexChanged.connect(self._show_rows)
        self._piece.currentIndexChanged.connect(lambda: self._change(self._as_shown))
        self._classes.editingFinished.connect(self._on_classes)
        self._wraps.currentIndexChanged.connect(lambda: self._change(self._as_shown))
        self._stops.clicked.connect(lambda: self._change(self._as_shown))
        self._document.board_changed.connect(self._update_ui)

    # What is typed and chosen ------------------------------------------------------------------

    def _on_kind(self) -> None:
        """Go to a cube at once; a box begins with its sides, which are typed."""
        self._show_rows()
        if self._kind.currentData() == CUBE:
            self._change(self._as_cube)
        else:
            self._sides.setFocus()
            self._sides.selectAll()

    def _on_sides(self) -> None:
        if self._sides.text() != self._sides_text():
            self._change(self._as_box)

    def _on_classes(self) -> None:
        if self._piece.currentData() == RIDER:
            self._change(self._as_shown)

    def _as_cube(self) -> Board:
        return self._board_of((self._n.value(),) * self._d.value())

    def _as_box(self) -> Board:
        return self._board_of(typed_numbers(self._sides.text(), "sides"))

    def _as_shown(self) -> Board:
        return self._board_of(self._document.board.shape)

    def _board_of(self, shape: Sequence[int]) -> Board:
        """Return the board of some sides; of those shown it keeps the blocked cells."""
        shown = self._document.board
        wraps, twist = self._wraps.currentData()
        torus = len(wraps) == shown.d
        if torus or len(shape) != shown.d:
            wraps, twist = (), False
        piece = str(self._piece.currentData())
        if piece == RIDER:
            piece = self._classes.text().replace(" ", "")
        board = Board(shape, torus, piece, wraps=wraps, twist=twist)
        if board.shape != shown.shape:
            return board
        return board.with_blocked(shown.blocked, self._stops.isChecked())

    # The document ------------------------------------------------------------------------------

    def _change(self, make: Callable[[], Board]) -> None:
        """Put another board into the document, or report why there is none."""
        document = self._document
        try:
            board = make()
            check_size(board)
        except InputError as error:
            self._report(f"{sentence(str(error))}.", make)
            return
        self._problem.show_text("")
        if board == document.board:
            return
        if board.shape == document.board.shape:
            queens = np.flatnonzero(document.counts.occupied)
            state = window_state(Placement.from_indices(board, queens), document.givens)
            document.load(state, tr_later("Change to the {board}").format(board=board))
        else:
            step = tr_later("New {board}").format(board=board)
            document.load(window_state(Placement(board)), step)

    def _report(self, text: str, make: Callable[[], Board]) -> None:
        """Report what is wrong below the field that it is about; its shape is shown again."""
        below = {self._as_cube: self._cube_row, self._as_box: self._sides_row}
        field_of_piece = self._choices if self._classes_row.isHidden() else self._classes_row
        place = self._column.indexOf(below.get(make, field_of_piece))
        self._column.removeWidget(self._problem)
        self._column.insertWidget(place + 1, self._problem)
        self._problem.show_text(with_spaces(text))
        self._show_shape()

    def go_to(self, board: Board) -> None:
        """Put a board of another shape, piece or rule into the document."""
        self._change(lambda: board)

    def _update_ui(self) -> None:
        """Show the board of the document."""
        board = self._document.board
        show_value(self._kind, CUBE if board.is_cube else BOX)
        self._show_shape()
        self._sides.setText(self._sides_text())
        show_value(self._stops, board.stops)
        self._stops.setVisible(bool(board.blocked))
        named_here = self._piece.findData(board.piece) >= 0
        show_value(self._piece, board.piece if named_here else RIDER)
        if not named_here:
            self._classes.setText(board.piece.removesuffix("-rider"))
        self._problem.show_text("")
        self._show_rows()

    def _show_shape(self) -> None:
        board = self._document.board
        offer(self._wraps, wrappings(board))
        show_value(self._wraps, (board.wraps, board.twist))
        show_value(self._n, board.n)
        show_value(self._d, board.d)

    def _sides_text(self) -> str:
        return ", ".join(map(str, self._document.board.shape))

    def _show_rows(self) -> None:
        cube = self._kind.currentData() == CUBE
        self._cube_row.setVisible(cube)
        self._sides_row.setVisible(not cube)
        self._classes_row.setVisible(self._piece.currentData() == RIDER)


class Problem(QWidget):
    """One sentence about what is wrong, beside a triangle; hidden while nothing is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._mark = PlainLabel()
        self.words = label("", "sentence", name)
        self.words.setProperty("alarm", True)
        horizontal(self, self._mark, (self.words, 1), spacing=8)
        self._mark.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_text(self, text: str) -> None:
        """Show a sentence, or with an empty one nothing."""
        side = round(16 * text_scale(self.font()))
        ratio = self.devicePixelRatioF()
        self._mark.setPixmap(icon_pixmap("triangle-alert", side, current_theme().conflict, ratio))
        self.words.setText(text)
        self.setVisible(bool(text))


def wrappings(board: Board) -> list[tuple[str, Wrapping]]:
    """Return where lines of a shape may wrap around: names, and axes with their twists."""
    every = tuple(range(board.d))
    most = board.d if board.d <= MOST_WRAPPED else 2
    sets = [axes for k in range(1, most) for axes in combinations(every, k)]
    if board.wraps not in [(), every, *sets]:
        sets.append(board.wraps)
    found: list[tuple[str, Wrapping]] = [
        (tr("Nowhere"), ((), False)),
        (tr("Every axis: torus"), (every, False)),
    ]
    for axes in sets:
        names = ", ".join(f"x{axis + 1}" for axis in axes)
        found.append((tr("{axes}: cylinder", axes=names), (axes, False)))
    if board.d == 2:
        for axis in every:
            name = tr("{axes}: Moebius strip", axes=f"x{axis + 1}")
            found.append((name, ((axis,), True)))
    return found
