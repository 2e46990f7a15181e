"""Check the tasks of a lesson: find those done at the start, or not done by their `show`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .checks import Seen, unmet
from .markup import LINK
from .model import Lesson, Step
from .reader import linked_step
from .still import Still
from .tasks import Task
from .teaching import demonstration, prepare


def faulty_tasks(lesson: Lesson) -> tuple[str, ...]:
    """Perform the demonstration of every task of a lesson, and follow its links; return the errors.

    Returns
    -------
    tuple of str
        One line for each error, such as ``step 2: the task is done before it begins``.
    """
    found = []
    for number, step in enumerate(lesson.steps):
        found += [f"step {number + 1}: {why}" for why in _lost_links(step)]
        if step.task is not None:
            fault = _fault(step, step.task, prepare(lesson, number)[0])
            if fault is not None:
                found.append(f"step {number + 1}: {fault}")
    return tuple(found)


def _fault(step: Step, task: Task, picture: Still) -> str | None:
    if unmet(task.check, Seen.of(AttackCounts.of(picture.placement))) is None:
        return "the task is done before it begins"
    if task.check.free_cells and step.view.free:
        return "the view marks the free cells that the learner is to find"
    if task.predict and step.frames is None:
        return "a prediction needs an animation"
    how = demonstration(task, picture)
    if np.isin(how.remove, picture.givens).any():
        return "'show' removes a queen that is locked"
    cells = np.setdiff1d(picture.placement.indices, how.remove)
    after = AttackCounts.of(Placement.from_indices(picture.board, np.union1d(cells, how.place)))
    solver: Literal["none", "proven"] = "proven" if how.solve else "none"
    missing = unmet(task.check, Seen.of(after, how.point, how.reply, solver))
    return None if missing is None else f"'show' does not do the task: {missing}"


def _lost_links(step: Step) -> Iterator[str]:
    """Yield why links of the texts of a step lead nowhere."""
    for text in step.texts:
        for _, target in LINK.findall(text):
            try:
                linked_step(target)
            except InputError as error:
                yield str(error)
