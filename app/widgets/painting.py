"""What painted widgets share: smooth painters, pixmaps that are kept, the outline of the focus."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QGradient,
    QHelpEvent,
    QPaintDevice,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from .focus_order import shows_focus
from .theme import AnyWidget, current_theme

MIDDLE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def smooth_painter(device: QPaintDevice) -> QPainter:
    """Return a painter whose edges are smooth."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def clear_pixmap(size: QSize | QSizeF, ratio: float, before: QPixmap | None = None) -> QPixmap:
    """Return a transparent pixmap of a size with so many pixels of the screen for each of its.

    It is the one from before if that has as many: new memory takes the system longer to provide
    than Qt takes to clear it.
    """
    pixels = QSize(ceil(size.width() * ratio), ceil(size.height() * ratio))
    pixmap = QPixmap(pixels) if before is None or before.size() != pixels else before
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def fill_with(painter: QPainter, fill: str | QColor | QBrush | QGradient) -> None:
    """Fill what is drawn from now on, without a line around it."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill) if isinstance(fill, str) else fill)


def outline_with(painter: QPainter, colour: str, width: float) -> None:
    """Outline what is drawn from now on, without filling it."""
    painter.setPen(QPen(QColor(colour), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def write_in(painter: QPainter, face: QFont, colour: str) -> None:
    """Write in a font and a colour from now on."""
    painter.setFont(face)
    painter.setPen(QColor(colour))


def draw_centred(painter: QPainter, box: QRectF, pixmap: QPixmap) -> None:
    """Draw a pixmap in the middle of a box."""
    place = QRectF(QPointF(), pixmap.deviceIndependentSize())
    place.moveCenter(box.center())
    painter.drawPixmap(place.topLeft(), pixmap)


def draw_outline(painter: QPainter, box: QRectF, colour: str, radius: float) -> None:
    """Draw a line of two pixels round a box, such as that of the focus."""
    outline_with(painter, colour, 2)
    painter.drawRoundedRect(box, radius, radius)


def outline_focus(area: QAbstractScrollArea) -> None:
    """Outline what a scroll area shows while it shows its focus; called after it is painted."""
    if shows_focus(area):
        view = area.viewport()
        painter = smooth_painter(view)
        box = QRectF(view.rect()).adjusted(1, 1, -1, -1)
        draw_outline(painter, box, current_theme().accent, 4)
        painter.end()


class NeverSmaller(AnyWidget):
    """A widget that is never smaller than it prefers to be."""

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class TipsByPlace(AnyWidget):
    """A painted widget whose tooltip depends on where the pointer is."""

    @abstractmethod
    def tip_at(self, place: QPoint) -> str:
        """Return the tooltip at a place; empty for none."""

    def event(self, event: QEvent) -> bool:
        """Show the tooltip at the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos()), self)
            return True
        return super().event(event)


class KeptPainting:
    """The painting of one widget that lies over another.

    Whatever lies over the scene is painted with every picture of the scene; words and rounded
    plates would take longer than the scene.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._pixmap = QPixmap()
        self.count = 0  # how often it was painted anew

    def forget(self) -> None:
        """Paint anew the next time."""
        self._key = None

    def show(self, widget: QWidget, paint: Callable[[QPainter], None], *key: object) -> None:
        """Paint the widget; anew if the key, which is all that is shown, has changed.

        Size, font, theme and screen of the widget need not be in the key.
        """
        size, ratio = widget.size(), widget.devicePixelRatioF()
        whole = (key, size, ratio, widget.font(), current_theme())
        if whole != self._key:
            self._key = whole
            self.count += 1
            self._pixmap = clear_pixmap(size, ratio)
            painter = QPainter(self._pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(painter)
            painter.end()
        painter = QPainter(widget)
        painter.drawPixmap(0, 0, self._pixmap)
        painter.end()
