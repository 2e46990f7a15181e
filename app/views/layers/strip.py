"""The filmstrip: one small board for each layer, the top layer at the top."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea

from nqviz.core.board import IntArray
from nqviz.core.language import tr
from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import LIGHT, Theme, layer_colours

from ...document.document import Document
from ...widgets.motion import beside_drawing
from ...widgets.painting import MIDDLE_LEFT, MIDDLE_RIGHT, outline_focus, outline_with, write_in
from ...widgets.theme import USUAL_PIXELS, font, text_scale
from ...widgets.widgets import named
from .paint import board_theme
from .thumbs import Thumb, marks_of

SMALLEST, USUAL, LARGEST = 52, 76, 96
"""Pixels of a small board at 100 %: at least, at most in general and at most where there are few.

Where not all fit at the smallest size, the strip scrolls.
"""
WIDTH, WIDE = 120, 136
"""Pixels of the strip at 100 %: in general, and with boards of few layers, which are larger."""
FEW = 7
"""The most layers that are few."""
RIGHT, NUMBER = 16, 24
"""Pixels at the right of the largest small board, and at least at the left of any."""
GAP, LEAST_GAP, LARGEST_GAP = 8, 6, 32
"""Pixels between small boards: in general, at least, and at most where there are few."""
CAPTION = 28
"""Pixels of a line that names a cube, where there are several."""
BELOW = 16
"""Pixels below the last small board."""
AFTER = 60
"""Milliseconds by which the small boards come after the picture of the scene while a search makes
suggestions, so that what the person does waits for one of them only."""
KEPT = 600
"""The most painted boards that are kept."""


def strip_width(layers: int) -> int:
    """Return the width of the strip at 100 % for so many layers."""
    return WIDE if layers <= FEW else WIDTH


@dataclass(frozen=True)
class Column:
    """Where the small boards stand: groups of equal height, one for each cube."""

    layers: int  # how many there are in each group
    groups: int
    side: float  # of a small board
    gap: float  # between two small boards
    caption: float  # the height of the name of a group, 0 where there is only one

    @property
    def step(self) -> float:
        """From one group to the next."""
        return self.caption + self.layers * (self.side + self.gap)

    @property
    def height(self) -> float:
        """Of all groups."""
        return self.groups * self.step

    def top(self, group: int, place: int) -> float:
        """Return where the board at a place of a group, counted from its top, begins."""
        return group * self.step + self.caption + place * (self.side + self.gap)

    def at(self, y: float) -> tuple[int, int] | None:
        """Return the group and the place in it at a height, None between two boards."""
        group, within = divmod(y, self.step)
        place, rest = divmod(within - self.caption, self.side + self.gap)
        inside = 0 <= group < self.groups and 0 <= place < self.layers and rest <= self.side
        return (int(group), int(place)) if inside else None

    @classmethod
    def fitted(cls, layers: int, groups: int, width: float, height: float, scale: float) -> Column:
        """Return boards as large as lets all layers fit into a strip."""
        largest = min(LARGEST if layers <= FEW else USUAL, width / scale - RIGHT - NUMBER) * scale
        smallest = min(SMALLEST * scale, largest)
        caption = CAPTION * scale if groups > 1 else 0.0
        if groups > 1:
            return cls(layers, groups, smallest, GAP * scale, caption)
        for gap in (GAP * scale, LEAST_GAP * scale):
            side = (height + gap) / layers - gap
            if side >= smallest:
                break
        side = float(int(min(max(side, smallest), largest)))
        spare = (height - layers * side) / max(layers - 1, 1)
        most = LARGEST_GAP if layers <= FEW else GAP
        gap = float(int(min(max(spare, LEAST_GAP * scale), most * scale)))
        return cls(layers, 1, side, gap if spare >= LEAST_GAP * scale else GAP * scale, 0.0)


class Strip(QAbstractScrollArea):
    """Shows a small board for each layer of the cube in sight, or of each of several cubes.

    A click makes its layer the active one, another click none; the pointer previews a layer.
    """

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._theme = board_theme(LIGHT)
        self._marks = np.zeros(0, np.uint8)
        self._made: OrderedDict[int, QPixmap] = OrderedDict()
        self._key: object = None
        named(self, "strip.grid")
        keys = tr("Up and Down choose the active layer, Escape chooses all layers")
        self.setAccessibleDescription(keys)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._later = beside_drawing(self, self._repaint_all)
        document.overlay_changed.connect(self._on_overlay)
        document.board_changed.connect(self._repaint_all)
        document.queens_changed.connect(self._on_queens)
        document.view_changed.connect(self._on_view)
        document.layer_hovered.connect(self.viewport().update)
        self._shown = self._arrangement()
        self._active = document.view.active_layer

    # What is shown -----------------------------------------------------------------------------

    def _arrangement(self) -> Arrangement:
        dims = self._document.view.dims
        return Arrangement(self._document.board, dims.layers, dims.fixed)

    @property
    def _axis(self) -> int | None:
        """The axis that numbers the layers."""
        board = self._document.board
        return self._document.view.dims.scene[-1] if board.d > 2 else None

    @property
    def column(self) -> Column:
        """Where the small boards stand."""
        board, axis = self._document.board, self._axis
        layers = 1 if axis is None else board.shape[axis]
        groups = int(np.prod([board.shape[each] for each in self._others], dtype=np.int64))
        scale = text_scale(self.font())
        height = self.viewport().height() - BELOW * scale
        width = strip_width(layers) * scale
        return Column.fitted(layers, groups, width, height, scale)

    @property
    def _others(self) -> list[int]:
        """The axes whose values are neither fixed nor those of the layers: one group for each."""
        return [axis for axis in self._shown.spread if axis != self._axis]

    def layer_rect(self, layer: int, group: int = 0, among: Column | None = None) -> QRectF:
        """Return the box of the small board of a (0-based) layer on the viewport."""
        column = among or self.column
        top = column.top(group, column.layers - 1 - layer) - self.verticalScrollBar().value()
        size, scale = self._size(column.side), text_scale(self.font())
        largest = LARGEST if column.layers <= FEW else USUAL
        middle = (strip_width(column.layers) - RIGHT - largest / 2) * scale
        return QRectF(round(middle - size[0] / 2), round(top), *size)

    def _size(self, side: float) -> tuple[float, float]:
        board, (across, up) = self._document.board, self._shown.shown[:2]
        cell = side / max(board.shape[across], board.shape[up])
        return board.shape[across] * cell, board.shape[up] * cell

    def layer_at(self, point: QPointF) -> int | None:
        """Return the (0-based) layer under a point of the viewport, None between two boards."""
        column = self.column
        found = column.at(point.y() + self.verticalScrollBar().value())
        return None if found is None else column.layers - 1 - found[1]

    def _cells(self, group: int, layer: int) -> IntArray:
        """Return the cells of a small board, shape (rows, columns), the lowest row first."""
        board, (across, up) = self._document.board, self._shown.shown[:2]
        cell = [self._shown.fixed.get(axis, 0) for axis in range(board.d)]
        if self._axis is not None:
            cell[self._axis] = layer
        sides = [board.shape[axis] for axis in self._others]
        for axis, value in zip(self._others, np.unravel_index(group, sides or (1,)), strict=False):
            cell[axis] = int(value)
        steps = [np.arange(board.shape[axis]) * board.strides[axis] for axis in (up, across)]
        return np.asarray(board.index(cell) + steps[0][:, None] + steps[1])

    # What happens in the document --------------------------------------------------------------

    def _forget(self) -> None:
        self._made.clear()
        self._marks = np.zeros(0, np.uint8)

    def _repaint_all(self) -> None:
        self._forget()
        self._shown = self._arrangement()
        self._set_range()
        self.viewport().update()

    def _on_overlay(self) -> None:
        """Paint anew: at once, but while something is suggested after the scene."""
        if self._document.suggestion is None:
            self._repaint_all()
        elif not self._later.isActive():
            self._later.start(AFTER)

    def _on_queens(self) -> None:
        """Paint the small boards anew on which something has changed."""
        if not self.isVisible():
            self._forget()
            return
        marks, before = marks_of(self._document.picture()), self._marks
        self._marks = marks
        if len(before) != len(marks):
            self._made.clear()
            self.viewport().update()
            return
        board, column = self._document.board, self.column
        cells = board.cells(np.flatnonzero(marks != before))
        cells[:, list(self._shown.shown)] = 0
        sides = [board.shape[axis] for axis in self._others] or [1]
        for cell in np.unique(cells, axis=0):
            self._made.pop(board.index(cell.tolist()), None)
            layer = 0 if self._axis is None else int(cell[self._axis])
            values = [int(cell[axis]) for axis in self._others] or [0]
            box = self.layer_rect(layer, int(np.ravel_multi_index(values, sides)), column)
            self.viewport().update(box.toAlignedRect())

    def _on_view(self) -> None:
        shown = self._arrangement()
        if shown != self._shown:
            self._repaint_all()
        if self._document.view.active_layer != self._active:
            self._active = self._document.view.active_layer
            self._bring_into_sight()
        self.viewport().update()

    def _bring_into_sight(self) -> None:
        if self._active is None:
            return
        box, bar = self.layer_rect(self._active), self.verticalScrollBar()
        past = max(box.bottom() + GAP - self.viewport().height(), 0.0)
        bar.setValue(round(bar.value() + min(box.top() - GAP, 0.0) + past))

    def set_theme(self, theme: Theme) -> None:
        self._theme = board_theme(theme)
        self._repaint_all()

    # Painting ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        theme, column = self._theme, self.column
        painter.fillRect(self.viewport().rect(), QColor(theme.bar))
        if self._axis is None:
            painter.end()
            return
        ratio = self.devicePixelRatioF()
        if self._key != (column, ratio):
            self._key = column, ratio
            self._made.clear()
        if not len(self._marks):
            self._marks = marks_of(self._document.picture())
        bar = self.verticalScrollBar().value()
        top, bottom = bar + event.rect().top(), bar + event.rect().bottom()
        first, last = (int(y // column.step) for y in (top, bottom))
        for group in range(max(first, 0), min(last + 1, column.groups)):
            if column.caption:
                self._paint_caption(painter, group, column)
            for layer in range(column.layers):
                begin = column.top(group, column.layers - 1 - layer)
                if begin <= bottom and begin + column.side >= top:
                    self._paint_layer(painter, column, group, layer)
        painter.end()
        outline_focus(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _paint_layer(self, painter: QPainter, column: Column, group: int, layer: int) -> None:
        theme, scale = self._theme, text_scale(self.font())
        box = self.layer_rect(layer, group, column)
        painter.drawPixmap(box.topLeft(), self._thumb(column, group, layer))
        is_active = layer == self._document.view.active_layer
        if is_active or layer == self._document.hovered_layer:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            outline_with(painter, theme.accent if is_active else theme.text_2, 2)
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 4, 4)
        write_in(painter, font(USUAL_PIXELS * scale), theme.text if is_active else theme.text_3)
        words = QRectF(0, box.top(), box.left() - 8 * scale, box.height())
        painter.drawText(words, MIDDLE_RIGHT, str(layer + 1))

    def _paint_caption(self, painter: QPainter, group: int, column: Column) -> None:
        """Write the values of the other axes over the layers of one cube."""
        sides = [self._document.board.shape[axis] for axis in self._others]
        values = np.unravel_index(group, sides)
        top = group * column.step - self.verticalScrollBar().value()
        scale = text_scale(self.font())
        write_in(painter, font(USUAL_PIXELS * scale), self._theme.text_2)
        box = QRectF(12 * scale, top, self.viewport().width() - 12 * scale, column.caption)
        words = ", ".join(str(value + 1) for value in values)
        if len(sides) == 1:
            words = f"x{self._others[0] + 1} = {words}"
        painter.drawText(box, MIDDLE_LEFT, words)

    def _thumb(self, column: Column, group: int, layer: int) -> QPixmap:
        """Return a small board, painted when it is first seen."""
        cells = self._cells(group, layer)
        first = int(cells[0, 0])
        if first not in self._made:
            assert self._axis is not None
            hue = layer_colours(self._document.board.shape[self._axis])[layer].tolist()
            picture, colour = self._document.picture(), QColor(*hue)
            thumb = Thumb(picture, self._marks, cells, colour, self._theme, column.side)
            self._made[first] = thumb.painted(self.devicePixelRatioF())
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        return self._made[first]

    # Mouse, keys and size ----------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._document.hover_layer(self.layer_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._document.hover_layer(None)
        super().leaveEvent(event)

    def hideEvent(self, event: object) -> None:
        self._document.hover_layer(None)
        super().hideEvent(event)  # type: ignore[arg-type]

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        layer = self.layer_at(event.position())
        if layer is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(None if layer == self._document.view.active_layer else layer)

    def _choose(self, layer: int | None) -> None:
        self._document.set_view(replace(self._document.view, active_layer=layer))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = Qt.Key(event.key()), self.column.layers - 1
        active = self._document.view.active_layer
        above = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        if key in above:
            start = -1 if key == Qt.Key.Key_Up else last + 1
            at = start if active is None else active
            self._choose(min(max(at + above[key], 0), last))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._choose(last if key == Qt.Key.Key_Home else 0)
        elif key == Qt.Key.Key_Escape and active is not None:
            self._choose(None)
        else:
            event.ignore()

    def _set_range(self) -> None:
        bar, height, column = self.verticalScrollBar(), self.viewport().height(), self.column
        below = BELOW * text_scale(self.font())
        bar.setRange(0, max(0, round(column.height - column.gap + below) - height))
        bar.setPageStep(height)
        bar.setSingleStep(round(column.side + column.gap))

    def sizeHint(self) -> QSize:
        return QSize(round(strip_width(self.column.layers) * text_scale(self.font())), 400)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 60)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_range()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.DevicePixelRatioChange):
            self._repaint_all()
        super().changeEvent(event)
