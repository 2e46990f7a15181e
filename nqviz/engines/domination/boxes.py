"""The split of a search for dominating sets on flat boards by the outermost lines without a queen.

Fewer queens than a board has rows and columns leave a column and a row empty. Let a and b be the
outermost empty columns, and c and d the outermost empty rows: the *box*. No queen is on these four
lines, and each column before a or after b and each row before c or after d holds one.

So tight is this that few boxes are searched for long. Take b - a neighbouring rows, the empty ones
among them. Of their cells in the columns a and b a queen in one of these rows dominates at most 4,
two by its row and one on each diagonal, and another queen at most 2. Count a queen in each other
row twice: then each queen counts at most 4, and k of them at most 4 k. It is the proof of Spencer's
bound (n - 1) / 2, see `nqviz.proofs.domination.square_closes`, as a sum that the search can use.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board

Mask = npt.NDArray[np.bool_]

Box = tuple[int, int, int, int]
"""The outermost empty lines of the first axis, and of the second."""


def has_boxes(board: Board, most: int) -> bool:
    """Return whether sets of `most` queens are split by the boxes of a board."""
    is_plain = board.d == 2 and not (board.wraps or board.blocked)
    return is_plain and board.piece == "queen" and most < min(board.shape)


def line_demands(board: Board) -> Mask:
    """Return on which lines of the two axes each cell is, each line twice in a row.

    Shape (size, 2 (m + n)); no columns where a board has no boxes at all.
    """
    cells = board.cells(np.arange(board.size))
    if not has_boxes(board, 0):
        return np.zeros((board.size, 0), np.bool_)
    sides = enumerate(board.shape)
    return np.hstack([cells[:, i, None] == np.arange(side).repeat(2) for i, side in sides])


def boxes(board: Board, most: int) -> Iterator[Box]:
    """Yield a box of each orbit under symmetries with at most `most` lines beside it an axis."""
    m, n = board.shape
    for a, b in _outermost(m, most):
        for c, d in _outermost(n, most):
            firsts = {(a, b), (m - 1 - b, m - 1 - a)}
            seconds = {(c, d), (n - 1 - d, n - 1 - c)}
            images = {(*first, *second) for first in firsts for second in seconds}
            if m == n:
                images |= {(*second, *first) for first in firsts for second in seconds}
            if (a, b, c, d) == min(images):
                yield a, b, c, d


def _outermost(side: int, most: int) -> Iterator[tuple[int, int]]:
    for low in range(side):
        for high in range(low, side):
            if side - 1 - (high - low) <= most:
                yield low, high


def box_start(board: Board, box: Box) -> tuple[Mask, Mask, Mask]:
    """Return what a box leaves: the cells that may be taken, the lines that need a queen, the sums.

    Returns
    -------
    allowed : Mask, shape (size,)
    lines : Mask, shape (2 (m + n),), as of `line_demands`
    counted : Mask, shape (sums, size + 2 (m + n))
        Of the demands in each set no queen meets more than 4.
    """
    cells = board.cells(np.arange(board.size))
    allowed = ~(np.isin(cells[:, 0], box[:2]) | np.isin(cells[:, 1], box[2:]))
    lines = [_outside(side, *box[2 * axis : 2 * axis + 2]) for axis, side in enumerate(board.shape)]
    sums = []
    for axis, other in ((0, 1), (1, 0)):
        empty, (low, high) = box[2 * axis : 2 * axis + 2], box[2 * other : 2 * other + 2]
        for first, last in _windows(low, high, empty[1] - empty[0], board.shape[other]):
            on = np.isin(cells[:, axis], empty)
            at = cells[:, other]
            none = np.zeros_like(lines[axis])
            more = [none, none]
            more[other] = _outside(board.shape[other], first, last)
            sums.append(np.concatenate([on & (first <= at) & (at <= last), *more]))
    width = board.size + sum(map(len, lines))
    return allowed, np.concatenate(lines), np.array(sums, np.bool_).reshape(-1, width)


def _outside(side: int, low: int, high: int) -> Mask:
    """Return which lines of a side are before `low` or after `high`, each twice."""
    lines = np.arange(side).repeat(2)
    return (lines < low) | (lines > high)


def _windows(low: int, high: int, length: int, side: int) -> Iterator[tuple[int, int]]:
    """Yield the first and last of `length` neighbouring lines with all empty ones but one."""
    if length >= side:
        yield 0, side - 1
    elif length == high - low:
        yield from ((low, high - 1), (low + 1, high))
    else:
        for first in range(max(0, high - length + 1), min(low, side - length) + 1):
            yield first, first + length - 1
