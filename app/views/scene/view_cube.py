"""The view cube: how the scene is turned, and a click or a drag to turn it."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from nqviz.core.language import Texts, tr
from nqviz.view.arrangement import FloatArray
from nqviz.view.camera import angles_towards, camera_axes
from nqviz.view.palette import Theme, mix

from ...widgets.painting import KeptPainting
from ...widgets.theme import current_theme, font, metrics
from ...widgets.widgets import named

SIDE, SMALL = 112, 80
"""The width of the widget, and where there is little room, in pixels."""
EDGE = 60 / 112
"""The length of an edge of the cube, as a share of the widget."""
RIM = 0.28
"""How far from the middle of a face, in edges, the part begins that stands for an edge."""
CLICK = 4.0
LETTERS = 5
"""The most letters of a name of a face in the usual size."""
KEY_STEP = 24.0
"""How far an arrow key turns the board, in pixels of a drag."""

FACES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]] = {
    "Front": ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    "Right": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "Back": ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    "Left": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    "Top": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "Bottom": ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
}
"""For each face the direction that it looks in, and those of its text, along and upwards."""
_WAYS = {name: np.array(ways, dtype=float) for name, ways in FACES.items()}
_NORMALS = np.stack([ways[0] for ways in _WAYS.values()])
_PLACES = np.array(
    [(1, -1, -1), (1, 1, -1), (1, 1, 1), (1, -1, 1), (1, 0, 0), (0, 2, 0), (0, 0, -2)]
)
_FACE_PLACES = np.stack([_PLACES / 2 @ ways for ways in _WAYS.values()])
"""The corners of each face, its middle, and the ways along its text and down, shape (6, 7, 3)."""
NAMES: Texts = {
    "Front": "Front##face",
    "Right": "Right##face",
    "Back": "Back##face",
    "Left": "Left##face",
    "Top": "Top##face",
    "Bottom": "Bottom##face",
}
KEYS = {
    Qt.Key.Key_Left: (-KEY_STEP, 0.0),
    Qt.Key.Key_Right: (KEY_STEP, 0.0),
    Qt.Key.Key_Up: (0.0, KEY_STEP),
    Qt.Key.Key_Down: (0.0, -KEY_STEP),
}


@lru_cache(maxsize=32)
def _outlines(words: str, unit: float) -> QPainterPath:
    """Return the letters of a name around its place: Qt lays out text at each painting of it.

    `unit`: how many pixels a 60th of the side of a face is, where it is smaller than usual.
    """
    size = (12 if len(words) > LETTERS else 13) / unit
    width = metrics(size, QFont.Weight.DemiBold).horizontalAdvance(words)
    path = QPainterPath()
    path.addText(-width / 2, 4.7 / unit, font(size, QFont.Weight.DemiBold), words)
    return path


class ViewCube(QWidget):
    """A cube that turns with the scene."""

    # (azimuth, elevation) a face, an edge or a corner was clicked: look from there.
    view_wanted = Signal(float, float)
    turned = Signal(float, float)  # (dx, dy) it was dragged by so many pixels, upwards positive
    fit_wanted = Signal()  # it was double clicked

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "scene.cube")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.axis_names: tuple[str, ...] = ("x1", "x2", "x3")
        self._axes = camera_axes(-57.0, 20.0)
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._is_drag = False
        self._hovered: FloatArray | None = None
        self._kept = KeptPainting()

    def show_angles(self, azimuth: float, elevation: float) -> None:
        """Turn the cube as the scene is turned."""
        axes = camera_axes(azimuth, elevation)
        if not np.array_equal(axes, self._axes):
            self._axes = axes
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(SIDE, SIDE)

    # Geometry --------------------------------------------------------------------------------

    def point(self, place: FloatArray) -> QPointF:
        """Return where a point of the cube, half an edge from its middle at most, is drawn."""
        x, y = self._axes[:2] @ place * self.width() * EDGE
        return QPointF(self.width() / 2 + float(x), self.height() / 2 - float(y))

    def _visible(self) -> list[str]:
        seen = _NORMALS @ self._axes[2] > 0.02
        return [name for name, is_seen in zip(FACES, seen.tolist(), strict=True) if is_seen]

    def direction_at(self, place: QPointF) -> FloatArray | None:
        """Return the direction of the face, the edge or the corner at a place, or None."""
        across = (place.x() - self.width() / 2) / (self.width() * EDGE)
        along = (self.height() / 2 - place.y()) / (self.width() * EDGE)
        right, up, back = self._axes
        for name in self._visible():
            normal, first, second = _WAYS[name]
            start = right * across + up * along
            start = start + back * ((0.5 - normal @ start) / (normal @ back))
            a, b = float(first @ start), float(second @ start)
            if max(abs(a), abs(b)) <= 0.5:
                beside = [np.sign(v) * axis for v, axis in ((a, first), (b, second))]
                near = [abs(a) > RIM, abs(b) > RIM]
                found: FloatArray = normal + near[0] * beside[0] + near[1] * beside[1]
                return found
        return None

    # Painting --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        hovered = None if self._hovered is None else tuple(self._hovered.tolist())
        axes = self._axes.tobytes(), self.axis_names
        self._kept.show(self, self._paint, axes, hovered, self.hasFocus())

    def _paint(self, painter: QPainter) -> None:
        theme = current_theme()
        places = _FACE_PLACES @ self._axes[:2].T * (self.width() * EDGE)
        drawn = dict(zip(FACES, places.tolist(), strict=True))
        painter.setPen(QPen(QColor(theme.control), 1.2))
        for name in self._visible():
            self._paint_face(painter, name, drawn[name], theme)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.text_2))
        for name in self._visible():
            self._write(painter, tr(NAMES[name]), drawn[name])
        painter.resetTransform()
        if self._hovered is not None or self.hasFocus():
            self._paint_axes(painter, theme)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def _paint_face(
        self, painter: QPainter, name: str, places: list[list[float]], theme: Theme
    ) -> None:
        normal = _WAYS[name][0]
        ground = theme.raised if name == "Top" else theme.panel
        if self._hovered is not None and normal @ self._hovered > 0:
            ground = mix(ground, theme.accent, 0.22 if normal @ self._hovered == 1 else 0.12)
        x, y = self.width() / 2, self.height() / 2
        painter.setBrush(QColor(ground))
        painter.drawPolygon(QPolygonF([QPointF(x + right, y - up) for right, up in places[:4]]))

    def _write(self, painter: QPainter, words: str, places: list[list[float]]) -> None:
        """Write the name of a face on it, as it lies: 60 units are its side."""
        (x, y), (m11, m12), (m21, m22) = places[4:]
        x, y = self.width() / 2 + x, self.height() / 2 - y
        painter.setTransform(QTransform(m11 / 60, -m12 / 60, m21 / 60, -m22 / 60, x, y))
        painter.drawPath(_outlines(words, min(self.width() * EDGE / 60, 1.0)))

    def _paint_axes(self, painter: QPainter, theme: Theme) -> None:
        """Write the coordinates beside the edges of the outline."""
        painter.setFont(font(13, QFont.Weight.DemiBold))
        painter.setPen(QColor(theme.text))
        middle = QPointF(self.width() / 2, self.height() / 2)
        for axis, name in enumerate(self.axis_names):
            place = self._edge_of(axis)
            if place is None:
                continue
            out = self.point(place) - middle
            length = max(hypot(out.x(), out.y()), 1.0)
            at = self.point(place) + out / length * 11
            width = metrics(13, QFont.Weight.DemiBold).horizontalAdvance(name)
            box = QRectF(at.x() - width / 2 - 1, at.y() - 9, width + 2, 18)
            room = QRectF(self.rect())
            box.moveLeft(min(max(box.left(), 0.0), room.right() - box.width()))
            box.moveTop(min(max(box.top(), 0.0), room.bottom() - box.height()))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)

    def _edge_of(self, axis: int) -> FloatArray | None:
        """Return the middle of an edge of the outline along an axis: the lowest, or leftmost."""
        back, others = self._axes[2], [each for each in range(3) if each != axis]
        best: tuple[float, FloatArray] | None = None
        for signs in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            place = np.zeros(3)
            place[others] = np.array(signs) / 2
            seen = [
                float(back[each] * sign) > 0.02 for each, sign in zip(others, signs, strict=True)
            ]
            if sum(seen) != 1:
                continue
            drawn = self.point(place)
            rank = drawn.x() if axis == 2 else -drawn.y()
            if best is None or rank < best[0]:
                best = rank, place
        return None if best is None else best[1]

    # Mouse and keys --------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self._last = event.position()
        self._is_drag = False
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        event.accept()
        if self._pressed is None:
            self._hover(self.direction_at(place))
            return
        path = place - self._pressed
        if not self._is_drag and max(abs(path.x()), abs(path.y())) < CLICK:
            return
        self._is_drag = True
        step, self._last = place - self._last, place
        ratio = self.devicePixelRatioF()
        self.turned.emit(step.x() * 3 * ratio, -step.y() * 3 * ratio)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_click = self._pressed is not None and not self._is_drag
        self._pressed = None
        event.accept()
        direction = self.direction_at(event.position())
        if was_click and direction is not None:
            self.view_wanted.emit(*angles_towards(direction))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit_wanted.emit()
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def _hover(self, direction: FloatArray | None) -> None:
        old, self._hovered = self._hovered, direction
        if (old is None) != (direction is None) or (
            old is not None and direction is not None and not np.array_equal(old, direction)
        ):
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in KEYS:
            dx, dy = KEYS[key]
            self.turned.emit(dx * self.devicePixelRatioF(), dy * self.devicePixelRatioF())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.fit_wanted.emit()
        else:
            event.ignore()
