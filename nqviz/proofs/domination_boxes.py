"""Boxes: the cases of a proof by the outermost empty lines of a flat board, for the checker.

With fewer queens than rows and columns some column and some row are empty. Every dominating set
belongs to one box: the first and the last empty column, and the first and the last empty row. Its
queens avoid these lines, and every column and row outside the box holds one. Boxes that a symmetry
of the board maps to each other are alike, so that one of them is searched.

The sums may be any sets of demands; k queens have to meet all of each. Those of Spencer are tight:
of the cells of two empty lines in a strip across them, as wide as the lines are apart, and twice
each line beside the strip, a queen meets no more than four; see `square_closes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import numpy as np

from nqviz.core.board import Board, IntArray

from .claim import Mask
from .domination_search import DominationSearch

Pair = tuple[int, int]


def boxes_cover(board: Board, queens: int) -> bool:
    """Return whether sets of so many queens leave a row and a column of a plain board empty."""
    is_plain = board.d == 2 and not (board.wraps or board.blocked)
    return is_plain and board.piece == "queen" and queens < min(board.shape)


def box_searches(
    board: Board, dominates: Mask, queens: int, independent: bool
) -> Iterator[DominationSearch]:
    """Yield the searches that together look for so many queens that dominate a board.

    `dominates`, shape (size, size): which cells each cell dominates.
    """
    x, y = np.unravel_index(np.arange(board.size), board.shape)
    # Demands: each cell, then each column twice, then each row twice.
    m, n = board.shape
    meets = np.hstack([dominates, x[:, None] == _lines(m), y[:, None] == _lines(n)])
    for columns, rows in _boxes(board.shape):
        outside = [_beyond(columns, m), _beyond(rows, n)]
        if max(mask.sum() // 2 for mask in outside) > queens:
            continue  # more lines need a queen than there are queens
        open_ = np.concatenate([np.ones(board.size, np.bool_), *outside])
        allowed = ~(np.isin(x, columns) | np.isin(y, rows))
        sums = [
            np.concatenate([np.isin(x, columns) & _in(strip, y), outside[0] & False, beside])
            for strip, beside in _strips(columns, rows, n)
        ]
        sums += [
            np.concatenate([np.isin(y, rows) & _in(strip, x), beside, outside[1] & False])
            for strip, beside in _strips(rows, columns, m)
        ]
        sums.append(np.arange(len(open_)) < board.size)
        yield DominationSearch(meets, open_, allowed, queens, independent, np.array(sums))


def _boxes(shape: tuple[int, ...]) -> Iterator[tuple[Pair, Pair]]:
    """Yield a box of each orbit under reflections and, on a square, the exchange of the axes."""
    seen: set[tuple[Pair, Pair]] = set()
    sides = [list(combinations_with_replacement(range(side), 2)) for side in shape]
    for columns, rows in product(*sides):
        if (columns, rows) in seen:
            continue
        yield columns, rows
        for p, q in product(_mirrored(columns, shape[0]), _mirrored(rows, shape[1])):
            seen.add((p, q))
            if shape[0] == shape[1]:
                seen.add((q, p))


def _mirrored(pair: Pair, side: int) -> tuple[Pair, Pair]:
    return pair, (side - 1 - pair[1], side - 1 - pair[0])


def _beyond(pair: Pair, side: int) -> Mask:
    """Return the lines of a side that are not between two, those included; each twice."""
    return ~_in(pair, _lines(side))


def _lines(side: int) -> IntArray:
    return np.repeat(np.arange(side), 2)


def _in(pair: Pair, at: IntArray) -> Mask:
    return np.asarray((pair[0] <= at) & (at <= pair[1]), dtype=np.bool_)


def _strips(empty: Pair, across: Pair, side: int) -> Iterator[tuple[Pair, Mask]]:
    """Yield the strips across two empty lines, with what is beside them.

    A strip holds the empty lines that cross, or all of them but the first or the last.
    """
    width = min(empty[1] - empty[0], side)
    for first in range(side - width + 1):
        strip = (first, first + width - 1)
        left_out = (across[0] < first) + (across[1] > strip[1])
        if left_out == 0 or (left_out == 1 and width == across[1] - across[0]):
            yield strip, _beyond(strip, side)
