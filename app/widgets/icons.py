"""The icons of the window: drawings of one line, tinted by the theme, sharp at every scale."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QToolButton, QWidget

from nqviz.core.shipped import shipped_text
from nqviz.view.palette import Theme

from .theme import GrowsWithText, current_theme, text_scale

STROKE = 1.75
"""The width of the lines in a drawing of 24 x 24."""


def icon(name: str, token: str = "text_2", chosen: str = "accent") -> QIcon:
    """Return an icon that always has the colours of the current theme.

    `name`: the name of a file in ``resources/icons``, without its ending.
    `token`: the attribute of the theme that tints it.
    `chosen`: the same where the control is checked.
    """
    return _icon(name, token, chosen)


def icon_pixmap(name: str, side: int, colour: str, ratio: float = 1.0) -> QPixmap:
    """Return the drawing of an icon, `side` logical pixels wide, in a colour ``#RRGGBB``."""
    return _pixmap(name, side, colour, ratio)


class IconButton(GrowsWithText, QToolButton):
    """A button of a fixed size. Its icon grows with the text, and the button by as much.

    `width`, `height`: of the button, in pixels at a text size of 100 %.
    `side`: of its icon, likewise.
    """

    def __init__(self, width: int, height: int, side: int) -> None:
        super().__init__()
        self._sizes = QSize(width, height), side
        self._grow()

    def _grow(self) -> None:
        size, side = self._sizes
        grown_size = icon_size(side, self)
        self.setIconSize(grown_size)
        self.setFixedSize(size + grown_size - QSize(side, side))


def grown(side: int, widget: QWidget) -> int:
    """Return the side of an icon in pixels beside the text of a widget.

    `side`: the side at a text size of 100 %.
    """
    return round(side * text_scale(widget.font()))


def icon_size(side: int, widget: QWidget) -> QSize:
    """Return the size of an icon in pixels beside the text of a widget, as `grown`."""
    return QSize(grown(side, widget), grown(side, widget))


@cache
def _icon(name: str, token: str, chosen: str) -> QIcon:
    engine = _TintedEngine(name, token, chosen)
    _ENGINES.append(engine)
    return QIcon(engine)


@cache
def _drawing(name: str) -> str:
    drawing = shipped_text("icons", f"{name}.svg")
    return drawing.replace('stroke-width="2"', f'stroke-width="{STROKE}"')


@cache
def _pixmap(name: str, side: int, colour: str, ratio: float) -> QPixmap:
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    drawing = _drawing(name).replace("currentColor", colour)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


class _TintedEngine(QIconEngine):
    """Draws an icon in the colour that the theme has at the moment."""

    def __init__(self, name: str, token: str, chosen: str) -> None:
        super().__init__()
        self._name, self._token, self._chosen = name, token, chosen

    def _colour(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        theme: Theme = current_theme()
        if mode == QIcon.Mode.Disabled:
            return theme.control
        colour: str = getattr(theme, self._chosen if state == QIcon.State.On else self._token)
        return colour

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        ratio = painter.device().devicePixelRatioF()
        square = QRect(0, 0, side, side)
        square.moveCenter(rect.center())
        painter.drawPixmap(square, _pixmap(self._name, side, self._colour(mode, state), ratio))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        side = min(size.width(), size.height())
        colour = self._colour(mode, state)
        if scale > 1.0:  # the size is in pixels of the screen
            return _pixmap(self._name, round(side / scale), colour, scale)
        return _pixmap(self._name, side, colour, 1.0)

    def clone(self) -> QIconEngine:
        copy = _TintedEngine(self._name, self._token, self._chosen)
        _ENGINES.append(copy)
        return copy


_ENGINES: list[_TintedEngine] = []  # Qt keeps only the C++ part of them alive
