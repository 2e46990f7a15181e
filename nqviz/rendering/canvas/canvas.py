"""One page of vector graphics, in the coordinates of an arrangement: marks, in their order.

One unit is one cell. A canvas only lists what is drawn: `matplotlib_page` turns it into a png, svg
or pdf file, `tikz` into a figure for LaTeX, and the window paints it. Marks that many cells share
are one mark, so that a board of thirty thousand cells takes a second and not a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeAlias

import numpy as np

from nqviz.view.arrangement import FloatArray
from nqviz.view.image_settings import MIN_SIDE
from nqviz.view.palette import ColourArray, Theme, grey, hex_colour, rgb

UNITS_PER_INCH = 100
"""Units of the size of a canvas in an inch of paper, where nothing else is asked for."""

Bounds = tuple[float, float, float, float]
Fill: TypeAlias = FloatArray | str | None
"""One colour for each place, shape (k, 3) of values from 0 to 1; one for all; or none."""


@dataclass(frozen=True, eq=False)
class Rectangles:
    """Boxes, rows of (left, bottom, right, top), filled with colours, shape (k, 3)."""

    boxes: FloatArray
    colours: ColourArray


@dataclass(frozen=True, eq=False)
class Hatching:
    """Hatched boxes, rows of (left, bottom, right, top)."""

    boxes: FloatArray
    colour: str


@dataclass(frozen=True, eq=False)
class Strokes:
    """Strokes through m points each, shape (k, m, 2), of a width in units; dashes in widths."""

    segments: FloatArray
    colour: str
    width: float
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    is_curved: bool = False
    """Whether each stroke is a quadratic curve by its start, control point and end, shape
    (k, 3, 2)."""


@dataclass(frozen=True, eq=False)
class Stamps:
    """One shape (closed outlines, in cells) on many places, shape (k, 2)."""

    outlines: tuple[FloatArray, ...]
    centres: FloatArray
    fill: Fill


@dataclass(frozen=True, eq=False)
class Discs:
    """A disc or ring of a radius in cells on many places, shape (k, 2); `width` is in units."""

    centres: FloatArray
    radius: float
    fill: Fill
    edge: Fill = None
    width: float = 0.0


@dataclass(frozen=True, eq=False)
class Text:
    """Text at a place, as large as `size` units; on a plate of a colour if one is given."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    across: str = "center"
    up: str = "center_baseline"
    bold: bool = False
    plate: tuple[str, str] | None = None
    """The colours of the plate and of its edge."""


Mark: TypeAlias = Rectangles | Hatching | Strokes | Stamps | Discs | Text


