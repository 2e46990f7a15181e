"""The square: a board of three dimensions seen from above, each queen as its third coordinate.

Full and without an attack this is a Latin square; on a flat board it is a permutation.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from nqviz.core.board import Board
from nqviz.core.coordinates import coordinate_text, to_coordinates
from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.core.notation import place_text
from nqviz.core.rings import has_rings
from nqviz.rendering.canvas.layers_layout import arrange_layers
from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import LIGHT, Theme, layer_colours

from ..document.document import Document
from ..widgets.focus_order import shows_focus
from ..widgets.painting import outline_with
from ..widgets.theme import text_scale
from ..widgets.widgets import lay_under, named, note
from .cell_access import CellWidget, cell_text
from .layers.canvas import painted
from .layers.frame import LEGEND_WIDTH, paint_legend
from .layers.paint import Shown
from .layers.pieces import outline_cursor
from .layers.selection import moved
from .layers.view_transform import ViewTransform
from .square_paint import flat_shown, paint_chosen, paint_square, seen_from_above

KEYS = tr_later("Arrow keys move, Space or Enter places or removes a piece, L locks it")
NO_SQUARE = tr_later(
    "A square shows boards of two or three dimensions: the symbol in it is the last coordinate."
    " The {board} has {d}."
)
SYMBOLS = tr_later(
    "Each symbol is the {ordinal} coordinate of a queen; {filled} of {size} cells are filled."
)
ORDINALS = {2: tr_later("second##ordinal"), 3: tr_later("third##ordinal")}
MAX_PERMUTATION = 40
"""The longest permutation that is written out."""


class SquareGrid(CellWidget):
    """Paints the columns of a board; the document's cursor is in the chosen one."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.theme = LIGHT
        self._pixmap: QPixmap | None = None
        self._above: Board | None = None
        self._hovers = False
        named(self, "square.grid", tip=None)
        self.setAccessibleDescription(tr(KEYS))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 120)
        self._on_board()
        document.board_changed.connect(self._on_board)
        document.queens_changed.connect(self._on_queens)
        document.overlay_changed.connect(self._arrange)
        document.selection_changed.connect(self.update)
        document.cursor_changed.connect(self._on_cursor)

    # Where things are ------------------------------------------------------------------------

    @property
    def _side(self) -> int:
        return self.document.board.shape[-1]

    @property
    def column(self) -> int | None:
        """The column under the cursor."""
        cursor = self.document.cursor
        return None if cursor is None or self._above is None else cursor // self._side

    def column_center(self, column: int) -> QPointF:
        """Return the middle of a column, in the coordinates of this widget."""
        return QPointF(*self._transform.points(self._flat.positions([column]))[0].tolist())

    def cell_rect(self) -> QRectF:
        """Return the box of the column under the cursor on this widget; empty without one."""
        if self.column is None:
            return QRectF()
        middle, half = self.column_center(self.column), self._transform.cell / 2
        return QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)

    @property
    def cell_words(self) -> str:
        """What stands in the column under the cursor, in words."""
        column, document = self.column, self.document
        if column is None or self._above is None:
            return tr("{board}, no cell chosen", board=document.board)
        where = coordinate_text(self._above.cell(column))
        if cells := self._queens(column):
            return f"{where}, " + "; ".join(cell_text(document, cell) for cell in cells)
        return tr("{cell}, empty, {free} free cells", cell=where, free=len(self._free(column)))

    def _cells(self, column: int) -> range:
        return range(column * self._side, (column + 1) * self._side)

    def _queens(self, column: int) -> list[int]:
        return [cell for cell in self._cells(column) if self.document.is_queen(cell)]

    def _free(self, column: int) -> list[int]:
        counts = self.document.counts.counts
        return [cell for cell in self._cells(column) if not counts[cell]]

    def _on_board(self) -> None:
        self._above = seen_from_above(self.document.board)
        self._arrange()

    def _arrange(self) -> None:
        if self._above is not None:
            self._flat: Arrangement = arrange_layers(self._above, tuple(range(self._above.d)))
            self._transform = ViewTransform.fitting(self._flat, self.size(), self._legend_width)
        self.refresh()

    @property
    def _has_legend(self) -> bool:
        """Whether the cells have values that are laid over the square."""
        overlay = self.document.overlay
        return overlay is not None and overlay.kind == "field" and self.document.board.d == 2

    @property
    def _legend_width(self) -> int:
        return round(text_scale(self.font()) * LEGEND_WIDTH) if self._has_legend else 0

    # Painting ----------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme."""
        self.theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Paint everything anew at the next turn of the event loop."""
        self._pixmap = None
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(640, 520)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.theme.background))
        if self._above is not None:
            if self._pixmap is None:
                self._pixmap = painted(self._shown(), self.devicePixelRatioF(), self._paint_all)
            painter.drawPixmap(0, 0, self._pixmap)
            if len(selected := self.document.picture().selected):
                columns = np.unique(selected // self._side)
                paint_chosen(painter, flat_shown(self._above, self._shown()), columns)
            width = min(4.0, max(2.0, 0.08 * self._transform.cell))
            if self.column is not None:
                outline_cursor(painter, self.cell_rect(), width, self.theme.text)
        if shows_focus(self):
            outline_with(painter, self.theme.accent, 2)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _shown(self) -> Shown:
        counts = self.document.counts
        return Shown(
            self.document.picture(),
            counts.counts > 0,
            counts.occupied,
            self._flat,
            self.theme,
            self._transform,
            self.font(),
        )

    def _paint_all(self, painter: QPainter, shown: Shown) -> None:
        assert self._above is not None
        paint_square(painter, self._above, shown)
        if self._has_legend:
            paint_legend(painter, shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.DevicePixelRatioChange):
            self._arrange()
        super().changeEvent(event)

    def _on_queens(self) -> None:
        self.refresh()
        self.announce_cell()

    def _on_cursor(self) -> None:
        self.update()
        self.announce_cell()

    # Mouse and keys ------------------------------------------------------------------------------

    def column_at(self, point: QPointF) -> int | None:
        """Return the column under a point, None where there is none."""
        return None if self._above is None else self._flat.cell_at(*self._transform.place(point))

    def _look_at(self, column: int | None) -> None:
        """Put the cursor on the queen of a column, else on a free cell, else on any cell."""
        if column is None:
            self.document.set_cursor(None)
        elif column != self.column:
            cells = [*self._queens(column), *self._free(column), column * self._side]
            self.document.set_cursor(cells[0])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovers = True
        self._look_at(self.column_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        if self._hovers:
            self._hovers = False
            self.document.set_cursor(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        column = self.column_at(event.position())
        if column is None:
            return
        self._look_at(column)
        if event.button() == Qt.MouseButton.LeftButton:
            self._use(column)
        elif event.button() == Qt.MouseButton.RightButton:
            self._offer(column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, column = event.key(), self.column
        if self._above is None:
            event.ignore()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and column is not None:
            self._use(column)
        elif key in (Qt.Key.Key_Menu, Qt.Key.Key_Insert) and column is not None:
            self._offer(column)
        elif key == Qt.Key.Key_L and self.document.cursor is not None:
            self.document.toggle_given(self.document.cursor)
        elif key == Qt.Key.Key_B and self.document.cursor is not None:
            self.document.toggle_blocked(self.document.cursor)
        elif key == Qt.Key.Key_Escape and column is not None:
            self.document.set_cursor(None)
        else:
            cell = None if column is None else self._above.cell(column)
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            target = moved(self._flat, cell, Qt.Key(key), control)
            if target is None:
                event.ignore()
            else:
                self._hovers = False
                self._look_at(self._above.index(target))

    def _use(self, column: int) -> None:
        """Remove the only queen of a column, or open a menu of its queens."""
        queens = self._queens(column)
        if len(queens) == 1:
            self.document.toggle(queens[0])
        else:
            self._offer(column)

    def _offer(self, column: int) -> None:
        """Open a list of the queens that can be taken away and of the free cells."""
        menu = named(QMenu(self), "square.menu")
        menu.setToolTip("")
        menu.aboutToHide.connect(menu.deleteLater)
        document, board = self.document, self.document.board
        for cell in self._cells(column):
            if document.is_queen(cell):
                where = place_text(board, cell)
                menu.addAction(tr("Remove {cell}", cell=where), partial(document.toggle, cell))
                lock, unlock = tr("Lock {cell}", cell=where), tr("Unlock {cell}", cell=where)
                words = unlock if document.is_given(cell) else lock
                menu.addAction(words, partial(document.toggle_given, cell))
        menu.addSeparator()
        hues, free = layer_colours(self._side), self._free(column)
        for cell in free:
            swatch = QPixmap(12, 12)
            swatch.fill(QColor(*hues[cell % self._side].tolist()))
            words = tr("Place {cell}", cell=place_text(board, cell))
            menu.addAction(QIcon(swatch), words, partial(document.toggle, cell))
        if not free:
            menu.addAction(tr("No cell of this column is free")).setEnabled(False)
        menu.popup(self.mapToGlobal(self.column_center(column).toPoint()))


class SquareView(QWidget):
    """The square with a sentence that says what it shows, or why there is none."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.setObjectName("square")
        self.grid = SquareGrid(document)
        self.words = note("square.words")
        lay_under(self.words, self.grid, self)
        for signal in (document.board_changed, document.queens_changed, document.overlay_changed):
            signal.connect(self._read)
        self._read()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._read()

    def _read(self) -> None:
        if not self.isVisible():
            return
        board = self.document.board
        above = seen_from_above(board)
        self.grid.setVisible(above is not None)
        if above is None:
            self.words.setText(tr(NO_SQUARE, board=board, d=board.d))
            return
        filled = int(self.document.counts.occupied.reshape(above.size, -1).any(axis=1).sum())
        counts = {"filled": f"{filled:,}", "size": f"{above.size:,}"}
        words = tr_piece(SYMBOLS, board.piece, ordinal=tr(ORDINALS[board.d]), **counts)
        self.words.setText(words + self._permutation() + self._captions())

    def _captions(self) -> str:
        """Return what stands in small letters under the symbols."""
        document = self.document
        if document.board.d != 2:
            return ""
        if document.overlay is not None and document.overlay.kind == "field":
            return tr(" Under each symbol stands its value.")
        has_tints = document.view.rings and has_rings(document.board)
        return tr(" Under each symbol stands its ring.") if has_tints else ""

    def _permutation(self) -> str:
        """Write a flat board with one queen in each column and row as a permutation."""
        board = self.document.board
        if board.d != 2 or board.n > MAX_PERMUTATION:
            return ""
        rows = to_coordinates(self.document.placement().cells)[:, -1].tolist()
        is_permutation = sorted(rows) == list(range(1, board.shape[1] + 1))
        if not is_permutation or len(rows) != board.shape[0]:
            return ""
        return tr(" As a permutation: {rows}.", rows=" ".join(map(str, rows)))
