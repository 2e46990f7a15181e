"""Cells that stand out of a scene for a reason of their own: marked ones, and those left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import prod

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.palette import MARKED, OUTSIDE, ColourArray, mix

from . import shapes
from .actors import Instances, Spheres, Tiles, Tubes
from .frame import Frame, colour, props_of
from .lattice import FLOOR, RIM
from .options import layer_axis
from .wrapped import Wrapped

MOST_BOXES = 500
MOST_LEFT_OUT = 20_000
"""The most cells that are drawn as left out; beyond, the first ones are."""

BESIDE: FloatArray = np.array((-0.36, 0.36, 0.36))
BESIDE_FLAT: FloatArray = np.array((-0.36, -0.36, 0.0))
"""Where in its cell a mark stands that can be seen beside a queen, in a block and on a square."""
ON_SQUARE = 0.16
"""The height of a mark above its square."""
STRIPE = 0.04
"""Half the width of a stripe of a hatched square, along a row."""


class Marked:
    """A diamond in each marked cell, in its corner where a queen stands."""

    def __init__(self) -> None:
        self._diamonds = Instances([shapes.diamond(0.17)], shiny=False, key=True)
        self.props = props_of(self._diamonds)

    def show(self, frame: Frame) -> None:
        """Update the diamonds."""
        cells = frame.drawn(frame.picture.marked)
        queens = frame.picture.queens if len(cells) else cells
        stand = np.isin(cells, queens)
        if self._diamonds.is_new(cells, stand, frame.arrangement):
            self._diamonds.put(_places(frame.arrangement, cells, stand), colour(MARKED))


def _places(arrangement: Arrangement, cells: IntArray, stand: npt.NDArray[np.bool_]) -> FloatArray:
    """Return where the marks of cells are, shape (k, 3), by whether queens stand there, (k,)."""
    is_flat = layer_axis(arrangement) is None
    moves = stand[:, None] * (BESIDE_FLAT if is_flat else BESIDE)
    if isinstance(arrangement, Wrapped):
        return arrangement.surface(arrangement.board.cells(cells) + moves[:, :2], ON_SQUARE)
    places: FloatArray = arrangement.positions(cells) + moves
    if is_flat:
        places[:, 2] = FLOOR + ON_SQUARE
    return places


class Cut:
    """What is left out: cells that a cut deletes or where no queen may stand, and dropped queens.

    Dropped queens are small, grey and crossed. Cells are small grey cubes, on a flat board grey
    hatched squares; those deleted in every direction are larger or crossed, and darker. Where a
    box holds exactly these, or exactly the cells that are left, its edges are drawn.
    """

    def __init__(self) -> None:
        self._balls = Spheres()
        self._crosses = Instances([shapes.jack(0.34, 0.03)], shiny=False)
        self._cubes = Instances([shapes.cube(0.22)], shiny=False)
        self._squares = Tiles()
        self._window = Tubes()
        self.props = props_of(self._balls, self._crosses, self._cubes, self._squares, self._window)

    def show(self, frame: Frame) -> None:
        """Update all of it."""
        picture, arrangement = frame.picture, frame.arrangement
        if self._balls.is_new(picture.dropped, arrangement):
            places = arrangement.positions(frame.drawn(picture.dropped))
            self._balls.put(places, colour(OUTSIDE), 0.22)
            self._crosses.put(places, colour(mix(OUTSIDE, "#000000", 0.35)))
        if self._cubes.is_new(picture.outside, picture.core, arrangement, frame.theme):
            self._put_outside(frame)

    def _put_outside(self, frame: Frame) -> None:
        picture, theme, arrangement = frame.picture, frame.theme, frame.arrangement
        nothing = np.zeros(picture.board.size, np.bool_)
        outside = nothing if picture.outside is None else picture.outside
        core = nothing if picture.core is None else picture.core
        drawn = frame.drawn(np.flatnonzero(outside))[:MOST_LEFT_OUT]
        places = arrangement.positions(drawn)
        is_flat = layer_axis(arrangement) is None and not isinstance(arrangement, Wrapped)
        cubes = 0 if is_flat else len(drawn)
        shades = np.stack([colour(mix(theme.background, OUTSIDE, share)) for share in (0.6, 1.0)])
        self._cubes.put(
            places[:cubes],
            shades[core[drawn[:cubes]].astype(np.int64)],
            scales=np.where(core[drawn[:cubes]], 1.0, 0.45),
        )
        self._squares.put(*_hatched(places[cubes:], core[drawn[cubes:]], frame))
        boxes = [*_boxes(arrangement, core)]
        if outside.any():
            boxes += _boxes(arrangement, ~outside)
        edges = np.concatenate([np.zeros((0, 2, 3)), *boxes])
        self._window.put(edges, colour(theme.text_3), frame.thickness * (0.5 if is_flat else 0.8))


def _hatched(
    places: FloatArray, core: npt.NDArray[np.bool_], frame: Frame
) -> tuple[FloatArray, ColourArray]:
    """Return grey squares with stripes over them, shape (k, 4, 3), and their colours, (k, 3).

    The stripes run on from square to square; those of the core are crossed by others.
    """
    theme = frame.theme
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    ends = np.array(
        [[(-0.5, -0.5), (0.5, 0.5)], [(0.0, -0.5), (0.5, 0.0)], [(-0.5, 0.0), (0.0, 0.5)]]
    )
    across = np.array((STRIPE, 0.0))
    stripes = np.concatenate((ends - across, ends[:, ::-1] + across), axis=1)
    layers: list[tuple[FloatArray, FloatArray, float, str]] = [
        (places, square[None], 0.004, mix(theme.background, OUTSIDE, 0.45)),
        (places, stripes, 0.008, mix(OUTSIDE, theme.background, 0.1)),
        (places[core], stripes * (-1, 1), 0.008, theme.text),
    ]
    corners, colours = [], []
    for middles, outlines, height, shade in layers:
        flat = (middles[:, None, None, :2] + outlines).reshape(-1, 4, 2)
        corners.append(np.pad(flat, ((0, 0), (0, 0), (0, 1)), constant_values=FLOOR + height))
        colours.append(np.tile(colour(shade), (len(flat), 1)))
    return np.concatenate(corners), np.concatenate(colours)


def _boxes(arrangement: Arrangement, mask: npt.NDArray[np.bool_]) -> Iterator[FloatArray]:
    """Yield the edges, shape (k, 2, 3), of the boxes that make up a product of sets of layers.

    Layers that follow on each other along the shown axes make one box; at most `MOST_BOXES`. Other
    sets of cells have none. On a flat board the boxes are rectangles on the ground.
    """
    board = arrangement.board
    cells = board.cells(np.flatnonzero(mask))
    cells = cells[arrangement.visible(board.indices(cells))]
    layers = [np.unique(cells[:, axis]) for axis in range(board.d)]
    if not len(cells) or prod(map(len, layers)) != len(cells):
        return
    runs = []
    for axis, values in enumerate(layers):
        apart = np.diff(values) > 1 if axis in arrangement.shown else np.ones(len(values) - 1, bool)
        first = np.flatnonzero(np.concatenate(([True], apart)))
        last = np.append(first[1:], len(values)) - 1
        runs.append(list(zip(values[first].tolist(), values[last].tolist(), strict=True)))
    is_flat = layer_axis(arrangement) is None
    edges = shapes.BOX_EDGES
    if is_flat:
        edges = shapes.BOX_EDGES[(shapes.CORNERS[shapes.BOX_EDGES][..., 2] < 0).all(axis=1)]
    for ends in islice(product(*runs), MOST_BOXES):
        corners = arrangement.positions(board.indices(np.array(ends).T))
        low, high = corners.min(axis=0) - 0.5, corners.max(axis=0) + 0.5
        if is_flat:
            low[2] = high[2] = FLOOR + RIM
        yield (low + (shapes.CORNERS + 0.5) * (high - low))[edges]
