"""The document: the tab that is looked at, and the only way to change it.

Everything that the window shows is read from here, and every change goes through here: a view or
a panel calls a method, the method pushes one named command, and a signal tells every view.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from nqviz.core.notation import place_text
from nqviz.core.pieces import worded

from .board_state import BoardTab, Cut, Marks, State
from .commands import EditCommand, LoadCommand
from .shown import Shown

__all__ = ["BoardTab", "Cut", "Document", "Marks", "State"]


class Document(Shown):
    """One board that is being explored."""

    # Changes that can be undone ------------------------------------------------------------

    def toggle(self, index: int) -> None:
        """Place a queen on a cell, or take away the one that is there; a given one stays."""
        where = place_text(self.board, index)
        if not self.is_queen(index):
            self.edit(f"Place {where}", place=(index,))
            attackers = self.counts.counts[index] - 1
            if attackers:
                self.report(f"The queen on {where} is attacked.")
        elif self.is_given(index):
            self.report(f"The queen on {where} is given: unlock it first to take it away.")
        else:
            self.edit(f"Remove {where}", remove=(index,))

    def toggle_given(self, index: int) -> None:
        """Lock a queen as given, or unlock it; on an empty cell place a given queen."""
        where = place_text(self.board, index)
        if self.is_given(index):
            self.edit(f"Unlock {where}", unlock=(index,))
            self.report(f"The queen on {where} is not given any more.")
            return
        if self.is_queen(index):
            self.edit(f"Lock {where}", lock=(index,))
        else:
            self.edit(f"Place {where} as given", place=(index,), lock=(index,))
        self.report(f"The queen on {where} is given now: clicks and completions keep it.")

    def lock_all(self) -> None:
        """Lock every queen as given."""
        queens = set(self._state.queens.tolist()) - self._state.givens
        if queens:
            self.edit("Lock all queens", lock=queens)

    def unlock_all(self) -> None:
        """Unlock every given queen."""
        if self._state.givens:
            self.edit("Unlock all queens", unlock=tuple(self._state.givens))

    def clear(self) -> None:
        """Take away all queens but the given ones."""
        gone = set(self._state.queens.tolist()) - self._state.givens
        if gone:
            self.edit("Clear the board", remove=gone)
        else:
            self.report("There is no queen to take away that is not given.")

    def accept_suggestion(self, text: str = "Accept the completion") -> None:
        """Put the suggested placement on the board, in one step."""
        if self._tab.suggestion is None:
            return
        new = set(self._tab.suggestion.tolist())
        old = set(self._state.queens.tolist())
        self.edit(text, place=new - old, remove=old - new, unlock=self._state.givens - new)
        self.set_suggestion(None)

    def edit(
        self,
        text: str,
        *,
        place: Iterable[int] = (),
        remove: Iterable[int] = (),
        lock: Iterable[int] = (),
        unlock: Iterable[int] = (),
    ) -> None:
        """Change queens and givens in one step that can be undone by its name."""
        changes = map(sorted, (place, remove, lock, unlock))
        command = EditCommand(self, worded(text, self.board.piece), *changes)
        self.undo_stack.push(command)

    def load(self, state: State, text: str) -> None:
        """Put another board with its queens here, in one step that can be undone."""
        self.undo_stack.push(LoadCommand(self, text, state))

    # Called by the commands only.

    def apply(
        self, place: list[int], remove: list[int], lock: list[int], unlock: list[int]
    ) -> None:
        """Change queens and givens, without a command."""
        self._state.edit(place, remove, lock, unlock)
        self._picture = None
        if self._tab.suggestion is not None and (place or remove):
            self.set_suggestion(None)
        self.queens_changed.emit({*place, *remove, *lock, *unlock})

    def swap(self, state: State) -> State:
        """Put another state here, without a command, and give back the old one."""
        view = self.view
        old, self._tab.state = self._state, state
        self._picture = None
        self._tab.suggestion = self._tab.search = None
        is_other = state.counts.board != old.counts.board
        had_selection = is_other and bool(self._tab.selection)
        if is_other:
            self._tab.overlay = self._tab.marks = self._tab.excluded = None
            self._tab.cursor = None
            self._tab.selection = frozenset()
        same = state.counts.board.shape == old.counts.board.shape
        self._tab.view = view.on(self.board) if same else view.on_other_shape(self.board)
        self.board_changed.emit()
        if self.view != view:
            self.view_changed.emit()
        if had_selection:
            self.selection_changed.emit()
        return old

    # The file ------------------------------------------------------------------------------

    def set_saved(self, path: Path) -> None:
        """Take note that the document is now in a file."""
        self._tab.path = path
        self.undo_stack.setClean()
        self.file_changed.emit()
