"""Folders with files of one kind: a bad file is reported on one line, the others are read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeVar

from nqviz.core.errors import InputError

_Thing = TypeVar("_Thing")


def read_each(
    folder: str | Path, endings: Collection[str], read: Callable[[Path], Iterable[_Thing]]
) -> tuple[list[_Thing], tuple[str, ...]]:
    """Read every file of a folder whose name has one of some endings, in the order of names.

    `endings`: in lower case, with the dot.
    `read`: returns the contents of a file; an InputError that it raises is one of the problems.
    Returns `things`; `problems`: one line for each file that could not be read, or for the folder
    itself.
    """
    try:
        paths = sorted(
            path
            for path in Path(folder).expanduser().iterdir()
            if path.suffix.lower() in endings and path.is_file()
        )
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        return [], (f"{folder}: cannot be read: {reason}",)
    things: list[_Thing] = []
    problems: list[str] = []
    for path in paths:
        try:
            things += read(path)
        except InputError as error:
            text, name = (" ".join(str(each).split()) for each in (error, path))
            problems.append(text if text.startswith(name) else f"{name}: {text}")
    return things, tuple(problems)
