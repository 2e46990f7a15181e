"""Which translations keep a placement, or map it to another; blocked cells to blocked cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement

Move: TypeAlias = tuple[Placement, Placement, npt.NDArray[np.bool_]]
"""A placement, the one of as many queens that it is to be mapped to, and the `mask` of that."""

_SAMPLE = 32  # queens that are tested first: few symmetries pass by chance
_BLOCK = 2**15  # translations that are tested together


def parts(placement: Placement) -> tuple[IntArray, IntArray]:
    """Return the cells of a few queens, tested first, and of the others, shapes (k, d)."""
    return placement.cells[:_SAMPLE], placement.cells[_SAMPLE:]


def mask(placement: Placement) -> npt.NDArray[np.bool_]:
    """Return whether each cell has a queen, shape (size,)."""
    mask = np.zeros(placement.board.size, dtype=np.bool_)
    mask[placement.indices] = True
    return mask


def fits(cells: IntArray, board: Board, target: npt.NDArray[np.bool_]) -> bool:
    """Return whether all cells belong to a target, shape (size,)."""
    return bool(target[board.indices(cells)].all())


def promising_shifts(
    few: IntArray, second: Placement, target: npt.NDArray[np.bool_]
) -> Iterator[IntArray]:
    """Yield the translations that map a few cells into a placement, 0 first, shape (d,) each.

    `few`, shape (k, d); `target`, shape (size,): the cells of the placement.
    """
    board = second.board
    shifts = (second.cells - few[0]) % board.shape
    fixed = np.delete(np.arange(board.d), board.shift_axes)
    shifts = shifts[(shifts[:, fixed] == 0).all(axis=1)]
    shifts = shifts[np.lexsort(shifts.T[::-1])]
    for start in range(0, len(shifts), _BLOCK):
        block = shifts[start : start + _BLOCK]
        yield from block[target[board.indices((block[:, None] + few) % board.shape)].all(axis=1)]


def moves_between(first: Placement, second: Placement) -> list[Move]:
    """Return what a symmetry maps that maps one placement to another: queens, and blocked cells.

    `first`, `second`: placements of as many queens on one board. Empty ones are left out.
    """
    moves = [(first, second)] if len(first) else []
    if first.board.blocked:
        cells = blocked_placement(first.board)
        moves.append((cells, cells))
    return [(one, other, mask(other)) for one, other in moves]


def blocked_placement(board: Board) -> Placement:
    """Return the blocked cells as a placement on the board without them."""
    return Placement.from_indices(board.without_blocked(), board.blocked)


def first_shift(turned: Callable[[IntArray], IntArray], moves: Sequence[Move]) -> IntArray | None:
    """Return a translation that, after a map of cells, does some moves, shape (d,); None without.

    `moves`: one or more; the first of them proposes the translations.
    """
    (first, second, target), *rest = moves
    board = second.board
    few, others = map(turned, parts(first))
    for shift in promising_shifts(few, second, target):
        if fits((others + shift) % board.shape, board, target) and all(
            fits((turned(one.cells) + shift) % board.shape, board, cells) for one, _, cells in rest
        ):
            return shift
    return None


def board_shifts(board: Board) -> IntArray:
    """Return the translations of a board that keep its blocked cells, shape (t, d), 0 first."""
    return kept_shifts(blocked_placement(board)) if board.blocked else board.shifts


def kept_shifts(placement: Placement) -> IntArray:
    """Return the translations that map a placement to itself, shape (t, d), int64, 0 first.

    They keep the blocked cells, too. They form a group, so the sums of a new one with those found
    before belong to it.
    """
    board = placement.board
    if board.blocked:
        shifts = board_shifts(board)
        held = mask(placement)
        moved = ((placement.cells + shift) % board.shape for shift in shifts)
        return shifts[[fits(cells, board, held) for cells in moved]]
    if not len(placement):
        return board.shifts
    target = mask(placement)
    few, others = parts(placement)
    group = np.zeros((1, board.d), dtype=np.int64)
    known = np.zeros(board.size, dtype=np.bool_)
    known[0] = True
    for shift in promising_shifts(few, placement, target):
        if known[board.indices(shift)] or not fits((others + shift) % board.shape, board, target):
            continue
        cosets, multiple = [group], shift
        while not known[board.indices(multiple)]:
            cosets.append((group + multiple) % board.shape)
            multiple = (multiple + shift) % board.shape
        group = np.concatenate(cosets)
        known[board.indices(group)] = True
    return group


def queen_classes(placement: Placement, shifts: IntArray) -> list[int]:
    """Return one queen of each orbit under the translations that keep the placement.

    `shifts`, shape (k, d): these translations, the result of `kept_shifts`.
    """
    board = placement.board
    seen = np.zeros(board.size, dtype=np.bool_)
    origins = []
    for queen, cell in enumerate(placement.cells):
        if not seen[board.indices(cell)]:
            origins.append(queen)
            seen[board.indices((cell + shifts) % board.shape)] = True
    return origins
