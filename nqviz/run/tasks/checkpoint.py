"""Checkpoint files: the results of tasks, so that long work can continue after a kill.

A checkpoint is text: a first line that identifies the work, then a line for each finished task,
written at once, and at intervals a line for an unfinished task. A line that was cut off by a kill
is ignored; of two lines about one task the later one is used.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import os
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from nqviz.core.errors import InputError
from nqviz.run.files import atomic_write

from .task_state import Arrays, TaskState

FORMAT = "nqviz-checkpoint"
VERSION = 1
SYNC_SECONDS = 1.0
"""Seconds between calls of fsync, which protect against a crash of the machine."""
SAVE_SECONDS = 20.0
"""Seconds between writes of an unfinished task."""


class Checkpoint:
    """A checkpoint file that is read first, if it exists, and then written to.

    Parameters
    ----------
    path : path
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
        If the file cannot be read or written, is not a checkpoint, or is one of other work.
    """

    def __init__(self, path: str | Path, work: Mapping[str, object], tasks: int) -> None:
        self.path = Path(path)
        header = {"format": FORMAT, "version": VERSION, "work": dict(work), "tasks": tasks}
        self._header: dict[str, Any] = json.loads(json.dumps(header))
        self.slices: dict[int, TaskState] = {}
        self.best: Arrays = {}
        self._saved: dict[int, float] = {}
        self._synced = 0.0
        try:
            if self.path.exists():
                self._read(self.path.read_bytes())
            self._file = self._begin()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"{self.path}: the checkpoint cannot be used: {reason}") from error

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

    def close(self) -> None:
        """Close the file."""
        self._sync()
        self._file.close()

    # Writing ------------------------------------------------------------------------------

    def _begin(self) -> TextIO:
        """Rewrite the file with all saved tasks, atomically, and return it open for appending."""
        lines = [self._header, *(_task_line(i, part) for i, part in sorted(self.slices.items()))]
        if self.best:
            lines.insert(1, _best_line(self.best))
        text = "".join(json.dumps(line) + "\n" for line in lines)
        atomic_write(self.path, text.encode())
        return self.path.open("a", encoding="utf-8")

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        if time.monotonic() > self._synced + SYNC_SECONDS:
            self._sync()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    # Reading ------------------------------------------------------------------------------

    def _read(self, data: bytes) -> None:
        if not data.strip():
            return  # an empty file made beforehand, such as a temporary file
        lines = data.split(b"\n")
        self._check(_object(lines[0]))
        for number, line in enumerate(lines[1:], start=2):
            entry = _object(line)
            if entry is None and number >= len(lines) - 1:
                break  # the last line, cut off
            try:
                self._take(entry or {})
            except (KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
                raise InputError(
                    f"{self.path}: line {number} is not a task of this work"
                ) from error

    def _check(self, header: dict[str, Any] | None) -> None:
        if header is None or header.get("format") != FORMAT:
            raise InputError(f"{self.path}: not a checkpoint; the file is unchanged")
        if header.get("version") != VERSION:
            raise InputError(
                f"{self.path}: a checkpoint of version {header.get('version')!r}; this program"
                f" reads version {VERSION}"
            )
        if header != self._header:
            theirs = header.get("work", {})
            ours = self._header["work"]
            other = theirs.get("what") if isinstance(theirs, dict) else None
            same = ", with other settings" if other == ours["what"] else ""
            raise InputError(
                f"{self.path}: this checkpoint is of {other or 'other work'}{same}, not of"
                f" {ours['what']}; give another file"
            )

    def _take(self, entry: dict[str, Any]) -> None:
        if "best" in entry:
            self.best = _decode(entry["best"])
            return
        index = int(entry["task"])
        if not 0 <= index < self._header["tasks"]:
            raise ValueError(index)
        part = TaskState(bool(entry["done"]), int(entry["nodes"]), _decode(entry["arrays"]))
        self.slices[index] = part


def _task_line(index: int, part: TaskState) -> dict[str, object]:
    return {
        "task": index,
        "done": part.done,
        "nodes": part.nodes,
        "arrays": _encode(part.arrays),
    }


def _best_line(arrays: Arrays) -> dict[str, object]:
    return {"best": _encode(arrays)}


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except ValueError:
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
