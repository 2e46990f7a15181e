"""The density of a board in an image: over its layers, or in the scene."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from nqviz.cli.options import given_limit, whole
from nqviz.cli.output import Session
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.rendering.export.render import SceneChoices
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay

WAYS = {
    "size": "cubes by size",
    "colour": "even cubes",
    "slice": "one layer",
    "volume": "a cloud",
}
"""The ways to draw a density in the scene, with their names in the window."""


def add_density(group: Any) -> None:
    """Add the options of a density in the scene."""
    ways = ", ".join(f"{words} ({way})" for way, words in WAYS.items())
    group.add_argument(
        "--density",
        choices=tuple(WAYS),
        metavar="HOW",
        help=f"draw how many maximum placements use each cell: {ways}",
    )
    group.add_argument(
        "--layer", type=whole, metavar="K", help="of a slice, from 1; the middle one by default"
    )


def check_density(options: argparse.Namespace, what: str) -> None:
    """Check that a density is drawn in the scene only.

    Raises InputError if the options do not go together.
    """
    if options.layer is not None and options.density != "slice":
        raise InputError("--layer goes with --density slice only")
    if options.density is None:
        return
    if options.view != "3d":
        raise InputError(f"--density goes with --view 3d, not with --view {options.view}")
    if what == "solid":
        raise InputError("--density does not apply to 3D models")


def with_density(
    picture: BoardView, options: argparse.Namespace, session: Session
) -> BoardView | None:
    """Add the density of the maximum placements to a view; None if it is not known."""
    from nqviz.counting import density  # imports engines

    found = session.work(lambda run: density(picture.board, run.part(given_limit(options))).value)
    if found is None:
        return None
    return replace(picture, overlay=Overlay.of_density(found))


def density_options(board: Board, options: argparse.Namespace) -> SceneChoices:
    """Return the scene options of a way to draw a density.

    Raises InputError if the board cannot be drawn in this way.
    """
    way = options.density
    if way is None:
        return {}
    from nqviz.rendering.scene.clouds import can_be_cloud
    from nqviz.rendering.scene.options import default_scene, layer_axis

    arrangement = default_scene(board)
    if way == "volume" and not can_be_cloud(arrangement):
        raise InputError(f"the {board} cannot be drawn as a cloud: draw its density as cubes")
    if way != "slice":
        return {"density": way}
    axis = layer_axis(arrangement)
    if axis is None:
        raise InputError(f"the {board} has no layers to draw one of: leave out --density slice")
    side = board.shape[axis]
    layer = (side + 1) // 2 if options.layer is None else options.layer
    if not 1 <= layer <= side:
        raise InputError(f"--layer {layer}: the {board} has layers 1 to {side}")
    return {"density": way, "active_layer": layer - 1}
