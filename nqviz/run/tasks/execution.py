"""Run tasks on an executor, in order, and keep their results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from nqviz.core.errors import InputError
from nqviz.core.pieces import counted

from .binding import list_hash
from .checkpoint import Checkpoint
from .executors import WorkerPool, WorkersLost, wait_some
from .recheck import check_again
from .sample import sample
from .section import Section
from .split import Execution, Growth, Recheck, ShardDone, Work
from .task_list import Tasks
from .task_state import Arrays, TaskState

MAX_LOSSES = 3
"""How often in a row workers may be lost before they have done any work."""
SPLIT_DEATHS = 2
"""After so many losses of its workers a task leaves work to others, where it can."""
MAX_DEATHS = 6
"""How often the workers of one task may be lost."""


class TaskRunner(Tasks):
    """Tasks that run on an executor.

    Parameters
    ----------
    work, tasks, split, weights, grow, recheck
        See `Tasks`.
    threads : int
        The number of threads if `split` names no executor.
    identity : mapping
        Identifies this work in a checkpoint; "what" describes it in words.
    head_start : bool
        See `WorkerPool`.
    """

    def __init__(
        self,
        work: Work,
        tasks: Sequence[object],
        split: Execution | None = None,
        threads: int = 1,
        identity: Mapping[str, object] | None = None,
        weights: Sequence[float] | None = None,
        grow: Growth | None = None,
        recheck: Recheck | None = None,
        head_start: bool = True,
    ) -> None:
        super().__init__(work, tasks, split or Execution(), weights, grow, recheck)
        self.threads = threads
        self._head_start = head_start
        self.checkpoint: Checkpoint | Section | None = None
        kept, about = self.split.checkpoint, {"what": "some work", **(identity or {})}
        if isinstance(kept, Section):
            self.checkpoint = kept.begin(about, len(tasks), list_hash(tasks), self.weights)
        elif kept is not None:
            self.checkpoint = Checkpoint(
                kept,
                about,
                len(tasks),
                listed=list_hash(tasks),
                shard=self.split.shard_name,
                weight=sum(weight for i, weight in enumerate(self.weights) if self.is_own(i)),
                question=self.split.question,
            )
        if self.checkpoint is not None:
            with self.reading():
                self._take_over(self.checkpoint)

    def _take_over(self, checkpoint: Checkpoint | Section) -> None:
        """Restore the saved tasks, with those that they have added."""
        kept = dict(checkpoint.slices)
        index = 0
        while index < len(self.tasks):
            part = kept.pop(self.names[index], self.slices[index])
            self.slices[index], start = (part, {}) if part.done else part.apart()
            if start:
                self.starts[index] = start
            if part.done:
                self.starts.pop(index, None)
                self.add_grown(index)
            index += 1
        if kept:
            raise ValueError(f"there is no task {min(kept)}")
        taken = sum(part.done or bool(part.arrays) for part in self.slices)
        if taken:
            where = self.split.joined or f"the checkpoint {checkpoint.path}"
            self.premises = (f"{counted(taken, 'task')} of {where}",)

    def reading(self) -> AbstractContextManager[None]:
        """Raise InputError where a state, which may be of a checkpoint, cannot be understood."""
        return nullcontext() if self.checkpoint is None else self.checkpoint.reading()

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
            If the executor cannot be reached, tasks are left that the checkpoint must have, or a
            task that is done again has another result.
        ShardDone
            If all tasks of the shard are done.
        Planned
            If only a sample was asked for.
        """
        if self.split.sample is not None and look():
            sample(self, look, begin or (lambda _index: TaskState()), self.split.sample)
        executor = self.split.executor or f"threads:{self.threads}"
        pool = WorkerPool(executor, self.split.announce, self._head_start, self.work)
        first = begin or (lambda _index: TaskState())
        try:
            if self.split.joined:
                self._check_kept()
            self._run(pool, look, first, again or (lambda _index: None))
            if self.split.recheck and self.done:
                check_again(self, pool, look, first)
        finally:
            pool.close()
            if self.checkpoint is not None:
                self._save_begun(self.checkpoint)
                self.checkpoint.close()
        self._report_shard()

    def _check_kept(self) -> None:
        """Raise InputError unless all tasks are done."""
        left = [name for name, part in zip(self.names, self.slices, strict=True) if not part.done]
        if left:
            raise InputError(
                f"{self.split.checkpoint}: {len(left):,} of {counted(len(self.names), 'task')} are"
                f" not done, such as task {left[0]}"
            )

    def _report_shard(self) -> None:
        done = [part.done for part in self.slices]
        own = all(done[index] for index in range(len(done)) if self.is_own(index))
        if self.split.shard is not None and own:
            assert self.checkpoint is not None
            raise ShardDone(self.split.shard, sum(done), len(done), self.checkpoint.path)

    def _save_begun(self, checkpoint: Checkpoint | Section) -> None:
        """Save unfinished tasks, too, so that a stopped run loses only its last slices."""
        for index, part in enumerate(self.slices):
            is_new = part is not checkpoint.slices.get(self.names[index])
            if part.nodes and not part.done and is_new and not self.is_seed(index):
                self._save(index, at_once=True)

    def _run(
        self,
        pool: WorkerPool,
        look: Callable[[], bool],
        begin: Callable[[int], TaskState],
        again: Callable[[int], TaskState | None],
    ) -> None:
        waiting = deque(
            index for index, part in enumerate(self.slices) if not part.done and self.is_own(index)
        )
        running: dict[Future[TaskState], int] = {}
        losses = 0
        while look() and (waiting or running):
            try:
                while waiting and len(running) < pool.width:
                    index = waiting[0]
                    if not self.slices[index].arrays and not self.slices[index].nodes:
                        self.slices[index] = begin(index)
                    running[self.submit(pool, self.work, index, self.slices[index])] = index
                    waiting.popleft()
                if self.checkpoint is not None:  # now, as the workers have something to do
                    self.checkpoint.flush(at_once=False)
                for future in wait_some(running):
                    waiting.extendleft(self._take(pool, future, running[future], again))
                    del running[future]
                    losses = 0
            except (BrokenExecutor, CancelledError) as error:
                losses += 1
                if losses > MAX_LOSSES or not pool.replace():
                    raise WorkersLost(self._lost()) from error
                self.replaced += 1
                for index in set(running.values()):  # one of them may be what ends the workers
                    self._count_death(index)
                waiting = deque(sorted({*waiting, *running.values()}))
                running.clear()

    def _take(
        self,
        pool: WorkerPool,
        future: Future[TaskState],
        index: int,
        again: Callable[[int], TaskState | None],
    ) -> list[int]:
        """Take the result of a slice; return the tasks to run next, the last one first."""
        self.taken += 1
        try:
            with self.reading():
                self.slices[index] = future.result()
                anew = again(index) if self.slices[index].done else None
        except Exception as error:
            if not pool.has_lost(error):
                raise
            self._count_death(index)
            self.replaced += 1
            if self._deaths[index] > MAX_DEATHS:
                raise WorkersLost(self._lost()) from error
            return [index]
        self.slices[index] = anew or self.slices[index]
        if not self.slices[index].done:
            if anew is None and not self.is_seed(index):
                self._save(index)
            return [index]
        following = [each for each in self.add_grown(index) if self.is_own(each)]
        self.starts.pop(index, None)
        self._save(index, following=following)
        return following[::-1]

    def _save(self, index: int, at_once: bool = False, following: Sequence[int] = ()) -> None:
        """Save a task, and what those start from that follow from it, if there is a checkpoint."""
        if self.checkpoint is None:
            return
        part, start = self.slices[index], self.starts.get(index, {})
        kept = replace(part, arrays={**part.arrays, **start}) if start else part
        left = {
            self.names[each]: (TaskState(arrays=self.starts[each]), self.weights[each])
            for each in following
            if self.starts.get(each)
        }
        self.checkpoint.save(self.names[index], kept, at_once, self.weights[index], left)

    def _count_death(self, index: int) -> None:
        """Note that the workers of a task were lost; split it after the second time."""
        self._deaths[index] += 1
        if self._deaths[index] == SPLIT_DEATHS and self.grow is not None and self.grow.smaller:
            self.slices[index] = self.grow.smaller(self.slices[index])

    def _lost(self) -> str:
        done = sum(part.done for part in self.slices)
        kept = f" and saved in {self.checkpoint.path}" if self.checkpoint is not None else ""
        return f"the workers were lost; {done:,} of {len(self.tasks):,} tasks are done{kept}"
