"""What the grid of layers looks like, kept in pixmaps.

The ground and the pieces, with the names of layers, are two pixmaps of the size of the widget, so
that a cursor that moves paints a few lines between them; the lattice, which queens never change, is
kept in a third. Of the ground only the blocks whose cells changed are painted again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from nqviz.core.board import IntArray
from nqviz.view.palette import LIGHT

from ...widgets.painting import clear_pixmap
from .captions import paint_active, paint_captions
from .changes import changed_part
from .frame import LEGEND_WIDTH, paint_frame, paint_legend, paint_numbers
from .paint import (
    EVERYTHING,
    MANY_BLOCKS,
    Part,
    Shown,
    blocks_in_sight,
    paint_blocks_of,
    paint_cells,
)
from .pieces import (
    CursorLines,
    Stamps,
    cursor_lines,
    paint_cursor,
    paint_lines,
    paint_pieces,
    paint_tints,
)
from .pixels import PixelGround
from .selection import MANY, paint_selection


@dataclass(frozen=True, eq=False)
class Changed:
    """What differs from what is painted."""

    shown: Shown
    cells: IntArray  # those that are attacked or hold a queen now or before, but not both
    part: Part | None  # None where it may be everything


class Canvas:
    """Paints a board that an arrangement lays out, and paints anew only what is different."""

    legend_width = 0  # pixels that the scale of a density takes at the right
    is_paged = False  # whether the layers of one cube stand in rows under their names

    def changed_part(self, shown: Shown) -> Part | None:
        """Return the part that differs from what was painted last; None for all of it."""
        return None

    @abstractmethod
    def paint(
        self,
        painter: QPainter,
        shown: Shown,
        cursor: int | None,
        selected: IntArray,
        active: int | None,
    ) -> None:
        """Paint everything; the cursor, the selection and the active layer each time."""


class LayersCanvas(Canvas):
    """Paints layers with all that is on their cells."""

    legend_width = LEGEND_WIDTH
    is_paged = True

    def __init__(self) -> None:
        self._painted: Shown | None = None  # what ground and pieces show
        self._changed: Changed | None = None  # beside what is painted
        self._ground = QPixmap()
        self._pixels: PixelGround | None = None
        self._pieces = QPixmap()
        self._frame: tuple[object, QPixmap] | None = None
        self._lines: tuple[object, CursorLines] | None = None
        self._active: int | None = None  # the layer whose name stands out among the pieces
        self._selection: tuple[int, object, IntArray, QPixmap] | None = None
        self._stamps = Stamps(LIGHT, 1.0, 1.0, "queen")

    def paint(
        self,
        painter: QPainter,
        shown: Shown,
        cursor: int | None,
        selected: IntArray,
        active: int | None,
    ) -> None:
        ratio = painter.device().devicePixelRatioF()
        is_other = active != self._active or ratio != self._pieces.devicePixelRatio()
        if shown is not self._painted or is_other:
            part = None if is_other else self.changed_part(shown)
            self._active = active
            self._paint_changed_ground(shown, ratio)
            self._render_pieces(shown, ratio, part)
            self._painted, self._changed = shown, None
        lines, modes = self._lines_of(shown, cursor), QPainter.CompositionMode
        painter.setCompositionMode(modes.CompositionMode_Source)
        painter.drawPixmap(0, 0, self._ground)
        painter.setCompositionMode(modes.CompositionMode_SourceOver)
        paint_tints(painter, lines)
        self._paint_selected(painter, shown, selected, ratio)
        painter.drawPixmap(0, 0, self._framed(shown, ratio))
        if cursor is not None:
            paint_lines(painter, shown, lines)
        painter.drawPixmap(0, 0, self._pieces)
        paint_active(painter, shown, active)
        if cursor is not None:
            paint_cursor(painter, shown, lines, cursor, self._stamps)

    def _lines_of(self, shown: Shown, cursor: int | None) -> CursorLines:
        """Return the attack lines of the cursor, which no queen changes."""
        has_overlay = shown.picture.overlay is not None
        key = (cursor, shown.arrangement, shown.transform, shown.theme, has_overlay)
        if self._lines is None or self._lines[0] != key:
            self._lines = key, cursor_lines(shown, cursor)
        return self._lines[1]

    def changed_part(self, shown: Shown) -> Part | None:
        changed = self._changed_in(shown)
        return None if changed is None else changed.part

    def _changed_in(self, shown: Shown) -> Changed | None:
        """Return what differs from what is painted; None where that may be everything."""
        before = self._painted
        if before is None or before.look != shown.look or shown.picture.overlay is not None:
            return None
        if self._changed is None or self._changed.shown is not shown:
            cells = shown.changed_since(before)
            part = changed_part(before, shown, cells, self._stamps.reach)
            self._changed = Changed(shown, cells, part)
        return self._changed

    def _paint_changed_ground(self, shown: Shown, ratio: float) -> None:
        """Paint the ground, as little of it as differs from last time's."""
        changed = self._changed_in(shown)
        if changed is None or ratio != self._ground.devicePixelRatio():
            self._ground = painted(shown, ratio, self._paint_ground, paint_numbers)
        elif len(changed.cells):
            paint = paint_blocks_of if self._pixels is None else self._pixels.paint_changed
            with QPainter(self._ground) as painter:
                paint(painter, shown, changed.cells)

    def _paint_ground(self, painter: QPainter, shown: Shown) -> None:
        if len(blocks_in_sight(shown)) <= MANY_BLOCKS:
            self._pixels = None
            paint_cells(painter, shown)
            return
        if self._pixels is None or not self._pixels.fits(shown):
            self._pixels = PixelGround(shown.arrangement, shown.transform)
        self._pixels.paint(painter, shown)

    def _render_pieces(self, shown: Shown, ratio: float, part: Part | None) -> None:
        """Paint all that stands on the cells, or of it a part of the widget."""
        wanted = Stamps(shown.theme, shown.transform.cell, ratio, shown.picture.board.piece)
        if self._stamps.key != wanted.key:  # those that are made are kept
            self._stamps = wanted
        pieces = partial(paint_pieces, stamps=self._stamps, part=part or EVERYTHING)
        captions = partial(paint_captions, active=self._active, part=part or EVERYTHING)
        if part is None:
            parts = pieces, paint_legend, captions
            self._pieces = painted(shown, ratio, *parts, before=self._pieces)
            return
        modes = QPainter.CompositionMode
        with QPainter(self._pieces) as painter:
            painter.setClipRegion(part.region)
            painter.setCompositionMode(modes.CompositionMode_Clear)
            painter.fillRect(part.region.boundingRect(), Qt.GlobalColor.black)
            painter.setCompositionMode(modes.CompositionMode_SourceOver)
            pieces(painter, shown)
            captions(painter, shown)

    def _paint_selected(
        self, painter: QPainter, shown: Shown, selected: IntArray, ratio: float
    ) -> None:
        if len(selected) <= MANY:
            paint_selection(painter, shown, selected)
            return
        key = (shown.transform, shown.arrangement, shown.theme, ratio)
        if self._selection is None or self._selection[:2] != (id(selected), key):
            part = partial(paint_selection, cells=selected)
            # The array is kept, so that no other one can have its identity.
            self._selection = id(selected), key, selected, painted(shown, ratio, part)
        painter.drawPixmap(0, 0, self._selection[3])

    def _framed(self, shown: Shown, ratio: float) -> QPixmap:
        key = (shown.transform, shown.arrangement, shown.theme, shown.font, ratio)
        if self._frame is None or self._frame[0] != key:
            self._frame = key, painted(shown, ratio, paint_frame)
        return self._frame[1]


def painted(
    shown: Shown,
    ratio: float,
    *paint: Callable[[QPainter, Shown], None],
    before: QPixmap | None = None,
) -> QPixmap:
    """Paint parts on a pixmap of the size of the widget: on that from before, if it fits."""
    pixmap = clear_pixmap(QSize(shown.transform.width, shown.transform.height), ratio, before)
    painter = QPainter(pixmap)
    for part in paint:
        part(painter, shown)
    painter.end()
    return pixmap
