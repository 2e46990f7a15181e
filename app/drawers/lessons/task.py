"""The task of a step: what to do, whether it is done, and help with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from nqviz.core.language import tr, tr_later

from ...widgets.fields import link
from ...widgets.layouts import STRETCH, fill, horizontal, vertical
from ...widgets.widgets import note, set_objection
from .reply_box import ReplyBox
from .rich_text import LessonText, named_text
from .run import LessonRun

if TYPE_CHECKING:
    from nqviz.lessons import Reply, Task

TO_DO, DONE, SHOWN = tr_later("○ To do"), tr_later("✓ Done"), tr_later("◐ Shown, not done")


class TaskBox(QFrame):
    """A task, whether it is done, and help with it; `name` as of `LessonPage`."""

    shown = Signal()  # the learner wants to see how it is done
    link_wanted = Signal(str)  # the learner follows a link to a step of a lesson
    _run: LessonRun  # as soon as one is followed

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("role", "task")
        self._say = named_text(f"{name}.task", tr("What to do"), "")
        self._state = note(f"{name}.check", role="lead")
        self._values = note(f"{name}.goal")
        self._missing = named_text(f"{name}.missing", tr("What is still missing"), "sentence")
        self._hints = named_text(f"{name}.hints", tr("The hints that are shown"), "sentence")
        for words in (self._say, self._missing, self._hints):
            words.linkActivated.connect(self.link_wanted)
        self._reply = ReplyBox(name)
        self._hint = link(f"{name}.hint", on_click=self._on_hint)
        self._show = link(f"{name}.show", on_click=self.shown)
        self._lay_out()
        self._reply.given.connect(self._on_reply)

    def _lay_out(self) -> None:
        helps = horizontal(None, self._hint, self._show, STRETCH, spacing=16)
        column = vertical(self, margins=(12, 12, 12, 12), spacing=8)
        fill(column, self._state, self._say, self._reply, self._values)
        fill(column, self._missing, self._hints, helps)

    def follow(self, run: LessonRun) -> None:
        """Show the tasks of a lesson from now on."""
        self._run = run
        run.checked.connect(self.update_ui)

    def _on_reply(self, reply: Reply) -> None:
        if self._run.is_open:
            self._run.give_reply(reply)

    def _on_hint(self) -> None:
        self._run.next_hint()

    def read_step(self) -> None:
        """Show the task of another step, or nothing where it has none."""
        task = self._run.step.task
        self.setVisible(task is not None)
        self._reply.ask(None if task is None else task.check)
        if task is None:
            return
        self._write(self._say, task.say)
        self._hint.setVisible(bool(task.hint))
        self.update_ui()

    def _write(self, words: LessonText, *texts: str) -> None:
        """Show texts of the lesson, which may have its pictures."""
        words.show_texts(*texts, pictures=self._run.lesson.pictures)

    def update_ui(self) -> None:
        """Show whether the task is done, as text and as a sign."""
        run, task = self._run, self._run.step.task
        if task is None:
            return
        done = run.number in run.log.done
        was_shown = run.number in run.log.shown
        is_over = done or (was_shown and run.missing is None)
        self._state.setText(tr(DONE if done else SHOWN if was_shown and is_over else TO_DO))
        if is_over:
            usual = tr("Well done.") if done else tr("This is one way to do it.")
            self._write(self._missing, task.done or usual)
        elif run.missing is not None:
            unasked = bool(task.check.replies) and run.reply is None
            self._missing.show_plain("" if unasked else run.missing)
        if was_shown and run.reply is not None:
            self._reply.show_reply(run.reply)
        self._reply.set_open(not done)
        self._values.setText("   ".join(f"{of}: {value}" for of, value in run.goals))
        self._values.setVisible(task.check.goal is not None)
        self._show_hints(run, task, done)
        set_objection(self._show, tr("It is done") if done else "")
        self._missing.setVisible(bool(self._missing.text()))

    def _show_hints(self, run: LessonRun, task: Task, done: bool) -> None:
        shown, last = run.log.hints.get(run.number, 0), len(task.hint)
        self._write(self._hints, *task.hint[:shown])
        self._hints.setVisible(shown > 0 and not done)
        place = tr("Hint {number} of {last}", number=min(shown + 1, last), last=last)
        self._hint.setText(place if last > 1 else tr("Hint"))
        out = tr("All hints are shown") if shown >= last else ""
        set_objection(self._hint, tr("It is done") if done else out)
