"""The state of a task, and its form in files."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]

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
    are not saved in files: they may only hold caches that make continuing faster."""
    seconds: float = 0.0
    """Processor seconds of its slices, which the runner adds up."""


def packed(arrays: Arrays) -> bytes:
    """Return arrays as they are saved, those of objects left out."""
    if not arrays:
        return b""
    plain = {name: array for name, array in arrays.items() if array.dtype != object}
    stream = io.BytesIO()
    np.savez_compressed(stream, allow_pickle=False, **plain)
    return stream.getvalue()


def unpacked(data: bytes) -> Arrays:
    """Return the arrays of `packed`; raise one of `DAMAGE` if they are damaged."""
    if not data:
        return {}
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}
