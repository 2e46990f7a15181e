"""Attacked cells by sweeps over the layers of a board, where there are many queens."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .board import IntArray
from .interruption import check_interruption
from .placement import Placement

Mask = npt.NDArray[np.bool_]

PAIRS = 16
"""Cells that a sweep visits in the time in which the lines of a queen add to one cell."""


def is_quicker(placement: Placement) -> bool:
    """Return whether `free_count` takes less time than to add up the lines of all queens."""
    board = placement.board
    lines = len(placement) * max(board.shape)
    return board.is_flat and not board.has_leaps and lines > board.size // PAIRS


def free_count(placement: Placement) -> int:
    """Return the number of cells of a flat board that are not attacked, occupied or blocked.

    For each direction of attack the layers of the board are visited one after the other, both
    ways: a cell is attacked if the cell before it holds a queen, or is attacked along the
    direction. Time and memory do not depend on the number of queens.
    """
    board = placement.board
    occupied: Mask = np.zeros(board.shape, dtype=np.bool_)
    occupied[tuple(board.cells(placement.indices).T)] = True
    taken = occupied.copy()
    if board.blocked:
        taken[tuple(board.cells(np.array(board.blocked)).T)] = True
    closed = board.is_blocked.reshape(board.shape) if board.stops else None
    for direction in board.directions:
        check_interruption()
        _sweep(occupied, taken, direction, closed)
        _sweep(occupied, taken, -direction, closed)
    return board.size - int(np.count_nonzero(taken))


def _sweep(occupied: Mask, taken: Mask, direction: IntArray, closed: Mask | None) -> None:
    """Mark the cells that queens attack along a direction, one way, up to the `closed` cells."""
    axis = int(np.flatnonzero(direction)[0])
    steps = np.delete(direction, axis).tolist()
    there = tuple(slice(max(step, 0), step if step < 0 else None) for step in steps)
    back = tuple(slice(max(-step, 0), -step if step > 0 else None) for step in steps)
    turn = slice(None, None, -1 if direction[axis] < 0 else 1)
    layers, marks = (np.moveaxis(each, axis, 0)[turn] for each in (occupied, taken))
    walls = None if closed is None else np.moveaxis(closed, axis, 0)[turn]
    reached = np.zeros_like(layers[0])
    for place in range(1, len(layers)):
        before = reached | layers[place - 1]
        reached[...] = False
        reached[there] = before[back]
        if walls is not None:
            reached &= ~walls[place]
        marks[place] |= reached
