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
from nqviz.core.rings import has_rings
from nqviz.view.board_overlays import LAID, BoardOverlays
from nqviz.view.view_state import CLIQUES, QUEENS, SIDES, STYLES, CameraState, Dims, ViewState

from .option_values import READERS

CORNER = "corner"
FROM = (CORNER, "front", "right", "top")
"""From where a scene is seen."""
FLAGS = {
    **{name: name for name in ("free", "lattice", "labels", "fade")},
    "orthographic": "parallel",
    "wrap": "wrapped",
}
"""Switches by name, each with the field of the view state."""

# The view state ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Option:
    """An option that changes one part of a view state."""

    name: str
    read: Callable[[ViewState, Any, Board], ViewState]
    write: Callable[[ViewState, Board], Sequence[str]] = lambda _view, _board: ()
    """The values of the option, one for each time that it is written."""


def _plain(name: str, field: str) -> _Option:
    """Return the option of a field that is written as it is."""

    def write(view: ViewState, _board: Board) -> Sequence[str]:
        value = getattr(view, field)
        return () if value == getattr(ViewState(), field) else (short(value),)

    return _Option(name, lambda view, value, _: replace(view, **{field: value}), write)


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
    _Option("axis", lambda view, value, board: view.layers_along(value - 1, board)),
    _Option("show", _show, _scene_words),
    _Option("boards", _boards, _board_words),
    _Option(
        "counted",
        lambda view, value, board: _dims(view, board, counted=value - 1),
        lambda view, board: (
            ()
            if view.dims.on(board).counted == Dims().on(board).counted
            else (str((view.dims.on(board).counted or 0) + 1),)
        ),
    ),
    _Option(
        "fix",
        _fix,
        lambda view, board: [
            f"x{axis + 1}={k + 1}" for axis, k in view.dims.on(board).fixed.items()
        ],
    ),
    _Option(
        "clip",
        _cut_off,
        lambda view, board: [
            f"x{axis + 1}={low + 1}-{high + 1}" for axis, (low, high) in view.on(board).clip.items()
        ],
    ),
    _Option(
        "layer",
        _layer,
        lambda view, board: () if view.active_layer is None else (str(view.active_layer + 1),),
    ),
    _plain("gap", "gap"),
    _plain("style", "style"),
    _plain("queens", "queens"),
    _plain("colour-by", "colour"),
    _plain("clique", "clique"),
    _plain("clique-size", "clique_size"),
    _Option("from", _side),
    _Option("angle", lambda view, value, _: replace(view, camera=value), _camera_text),
)


VIEW_VALUES = {
    "styles": STYLES,
    "queens": QUEENS,
    "cliques": CLIQUES,
    "sides": FROM,
    "laid": LAID,
    **READERS,
}
"""What the options of a view state, and of what is laid over it, need."""


def _dest(name: str) -> str:
    return f"view_{name.replace('-', '_')}"


def view_of(options: argparse.Namespace, view: ViewState, board: Board) -> ViewState:
    """Return a view state changed by the options; raise InputError if they do not fit the board."""
    for option in OPTIONS:
        value = getattr(options, _dest(option.name))
        if value is not None:
            view = option.read(view, value, board)
    if view.clique_size < 1:
        raise InputError(f"--clique-size {view.clique_size}: a clique has a size of 1 or more")
    flags = {field: getattr(options, name) for name, field in FLAGS.items()}
    view = replace(view, **{field: value for field, value in flags.items() if value is not None})
    return replace(view, rings=True) if "rings" in (options.lay or ()) else view


def overlays_of(
    options: argparse.Namespace, overlays: BoardOverlays, board: Board
) -> BoardOverlays:
    """Return overlays changed by the options; raise InputError if they do not fit the board."""
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
    for name, field in FLAGS.items():
        if (value := getattr(view, field)) != getattr(ViewState(), field):
            words.append(f"--{name}" if value else f"--no-{name}")
    return [*words, "--lay", "rings"] if view.rings and has_rings(board) else words
