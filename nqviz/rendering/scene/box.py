"""The edges of every block: those before the queens are thinner than those behind them."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from nqviz.view.arrangement import FloatArray

from .actors import Strokes
from .camera import Camera
from .frame import Frame, colour, props_of
from .lattice import MOST_GRID_LINES, RIM, Grid
from .options import layer_axis
from .shapes import BOX_EDGES, CORNERS
from .wrapped import Wrapped

BEHIND, BEFORE, RIM_WIDTH = 1.2, 1.0, 1.6
"""The widths of edges behind and before the queens and of the rim of the floor, in pixels."""

# For each edge of a box the two faces that meet there: axis and side, 0 low or 1 high.
_FACES: npt.NDArray[np.int64] = np.array(
    [
        [
            (axis, int(CORNERS[first, axis] > 0))
            for axis in range(3)
            if CORNERS[first, axis] == CORNERS[second, axis]
        ]
        for first, second in BOX_EDGES.tolist()
    ]
)


class Box:
    """The edges of the blocks, and the rims of their floors."""

    def __init__(self) -> None:
        self._behind = Strokes(width=BEHIND, opacity=0.9)
        self._before = Strokes(width=BEFORE, opacity=0.55)
        self._rim = Strokes(width=RIM_WIDTH, opacity=0.75)
        self._low: FloatArray = np.zeros((0, 3))
        self._high: FloatArray = np.zeros((0, 3))
        self._shades = colour("#000000"), colour("#000000")
        self._is_before: npt.NDArray[np.bool_] | None = None
        self.props = props_of(self._rim, self._behind, self._before)

    def show(self, frame: Frame) -> None:
        """Update the edges; `follow` sorts them."""
        arrangement, theme, options = frame.arrangement, frame.theme, frame.options
        if not self._rim.is_new(arrangement, theme, options.lattice):
            return
        self._shades = colour(theme.edges[0]), colour(theme.edges[1])
        self._is_before = None
        self._low = self._high = np.zeros((0, 3))
        rims: FloatArray = np.zeros((0, 2, 3))
        if options.lattice and not isinstance(arrangement, Wrapped):
            grid = Grid.of(arrangement)
            if layer_axis(arrangement) is not None:
                self._low, self._high = grid.boxes()
                floors = grid.floors()
                if len(floors) <= MOST_GRID_LINES:
                    rims = floors
            else:
                rims = grid.in_all_blocks(grid.rim(float(grid.low[2]) + RIM))
        self._rim.put(rims, self._shades[0])

    def follow(self, camera: Camera) -> None:
        """Sort the edges by whether both faces that meet there look at the camera."""
        if not len(self._low) and self._is_before is not None:
            return
        seen = seen_faces(self._low, self._high, camera)
        is_before = np.asarray(seen[:, _FACES[..., 0], _FACES[..., 1]].all(axis=2))
        if self._is_before is not None and np.array_equal(is_before, self._is_before):
            return
        self._is_before = is_before
        size = (self._high - self._low)[:, None]
        edges = (self._low[:, None] + (CORNERS + 0.5) * size)[:, BOX_EDGES]
        self._before.put(edges[is_before], self._shades[1])
        self._behind.put(edges[~is_before], self._shades[0])


class Viewer(Protocol):
    """From where a scene is looked at."""

    @property
    def is_parallel(self) -> bool:
        """Whether the projection is parallel."""

    @property
    def direction(self) -> FloatArray:
        """The unit vector from the focus to the camera, shape (3,)."""

    @property
    def place(self) -> FloatArray:
        """Where the camera is, shape (3,)."""


def seen_faces(low: FloatArray, high: FloatArray, camera: Viewer) -> npt.NDArray[np.bool_]:
    """Return which faces of boxes look at the camera, shape (boxes, 3, 2): low and high ones.

    `low`, `high`, shape (boxes, 3): opposite corners.
    """
    if camera.is_parallel:
        ways = np.stack((-camera.direction, camera.direction), axis=1)
        return np.broadcast_to(ways > 1e-9, (len(low), 3, 2))
    place = camera.place
    return np.stack((place < low, place > high), axis=2)
