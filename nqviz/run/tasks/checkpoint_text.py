"""Checkpoint files of versions 1 and 2, which are text: they are read, and no longer written.

Each line is a JSON object: first one that identifies the work, then one for each task. Of two lines
about one task the later one counts, and a last line that is cut off is ignored. Lines of version 2
have a checksum of their other fields.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from nqviz.core.errors import InputError
from nqviz.run.budgets import CHECKPOINT_LINE_BYTES

from .task_state import DAMAGE, FIRST, Arrays, TaskState, unpacked

FORMAT = "nqviz-checkpoint"
VERSION = 2


@dataclass
class TextCheckpoint:
    """What a file of version 1 or 2 holds."""

    work: dict[str, Any]
    tasks: int
    slices: dict[int, TaskState] = field(default_factory=dict)
    best: Arrays = field(default_factory=dict)

    def named(self) -> dict[str, TaskState]:
        """Return the states by the names of their tasks.

        A task that was added by another is named after it; such tasks were numbered from the number
        that the other one has kept.
        """
        starts = sorted(
            (int(part.arrays[FIRST]), number)
            for number, part in self.slices.items()
            if FIRST in part.arrays
        )
        names: dict[int, str] = {}
        for number in sorted(self.slices):
            parents = [(start, parent) for start, parent in starts if start <= number]
            start, parent = parents[-1] if parents else (0, -1)
            if parents and parent not in names:
                raise ValueError(f"task {number} was added by none")
            names[number] = f"{names[parent]}.{number - start}" if parents else str(number)
        states = {}
        for number, part in self.slices.items():
            arrays = {name: array for name, array in part.arrays.items() if name != FIRST}
            states[names[number]] = replace(part, arrays=arrays)
        return states


def read_text(stream: BinaryIO, path: Path) -> TextCheckpoint:
    """Read a checkpoint file of version 1 or 2; raise InputError if it is none, or damaged."""
    header = _object(stream.readline(CHECKPOINT_LINE_BYTES))
    version = _check(header, path)
    assert header is not None
    found = TextCheckpoint(header["work"], header["tasks"])
    number = 1
    while line := stream.readline(CHECKPOINT_LINE_BYTES):
        number += 1
        entry = _object(line)
        if entry is None and not stream.read(1):
            break  # the last line, cut off
        if version > 1 and not _is_whole(entry):
            raise _damaged(path, number)
        try:
            _take(found, entry or {})
        except DAMAGE as error:
            raise InputError(f"{path}: line {number} is not a task of this work") from error
    return found


def _check(header: dict[str, Any] | None, path: Path) -> int:
    if header is None or header.get("format") != FORMAT:
        raise InputError(f"{path}: not a checkpoint; the file is unchanged")
    version = header.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise InputError(
            f"{path}: a checkpoint of version {version!r:.40}; nqviz reads text of"
            f" versions 1 to {VERSION}"
        )
    if version > 1 and not _is_whole(header):
        raise _damaged(path, 1)
    if not isinstance(header.get("work"), dict) or type(header.get("tasks")) is not int:
        raise InputError(f"{path}: the checkpoint does not say what work it is of")
    return version


def _damaged(path: Path, number: int) -> InputError:
    return InputError(
        f"{path}: line {number} of the checkpoint is damaged, its checksum does not match; the"
        " file is unchanged"
    )


def _take(found: TextCheckpoint, entry: dict[str, Any]) -> None:
    if "best" in entry:
        found.best = _decode(entry["best"])
        return
    index, done, nodes = entry["task"], entry["done"], entry["nodes"]
    if type(index) is not int or not 0 <= index < found.tasks:
        raise ValueError(index)
    if type(nodes) is not int or nodes < 0 or type(done) is not bool:
        raise ValueError(nodes, done)
    found.slices[index] = TaskState(done, nodes, _decode(entry["arrays"]))


def _is_whole(line: Mapping[str, object] | None) -> bool:
    """Return whether the checksum of a line is that of its other fields."""
    others = {name: value for name, value in (line or {}).items() if name != "check"}
    check = zlib.crc32(json.dumps(others, sort_keys=True).encode())
    return line is not None and line.get("check") == check


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _decode(text: str) -> Arrays:
    try:
        return unpacked(base64.b64decode(text, validate=True))
    except binascii.Error as error:
        raise ValueError(str(error)) from error
