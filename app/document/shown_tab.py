"""The tab that is shown: what views and drawers read of its board."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoStack

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import Cut
from nqviz.core.placement import Placement
from nqviz.view.board_overlays import Marks
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import ViewState

from .board_tab import BoardTab, Finding
from .board_view import Picture, overlays_of


class ShownTab(QObject):
    """Reads the tab that is shown; only the document changes it."""

    def __init__(self, tab: BoardTab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tab, self._picture = tab, Picture()

    @property
    def tab(self) -> BoardTab:
        """The tab that is shown, to be read only."""
        return self._tab

    @property
    def undo_stack(self) -> QUndoStack:
        return self._tab.undo_stack

    @property
    def path(self) -> Path | None:
        """Where the file of the tab is, if it has one."""
        return self._tab.file.path if self._tab.file else None

    @property
    def folder(self) -> Path:
        """Where files are looked for first: beside the file of the tab, else at home."""
        return self.path.parent if self.path else Path.home()

    @property
    def is_saved(self) -> bool:
        """Whether nothing has changed since the last save."""
        return self._tab.is_saved

    @property
    def board(self) -> Board:
        return self._tab.state.board

    @property
    def counts(self) -> AttackCounts:
        """The attack counts, to be read only."""
        return self._tab.state.counts

    @property
    def givens(self) -> frozenset[int]:
        """The cells of the queens that a completion keeps."""
        return frozenset(self._tab.state.givens)

    @property
    def cut(self) -> Cut | None:
        """The subcube cut that is shown on this board, if any."""
        return self._tab.state.cut

    @property
    def suggestion(self) -> IntArray | None:
        """The cells of a whole placement that a solver proposes, or None."""
        return self._tab.suggestion

    @property
    def finding(self) -> Finding | None:
        """What the last search found out about the queens that stand, or None."""
        return self._tab.finding

    @property
    def overlay(self) -> Overlay | None:
        """The values shown on the board by colour, or None."""
        return overlays_of(self._tab).values_on(self.board)

    @property
    def marks(self) -> Marks | None:
        """The marked cells, or None."""
        return overlays_of(self._tab).marks_on(self.board)

    @property
    def excluded(self) -> npt.NDArray[np.bool_] | None:
        """Whether no queen may stand on each cell, shape (size,), or None."""
        return self._tab.excluded

    @property
    def view(self) -> ViewState:
        """How the board is seen, with all axes named."""
        return self._tab.view or ViewState().on_other_shape(self.board)

    @property
    def cursor(self) -> int | None:
        """The cell under the cursor, or None."""
        return self._tab.cursor

    @property
    def selection(self) -> frozenset[int]:
        """The selected cells, with and without queens."""
        return self._tab.selection

    def is_queen(self, index: int) -> bool:
        """Return whether a cell holds a queen."""
        return bool(self._tab.state.occupied[index])

    def is_given(self, index: int) -> bool:
        """Return whether a cell holds a given queen."""
        return index in self._tab.state.givens

    def placement(self) -> Placement:
        """Return the queens as a placement, in the order of the cells."""
        return self._tab.state.placement

    def given_placement(self) -> Placement:
        return Placement.from_indices(self.board, sorted(self._tab.state.givens))

    def kept_placement(self) -> Placement:
        """Return the queens that a completion keeps: the given ones, or all where none is given."""
        return self.given_placement() if self._tab.state.givens else self.placement()

    def picture(self) -> BoardView:
        """Return all that a view shows; the same object until something changes."""
        return self._picture.of(self._tab, self.view)
