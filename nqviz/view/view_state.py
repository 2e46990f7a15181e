"""How a board is seen: the state of all views, as plain values that do not depend on the theme.

A view state is immutable; `dataclasses.replace` makes another one. Axes and values of coordinates
count from 0 here and from 1 in JSON, which `view_json` reads and writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from nqviz.core.board import Board
from nqviz.core.errors import InputError

FlatView = Literal["layers", "square", "graph", "per layer"]
Share = Literal["strip", "half", "all"]
PieceStyle = Literal["auto", "piece", "sphere", "cube"]
QueenFilter = Literal["all", "layer", "attacked", "given"]
DensityStyle = Literal["size", "colour", "slice", "volume"]
CliqueKind = Literal["cube", "star", "cross", "odd-cycle"]

FLAT_VIEWS: tuple[FlatView, ...] = get_args(FlatView)
SHARES: tuple[Share, ...] = get_args(Share)
STYLES: tuple[PieceStyle, ...] = get_args(PieceStyle)
QUEENS: tuple[QueenFilter, ...] = get_args(QueenFilter)
DENSITIES: tuple[DensityStyle, ...] = get_args(DensityStyle)
CLIQUES: tuple[CliqueKind, ...] = get_args(CliqueKind)
COLOURINGS = ("layer", "theme", "ring", "attacks", "density")
"""The colourings of queens; the names of coordinates, ``x1`` and so on, are more of them."""

LARGEST_GAP = 3.0
"""The largest gap between two layers, in cells."""

SIDES = {
    "front": (-90.0, 0.0),
    "right": (0.0, 0.0),
    "top": (-90.0, 90.0),
    "isometric": (-57.0, 20.0),
    "row": (-76.0, 24.0),
    "rows": (-70.0, 48.0),
    "table": (-90.0, 50.0),
    "wrapped": (-90.0, 40.0),
}
"""Azimuth and elevation in degrees; rows of blocks are seen from higher up, a flat board as
if it lay on a table."""

_COORDINATE = re.compile(r"x([1-9][0-9]?)", re.ASCII)


@dataclass(frozen=True)
class Dims:
    """Which coordinates all views show, and the values of those that they do not."""

    scene: tuple[int, ...] = ()
    """The axes along x, y and z of the scene, at most three; the last one numbers the layers.
    Empty for the first ones of the board."""
    layers: tuple[int, ...] = ()
    """The axes across and up in each flat board: those of the scene without the one that numbers
    the layers, in either order. Empty for the order of the scene."""
    counted: int | None = None
    """The axis along which the queens of each layer are counted; the third one without it."""
    fixed: Mapping[int, int] = field(default_factory=dict)
    """The values at which axes are fixed that are not in the scene. All values of the other ones
    stand side by side."""

    def show(self, scene: tuple[int, ...]) -> Dims:
        """Show other axes in all views; the last one numbers the layers.

        Where an axis was fixed that is shown now, those that it displaces are fixed instead, at
        their first values: one cube stays in sight.
        """
        fixed = {axis: value for axis, value in self.fixed.items() if axis not in scene}
        if len(fixed) < len(self.fixed):
            fixed |= {axis: 0 for axis in self.scene if axis not in scene}
        layers = self.layers if set(self.layers) == set(scene[:-1]) else ()
        return replace(self, scene=scene, layers=layers or scene[:-1], fixed=fixed)

    def show_boards(self, layers: tuple[int, ...]) -> Dims:
        """Show other axes across and up in each flat board, and in the scene as well.

        Of the axes of the scene, the one that numbers the layers goes on to do so if it can.
        """
        others = [axis for axis in (*self.scene[-1:], *self.scene) if axis not in layers]
        scene = (*sorted(layers), *others[:1]) if len(self.scene) > 2 else self.scene
        return replace(self.show(scene), layers=layers)

    def focus(self, board: Board) -> Dims:
        """Fix each axis that the scene does not show: at its value, else at its first."""
        hidden = (axis for axis in range(board.d) if axis not in self.scene)
        return replace(self, fixed=dict.fromkeys(hidden, 0) | dict(self.fixed))

    def follow(self, cell: Sequence[int]) -> Dims:
        """Fix the axes that are fixed at the coordinates of a cell."""
        return replace(self, fixed={axis: cell[axis] for axis in self.fixed})

    def on(self, board: Board) -> Dims:
        """Return what the board offers of this, with all axes named."""
        axes, own = range(board.d), self.scene
        fits = len(own) == min(3, board.d) == len(set(own)) and set(own) <= set(axes)
        scene = own if fits else tuple(axes[:3])
        scene = (*sorted(scene[:-1]), scene[-1])
        flat = scene[:-1] if board.d > 2 else scene
        layers = self.layers if sorted(self.layers) == sorted(flat) else flat
        counted = self.counted if self.counted in axes else min(2, board.d - 1)
        fixed = {
            axis: value
            for axis, value in self.fixed.items()
            if axis in axes and axis not in scene and 0 <= value < board.shape[axis]
        }
        return Dims(scene, layers, counted, fixed)


@dataclass(frozen=True)
class CameraState:
    """From where a scene is seen.

    `azimuth`, `elevation`: in degrees; the elevation from -90 to 90.
    `distance`: to the focus, in cells; without it the whole board is brought into sight.
    `focus`: the point that is looked at; without a distance it has no meaning.
    `aspect`: width over height of the view that it was looked at in, whose sides stay in sight.
    """

    azimuth: float
    elevation: float
    distance: float | None = None
    focus: tuple[float, float, float] = (0.0, 0.0, 0.0)
    aspect: float | None = None


@dataclass(frozen=True)
class ViewState:
    """How all views show a board.

    `flat`: the flat view in front.
    `share`: how much of the window the layers take: a strip beside the scene, half of it, or all.
    `dims`: the coordinates that are shown, and those that are fixed.
    `clip`: the axes of the scene that are clipped, and the first and the last value drawn.
    `gap`: extra room between two layers of the scene in cells, from 0 to `LARGEST_GAP`.
    `colour`: what the colours of queens stand for: one of `COLOURINGS` or a coordinate such as
    ``x2``.
    `style`: the shape of queens in the scene; "auto" draws pieces, and very many queens as spheres.
    `queens`: which queens the scene draws.
    `density`: how the scene draws a density.
    `lattice`, `labels`, `fade`, `parallel`: whether the scene has lines between cells, has
    coordinates and a key along its edges, lets distant cells fade, and is a parallel projection.
    `wrapped`: whether a planar torus board is drawn on a torus in space.
    `active_layer`: the layer of the scene that stands out and in which clicks place queens; all
    layers are alike without it.
    `clique`: the kind of clique that is outlined at the cursor.
    `clique_size`: its size, at least 1.
    `free`: whether free cells are marked.
    `rings`: whether every other ring of a flat square has a tint.
    `camera`: without it the whole board is seen from a corner.
    """

    flat: FlatView = "layers"
    share: Share = "strip"
    dims: Dims = field(default_factory=Dims)
    clip: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    gap: float = 0.0
    colour: str = "layer"
    style: PieceStyle = "auto"
    queens: QueenFilter = "all"
    density: DensityStyle = "size"
    lattice: bool = True
    labels: bool = True
    fade: bool = False
    parallel: bool = False
    wrapped: bool = False
    active_layer: int | None = None
    clique: CliqueKind | None = None
    clique_size: int = 1
    free: bool = False
    rings: bool = False
    camera: CameraState | None = None

    def on(self, board: Board) -> ViewState:
        """Return what the board offers of this, with all axes named.

        The colouring stays as it is; `colour_on` resolves it.
        """
        dims = self.dims.on(board)
        clip = {
            axis: (low, high)
            for axis, (low, high) in self.clip.items()
            if board.d > 2 and axis in range(board.d)
            if 0 <= low <= high < board.shape[axis] and (low, high) != (0, board.shape[axis] - 1)
        }
        layer = self.active_layer if board.d > 2 else None
        return replace(
            self,
            dims=dims,
            clip=clip,
            active_layer=None if layer is None else min(layer, board.shape[dims.scene[-1]] - 1),
            clique_size=min(self.clique_size, max(board.n - 1, 1)),
        )

    def layers_along(self, axis: int, board: Board) -> ViewState:
        """Return this with another (0-based) axis of the board that numbers the layers.

        Raises InputError if the board has no such axis.
        """
        if not 0 <= axis < board.d:
            raise InputError(f"--axis {axis + 1}: the {board} has coordinates 1 to {board.d}")
        if board.d < 3:
            return replace(self, dims=replace(self.dims, counted=axis))
        others = [other for other in range(board.d) if other != axis][:2]
        return replace(self, dims=Dims((*others, axis), tuple(others), axis))

    def on_other_shape(self, board: Board) -> ViewState:
        """Return this for a board of another shape, which keeps no coordinate and no camera.

        Of a board of four dimensions or more one cube is in sight.
        """
        dims = Dims().on(board).focus(board)
        return replace(self, dims=dims, clip={}, active_layer=None, camera=None).on(board)

    def colour_on(self, board: Board) -> str:
        """Return the colouring that the board offers: this one if possible, else the default."""
        axis = coordinate_named(self.colour)
        offered = axis in range(board.d) if axis is not None else self.colour != "layer"
        default = "layer" if board.d > 2 else "theme"
        return self.colour if offered else default


def coordinate_named(name: str) -> int | None:
    """Return the (0-based) axis of a coordinate by its name, ``x1`` and so on, or None."""
    match = _COORDINATE.fullmatch(name)
    return None if match is None else int(match[1]) - 1
