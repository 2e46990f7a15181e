"""The options of ``nqviz render`` for how a board is seen, and the command line of a figure.

One table is read in both directions: `view_of` changes a view state by the options that are given,
`view_words` writes the options that make a view state out of the default one.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.view.board_overlays import LAID, BoardOverlays
from nqviz.view.image_settings import DPI_RANGE, PLAIN_DPI, PLAIN_SIZE, ImageSettings, SizeChoices
from nqviz.view.palette import THEMES
from nqviz.view.paper import PAPERS
from nqviz.view.view_state import (
    CLIQUES,
    COLOURINGS,
    LARGEST_GAP,
    QUEENS,
    SIDES,
    STYLES,
    CameraState,
    Dims,
    ViewState,
    coordinate_named,
)

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

SWITCHES = ("transparent", "outlines", "fragment")
"""Switches of style and paper, which are off by default."""

# Values ------------------------------------------------------------------------------------------


def _real(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def _gap(text: str) -> float:
    value = _real(text)
    if not 0.0 <= value <= LARGEST_GAP:
        raise argparse.ArgumentTypeError(f"{text!r} is not a gap from 0 to {LARGEST_GAP:g} cells")
    return value


def _colour(text: str) -> str:
    if text not in COLOURINGS and coordinate_named(text) is None:
        raise argparse.ArgumentTypeError(
            f"queens cannot be coloured by {text!r}; choose one of {', '.join(COLOURINGS)} or a"
            " coordinate such as x1"
        )
    return text


def _angle(text: str) -> CameraState:
    values = [_real(part) for part in text.split(",")]
    if len(values) not in (2, 6, 7) or not all(abs(each) <= 1e6 for each in values):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not AZIMUTH,ELEVATION, nor that with ,DISTANCE,X,Y,Z,ASPECT"
        )
    if abs(values[1]) > 90 or any(each <= 0 for each in (*values[2:3], *values[6:])):
        raise argparse.ArgumentTypeError(
            f"{text!r}: elevations are -90 to 90, distances and aspects above 0"
        )
    if len(values) == 2:
        return CameraState(values[0], values[1])
    azimuth, elevation, distance, x, y, z = values[:6]
    aspect = values[6] if len(values) == 7 else None
    return CameraState(azimuth, elevation, distance, (x, y, z), aspect)


def _assigned(text: str, what: str) -> tuple[int, tuple[int, ...]]:
    """Return the (0-based) axis and the (0-based) values of ``3=2`` or ``x3=2-4``."""
    match = re.fullmatch(r"x?(\d{1,2})=(\d{1,7})(?:-(\d{1,7}))?", text, re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return int(match[1]) - 1, tuple(int(each) - 1 for each in match.groups()[1:] if each)


def _fixed(text: str) -> tuple[int, tuple[int, ...]]:
    return _assigned(text, "a coordinate and its value, such as x4=2")


def _clip(text: str) -> tuple[int, tuple[int, ...]]:
    return _assigned(text, "a coordinate and the values that are drawn, such as x3=2-4")


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
        return () if value == getattr(ViewState(), field) else (_short(value),)

    return _Option(
        name, lambda view, value, _: replace(view, **{field: value}), write, help_, **more
    )


def _short(value: object) -> str:
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
    return (",".join(map(_short, values)),)


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
        _fixed,
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
        _clip,
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
    _plain("gap", "gap", "room between the layers of a scene, in cells", type=_gap, metavar="G"),
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
        type=_colour,
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
        _angle,
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


# Style and paper ---------------------------------------------------------------------------------


def add_paper(parser: argparse.ArgumentParser) -> None:
    """Add the options of style and paper."""
    group = parser.add_argument_group("style and paper")
    group.add_argument(
        "--paper",
        choices=tuple(PAPERS),
        help="as wide as a column (8.6 cm), a page (17.8 cm), a slide (16:9) or an A1 poster, with"
        " type and lines in points at that width; instead of --size and --scale",
    )
    group.add_argument(
        "--size",
        type=_size,
        metavar="WxH",
        help=f"width and height, {PLAIN_SIZE[0]}x{PLAIN_SIZE[1]} by default",
    )
    group.add_argument(
        "--scale", type=_scale, metavar="S", help="factor for the number of pixels, 1 by default"
    )
    group.add_argument(
        "--dpi",
        type=_dpi,
        metavar="DPI",
        help=f"pixels per inch of paper; {PLAIN_DPI:g}, or as the paper asks for, by default",
    )
    group.add_argument("--transparent", action="store_true", help="no background")
    group.add_argument(
        "--outlines", action="store_true", help="text of an svg as outlines instead of text"
    )
    group.add_argument(
        "--fragment",
        action="store_true",
        help="of a tex file the picture alone, to be input in a document that loads TikZ",
    )
    group.add_argument(
        "--theme",
        choices=tuple(THEMES),
        default="light",
        help="light by default; mono has greys, patterns and numbers for print and photocopies",
    )


def settings_of(options: argparse.Namespace) -> ImageSettings:
    """Return style and paper by the options.

    Raises InputError if they do not go together.
    """
    sized = SizeChoices(
        size=options.size or PLAIN_SIZE, scale=options.scale or 1.0, dpi=options.dpi or PLAIN_DPI
    )
    if options.paper is not None:
        for name in ("size", "scale"):
            if getattr(options, name) is not None:
                raise InputError(f"--{name} does not go with --paper, which sets it")
        sized = PAPERS[options.paper].choices(options.dpi)
    return ImageSettings(
        **sized,
        theme=options.theme,
        **{name: getattr(options, name) for name in SWITCHES},
    )


def settings_words(settings: ImageSettings) -> list[str]:
    """Return the options that make style and paper."""
    words = [] if settings.theme == "light" else ["--theme", settings.theme]
    words += [f"--{name}" for name in SWITCHES if getattr(settings, name)]
    for name, paper in PAPERS.items():
        if replace(settings, **paper.choices(settings.dpi)) == settings:
            dpi = [] if settings.dpi == paper.dpi else ["--dpi", _short(settings.dpi)]
            return ["--paper", name, *dpi, *words]
    size = "{}x{}".format(*settings.size)
    words += [] if settings.size == PLAIN_SIZE else ["--size", size]
    words += [] if settings.scale == 1 else ["--scale", _short(settings.scale)]
    return words + ([] if settings.dpi == PLAIN_DPI else ["--dpi", _short(settings.dpi)])


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (text.isascii() and width.isdecimal() and height.isdecimal()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1600x1200")
    return int(width), int(height)


def _scale(text: str) -> float:
    return _number(text, 0.01, 100, "a scale")


def _dpi(text: str) -> float:
    return _number(text, *DPI_RANGE, "a number of pixels in an inch")


def _number(text: str, low: float, high: float, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what} from {low:g} to {high:g}")
    return value
