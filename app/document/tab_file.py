"""The file of a tab: where it is, what else it says, and whether it has changed on the disk."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.core.placement import Placement
from nqviz.formats import (
    Layout,
    PlacementFile,
    format_placement,
    is_code,
    layout_for,
    read_placement,
    write_file,
)
from nqviz.run.context import RunContext
from nqviz.run.locks import FileLock
from nqviz.run.temporary import state_folder

NO_SQUARE = tr_later("its form as a Latin square, which these queens no longer have")
NO_PERMUTATION = tr_later("its form as a permutation, which these queens no longer have")
PATIENCE = 2.0
"""Seconds that a window waits while another one writes the same file."""

Stamp: TypeAlias = tuple[int, int, int]
"""What differs once a file has been written again."""


@dataclass(frozen=True)
class TabFile:
    """The file that a tab was opened from or saved to."""

    path: Path
    # Of the file as this run of nqviz has read or written it. None for a file that only a session
    # names: it is not written to without a question.
    stamp: Stamp | None = None
    note: str = ""
    source: str = ""
    layout: Layout = Layout.JSON
    # What else the file says; it is written again.
    others: Mapping[str, Any] = field(default_factory=dict)
    accepted: frozenset[str] = frozenset()  # what the user has agreed to lose in this file

    def at(self, path: Path) -> TabFile:
        """Return the file under another name, whose ending chooses its layout."""
        if path == self.path:
            return self
        is_alike = path.suffix.lower() == self.path.suffix.lower()
        layout = self.layout if is_alike else layout_for(path)
        return replace(self, path=path, stamp=None, layout=layout, accepted=frozenset())

    def contents(self, placement: Placement, givens: tuple[int, ...]) -> PlacementFile:
        """Return what is written, in a layout that the placement has."""
        is_gone = _is_impossible(placement, self.layout)
        layout = layout_for(self.path) if is_gone else self.layout
        said: Any = {"note": self.note, "source": self.source, "others": self.others}
        return PlacementFile(placement, layout=layout, givens=givens, **said)

    def losses(self, contents: PlacementFile) -> frozenset[str]:
        """Return what this file cannot keep, in words."""
        lost, piece = set(), contents.placement.board.piece
        if contents.layout is not self.layout:
            is_square = self.layout is Layout.SQUARE
            lost.add(tr_piece(NO_SQUARE if is_square else NO_PERMUTATION, piece))
        if contents.layout is not Layout.JSON:
            if contents.givens:
                lost.add(tr_piece("which queens are given", piece))
            if contents.others:
                lost.add(tr("entries of other applications"))
        return frozenset(lost)

    def written(self, contents: PlacementFile, known: Stamp | None) -> TabFile:
        """Write the file, and return it as it is now.

        No other window of this user on this machine writes it meanwhile.

        Raises FileChanged if there is another file by now.

        Raises InputError if it cannot be written; an earlier file is unchanged.

        `known`: of the file that is replaced.
        """
        with _held(self.path):
            now = stamp_of(self.path)
            if now is not None and now != known:
                raise FileChanged(now)
            write_file(contents, self.path)
            stamp = stamp_of(self.path)
        others = contents.others if contents.layout is Layout.JSON else {}
        return replace(self, stamp=stamp, layout=contents.layout, others=others)


class FileChanged(Exception):  # noqa: N818 - it says what happened
    """A file is not the one that was to be replaced.

    `stamp`: of the file that is there.
    """

    def __init__(self, stamp: Stamp) -> None:
        super().__init__(stamp)
        self.stamp = stamp


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep other windows from writing a file; without effect where no lock can be made."""
    name = sha256(os.fsencode(os.path.realpath(path))).hexdigest()
    lock = FileLock(state_folder() / "saving" / f"{name}.lock")
    try:
        with suppress(OSError):
            lock.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            deadline = time.monotonic() + PATIENCE
            while not lock.acquire():
                if time.monotonic() > deadline:
                    raise InputError(f"{path}: another window is saving it")
                time.sleep(0.02)
        yield
    finally:
        lock.release()


def read_tab_file(
    path: Path, run: RunContext | None = None
) -> tuple[PlacementFile, TabFile | None]:
    """Read a placement, and return it with its file; in any thread. A placement code has no file.

    Raises InputError: see `read_placement`.
    """
    stamp = stamp_of(path)  # before: what is written meanwhile counts as a change
    read = read_placement(path, run=run)
    if read.layout is Layout.CODE and is_code(path):
        return read, None
    return read, TabFile(path, stamp, read.note, read.source, read.layout, read.others)


def stamp_of(path: Path) -> Stamp | None:
    """Return the stamp of a file; None where there is none."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _is_impossible(placement: Placement, layout: Layout) -> bool:
    """Return whether a placement does not have a layout any more."""
    if layout not in (Layout.PERMUTATION, Layout.SQUARE):
        return False
    try:
        format_placement(placement, layout)
    except InputError:
        return True
    return False
