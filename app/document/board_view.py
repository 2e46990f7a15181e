"""What the window shows of a tab, as a picture that every view paints."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from nqviz.core.board import IntArray
from nqviz.ilp import clique_cells
from nqviz.rendering.figures.overlays import GREEDY_WORDS, greedy_cells
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import ViewState

from .board_tab import BoardTab, Marks

SHOWN_CONFLICTS = 2000
"""The most attacking pairs that are drawn; all of them are counted."""


def marks_in(view: ViewState) -> tuple[object, ...]:
    """Return the part of a view state that changes the picture of a board."""
    return view.free, view.rings, view.clique, view.clique_size


class Picture:
    """The picture of the tab that is shown, made again only when something has changed."""

    def __init__(self) -> None:
        self._shown: BoardView | None = None

    def of(self, tab: BoardTab, view: ViewState) -> BoardView:
        """Return the picture of a tab; the same object until it is cleared or changed."""
        if self._shown is None:
            self._shown = picture_of(tab, view)
        return self._shown

    def clear(self) -> None:
        """Discard the picture, because the board or its overlays have changed."""
        self._shown = None

    def move_cursor(self, tab: BoardTab, view: ViewState) -> None:
        """Show the cursor of the tab, with the clique there."""
        if self._shown is not None:
            clique = clique_of(tab, view)
            self._shown = replace(self._shown, cursor=tab.cursor, clique=clique)

    def select(self, tab: BoardTab) -> None:
        """Show the selection of the tab."""
        if self._shown is not None:
            self._shown = replace(self._shown, selected=in_order(tab.selection))


def ground_of(tab: BoardTab) -> BoardView:
    """Picture what lies under and over the queens of a tab: a cut, a density, marks."""
    cut, marks = tab.state.cut, marks_of(tab)
    picture = BoardView(tab.state.board, overlay=overlay_of(tab))
    if cut is not None:
        picture = replace(picture, dropped=cut.dropped, outside=cut.outside, core=cut.core)
    if marks is not None:
        picture = replace(picture, marked=marks.cells, marked_words=marks.caption)
    if tab.excluded is not None:
        picture = replace(picture, outside=tab.excluded)
    return picture


def marks_of(tab: BoardTab) -> Marks | None:
    """Return what is marked; the greedy queens where they are asked for and nothing else is."""
    board = tab.state.board
    if tab.marks is None and tab.greedy and board.is_classical:
        return _greedy_marks(board.n)
    return tab.marks


def overlay_of(tab: BoardTab) -> Overlay | None:
    """Return the overlay of a tab; without one the costs of the cells, where they are shown."""
    board = tab.state.board
    if tab.overlay is None and tab.costs and board.is_classical:
        return Overlay.of_costs(board)
    return tab.overlay


@lru_cache(maxsize=4)
def _greedy_marks(n: int) -> Marks:
    return Marks(greedy_cells(n), GREEDY_WORDS)


def picture_of(tab: BoardTab, view: ViewState) -> BoardView:
    """Picture all that a view shows of a tab."""
    counts, state = tab.state.counts, tab.state
    if tab.preview is not None:
        return replace(ground_of(tab), queens=tab.preview, cursor=tab.cursor, rings=view.rings)
    suggested = np.zeros(0, dtype=np.int64)
    if tab.suggestion is not None:
        suggested = tab.suggestion[~counts.occupied[tab.suggestion]]
    return replace(
        ground_of(tab),
        queens=state.queens,
        given=np.array(sorted(state.givens), dtype=np.int64),
        suggested=suggested,
        free=counts.free_cells() if view.free else None,
        conflicts=tuple(counts.conflict_pairs(SHOWN_CONFLICTS)),
        cursor=tab.cursor,
        clique=clique_of(tab, view),
        rings=view.rings,
        cycle=view.clique == "odd-cycle",
        selected=in_order(tab.selection),
    )


def clique_of(tab: BoardTab, view: ViewState) -> IntArray | None:
    """Return the cells of the clique at the cursor; None if none is asked for, or there is none."""
    board = tab.state.board
    if view.clique is None or tab.cursor is None or board.piece != "queen":
        return None
    return clique_cells(board, tab.cursor, view.clique, view.clique_size)


@lru_cache(maxsize=4)
def in_order(cells: frozenset[int]) -> IntArray:
    """Return a set of cells as a sorted array, the same for the same set."""
    array = np.array(sorted(cells), dtype=np.int64)
    array.setflags(write=False)
    return array
