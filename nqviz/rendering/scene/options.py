"""The options of a scene, apart from what is on the board, and those that a view state asks for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import ceil, sqrt

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.view.arrangement import Arrangement
from nqviz.view.view_state import (
    COLOURINGS,
    DENSITIES,
    QUEENS,
    SIDES,
    STYLES,
    ViewState,
    coordinate_named,
)
from nqviz.view.wrapping import can_wrap

from .wrapped import Wrapped

LONGEST_ROW = 3
"""The most blocks that stand in one row."""


@dataclass(frozen=True)
class SceneOptions:
    """The options of a scene.

    Raises InputError if the style, the colouring, the choice of queens or the way to draw a density
    is unknown.
    """

    style: str = "auto"
    """Queens as "piece" (a chess queen), "sphere" or "cube"; "auto" draws pieces, and spheres
    where they are very many."""
    colour: str = "layer"
    """Queens coloured by "layer", their value of the last shown coordinate (a flat board has no
    layers: its queens have the theme's colour), in the one colour of the "theme", by any
    coordinate such as "x2", by "ring" (how far the cell is from the nearest face), by
    "attacks" on them (which changes their shapes as well), or by the "density" shown."""
    queens: str = "all"
    """"all" of them are drawn, or those of the active "layer", the "attacked" or the "given"."""
    density: str = "size"
    """A density is drawn as cubes in its colours: as large as it is ("size"), all of one size
    ("colour"), those of the active layer only ("slice"), or as a cloud ("volume")."""
    lattice: bool = True
    labels: bool = True
    """`lattice` and `labels`: whether lines between cells are drawn; whether coordinates along
    the edges and what the colours stand for are written."""
    legend: bool = True
    """Whether the scale of a density is drawn in a corner."""
    fade: bool = False
    """Whether what is far away fades."""
    parallel: bool = False
    """Parallel projection instead of perspective."""
    active_layer: int | None = None
    """The (0-based) layer that stands out and takes clicks; all are alike without it."""
    sheet_layer: int | None = None
    """The layer whose sheet is drawn; that of the active one without it."""

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise InputError(f"unknown style {self.style!r}; choose one of {', '.join(STYLES)}")
        if self.queens not in QUEENS:
            raise InputError(f"unknown queens {self.queens!r}; choose one of {', '.join(QUEENS)}")
        if self.density not in DENSITIES:
            raise InputError(
                f"a density cannot be drawn as {self.density!r};"
                f" choose one of {', '.join(DENSITIES)}"
            )
        if self.colour not in COLOURINGS and coordinate_named(self.colour) is None:
            raise InputError(
                f"queens cannot be coloured by {self.colour!r};"
                f" choose one of {', '.join(COLOURINGS)} or a coordinate such as x1"
            )


def default_scene(board: Board) -> Arrangement:
    """Return the arrangement of the first three coordinates as blocks, the others side by side.

    More than a few blocks along one coordinate stand in two or more rows, about as many as
    there are blocks in each.
    """
    shown = tuple(range(min(board.d, 3)))
    return Arrangement(board, shown, columns=row_length(board.shape[3]) if board.d == 4 else None)


def row_length(blocks: int) -> int | None:
    """Return how many blocks along one coordinate stand in a row; None for all of them."""
    return ceil(sqrt(blocks)) if blocks > LONGEST_ROW else None


def layer_axis(arrangement: Arrangement) -> int | None:
    """Return the axis along which layers lie above each other; a flat picture has none."""
    return arrangement.shown[2] if len(arrangement.shown) == 3 else None


def scene_arrangement(view: ViewState, board: Board) -> Arrangement:
    """Return where the scene draws cells.

    `view`: one that `ViewState.on` has returned for the board.
    """
    if board.d < 3:
        return Wrapped.of(board) if view.wrapped and can_wrap(board) else default_scene(board)
    shown, fixed = view.dims.scene, view.dims.fixed
    spread = [axis for axis in range(board.d) if axis not in shown and axis not in fixed]
    ranges = {axis: ends for axis, ends in view.clip.items() if axis not in fixed}
    columns = row_length(board.shape[spread[0]]) if len(spread) == 1 else None
    return Arrangement(board, shown, fixed, ranges, view.gap, columns)


def scene_options(view: ViewState, board: Board) -> SceneOptions:
    """Return how the scene of a board looks."""
    names = (each.name for each in fields(SceneOptions) if hasattr(view, each.name))
    chosen = {name: getattr(view, name) for name in names}
    return SceneOptions(**chosen | {"colour": view.colour_on(board)})


def view_angles(name: str, arrangement: Arrangement) -> tuple[float, float]:
    """Return the azimuth and the elevation, in degrees, of a view of `BoardScene.view`."""
    return SIDES[_corner_view(arrangement) if name == "isometric" else name]


def _corner_view(arrangement: Arrangement) -> str:
    if isinstance(arrangement, Wrapped):
        return "wrapped"
    if layer_axis(arrangement) is None:
        return "table"
    if not arrangement.spread:
        return "isometric"
    return "row" if len(arrangement.spread) == 1 and arrangement.columns is None else "rows"
