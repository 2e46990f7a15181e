"""Full placements by exact cover: every line along a longest side holds exactly one queen.

Depth-first search: take the line with the fewest free cells, try each of them, and go back where a
line has none left. The search is kept in arrays, so that it can be paused between nodes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.ilp import full_line_rows
from nqviz.run.outcome import Known

from .base import Engine, Work
from .problem import Problem
from .search_state import SearchState

SLICE_SECONDS = 0.05
MAX_ENTRIES = 20_000_000
"""The largest incidence matrix that is built."""

DEPTH, DEEPEST, NODES, BUDGET, DESCENDING = range(5)
EXHAUSTED, PAUSED, FOUND = range(3)


class ExactCoverEngine(Engine):
    """Exact cover search for full placements; it also proves that there is none."""

    takes_blocked = True

    @property
    def name(self) -> str:
        """The name in outcomes."""
        return "exact cover"

    @staticmethod
    def takes(problem: Problem) -> bool:
        """Return whether the target is a full placement of a board that is small enough."""
        wanted = problem.wanted
        return wanted == problem.board.full_count and ExactCoverEngine.takes_board(problem.board)

    @staticmethod
    def takes_board(board: Board) -> bool:
        """Return whether full placements of a board are defined and the board is small enough."""
        return board.has_full and board.size * len(board.directions) <= MAX_ENTRIES

    def prepare(self, problem: Problem) -> tuple[Work, Mapping[str, object]]:
        """Return the search for a full placement; it has no settings.

        Raises InputError if the target is not a full placement, or the board is too large.
        """
        if not self.takes(problem):
            raise InputError(
                f"the exact cover engine finds full placements of boards with at most"
                f" {MAX_ENTRIES:,} cells times directions; target {problem.target} on the"
                f" {problem.board} is not one of them"
            )
        return prove_by_cover, {}


def prove_by_cover(state: SearchState) -> str | None:
    """Find a full placement, or that there is none."""
    problem = state.problem
    givens = problem.givens.indices
    search = _prepared(problem.board, givens)
    state.activity = "exact cover"
    nodes, deepest = 1, -1
    while not state.cancelled.is_set():
        most = state.context.limit.nodes
        if most is not None:
            nodes = min(nodes, most - int(search.state[NODES]))
            if nodes <= 0:
                return None
        search.state[BUDGET] = nodes
        start = time.perf_counter()
        end = _search(search)
        state.nodes = int(search.state[NODES])
        if search.state[DEEPEST] > deepest:
            deepest = int(search.state[DEEPEST])
            found = search.deepest[:deepest]
            if not state.submit_incumbent(np.concatenate((givens, found))):
                return "its placement is flawed"
        if end != PAUSED:
            if end == EXHAUSTED:
                state.tighten_bound(problem.board.full_count - 1, Known.EXACT)
            return None
        seconds = time.perf_counter() - start
        nodes = max(1, min(4 * nodes, int(nodes * SLICE_SECONDS / max(seconds, 1e-9))))
    return None


class _Search(NamedTuple):
    """A search as arrays, which the kernel takes as one.

    `lines`, `line_cells`: the incidence matrix by rows: where each line's cells begin, and the
    cells.
    `cells`, `cell_lines`: the same by columns.
    `covers`, shape (covers, n): the cells of each line that must hold exactly one queen.
    `covers_of`, shape (size, k): those lines of each cell.
    `attacked`, shape (size,): how many lines of attack run through a cell; 0 means free.
    `left`, shape (covers,): the number of free cells on each of those lines, negative once it holds
    its queen.
    `stack`, `cover`, `place`: the queen there, the line that it is on, the position on that line to
    try next.
    `deepest`: the queens of the deepest node so far.
    `state`: depth, deepest depth, nodes, nodes until the next pause, whether the next step goes
    down.
    """

    lines: npt.NDArray[np.int32]
    line_cells: npt.NDArray[np.int32]
    cells: npt.NDArray[np.int32]
    cell_lines: npt.NDArray[np.int32]
    covers: IntArray
    covers_of: IntArray
    attacked: IntArray
    left: IntArray
    stack: IntArray
    cover: IntArray
    place: IntArray
    deepest: IntArray
    state: IntArray


def _prepared(board: Board, givens: IntArray) -> _Search:
    """Prepare the search for the full placements that contain some queens."""
    incidence, columns = board.incidence, board.incidence.tocsc()
    covers, covers_of = _covers(board)
    depth = board.full_count + 1
    search = _Search(
        lines=incidence.indptr.astype(np.int32),
        line_cells=incidence.indices.astype(np.int32),
        cells=columns.indptr.astype(np.int32),
        cell_lines=columns.indices.astype(np.int32),
        covers=covers,
        covers_of=covers_of,
        attacked=np.zeros(board.size, np.int64),
        left=np.full(len(covers), covers.shape[1], np.int64),
        stack=np.zeros(depth, np.int64),
        cover=np.zeros(depth, np.int64),
        place=np.zeros(depth, np.int64),
        deepest=np.zeros(depth, np.int64),
        state=np.array([0, 0, 0, 0, 1], np.int64),
    )
    search.attacked[board.is_blocked] = 1
    search.left[:] -= np.count_nonzero(board.is_blocked[covers], axis=1)
    for queen in givens.tolist():
        _change(search, queen, 1)
    return search


def _covers(board: Board) -> tuple[IntArray, IntArray]:
    """Return the cells of each line that holds exactly one queen, and those lines of each cell.

    All of them are equally long; of hyperplane queens they are layers.
    """
    matrix = full_line_rows(board).matrix
    cells = matrix.indices.astype(np.int64).reshape(matrix.shape[0], -1)
    return cells, matrix.tocsc().indices.astype(np.int64).reshape(board.size, -1)


HOLDS_QUEEN = 1 << 40
"""Taken from the count of free cells of a line that holds its queen."""


@compiled
def _change(s: _Search, queen: int, by: int) -> None:
    """Place (by = 1) or take away (by = -1) a queen."""
    edge = 0 if by > 0 else 1
    for k in range(s.covers_of.shape[1]):
        s.left[s.covers_of[queen, k]] -= by * HOLDS_QUEEN
    for i in range(s.cells[queen], s.cells[queen + 1]):
        line = s.cell_lines[i]
        for j in range(s.lines[line], s.lines[line + 1]):
            cell = s.line_cells[j]
            if s.attacked[cell] == edge:
                for k in range(s.covers_of.shape[1]):
                    s.left[s.covers_of[cell, k]] -= by
            s.attacked[cell] += by


@compiled
def _tightest(s: _Search) -> int:
    """Return the line without a queen that has the fewest free cells, or -1."""
    least, chosen = HOLDS_QUEEN, -1
    for k in range(len(s.left)):
        if 0 <= s.left[k] < least:
            least, chosen = s.left[k], k
    return chosen


@compiled
def _search(s: _Search) -> int:
    """Continue a search until it ends or its node budget is spent; return which."""
    depth = s.state[DEPTH]
    width = s.covers.shape[1]
    while True:
        if s.state[DESCENDING]:
            chosen = _tightest(s)
            if chosen < 0 or s.state[BUDGET] == 0:
                s.state[DEPTH] = depth
                return FOUND if chosen < 0 else PAUSED
            s.state[BUDGET] -= 1
            s.state[NODES] += 1
            s.cover[depth], s.place[depth] = chosen, 0
        position = s.place[depth]
        while position < width and s.attacked[s.covers[s.cover[depth], position]]:
            position += 1
        s.state[DESCENDING] = position < width
        if position < width:
            s.place[depth] = position + 1
            s.stack[depth] = s.covers[s.cover[depth], position]
            _change(s, s.stack[depth], 1)
            depth += 1
            if depth > s.state[DEEPEST]:
                s.state[DEEPEST] = depth
                for i in range(depth):  # assigning to a slice would take seconds to compile
                    s.deepest[i] = s.stack[i]
        elif depth == 0:
            return EXHAUSTED
        else:
            depth -= 1
            _change(s, s.stack[depth], -1)
