"""Undo commands, one for each step of a board's history, and the undo stack that is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias
from weakref import WeakMethod

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QUndoCommand, QUndoStack
from shiboken6 import isValid

from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.formats.history import History, Step

from .step_texts import step_text

Stepper: TypeAlias = Callable[[Callable[[], Step]], None]
"""A method that undoes or redoes a step of the tab that is shown, by the function it is given."""


class StepCommand(QUndoCommand):
    """Undo or redo one step of a history; nothing is done before a stepper is set.

    The stack of Qt keeps its commands where the garbage collector does not see it, so that a
    command that kept the stepper, and with it the tab of the stack, would keep both for ever.
    """

    def __init__(self, text: str, history: History) -> None:
        super().__init__(text)
        self._history = history
        self._stepper: WeakMethod[Stepper] | None = None

    def set_stepper(self, stepper: Stepper) -> None:
        """Call a method from now on, for as long as its object lives."""
        self._stepper = WeakMethod(stepper)

    def redo(self) -> None:
        self._step(self._history.redo)

    def undo(self) -> None:
        self._step(self._history.undo)

    def _step(self, move: Callable[[], Step]) -> None:
        stepper = None if self._stepper is None else self._stepper()
        if stepper is not None:
            stepper(move)


def add_step(stack: QUndoStack, history: History, stepper: Stepper, most: int) -> str:
    """Add a command for the newest step of a history, which has been done, and limit its memory.

    `stepper`: called by the command.
    `most`: the memory limit of the history, in bytes.
    Returns one line about what was dropped; empty for nothing.
    """
    command = StepCommand(history.steps[-1].text, history)
    stack.push(command)
    command.set_stepper(stepper)
    dropped = history.limit(most)
    limit = f"{most / 2**20:,.0f} MB"
    if dropped.steps:
        fill(stack, history, stack.cleanIndex() - dropped.steps, stepper)
        steps = counted_tr(dropped.steps, "old step")
        words = tr_later("Undo is limited to {limit}: {steps} can no longer be undone.")
        return tr(words, limit=limit, steps=steps)
    if dropped.states:
        return tr("Undo is limited to {limit}: undoing to older boards takes longer.", limit=limit)
    return ""


def fill(stack: QUndoStack, history: History, saved: int, stepper: Stepper) -> None:
    """Fill a stack with one command for each step of a history.

    `saved`: the position of the last save; -1 for none.
    `stepper`: called by the commands from then on.
    """
    stack.clear()
    commands = [StepCommand(step.text, history) for step in history.steps]
    for command in commands:
        stack.push(command)
    if 0 <= saved <= len(commands):
        stack.setIndex(saved)
        stack.setClean()
    else:
        stack.resetClean()
    stack.setIndex(history.position)
    for command in commands:
        command.set_stepper(stepper)


class ShownStack(QObject):
    """The undo stack of the tab that is shown, and the actions that undo and redo on it.

    It stands in the place of QUndoGroup: PySide never releases a stack that was added to one, nor
    the boards that its commands lead to.
    """

    changed = Signal()  # another stack is shown, or the one that is shown has changed
    clean_changed = Signal()  # the board that is shown was saved, or differs from its file now
    replaced = Signal()  # another stack is shown

    def __init__(self, stack: QUndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stack = stack
        self._connect()

    def show(self, stack: QUndoStack) -> None:
        if stack is self._stack:
            return
        was_clean = self._stack.isClean()
        self._stack.indexChanged.disconnect(self._on_change)
        self._stack.cleanChanged.disconnect(self._on_clean)
        self._stack = stack
        self._connect()
        self.replaced.emit()
        self.changed.emit()
        if stack.isClean() != was_clean:
            self.clean_changed.emit()

    def _connect(self) -> None:
        self._stack.indexChanged.connect(self._on_change)
        self._stack.cleanChanged.connect(self._on_clean)

    def _on_change(self) -> None:
        if isValid(self._stack):  # at the end of nqviz Qt deletes it first
            self.changed.emit()

    def _on_clean(self) -> None:
        if isValid(self._stack):
            self.clean_changed.emit()

    def make_actions(self, parent: QObject) -> tuple[QAction, QAction]:
        """Return an action that undoes the last step and one that redoes the next; they name it."""
        stack = QUndoStack
        return (
            self._action(parent, tr("&Undo"), stack.undo, stack.undoText, stack.canUndo),
            self._action(parent, tr("&Redo"), stack.redo, stack.redoText, stack.canRedo),
        )

    def _action(
        self,
        parent: QObject,
        title: str,
        move: Callable[[QUndoStack], object],
        text: Callable[[QUndoStack], str],
        is_possible: Callable[[QUndoStack], bool],
    ) -> QAction:
        action = QAction(parent)

        def update() -> None:
            step = step_text(text(self._stack))
            action.setText(tr("{action} {step}", action=title, step=step) if step else title)
            action.setEnabled(is_possible(self._stack))

        action.triggered.connect(lambda: move(self._stack))
        self.changed.connect(update)
        update()
        return action
