"""The grid of layers: where the mouse and the keys meet the cells."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from nqviz.core.language import tr, tr_later

from ...document.document import Document
from ...widgets.widgets import named
from ..cell_access import cell_text
from .canvas import Canvas, LayersCanvas
from .selection import cells_between, cells_in_box, moved
from .surface import LayersSurface

ZOOM_STEP = 1.2
KEYS = tr_later(
    "Arrow keys and Page Up and Page Down move, Space places or removes a piece, L locks it,"
    " Shift with the arrows selects cells, Escape gives up"
)
CLICK = 4
"""Pixels that the mouse may move before a click becomes a box."""
Pressed: TypeAlias = tuple[Qt.MouseButton, int | None, QPoint]
"""A button of the mouse, the cell on which it was pressed, and the place."""
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier

_KEY = Qt.Key
CELL_KEYS = (_KEY.Key_Space, _KEY.Key_Return, _KEY.Key_Enter, _KEY.Key_L, _KEY.Key_B)
"""The keys that change the cell at the cursor."""


def _is_drag(pressed: Pressed, event: QMouseEvent) -> bool:
    distance = (event.position().toPoint() - pressed[2]).manhattanLength()
    return distance >= QApplication.startDragDistance()


class LayersGrid(LayersSurface):
    """Turns clicks and keys on the layers of a document into changes of it."""

    def __init__(
        self,
        document: Document,
        canvas: Canvas | None = None,
        name: str = "layers.grid",
        title: str = tr_later("Layers of the board"),
    ) -> None:
        super().__init__(document, canvas or LayersCanvas())
        self._hovers = False
        self._pressed: Pressed | None = None
        self._dragged: int | None = None
        self._pan_from: QPointF | None = None
        self._anchor: int | None = None
        named(self, name, tr(title), tip=None)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        document.board_changed.connect(self._on_other_board)
        for change in (
            document.queens_changed,
            document.cursor_changed,
            document.selection_changed,
        ):
            change.connect(self.announce_cell)
        self.setAccessibleDescription(tr(KEYS))

    def _on_other_board(self) -> None:
        self._anchor = None
        self.announce_cell()

    @property
    def cell_words(self) -> str:
        """What is under the cursor, in words."""
        return cell_text(self.document, self.document.cursor)

    def cell_rect(self) -> QRectF:
        """Return the box of the cell under the cursor on this widget; empty without one."""
        cursor = self.document.cursor
        if cursor is None:
            return QRectF()
        half = self.cell_size / 2
        return QRectF(self.cell_center(cursor), QSizeF()).adjusted(-half, -half, half, half)

    # The mouse -----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.LeftButton and event.modifiers() & SHIFT:
            self._band = QRectF(event.position(), event.position())
        else:
            where = self.cell_at(event.position())
            self._pressed = event.button(), where, event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            self._look(self._transform.panned(event.position() - self._pan_from))
            self._pan_from = event.position()
            return
        if self._band is not None:
            self._band.setBottomRight(event.position())
            self.update()
            return
        if self._pressed is not None and _is_drag(self._pressed, event):
            button, where, _ = self._pressed
            self._pressed = self._dragged = None
            is_left = button == Qt.MouseButton.LeftButton
            if is_left and where is not None and self.document.is_queen(where):
                self._dragged = where
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._hovers = True
        self.document.set_cursor(self.cell_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = None
            self.unsetCursor()
            return
        if self._band is not None and event.button() == Qt.MouseButton.LeftButton:
            self._band.setBottomRight(event.position())
            self._end_band(adds=bool(event.modifiers() & CONTROL))
            return
        if self._dragged is not None and event.button() == Qt.MouseButton.LeftButton:
            start, self._dragged = self._dragged, None
            self.unsetCursor()
            end = self.cell_at(event.position())
            if end is not None:
                self.document.move(start, end)
                self.document.set_cursor(end)
            return
        pressed, self._pressed = self._pressed, None
        if pressed is None or _is_drag(pressed, event):
            return
        button, where, _ = pressed
        if where is None:
            self._choose_layer(event.position())
        elif button == event.button() and self.cell_at(event.position()) == where:
            if button == Qt.MouseButton.LeftButton and event.modifiers() & CONTROL:
                self._select_or_not(where)
            else:
                self._use(button, where)

    def _end_band(self, *, adds: bool) -> None:
        """Select what lies in the box; without a drag, the cell that was clicked."""
        assert self._band is not None
        band, self._band = self._band, None
        cells: set[int] = set()
        if max(abs(band.width()), abs(band.height())) >= CLICK:
            cells.update(cells_in_box(self._up_to_date(), band.normalized()).tolist())
        elif (clicked := self.cell_at(band.topLeft())) is not None:
            cells.add(clicked)
        self.document.set_selection(cells | self.document.selection if adds else cells)
        self.update()

    def _select_or_not(self, index: int) -> None:
        self.document.set_selection(self.document.selection ^ {index})

    def _choose_layer(self, point: QPointF) -> None:
        """Make the layer active whose name is clicked; none if it is the active one."""
        layer = self.layer_named_at(point)
        if layer is not None:
            view = self.document.view
            active = None if layer == view.active_layer else layer
            self.document.set_view(replace(view, active_layer=active))

    def _use(self, button: Qt.MouseButton, index: int) -> None:
        self.document.set_cursor(index)
        if button == Qt.MouseButton.LeftButton:
            self.document.toggle(index)
        elif button == Qt.MouseButton.RightButton:
            self.document.toggle_given(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)  # two quick clicks are two clicks

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._look(self._transform.zoomed(ZOOM_STEP ** (turn.y() / 120), event.position()))
        elif self._fits:
            event.ignore()
            return
        else:
            pixels = event.pixelDelta()
            by = QPointF(turn) / 2 if pixels.isNull() else QPointF(pixels)
            self._look(self._transform.panned(by))
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovers = True
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if self._hovers:
            self._hovers = False
            self.document.set_cursor(None)
        super().leaveEvent(event)

    # The keys -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, cursor = event.key(), self.document.cursor
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in CELL_KEYS:
            if cursor is not None and key == Qt.Key.Key_Space and modifiers == CONTROL:
                self._select_or_not(cursor)
            elif cursor is None or modifiers:
                event.ignore()
            elif key == Qt.Key.Key_L:
                self.document.toggle_given(cursor)
            elif key == Qt.Key.Key_B:
                self.document.toggle_blocked(cursor)
            else:
                self.document.toggle(cursor)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            factor = 1 / ZOOM_STEP if key == Qt.Key.Key_Minus else ZOOM_STEP
            self._look(self._transform.zoomed(factor, QPointF(self.rect().center())))
        elif key == Qt.Key.Key_Escape and (self.document.selection or cursor is not None):
            self._escape()
        else:
            cell = None if cursor is None else self.document.board.cell(cursor)
            target = moved(self.arrangement, cell, Qt.Key(key), bool(modifiers & CONTROL))
            if target is None:
                event.ignore()
                return
            self._go_to(self.document.board.index(target), extends=bool(modifiers & SHIFT))

    def _escape(self) -> None:
        """Cancel the box that is being drawn, else the selection, else the cursor."""
        if self._band is not None:
            self._band = None
            self.update()
        elif self.document.selection:
            self.document.set_selection(())
        else:
            self.document.set_cursor(None)

    def _go_to(self, index: int, *, extends: bool) -> None:
        """Move the cursor; with shift, select all cells of the box from where that began."""
        self._hovers = False
        if not extends:
            self._anchor = None
        elif self._anchor is None:
            self._anchor = self.document.cursor
        self.document.set_cursor(index)  # a layer that is held follows
        if self._anchor is not None:
            self.document.set_selection(cells_between(self.document.board, self._anchor, index))
        self._bring_into_sight(index)
