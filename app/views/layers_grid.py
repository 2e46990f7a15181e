"""The grid of layers: where the mouse and the keys meet the cells."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from nqviz.arrangement import Arrangement
from nqviz.drawing.layout import default_layers
from nqviz.palette import LIGHT, Theme

from ..document import Document
from .layers_canvas import LayersCanvas
from .layers_frame import LEGEND_WIDTH
from .layers_keys import moved
from .layers_lens import Lens
from .layers_paint import Shown
from .layers_words import cell_text

ZOOM_STEP = 1.2


class LayersGrid(QWidget):
    """Paints the layers of a document and turns clicks and keys into changes of it.

    Signals
    -------
    layer_wanted(int)
        A key moves the cursor to another (0-based) value of the coordinate that is held.
    """

    layer_wanted = Signal(int)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.theme = LIGHT
        self.axis = 2
        self.layer: int | None = None
        self._fits = True
        self._hovers = False
        self._pressed: tuple[Qt.MouseButton, int | None, QPoint] | None = None
        self._pan_from: QPointF | None = None
        self._canvas = LayersCanvas()
        self._shown: Shown | None = None
        self.setObjectName("layers.grid")
        self.setAccessibleName("Layers of the board")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 120)
        self._arrange()
        document.board_changed.connect(self._arrange)
        document.queens_changed.connect(self.refresh)
        document.overlay_changed.connect(self._on_overlay)
        document.cursor_changed.connect(self._on_cursor)

    # Where things are ------------------------------------------------------------------------

    @property
    def arrangement(self) -> Arrangement:
        """The arrangement that is shown."""
        return self._arrangement

    @property
    def cell_size(self) -> float:
        """The size of a cell in pixels."""
        return self._lens.cell

    def cell_center(self, index: int) -> QPointF:
        """Give the middle of a cell, in the coordinates of this widget."""
        x, y = self._lens.points(self._arrangement.positions([index]))[0].tolist()
        return QPointF(x, y)

    def cell_at(self, point: QPointF) -> int | None:
        """Give the index of the cell under a point, None where there is none."""
        if point.x() > self.width() - self._legend_width:
            return None
        return self._arrangement.cell_at(*self._lens.place(point))

    def set_layers(self, axis: int, layer: int | None) -> None:
        """Choose the (0-based) coordinate that numbers the layers, and one layer or all (None)."""
        self.axis, self.layer = axis, layer
        self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme."""
        self.theme = theme
        self.refresh()

    def fit(self) -> None:
        """Show all layers as large as they can be."""
        self._fits = True
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(640, 520)

    @property
    def _legend_width(self) -> int:
        return 0 if self.document.density is None else LEGEND_WIDTH

    @property
    def _free_width(self) -> int:
        return max(self.width() - self._legend_width, 80)

    def _arrange(self) -> None:
        """Lay the layers out anew, and fit them to the widget unless someone has zoomed."""
        board = self.document.board
        axis = min(self.axis, board.d - 1)
        layer = None if self.layer is None else min(self.layer, board.shape[axis] - 1)
        aspect = self._free_width / max(self.height(), 80)
        self._arrangement = default_layers(board, aspect, axis, layer)
        if self._fits or self._shown is None or self._shown.arrangement.board != board:
            self._fits = True
            self._lens = Lens.fitting(self._arrangement, self.size(), self._legend_width)
        self.refresh()
        self._describe()

    def _look(self, lens: Lens) -> None:
        self._fits = False
        self._lens = lens
        self.refresh()

    def _bring_into_sight(self, index: int) -> None:
        point = self.cell_center(index)
        reach = min(self._lens.cell, 60.0)
        x = max(reach - point.x(), 0) + min(self._free_width - reach - point.x(), 0)
        y = max(reach - point.y(), 0) + min(self.height() - reach - point.y(), 0)
        if x or y:
            self._look(self._lens.panned(QPointF(x, y)))

    # Painting ----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Paint everything anew at the next turn of the event loop."""
        self._canvas.forget()
        self.update()

    def _on_overlay(self) -> None:
        self._arrange() if self._fits else self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._canvas.is_fresh or self._shown is None:
            self._shown = self._now_shown()
        painter = QPainter(self)
        self._canvas.paint(painter, self._shown, self.document.cursor)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self.theme.accent), 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _now_shown(self) -> Shown:
        counts = self.document.counts
        return Shown(
            self.document.picture(),
            counts.counts > 0,
            counts.occupied,
            self._arrangement,
            self.theme,
            self._lens,
            self.font(),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lens = self._lens.resized(self.size())
        self._arrange() if self._fits else self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.DevicePixelRatioChange):
            self.refresh()
        super().changeEvent(event)

    # The mouse -----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            where = self.cell_at(event.position())
            self._pressed = event.button(), where, event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            self._look(self._lens.panned(event.position() - self._pan_from))
            self._pan_from = event.position()
            return
        if self._pressed is not None and self._is_drag(event):
            self._pressed = None
        self._hovers = True
        self.document.set_cursor(self.cell_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = None
            self.unsetCursor()
            return
        pressed, self._pressed = self._pressed, None
        if pressed is None or pressed[0] != event.button() or pressed[1] is None:
            return
        moved_on = (event.position().toPoint() - pressed[2]).manhattanLength()
        if moved_on >= QApplication.startDragDistance():
            return
        if self.cell_at(event.position()) == pressed[1]:
            self._use(event.button(), pressed[1])

    def _is_drag(self, event: QMouseEvent) -> bool:
        assert self._pressed is not None
        distance = (event.position().toPoint() - self._pressed[2]).manhattanLength()
        return distance >= QApplication.startDragDistance()

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
            self._look(self._lens.zoomed(ZOOM_STEP ** (turn.y() / 120), event.position()))
        elif self._fits:
            event.ignore()
            return
        else:
            pixels = event.pixelDelta()
            by = QPointF(turn) / 2 if pixels.isNull() else QPointF(pixels)
            self._look(self._lens.panned(by))
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
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_L):
            if cursor is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                event.ignore()
            elif key == Qt.Key.Key_L:
                self.document.toggle_given(cursor)
            else:
                self.document.toggle(cursor)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            factor = 1 / ZOOM_STEP if key == Qt.Key.Key_Minus else ZOOM_STEP
            self._look(self._lens.zoomed(factor, QPointF(self.rect().center())))
        elif key == Qt.Key.Key_Escape and cursor is not None:
            self.document.set_cursor(None)
        else:
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            cell = None if cursor is None else self.document.board.cell(cursor)
            target = moved(self._arrangement, self.axis, cell, Qt.Key(key), control)
            if target is None:
                event.ignore()
                return
            self._go_to(target)

    def _go_to(self, target: tuple[int, ...]) -> None:
        self._hovers = False
        held = self._arrangement.fixed.get(self.axis)
        if held is not None and target[self.axis] != held:
            self.layer_wanted.emit(target[self.axis])
        index = self.document.board.index(target)
        self.document.set_cursor(index)
        self._bring_into_sight(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._describe()
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # Assistive technology -------------------------------------------------------------------------

    def _on_cursor(self) -> None:
        self.update()
        self._describe()

    def _describe(self) -> None:
        text = cell_text(self.document, self.document.cursor)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            if self.hasFocus() and self.document.cursor is not None:
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
