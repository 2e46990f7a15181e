"""The document: the tab that is shown, and the only writer of tabs.

Views and panels read the board here and call a method for each change. A change that can be undone
adds one named step to the history of the tab; a signal then reports what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Signal

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import BoardState
from nqviz.core.language import tr_later
from nqviz.core.placement import Placement
from nqviz.formats.history import UNDO_BYTES, Edit, Step
from nqviz.formats.trace import Trace
from nqviz.view.board_overlays import Marks
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import ViewState

from . import edits
from .board_tab import BoardTab, Finding, SecondBoard, window_state
from .board_view import marks_in
from .shown_tab import ShownTab
from .tab_file import TabFile
from .undo_stack import ShownStack, add_step


class Document(ShownTab):
    """The tab that is shown, with its cursor, its selection, its overlay and its undo stack."""

    board_changed = Signal()  # another board, or all of its queens at once
    queens_changed = Signal()  # some queens or givens changed
    # The suggestion, the preview, the overlay, the marks or those of free cells changed.
    overlay_changed = Signal()
    # Something was found out about the queens that stand, or holds no longer; another hint.
    finding_changed = Signal()
    cursor_changed = Signal()  # the cursor is on another cell
    selection_changed = Signal()  # other cells are selected
    layer_hovered = Signal()  # the pointer is over another small layer, or over none
    file_changed = Signal()  # the file name or whether it is saved
    view_changed = Signal()  # the board is seen another way
    camera_changed = Signal()  # the scene is only seen from elsewhere
    tab_changed = Signal()  # another tab is shown; sent after the signals for what differs
    message = Signal(str)  # one line for the status bar

    def __init__(self, state: BoardState | None = None, parent: QObject | None = None) -> None:
        tab = BoardTab(state or window_state(Placement(Board.cube(8, 2))))
        tab.begin_view(ViewState())
        super().__init__(tab, parent)
        self.undo_bytes = UNDO_BYTES  # the memory limit of the history of a tab
        self.hint = ""  # what an open drawer says of the queens that are shown
        self.shown_stack = ShownStack(tab.undo_stack, self)
        self.shown_stack.clean_changed.connect(self.file_changed)
        self.hovered_layer: int | None = None  # whose small board the pointer is over
        for changed in (self.board_changed, self.queens_changed, self.overlay_changed):
            changed.connect(self._picture.clear)
        self.board_changed.connect(self.finding_changed)

    # Tabs ----------------------------------------------------------------------------------

    def show_tab(self, tab: BoardTab) -> None:
        """Show another tab; nothing on either changes."""
        if tab is self._tab:
            return
        view, self._tab.preview = self.view, None
        if tab.view is None:  # a new tab is shown like the one before it, with all of its layers
            tab.follow_view(replace(view, clip={}), self.board)
        old, self._tab = self._tab, tab
        self.shown_stack.show(tab.undo_stack)
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
        """Call a function now, or when its tab is shown again; never once the tab is closed."""
        if tab is self._tab:
            call()
        else:
            tab.waiting.append(call)

    def report(self, text: str) -> None:
        """Show a line in the status bar."""
        self.message.emit(text)

    # Changes that can be undone ------------------------------------------------------------

    def toggle(self, index: int) -> None:
        """Place a queen on a cell, or remove the one that is there; a given one stays.

        On a tab where cells are marked: mark the cell, or mark it no more.
        """
        if self._tab.marks_cells:
            self.set_selection(self.selection ^ {index})
        else:
            self._do(edits.toggle(self._tab.state, index))

    def toggle_given(self, index: int) -> None:
        """Lock a queen as given, or unlock it; on an empty cell place a given queen."""
        self._do(edits.toggle_given(self._tab.state, index))

    def toggle_blocked(self, index: int) -> None:
        """Block a cell, without the queen that is there, or open it; a given queen stays."""
        board, text, message = edits.toggle_blocked(self._tab.state, index)
        if board is not None:
            queens = [queen for queen in self._tab.state.queens.tolist() if queen != index]
            placement = Placement.from_indices(board, queens)
            self.load(window_state(placement, self.givens), text)
        self.report(message)

    def move(self, start: int, end: int) -> None:
        """Move a queen to an empty cell; one that cannot go there stays, which is reported."""
        self._do(edits.move(self._tab.state, start, end))

    def lock_all(self) -> None:
        """Lock every queen as given."""
        self._do(edits.lock_all(self._tab.state))

    def unlock_all(self) -> None:
        """Unlock every given queen."""
        self._do(edits.unlock_all(self._tab.state))

    def clear(self) -> None:
        """Remove all queens but the given ones."""
        self._do(edits.clear(self._tab.state))

    def accept_suggestion(self, text: str = tr_later("Accept the completion")) -> None:
        """Put the suggested placement on the board, in one step."""
        if self._tab.suggestion is not None:
            queens = set(self._tab.suggestion.tolist())
            self._do(edits.replace_queens(self._tab.state, queens, text))
            self.set_suggestion(None)

    def _do(self, named: edits.NamedEdit) -> None:
        if named.edit is not None:
            self.step(partial(self._tab.history.edit, named.edit), is_new=True)
        if named.message:
            self.report(named.message)

    def edit(self, text: str, **cells: Iterable[int]) -> None:
        """Change queens and givens in one step that can be undone by its name.

        `cells` are those of `place`, `remove`, `lock` and `unlock`.

        Raises InputError if the step does not fit the board; nothing is changed then.
        """
        self._do(edits.NamedEdit(edits.edit(self._tab.state, text, **cells)))

    def load(self, state: BoardState, text: str) -> None:
        """Show another board state, in one step that can be undone."""
        self.step(partial(self._tab.history.load, text, state), is_new=True)

    def step(self, move: Callable[[], Step], *, is_new: bool = False) -> None:
        """Undo, redo or add a step of the history by a function that returns it."""
        stack, before = self.undo_stack, (self.board, self.view)
        step = move()
        dropped = add_step(stack, self._tab.history, self.step, self.undo_bytes) if is_new else ""
        if isinstance(step, Edit):
            self._queens_changed(step)
        else:
            self._board_changed(*before)
        if dropped:
            self.report(dropped)

    def restart(self, state: BoardState) -> None:
        """Show another board state as the start of a new history."""
        before = self.board, self.view
        self._tab.restart(state)
        self._board_changed(*before)

    def restart_after(self, edit: Edit) -> None:
        """Begin a new history after an edit that is no step of it.

        Raises InputError if the edit does not fit the board; nothing is changed then.
        """
        edit.apply(self._tab.state)
        self._tab.restart(self._tab.state)
        if edit.cells:
            self._queens_changed(edit)

    def _queens_changed(self, edit: Edit) -> None:
        self._tab.preview = None
        if edit.place or edit.remove:
            self.set_suggestion(None)
            self.set_finding(None)
        self.queens_changed.emit()

    def _board_changed(self, old: Board, view: ViewState) -> None:
        """Remove what was shown on the board before, and send the signals of another one."""
        tab, selection = self._tab, self.selection
        tab.clear_overlays(old)
        tab.follow_view(view, old)
        self.board_changed.emit()
        if tab.view != view:
            self.view_changed.emit()
        if tab.selection != selection:
            self.selection_changed.emit()

    # Overlays ------------------------------------------------------------------------------

    def set_suggestion(self, cells: IntArray | None, tab: BoardTab | None = None) -> None:
        """Show a whole placement that a solver proposes, or none; by default on the tab shown."""
        tab = tab or self._tab
        old, tab.suggestion = tab.suggestion, cells
        is_other = old is None or cells is None or not np.array_equal(old, cells)
        if old is not cells and is_other:
            self._overlay_changed(tab)

    def set_finding(self, finding: Finding | None, tab: BoardTab | None = None) -> None:
        """Keep what a search found out about the queens of a tab; by default of the tab shown."""
        (tab or self._tab).finding = finding
        self.finding_changed.emit()

    def set_preview(self, cells: IntArray | None, hint: str = "") -> None:
        """Show other queens in the place of those on the board, until these change, or none.

        The hint is said beside their number, instead of the usual sentence.
        """
        if hint != self.hint:
            self.hint = hint
            self.finding_changed.emit()
        if cells is not None or self._tab.preview is not None:
            self._tab.preview = cells
            self._overlay_changed(self._tab)

    def set_overlay(self, overlay: Overlay | None) -> None:
        """Show values on the board by colour, or none."""
        self._tab.overlay, self._tab.costs = overlay, False
        self._overlay_changed(self._tab)

    def set_marks(self, marks: Marks | None, tab: BoardTab | None = None) -> None:
        """Mark cells, or none; by default on the tab shown."""
        tab = tab or self._tab
        if marks is not tab.marks:
            tab.marks = marks
            tab.revision += 1
            self._overlay_changed(tab)

    def set_excluded(self, excluded: npt.NDArray[np.bool_] | None) -> None:
        """Grey the cells where no queen may stand, shape (size,), or none."""
        if excluded is not self._tab.excluded:
            self._tab.excluded = excluded
            self._tab.revision += 1
            self._overlay_changed(self._tab)

    def set_greedy(self, on: bool) -> None:
        """Mark the greedy queens of the infinite board on the flat boards of this tab, or not."""
        self._tab.greedy = on
        self._overlay_changed(self._tab)

    def set_costs(self, on: bool) -> None:
        """Show the costs of cells on the flat boards of this tab, or not."""
        self._tab.overlay, self._tab.costs = None if on else self._tab.overlay, on
        self._overlay_changed(self._tab)

    def record_search(self, trace: Trace | None, tab: BoardTab, *, has_ended: bool = False) -> None:
        """Keep the progress of the last search on the board of a tab; None when one starts."""
        tab.search = trace
        tab.revision += has_ended

    def set_view(self, view: ViewState) -> None:
        """Show the board in another way, as far as the board offers it."""
        view, old = view.on(self.board), self.view
        if view == old:
            return
        self._tab.view = view
        if replace(view, camera=old.camera) == old:
            self.camera_changed.emit()
            return
        if marks_in(view) != marks_in(old):
            self._overlay_changed(self._tab)
        self.view_changed.emit()

    def set_second_board(self, board: SecondBoard | None) -> None:
        """Draw another board beside this one, or none."""
        if board is not self._tab.second_board:
            self._tab.second_board = board
            self.view_changed.emit()

    def _overlay_changed(self, tab: BoardTab) -> None:
        if tab is self._tab:
            self.overlay_changed.emit()

    def set_cursor(self, index: int | None) -> None:
        """Put the cursor on a cell, or nowhere."""
        if index != self._tab.cursor:
            self._tab.cursor = index
            self._picture.move_cursor(self._tab, self.view)
            self.cursor_changed.emit()

    def hover_layer(self, layer: int | None) -> None:
        """Preview a layer of the scene while the pointer is over its small board, or none."""
        if layer != self.hovered_layer:
            self.hovered_layer = layer
            self.layer_hovered.emit()

    def set_selection(self, cells: Iterable[int]) -> None:
        """Select these cells and no others."""
        selection = frozenset(map(int, cells))
        if selection != self._tab.selection:
            self._tab.selection = selection
            self._picture.select(self._tab)
            self.selection_changed.emit()

    def set_saved(self, file: TabFile) -> None:
        """Record that the placement is now in a file."""
        self._tab.file = file
        self.ignore_changes(self._tab)
        self.file_changed.emit()

    def ignore_changes(self, tab: BoardTab) -> None:
        """Count the changes of a tab as saved, so that it is closed without a question."""
        tab.undo_stack.setClean()
