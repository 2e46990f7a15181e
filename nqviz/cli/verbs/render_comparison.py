"""``nqviz render --view comparison``: the chart of a comparison from its table."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.cli.options import check_output, read_data
from nqviz.cli.output import DONE, Session
from nqviz.core.errors import InputError

VIEW = "comparison"


def render_comparison(options: argparse.Namespace, session: Session) -> int:
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
    session.answer({"file": str(written), "size": list(size)}, told)
    return DONE
