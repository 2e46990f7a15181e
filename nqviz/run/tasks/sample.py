"""A sample of the tasks of a run, to estimate what all of them take."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .binding import nqviz_version
from .estimate import Estimate, estimate
from .split import Planned, run_slice
from .task_list import Tasks
from .task_state import TaskState

SLICE_SECONDS = 0.5
LISTING = 0.5
"""The share of the time after which no task is begun for the sake of those that it adds."""
PATIENCE = 0.025
"""The share of the time in which a task is run, before all but one of its open nodes are left."""


def sample(
    runner: Tasks, look: Callable[[], bool], begin: Callable[[int], TaskState], seconds: float
) -> None:
    """Run the tasks that add others, then others at random, for some seconds.

    Tasks that are too long are estimated, see `estimate`.

    `look`, `begin`: see `TaskRunner.run`.
    Raises Planned, always.
    """
    if runner.tasks:  # what is compiled at first use takes long, and is no part of the tasks
        run_slice(nqviz_version(), runner.work, runner.tasks[0], begin(0), 0.0)
    raise _Sample(runner, look, begin, seconds).planned()


@dataclass
class _Drawn:
    """What is known of the time of a task with all that it adds.

    `seconds`: the estimates; of a task that was run to its end, its time alone.
    `is_whole`: whether it was run to its end, with all that it adds.
    """

    weight: float
    seconds: list[float] = field(default_factory=list)
    is_whole: bool = False

    @property
    def mean(self) -> float:
        return sum(self.seconds) / len(self.seconds)


class _Sample:
    """A sample of the tasks of a run."""

    def __init__(
        self,
        runner: Tasks,
        look: Callable[[], bool],
        begin: Callable[[int], TaskState],
        seconds: float,
    ) -> None:
        self.runner, self.look, self.begin, self.seconds = runner, look, begin, seconds
        self.random = random.Random(runner.split.seed)
        self.until = time.monotonic() + seconds
        self.spent = 0.0
        self.is_cut = False
        self.drawn: dict[int, _Drawn] = {}

    def planned(self) -> Planned:
        """Take the sample, and return what follows from it."""
        runner = self.runner
        self._list_tasks()
        known = sum(part.seconds for part in runner.slices if part.done)
        left = [index for index, part in enumerate(runner.slices) if not part.done]
        is_listed = not any(map(runner.is_seed, left))
        self.random.shuffle(left)
        patience = PATIENCE * self.seconds
        while left and not self._is_over:
            for index in left:
                if not self._is_over:
                    self._draw(index, patience)
            left = [index for index in left if not runner.slices[index].done]
            patience *= 2
        is_whole = [each.mean for each in self.drawn.values() if each.is_whole]
        sampled = sum(part.done for part in runner.slices)
        return Planned(
            len(runner.tasks),
            sampled,
            self._rest(left),
            known + sum(is_whole),
            is_listed,
            spent=self.spent,
            is_cut=self.is_cut,
        )

    @property
    def _is_over(self) -> bool:
        return time.monotonic() >= self.until or not self.look()

    def _rest(self, left: list[int]) -> Estimate:
        """Return the estimate for the tasks that were not run to their ends."""
        if not left:
            times = [part.seconds for part in self.runner.slices]
            return Estimate(0.0, 0.0, max(times, default=0.0))
        drawn = [each for each in self.drawn.values() if each.seconds]
        if sum(len(each.seconds) for each in drawn) <= self.is_cut:
            return Estimate(None, None)
        return estimate(
            [each.weight for each in drawn],
            [each.mean for each in drawn],
            sum(self.runner.weights[index] for index in left if index not in self.drawn),
            [0 if each.is_whole else len(each.seconds) for each in drawn],
        )

    def _list_tasks(self) -> None:
        """Run the tasks that add others, as long as these are begun early enough."""
        runner, index = self.runner, 0
        last = self.until - (1.0 - LISTING) * self.seconds
        while index < len(runner.tasks) and time.monotonic() < last:
            if runner.is_seed(index):
                part = self._run(runner.tasks[index], self.begin(index), self.until)
                if part.done:
                    runner.slices[index] = part
                    runner.add_grown(index)
            index += 1

    def _draw(self, index: int, patience: float) -> None:
        """Estimate the time of a task with all that it adds."""
        runner = self.runner
        known, weight = len(runner.tasks), runner.weights[index]
        found = self.drawn.setdefault(index, _Drawn(weight))
        seconds, share, is_whole = 0.0, 1.0, True
        waiting = [index]
        while waiting:
            took, waiting, is_cut = self._run_for(waiting, patience)
            seconds += took / share
            if is_cut:
                self.is_cut, is_whole, waiting = True, False, []
            if len(waiting) > 1:
                is_whole = False
                weights = [runner.weights[each] for each in waiting]
                place = self.random.choices(range(len(waiting)), weights)[0]
                share *= weights[place] / sum(weights)
                waiting = [waiting[place]]
        runner.forget(known)
        runner.weights[index] = weight
        runner.slices[index] = TaskState(is_whole, seconds=seconds if is_whole else 0.0)
        if is_whole:
            found.is_whole, found.seconds = True, []
        found.seconds.append(seconds)

    def _run_for(self, tasks: list[int], patience: float) -> tuple[float, list[int], bool]:
        """Run tasks, with what they add, for some time.

        Returns their seconds, the tasks that are left, and whether the end has cut one off.
        """
        runner, took, waiting = self.runner, 0.0, list(tasks)
        level = None if runner.grow is None else runner.grow.level
        until = min(time.monotonic() + patience, self.until)
        while waiting and (waiting == tasks or time.monotonic() < until):
            index = waiting.pop()
            task = runner.tasks[index]
            part = self._run(task, self.begin(index), until)
            if not part.done and level is not None:
                part = level(task, part)
            part = self._run(task, part, self.until)
            took += part.seconds
            if not part.done:
                return took, [], True
            runner.slices[index] = part
            waiting += runner.add_grown(index)
        return took, waiting, False

    def _run(self, task: object, part: TaskState, until: float) -> TaskState:
        before = part.seconds
        while not part.done and (left := until - time.monotonic()) > 0 and self.look():
            slice_seconds = min(SLICE_SECONDS, left)
            part = run_slice(nqviz_version(), self.runner.work, task, part, slice_seconds)
        self.spent += part.seconds - before
        return part
