"""The ruler of layers at the right of the scene: which layer is active, and which are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QStyle, QStyleOptionToolButton, QToolButton, QWidget

from nqviz.core.language import tr
from nqviz.view.palette import Theme, hex_colour, layer_colours

from ...document.document import Document
from ...widgets.painting import KeptPainting
from ...widgets.theme import current_theme, font, text_scale
from ...widgets.widgets import named
from .layer_steps import clip_layers, set_active_layer, step_layer

WIDTH = 44
EVEN = 24.0
"""The distance of ticks where the heights of the layers cannot be used, in pixels."""
CLOSEST = 4.0
"""The least distance of heights that are used."""
LABEL_LINE = 18.0
"""The least distance between two numbers."""
ALL_ABOVE = 32.0
"""How far above the line the button of all layers stands, in pixels."""
ABOVE, BELOW = 84.0, 24.0
"""What is free above and below ticks that stand evenly, in pixels."""
HANDLE = 14
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def tick_places(heights: Sequence[float], count: int, top: float, bottom: float) -> list[float]:
    """Return where the ticks of layers stand, the lowest layer first.

    At the heights of the layers where these are in sight, rise and are not too dense, as they are
    when the board is seen from above; evenly apart elsewhere.
    """
    fits = len(heights) == count and _are_apart(heights)
    half = (heights[-2] - heights[-1]) / 2 if fits and count > 1 else EVEN / 2
    if fits and top - ABOVE + ALL_ABOVE + half <= heights[-1] and heights[0] <= bottom:
        return list(heights)
    step = min(EVEN, (bottom - top) / max(count - 1, 1))
    first = (top + bottom) / 2 + step * (count - 1) / 2
    return [first - step * layer for layer in range(count)]


def _are_apart(heights: Sequence[float]) -> bool:
    return all(low - high >= CLOSEST for low, high in pairwise(heights))


@lru_cache(maxsize=8)
def _tick_colours(count: int) -> list[QColor]:
    return [QColor(hex_colour(colour)) for colour in layer_colours(count)]


class AllButton(QToolButton):
    """A button of the window's style over the scene."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._kept = KeptPainting()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._kept.show(self, self._paint, self.text(), self._option().state)

    def _paint(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # the style sets it
        kind = QStyle.ComplexControl.CC_ToolButton
        self.style().drawComplexControl(kind, self._option(), painter, self)

    def _option(self) -> QStyleOptionToolButton:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        return option

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self._kept.forget()
        super().changeEvent(event)


class LayerRuler(QWidget):
    """Ticks, one for each layer; the chosen one stands in a box."""

    moved = Signal()  # the chosen tick stands elsewhere

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        named(self, "ruler.layer")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Chooses no layer; it stands above the ticks.
        self.all_button = named(AllButton(parent), "ruler.all")
        self.all_button.setText(tr("All"))
        self.all_button.setCheckable(True)
        self.all_button.setProperty("kind", "ruler")
        self.all_button.clicked.connect(lambda: set_active_layer(document, None))
        self.is_clipping = False
        self._heights: list[float] = []
        self._ticks: tuple[object, list[float]] | None = None
        self._kept = KeptPainting()
        self._dragged: str | None = None
        self._held: list[float] = []  # the ticks while a handle is dragged
        self._shows_focus = False
        document.view_changed.connect(self.refresh)
        document.board_changed.connect(self.refresh)
        document.layer_hovered.connect(self.update)
        self.refresh()

    # What is shown ---------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many layers there are; a flat board has one."""
        board, axes = self._document.board, self._document.view.dims.scene
        return board.shape[axes[-1]] if board.d > 2 else 1

    @property
    def active(self) -> int | None:
        return self._document.view.active_layer if self._document.board.d > 2 else None

    def show_heights(self, heights: Sequence[float]) -> None:
        """Set where the layers are drawn, in pixels from the upper edge of the parent."""
        top = self.y()
        heights = [height - top for height in heights] if _are_apart(heights) else []
        if heights != self._heights:
            before = self.ticks
            self._heights, self._ticks = heights, None
            if self.ticks != before:
                self.update()
                self.moved.emit()

    def refresh(self) -> None:
        """Show the view state."""
        active = self.active
        self.all_button.setChecked(active is None)
        axis = self._document.view.dims.scene[-1]
        words = (
            tr("all layers")
            if active is None
            else tr("layer {layer} of {count}", layer=active + 1, count=self.count)
        )
        self.setAccessibleDescription(tr("{layers}, along x{axis}", layers=words, axis=axis + 1))
        self.update()
        self.moved.emit()

    def set_clipping(self, on: bool) -> None:
        """Show the handles of the range of layers that is drawn, or not."""
        self.is_clipping = on
        self.update()

    @property
    def _scale(self) -> float:
        return text_scale(self.font())

    @property
    def ticks(self) -> list[float]:
        """Where the ticks stand, in pixels from the upper edge; a drag of a handle moves none."""
        if self._held:
            return self._held
        key = self.count, ABOVE * min(self._scale, 1.6), self.height() - BELOW
        if self._ticks is None or self._ticks[0] != key:
            self._ticks = key, tick_places(self._heights, *key)
        return self._ticks[1]

    @property
    def line_top(self) -> float:
        """Where the line begins, not quite half a layer above the highest tick."""
        ticks = self.ticks
        return max(ticks[-1] - 0.92 * (ticks[-1] - self._edge(ticks, len(ticks))), 0.0)

    @property
    def active_height(self) -> float | None:
        """Where the tick of the active layer stands."""
        return None if self.active is None else self.ticks[self.active]

    def _edge(self, ticks: list[float], boundary: int) -> float:
        """Return the height between two layers; boundary 0 lies below the lowest one."""
        if len(ticks) == 1:
            return ticks[0] + (12.0 if boundary == 0 else -12.0)
        if boundary == 0:
            return ticks[0] + (ticks[0] - ticks[1]) / 2
        if boundary == len(ticks):
            return ticks[-1] - (ticks[-2] - ticks[-1]) / 2
        return (ticks[boundary - 1] + ticks[boundary]) / 2

    def clip_ends(self) -> tuple[int, int]:
        """Return the first and the last layer that is drawn."""
        axis = self._document.view.dims.scene[-1]
        return self._document.view.clip.get(axis, (0, self.count - 1))

    # Painting --------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(round(WIDTH * min(self._scale, 1.6)), 200)

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.active, self._document.hovered_layer, self.is_clipping and self.clip_ends()
        self._kept.show(
            self, self._paint, tuple(self.ticks), *shown, self.hasFocus() and self._shows_focus
        )

    def _paint(self, painter: QPainter) -> None:
        theme, ticks = current_theme(), self.ticks
        x = self.width() - 12.0
        top, bottom = self.line_top, min(self._edge(ticks, 0), self.height())
        painter.setPen(QPen(QColor(theme.line), 2))
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        colours = _tick_colours(self.count)
        active = self.active
        low, high = self.clip_ends() if self.is_clipping else (0, self.count - 1)
        every = self._label_step(ticks)
        thick = 4.0 if every == 1 else 2.0
        painter.setPen(Qt.PenStyle.NoPen)
        for layer, (y, colour) in enumerate(zip(ticks, colours, strict=True)):
            if layer != active:
                painter.setOpacity(1.0 if low <= layer <= high else 0.35)
                painter.setBrush(colour)
                painter.drawRoundedRect(QRectF(x - 2, y - thick / 2, 10, thick), 2, 2)
        painter.setFont(font(13 * min(self._scale, 1.6), QFont.Weight.Medium))
        for layer in range(0, self.count, every):
            if layer != active and self._is_clear(ticks, layer, active):
                is_preview = layer == self._document.hovered_layer
                painter.setOpacity(1.0 if low <= layer <= high else 0.35)
                painter.setPen(QColor(theme.text if is_preview else theme.text_3))
                self._number(painter, layer, QRectF(0, ticks[layer] - 14, self.width() - 20, 28))
        painter.setOpacity(1.0)
        if active is not None:
            self._box(painter, active, ticks[active], colours[active], theme)
        if self.is_clipping:
            for boundary in (low, high + 1):
                self._handle(painter, self._edge(ticks, boundary), theme)
        if self.hasFocus() and self._shows_focus:
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def _label_step(self, ticks: list[float]) -> int:
        """Return of how many layers one has its number written."""
        if len(ticks) < 2:
            return 1
        apart = (ticks[0] - ticks[-1]) / (len(ticks) - 1)
        return max(1, -int(-LABEL_LINE * self._scale // apart))

    def _is_clear(self, ticks: list[float], layer: int, active: int | None) -> bool:
        """Return whether the box of the active layer leaves room for a number."""
        return active is None or abs(ticks[layer] - ticks[active]) >= 22 * self._scale

    def _number(self, painter: QPainter, layer: int, box: QRectF) -> None:
        painter.drawText(box, _RIGHT, str(layer + 1))

    def _box(self, painter: QPainter, layer: int, y: float, colour: QColor, theme: Theme) -> None:
        height = 28 * min(self._scale, 1.6)
        box = QRectF(0.75, y - height / 2, self.width() - 1.5, height)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(self.width() - 20, y - 2, 16, 4), 2, 2)
        letters = font(13 * min(self._scale, 1.6), QFont.Weight.DemiBold)
        painter.setFont(letters)
        painter.setPen(QColor(theme.text))
        width = QFontMetricsF(letters).horizontalAdvance(str(layer + 1))
        place = QRectF(0, box.top(), (self.width() - 20 + width) / 2 + 2, height)
        self._number(painter, layer, place)

    def _handle(self, painter: QPainter, y: float, theme: Theme) -> None:
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawLine(QPointF(4, y), QPointF(self.width() - 4, y))
        painter.setPen(QPen(QColor(theme.panel), 1.5))
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(QPointF(self.width() - 12.0, y), HANDLE / 2 - 1, HANDLE / 2 - 1)

    # Mouse and keys --------------------------------------------------------------------------

    def layer_at(self, y: float) -> int:
        """Return the layer whose tick is nearest to a height."""
        ticks = self.ticks
        return min(range(len(ticks)), key=lambda layer: abs(ticks[layer] - y))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        y, ticks = event.position().y(), self.ticks
        if not self.line_top - 8 <= y <= self._edge(ticks, 0) + 8:
            event.ignore()  # above and below the line the mouse is the scene's
            return
        event.accept()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._dragged = "layer"
        if self.is_clipping:
            low, high = self.clip_ends()
            ends = {"low": self._edge(ticks, low), "high": self._edge(ticks, high + 1)}
            near = min(ends, key=lambda end: abs(ends[end] - y))
            if abs(ends[near] - y) <= HANDLE / 2 + 1:
                self._dragged, self._held = near, ticks
        self._drag_to(y, is_press=True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._dragged is not None:
            self._drag_to(event.position().y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self._dragged = None
        if self._held:
            self._held = []
            self.update()
            self.moved.emit()

    def _drag_to(self, y: float, *, is_press: bool = False) -> None:
        if self._dragged == "layer":
            set_active_layer(self._document, self.layer_at(y))
            return
        if is_press:
            return
        ticks, (low, high) = self.ticks, self.clip_ends()
        edges = range(len(ticks) + 1)
        boundary = min(edges, key=lambda each: abs(self._edge(ticks, each) - y))
        if self._dragged == "low":
            clip_layers(self._document, min(boundary, high), high)
        else:
            clip_layers(self._document, low, max(boundary - 1, low))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().y():
            step_layer(self._document, 1 if event.angleDelta().y() > 0 else -1)
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._shows_focus = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._shows_focus = True
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Up, Qt.Key.Key_PageUp):
            step_layer(self._document, 1)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            step_layer(self._document, -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            set_active_layer(self._document, 0 if key == Qt.Key.Key_End else self.count - 1)
        elif key == Qt.Key.Key_Escape and self.active is not None:
            set_active_layer(self._document, None)
        else:
            event.ignore()


class Leader(QWidget):
    """The dotted line from the chosen tick to the sheet of its layer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("ruler.leader")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._colour = ""
        self.hide()

    def lay(self, start: float, end: float, y: float, colour: str) -> None:
        """Lay it from one place to another at a height; hide it where there is no room."""
        self.setGeometry(QRect(round(start), round(y) - 1, max(0, round(end - start)), 3))
        self.setVisible(end - start > 8)
        if colour != self._colour:
            self._colour = colour
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(self._colour), 1.6)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([1.0, 2.5])
        painter.setPen(pen)
        painter.drawLine(QPointF(0, 1.5), QPointF(self.width(), 1.5))
        painter.end()
