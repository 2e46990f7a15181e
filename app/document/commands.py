"""The commands: each changes the document one way and back, and can be written to a session."""

from __future__ import annotations

from itertools import count
from typing import Protocol

from PySide6.QtGui import QUndoCommand

from .board_state import Snapshot, State

_NUMBERS = count()


class Changeable(Protocol):
    """What a command needs of the document."""

    def apply(
        self, place: list[int], remove: list[int], lock: list[int], unlock: list[int]
    ) -> None:
        """Change queens and givens."""

    def swap(self, state: State) -> State:
        """Put another state here and give back the old one."""


class EditCommand(QUndoCommand):
    """Place and remove queens, lock and unlock them; all by the indices of their cells.

    Attributes
    ----------
    document : Changeable
        What it changes.
    number : int
        Which command of this run of the program it is.
    """

    def __init__(
        self,
        document: Changeable,
        text: str,
        place: list[int],
        remove: list[int],
        lock: list[int],
        unlock: list[int],
    ) -> None:
        super().__init__(text)
        self.number = next(_NUMBERS)
        self.document = document
        self.place, self.remove, self.lock, self.unlock = place, remove, lock, unlock

    def redo(self) -> None:
        self.document.apply(self.place, self.remove, self.lock, self.unlock)

    def undo(self) -> None:
        self.document.apply(self.remove, self.place, self.unlock, self.lock)


class LoadCommand(QUndoCommand):
    """Swap whole states: the one that is not shown waits here, as it was left."""

    def __init__(self, document: Changeable, text: str, state: State) -> None:
        super().__init__(text)
        self.number = next(_NUMBERS)
        self.document, self._other = document, state
        self.snapshot: Snapshot = state.snapshot()

    def redo(self) -> None:
        self._other = self.document.swap(self._other)

    def undo(self) -> None:
        self._other = self.document.swap(self._other)
