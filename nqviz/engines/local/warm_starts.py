"""Where local search starts from: parts of constructed placements.

Any part of a placement on a cube that fits on a board is a placement there: a window of a large
cube, or a small cube somewhere on the board. Regular solutions give many: their coefficients and
their shift are free, and only a part of them need be kept. Where those are too large, other linear
sets remain, of which the best window is known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TypeAlias

import numpy as np

from nqviz.constructions import best_cut, classical, coefficient_classes, has_regular
from nqviz.constructions.linear import linear_cells
from nqviz.constructions.witnesses import constructed
from nqviz.core.board import Board, IntArray

Draw: TypeAlias = Callable[[np.random.Generator], IntArray]

MOST_DIMENSIONS = 5
"""Beyond it regular solutions are much larger than the boards that are searched; from there on the
best window of a linear set is a start."""
MOST_CLASSES = 64
"""How many classes of coefficients are drawn from."""
LEFT_OUT = 2
"""How many layers of a regular solution are left out at most, beside those that do not fit."""


def starts(board: Board) -> list[Draw]:
    """Return functions that draw the cells of a placement on a board, shape (k,), at random."""
    n, d = board.n, board.d
    found: list[Draw] = []
    if board.piece == "rook" and not board.twist:
        cells = board.cells(np.arange(board.size))
        rooks = board.indices(cells[cells.sum(axis=1) % n == 0])
        found.append(lambda _chance: rooks)
    window = (
        constructed(board, 1)
        if d >= MOST_DIMENSIONS and board.piece == "queen" and board.is_flat
        else None
    )
    if window is not None:
        indices = window.indices
        found.append(lambda _chance: indices)
    if not 2 <= d <= MOST_DIMENSIONS or min(board.shape) < 3:
        return found
    if board.wraps:
        if board.is_cube and not board.twist and has_regular(n, d):
            found.append(partial(_draw_linear, board, n, 0))
        return found
    if d == 2 and n >= 4:
        found.append(partial(_put_anywhere, board, classical(n).cells, n))
    found += (
        partial(_put_anywhere, board, best_cut(side, d).placement.cells, side)
        for side in {n, n - 1}
    )
    larger = next(outer for outer in count(n) if has_regular(outer, d))
    found += (
        partial(_draw_linear, board, outer, LEFT_OUT)
        for outer in (*range(max(2, n - LEFT_OUT), n), larger)
        if has_regular(outer, d)
    )
    return found


def _draw_linear(board: Board, outer: int, left_out: int, rng: np.random.Generator) -> IntArray:
    """Draw a part of a regular solution of the cube with side `outer`."""
    rows = coefficient_classes(outer, board.d, MOST_CLASSES)
    side = max(1, min(outer, board.n) - int(rng.integers(left_out + 1)))
    row = tuple(rows[rng.integers(len(rows))].tolist())
    cells = linear_cells(outer, row, int(rng.integers(outer)), side)
    return _put_anywhere(board, cells, side, rng)


def _put_anywhere(board: Board, cells: IntArray, side: int, rng: np.random.Generator) -> IntArray:
    """Turn the cells of a cube at random, put it somewhere on or over the board, and cut it."""
    cells = cells[:, rng.permutation(board.d)]
    cells = np.where(rng.random(board.d) < 0.5, cells, side - 1 - cells)
    room = np.array(board.shape) - side
    cells = cells + np.sign(room) * rng.integers(np.abs(room) + 1)
    return board.indices(cells[board.contains(cells)])
