"""The tasks of a run: their names, states and weights, whose they are, and how far they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from zlib import crc32

from .binding import nqviz_version
from .estimate import estimate
from .executors import WorkerPool
from .split import Execution, Growth, Recheck, Work, run_slice
from .task_state import Arrays, TaskState


class Tasks:
    """Tasks and their states.

    `work`: see `Work`.
    `tasks`: the arguments of `work`, small and picklable.
    `split`: how they are run.
    `weights`: the estimated duration of each task, in any unit.
    `grow`: the tasks that finished tasks add.
    `recheck`: how tasks are checked where `split` asks for that; without it they are done again.
    `slices`: the state of each task, in order.
    `names`: the names of the tasks: the position in the list, and for tasks that another one added
    its name and the position among them, such as ``0.3``. They do not depend on the order in which
    tasks end.
    `starts`: what tasks that others have added start from, until they are done.
    `taken`: the number of slices whose results have been taken.
    `replaced`: how often workers that were killed or crashed have been replaced.
    `premises`: what a result takes for granted: the tasks that were taken over from a checkpoint.
    """

    def __init__(
        self,
        work: Work,
        tasks: Sequence[object],
        split: Execution,
        weights: Sequence[float] | None,
        grow: Growth | None,
        recheck: Recheck | None,
    ) -> None:
        self.work = work
        self.tasks = list(tasks)
        self.names = [str(position) for position in range(len(tasks))]
        self.slices = [TaskState()] * len(tasks)
        self.weights = [1.0] * len(tasks) if weights is None else list(weights)
        self.split = split
        self.grow = grow
        self.recheck = recheck
        self.starts: dict[int, Arrays] = {}
        self.taken = 0
        self.replaced = 0
        self.premises: tuple[str, ...] = ()
        self._owners = list(self.names)
        self._summed: tuple[tuple[int, int], tuple[int, int, float]] | None = None
        self._deaths: Counter[int] = Counter()

    def add_grown(self, index: int) -> list[int]:
        """Add the new tasks that a finished task leaves; return their positions."""
        grown = [] if self.grow is None else self.grow.children(self.slices[index])
        first = len(self.tasks)
        starts: Sequence[Arrays] = ()
        if self.grow is not None and self.grow.starts is not None and grown:
            self.slices[index], starts = self.grow.starts(self.slices[index])
        share = self.weights[index] / (sum(weight for _, weight in grown) or 1.0)
        is_shared = self.is_seed(index)
        for place, (task, weight) in enumerate(grown):
            self.tasks.append(task)
            self.names.append(f"{self.names[index]}.{place}")
            self._owners.append(self.names[-1] if is_shared else self._owners[index])
            if starts:
                self.starts[first + place] = starts[place]
            self.slices.append(TaskState())
            self.weights.append(share * weight)
        if grown:
            self.weights[index] = 0.0
        return list(range(first, first + len(grown)))

    def forget(self, place: int) -> None:
        """Remove the tasks from some place on, which others have added."""
        for each in (self.tasks, self.names, self._owners, self.slices, self.weights):
            del each[place:]
        self.starts = {index: start for index, start in self.starts.items() if index < place}

    def is_own(self, index: int) -> bool:
        """Return whether a task belongs to the shard.

        Seeds belong to each, and what a task adds that is none to the shard of that task.
        """
        if self.split.shard is None:
            return True
        if self.is_seed(index):
            return True
        number, count = self.split.shard
        name = self._owners[index]
        position = crc32(name.encode()) if "." in name else int(name)
        return position % count == number - 1

    def is_seed(self, index: int) -> bool:
        """Return whether a task may add others; it is kept only when it is done.

        So what it adds is the same however often a run was stopped.
        """
        return self.grow is not None and self.grow.is_seed(self.tasks[index])

    @property
    def nodes(self) -> int:
        """The number of nodes of all tasks."""
        return self._figures[0]

    @property
    def done(self) -> bool:
        """Whether all tasks are done, those of other shards, too."""
        return all(part.done for part in self.slices)

    @property
    def fraction(self) -> float:
        """The fraction of the work that is done, 0 to 1; of a shard of its share."""
        return self._figures[2]

    @property
    def _figures(self) -> tuple[int, int, float]:
        """Return the nodes, the tasks that are done, and their fraction: summed after a slice."""
        now = (self.taken, len(self.tasks))
        if self._summed is None or self._summed[0] != now:
            total = done = 0.0
            for index, part in enumerate(self.slices):
                weight = self.weights[index] if self.is_own(index) else 0.0
                total += weight
                done += weight * part.done
            nodes = sum(part.nodes for part in self.slices)
            ended = sum(part.done for part in self.slices)
            self._summed = now, (nodes, ended, done / total if total else 1.0)
        return self._summed[1]

    def time_left(self) -> str:
        """Return in words how much of the work is done, and an estimate of the rest.

        Empty where nothing is done, or done tasks may add others.
        """
        own = [index for index in range(len(self.tasks)) if self.is_own(index)]
        done = [index for index in own if self.slices[index].done]
        if not done or self.grow is not None:
            return ""
        left = sum(self.weights[index] for index in own) - sum(self.weights[i] for i in done)
        rest = estimate(
            [self.weights[i] for i in done], [self.slices[i].seconds for i in done], left
        )
        if rest.seconds is None:
            return ""
        time = rest.told(sum(part.seconds for part in self.slices))
        return f"{self.fraction:.1%} is done; the rest takes about {time} of processor time"

    def describe(self, activity: str) -> str:
        """Return an activity with how many of several subproblems are done, in words."""
        words = [activity]
        if len(self.tasks) > 1:
            words.append(f"{self._figures[1]:,} of {len(self.tasks):,} subproblems")
        if self.replaced:
            words.append(f"workers replaced {self.replaced} times")
        return ", ".join(words)

    def submit(
        self, pool: WorkerPool, work: Work, index: int, part: TaskState
    ) -> Future[TaskState]:
        """Submit a slice of a task; a shorter one if its workers were lost twice."""
        seconds = pool.slice_seconds / 4 ** max(0, self._deaths[index] - 1)
        return pool.submit(run_slice, nqviz_version(), work, self.tasks[index], part, seconds)
