"""The options of ``nqviz render`` for how a board is seen, and the command line of a figure.

One table is read in both directions: `view_of` changes a view state by the options that are given,
`view_words` writes the options that make a view state out of the default one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.view.board_overlays import LAID, BoardOverlays
from nqviz.view.view_state import CLIQUES, QUEENS, SIDES, STYLES, CameraState, Dims, ViewState

from .option_values import read_angle, read_clip, read_colour, read_fixed, read_gap
from .options import numbers, whole

CORNER = "corner"
FROM = (CORNER, "front", "right", "top")
"""From where a scene is seen."""
FLAGS = {
    "free": ("free", "mark the free cells"),
    "lattice": ("lattice", "lines between the cells of a scene"),
    "labels": ("labels", "coordinates along the edges of a scene, and its key"),
    "fade": ("fade", "let distant cells of a scene fade"),
    "orthographic": ("parallel", "parallel projection instead of perspective"),
    "wrap": ("wrapped", "draw a flat torus board on a torus in space"),
}
"""Switches by name, each with the field of the view state and its help."""

# The view state ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Option:
    """An option that changes one part of a view state."""

    name: str
    read: Callable[[ViewState, Any, Board], ViewState]
    write: Callable[[ViewState, Board], Sequence[str]]
    """The values of the option, one for each time that it is written."""
    help: str
    type: Callable[[str], object] | None = None
    choices: Sequence[str] | None = None
    metavar: str | None = None
    is_repeated: bool = False


def _plain(name: str, field: str, help_: str, **more: Any) -> _Option:
    """Return the option of a field that is written as it is."""

    def write(view: ViewState, _board: Board) -> Sequence[str]:
        value = getattr(view, field)
        return () if value == getattr(ViewState(), field) else (short(value),)

    return _Option(
        name, lambda view, value, _: replace(view, **{field: value}), write, help_, **more
    )


def short(value: object) -> str:
    """Return a value as an option takes it: 2.0 as 2."""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _dims(view: ViewState, board: Board, **change: Any) -> ViewState:
    return replace(view, dims=replace(view.dims, **change))


def _axes(values: tuple[int, ...], most: int, board: Board) -> tuple[int, ...]:
    axes = tuple(value - 1 for value in values)
    if len(set(axes)) != len(axes) or not all(0 <= axis < board.d for axis in axes):
        told = ",".join(map(str, values))
        raise InputError(f"{told}: the {board} has coordinates 1 to {board.d}, each at most once")
    if len(axes) != min(most, board.d):
        raise InputError(f"of the {board} {min(most, board.d)} coordinates are shown")
    return axes


def _show(view: ViewState, values: tuple[int, ...], board: Board) -> ViewState:
    return _dims(view, board, scene=_axes(values, 3, board), layers=())


def _boards(view: ViewState, values: tuple[int, ...], board: Board) -> ViewState:
    axes, scene = _axes(values, 2, board), view.dims.on(board).scene
    if board.d > 2 and set(axes) != set(scene[:-1]):
        return replace(view, dims=view.dims.on(board).show_boards(axes))
    return _dims(view, board, layers=axes)


def _fix(view: ViewState, values: Sequence[Any], board: Board) -> ViewState:
    fixed = dict(view.dims.fixed)
    for axis, (value, *_) in values:
        _check(board, axis, value)
        fixed[axis] = value
    return _dims(view, board, fixed=fixed)


def _cut_off(view: ViewState, values: Sequence[Any], board: Board) -> ViewState:
    clip = dict(view.clip)
    for axis, ends in values:
        for value in ends:
            _check(board, axis, value)
        clip[axis] = ends[0], ends[-1]
        if ends[0] > ends[-1]:
            raise InputError(f"--clip x{axis + 1}: {ends[0] + 1} comes after {ends[-1] + 1}")
    return replace(view, clip=clip)


def _check(board: Board, axis: int, value: int) -> None:
    if not 0 <= axis < board.d:
        raise InputError(f"x{axis + 1}: the {board} has coordinates 1 to {board.d}")
    if not 0 <= value < board.shape[axis]:
        side = board.shape[axis]
        raise InputError(f"x{axis + 1}={value + 1}: the {board} has values 1 to {side} there")


def _layer(view: ViewState, layer: int, board: Board) -> ViewState:
    if board.d < 3:
        raise InputError(f"--layer {layer}: the {board} has no layers")
    side = board.shape[view.dims.on(board).scene[-1]]
    if not 1 <= layer <= side:
        raise InputError(f"--layer {layer}: the {board} has layers 1 to {side}")
    return replace(view, active_layer=layer - 1)


def _camera_text(view: ViewState, _board: Board) -> Sequence[str]:
    camera = view.camera
    if camera is None:
        return ()
    values: list[float] = [camera.azimuth, camera.elevation]
    if camera.distance is not None:
        values += [camera.distance, *camera.focus]
        values += [] if camera.aspect is None else [camera.aspect]
    return (",".join(map(short, values)),)


def _listed(axes: Sequence[int]) -> str:
    return ",".join(str(axis + 1) for axis in axes)


def _side(view: ViewState, side: str, _board: Board) -> ViewState:
    return replace(view, camera=None if side == CORNER else CameraState(*SIDES[side]))


def _scene_words(view: ViewState, board: Board) -> Sequence[str]:
    scene = view.dims.on(board).scene
    return () if scene == Dims().on(board).scene else (_listed(scene),)


def _board_words(view: ViewState, board: Board) -> Sequence[str]:
    dims = view.dims.on(board)
    return () if dims.layers == Dims(dims.scene).on(board).layers else (_listed(dims.layers),)


OPTIONS = (
    _Option(
        "axis",
        lambda view, value, board: view.layers_along(value - 1, board),
        lambda view, board: (),
        "the coordinate, from 1, that numbers the layers",
        whole,
        metavar="I",
    ),
    _Option(
        "show",
        _show,
        _scene_words,
        "the coordinates of a scene; the last one numbers the layers",
        numbers,
        metavar="1,2,4",
    ),
    _Option(
        "boards",
        _boards,
        _board_words,
        "the coordinates across and up in each flat board",
        numbers,
        metavar="1,2",
    ),
    _Option(
        "counted",
        lambda view, value, board: _dims(view, board, counted=value - 1),
        lambda view, board: (
            ()
            if view.dims.on(board).counted == Dims().on(board).counted
            else (str((view.dims.on(board).counted or 0) + 1),)
        ),
        "the coordinate along which a chart counts the queens",
        whole,
        metavar="I",
    ),
    _Option(
        "fix",
        _fix,
        lambda view, board: [
            f"x{axis + 1}={k + 1}" for axis, k in view.dims.on(board).fixed.items()
        ],
        "draw one value of a coordinate that is not shown; may be repeated",
        read_fixed,
        metavar="x4=2",
        is_repeated=True,
    ),
    _Option(
        "clip",
        _cut_off,
        lambda view, board: [
            f"x{axis + 1}={low + 1}-{high + 1}" for axis, (low, high) in view.on(board).clip.items()
        ],
        "draw only these values of a coordinate of a scene; may be repeated",
        read_clip,
        metavar="x3=2-4",
        is_repeated=True,
    ),
    _Option(
        "layer",
        _layer,
        lambda view, board: () if view.active_layer is None else (str(view.active_layer + 1),),
        "one layer alone, from 1, in a drawing of layers; the active layer of a scene",
        whole,
        metavar="K",
    ),
    _plain(
        "gap", "gap", "room between the layers of a scene, in cells", type=read_gap, metavar="G"
    ),
    _plain(
        "style",
        "style",
        "shape of queens; that of the session, or auto: pieces, and very many as spheres",
        choices=STYLES,
    ),
    _plain("queens", "queens", "which queens a scene draws", choices=QUEENS),
    _plain(
        "colour-by",
        "colour",
        "layer, theme, ring, attacks, density, or a coordinate such as x1",
        type=read_colour,
        metavar="WHAT",
    ),
    _plain("clique", "clique", "outline a clique of the queen graph at --at", choices=CLIQUES),
    _plain("clique-size", "clique_size", "its size", type=whole, metavar="K"),
    _Option(
        "from",
        _side,
        lambda view, board: (),
        "position of the camera; that of the session, or a corner",
        choices=FROM,
    ),
    _Option(
        "angle",
        lambda view, value, _: replace(view, camera=value),
        _camera_text,
        "azimuth and elevation of the camera in degrees; and its distance, the point that it looks"
        " at, and width over height of what stays in sight",
        read_angle,
        metavar="AZ,EL",
    ),
)


def add_view(parser: argparse.ArgumentParser) -> None:
    """Add the options of a view state, the cell that is pointed at, and what is laid over."""
    group = parser.add_argument_group("view")
    for option in OPTIONS:
        given: dict[str, Any] = {"action": "append"} if option.is_repeated else {}
        given |= {"type": option.type} if option.type else {"choices": option.choices}
        group.add_argument(
            f"--{option.name}",
            dest=_dest(option.name),
            metavar=option.metavar,
            help=option.help,
            **given,
        )
    for name, (_, text) in FLAGS.items():
        action = argparse.BooleanOptionalAction
        group.add_argument(f"--{name}", action=action, default=None, help=text)
    group.add_argument(
        "--at",
        type=numbers,
        metavar="X,Y,Z",
        help="the cell whose attack lines are drawn, and at which a clique begins",
    )
    group.add_argument(
        "--lay",
        choices=LAID,
        action="append",
        help="overlay of a flat square of queens: its rings, the costs of its cells, or diamonds on"
        " the greedy queens of the infinite board; may be repeated",
    )


def _dest(name: str) -> str:
    return f"view_{name.replace('-', '_')}"


def view_of(options: argparse.Namespace, view: ViewState, board: Board) -> ViewState:
    """Return a view state changed by the options.

    Raises InputError if they do not fit the board.
    """
    for option in OPTIONS:
        value = getattr(options, _dest(option.name))
        if value is not None:
            view = option.read(view, value, board)
    if view.clique_size < 1:
        raise InputError(f"--clique-size {view.clique_size}: a clique has a size of 1 or more")
    flags = {field: getattr(options, name) for name, (field, _) in FLAGS.items()}
    view = replace(view, **{field: value for field, value in flags.items() if value is not None})
    return replace(view, rings=True) if "rings" in (options.lay or ()) else view


def overlays_of(
    options: argparse.Namespace, overlays: BoardOverlays, board: Board
) -> BoardOverlays:
    """Return overlays changed by the options.

    Raises InputError if they do not fit the board.
    """
    for what in options.lay or ():
        overlays = overlays.lay(what, board)
    if options.at is None:
        return overlays
    if len(options.at) != board.d:
        raise InputError(f"--at: a cell of the {board} has {board.d} coordinates")
    for axis, value in enumerate(options.at):
        _check(board, axis, value - 1)
    return replace(overlays, cursor=board.index([value - 1 for value in options.at]))


def view_words(view: ViewState, board: Board) -> list[str]:
    """Return the options that make a view state of a board out of the default one."""
    view = view.on(board)
    words = []
    for option in OPTIONS:
        for value in option.write(view, board):
            # A value that begins with a minus would be taken for an option.
            words += (
                [f"--{option.name}={value}"] if value[:1] == "-" else [f"--{option.name}", value]
            )
    for name, (field, _) in FLAGS.items():
        if (value := getattr(view, field)) != getattr(ViewState(), field):
            words.append(f"--{name}" if value else f"--no-{name}")
    return [*words, "--lay", "rings"] if view.rings and board.is_classical else words
