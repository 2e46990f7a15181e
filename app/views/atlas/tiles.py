"""Pictures of boards: the large one of a card, boards beside it, and densities."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from nqviz.core.board_names import board_name
from nqviz.core.board_state import BoardState
from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.flat_colours import cell_colours, queen_colours
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.rendering.canvas.marks import DISC
from nqviz.run.context import RunContext
from nqviz.view.board_overlays import ground_of
from nqviz.view.overlay import Overlay
from nqviz.view.palette import Theme, hex_colour

from ...document.board_tab import BoardTab
from ...document.board_view import overlays_of
from ...jobs import JobRunner
from ...widgets.fields import label
from ...widgets.flow import FlowLayout
from ...widgets.layouts import scrolling, vertical
from ...widgets.numbers import short, spaced_bracket, with_spaces
from ...widgets.painting import draw_outline, fill_with, outline_with, write_in
from ...widgets.theme import current_theme, font, text_scale
from ...widgets.widgets import named
from ...widgets.wrapped_tips import wrapped
from ..panel_job import PanelJob
from ..scene_thumb import scene_thumb
from .boards import AtlasBoard
from .facts import Neighbour, is_drawn

if TYPE_CHECKING:
    from nqviz.counting import Density

ROOM = 6
LATTICE_FROM = 5.0


def thumbnail(tab: BoardTab, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Paint the layers of a tab at a size; `ratio` is how many pixels each unit of it has.

    The ground of a cell shows what is cut away, attacked or how dense it is, as in the views;
    given queens have a ring.
    """
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(theme.canvas_mid))
    board = tab.state.board
    layers = default_layers(board, size.width() / size.height())
    low, high = (corner[:2] for corner in layers.bounds)
    width, height = (high - low).tolist()
    cell = min((size.width() - 2 * ROOM) / width, (size.height() - 2 * ROOM) / height)
    left = (size.width() - width * cell) / 2 - low[0] * cell
    bottom = (size.height() + height * cell) / 2 + low[1] * cell
    every = np.arange(board.size)
    places = layers.positions(every)[:, :2] * (cell, -cell) + (left, bottom)
    shown, none = ground_of(tab.state, overlays_of(tab)), np.zeros(len(every), np.bool_)
    ground = cell_colours(shown, none, theme, every)
    painter = QPainter(pixmap)
    lattice = QPen(QColor(theme.lattice), 1) if cell >= LATTICE_FROM else Qt.PenStyle.NoPen
    painter.setPen(lattice)
    for (x, y), colour in zip(places.tolist(), ground, strict=True):
        painter.setBrush(QColor(hex_colour(colour)))
        painter.drawRect(QRectF(x - cell / 2, y - cell / 2, cell, cell))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    queens = tab.state.queens
    for index, colour in zip(queens, queen_colours(layers, queens, theme), strict=True):
        middle = QPointF(*places[index].tolist())
        fill_with(painter, hex_colour(colour))
        painter.drawEllipse(middle, DISC * cell, DISC * cell)
        if int(index) in tab.state.givens:
            outline_with(painter, theme.text, max(1.0, 0.08 * cell))
            painter.drawEllipse(middle, DISC * cell, DISC * cell)
    painter.end()
    return pixmap


BRIGHTER = tr_later(
    "Brighter cells are used by more placements, empty cells by none."
    " A click opens the board with its density; the Density drawer counts others."
)
PICTURE = QSize(288, 208)
TILE_HEIGHT = 120
DENSITY = QSize(224, 216)
Draw: TypeAlias = Callable[[Theme, QSize, float], QPixmap]
"""Draws a picture in a theme, a size, and pixels of the screen for each unit of it."""
RADIUS_CARD, RADIUS_TILE = 12, 8
LEFT, TOP = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignTop


