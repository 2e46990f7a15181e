"""The state of a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy.typing as npt

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]


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
