"""Checkpoint files: the results of tasks, so that long work can continue after a kill.

A checkpoint is text: a first line that identifies the work, then a line for each finished task,
written at once, and at intervals a line for an unfinished task. A line that was cut off by a kill
is ignored; of two lines about one task the later one is used.

Each line is a JSON object with the checksum of its other fields. Files of version 1 have none; they
are read as well, and rewritten with checksums.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import os
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import numpy as np

from nqviz.core.errors import InputError
from nqviz.run.budgets import CHECKPOINT_LINE_BYTES
from nqviz.run.files import atomic_write, open_file
from nqviz.run.locks import FileLock

from .task_state import Arrays, TaskState

FORMAT = "nqviz-checkpoint"
VERSION = 2
SYNC_SECONDS = 1.0
"""Seconds between calls of fsync, which protect against a crash of the machine."""
WAIT_SECONDS = 2.0
"""Seconds to wait for another run, which may be one that was stopped and is about to end."""
SAVE_SECONDS = 20.0
"""Seconds between writes of an unfinished task."""

_CHECK = "check"
"""The field with the checksum of a line."""
_MISFIT = (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError)
_DAMAGE = (
    *_MISFIT,
    EOFError,
    MemoryError,
    NotImplementedError,
    RuntimeError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)


class Checkpoint:
    """A checkpoint file that is read first, if it exists, and then written to.

    Parameters
    ----------
    work : mapping
        What identifies this work, in JSON types; "what" describes it in words.
    tasks : int
        The number of tasks.

    Attributes
    ----------
    slices : dict of int to TaskState
        The saved tasks.
    best : Arrays
        The best result saved beside the tasks, or empty.

    Raises
    ------
    InputError
        If the file cannot be read or written, is not a checkpoint, is one of other work, or is used
        by another run.
    """

    def __init__(self, path: str | Path, work: Mapping[str, object], tasks: int) -> None:
        self.path = Path(path)
        header = {"format": FORMAT, "version": VERSION, "work": dict(work), "tasks": tasks}
        self._header: dict[str, Any] = json.loads(json.dumps(header))
        self.slices: dict[int, TaskState] = {}
        self.best: Arrays = {}
        self._saved: dict[int, float] = {}
        self._synced = 0.0
        self._lock = FileLock(self.path.with_name(f".{self.path.name}.lock"))
        try:
            self._be_alone()
            if self.path.exists():
                with open_file(self.path) as stream:
                    self._read(stream)
            self._file = self._begin()
        except OSError as error:
            self._lock.release()
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"{self.path}: the checkpoint cannot be used: {reason}") from error
        except BaseException:
            self._lock.release()
            raise

    def save(self, index: int, part: TaskState, at_once: bool = False) -> None:
        """Write the state of a task; of an unfinished one only at intervals, unless `at_once`."""
        now = time.monotonic()
        is_early = now < self._saved.setdefault(index, now) + SAVE_SECONDS
        if not part.done and is_early and not at_once:
            return
        self._saved[index] = now
        self.slices[index] = part
        self._write(_task_line(index, part))

    def save_best(self, arrays: Arrays) -> None:
        """Write the best result beside the tasks."""
        self.best = arrays
        self._write(_best_line(arrays))

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read what was saved: errors mean that it is not of this work.

        Raises
        ------
        InputError
            If it cannot be understood; the file is closed then.
        """
        try:
            yield
        except InputError:
            self.close()
            raise
        except _MISFIT as error:
            self.close()
            what = self._header["work"]["what"]
            raise InputError(f"{self.path}: the checkpoint does not fit {what}") from error

    def close(self) -> None:
        """Close the file, and let other runs use it; a closed one stays so."""
        if self._file.closed:
            return
        try:
            self._sync()
        finally:
            self._file.close()
            self._lock.release()

    def _be_alone(self) -> None:
        """Lock the file against other runs, which would each undo what the other one saves."""
        deadline = time.monotonic() + WAIT_SECONDS
        while not self._lock.acquire():
            if time.monotonic() < deadline:
                time.sleep(0.02)
                continue
            raise InputError(f"{self.path}: another run is using this checkpoint")

    # Writing ------------------------------------------------------------------------------

    def _begin(self) -> TextIO:
        """Rewrite the file with all saved tasks, atomically, and return it open for appending."""
        lines = [self._header, *(_task_line(i, part) for i, part in sorted(self.slices.items()))]
        if self.best:
            lines.insert(1, _best_line(self.best))
        atomic_write(self.path, "".join(map(_text, lines)).encode())
        return self.path.open("a", encoding="utf-8")

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.write(_text(line))
        self._file.flush()
        if time.monotonic() > self._synced + SYNC_SECONDS:
            self._sync()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    # Reading ------------------------------------------------------------------------------

    def _read(self, stream: BinaryIO) -> None:
        first = stream.readline(CHECKPOINT_LINE_BYTES)
        if not first.strip() and not stream.read(1):
            return  # an empty file made beforehand, such as a temporary file
        header = _object(first)
        version = self._check(header)
        if version > 1 and not _is_whole(header):
            raise self._damaged(1)
        number = 1
        while line := stream.readline(CHECKPOINT_LINE_BYTES):
            number += 1
            entry = _object(line)
            if entry is None and not stream.read(1):
                break  # the last line, cut off
            if version > 1 and not _is_whole(entry):
                raise self._damaged(number)
            try:
                self._take(entry or {})
            except _DAMAGE as error:
                raise InputError(
                    f"{self.path}: line {number} is not a task of this work"
                ) from error

    def _damaged(self, number: int) -> InputError:
        return InputError(
            f"{self.path}: line {number} of the checkpoint is damaged, its checksum does not"
            " match; the file is unchanged"
        )

    def _check(self, header: dict[str, Any] | None) -> int:
        """Return the version of a checkpoint of this work."""
        if header is None or header.get("format") != FORMAT:
            raise InputError(f"{self.path}: not a checkpoint; the file is unchanged")
        version = header.get("version")
        if type(version) is not int or not 1 <= version <= VERSION:
            raise InputError(
                f"{self.path}: a checkpoint of version {version!r:.40}; this program reads"
                f" versions 1 to {VERSION}"
            )
        if any(header.get(key) != self._header[key] for key in ("work", "tasks")):
            theirs = header.get("work", {})
            ours = self._header["work"]
            other = theirs.get("what") if isinstance(theirs, dict) else None
            same = ", with other settings" if other == ours["what"] else ""
            raise InputError(
                f"{self.path}: this checkpoint is of {other or 'other work'}{same}, not of"
                f" {ours['what']}; give another file"
            )
        return version

    def _take(self, entry: dict[str, Any]) -> None:
        if "best" in entry:
            self.best = _decode(entry["best"])
            return
        index, done, nodes = entry["task"], entry["done"], entry["nodes"]
        if type(index) is not int or not 0 <= index < self._header["tasks"]:
            raise ValueError(index)
        if type(nodes) is not int or nodes < 0 or type(done) is not bool:
            raise ValueError(nodes, done)
        self.slices[index] = TaskState(done, nodes, _decode(entry["arrays"]))


