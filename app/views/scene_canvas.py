"""The drawing area of the scene: mouse and keys in, signals out, no behaviour of VTK's own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QEnterEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget
from pyvistaqt import QtInteractor

CLICK = 4.0
"""A press that moves less than this many pixels is a click and no drag."""

KEY_TURN = 24.0
"""How far an arrow key turns the board, in pixels of a drag."""

_ARROWS = {
    Qt.Key.Key_Left: (-KEY_TURN, 0.0),
    Qt.Key.Key_Right: (KEY_TURN, 0.0),
    Qt.Key.Key_Up: (0.0, KEY_TURN),
    Qt.Key.Key_Down: (0.0, -KEY_TURN),
}
_ZOOM_KEYS = {Qt.Key.Key_Plus: 1.15, Qt.Key.Key_Equal: 1.15, Qt.Key.Key_Minus: 1 / 1.15}


class SceneCanvas(QtInteractor):
    """An interactor whose events all go to the scene view.

    Pixels are counted in device pixels from the lower left, as in `nqviz.scene`.

    Signals
    -------
    clicked(x, y, is_right)
        A button was pressed and released without a drag.
    hovered(x, y)
        The mouse moved with no button down.
    left()
        The mouse went away.
    turned(dx, dy), moved(dx, dy)
        The board is dragged, to turn it or to move it.
    zoomed(factor, x, y)
        The wheel was turned over a pixel.
    resized()
        The picture has another size.
    """

    clicked = Signal(float, float, bool)
    hovered = Signal(float, float)
    left = Signal()
    turned = Signal(float, float)
    moved = Signal(float, float)
    zoomed = Signal(float, float, float)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._pressed: Qt.MouseButton | None = None
        self._start = QPointF()
        self._last = QPointF()
        self._is_drag = False
        super().__init__(parent, auto_update=False, multi_samples=0)
        self.setAcceptDrops(False)  # files are dropped on the window
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 160)

    def _pixel(self, place: QPointF) -> tuple[float, float]:
        ratio = self.devicePixelRatioF()
        return place.x() * ratio, (self.height() - 1 - place.y()) * ratio

    # Mouse -------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            self._pressed = event.button()
            self._start = self._last = event.position()
            self._is_drag = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        if self._pressed is None:
            self.hovered.emit(*self._pixel(place))
            return
        path = place - self._start
        if not self._is_drag and max(abs(path.x()), abs(path.y())) < CLICK:
            return
        self._is_drag = True
        step = (place - self._last) * self.devicePixelRatioF()
        self._last = place
        turns = self._pressed == Qt.MouseButton.LeftButton
        turns &= not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        (self.turned if turns else self.moved).emit(step.x(), -step.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        button = event.button()
        if button != self._pressed:
            return
        self._pressed = None
        is_right = button == Qt.MouseButton.RightButton
        if not self._is_drag and (is_right or button == Qt.MouseButton.LeftButton):
            self.clicked.emit(*self._pixel(event.position()), is_right)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y() / 120.0
        if turns:
            self.zoomed.emit(1.15**turns, *self._pixel(event.position()))
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.left.emit()
        event.accept()

    # Keys: arrows turn, plus and minus zoom, all others are the window's -----------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        ratio = self.devicePixelRatioF()
        if key in _ARROWS:
            dx, dy = _ARROWS[key]
            self.turned.emit(dx * ratio, dy * ratio)
        elif key in _ZOOM_KEYS:
            middle = QPointF(self.width() / 2, self.height() / 2)
            self.zoomed.emit(_ZOOM_KEYS[key], *self._pixel(middle))
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    # Size and end --------------------------------------------------------------------------------

    def resizeGL(self, width: int, height: int) -> None:
        super().resizeGL(width, height)  # type: ignore[no-untyped-call]
        self.resized.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        event.accept()
