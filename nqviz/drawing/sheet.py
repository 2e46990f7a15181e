"""One page of vector graphics, in the coordinates of an arrangement, by matplotlib's object API.

One unit is one cell. Marks that many cells share are one collection, so that a board of thirty
thousand cells takes a second and not a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np
import numpy.typing as npt
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform

from ..arrangement import FloatArray
from ..palette import ColourArray, Theme

UNITS_PER_INCH = 100
POINTS = 72 / UNITS_PER_INCH
"""Points in one unit of size, so that a size of 1600 x 1200 is 16 x 12 inches."""

Bounds = tuple[float, float, float, float]


class Sheet:
    """A page that shows a rectangle of the plane as large as it can.

    Parameters
    ----------
    theme : Theme
    size : (int, int)
        Width and height of the page in units.
    bounds : (float, float, float, float)
        Left, bottom, right and top of what must be seen, in cells.
    room : (float, float, float, float)
        Units that stay empty at the left, bottom, right and top.
    """

    def __init__(
        self, theme: Theme, size: tuple[int, int], bounds: Bounds, room: Bounds = (0, 0, 0, 0)
    ) -> None:
        self.theme = theme
        self.figure = Figure(dpi=UNITS_PER_INCH)
        FigureCanvasAgg(self.figure)
        self.figure.set_size_inches(size[0] / UNITS_PER_INCH, size[1] / UNITS_PER_INCH)
        self.axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set_axis_off()
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
        self.axes.set_xlim(self.left, self.right)
        self.axes.set_ylim(self.bottom, self.top)
        self._level = 0

    def encoded(self, ending: str, pixels: tuple[int, int], transparent: bool) -> bytes:
        """Give the bytes of a file; pixels count for png only."""
        dpi = pixels[0] / self.figure.get_figwidth()
        # matplotlib cuts fractions of a pixel off; a thousandth more makes up for rounding.
        self.figure.set_size_inches((pixels[0] + 1e-3) / dpi, (pixels[1] + 1e-3) / dpi)
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(ending, {})
        stream = BytesIO()
        with rc_context({"svg.hashsalt": "nqviz"}):  # the same drawing gives the same file
            self.figure.savefig(
                stream,
                format=ending,
                dpi=dpi,
                transparent=transparent,
                facecolor="none" if transparent else self.theme.background,
                metadata=metadata,
            )
        return stream.getvalue()

    # Marks, in the order in which they lie on each other ---------------------------------------

    def _next_level(self) -> int:
        self._level += 1
        return self._level

    def rectangles(self, boxes: FloatArray, colours: ColourArray) -> None:
        """Fill boxes, rows of (left, bottom, right, top), each with its colour."""
        corners = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
        filled = PolyCollection(
            list(corners),
            facecolors=colours / 255.0,
            edgecolors="face",  # closes the seams between neighbours
            linewidths=0.3,
            zorder=self._next_level(),
        )
        self.axes.add_collection(filled, autolim=False)

    def hatched(self, boxes: FloatArray, colour: str) -> None:
        """Hatch boxes, rows of (left, bottom, right, top)."""
        if not len(boxes):
            return
        corners = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3], [0, 1]]]
        codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
        path = Path(corners.reshape(-1, 2), codes * len(corners))
        patch = PathPatch(
            path,
            facecolor="none",
            edgecolor=colour,
            linewidth=0,
            hatch="///",
            zorder=self._next_level(),
        )
        patch.set_hatch_linewidth(0.5)
        self.axes.add_patch(patch)

    def strokes(
        self,
        segments: FloatArray,
        colour: str,
        width: float,
        dash: Sequence[float] = (),
        opacity: float = 1.0,
    ) -> None:
        """Draw strokes, shape (k, 2, 2), of a width in units; dashes are in widths."""
        if not len(segments):
            return
        lines = LineCollection(
            list(segments),
            colors=colour,
            linewidths=width * POINTS,
            linestyles=[(0, tuple(dash))] if dash else "solid",
            capstyle="butt" if dash else "round",
            alpha=opacity,
            zorder=self._next_level(),
        )
        self.axes.add_collection(lines, autolim=False)

    def stamps(
        self,
        outlines: Sequence[FloatArray],
        centres: FloatArray,
        fill: npt.ArrayLike | str,
        edge: str = "none",
        width: float = 0.0,
        size: float = 1.0,
    ) -> None:
        """Stamp one shape (closed outlines, in cells) on many places, shape (k, 2)."""
        if not len(centres):
            return
        shape = Path.make_compound_path(*(Path(_closed(line), closed=True) for line in outlines))
        marks = PathCollection(
            [shape],
            sizes=[(size * self.cell * POINTS) ** 2],
            offsets=centres,
            offset_transform=self.axes.transData,
            transform=IdentityTransform(),
            facecolors=fill,
            edgecolors=edge,
            linewidths=width * POINTS,
            zorder=self._next_level(),
        )
        self.axes.add_collection(marks, autolim=False)

    def discs(
        self,
        centres: FloatArray,
        radius: float,
        fill: npt.ArrayLike | str,
        edge: npt.ArrayLike | str = "none",
        width: float = 0.0,
    ) -> None:
        """Draw a disc or ring of a radius in cells on many places, shape (k, 2)."""
        if not len(centres):
            return
        marks = PathCollection(
            [Path.unit_circle()],
            sizes=[(radius * self.cell * POINTS) ** 2],
            offsets=centres,
            offset_transform=self.axes.transData,
            transform=IdentityTransform(),
            facecolors=fill,
            edgecolors=edge,
            linewidths=width * POINTS,
            zorder=self._next_level(),
        )
        self.axes.add_collection(marks, autolim=False)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: str | None = None,
        across: str = "center",
        up: str = "center_baseline",
        bold: bool = False,
    ) -> None:
        """Write words at a place, as large as `size` units."""
        self.axes.text(
            x,
            y,
            words,
            fontsize=size * POINTS,
            color=colour or self.theme.foreground,
            ha=across,
            va=up,
            fontweight="bold" if bold else "normal",
            zorder=self._next_level(),
            clip_on=False,
        )

    def label(self, x: float, y: float, words: str, size: float) -> None:
        """Write words on a small plate whose lower edge is at a place."""
        plate = {
            "boxstyle": "round,pad=0.35",
            "facecolor": self.theme.surface,
            "edgecolor": self.theme.muted,
            "linewidth": 0.8,
        }
        self.axes.text(
            x,
            y + 0.5 * size / self.cell,
            words,
            fontsize=size * POINTS,
            color=self.theme.foreground,
            ha="center",
            va="bottom",
            bbox=plate,
            zorder=self._next_level(),
        )


def _closed(outline: FloatArray) -> FloatArray:
    return np.concatenate((outline, outline[:1]))
