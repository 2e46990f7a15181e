"""What a task has come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy.typing as npt

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class TaskState:
    """What a task has come to after a slice of work.

    Attributes
    ----------
    done : bool
        Whether the task is done.
    nodes : int
        Nodes of its search since it was begun.
    arrays : mapping of str to array
        What it has found; unless it is done, with all that is needed to go on. Arrays of objects
        are not kept in files: they may only make it quicker to go on.
    """

    done: bool = False
    nodes: int = 0
    arrays: Arrays = field(default_factory=dict)