class Canvas:
    """A page that shows a rectangle of the plane as large as it can.

    `size`: width and height of the page in units.
    `bounds`: left, bottom, right and top of what must be seen, in cells.
    `room`: units that stay empty at the left, bottom, right and top.
    """

    def __init__(
        self, theme: Theme, size: tuple[int, int], bounds: Bounds, room: Bounds = (0, 0, 0, 0)
    ) -> None:
        self.theme = theme
        self.size = size
        self.marks: list[Mark] = []
        left, bottom, right, top = bounds
        free = (
            max(size[0] - room[0] - room[2], size[0] / 4),
            max(size[1] - room[1] - room[3], size[1] / 4),
        )
        self.cell = min(free[0] / (right - left), free[1] / (top - bottom))
        """The size of a cell in units."""
        spare = (free[0] / self.cell - (right - left), free[1] / self.cell - (top - bottom))
        self.left = left - spare[0] / 2 - room[0] / self.cell
        self.bottom = bottom - spare[1] / 2 - room[1] / self.cell
        self.right = self.left + size[0] / self.cell
        self.top = self.bottom + size[1] / self.cell

    @classmethod
    def looking_at(
        cls, theme: Theme, size: tuple[int, int], cell: float, origin: tuple[float, float]
    ) -> Canvas:
        """Return a canvas with cells of a size in units and the place (0, 0) at a point.

        `origin` is this point, in units from the upper left corner.
        """
        left, top = -origin[0] / cell, origin[1] / cell
        return cls(theme, size, (left, top - size[1] / cell, left + size[0] / cell, top))

    def cut(self, bounds: Bounds, width: int, margin: float) -> Canvas:
        """Return the same marks on a page that is cut to bounds, with these in its middle.

        `bounds`: left, bottom, right and top, in cells.
        `width`: that of the page; `margin`: what is free below and above, both in units.
        """
        left, bottom, right, top = bounds
        height = max(ceil((top - bottom) * self.cell + 2 * margin), MIN_SIDE)
        middle = (left + right) / 2, (bottom + top) / 2
        origin = width / 2 - middle[0] * self.cell, height / 2 + middle[1] * self.cell
        page = Canvas.looking_at(self.theme, (width, height), self.cell, origin)
        page.marks = self.marks
        return page

    def pixels(self, places: FloatArray) -> FloatArray:
        """Return places, shape (..., 2), in units from the upper left corner, y downwards."""
        return (places - (self.left, self.top)) * (self.cell, -self.cell)

    def _ink(self, colour: str) -> str:
        """Return a colour, or its grey where the theme has no colours."""
        return hex_colour(grey(rgb(colour))) if self.theme.is_mono else colour

    def _fill(self, fill: Fill) -> Fill:
        if fill is None or not self.theme.is_mono:
            return fill
        return self._ink(fill) if isinstance(fill, str) else grey(fill * 255) / 255.0

    # Marks, in the order in which they lie on each other ---------------------------------------

    def rectangles(self, boxes: FloatArray, colours: ColourArray) -> None:
        """Fill boxes, rows of (left, bottom, right, top), each with its colour.

        `boxes`, shape (k, 4), `colours`, shape (k, 3).
        """
        if len(boxes):
            self.marks.append(Rectangles(boxes, grey(colours) if self.theme.is_mono else colours))

    def hatched(self, boxes: FloatArray, colour: str) -> None:
        """Hatch boxes, rows of (left, bottom, right, top); `boxes`, shape (k, 4)."""
        if len(boxes):
            self.marks.append(Hatching(boxes, self._ink(colour)))

    def strokes(
        self,
        segments: FloatArray,
        colour: str,
        width: float,
        dash: Sequence[float] = (),
        opacity: float = 1.0,
        is_curved: bool = False,
    ) -> None:
        """Draw strokes through m points each, shape (k, m, 2); width in units, dashes in widths."""
        if len(segments):
            ink = self._ink(colour)
            self.marks.append(Strokes(segments, ink, width, tuple(dash), opacity, is_curved))

    def stamps(self, outlines: Sequence[FloatArray], centres: FloatArray, fill: Fill) -> None:
        """Stamp one shape (closed outlines, in cells) on many places, shape (k, 2)."""
        if len(centres) and len(outlines):
            self.marks.append(Stamps(tuple(outlines), centres, self._fill(fill)))

    def discs(
        self, centres: FloatArray, radius: float, fill: Fill, edge: Fill = None, width: float = 0.0
    ) -> None:
        """Draw a disc or ring of a radius in cells on many places, shape (k, 2)."""
        if len(centres):
            paints = self._fill(fill), self._fill(edge)
            self.marks.append(Discs(centres, radius, *paints, width))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str | None = None,
        across: str = "center",
        up: str = "center_baseline",
        bold: bool = False,
    ) -> None:
        """Write text at a place, as large as `size` units."""
        ink = self._ink(colour or self.theme.text)
        self.marks.append(Text(x, y, text, size, ink, across, up, bold))

    def label(self, x: float, y: float, text: str, size: float) -> None:
        """Write text on a small plate whose lower edge is at a place."""
        plate = self.theme.panel, self.theme.text_3
        height = y + 0.5 * size / self.cell
        ink = self.theme.text
        self.marks.append(Text(x, height, text, size, ink, up="bottom", plate=plate))


def colours_of(fill: FloatArray | str) -> ColourArray:
    """Return colours as values from 0 to 255, shape (k, 3); one row for a single colour."""
    if isinstance(fill, str):
        return np.array([rgb(fill)], np.uint8)
    return np.rint(np.atleast_2d(fill) * 255).astype(np.uint8)