class Tile(QAbstractButton):
    """A rounded plate with the picture of a board, which is drawn once for each size."""

    def __init__(self, radius: int) -> None:
        super().__init__()
        self._radius = radius
        self._draw: Draw | None = None
        self._drawn: tuple[object, QPixmap] | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def _set_picture(self, draw: Draw | None) -> None:
        self._draw, self._drawn = draw, None
        self.update()

    def _font(self, weight: QFont.Weight = QFont.Weight.DemiBold) -> QFont:
        return font(13 * text_scale(self.font()), weight)

    def _picture(self, size: QSize) -> QPixmap | None:
        if self._draw is None or size.isEmpty():
            return None
        theme, ratio = current_theme(), self.devicePixelRatioF()
        key = (theme.name, size.width(), size.height(), ratio)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, self._draw(theme, size, ratio)
        return self._drawn[1]

    def _paint_ground(self, painter: QPainter, picture: QRect) -> None:
        """Paint the plate, the picture in its place and the outline of the focus."""
        theme = current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path, frame = QPainterPath(), QRectF(self.rect())
        path.addRoundedRect(frame, self._radius, self._radius)
        is_hot = self.underMouse() and self.isEnabled()
        painter.fillPath(path, QColor(theme.canvas_mid))
        drawn = self._picture(picture.size())
        if drawn is not None:
            painter.setClipPath(path)
            painter.drawPixmap(QPointF(picture.topLeft()), drawn)
            painter.setClipping(False)
        if self.hasFocus() or is_hot:
            colour = theme.accent if self.hasFocus() else theme.control
            draw_outline(painter, frame.adjusted(1, 1, -1, -1), colour, self._radius)


def _picture_of(placement: Placement | None) -> Draw | None:
    """Return what draws a placement; None where the board is too large for it."""
    if placement is None or not is_drawn(placement.board):
        return None
    if placement.board.d in (2, 3):
        return partial(scene_thumb, placement)
    return partial(thumbnail, BoardTab(BoardState(placement)))


class PlacementPicture(Tile):
    """The picture of a placement; a click opens it."""

    def __init__(self, name: str) -> None:
        super().__init__(RADIUS_CARD)
        named(self, name, tr("Picture of the placement"), tr("Open the placement (Enter)"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(112)
        self._reason = ""

    def show_placement(self, placement: Placement | None, reason: str) -> None:
        """Show a placement, or the reason why there is no picture."""
        self._set_picture(_picture_of(placement))
        self._reason = "" if self._draw is not None else reason
        self.setEnabled(placement is not None)

    def sizeHint(self) -> QSize:
        return PICTURE

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint_ground(painter, self.rect())
        if self._reason:
            painter.setPen(QColor(current_theme().text_3))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()).adjusted(16, 16, -16, -16), flags, self._reason)


