"""``nqviz render --view chart`` and ``--view comparison``: charts, as the window exports them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from nqviz.cli.options import check_output, read_data
from nqviz.cli.output import DONE, Console
from nqviz.core.errors import InputError
from nqviz.formats.session_parts import SessionTab
from nqviz.view.board_view import BoardView

if TYPE_CHECKING:
    from nqviz.rendering.figures import Chart

VIEW, COMPARISON = "chart", "comparison"
PROFILE, SEARCH = "profile", "search"
CHARTS = ("counts", PROFILE, SEARCH)


def check_chart(options: argparse.Namespace) -> None:
    """Check that a chart is chosen only for the view of charts.

    Raises InputError if the options do not go together.
    """
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
