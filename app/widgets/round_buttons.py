"""Round buttons and the dots that say how far one has come: the way through the steps of a text."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from nqviz.core.language import tr
from nqviz.view.palette import mix

from .focus_order import shows_focus
from .icons import icon_pixmap
from .painting import NeverSmaller, outline_with, smooth_painter
from .theme import current_theme

DOT, CURRENT, STEP = 8.0, 28.0, 16.0
"""The size of a dot, the length of the current one, and from one dot to the next."""


class RoundButton(NeverSmaller, QToolButton):
    """A round button with an icon; the primary one is filled.

    `name`, `drawing`, `title`: the object name, the name of the icon, and the tooltip and
    accessible name.
    `side`: the diameter in pixels.
    """

    def __init__(
        self, name: str, drawing: str, title: str, *, side: int, primary: bool = False
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setToolTip(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._drawing, self._primary, self._side = drawing, primary, side
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def set_side(self, side: int) -> None:
        """Take another diameter, in pixels."""
        self._side = side
        self.updateGeometry()

    def set_drawing(self, drawing: str) -> None:
        """Show another icon."""
        self._drawing = drawing
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, pressed = current_theme(), self.isDown() or self.underMouse()
        is_filled = self._primary and self.isEnabled()
        ground = theme.accent if is_filled else theme.raised if pressed else ""
        if is_filled and pressed:
            ground = mix(theme.accent, theme.text, 0.12)
        edge = theme.accent if is_filled else theme.control if self.isEnabled() else theme.line
        ink = theme.on_accent if is_filled else theme.text if self.isEnabled() else theme.control
        painter = smooth_painter(self)
        painter.setPen(QPen(QColor(edge), 1))
        painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
        circle = QRectF(0, 0, self._side, self._side)
        circle.moveCenter(QRectF(self.rect()).center())
        painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5))
        size = round(self._side * 0.43)
        pixmap = icon_pixmap(self._drawing, size, ink, self.devicePixelRatioF())
        painter.drawPixmap(circle.center() - QPointF(size / 2, size / 2), pixmap)
        if shows_focus(self):
            outline_with(painter, theme.text if is_filled else theme.accent, 2)
            painter.drawEllipse(circle.adjusted(3, 3, -3, -3))


class Dots(QWidget):
    """One dot for each step: those behind, the current one long, and those ahead faint.

    A current step of several parts has one long dot for each, those ahead faint.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._count, self._current = 0, 0
        self._part, self._parts = 0, 1

    def show_step(self, current: int, count: int, part: int = 0, parts: int = 1) -> None:
        """Show which step of how many is the current one, and which part of it, all from 0."""
        self._count, self._current = count, current
        self._part, self._parts = part, max(parts, 1)
        words = tr("Step {step} of {steps}", step=current + 1, steps=count)
        if parts > 1:
            words += ", " + tr("part {part} of {parts}", part=part + 1, parts=parts)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._usual + STEP), 16)

    @property
    def _usual(self) -> float:
        """The width of all dots where there is room."""
        return STEP * (self._count - 1) + CURRENT + (self._parts - 1) * (CURRENT + STEP - DOT)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._count:
            return
        theme = current_theme()
        scale = min(1.0, self.width() / self._usual)
        painter = smooth_painter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.translate(QPointF(0, self.height() / 2))
        painter.scale(scale, scale)
        before, after = self._current, self._count - self._current - 1
        dots = [(DOT, theme.control)] * before
        dots += [(CURRENT, theme.accent)] * (self._part + 1)
        dots += [(CURRENT, theme.line)] * (self._parts - self._part - 1)
        dots += [(DOT, theme.line)] * after
        x = 0.0
        for width, colour in dots:
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(QRectF(x, -DOT / 2, width, DOT), DOT / 2, DOT / 2)
            x += width + STEP - DOT
