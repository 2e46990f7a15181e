"""What is drawn on a board beside its queens, and the picture of both.

The window, a session file and the command line each hold a board state, a view state and these
overlays; `picture_of` makes the same picture of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.language import tr_later
from nqviz.core.pieces import either
from nqviz.core.rings import check_ringed
from nqviz.formats.session_parts import SessionTab

from .board_view import BoardView
from .overlay import Overlay
from .view_json import view_from_json
from .view_state import ViewState

LAID = ("rings", "costs", "greedy")
"""What can be laid over a flat square of queens: its rings (Luque 2021), the costs of its cells
(Fischetti and Salvagnin 2019, Fig. 4), the greedy queens of the infinite board (OEIS A065188)."""
GREEDY_WORDS = tr_later("greedy sequence")
SHOWN_CONFLICTS = 2000
"""The most attacking pairs that are drawn; all of them are counted."""


@dataclass(frozen=True, eq=False)
class Marks:
    """Cells with a diamond.

    `cells`: shape (k,).
    `caption`: what a diamond means.
    `is_kept`: whether session files keep them; marks that show the progress of a search are not
    kept.
    """

    cells: IntArray
    caption: str
    is_kept: bool = True


@dataclass(frozen=True, eq=False)
class BoardOverlays:
    """What is drawn on a board beside its queens."""

    cursor: int | None = None
    """The cell whose attack lines are drawn, and at which a clique begins."""
    values: Overlay | None = None
    """The values shown on the board by colour."""
    marks: Marks | None = None
    excluded: npt.NDArray[np.bool_] | None = None
    """The cells where no queen may stand, shape (size,)."""
    greedy: bool = False
    costs: bool = False
    """`greedy` and `costs`: whether the greedy queens of a flat board are marked where nothing
    else is, and the costs of its cells shown where no other values are."""
    suggestion: IntArray | None = None
    """The cells of a whole placement that a solver proposes."""
    preview: IntArray | None = None
    """The cells of queens that are shown in the place of those on the board."""
    selection: frozenset[int] = field(default_factory=frozenset)

    def marks_on(self, board: Board) -> Marks | None:
        """Return what is marked; the greedy queens where they are asked for and nothing else is."""
        if self.marks is None and self.greedy and board.is_classical:
            return _greedy_marks(board.n)
        return self.marks

    def values_on(self, board: Board) -> Overlay | None:
        """Return the values of cells; without them the costs, where they are asked for."""
        if self.values is None and self.costs and board.is_classical:
            return Overlay.of_costs(board)
        return self.values

    def lay(self, what: str, board: Board) -> BoardOverlays:
        """Return these with one of `LAID` on a flat square; rings are part of the view state.

        Raises InputError if there is no such overlay, or the board is no flat square of queens.
        """
        if what not in LAID:
            raise InputError(f"unknown overlay {what!r}; choose {either(LAID)}")
        check_ringed(board)
        if what != "rings":
            board.require_open("costs of cells and greedy queens")
        return replace(
            self, greedy=self.greedy or what == "greedy", costs=self.costs or what == "costs"
        )


def picture_of(
    state: BoardState, view: ViewState, overlays: BoardOverlays | None = None
) -> BoardView:
    """Return all that a view shows of a board."""
    overlays, board = overlays or BoardOverlays(), state.board
    ground = ground_of(state, overlays)
    if overlays.preview is not None:
        return replace(ground, queens=overlays.preview, rings=view.rings)
    suggested = np.zeros(0, dtype=np.int64)
    if overlays.suggestion is not None:
        suggested = overlays.suggestion[~state.counts.occupied[overlays.suggestion]]
    return replace(
        ground,
        queens=state.queens,
        given=np.array(sorted(state.givens), dtype=np.int64),
        suggested=suggested,
        free=state.counts.free_cells() if view.free else None,
        conflicts=tuple(state.counts.conflict_pairs(SHOWN_CONFLICTS)),
        clique=clique_of(board, view, overlays.cursor),
        rings=view.rings,
        cycle=view.clique == "odd-cycle",
        selected=in_order(overlays.selection),
    )


def ground_of(state: BoardState, overlays: BoardOverlays) -> BoardView:
    """Picture what lies under and over the queens: a cut, values, marks, the cursor."""
    board, cut, marks = state.board, state.cut, overlays.marks_on(state.board)
    picture = BoardView(board, overlay=overlays.values_on(board), cursor=overlays.cursor)
    if cut is not None:
        picture = replace(picture, dropped=cut.dropped, outside=cut.outside, core=cut.core)
    if marks is not None:
        picture = replace(picture, marked=marks.cells, marked_words=marks.caption)
    if overlays.excluded is not None:
        picture = replace(picture, outside=overlays.excluded)
    return picture


def clique_of(board: Board, view: ViewState, cursor: int | None) -> IntArray | None:
    """Return the cells, shape (k,), of the clique at the cursor; None where there is none."""
    if view.clique is None or cursor is None or board.piece != "queen":
        return None
    from nqviz.ilp import clique_cells  # few pictures have one

    return clique_cells(board, cursor, view.clique, view.clique_size)


def left_in(tab: SessionTab) -> tuple[ViewState, BoardOverlays]:
    """Return how a board of a session was left: its view, with all axes named, and overlays."""
    board = tab.history.state.board
    view = (view_from_json(tab.view) or ViewState()).on(board)
    marks = None if tab.marks is None else Marks(*tab.marks)
    return view, BoardOverlays(
        tab.cursor, None, marks, tab.excluded, greedy=tab.greedy, costs=tab.costs
    )


@lru_cache(maxsize=4)
def in_order(cells: frozenset[int]) -> IntArray:
    """Return a set of cells as a sorted array, the same for the same set, shape (k,), int64."""
    array = np.array(sorted(cells), dtype=np.int64)
    array.setflags(write=False)
    return array


@lru_cache(maxsize=4)
def _greedy_marks(n: int) -> Marks:
    return Marks(greedy_cells(n), GREEDY_WORDS)


def greedy_cells(n: int) -> IntArray:
    """Return the cells of the (n,2)-board on which greedy queens of the infinite board stand.

    Shape (k,), int64.
    """
    from nqviz.problems.planar import greedy_rows  # with engines, which few pictures need

    columns = np.array(greedy_rows(n), dtype=np.int64)
    cells: IntArray = np.arange(n) * n + columns
    return cells[columns < n]
