"""Which translations keep a placement, or map a few of its queens into another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement

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


def kept_shifts(placement: Placement) -> IntArray:
    """Return the translations that map a placement to itself, shape (t, d), int64.

    They form a group, so the sums of a new one with those found before belong to it, too.
    """
    board = placement.board
    board.require_open("translations of placements")
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
