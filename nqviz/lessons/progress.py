"""The progress of a learner in lessons: kept by the window, exported as JSON or as a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from html import escape
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, language, tr, tr_later
from nqviz.run.budgets import LESSON_BYTES
from nqviz.run.files import read_short
from nqviz.run.json_text import read_json

from .model import Lesson
from .tasks import Name, Part, Positive, Whole, Words

FORMAT = "nqviz-lesson-progress"
State = Literal["to do", "done", "shown"]
SIGNS: dict[State, str] = {
    "to do": tr_later("○ to do"),
    "done": tr_later("✓ done"),
    "shown": tr_later("◐ shown, not done"),
}


class TaskRecord(Part):
    """What a learner has done about a task.

    `shown` means that the lesson has done it: it does not count as done.
    """

    step: Positive
    """The number of its step, from 1."""
    state: State = "to do"
    attempts: Whole = 0
    """How many replies were checked until it was done."""
    hints: Whole = 0
    """How many hints were read before it was done."""
    day: date | None = None
    """The day when it was done."""


class LessonRecord(Part):
    """What a learner has done in a lesson."""

    lesson: Name
    title: Words
    steps: Positive
    reached: Whole = 0
    """How many steps were seen before the one that was left; all of them when the last was seen."""
    tasks: Annotated[list[TaskRecord], Field(max_length=100)] = Field(default_factory=list)

    @classmethod
    def of(cls, lesson: Lesson, before: LessonRecord | None = None) -> LessonRecord:
        """Return the record of a lesson: that of before where its tasks are still there."""
        old = {} if before is None else {task.step: task for task in before.tasks}
        steps = [number for number, step in enumerate(lesson.steps, start=1) if step.task]
        return cls(
            lesson=lesson.name,
            title=lesson.title,
            steps=len(lesson.steps),
            reached=0 if before is None else min(before.reached, len(lesson.steps)),
            tasks=[old.get(step, TaskRecord(step=step)) for step in steps],
        )

    @property
    def done(self) -> int:
        """The number of tasks that the learner has done."""
        return sum(task.state == "done" for task in self.tasks)

    @property
    def is_done(self) -> bool:
        """Whether all steps were seen and all tasks were done."""
        return self.reached >= self.steps and self.done == len(self.tasks)

    @property
    def state(self) -> str:
        """The progress in words; empty before the first step is left."""
        if self.is_done:
            return tr("done")
        done, all_ = self.done, counted_tr(len(self.tasks), "task")
        tasks = tr("{done} of {tasks} done", done=done, tasks=all_) if self.tasks else ""
        if self.reached >= self.steps:
            return tr("read, {tasks}", tasks=tasks)
        if self.reached:
            return tr("step {step} of {steps}", step=self.reached + 1, steps=self.steps)
        return tasks * bool(done)

    def task(self, step: int) -> TaskRecord:
        """Return the record of the task of a step, counted from 1."""
        return next(task for task in self.tasks if task.step == step)

    def with_task(self, changed: TaskRecord) -> LessonRecord:
        """Return the record with another one for a task; what was done stays done."""
        if self.task(changed.step).state == "done":
            return self
        tasks = [changed if task.step == changed.step else task for task in self.tasks]
        return self.model_copy(update={"tasks": tasks})


class Progress(Part):
    """What a learner has done in all lessons: the content of a file."""

    format: Literal["nqviz-lesson-progress"] = "nqviz-lesson-progress"
    version: Literal[1] = 1
    learner: Annotated[str, Field(max_length=100)] = ""
    lessons: Annotated[list[LessonRecord], Field(max_length=1000)]

    def to_json(self) -> str:
        """Return the content of a file."""
        return json.dumps(self.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"


def read_progress(path: str | Path) -> Progress:
    """Read a file of progress.

    Raises InputError if it cannot be read or is no such file: one line with the reason.
    """
    text = read_short(Path(path), LESSON_BYTES, "progress")
    try:
        entries = read_json(text)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    if not isinstance(entries, dict) or entries.get("format") != FORMAT:
        raise InputError(f'{path}: no progress: "format": "{FORMAT}" is missing')
    try:
        return Progress.model_validate(entries)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = " ".join(str(part) for part in first["loc"])[:80]
        raise InputError(f"{path}, {place}: {' '.join(first['msg'].split())}") from None


def progress_page(records: Sequence[Progress]) -> str:
    """Return a page of HTML on the progress of one or more learners, without scripts or links."""
    body = "".join(_section(record) for record in records)
    title = tr("Progress in lessons")
    below = tr("A task that the lesson has shown does not count as done.")
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        f"<title>{title}</title><style>"
        "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:52em;color:#1a1a1a}"
        "table{border-collapse:collapse;width:100%;margin:.5em 0 2em}"
        "td,th{border-bottom:1px solid #ccc;padding:.3em .6em;text-align:left;vertical-align:top}"
        f"</style></head><body><h1>{title}</h1>{body}<p>{below}</p></body></html>\n"
    )


_COLUMNS = tr_later("Lesson"), tr_later("Progress"), tr_later("Tasks")


def _section(record: Progress) -> str:
    rows = "".join(_row(lesson) for lesson in record.lessons)
    done = sum(lesson.is_done for lesson in record.lessons)
    name = escape(record.learner or tr("Learner"))
    lessons = counted_tr(len(record.lessons), "lesson")
    state = tr("{done} of {lessons} done", done=done, lessons=lessons)
    head = "".join(f"<th>{tr(word)}</th>" for word in _COLUMNS)
    return f"<h2>{name}: {state}</h2><table><tr>{head}</tr>{rows}</table>"


def _row(lesson: LessonRecord) -> str:
    tasks = "<br>".join(_task_words(task) for task in lesson.tasks if task.state != "to do")
    cells = escape(lesson.title), lesson.state or tr("not begun"), tasks
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _task_words(task: TaskRecord) -> str:
    helped = f", {counted_tr(task.hints, 'hint')}" if task.hints else ""
    tried = f", {counted_tr(task.attempts, 'attempt')}" if task.attempts > 1 else ""
    day = f", {task.day.isoformat()}" if task.day else ""
    step = tr("Step {step}", step=task.step)
    return f"{step}: {tr(SIGNS[task.state])}{tried}{helped}{day}"
