"""What the colours of queens stand for, in a corner of the picture."""

from __future__ import annotations

import numpy as np
from vtkmodules.vtkRenderingCore import vtkProp

from ..arrangement import FloatArray
from ..board import IntArray
from .colouring import colour_key
from .frame import Frame, props_of
from .parts import FlatShapes, Labels

MOST_NAMES = 12
"""More classes than about this many are named by a choice of them."""

LEFT, BOTTOM = 18.0, 20.0
ROW = 19.0
SWATCH = 6.5
LETTER = 8.0
MOST_ROWS = 4
"""More classes stand in columns, so that the legend stays below the numbers of the axes."""


class Legend:
    """A title, and a swatch with a name for each class of queens.

    Where queens are coloured by attacks the swatches have the shapes of the queens. Colours of
    layers need no legend: how high a queen stands tells the same, and is numbered.
    """

    def __init__(self) -> None:
        self._swatches = FlatShapes()
        self._names = Labels(13).on_screen()
        self._title = Labels(13, bold=True).on_screen()

    def props(self) -> list[vtkProp]:
        """Give the actors."""
        return props_of(self._swatches, self._names, self._title)

    def show(self, frame: Frame) -> None:
        """Bring the legend up to date."""
        board, options = frame.picture.board, frame.options
        look = (board, frame.arrangement.shown, options.colour_by, options.labels)
        picture = frame.picture
        wanted = options.labels and options.colour_by != "layer"
        wanted &= len(picture.queens) + len(picture.suggested) > 0
        has_density = picture.density is not None
        if not self._names.is_new(*look, wanted, has_density, frame.theme, frame.pixel_scale):
            return
        key = colour_key(frame)
        scale = frame.pixel_scale
        picked = chosen(len(key.names)) if wanted else np.zeros(0, np.int64)
        names = [key.names[place] for place in picked.tolist()]
        spots = _spots(names)
        kinds = picked if options.colour_by == "attacks" else np.zeros_like(picked)
        outlines = np.array([_outline(kind) for kind in kinds.tolist()]).reshape(-1, 24, 3)
        self._swatches.put((spots[:, None] + outlines * SWATCH) * scale, key.colours[picked])
        self._names.put((spots + (14.0, 0.0, 0.0)) * scale, names, frame.theme.foreground)
        titles = [key.title] if key.title and wanted else []
        rows = min(len(picked), MOST_ROWS)
        above = np.array([[LEFT - SWATCH, BOTTOM + ROW * rows + 2.0, 0.0]])
        self._title.put(above[: len(titles)] * scale, titles, frame.theme.foreground)


def chosen(count: int) -> IntArray:
    """Pick the classes to name: all of few, of many the first, the last and some between."""
    if count <= MOST_NAMES:
        return np.arange(count)
    return np.unique(np.rint(np.linspace(0, count - 1, 7)).astype(np.int64))


def _spots(names: list[str]) -> FloatArray:
    """Give the places of the swatches, shape (k, 3): down one column, then the next."""
    column, row = np.divmod(np.arange(len(names)), MOST_ROWS)
    wide = 30.0 + LETTER * max(map(len, names), default=0)
    rows = min(len(names), MOST_ROWS)
    spots = np.stack((LEFT + wide * column, BOTTOM + ROW * (rows - 1 - row), 0.0 * row), axis=1)
    places: FloatArray = spots
    return places


def _outline(kind: int) -> FloatArray:
    """Give the outline of a swatch, shape (24, 3): a disc, triangle, diamond or square."""
    corners = (12, 3, 4, 4)[kind]
    turn = np.pi / 4 if kind == 3 else np.pi / 2
    angles = turn + np.arange(corners + 1) * 2 * np.pi / corners
    points = np.stack((np.cos(angles), np.sin(angles), np.zeros(corners + 1)), axis=1)
    share = np.arange(24 // corners)[:, None, None] / (24 // corners)
    edges: FloatArray = points[:-1] + share * np.diff(points, axis=0)
    return edges.transpose(1, 0, 2).reshape(24, 3) * (1.0 if kind == 0 else 1.2)
