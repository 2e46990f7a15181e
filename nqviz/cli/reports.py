"""Reports of unexpected errors: what a bug report needs, in a file of its own."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from nqviz import __version__


def write_report(error: BaseException, arguments: Sequence[str]) -> Path | None:
    """Write the traceback of an unexpected error to the log folder of this user.

    `arguments`: the command line, without the name of the program.
    Returns the file; None if it cannot be written.
    """
    from platformdirs import user_log_path

    now = datetime.now(UTC)
    lines = (
        f"nqviz {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"{now:%Y-%m-%d %H:%M:%S} UTC",
        f"arguments: {list(arguments)!r}",
        "",
        *traceback.format_exception(error),
    )
    try:
        folder = user_log_path("nqviz", appauthor=False, ensure_exists=True)
        path = folder / f"error-{now:%Y%m%d-%H%M%S-%f}.txt"
        path.write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def report_line(error: BaseException, path: Path | None) -> str:
    """Return one line about an unexpected error and its report."""
    last = traceback.extract_tb(error.__traceback__)[-1:] if error.__traceback__ else []
    where = "".join(f" in {Path(frame.filename).name}:{frame.lineno}" for frame in last)
    report = f"; the report is in {path}" if path else "; no report could be written"
    return f"an error of the program, {type(error).__name__}{where}{report}"
