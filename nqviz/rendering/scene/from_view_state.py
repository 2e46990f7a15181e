"""The options and the sides of the scene that follow from a view state."""

from __future__ import annotations

from nqviz.core.board import Board
from nqviz.view.arrangement import Arrangement
from nqviz.view.view_state import SIDES, ViewState
from nqviz.view.wrapping import can_wrap

from .options import SceneOptions, default_scene, layer_axis, row_length
from .wrapped import Wrapped


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
    return SceneOptions(
        style=view.style,
        colour=view.colour_on(board),
        queens=view.queens,
        density=view.density,
        lattice=view.lattice,
        labels=view.labels,
        fade=view.fade,
        parallel=view.parallel,
        active_layer=view.active_layer,
    )


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
