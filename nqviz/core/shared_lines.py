"""Which cells share a line of attack: what attacks and the validity of placements follow from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from .board import Board, IntArray
from .interruption import check_interruption
from .jit import compiled

FEW = 2**18
"""Below this product of queens and 64, or directions, keys are sorted with NumPy, without numba."""


def directions_met(board: Board, cells: IntArray) -> Iterable[int]:
    """Return the directions along which cells of the board may share a line, in order.

    With fewer cells than directions, as in many dimensions, pairs of cells are compared and only
    the directions between them are returned. Where lines wrap this is done only for tori that are
    cubes of odd side, where two cells are in line along one direction at most.
    `cells`, shape (k, d), from 0.
    """
    if len(cells) < 2:
        return ()
    turns = board.torus
    if board.has_hyperplanes:
        return _hyperplanes_met(board, cells)
    ambiguous = not board.is_flat and (not turns or not board.is_cube or board.n % 2 == 0)
    if ambiguous or board.has_leaps or len(cells) >= len(board.directions):
        return range(len(board.directions))
    powers = 3 ** np.arange(board.d)
    met: set[int] = set()
    for place, cell in enumerate(cells[1:], start=1):
        steps = cells[:place] - cell
        if turns:  # the shorter difference modulo the side
            steps = (steps + board.n // 2) % board.n - board.n // 2
        reach = np.abs(steps).max(axis=1, keepdims=True)
        straight = ((steps == 0) | (np.abs(steps) == reach)).all(axis=1)
        met.update(np.abs(np.sign(steps[straight]) @ powers).tolist())
    # A direction and its opposite have the same number; different directions have different ones.
    numbers = np.abs(board.directions @ powers)
    directions: list[int] = np.flatnonzero(np.isin(numbers, list(met))).tolist()
    return directions


def _hyperplanes_met(board: Board, cells: IntArray) -> Iterator[int]:
    """Yield the directions along which cells of the board share a hyperplane, in order."""
    block = max(1, 2**20 // len(cells))
    for start in range(0, len(board.directions), block):
        check_interruption()
        keys = np.sort(board.directions[start : start + block] @ cells.T % board.n, axis=1)
        met = (keys[:, 1:] == keys[:, :-1]).any(axis=1)
        yield from (start + np.flatnonzero(met)).tolist()


def sharing(keys: IntArray) -> Iterator[list[int]]:
    """Yield the groups of two or more positions with equal keys; `keys`, shape (k,)."""
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    lengths = np.diff(starts, append=len(keys))
    for group in np.flatnonzero(lengths > 1).tolist():  # few, where there are millions of queens
        yield order[starts[group] : starts[group] + lengths[group]].tolist()


def has_equal(values: IntArray) -> bool:
    """Return whether a value occurs twice; `values`, shape (k,)."""
    ordered = np.sort(values)
    return bool((ordered[1:] == ordered[:-1]).any())


def has_shared_line(board: Board, cells: IntArray, indices: IntArray, direction: int) -> bool:
    """Return whether two cells are on one line of a direction.

    `cells`, shape (k, d), and `indices`, shape (k,): different cells of the board.
    `direction`: a row of `Board.directions`.
    """
    few = len(cells) * max(64, len(board.directions)) < max(board.size, FEW)
    if board.wraps or board.stops or board.has_leaps or few:
        return has_equal(board.line_keys(cells, direction))
    # With many queens, marking the used lines is much faster than sorting their keys.
    return _shares_line(
        cells,
        indices,
        np.array(board.shape, dtype=np.int64),
        board.directions[direction],
        int(board.direction_steps[direction]),
        np.zeros(board.size // 64 + 1, dtype=np.uint64),
    )


@compiled
def _shares_line(
    cells: IntArray,
    indices: IntArray,
    shape: IntArray,
    direction: IntArray,
    step: int,
    used: npt.NDArray[np.uint64],
) -> bool:
    """Return whether two of the cells are on one line of a direction of a flat board.

    The first cell of each line is marked in the bits of `used`, initially 0. `step` is the index
    step of the direction.
    """
    one = np.uint64(1)
    far = shape.max()
    for queen in range(len(cells)):
        back = far
        for axis in range(len(shape)):
            if direction[axis] > 0:
                back = min(back, cells[queen, axis])
            elif direction[axis] < 0:
                back = min(back, shape[axis] - 1 - cells[queen, axis])
        first = indices[queen] - back * step
        bit = one << np.uint64(first & 63)
        if used[first >> 6] & bit:
            return True
        used[first >> 6] |= bit
    return False
