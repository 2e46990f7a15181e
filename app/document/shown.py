"""The tab that is looked at: what is shown of it, and what is laid over it.

Nothing here changes a placement; that is the document's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoGroup, QUndoStack

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.pieces import worded
from nqviz.core.placement import Placement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import ViewState

from .board_state import BoardTab, Cut, Marks, State
from .board_view import clique_of, in_order, marks_in, marks_of, overlay_of, picture_of


class Shown(QObject):
    """One tab that is looked at, with its cursor, its selection and its overlays.

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
    view_changed()
        The board is seen another way.
    tab_changed()
        Another tab is looked at; sent after the signals that tell what differs.
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

    view_changed = Signal()
    tab_changed = Signal()

    def __init__(self, state: State | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_group = QUndoGroup(self)
        self.undo_group.cleanChanged.connect(self.file_changed)
        self._picture: BoardView | None = None
        self._tab = BoardTab(state or State.of(Placement(Board.cube(8, 2))))
        self.undo_group.addStack(self._tab.undo_stack)
        self._tab.undo_stack.setActive()

    # The tab that is looked at -----------------------------------------------------------

    @property
    def tab(self) -> BoardTab:
        """The tab that is looked at."""
        return self._tab

    def show_tab(self, tab: BoardTab) -> None:
        """Look at another tab; nothing on either changes."""
        if tab is self._tab:
            return
        board, view = tab.state.counts.board, self.view
        if tab.view is not None:
            tab.view = tab.view.on(board)
        else:  # a new tab is seen as the one before it
            tab.view = view if board.shape == self.board.shape else view.on_other_shape(board)
        old, self._tab = self._tab, tab
        self.undo_group.addStack(tab.undo_stack)
        tab.undo_stack.setActive()
        self._picture = None
        self.board_changed.emit()
        self.overlay_changed.emit()
        self.file_changed.emit()
        if view != tab.view:
            self.view_changed.emit()
        if old.selection != tab.selection:
            self.selection_changed.emit()
        self.tab_changed.emit()
        while tab.waiting:
            tab.waiting.pop(0)()

    def when_shown(self, tab: BoardTab, call: Callable[[], object]) -> None:
        """Do something to a tab now, or when it is looked at again; never once it is closed."""
        if tab is self._tab:
            call()
        else:
            tab.waiting.append(call)

    @property
    def undo_stack(self) -> QUndoStack:
        """The undo stack of the tab."""
        return self._tab.undo_stack

    @property
    def path(self) -> Path | None:
        """The file of the tab, if it has one."""
        return self._tab.path

    @property
    def _state(self) -> State:
        return self._tab.state

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
        return self._tab.suggestion

    @property
    def overlay(self) -> Overlay | None:
        """The values shown on the board by colour, or None."""
        return overlay_of(self._tab)

    @property
    def marks(self) -> Marks | None:
        """What is marked beside the queens, or None."""
        return marks_of(self._tab)

    @property
    def excluded(self) -> npt.NDArray[np.bool_] | None:
        """Whether no queen may stand on each cell, shape (size,), or None."""
        return self._tab.excluded

    @property
    def view(self) -> ViewState:
        """How the board is seen, with all axes named."""
        return self._tab.view or ViewState().on(self.board)

    @property
    def cursor(self) -> int | None:
        """The cell under the cursor, or None."""
        return self._tab.cursor

    @property
    def selection(self) -> frozenset[int]:
        """The selected cells, with and without queens."""
        return self._tab.selection

    @property
    def selected(self) -> IntArray:
        """The selected cells, in order."""
        return in_order(self._tab.selection)

    @property
    def is_saved(self) -> bool:
        """Whether nothing has changed since the last save."""
        return self.undo_stack.isClean()

    @property
    def title(self) -> str:
        """The name of the file, or what the document is before it has one."""
        return self._tab.title

    def report(self, text: str) -> None:
        """Say something in the status bar, of the piece on the board where it says queens."""
        self.message.emit(worded(text, self.board.piece))

    def is_queen(self, index: int) -> bool:
        """Return whether a queen stands on a cell."""
        return bool(self.counts.occupied[index])

    def is_given(self, index: int) -> bool:
        """Return whether a given queen stands on a cell."""
        return index in self._state.givens

    def placement(self) -> Placement:
        """Return the queens as a placement, in the order of the cells."""
        return Placement.from_indices(self.board, self._state.queens)

    def given_placement(self) -> Placement:
        """Return the given queens as a placement."""
        return Placement.from_indices(self.board, sorted(self._state.givens))

    def picture(self) -> BoardView:
        """Return all that a view shows; the same object until something changes."""
        if self._picture is None:
            self._picture = picture_of(self._tab, self.view)
        return self._picture

    # What is laid over the board -----------------------------------------------------------

    def set_suggestion(self, suggestion: IntArray | None) -> None:
        """Show a whole placement that a solver proposes, or none."""
        old = self._tab.suggestion
        if old is suggestion:
            return
        if old is not None and suggestion is not None and np.array_equal(old, suggestion):
            return
        self._tab.suggestion = suggestion
        self._overlay_changed()

    def set_overlay(self, overlay: Overlay | None) -> None:
        """Show values on the board by colour, or none."""
        self._tab.overlay, self._tab.costs = overlay, False
        self._overlay_changed()

    def set_marks(self, marks: Marks | None) -> None:
        """Mark cells beside the queens, or none."""
        if marks is not self._tab.marks:
            self._tab.marks = marks
            self._overlay_changed()

    def set_excluded(self, excluded: npt.NDArray[np.bool_] | None) -> None:
        """Grey the cells where no queen may stand, shape (size,), or none."""
        if excluded is not self._tab.excluded:
            self._tab.excluded = excluded
            self._overlay_changed()

    def set_greedy(self, on: bool) -> None:
        """Mark the greedy queens of the infinite board on the flat boards of this tab, or not."""
        self._tab.greedy = on
        self._overlay_changed()

    def set_costs(self, on: bool) -> None:
        """Lay the costs of cells over the flat boards of this tab, or take them away."""
        self._tab.costs = on
        if on:
            self._tab.overlay = None
        self._overlay_changed()

    def set_view(self, view: ViewState) -> None:
        """See the board another way, as far as the board offers it."""
        view, old = view.on(self.board), self.view
        if view == old:
            return
        self._tab.view = view
        if marks_in(view) != marks_in(old):
            self._overlay_changed()
        self.view_changed.emit()

    def _overlay_changed(self) -> None:
        self._picture = None
        self.overlay_changed.emit()

    def set_cursor(self, index: int | None) -> None:
        """Put the cursor on a cell, or nowhere."""
        if index != self._tab.cursor:
            self._tab.cursor = index
            if self._picture is not None:
                clique = clique_of(self._tab, self.view)
                self._picture = replace(self._picture, cursor=index, clique=clique)
            self.cursor_changed.emit()

    def set_selection(self, cells: Iterable[int]) -> None:
        """Select these cells and no others."""
        selection = frozenset(map(int, cells))
        if selection != self._tab.selection:
            self._tab.selection = selection
            if self._picture is not None:
                self._picture = replace(self._picture, selected=self.selected)
            self.selection_changed.emit()
