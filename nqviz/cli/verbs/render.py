"""``nqviz render``: export a placement or a density as an image, animation or 3D model."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from nqviz.cli.interrupting import interrupt_ends
from nqviz.cli.options import (
    add_board,
    add_limit,
    check_output,
    given_limit,
    read_file,
    required_board,
    whole,
)
from nqviz.cli.output import DONE, INTERRUPTED, LIMIT, Session
from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats.history import History
from nqviz.formats.session import SessionTab, is_session, read_session
from nqviz.rendering.export import Export, write_apart, write_export
from nqviz.rendering.export.render import FROM, VIEWS, described, what_of
from nqviz.rendering.export.steps import history_steps, placing_steps, solving_steps
from nqviz.run.system_libraries import DRAWING, missing_libraries, missing_line
from nqviz.view.animation import KINDS, REPLAY, TURNTABLE, Animation, Replay
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import DPI_RANGE, PLAIN_DPI, PLAIN_SIZE, ImageSettings, SizeChoices
from nqviz.view.paper import PAPERS
from nqviz.view.view_json import view_from_json
from nqviz.view.view_state import STYLES, ViewState

from .render_chart import PROFILE, add_chart, chart_of, check_chart
from .render_comparison import VIEW as COMPARISON
from .render_comparison import render_comparison
from .render_density import add_density, check_density, density_options, with_density

LAID_ON = {"rings": ("layers",), "costs": ("layers", "3d"), "greedy": ("layers", "3d", "graph")}
"""The overlays of a flat square of queens, and their views."""
SOLVE = "solve"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, the view and the options of the image."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a placement, its code or a session; - is standard input; without it an empty board;"
        " for --view comparison the CSV table of nqviz compare",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        required=True,
        help="the file; its ending is the format: png, svg, pdf, tex, gif, mp4, stl, glb, ply, vtp",
    )
    parser.add_argument("--view", choices=(*VIEWS, COMPARISON), default="3d", help="3d by default")
    _add_look(parser)
    add_chart(parser)
    _add_scene(parser)
    _add_film(parser)
    _add_solid(parser)
    add_board(parser)
    add_limit(parser)


def _add_look(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("pictures")
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
        "--theme", choices=("light", "dark"), default="light", help="light by default"
    )
    group.add_argument("--free", action="store_true", help="mark the free cells")
    group.add_argument(
        "--lay",
        choices=tuple(LAID_ON),
        help="overlay of a flat square of queens: its rings, the costs of its cells, or diamonds on"
        " the greedy queens of the infinite board",
    )
    group.add_argument(
        "--axis", type=whole, metavar="I", help="the coordinate, from 1, that numbers the layers"
    )


def _add_scene(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("scenes and 3D models")
    group.add_argument(
        "--style",
        choices=STYLES,
        help="shape of queens; that of the session, or auto: pieces, and very many as spheres",
    )
    group.add_argument(
        "--colour-by",
        metavar="WHAT",
        help="layer, theme, ring, attacks, or a coordinate such as x1; as in the session, or layer",
    )
    group.add_argument(
        "--from",
        dest="side",
        choices=FROM,
        help="position of the camera; that of the session, or a corner",
    )
    add_density(group)


def _add_film(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("films")
    group.add_argument(
        "--film",
        choices=(*KINDS, SOLVE),
        default=TURNTABLE,
        help="a rotation of the board; the layers one after another; the history of a session or"
        " the queens of a placement one by one; the incumbents of a search",
    )
    group.add_argument(
        "--frames",
        type=whole,
        metavar="N",
        help="number of frames; the default depends on the animation",
    )
    group.add_argument(
        "--rate", type=whole, default=25, metavar="N", help="frames per second; 25 by default"
    )


def _add_solid(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("solids")
    group.add_argument(
        "--cell",
        type=_millimetres,
        default=8.0,
        metavar="MM",
        help="millimetres per cell, 8 by default",
    )
    group.add_argument(
        "--stand",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="rods and a base plate that support the queens; by default in an stl only",
    )


def run(options: argparse.Namespace, session: Session) -> int:
    """Draw."""
    if options.output == "-":
        raise InputError("an image is written to a file, not to standard output")
    check_chart(options)
    if options.view == COMPARISON:
        return render_comparison(options, session)
    check_output(options)
    _check_libraries()
    look = _settings(options)
    blank = Export(what_of(options.view, options.output), BoardView(Board.cube(1, 1)), look)
    check_density(options, blank.what)
    blank.format_of(options.output)
    tab = _read(options)
    view = _view(tab)
    picture = _picture(tab.history, view, options, session)
    if picture is None:
        session.remark("interrupted" if session.interrupted else "time limit: no density")
        return INTERRUPTED if session.interrupted else LIMIT
    chart = chart_of(picture, tab, options)
    export = replace(_described(blank, picture, view, options), chart=chart)
    if export.what == "film":
        export = _filmed(export, tab.history, options, session)
    if not _write(export, options.output, session):
        session.remark("interrupted: nothing is written")
        return INTERRUPTED
    _answer(export, options, session)
    return DONE


def _settings(options: argparse.Namespace) -> ImageSettings:
    """Return the size and the colours of an image."""
    sized = SizeChoices(
        size=options.size or PLAIN_SIZE, scale=options.scale or 1.0, dpi=options.dpi or PLAIN_DPI
    )
    if options.paper is not None:
        for name in ("size", "scale"):
            if getattr(options, name) is not None:
                raise InputError(f"--{name} does not go with --paper, which sets it")
        sized = PAPERS[options.paper].choices(options.dpi)
    return ImageSettings(**sized, transparent=options.transparent, theme=options.theme)


def _check_libraries() -> None:
    """Check that OpenGL can be loaded, which would end the process by a segmentation fault.

    Raises InputError if a library of the system is missing.
    """
    missing = missing_libraries(DRAWING)
    if missing:
        raise InputError(missing_line(missing))


def _read(options: argparse.Namespace) -> SessionTab:
    """Return the front tab of a session file, or a placement as a tab without steps."""
    if options.file is None:
        return SessionTab(History(BoardState(Placement(required_board(options)))))
    if options.file != "-" and is_session(options.file):
        return read_session(options.file).front
    file = read_file(options)
    return SessionTab(History(BoardState(file.placement, file.givens)), view=file.view)


def _view(tab: SessionTab) -> ViewState | None:
    """Return how a session sees its board; None without one."""
    view = view_from_json(tab.view)
    return None if view is None else view.on(tab.history.state.board)


def _picture(
    history: History, view: ViewState | None, options: argparse.Namespace, session: Session
) -> BoardView | None:
    """Picture the queens, or the density of their board if that is asked for."""
    placement = history.state.placement
    if options.lay is not None and options.view not in LAID_ON[options.lay]:
        views = " or ".join(LAID_ON[options.lay])
        raise InputError(f"--lay {options.lay} goes with --view {views}, not {options.view}")
    if options.lay is not None and what_of(options.view, options.output) == "solid":
        raise InputError("--lay does not apply to 3D models")
    if options.view == "density" or options.chart == PROFILE:
        return with_density(BoardView(placement.board), options, session)
    view = view or ViewState()
    picture = replace(BoardView.of(placement, free=options.free or view.free), rings=view.rings)
    if options.lay is not None:
        from nqviz.rendering.figures.overlays import lay_over

        picture = lay_over(picture, options.lay)
    picture = replace(picture, given=np.array(sorted(history.state.givens), dtype=np.int64))
    return picture if options.density is None else with_density(picture, options, session)


def _described(
    export: Export, picture: BoardView, view: ViewState | None, options: argparse.Namespace
) -> Export:
    """Describe what to draw and how; options come before the view of a session."""
    axis = None if options.axis is None else options.axis - 1
    export = replace(export, picture=picture, cell=options.cell, stand=options.stand)
    scene = density_options(picture.board, options)
    if options.style is not None:
        scene["style"] = options.style
    if options.colour_by is not None:
        scene["colour_by"] = options.colour_by
    with interrupt_ends():
        return described(export, options.view, axis, options.side, scene, view)


def _filmed(
    export: Export, history: History, options: argparse.Namespace, session: Session
) -> Export:
    """Add the film and the moments that a replay goes through."""
    steps = Replay()
    start = history.state.placement
    if options.film == SOLVE:
        limit = given_limit(options)
        with interrupt_ends():  # of a search that was interrupted nothing is drawn
            steps = session.work(lambda run: solving_steps(start, run.part(limit)))
    elif options.film == REPLAY:
        steps = history_steps(history) if len(history) else placing_steps(start)
    kind = REPLAY if options.film == SOLVE else options.film
    return replace(export, animation=Animation(kind, options.frames, options.rate), steps=steps)


def _write(export: Export, output: str, session: Session) -> bool:
    if export.what != "film":
        return write_export(export, output)
    return session.work(lambda run: write_apart(export, output, run))


def _answer(export: Export, options: argparse.Namespace, session: Session) -> None:
    written = Path(options.output)
    entries: dict[str, object] = {"file": str(written), "size": list(export.pixels)}
    what = options.view
    if export.what == "film":
        seconds = export.frames / export.animation.rate
        entries |= {"frames": export.frames, "seconds": seconds}
        what = f"{options.film} in {export.frames:,} pictures, {seconds:.1f} s,"
    elif export.what == "solid":
        size = export.millimetres(export.format_of(written))
        entries["size"] = list(size)
        what = f"solid, {' x '.join(f'{side:g}' for side in size)} mm,"
    board, length = export.picture.board, written.stat().st_size
    session.answer(entries, f"{written}: {what} of the {board}, {length:,} bytes")


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (text.isascii() and width.isdecimal() and height.isdecimal()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1600x1200")
    return int(width), int(height)


def _millimetres(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of millimetres") from None


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
