"""Check the tasks of a lesson: find those done at the start, or not done by their `show`."""

from __future__ import annotations

import numpy as np

from nqviz.core.attacks import AttackCounts
from nqviz.core.placement import Placement

from .checks import Seen, unmet
from .model import Lesson, Task
from .still import Still
from .teaching import Demonstration, demonstration, prepare


def faulty_tasks(lesson: Lesson) -> tuple[str, ...]:
    """Perform the demonstration of every task of a lesson; return the errors.

    Returns
    -------
    tuple of str
        One line for each error, such as ``step 2: the task is done before it begins``.
    """
    found = []
    for number, step in enumerate(lesson.steps):
        if step.task is not None:
            fault = _fault(step.task, prepare(lesson, number)[0])
            if fault is not None:
                found.append(f"step {number + 1}: {fault}")
    return tuple(found)


def _fault(task: Task, picture: Still) -> str | None:
    if unmet(task.check, _seen(picture.placement, None)) is None:
        return "the task is done before it begins"
    how = demonstration(task, picture)
    if np.isin(how.remove, picture.givens).any():
        return "'show' removes a queen that is locked"
    cells = np.setdiff1d(picture.placement.indices, how.remove)
    after = Placement.from_indices(picture.board, np.union1d(cells, how.place))
    missing = unmet(task.check, _seen(after, how))
    return None if missing is None else f"'show' does not do the task: {missing}"


def _seen(placement: Placement, how: Demonstration | None) -> Seen:
    counts = AttackCounts.of(placement)
    seen = counts.board, counts.occupied.astype(np.bool_), counts.conflicts, counts.free
    if how is None:
        return Seen(*seen)
    return Seen(*seen, how.point, how.answer, "proven" if how.solve else "none")
