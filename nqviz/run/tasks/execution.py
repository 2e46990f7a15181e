"""Run tasks on an executor, in order, and keep their results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from nqviz.core.pieces import counted

from .checkpoint import Checkpoint
from .executors import WorkerPool, WorkersLost, check_executor
from .task_state import Arrays, TaskState

Work = Callable[[Any, TaskState, float], TaskState]
"""Continues a task from a state for some seconds: picklable, deterministic on any machine."""

POLL_SECONDS = 0.02
FIRST = "first grown"
"""The array with the position of the first new task that a finished task added."""
MOST_TASKS = 2**31
"""The note on the number of tasks while tasks are added."""
MAX_LOSSES = 3
"""How often in a row workers may be lost before they have done any work."""


@dataclass(frozen=True)
class Execution:
    """How tasks are run.

    Raises
    ------
    InputError
        If the executor is unknown or its package is not installed.
    """

    executor: str | Executor | None = None
    """``processes:N``, ``threads:N``, ``dask://HOST:PORT``, or any executor; None: as many
    threads as the limit allows."""
    checkpoint: str | Path | None = None
    """The file in which finished tasks are saved."""

    def __post_init__(self) -> None:
        if isinstance(self.executor, str):
            check_executor(self.executor)


class TaskRunner:
    """Tasks and their states.

    Parameters
    ----------
    work : callable
        See `Work`.
    tasks : sequence
        The arguments of `work`, small and picklable.
    threads : int
        The number of threads if `split` names no executor.
    identity : mapping
        Identifies this work in a checkpoint; "what" describes it in words.
    weights : sequence of float, optional
        The estimated duration of each task, in any unit.
    grow : callable, optional
        Returns the new tasks that a finished task leaves, with weights, which share the weight of
        that task. They are run before the waiting tasks.

    Attributes
    ----------
    slices : list of TaskState
        The state of each task, in order.
    replaced : int
        How often workers that were killed or crashed have been replaced.
    premises : tuple of str
        What a result takes for granted: the tasks that were taken over from a checkpoint.
    """

    def __init__(
        self,
        work: Work,
        tasks: Sequence[object],
        split: Execution | None = None,
        threads: int = 1,
        identity: Mapping[str, object] | None = None,
        weights: Sequence[float] | None = None,
        grow: Callable[[TaskState], Sequence[tuple[object, float]]] | None = None,
    ) -> None:
        self.work = work
        self.tasks = list(tasks)
        self.grow = grow
        self.split = split or Execution()
        self.threads = threads
        self.weights = [1.0] * len(tasks) if weights is None else list(weights)
        self.slices = [TaskState()] * len(tasks)
        self.replaced = 0
        self.premises: tuple[str, ...] = ()
        self.checkpoint: Checkpoint | None = None
        if self.split.checkpoint is not None:
            identity = {"what": "some work", **(identity or {})}
            most = len(tasks) if grow is None else MOST_TASKS
            self.checkpoint = Checkpoint(self.split.checkpoint, identity, most)
            with self.reading():
                self._take_over(self.checkpoint)

    def _take_over(self, checkpoint: Checkpoint) -> None:
        kept = dict(checkpoint.slices)
        while ready := [index for index in sorted(kept) if self._is_there(index)]:
            for index in ready:
                self.slices[index] = kept.pop(index)
                if self.slices[index].done:
                    self._add_grown(index)
        taken = sum(part.done or bool(part.arrays) for part in self.slices)
        if taken:
            self.premises = (f"{counted(taken, 'task')} of the checkpoint {checkpoint.path}",)

    def reading(self) -> AbstractContextManager[None]:
        """Raise InputError where a state, which may be of a checkpoint, cannot be understood."""
        return nullcontext() if self.checkpoint is None else self.checkpoint.reading()

    def _is_there(self, index: int) -> bool:
        return index < len(self.tasks) and self.tasks[index] is not None

    def _add_grown(self, index: int) -> list[int]:
        """Add the new tasks that a finished task leaves; return their positions.

        The positions are saved with the task, because tasks may end in another order next time.
        """
        part = self.slices[index]
        grown = [] if self.grow is None else self.grow(part)
        if not grown:
            return []
        first = int(part.arrays.get(FIRST, len(self.tasks)))
        self.slices[index] = replace(part, arrays={**part.arrays, FIRST: np.array(first)})
        missing = first + len(grown) - len(self.tasks)
        self.tasks += [None] * missing
        self.slices += [TaskState()] * missing
        self.weights += [0.0] * missing
        share = self.weights[index] / sum(weight for _, weight in grown)
        self.weights[index] = 0.0
        places = range(first, first + len(grown))
        for place, (task, weight) in zip(places, grown, strict=True):
            self.tasks[place], self.weights[place] = task, share * weight
        return list(places)

    @property
    def nodes(self) -> int:
        """The number of nodes of all tasks."""
        return sum(part.nodes for part in self.slices)

    @property
    def done(self) -> bool:
        """Whether all tasks are done."""
        return all(part.done for part in self.slices)

    @property
    def fraction(self) -> float:
        """The fraction of the work that is done, 0 to 1."""
        total = sum(self.weights)
        pairs = zip(self.slices, self.weights, strict=True)
        return sum(weight for part, weight in pairs if part.done) / total if total else 1.0

    def save_best(self, arrays: Arrays) -> None:
        """Save the best result beside the tasks, if there is a checkpoint."""
        if self.checkpoint is not None:
            self.checkpoint.save_best(arrays)

    def run(
        self,
        look: Callable[[], bool],
        begin: Callable[[int], TaskState] | None = None,
        again: Callable[[int], TaskState | None] | None = None,
    ) -> None:
        """Run the unfinished tasks.

        Parameters
        ----------
        look : callable
            Called many times a second; False ends the run.
        begin : callable, optional
            Returns the first state of a task.
        again : callable, optional
            Called with each finished task; returns the state to restart it from, or None.

        Raises
        ------
        WorkersLost
            If the workers are lost and cannot be replaced.
        InputError
            If the executor cannot be reached.
        """
        crew = WorkerPool(self.split.executor or f"threads:{self.threads}")
        try:
            self._run(
                crew, look, begin or (lambda _index: TaskState()), again or (lambda _index: None)
            )
        finally:
            crew.close()
            if self.checkpoint is not None:
                self._save_begun(self.checkpoint)
                self.checkpoint.close()

    def _save_begun(self, checkpoint: Checkpoint) -> None:
        """Save unfinished tasks, too, so that a stopped run loses only its last slices."""
        for index, part in enumerate(self.slices):
            if part.nodes and not part.done and part is not checkpoint.slices.get(index):
                checkpoint.save(index, part, at_once=True)

    def _run(
        self,
        crew: WorkerPool,
        look: Callable[[], bool],
        begin: Callable[[int], TaskState],
        again: Callable[[int], TaskState | None],
    ) -> None:
        waiting = deque(index for index, part in enumerate(self.slices) if not part.done)
        running: dict[Future[TaskState], int] = {}
        losses = 0
        while look() and (waiting or running):
            try:
                while waiting and len(running) < crew.width:
                    index = waiting[0]
                    if not self.slices[index].arrays:
                        self.slices[index] = begin(index)
                    future = crew.submit(
                        self.work, self.tasks[index], self.slices[index], crew.slice_seconds
                    )
                    running[future] = waiting.popleft()
                for future in wait(running, POLL_SECONDS, FIRST_COMPLETED).done:
                    index = running[future]
                    with self.reading():
                        self.slices[index] = future.result()
                        anew = again(index) if self.slices[index].done else None
                    del running[future]
                    losses = 0
                    self.slices[index] = anew or self.slices[index]
                    if not self.slices[index].done:
                        waiting.appendleft(index)
                    elif anew is None:
                        waiting.extendleft(reversed(self._add_grown(index)))
                    if anew is None and self.checkpoint is not None:
                        self.checkpoint.save(index, self.slices[index])
            except (BrokenExecutor, CancelledError) as error:
                losses += 1
                if losses > MAX_LOSSES or not crew.replace():
                    raise WorkersLost(self._lost()) from error
                self.replaced += 1
                waiting = deque(sorted({*waiting, *running.values()}))
                running.clear()

    def _lost(self) -> str:
        done = sum(part.done for part in self.slices)
        kept = f" and saved in {self.checkpoint.path}" if self.checkpoint is not None else ""
        return f"the workers were lost; {done:,} of {len(self.tasks):,} tasks are done{kept}"
