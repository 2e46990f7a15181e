"""``nqviz render``: charts, as the window exports them, and densities in an image."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from nqviz.cli.options import check_output, read_data
from nqviz.cli.output import DONE, Console
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.formats.session_parts import SessionTab
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import ViewState

if TYPE_CHECKING:
    from nqviz.rendering.figures import Chart

VIEW, COMPARISON = "chart", "comparison"
PROFILE, SEARCH = "profile", "search"
CHARTS = ("counts", PROFILE, SEARCH)


def check_chart(options: argparse.Namespace) -> None:
    """Check that a chart is chosen only for the view of charts; else raise InputError."""
    if options.chart is not None and options.view != VIEW:
        raise InputError(f"--chart goes with --view {VIEW}, not with --view {options.view}")


def chart_of(picture: BoardView, tab: SessionTab, options: argparse.Namespace) -> Chart | None:
    """Return the chart of the options; None for the queens of each layer, or another view.

    Raises InputError if there is no search to chart.
    """
    if options.chart not in (PROFILE, SEARCH):
        return None
    from nqviz.rendering.figures import profile_chart, search_chart

    if options.chart == PROFILE:
        return profile_chart(picture)
    if tab.search is None:
        raise InputError(
            f"{options.file or 'an empty board'}: there is no search to chart; a session has the"
            " last one on the board that was looked at"
        )
    return search_chart(picture.board, tab.search.moments, tab.search.fewest)


def render_comparison(options: argparse.Namespace, console: Console) -> int:
    """Draw a table that was written by ``nqviz compare --csv`` or the window."""
    from nqviz.problems.compare_rows import parse_rows
    from nqviz.rendering.figures import save_comparison
    from nqviz.rendering.figures.write import drawing_format

    if options.file is None:
        raise InputError("--view comparison draws a table; name the CSV file of nqviz compare")
    drawing_format(options.output)
    check_output(options)
    data, name = read_data(options.file)
    try:
        rows = parse_rows(data.decode("utf-8-sig"))  # spreadsheets write a byte order mark
    except UnicodeDecodeError:
        raise InputError(f"{name}: this is not UTF-8 text") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    if not rows:
        raise InputError(f"{name}: the table has no rows")
    written = Path(options.output)
    size = save_comparison(rows, written, options.theme)
    told = f"{written}: comparison in {len(rows)} rows, {written.stat().st_size:,} bytes"
    console.answer({"file": str(written), "size": list(size)}, told)
    return DONE


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
    """Check that a density and a layer are drawn where they can be; else raise InputError."""
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
