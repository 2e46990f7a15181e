"""The density of a board in an image: over its layers, or in the scene."""

from __future__ import annotations

import argparse
from dataclasses import replace

from nqviz.cli.output import Console
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import ViewState

WAYS = {
    "size": "cubes by size",
    "colour": "even cubes",
    "slice": "one layer",
    "volume": "a cloud",
}
"""The ways to draw a density in the scene, with their names in the window."""
VIEWS = ("3d", "layers", "contact")
"""The views that show a density beside queens."""


def check_density(options: argparse.Namespace, what: str) -> None:
    """Check that a density and a layer are drawn where they can be.

    Raises InputError if the options do not go together.
    """
    is_layer = what == "layer" or options.density == "slice" or options.view_queens == "layer"
    if options.view_layer is not None and not is_layer:
        raise InputError("--layer goes with --view layers, --density slice or --queens layer")
    if options.density is None:
        return
    if options.view not in VIEWS:
        views = " or ".join(VIEWS)
        raise InputError(f"--density goes with --view {views}, not with --view {options.view}")
    if what == "solid":
        raise InputError("--density does not apply to 3D models")


def with_density(
    picture: BoardView, options: argparse.Namespace, console: Console
) -> BoardView | None:
    """Add the density of the maximum placements to a view; None if it is not known."""
    from nqviz.counting import density  # imports engines

    found = console.work(lambda run: density(picture.board, run), options).value
    if found is None:
        return None
    return replace(picture, overlay=Overlay.of_density(found))


def density_view(options: argparse.Namespace, view: ViewState, board: Board) -> ViewState:
    """Return the view of a way to draw a density in the scene.

    Raises InputError if the board cannot be drawn in this way.
    """
    way = options.density
    if way is None or options.view != "3d":
        return view
    from nqviz.rendering.scene import scene_arrangement
    from nqviz.rendering.scene.clouds import can_be_cloud

    view = replace(view, density=way).on(board)
    if way == "volume" and not can_be_cloud(scene_arrangement(view, board)):
        raise InputError(f"the {board} cannot be drawn as a cloud: draw its density as cubes")
    if way != "slice" or view.active_layer is not None:
        return view
    if board.d < 3:
        raise InputError(f"the {board} has no layers to draw one of: leave out --density slice")
    return replace(view, active_layer=(board.shape[view.dims.scene[-1]] - 1) // 2)