def _task_line(index: int, part: TaskState) -> dict[str, object]:
    return {
        "task": index,
        "done": part.done,
        "nodes": part.nodes,
        "arrays": _encode(part.arrays),
    }


def _best_line(arrays: Arrays) -> dict[str, object]:
    return {"best": _encode(arrays)}


def _text(line: Mapping[str, object]) -> str:
    """Return a line of the file, with its checksum."""
    return json.dumps({**line, _CHECK: _checksum(line)}) + "\n"


def _checksum(line: Mapping[str, object]) -> int:
    return zlib.crc32(json.dumps(line, sort_keys=True).encode())


def _is_whole(line: Mapping[str, object] | None) -> bool:
    """Return whether the checksum of a line is that of its other fields."""
    others = {name: value for name, value in (line or {}).items() if name != _CHECK}
    return line is not None and line.get(_CHECK) == _checksum(others)


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _encode(arrays: Arrays) -> str:
    if not arrays:
        return ""
    plain = {name: array for name, array in arrays.items() if array.dtype != object}
    stream = io.BytesIO()
    np.savez_compressed(stream, allow_pickle=False, **plain)
    return base64.b64encode(stream.getvalue()).decode("ascii")


def _decode(text: str) -> Arrays:
    if not text:
        return {}
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}
