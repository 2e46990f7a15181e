"""Reports of unexpected errors: what a bug report needs, in a file of its own."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path


def write_report(error: BaseException, arguments: Sequence[str]) -> Path | None:
    """Write the traceback of an unexpected error to the log folder of this user.

    `arguments`: the command line, without the name of the command.
    Returns the file; None if it cannot be written.
    """
    now = datetime.now(UTC)
    lines = (heading(), f"arguments: {list(arguments)!r}", "", *traceback.format_exception(error))
    try:
        folder = report_folder()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"error-{now:%Y%m%d-%H%M%S-%f}.txt"
        path.write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def heading() -> str:
    """Return the first lines of a report: the version, the system, the time."""
    now = datetime.now(UTC)
    version = import_module("nqviz").__version__
    versions = f"nqviz {version}, Python {platform.python_version()}, {platform.platform()}"
    return f"{versions}\n{now:%Y-%m-%d %H:%M:%S} UTC"


def report_folder() -> Path:
    """Return the log folder of this user, in which reports are written."""
    from platformdirs import user_log_path

    return user_log_path("nqviz", appauthor=False)


def report_line(error: BaseException, path: Path | None) -> str:
    """Return one line about an unexpected error and its report."""
    last = traceback.extract_tb(error.__traceback__)[-1:] if error.__traceback__ else []
    where = "".join(f" in {Path(frame.filename).name}:{frame.lineno}" for frame in last)
    report = f"; the report is in {path}" if path else "; no report could be written"
    return f"an error in nqviz, {type(error).__name__}{where}{report}"
