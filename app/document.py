"""The document: the sheet that is looked at, and the only way to change it.

Everything that the window shows is read from here, and every change goes through here: a view or
a panel calls a method, the method pushes one named command, and a signal tells every view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoGroup, QUndoStack

from nqviz.attacks import AttackCounts
from nqviz.board import Board, IntArray
from nqviz.picture import Picture
from nqviz.placement import Placement
from nqviz.squares import place_text

from .commands import EditCommand, LoadCommand
from .pictures import Extras, clique_of, in_order, picture_of
from .sheet import Cut, DensityOverlay, Marks, Sheet, State

__all__ = ["Cut", "DensityOverlay", "Document", "Marks", "Sheet", "State"]


class Document(QObject):
    """One board that is being explored.

    Signals
    -------
    board_changed()
        Another board, or all of its queens at once.
    queens_changed(set of int)
        Queens or givens changed on these cells.
    overlay_changed()
        The suggestion, the density, the marks or the marks of free cells changed.
    cursor_changed()
        The cursor is on another cell.
    selection_changed()
        Other cells are selected.
    file_changed()
        The file name or whether it is saved.
    sheet_leaves()
        Another sheet is going to be looked at; sent while all is as it was.
    sheet_changed()
        Another sheet is looked at; sent after the signals that tell what differs.
    message(str)
        One line for the status bar: why a click was refused, what was done.
    """

    board_changed = Signal()
    queens_changed = Signal(object)
    overlay_changed = Signal()
    cursor_changed = Signal()
    selection_changed = Signal()
    file_changed = Signal()
    message = Signal(str)

    sheet_leaves = Signal()
    sheet_changed = Signal()

    def __init__(self, state: State | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_group = QUndoGroup(self)
        self.undo_group.cleanChanged.connect(self.file_changed)
        self._extras = Extras()
        self._picture: Picture | None = None
        self._sheet = Sheet(state or State.of(Placement(Board.cube(8, 2))))
        self.undo_group.addStack(self._sheet.undo_stack)
        self._sheet.undo_stack.setActive()

    # The sheet that is looked at -----------------------------------------------------------

    @property
    def sheet(self) -> Sheet:
        """The sheet that is looked at."""
        return self._sheet

    def show_sheet(self, sheet: Sheet) -> None:
        """Look at another sheet; nothing on either changes."""
        if sheet is self._sheet:
            return
        self.sheet_leaves.emit()
        old, self._sheet = self._sheet, sheet
        self.undo_group.addStack(sheet.undo_stack)
        sheet.undo_stack.setActive()
        self._picture = None
        self.board_changed.emit()
        self.overlay_changed.emit()
        self.file_changed.emit()
        if old.selection != sheet.selection:
            self.selection_changed.emit()
        self.sheet_changed.emit()
        while sheet.waiting:
            sheet.waiting.pop(0)()

    def when_shown(self, sheet: Sheet, call: Callable[[], object]) -> None:
        """Do something to a sheet now, or when it is looked at again; never once it is closed."""
        if sheet is self._sheet:
            call()
        else:
            sheet.waiting.append(call)

    @property
    def undo_stack(self) -> QUndoStack:
        """The undo stack of the sheet."""
        return self._sheet.undo_stack

    @property
    def path(self) -> Path | None:
        """The file of the sheet, if it has one."""
        return self._sheet.path

    @property
    def _state(self) -> State:
        return self._sheet.state

    # What there is -------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board."""
        return self._state.counts.board

    @property
    def counts(self) -> AttackCounts:
        """The attack counts, to be read only."""
        return self._state.counts

    @property
    def givens(self) -> frozenset[int]:
        """The cells of the queens that a completion keeps."""
        return frozenset(self._state.givens)

    @property
    def cut(self) -> Cut | None:
        """The subcube cut that is shown on this board, if any."""
        return self._state.cut

    @property
    def suggestion(self) -> IntArray | None:
        """The cells of a whole placement that a solver proposes, or None."""
        return self._sheet.suggestion

    @property
    def density(self) -> DensityOverlay | None:
        """The density that is laid over the board, or None."""
        return self._sheet.density

    @property
    def marks(self) -> Marks | None:
        """What is marked beside the queens, or None."""
        return self._sheet.marks

    @property
    def excluded(self) -> npt.NDArray[np.bool_] | None:
        """Whether no queen may stand on each cell, shape (size,), or None."""
        return self._sheet.excluded

    @property
    def show_free(self) -> bool:
        """Whether free cells are marked."""
        return self._extras.free

    @property
    def show_rings(self) -> bool:
        """Whether every other ring of a flat square has a tint."""
        return self._extras.rings

    @property
    def cursor(self) -> int | None:
        """The cell under the cursor, or None."""
        return self._sheet.cursor

    @property
    def selection(self) -> frozenset[int]:
        """The selected cells, with and without queens."""
        return self._sheet.selection

    @property
    def selected(self) -> IntArray:
        """The selected cells, in order."""
        return in_order(self._sheet.selection)

    @property
    def is_saved(self) -> bool:
        """Whether nothing has changed since the last save."""
        return self.undo_stack.isClean()

    @property
    def title(self) -> str:
        """The name of the file, or what the document is before it has one."""
        return self._sheet.title

    def is_queen(self, index: int) -> bool:
        """Tell whether a queen stands on a cell."""
        return bool(self.counts.occupied[index])

    def is_given(self, index: int) -> bool:
        """Tell whether a given queen stands on a cell."""
        return index in self._state.givens

    def placement(self) -> Placement:
        """Give the queens as a placement, in the order of the cells."""
        return Placement.from_indices(self.board, self._state.queens)

    def given_placement(self) -> Placement:
        """Give the given queens as a placement."""
        return Placement.from_indices(self.board, sorted(self._state.givens))

    def picture(self) -> Picture:
        """Give all that a view shows; the same object until something changes."""
        if self._picture is None:
            self._picture = picture_of(self._sheet, self._extras)
        return self._picture

    # Changes that can be undone ------------------------------------------------------------

    def toggle(self, index: int) -> None:
        """Place a queen on a cell, or take away the one that is there; a given one stays."""
        where = place_text(self.board, index)
        if not self.is_queen(index):
            self.edit(f"Place {where}", place=(index,))
            attackers = self.counts.counts[index] - 1
            if attackers:
                self.message.emit(f"The queen on {where} is attacked.")
        elif self.is_given(index):
            self.message.emit(f"The queen on {where} is given: unlock it first to take it away.")
        else:
            self.edit(f"Remove {where}", remove=(index,))

    def toggle_given(self, index: int) -> None:
        """Lock a queen as given, or unlock it; on an empty cell place a given queen."""
        where = place_text(self.board, index)
        if self.is_given(index):
            self.edit(f"Unlock {where}", unlock=(index,))
            self.message.emit(f"The queen on {where} is not given any more.")
            return
        if self.is_queen(index):
            self.edit(f"Lock {where}", lock=(index,))
        else:
            self.edit(f"Place {where} as given", place=(index,), lock=(index,))
        self.message.emit(f"The queen on {where} is given now: clicks and completions keep it.")

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
            self.message.emit("There is no queen to take away that is not given.")

    def accept_suggestion(self, text: str = "Accept the completion") -> None:
        """Put the suggested placement on the board, in one step."""
        if self._sheet.suggestion is None:
            return
        new = set(self._sheet.suggestion.tolist())
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
        command = EditCommand(self, text, *map(sorted, (place, remove, lock, unlock)))
        self.undo_stack.push(command)

    def load(self, state: State, text: str) -> None:
        """Put another board with its queens here, in one step that can be undone."""
        self.undo_stack.push(LoadCommand(self, text, state))

    # Called by the commands only.

    def apply(
        self, place: list[int], remove: list[int], lock: list[int], unlock: list[int]
    ) -> None:
        """Change queens and givens, without a command."""
        self._state.givens.difference_update(unlock)
        for index in remove:
            self.counts.remove(index)
        for index in place:
            self.counts.place(index)
        self._state.givens.update(lock)
        self._picture = None
        if self._sheet.suggestion is not None and (place or remove):
            self.set_suggestion(None)
        self.queens_changed.emit({*place, *remove, *lock, *unlock})

    def swap(self, state: State) -> State:
        """Put another state here, without a command, and give back the old one."""
        old, self._sheet.state = self._state, state
        self._picture = None
        self._sheet.suggestion = None
        is_other = state.counts.board != old.counts.board
        had_selection = is_other and bool(self._sheet.selection)
        if is_other:
            self._sheet.density = self._sheet.marks = self._sheet.excluded = None
            self._sheet.cursor = None
            self._sheet.selection = frozenset()
        self.board_changed.emit()
        if had_selection:
            self.selection_changed.emit()
        return old

    # What is laid over the board -----------------------------------------------------------

    def set_suggestion(self, suggestion: IntArray | None) -> None:
        """Show a whole placement that a solver proposes, or none."""
        old = self._sheet.suggestion
        if old is suggestion:
            return
        if old is not None and suggestion is not None and np.array_equal(old, suggestion):
            return
        self._sheet.suggestion = suggestion
        self._overlay_changed()

    def set_density(self, density: DensityOverlay | None) -> None:
        """Lay a density over the board, or take it away."""
        self._sheet.density = density
        self._overlay_changed()

    def set_marks(self, marks: Marks | None) -> None:
        """Mark cells beside the queens, or none."""
        if marks is not self._sheet.marks:
            self._sheet.marks = marks
            self._overlay_changed()

    def set_excluded(self, excluded: npt.NDArray[np.bool_] | None) -> None:
        """Grey the cells where no queen may stand, shape (size,), or none."""
        if excluded is not self._sheet.excluded:
            self._sheet.excluded = excluded
            self._overlay_changed()

    def set_show_free(self, show: bool) -> None:
        """Mark the free cells, or not."""
        self._set_extras(replace(self._extras, free=show))

    def set_show_rings(self, show: bool) -> None:
        """Tint every other ring of a flat square in the flat views, or none."""
        self._set_extras(replace(self._extras, rings=show))

    def set_clique(self, clique: tuple[str, int] | None) -> None:
        """Outline the clique or odd cycle at the cursor, of a kind of `CLIQUE_KINDS`; or none."""
        self._set_extras(replace(self._extras, clique=clique))

    def _set_extras(self, extras: Extras) -> None:
        if extras != self._extras:
            self._extras = extras
            self._overlay_changed()

    def _overlay_changed(self) -> None:
        self._picture = None
        self.overlay_changed.emit()

    def set_cursor(self, index: int | None) -> None:
        """Put the cursor on a cell, or nowhere."""
        if index != self._sheet.cursor:
            self._sheet.cursor = index
            if self._picture is not None:
                clique = clique_of(self._sheet, self._extras)
                self._picture = replace(self._picture, cursor=index, clique=clique)
            self.cursor_changed.emit()

    def set_selection(self, cells: Iterable[int]) -> None:
        """Select these cells and no others."""
        selection = frozenset(map(int, cells))
        if selection != self._sheet.selection:
            self._sheet.selection = selection
            if self._picture is not None:
                self._picture = replace(self._picture, selected=self.selected)
            self.selection_changed.emit()

    # The file ------------------------------------------------------------------------------

    def set_saved(self, path: Path) -> None:
        """Take note that the document is now in a file."""
        self._sheet.path = path
        self.undo_stack.setClean()
        self.file_changed.emit()