class NeighbourTile(Tile):
    """A board beside the chosen one: name, bounds and a small picture."""

    def __init__(self, name: str) -> None:
        super().__init__(RADIUS_TILE)
        named(self, name, tr("A board beside this one"))
        self.place = AtlasBoard.cube(2, 2)
        self._bracket, self._token = "", "proven"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_neighbour(self, neighbour: Neighbour) -> None:
        self.place = neighbour.place
        self._bracket = spaced_bracket(neighbour.lower, neighbour.upper)
        self._token = "proven" if neighbour.lower == neighbour.upper else "open"
        title = f"{neighbour.place.translated()} {self._bracket}"
        self.setAccessibleName(title)
        self.setToolTip(wrapped(title))
        self._set_picture(_picture_of(neighbour.placement))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(200, round(TILE_HEIGHT * max(1.0, text_scale(self.font()) ** 0.5)))

    def minimumSizeHint(self) -> QSize:
        wide = QFontMetricsF(self._font()).horizontalAdvance(self._bracket) + 24
        return QSize(round(wide), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        side = self.height() - 16
        beside = round(QFontMetricsF(self._font()).horizontalAdvance(self._bracket)) + 20
        left = min(max(beside, self.width() - side - 64), self.width() - side - 16)
        left = max(left, round(self.width() * 0.3))
        width = min(side + 8, self.width() - left - 8)
        self._paint_ground(painter, QRect(left, 8, width, side))
        inside = QRectF(self.rect()).adjusted(12, 10, -12, -10)
        write_in(painter, self._font(), theme.text)
        painter.drawText(inside, TOP | LEFT, self.place.short_name)
        painter.setPen(QColor(getattr(theme, self._token)))
        painter.drawText(inside, Qt.AlignmentFlag.AlignBottom | LEFT, self._bracket)


class DensityTile(Tile):
    """A board with its density: the picture, the name and how many placements are counted."""

    def __init__(self, density: Density) -> None:
        super().__init__(RADIUS_TILE)
        board = density.board
        self._name = board_name(str(board).removesuffix(" board"))
        text = (
            tr_later("{count} placement") if density.total == 1 else tr_later("{count} placements")
        )
        self._count = tr(text, count=short(density.total))
        total, never, size = f"{density.total:,}", f"{density.never:,}", f"{board.size:,}"
        unused = tr("{never} of {size} cells are never used", never=never, size=size)
        every = tr("{count} maximum placements", count=total)
        if density.queens is not None:
            queens = counted_tr(density.queens, board.piece)
            self._count = tr("{placements} of {queens}", placements=self._count, queens=queens)
            every = tr("{count} maximum placements of {queens}", count=total, queens=queens)
        words = with_spaces(f"{board.translated()}: {every}; {unused}")
        named(self, f"densities.{'x'.join(map(str, board.shape))}", words)
        tab = BoardTab(BoardState(Placement(board)), overlay=Overlay.of_density(density))
        self._set_picture(partial(thumbnail, tab))

    def sizeHint(self) -> QSize:
        height = QFontMetricsF(self._font()).height()
        wide = QFontMetricsF(self._font()).horizontalAdvance(self._count) + 24
        return QSize(max(DENSITY.width(), round(wide)), round(DENSITY.height() - 36 + 2 * height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        height = QFontMetricsF(self._font()).height()
        below = round(2 * height) + 20
        self._paint_ground(painter, QRect(12, 12, self.width() - 24, self.height() - below - 16))
        write_in(painter, self._font(), theme.text)
        words = QRectF(12, self.height() - below + 4, self.width() - 24, height)
        painter.drawText(words, LEFT, self._name)
        write_in(painter, self._font(QFont.Weight.Normal), theme.text_2)
        painter.drawText(words.translated(0, height + 2), LEFT, self._count)


class DensitiesPane(QWidget):
    """A tile for each density; a click opens the board with it."""

    # (BoardTab, bool) a board with its density is to be opened.
    open_placement = Signal(object, bool)

    def __init__(self, runner: JobRunner) -> None:
        super().__init__()
        self._is_new = True
        self._state = label("", "sentence", "densities.state")
        self._job = PanelJob(self, runner, self._state.setText)
        inside = QWidget()
        self.tiles: list[DensityTile] = []
        self._flow = FlowLayout(inside, spacing=16)
        vertical(self, self._state, (scrolling(inside), 1), margins=(16, 0, 0, 0))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_new:
            self._is_new = False
            self._job.start(tr("Densities"), _read, self._on_read, text=tr("Reading …"))

    def _on_read(self, found: list[Density]) -> None:
        self._state.setText(tr(BRIGHTER))
        for each in found:
            tile = DensityTile(each)
            tile.clicked.connect(lambda _on=False, each=each: self._open(each))
            self._flow.addWidget(tile)
            self.tiles.append(tile)

    def _open(self, density: Density) -> None:
        state = BoardState(Placement(density.board))
        self.open_placement.emit(BoardTab(state, overlay=Overlay.of_density(density)), False)


def _read(_run: RunContext) -> list[Density]:
    from nqviz.counting.densities.exact import shipped_densities, shipped_density

    found = (shipped_density(board) for board in shipped_densities())
    return [each for each in found if each is not None]
