"""What a learner does about the tasks of a lesson, and the record that is kept of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nqviz.lessons import Lesson, LessonRecord


class TaskLog:
    """The tasks that are done or were shown in a lesson; steps count from 0.

    `record`: the record of the times before.
    `changed`: called when the record has changed.
    """

    def __init__(
        self, lesson: Lesson, record: LessonRecord | None, changed: Callable[[], object]
    ) -> None:
        from nqviz.lessons import LessonRecord  # loaded with the first lesson

        self.record = LessonRecord.of(lesson, record)
        # The steps whose tasks were done this time, and those that the lesson has shown.
        self.done: set[int] = set()
        self.shown: set[int] = set()
        self.hints: dict[int, int] = {}  # the number of hints that are shown of each step
        self._changed = changed

    def reach(self, step: int) -> None:
        """Note that a step is shown."""
        last = self.record.steps
        if self.record.reached < last:
            reached = last if step + 1 == last else step
            self._keep(self.record.model_copy(update={"reached": reached}))

    def attempt(self, step: int) -> None:
        """Note that a reply is checked."""
        if step not in self.shown:
            self._note(step, attempts=self.record.task(step + 1).attempts + 1)

    def hint(self, step: int, most: int) -> None:
        """Note that one more hint is shown, of at most so many."""
        shown = min(self.hints.get(step, 0) + 1, most)
        self.hints[step] = shown
        self._note(step, hints=max(shown, self.record.task(step + 1).hints))

    def show(self, step: int) -> None:
        """Note that the lesson does a task: it does not count as done."""
        self.shown.add(step)
        self._note(step, state="shown")

    def finish(self, step: int) -> None:
        """Note that a task is done, unless the lesson has done it."""
        if step not in self.shown:
            self.done.add(step)
            self._note(step, state="done", day=datetime.now(UTC).astimezone().date())

    def _note(self, step: int, **changes: object) -> None:
        changed = self.record.task(step + 1).model_copy(update=changes)
        self._keep(self.record.with_task(changed))

    def _keep(self, record: LessonRecord) -> None:
        if record != self.record:
            self.record = record
            self._changed()
