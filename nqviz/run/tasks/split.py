"""How tasks are run: where, which of them, where they are kept, and how they are checked."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nqviz.core.errors import InputError
from nqviz.run.context import ignore_progress
from nqviz.run.outcome import NoAnswer

from .binding import nqviz_version
from .estimate import Estimate
from .executors import check_executor
from .section import Section
from .task_state import Arrays, TaskState

Work = Callable[[Any, TaskState, float], TaskState]
"""Continues a task from a state for some seconds: picklable, deterministic on any machine."""

MOST_SHARDS = 10**6


@dataclass(frozen=True)
class Execution:
    """How tasks are run.

    Raises InputError if the executor is unknown or its package is not installed, or a shard is none
    or has no checkpoint.
    """

    executor: str | Executor | None = None
    """``processes:N``, ``threads:N``, ``dask://HOST:PORT`` or ``dask:FILE``, or any executor;
    None: as many threads as the limit allows."""
    checkpoint: str | Path | Section | None = None
    """The file in which finished tasks are saved, or a section of one of several questions."""
    shard: tuple[int, int] | None = None
    """The share of the tasks to run: i of N."""
    recheck: float = 0.0
    """The share of the tasks of the checkpoint, 0 to 1, that are run again in another way."""
    seed: int = 0
    """Of the choice of these tasks."""
    sample: float | None = None
    """Seconds for a sample of the tasks, in place of the work."""
    joined: str = ""
    """What the checkpoint was joined from, in words; then all tasks must be in it already."""
    question: Sequence[str] = field(default=(), compare=False)
    """The question as the command line puts it, kept in the checkpoint."""
    announce: Callable[[str], None] = field(default=ignore_progress, compare=False)
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

    @property
    def shard_name(self) -> str:
        """The name of the shard in its checkpoint; empty without one."""
        return "" if self.shard is None else f"shard {self.shard[0]}/{self.shard[1]}"


class ShardDone(NoAnswer):
    """All tasks of a shard are done: `done` of the `tasks` of all shards."""

    def __init__(self, shard: tuple[int, int], done: int, tasks: int, path: Path) -> None:
        self.done, self.tasks = done, tasks
        number, count = shard
        message = (
            f"shard {number} of {count} is done: {done:,} of {tasks:,} tasks, saved in {path};"
            " nqviz merge joins the shards"
        )
        entries = {
            "status": "shard",
            "shard": f"{number}/{count}",
            "tasks": tasks,
            "done": done,
            "checkpoint": str(path),
        }
        super().__init__(message, entries)


class Planned(NoAnswer):
    """A sample of the tasks was run.

    `rest`: the processor time of the tasks that the sample did not run to their ends.
    `done`: the processor seconds of those that it did.
    `tasks`, `sampled`: the numbers of tasks known and run to their ends.
    `spent`: the processor seconds of the sample.
    `seconds`, `error`: the estimated processor seconds of all tasks, and their standard error if
    there is one; no seconds where the time ended before anything was known of a task chosen at
    random.
    `longest`: processor seconds of the longest task of the sample, which may be an estimate.
    `is_listed`: whether all tasks are known.
    `is_cut`: whether the end of the sample cut off its last task, which counts with what it took.
    `descents`: the random descents of the search that give the estimate, where no task ended.
    """

    def __init__(
        self,
        tasks: int,
        sampled: int,
        rest: Estimate,
        done: float,
        is_listed: bool = True,
        *,
        spent: float | None = None,
        is_cut: bool = False,
        descents: int = 0,
    ) -> None:
        self.tasks, self.sampled, self.is_listed, self.is_cut = tasks, sampled, is_listed, is_cut
        self.spent, self.descents = done if spent is None else spent, descents
        self.seconds = None if rest.seconds is None else done + rest.seconds
        self.error, self.longest = rest.error, rest.longest
        super().__init__(f"{sampled:,} of {tasks:,} tasks were sampled", {"tasks": tasks})


@dataclass(frozen=True)
class Growth:
    """Tasks that finished tasks leave to others.

    `children`: returns the new tasks that a finished task leaves, with weights, which share the
    weight of that task. They are run before the waiting tasks.
    `is_seed`: whether a task may leave others; every shard runs such a task.
    `smaller`: returns the state from which a task goes on that leaves most of its work to others:
    for one whose workers were lost twice. None: such a task is run in shorter slices alone.
    `level`: returns the state from which a task, begun or not, goes on that leaves all nodes with
    more queens than its own to others: for samples.
    `starts`: returns a finished task without what its new tasks start from, and that of each of
    them: arrays with names that begin with `START`.
    """

    children: Callable[[TaskState], Sequence[tuple[object, float]]]
    is_seed: Callable[[Any], bool]
    smaller: Callable[[TaskState], TaskState] | None = None
    level: Callable[[Any, TaskState], TaskState] | None = None
    starts: Callable[[TaskState], tuple[TaskState, Sequence[Arrays]]] | None = None


@dataclass(frozen=True)
class Recheck:
    """How finished tasks are checked.

    `work`: does the same tasks with another kernel or in another order.
    `results`: the names of the arrays that must be the same.
    `need`: the names of the arrays that a first state takes from the saved result, if it has them.
    """

    work: Work
    results: tuple[str, ...]
    need: tuple[str, ...] = ()


def run_slice(version: str, work: Work, task: object, part: TaskState, seconds: float) -> TaskState:
    """Run a slice, where a worker of another version of nqviz refuses it."""
    if version != nqviz_version():
        raise InputError(
            f"a worker has version {nqviz_version()} of nqviz, this one is {version};"
            " install the same version everywhere"
        )
    began = time.thread_time()
    done = work(task, part, seconds)
    return replace(done, seconds=part.seconds + time.thread_time() - began)
