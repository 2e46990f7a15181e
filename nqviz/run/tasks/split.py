"""How tasks are run: where, which of them, where they are kept, and how they are checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nqviz.core.errors import InputError

from .executors import check_executor
from .task_state import TaskState

Work = Callable[[Any, TaskState, float], TaskState]
"""Continues a task from a state for some seconds: picklable, deterministic on any machine."""

MOST_SHARDS = 10**6


def _ignore(_line: str) -> None:
    """Ignore a line."""


@dataclass(frozen=True)
class Execution:
    """How tasks are run.

    Raises
    ------
    InputError
        If the executor is unknown or its package is not installed, or a shard is none or has no
        checkpoint.
    """

    executor: str | Executor | None = None
    """``processes:N``, ``threads:N``, ``dask://HOST:PORT`` or ``dask:FILE``, or any executor;
    None: as many threads as the limit allows."""
    checkpoint: str | Path | None = None
    """The file in which finished tasks are saved."""
    shard: tuple[int, int] | None = None
    """The share of the tasks to run: i of N."""
    recheck: float = 0.0
    """The share of the tasks of the checkpoint, 0 to 1, that are run again in another way."""
    seed: int = 0
    """Of the choice of these tasks."""
    question: Mapping[str, object] | None = field(default=None, compare=False)
    """The question as the command line puts it, kept in the checkpoint."""
    announce: Callable[[str], None] = field(default=_ignore, compare=False)
    """Called with lines for the user, such as the address of a dashboard."""

    def __post_init__(self) -> None:
        if isinstance(self.executor, str):
            check_executor(self.executor)
        if not 0.0 <= self.recheck <= 1.0:
            raise InputError(f"the share to check again is 0 to 1, not {self.recheck:g}")
        if self.shard is None:
            return
        number, count = self.shard
        if not 1 <= number <= count <= MOST_SHARDS:
            raise InputError(f"there is no shard {number}/{count}: give i/N, i from 1 to N")
        if self.checkpoint is None:
            raise InputError(f"shard {number}/{count} needs a checkpoint to keep its share in")


class ShardDone(Exception):  # noqa: N818 - it says what happened
    """All tasks of a shard are done; the message is one line. There is no result of the whole.

    `done`, `tasks`: the numbers of tasks done and known.
    `path`: the checkpoint.
    """

    def __init__(self, shard: tuple[int, int], done: int, tasks: int, path: Path) -> None:
        self.shard, self.done, self.tasks, self.path = shard, done, tasks, path
        number, count = shard
        super().__init__(
            f"shard {number} of {count} is done: {done:,} of {tasks:,} tasks, saved in {path};"
            " nqviz merge joins the shards"
        )


@dataclass(frozen=True)
class Growth:
    """Tasks that finished tasks leave to others.

    `children`: returns the new tasks that a finished task leaves, with weights, which share the
    weight of that task. They are run before the waiting tasks.
    `is_seed`: whether a task may leave others; every shard runs such a task.
    """

    children: Callable[[TaskState], Sequence[tuple[object, float]]]
    is_seed: Callable[[Any], bool]


@dataclass(frozen=True)
class Recheck:
    """How finished tasks are checked.

    `work`: does the same tasks with another kernel or in another order.
    `results`: the names of the arrays that must be the same.
    `need`: the names of the arrays that a first state takes from the saved result.
    """

    work: Work
    results: tuple[str, ...]
    need: tuple[str, ...] = ()
