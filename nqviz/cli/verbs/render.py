"""``nqviz render``: export a placement or a density as an image, animation or 3D model."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path

from nqviz.cli.figure_options import VIEW_VALUES, overlays_of, view_of
from nqviz.cli.interrupting import interrupt_ends
from nqviz.cli.option_table import add_options, real
from nqviz.cli.options import check_output, read_file, required_board
from nqviz.cli.output import DONE, INTERRUPTED, LIMIT, Console
from nqviz.cli.paper_options import PAPER_VALUES, settings_of
from nqviz.constructions import construct, cut_state
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats.history import History
from nqviz.formats.session import is_session, read_session
from nqviz.formats.session_parts import SessionTab
from nqviz.rendering.export import FORMATS, Figure, write_apart, write_export
from nqviz.rendering.export.render import VIEWS, what_of
from nqviz.rendering.export.steps import history_steps, placing_steps, solving_steps
from nqviz.view.animation import KINDS, REPLAY, TURNTABLE, Animation, Replay
from nqviz.view.board_overlays import left_in, picture_of
from nqviz.view.board_view import BoardView
from nqviz.view.view_state import ViewState

from .render_values import (
    CHARTS,
    COMPARISON,
    PROFILE,
    WAYS,
    chart_of,
    check_chart,
    check_density,
    density_view,
    render_comparison,
    with_density,
)

LAID_ON = {"rings": ("layers",), "costs": ("layers", "3d"), "greedy": ("layers", "3d", "graph")}
"""The overlays of a flat square of queens, and their views."""
SOLVE = "solve"
FRONT = {"layers": "layers", "square": "square", "graph": "graph", "per layer": "chart"}
"""The view of each flat view that fills the window."""
ONLY = {"film": ("film", "frames", "rate"), "solid": ("cell", "stand", "plates")}
"""The options that go with animations and with 3D models only."""
KINDS_OF = {
    what: f"{name} ({', '.join(FORMATS[what])})"
    for what, name in (("film", "animations"), ("solid", "3D models"))
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, the view and the options of the image."""
    add_options(
        parser,
        "render",
        views=(*VIEWS, COMPARISON),
        charts=CHARTS,
        ways=tuple(WAYS),
        listed_ways=", ".join(f"{words} ({way})" for way, words in WAYS.items()),
        films=(*KINDS, SOLVE),
        millimetres=partial(real, what="a number of millimetres"),
        **{**PAPER_VALUES, **VIEW_VALUES},
    )
    parser.set_defaults(plates=None)


def run(options: argparse.Namespace, console: Console) -> int:
    """Draw."""
    if options.output == "-":
        raise InputError("an image is written to a file, not to standard output")
    if options.view == COMPARISON:
        check_chart(options)
        return render_comparison(options, console)
    check_output(options)
    settings = settings_of(options)
    tab, note, source = _read(options, console)
    state, (view, overlays) = tab.history.state, left_in(tab)
    board = state.board
    options.view = options.view or _front(view, options.output)
    check_chart(options)
    what = _what(options)
    if what in ("scene", "film", "solid"):
        with interrupt_ends():
            import nqviz.rendering.scene  # noqa: F401 - with VTK, in one piece
    check_density(options, what)
    view = density_view(options, view_of(options, view, board), board)
    overlays = overlays_of(options, overlays, board)
    Figure(what, BoardView(board), settings, view).format_of(options.output)
    is_density = options.view == "density" or options.chart == PROFILE
    if is_density:
        state = BoardState(Placement(board))
    picture: BoardView | None = picture_of(state, view, overlays)
    if picture is not None and (is_density or options.density is not None):
        picture = with_density(picture, options, console)
    if picture is None:
        console.remark("interrupted" if console.interrupted else "time limit: no density")
        return INTERRUPTED if console.interrupted else LIMIT
    figure = Figure(
        what,
        picture,
        settings,
        view,
        chart=chart_of(picture, tab, options),
        of_layers=options.view == "layers",
        cell=8.0 if options.cell is None else options.cell,
        stand=options.stand,
        plates=bool(options.plates),
        caption=note,
        source=source,
    )
    if what == "film":
        figure = _filmed(figure, tab.history, options, console)
    if not _write(figure, options.output, console):
        console.remark("interrupted: nothing is written")
        return INTERRUPTED
    _answer(figure, options, console)
    return DONE


