"""Temporary files and folders beside a file that is being written, and what kills leave of them.

Each is noted in the state folder of the user, in a file that is locked while its process runs. A
note that nobody holds was left by a process that was killed: what it names is removed before this
process makes its first temporary file.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from .locks import FileLock

PREFIX = ".nqviz-"
FOLDER_VARIABLE = "NQVIZ_STATE"
"""The environment variable that names another state folder."""

_ours: set[Path] = set()


def state_folder() -> Path:
    """Return the folder for the files that nqviz writes by itself."""
    from platformdirs import user_state_path

    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_state_path("nqviz-explorer", appauthor=False)


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return the files with such names in a folder of nqviz; none where it cannot be read."""
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


@contextmanager
def temporary_file(folder: Path, mode: int) -> Iterator[Path]:
    """Make an empty file in a folder, and remove it in the end if it is still there."""
    with _noted(folder) as path:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        yield path


@contextmanager
def temporary_folder(folder: Path) -> Iterator[Path]:
    """Make a folder in a folder, and remove it in the end with what is in it."""
    with _noted(folder) as path:
        path.mkdir(mode=0o700)
        yield path


def remove_ours() -> None:
    """Remove what this process has made; for an end without clean-up."""
    for path in tuple(_ours):
        _remove(path)


def remove_left() -> list[Path]:
    """Remove what processes that were killed have left, and return it."""
    left = []
    for note in files_in(_notes(), "*.lock"):
        lock = FileLock(note)
        with suppress(OSError):
            if not lock.acquire():
                continue
            path = Path(os.fsdecode(note.read_bytes()))
            if path.is_absolute() and path.name.startswith(PREFIX) and os.path.lexists(path):
                _remove(path)
                left.append(path)
        lock.release()
    return left


@contextmanager
def _noted(folder: Path) -> Iterator[Path]:
    _remove_left_once()
    path = folder / f"{PREFIX}{secrets.token_hex(4)}"
    note = FileLock(_notes() / f"{path.name.removeprefix(PREFIX)}.lock")
    with suppress(OSError):  # where no note can be written, files are written all the same
        note.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if note.acquire():
            note.write(str(path))
    _ours.add(path)
    try:
        yield path
    finally:
        _remove(path)
        _ours.discard(path)
        note.release()


@cache
def _remove_left_once() -> None:
    remove_left()


def _notes() -> Path:
    return state_folder() / "temporary"


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()
