"""Undo commands: each stands for one step of a board's history on the undo stack of its tab."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtGui import QUndoCommand, QUndoStack

from nqviz.core.pieces import counted
from nqviz.formats.history import History, Step

Stepper: TypeAlias = Callable[[Callable[[], Step]], None]
"""Undoes or redoes a step of the tab that is shown, by the function that it is called with."""


class StepCommand(QUndoCommand):
    """Undo or redo one step of a history; nothing is done before `stepper` is set."""

    def __init__(self, text: str, history: History) -> None:
        super().__init__(text)
        self._history = history
        self.stepper: Stepper | None = None

    def redo(self) -> None:
        if self.stepper is not None:
            self.stepper(self._history.redo)

    def undo(self) -> None:
        if self.stepper is not None:
            self.stepper(self._history.undo)


def add_step(stack: QUndoStack, history: History, stepper: Stepper, most: int) -> str:
    """Add a command for the newest step of a history, which has been done, and limit its memory.

    Parameters
    ----------
    stack : QUndoStack
    history : History
    stepper : Stepper
        Called by the command.
    most : int
        The memory limit of the history, in bytes.

    Returns
    -------
    str
        One line about what was dropped; empty for nothing.
    """
    command = StepCommand(history.steps[-1].text, history)
    stack.push(command)
    command.stepper = stepper
    dropped = history.limit(most)
    limit = f"Undo is limited to {most / 2**20:,.0f} MB"
    if dropped.steps:
        fill(stack, history, stack.cleanIndex() - dropped.steps, stepper)
        return f"{limit}: {counted(dropped.steps, 'old step')} can no longer be undone."
    if dropped.states:
        return f"{limit}: undoing to older boards takes longer."
    return ""


def fill(stack: QUndoStack, history: History, saved: int, stepper: Stepper) -> None:
    """Fill a stack with one command for each step of a history.

    Parameters
    ----------
    stack : QUndoStack
    history : History
    saved : int
        The position of the last save; -1 for none.
    stepper : Stepper
        Called by the commands from then on.
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
        command.stepper = stepper
