"""Undo commands: each stands for one step of a board's history on the undo stack of its tab."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QUndoCommand, QUndoStack

from nqviz.core.pieces import counted
from nqviz.formats.history import History


class Stepper(Protocol):
    """Moves through the history of the tab that is shown."""

    def step_back(self) -> None:
        """Undo one step."""

    def step_on(self) -> None:
        """Redo one step."""


class StepCommand(QUndoCommand):
    """Undo or redo one step of a history; nothing is done before `stepper` is set."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.stepper: Stepper | None = None

    def redo(self) -> None:
        if self.stepper is not None:
            self.stepper.step_on()

    def undo(self) -> None:
        if self.stepper is not None:
            self.stepper.step_back()


def add_step(stack: QUndoStack, history: History, stepper: Stepper, most: int) -> str:
    """Add a command for the newest step of a history, which has been done, and limit its memory.

    Parameters
    ----------
    stack : QUndoStack
    history : History
    stepper : Stepper
        What the command calls.
    most : int
        How many bytes the history may take.

    Returns
    -------
    str
        One line about what was dropped; empty for nothing.
    """
    command = StepCommand(history.steps[-1].text)
    stack.push(command)
    command.stepper = stepper
    dropped = history.limit(most)
    limit = f"Undo is limited to {most / 2**20:,.0f} MB"
    if dropped.steps:
        fill(stack, history, stack.cleanIndex() - dropped.steps, stepper)
        return f"{limit}: {counted(dropped.steps, 'old step')} cannot be undone any more."
    if dropped.states:
        return f"{limit}: undoing to older boards takes longer."
    return ""


def fill(stack: QUndoStack, history: History, saved: int, stepper: Stepper) -> None:
    """Make a stack anew, with one command for each step of a history.

    Parameters
    ----------
    stack : QUndoStack
    history : History
    saved : int
        The position that is in a file; -1 for none.
    stepper : Stepper
        What the commands call from then on.
    """
    stack.clear()
    commands = [StepCommand(step.text) for step in history.steps]
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
