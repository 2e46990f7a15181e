"""Sections of a checkpoint: several questions, such as the fields of a table, in one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np

from nqviz.core.errors import InputError

from .binding import header_hash
from .checkpoint import Checkpoint
from .task_state import Arrays, TaskState

BEST = "best"


class Section:
    """The tasks of one of several questions, in place of a checkpoint of their own.

    `whole`: the checkpoint of all questions; each of them has the weight 1 there.
    `number`: the place of the question among them: the names of its tasks begin with it.
    `slices`: the saved tasks by their names in this question.
    """

    def __init__(self, whole: Checkpoint, number: int) -> None:
        self.whole, self._prefix = whole, f"{number}/"
        self._scale = 1.0
        own = (name for name in whole.slices if name.startswith(self._prefix))
        self.slices = {name.removeprefix(self._prefix): whole.slices[name] for name in own}
        self._mark = self.slices.pop("", None)
        self.best: Arrays = self.slices.pop(BEST, TaskState()).arrays

    def __str__(self) -> str:
        return str(self.path)

    @property
    def path(self) -> Path:
        """The file."""
        return self.whole.path

    def begin(
        self, work: Mapping[str, object], tasks: int, listed: str, weights: Sequence[float]
    ) -> Section:
        """Bind the section to a list of tasks; see `Checkpoint`.

        `weights`: of all tasks.
        Raises InputError if it is bound to another one.
        """
        bound = np.array(header_hash({"work": dict(work), "tasks": tasks, "list": listed}))
        self._scale = 1.0 / (sum(weights) or 1.0)
        if self._mark is None:
            self._mark = TaskState(True, 0, {"bound": bound})
            self._save("", self._mark, 0.0 if tasks else 1.0)
        elif not np.array_equal(self._mark.arrays.get("bound", ""), bound):
            self.whole.close()
            raise InputError(f"{self.path}: this checkpoint has other tasks; give another file")
        return self

    def end(self) -> None:
        """Note that the question is answered, also where it needed no tasks."""
        if self._mark is None:
            self._save("", TaskState(True), 1.0)

    def save(
        self,
        name: str,
        part: TaskState,
        at_once: bool = False,
        weight: float = 1.0,
        left: Mapping[str, tuple[TaskState, float]] | None = None,
    ) -> None:
        """Write the state of a task; see `Checkpoint.save`."""
        self.slices[name] = part
        following = {
            f"{self._prefix}{each}": (state, self._scale * share)
            for each, (state, share) in (left or {}).items()
        }
        self.whole.save(f"{self._prefix}{name}", part, at_once, self._scale * weight, following)

    def save_best(self, arrays: Arrays) -> None:
        """Write the best result beside the tasks."""
        self._save(BEST, TaskState(True, 0, arrays))

    def flush(self, at_once: bool = True) -> None:
        """Make certain that what was saved is kept; with not `at_once` only if it is cheap."""
        self.whole.flush(at_once)

    def reading(self) -> AbstractContextManager[None]:
        """Read what was saved; see `Checkpoint.reading`."""
        return self.whole.reading()

    def close(self) -> None:
        """Keep what was saved: the file stays open for the other questions."""
        self.whole.flush()

    def _save(self, name: str, part: TaskState, weight: float = 0.0) -> None:
        self.whole.save(f"{self._prefix}{name}", part, weight=weight)
