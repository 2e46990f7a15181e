"""The state of a task, and its form in files."""

from __future__ import annotations

import io
import pickle
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]

START = "start: "
"""Begins the names of the arrays that a task starts from: they are kept until it is done."""
FIRST = "first grown"
"""In files of versions 1 and 2: the array with the number of the first task that a task added."""
MISFIT = (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError)
"""The errors of values that are not those of the work."""
DAMAGE = (
    *MISFIT,
    EOFError,
    MemoryError,
    NotImplementedError,
    RuntimeError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""The errors of arrays that cannot be unpacked."""


@dataclass(frozen=True)
class TaskState:
    """The state of a task after a slice of work."""

    done: bool = False
    """Whether the task is done."""
    nodes: int = 0
    """Nodes of its search since its start."""
    arrays: Arrays = field(default_factory=dict)
    """Its result; while it is unfinished, with all that is needed to continue. Arrays of objects
    are not saved in files: they may only hold caches that make continuing faster (`held`)."""
    seconds: float = 0.0
    """Processor seconds of its slices, which the runner adds up."""

    def apart(self) -> tuple[TaskState, Arrays]:
        """Return the state without what the task starts from, and that."""
        start = {name: each for name, each in self.arrays.items() if name.startswith(START)}
        others = {name: each for name, each in self.arrays.items() if name not in start}
        return (replace(self, arrays=others), start) if start else (self, {})


class Held:
    """An object between two slices; a process that only passes it on keeps it as bytes."""

    def __init__(self, value: object) -> None:
        self._value: Any = value
        self._data: bytes | None = None

    def take(self) -> Any:
        """Return the object."""
        if self._data is not None:
            self._value, self._data = pickle.loads(self._data), None
        return self._value

    def __getstate__(self) -> bytes:
        """Return the object as bytes."""
        return pickle.dumps(self._value) if self._data is None else self._data

    def __setstate__(self, data: bytes) -> None:
        """Keep the bytes until the object is wanted."""
        self._value, self._data = None, data


def held(value: object) -> npt.NDArray[Any]:
    """Return an array for the state of a task that holds an object, shape (1,)."""
    array = np.empty(1, dtype=object)
    array[0] = Held(value)
    return array


def packed(arrays: Arrays) -> bytes:
    """Return arrays as they are saved, those of objects left out."""
    if not arrays:
        return b""
    stream = io.BytesIO()
    # The quickest level: a file with all tasks is written beside the work.
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, array in arrays.items():
            if array.dtype != object:
                file = f"{name}.npy"
                plain = zipfile.ZipInfo(file)  # without compression, which would gain little
                made = plain if name.startswith(START) else file
                with archive.open(made, "w", force_zip64=True) as entry:
                    np.lib.format.write_array(entry, np.asanyarray(array), allow_pickle=False)
    return stream.getvalue()


def unpacked(data: bytes) -> Arrays:
    """Return the arrays of `packed`; raise one of `DAMAGE` if they are damaged."""
    if not data:
        return {}
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}
