"""The drawing area of the scene: mouse and keys in, signals out, no behaviour of VTK's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.rendering.scene import OffscreenRenderer
from nqviz.view.palette import Theme

from ...widgets.focus_order import shows_focus
from ...widgets.motion import note_drawing
from ...widgets.timing import single_shot
from ..cell_access import CellWidget
from .scene_picture import ScenePicture

CLICK = 4.0
"""A press that moves less than this many pixels is a click and no drag."""

LONG_PRESS = 600
"""Milliseconds after which a press that does not move opens the menu of a cell."""

_ZOOM_KEYS = {Qt.Key.Key_Plus: 1.15, Qt.Key.Key_Equal: 1.15, Qt.Key.Key_Minus: 1 / 1.15}


class SceneCanvas(CellWidget):
    """Shows the picture of the scene, and sends all events to the scene view.

    The picture is read back and painted like that of any other widget. A widget that Qt draws
    with OpenGL makes it compose the whole window in OpenGL at every repaint of anything, which
    without a GPU takes longer than drawing a scene of thousands of queens.

    Pixels are counted in device pixels from the lower left, as in `nqviz.rendering.scene`.
    """

    # (x, y, is_right) a button was pressed and released without a drag.
    clicked = Signal(float, float, bool)
    hovered = Signal(float, float)  # (x, y) the mouse moved with no button down
    left = Signal()  # the mouse went away
    turned = Signal(float, float)  # (dx, dy) the board is dragged to turn it
    moved = Signal(float, float)  # (dx, dy) the board is dragged to move it
    zoomed = Signal(float, float, float)  # (factor, x, y) the wheel was turned over a pixel
    # (x, y, QPoint) a button was pressed for long; the point is one of the screen.
    menu_wanted = Signal(float, float, QPoint)
    carried = Signal(float, float)  # (x, y) a queen is dragged over a pixel
    dropped = Signal(float, float)  # (x, y) a queen that was dragged is let go
    pressed_key = Signal(object)  # (QKeyEvent) a key that is none of the canvas
    layer_stepped = Signal(int)  # (steps) the wheel was turned with Ctrl, upwards positive
    fit_wanted = Signal()  # two fingers tapped twice
    resized = Signal()  # the picture has another size

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pixels = ScenePicture()  # what is painted
        self._pressed: Qt.MouseButton | None = None
        self._start = QPointF()
        self._last = QPointF()
        self._is_drag = self._carries = False
        self._wheel = 0
        # Where the mouse is, in logical pixels from the upper left.
        self.pointer: QPoint | None = None
        # What lies over the picture, in the order in which Tab goes through it.
        self.overlays_in_order: Sequence[QWidget] = ()
        # Whether a drag of the left button that begins at a pixel moves a queen.
        self.takes_drag: Callable[[float, float], bool] = lambda _x, _y: False
        # What is under the cursor in words, and its box, for assistive technology.
        self.describe: Callable[[], str] = str
        self.cell_place: Callable[[], QRectF] = QRectF
        # Whether the event loop may turn while a picture of the board is drawn.
        self.is_patient: Callable[[], bool] = lambda: False
        self._late = QRect()  # what of the picture is painted then
        self._later = single_shot(self, self._draw_later)
        self._long_press = QTimer(self)
        self._long_press.setSingleShot(True)
        self._long_press.setInterval(LONG_PRESS)
        self._long_press.timeout.connect(self._on_long_press)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.DefaultContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 160)

    # The picture -------------------------------------------------------------------------------

    @property
    def plotter(self) -> OffscreenRenderer:
        """What draws."""
        return self.pixels.offscreen

    def redraw(self) -> None:
        """Draw everything anew when the widget is painted next."""
        self._repaint(self.pixels.change())

    def redraw_board(self) -> None:
        """Draw what of the board has changed, and what follows the pointer."""
        self._repaint(self.pixels.change_board())
        if self.isVisible() and not self._later.isActive():
            self.pixels.begin()

    def redraw_front(self) -> None:
        """Draw what follows the pointer anew, and nothing else."""
        self._repaint(self.pixels.change_front())

    def _repaint(self, part: QRect) -> None:
        """Paint a part of the picture anew, later if the board may be drawn meanwhile."""
        if self._later.isActive():
            self._late |= part
        elif self.is_patient() and self.pixels.wait():
            self._late = part
            note_drawing(self, True)
            self._later.start(0)
        else:
            self.update(self._logical(part))

    def _draw_later(self) -> None:
        pause = self.pixels.step()
        if pause is None:
            self.update(self._logical(self._late))
            QTimer.singleShot(0, self, self._note_end)  # painted first
        else:
            self._later.start(pause)

    def _note_end(self) -> None:
        note_drawing(self, self._later.isActive())

    def _logical(self, rect: QRect) -> QRect:
        """Return the logical pixels that a part of the picture touches."""
        ratio = self.devicePixelRatioF()
        left, top = floor(rect.left() / ratio), floor(rect.top() / ratio)
        right, bottom = ceil((rect.right() + 1) / ratio), ceil((rect.bottom() + 1) / ratio)
        return QRect(left, top, right - left, bottom - top)

    def hurry(self) -> None:
        """Draw the next pictures quickly: smooth edges cost four times as much."""
        self.pixels.set_smooth(False, False)

    def hurry_front(self) -> None:
        """Draw what follows the pointer quickly; the board stays as it is."""
        self.pixels.set_smooth(self.pixels.is_smooth[0], False)

    def smooth(self, is_stale: bool) -> None:
        """Draw what has jagged edges anew with smooth ones, and the board where it is stale."""
        board, front = self.pixels.set_smooth(True, True)
        if board or is_stale:
            self.redraw()
        elif front:
            self.redraw_front()

    def release(self) -> None:
        """Release all VTK objects; the last image stays."""
        self.pixels.close()

    def picture(self) -> QImage:
        """Return what is drawn, without what lies over it."""
        return self.pixels.image()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.pixels.paint(painter)
        if self.pixels.problem:
            painter.fillRect(self.rect(), self.palette().window())
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            place = self.rect().adjusted(20, 20, -20, -20)
            painter.drawText(place, flags, self.pixels.problem)
        if shows_focus(self):
            painter.setPen(QPen(QColor(self.pixels.theme.accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def set_theme(self, theme: Theme) -> None:
        """Draw the background of a theme from the next picture on."""
        self.pixels.set_theme(theme)

    def sizeHint(self) -> QSize:
        return QSize(400, 400)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._fit()
        super().changeEvent(event)

    def _fit(self) -> None:
        ratio = self.devicePixelRatioF()
        size = QSize(round(self.width() * ratio), round(self.height() * ratio))
        if self.pixels.resize(size, ratio):
            self.redraw()
            self.resized.emit()

    def _pixel(self, place: QPointF) -> tuple[float, float]:
        ratio = self.devicePixelRatioF()
        return place.x() * ratio, (self.height() - 1 - place.y()) * ratio

    # The cell under the cursor -----------------------------------------------------------------

    @property
    def cell_words(self) -> str:
        """What is under the cursor, in words."""
        return self.describe()

    def cell_rect(self) -> QRectF:
        """Return the box of the cell under the cursor; empty without one."""
        return self.cell_place()

    # Mouse -------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            self._pressed = event.button()
            self._start = self._last = event.position()
            self._is_drag = self._carries = False
            if event.button() != Qt.MouseButton.MiddleButton:
                self._long_press.start()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        self.pointer = place.toPoint()
        if self._pressed is None:
            self.hovered.emit(*self._pixel(place))
            return
        path = place - self._start
        if not self._is_drag and max(abs(path.x()), abs(path.y())) < CLICK:
            return
        turns = self._pressed == Qt.MouseButton.LeftButton
        turns &= not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if not self._is_drag:
            self._is_drag = True
            self._long_press.stop()
            self._carries = turns and self.takes_drag(*self._pixel(self._start))
        if self._carries:
            self.carried.emit(*self._pixel(place))
            return
        step = (place - self._last) * self.devicePixelRatioF()
        self._last = place
        (self.turned if turns else self.moved).emit(step.x(), -step.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        button = event.button()
        if button != self._pressed:
            return
        self._pressed = None
        self._long_press.stop()
        is_right = button == Qt.MouseButton.RightButton
        if self._carries:
            self.dropped.emit(*self._pixel(event.position()))
        elif not self._is_drag and (is_right or button == Qt.MouseButton.LeftButton):
            self.clicked.emit(*self._pixel(event.position()), is_right)

    def _on_long_press(self) -> None:
        self._pressed = None  # what is let go now is no click
        place = self._start
        self.menu_wanted.emit(*self._pixel(place), self.mapToGlobal(place.toPoint()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the cursor's cell by the menu key; the mouse has its own ways."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.cell_rect().center()
            self.menu_wanted.emit(-1.0, -1.0, self.mapToGlobal(place.toPoint()))
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        angle, fingers = event.angleDelta().y(), event.pixelDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._wheel += angle
            steps = int(self._wheel / 120)
            self._wheel -= 120 * steps
            if steps:
                self.layer_stepped.emit(steps)
        elif event.phase() != Qt.ScrollPhase.NoScrollPhase and not fingers.isNull():
            # Two fingers on a touchpad do what a drag does.
            moves = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            step = QPointF(fingers) * self.devicePixelRatioF()
            (self.moved if moves else self.turned).emit(step.x(), -step.y())
        elif angle:
            self.zoomed.emit(1.15 ** (angle / 120.0), *self._pixel(event.position()))
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Handle two fingers: pinch to zoom, turn to turn, tap twice to fit."""
        if isinstance(event, QNativeGestureEvent):
            kind, kinds = event.gestureType(), Qt.NativeGestureType
            if kind == kinds.ZoomNativeGesture:
                self.zoomed.emit(1.0 + event.value(), *self._pixel(event.position()))
            elif kind == kinds.RotateNativeGesture:
                self.turned.emit(-event.value() * min(self.width(), self.height()) / 240.0, 0.0)
            elif kind == kinds.SmartZoomNativeGesture:
                self.fit_wanted.emit()
            return True
        return super().event(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer = None
        self.left.emit()
        event.accept()

    # Keys: plus and minus zoom, all others are for whoever listens -----------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ZOOM_KEYS:
            middle = QPointF(self.width() / 2, self.height() / 2)
            self.zoomed.emit(_ZOOM_KEYS[key], *self._pixel(middle))
            return
        event.ignore()
        self.pressed_key.emit(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()
