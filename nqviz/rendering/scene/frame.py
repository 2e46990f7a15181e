"""One state of a scene, and what all groups of actors have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt
from vtkmodules.vtkRenderingCore import vtkProp

from nqviz.core.board import IntArray
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import ColourArray, Theme, rgb

from .actors import Actor
from .lattice import MOST_BLOCKS, Grid
from .options import SceneOptions, layer_axis
from .shapes import CORNERS, QUEEN_RADIUS
from .wrapped import Wrapped

MOST_PIECES, MOST_CHOSEN = 1000, 3000
"""Beyond so many queens all are spheres, which cost least; the second where a style is chosen."""
LEAST_QUEEN = 0.004
"""The least radius of queens among very many blocks, as a share of the longest side of all."""


LARGEST_PRINTED = 0.5 / QUEEN_RADIUS
"""The largest scale of queens in files, where two in neighbouring cells must not overlap."""

Detail = Literal["fine", "plain", "coarse"]
"""All details; those that are drawn in time without a graphics card; those of small pictures."""

CLOSE = (0.0, 15.0, 26.0, 40.0, 90.0)
"""From how many pixels a cell on cells are tiny, far away, small, near, and close."""


@dataclass(frozen=True)
class Frame:
    """One state of a scene: what, where, how and in which colours."""

    picture: BoardView
    arrangement: Arrangement
    options: SceneOptions
    theme: Theme
    attacks: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """How often each queen of the picture is attacked; empty where it is not needed. Shape
    (k,)."""
    pixel_scale: float = 1.0
    """How many times as large as on a plain screen everything measured in pixels is."""
    detail: Detail = "plain"
    """How much is drawn of what is small."""
    closeness: int = len(CLOSE) - 1
    """How large cells are on the picture, as a row of `CLOSE`."""

    @classmethod
    def of(
        cls,
        picture: BoardView,
        arrangement: Arrangement,
        options: SceneOptions,
        theme: Theme,
        count_attacks: Callable[[BoardView], IntArray],
        pixel_scale: float,
        detail: Detail = "plain",
        closeness: int = len(CLOSE) - 1,
    ) -> Frame:
        """Make the frame of a picture: without the queens that the options leave out."""
        wanted = options.colour == "attacks" or options.queens == "attacked"
        attacks = count_attacks(picture) if wanted else np.zeros(0, dtype=np.int64)
        whole = cls(picture, arrangement, options, theme, attacks, pixel_scale, detail, closeness)
        return whole if options.queens == "all" else whole._filtered()

    def _filtered(self) -> Frame:
        picture, choice = self.picture, self.options.queens
        queens, suggested = picture.queens, picture.suggested
        if choice == "layer":
            kept = self.stands_out(queens)
            suggested = suggested[self.stands_out(suggested)]
        elif choice == "attacked":
            kept = self.attacks > 0
        else:
            kept = np.isin(queens, picture.given)
        left = queens[kept]
        there = set(left.tolist())
        return replace(
            self,
            picture=replace(
                picture,
                queens=left,
                given=picture.given[np.isin(picture.given, left)],
                suggested=suggested,
                conflicts=tuple(pair for pair in picture.conflicts if there.issuperset(pair)),
            ),
            attacks=self.attacks[kept] if len(self.attacks) else self.attacks,
        )

    def stands_out(self, indices: IntArray) -> npt.NDArray[np.bool_]:
        """Return which cells, shape (k,), are in the active layer; all where none is active."""
        axis, layer = layer_axis(self.arrangement), self.active_layer
        if axis is None or layer is None:
            return np.ones(len(indices), dtype=np.bool_)
        kept: npt.NDArray[np.bool_] = self.picture.board.cells(indices)[:, axis] == layer
        return kept

    def drawn(self, indices: IntArray) -> IntArray:
        """Leave out the cells that the arrangement does not draw; `indices`, shape (k,)."""
        return indices[self.arrangement.visible(indices)]

    @property
    def active_layer(self) -> int | None:
        """The layer that stands out, if there is one."""
        return None if layer_axis(self.arrangement) is None else self.options.active_layer

    @property
    def slice_layer(self) -> int:
        """The layer that is drawn where only one can be: the active one, or the middle one."""
        axis = layer_axis(self.arrangement)
        if axis is None or self.options.active_layer is not None:
            return self.options.active_layer or 0
        return (self.picture.board.shape[axis] - 1) // 2

    @cached_property
    def queen_count(self) -> int:
        """The number of queens that the arrangement draws."""
        return len(self.drawn(self.picture.queens))

    @property
    def style(self) -> str:
        """The shape of queens, "piece", "sphere" or "cube"."""
        chosen, count = self.options.style, self.queen_count
        if isinstance(self.arrangement, Wrapped):
            return "sphere"
        if chosen == "auto":
            return "piece" if count <= MOST_PIECES else "sphere"
        return chosen if count <= MOST_CHOSEN else "sphere"

    @property
    def queen_scale(self) -> float:
        """How many times their size queens have, so that they are seen among very many blocks."""
        if len(self.arrangement.blocks) <= MOST_BLOCKS:
            return 1.0
        scale = max(1.0, LEAST_QUEEN * float(self.arrangement.size.max()) / QUEEN_RADIUS)
        return min(scale, LARGEST_PRINTED) if self.detail == "fine" else scale

    @property
    def thickness(self) -> float:
        """The radius of tubes: thin among few cells, still to be seen among many."""
        low, high = self.arrangement.bounds
        return max(0.03, 0.0013 * float((high - low).max()))


def drawn_bounds(arrangement: Arrangement) -> tuple[FloatArray, FloatArray]:
    """Return the least and the greatest corner, shape (3,), of what clipping leaves."""
    if isinstance(arrangement, Wrapped):
        return arrangement.bounds
    grid = Grid.of(arrangement)
    low, high = grid.origins.min(axis=0) + grid.low, grid.origins.max(axis=0) + grid.high
    if layer_axis(arrangement) is None:
        high[2] += 1.0  # the queens
    return low, high


def drawn_boxes(arrangement: Arrangement) -> FloatArray:
    """Return the corners of the blocks that are drawn, or of what is around them, shape (k, 3)."""
    low, high = drawn_bounds(arrangement)
    lows, highs = low[None], high[None]
    if not isinstance(arrangement, Wrapped) and layer_axis(arrangement) is not None:
        lows, highs = Grid.of(arrangement).boxes()
    corners = lows[:, None] + (CORNERS + 0.5) * (highs - lows)[:, None]
    return corners.reshape(-1, 3)


class ActorGroup(Protocol):
    """A group of actors that is updated together."""

    props: list[vtkProp]
    """The actors, which stay the same."""

    def show(self, frame: Frame) -> None:
        """Update the actors where anything changed."""


def colour(name: str) -> ColourArray:
    """Turn ``#RRGGBB`` into an array of shape (3,)."""
    return np.array(rgb(name), dtype=np.uint8)


def props_of(*parts: Actor) -> list[vtkProp]:
    """Return the actors of parts."""
    return [part.prop for part in parts]