def _front(view: ViewState, output: str) -> str:
    """Return what a session shows largest: its scene, or the flat view that fills the window.

    Animations, 3D models and pages show the scene where they do not show that view.
    """
    front = FRONT[view.flat] if view.share == "all" else "3d"
    try:
        what_of(front, output)
    except InputError:
        return "3d"
    return front


def _what(options: argparse.Namespace) -> str:
    """Return what is drawn, a key of `FORMATS`; raise InputError if options do not go together."""
    what = what_of(options.view, options.output)
    for other, names in ONLY.items():
        given = [name for name in names if getattr(options, name) is not None]
        if given and what != other:
            ending = Path(options.output).suffix or "nothing"
            raise InputError(f"--{given[0]} goes with {KINDS_OF[other]}, not with {ending}")
    for laid in options.lay or ():
        if options.view not in LAID_ON[laid]:
            views = " or ".join(LAID_ON[laid])
            raise InputError(f"--lay {laid} goes with --view {views}, not {options.view}")
        if what == "solid":
            raise InputError("--lay does not apply to 3D models")
    is_single = what == "layers" and options.view == "layers" and options.view_layer is not None
    return "layer" if is_single else what


def _read(options: argparse.Namespace, console: Console) -> tuple[SessionTab, str, str]:
    """Return the front tab of a session file, or a placement as a tab without steps.

    With it come the note and the source of the file.
    """
    if options.cut:
        if options.file is not None:
            raise InputError("--cut builds its placement: give --n and --d instead of a file")
        board = required_board(options)
        built = console.work(lambda run: construct(board, "subcube", run=run))
        return SessionTab(History(cut_state(built))), built.note, ""
    if options.file is None:
        return SessionTab(History(BoardState(Placement(required_board(options))))), "", ""
    if options.file != "-" and is_session(options.file):
        return read_session(options.file).front, "", ""
    file = read_file(options)
    tab = SessionTab(History(BoardState(file.placement, file.givens)), view=file.view)
    return tab, file.note, file.source


def _filmed(
    figure: Figure, history: History, options: argparse.Namespace, console: Console
) -> Figure:
    """Add the film and the moments that a replay goes through."""
    steps = Replay()
    start = history.state.placement
    if options.film == SOLVE:
        with interrupt_ends():  # of a search that was interrupted nothing is drawn
            steps = console.work(lambda run: solving_steps(start, run), options)
    elif options.film == REPLAY:
        steps = history_steps(history) if len(history) else placing_steps(start)
    kind = REPLAY if options.film == SOLVE else options.film or TURNTABLE
    rate = Animation.rate if options.rate is None else options.rate
    return replace(figure, animation=Animation(kind, options.frames, rate), steps=steps)


def _write(figure: Figure, output: str, console: Console) -> bool:
    if figure.what != "film":
        return write_export(figure, output)
    return console.work(lambda run: write_apart(figure, output, run))


def _answer(figure: Figure, options: argparse.Namespace, console: Console) -> None:
    written = Path(options.output)
    entries: dict[str, object] = {"file": str(written), "size": _size(figure, written)}
    what = options.view
    if figure.what == "film":
        seconds = figure.frames / figure.animation.rate
        entries |= {"frames": figure.frames, "seconds": seconds}
        what = f"{options.film or TURNTABLE} in {figure.frames:,} pictures, {seconds:.1f} s,"
    elif figure.what == "solid":
        check = figure.print_check(figure.format_of(written))
        entries |= {
            "size": list(check.size),
            "bodies": check.bodies,
            "watertight": check.is_watertight,
            "smallest_wall": check.wall,
        }
        what = f"solid, {check},"
    board, length = figure.picture.board, written.stat().st_size
    console.answer(entries, f"{written}: {what} of the {board}, {length:,} bytes")


def _size(figure: Figure, written: Path) -> list[int | None]:
    """Return width and height in pixels; of a cropped vector drawing the width alone."""
    if not figure.settings.crop:
        return list(figure.pixels)
    if figure.format_of(written) != "png":
        return [figure.pixels[0], None]
    from PIL import Image

    with Image.open(written) as image:
        return list(image.size)
