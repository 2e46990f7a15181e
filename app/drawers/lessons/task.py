"""The task of a step: what to do, whether it is done, and help with it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from ...widgets.fields import link
from ...widgets.layouts import vertical
from ...widgets.widgets import button, named, note, set_enabled
from .run import LessonRun, page_text

if TYPE_CHECKING:
    from nqviz.lessons import Task

TO_DO, DONE, SHOWN = "○ To do", "✓ Done", "◐ Shown, not done"


class TaskBox(QFrame):
    """A task, whether it is done, and help with it.

    Parameters
    ----------
    name : str
        The first part of the names of its controls.

    Signals
    -------
    shown()
        The learner wants to see how it is done.
    """

    shown = Signal()

    def __init__(self, name: str = "lessons", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: LessonRun | None = None
        self.setProperty("role", "task")
        self._say = note(f"{name}.task", "What to do")
        self._state = note(f"{name}.check", "Whether it is done")
        self._state.setProperty("role", "lead")
        self._missing = note(f"{name}.missing", "What is still missing")
        self._missing.setProperty("role", "sentence")
        for words in (self._say, self._missing):
            words.setTextFormat(Qt.TextFormat.RichText)
        self._answer = named(
            QLineEdit(), f"{name}.answer", "Your answer", "Type the answer and press Return"
        )
        self._answer.setPlaceholderText("Your answer")
        self._enter = button(f"{name}.enter", "Check", "Compare what was typed with the answer")
        self._hint = link(f"{name}.hint", "Hint", "Show a hint")
        self._show = link(f"{name}.show", "Show me", "Let the lesson do it")
        self._lay_out()
        self._answer.returnPressed.connect(self._on_answer)
        self._enter.clicked.connect(self._on_answer)
        self._hint.clicked.connect(self._on_hint)
        self._show.clicked.connect(self.shown)

    def _lay_out(self) -> None:
        answer, helps = QHBoxLayout(), QHBoxLayout()
        answer.addWidget(self._answer, 1)
        answer.addWidget(self._enter)
        helps.setSpacing(16)
        helps.addWidget(self._hint)
        helps.addWidget(self._show)
        helps.addStretch(1)
        column = vertical(self, margins=(12, 12, 12, 12), spacing=8)
        column.addWidget(self._state)
        column.addWidget(self._say)
        column.addLayout(answer)
        column.addWidget(self._missing)
        column.addLayout(helps)

    def follow(self, run: LessonRun) -> None:
        """Show the tasks of a lesson from now on."""
        self._run = run
        run.checked.connect(self.update_ui)

    @property
    def _task(self) -> Task | None:
        return None if self._run is None else self._run.step.task

    def _on_answer(self) -> None:
        if self._run is not None and self._run.is_open:
            self._run.report_answer(self._answer.text())

    def _on_hint(self) -> None:
        task = self._task
        if task is not None and task.hint:
            self._missing.setText(page_text(task.hint))
            self._missing.show()

    def read_step(self) -> None:
        """Show the task of another step, or nothing where it has none."""
        task = self._task
        self.setVisible(task is not None)
        if task is None:
            return
        self._say.setText(page_text(task.say))
        asks = task.check.answer is not None
        self._answer.clear()
        self._answer.setVisible(asks)
        self._enter.setVisible(asks)
        self._hint.setVisible(task.hint is not None)
        self.update_ui()

    def update_ui(self) -> None:
        """Show whether the task is done, as text and as a sign."""
        run, task = self._run, self._task
        if run is None or task is None:
            return
        done = run.number in run.done
        was_shown = run.missing is None and run.number in run.shown
        self._state.setText(DONE if done else SHOWN if was_shown else TO_DO)
        if done or was_shown:
            self._missing.setText(page_text(task.done or "Well done."))
        elif run.missing is not None:
            unasked = task.check.answer is not None and not run.answer
            self._missing.setText("" if unasked else escape(run.missing))
        set_enabled(self._hint, not done, "Show a hint" if not done else "It is done")
        set_enabled(self._show, not done, "Let the lesson do it" if not done else "It is done")
        self._missing.setVisible(bool(self._missing.text()))
