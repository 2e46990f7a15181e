"""The page of a lesson that is taken: its text, its task with the check, and the way through it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...widgets.layouts import laid_out_once
from ...widgets.widgets import button, named, note, set_enabled
from .player import LessonPlayer
from .run import LessonRun, page_text

if TYPE_CHECKING:
    from nqviz.lessons import Task

TO_DO, DONE = "○ To do", "✓ Done"


class TaskBox(QFrame):
    """A task, whether it is done, and help with it.

    Signals
    -------
    shown()
        The learner wants to see how it is done.
    """

    shown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: LessonRun | None = None
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._say = note("lessons.task", "What to do")
        self._state = note("lessons.check", "Whether it is done")
        self._state.setProperty("role", "title")
        self._missing = note("lessons.missing", "What is still missing")
        self._missing.setProperty("role", "caption")
        for words in (self._say, self._missing):
            words.setTextFormat(Qt.TextFormat.RichText)
        self._answer = named(
            QLineEdit(), "lessons.answer", "Your answer", "Type the answer and press Return"
        )
        self._answer.setPlaceholderText("Your answer")
        self._enter = button("lessons.enter", "Check", "Compare what was typed with the answer")
        self._hint = button("lessons.hint", "Hint", "Show a hint")
        self._show = button("lessons.show", "Show me", "Let the lesson do it")
        answer = QHBoxLayout()
        answer.addWidget(self._answer, 1)
        answer.addWidget(self._enter)
        helps = QHBoxLayout()
        helps.addWidget(self._hint)
        helps.addWidget(self._show)
        column = QVBoxLayout(self)
        column.addWidget(self._state)
        column.addWidget(self._say)
        column.addLayout(answer)
        column.addWidget(self._missing)
        column.addLayout(helps)
        self._answer.returnPressed.connect(self._on_answer)
        self._enter.clicked.connect(self._on_answer)
        self._hint.clicked.connect(self._on_hint)
        self._show.clicked.connect(self.shown)

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
        self._state.setText(DONE if done else TO_DO)
        if done:
            self._missing.setText(page_text(task.done or "Well done."))
        elif run.missing is not None:
            unasked = task.check.answer is not None and not run.answer
            self._missing.setText("" if unasked else escape(run.missing))
        set_enabled(self._hint, not done, "Show a hint" if not done else "It is done")
        set_enabled(self._show, not done, "Let the lesson do it" if not done else "It is done")
        self._missing.setVisible(bool(self._missing.text()))


class LessonPage(QWidget):
    """One step after another of the lesson that is taken.

    Signals
    -------
    left()
        The learner wants to leave the lesson.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: LessonRun | None = None
        self.task = TaskBox()
        self.player = LessonPlayer()
        self._lesson = note("lessons.lesson", "The lesson")
        self._lesson.setProperty("role", "caption")
        self._title = note("lessons.step", "The step")
        self._title.setProperty("role", "title")
        self._text = note("lessons.text", "What this step says")
        self._text.setTextFormat(Qt.TextFormat.RichText)
        for plain in (self._lesson, self._title):
            plain.setTextFormat(Qt.TextFormat.PlainText)
        self._away = note("lessons.away", "Where the lesson is")
        self._return = button("lessons.return", "Back to the lesson", "Show the tab of the lesson")
        self._back = self._push("back", "◀ Back")
        self._next = button("lessons.next", "Next ▶", "The next step", primary=True)
        self.setFocusProxy(self._next)
        self._leave = self._push("leave", "Leave")
        self._count = named(QLabel(), "lessons.count", "Which step of how many")
        self._count.setProperty("role", "caption")
        self._lay_out()
        self._back.clicked.connect(self.go_back)
        self._next.clicked.connect(self.go_next)
        self._leave.clicked.connect(self.left)
        self._return.clicked.connect(self._on_return)

    def _push(self, name: str, text: str) -> QToolButton:
        push = named(QToolButton(), f"lessons.{name}", text.strip("◀▶ "))
        push.setText(text)
        return push

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self._back)
        row.addWidget(self._next, 1)
        row.addWidget(self._leave)
        where = QHBoxLayout()
        where.addWidget(self._lesson, 1)
        where.addWidget(self._count, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addLayout(where)
        for widget in (
            self._title,
            self._away,
            self._return,
            self._text,
            self.task,
            self.player,
        ):
            column.addWidget(widget)
        column.addStretch(1)

    def follow(self, run: LessonRun) -> None:
        """Show a lesson from now on."""
        self._run = run
        self.task.follow(run)
        self.player.follow(run)
        run.stepped.connect(self._on_step)
        run.checked.connect(self._read_place)

    def go_next(self) -> None:
        """Go on to the next step; after the last one, leave."""
        run = self._run
        if run is None:
            return
        if run.number + 1 < len(run.lesson.steps):
            run.go(run.number + 1)
        else:
            self.left.emit()

    def go_back(self) -> None:
        """Go back to the step before."""
        if self._run is not None:
            self._run.go(self._run.number - 1)

    def _on_return(self) -> None:
        if self._run is not None:
            self._run.bring()

    def _on_step(self) -> None:
        with laid_out_once(self, self.task, self.player):
            self.task.read_step()
            self.update_ui()
            self.player.update_ui()

    def update_ui(self) -> None:
        """Show the step."""
        run = self._run
        if run is None:
            return
        last = len(run.lesson.steps)
        self._lesson.setText(run.lesson.title)
        self._title.setText(run.step.title)
        self._text.setText(page_text(run.step.text))
        self._count.setText(f"{run.number + 1} of {last}")
        first, end = run.number == 0, run.number + 1 == last
        set_enabled(self._back, not first, "The first step" if first else "The step before")
        self._next.setText("Finish" if end else "Next ▶")
        self._next.setAccessibleName("Finish" if end else "Next")
        set_enabled(self._next, True, "End the lesson" if end else "The next step")
        set_enabled(self._leave, True, "Close the tab of the lesson; all is as it was before")
        self._read_place()

    def _read_place(self) -> None:
        run = self._run
        away = run is not None and run.is_open and not run.is_in_front
        self._away.setText("Another tab is in front. The lesson waits in its own." if away else "")
        self._away.setVisible(away)
        self._return.setVisible(away)
