"""Attack counts, updated as queens are placed and removed.

A queen changes the counts on its own lines only: placing one on the (101,3)-board, a million
cells, changes (3^d - 1)/2 lines of at most a hundred cells each.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .board import Board, IntArray
from .cached import cached_property
from .chains import cycle_lengths
from .errors import InputError
from .hyperplanes import shared_hyperplanes
from .interruption import check_interruption
from .jit import compiled
from .placement import Placement

SMALL = 2**18
"""Up to this product of cells and directions all counts are computed with NumPy, without numba."""

BLOCK = 2**21
"""Cells whose lines are found at once: a few hundred megabytes in 12 dimensions."""

FEW_ATTACKED = 300
"""The pairs of up to so many attacked queens are compared at once instead of line by line."""
MANY_DIRECTIONS = 500
"""With more directions than this, and than queens, pairs of queens are compared, not lines; the
cells that a queen attacks are then found step by step, not line by line."""


class AttackCounts:
    """The number of attack lines of queens through each cell of a board.

    Attributes
    ----------
    counts : array of shape (size,), int32
        For each cell the number of pairs (queen, line through both); a queen's own cell counts
        once, and a blocked cell once more. 0 means free; more than 1 on a queen's cell means that
        it is attacked.
    occupied : array of shape (size,), bool
        True on the cells of queens.
    queens, free, conflicts : int
        The number of queens, of free cells, and of pairs of queens that attack each other.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.counts: npt.NDArray[np.int32] = np.zeros(board.size, dtype=np.int32)
        self.occupied: npt.NDArray[np.bool_] = np.zeros(board.size, dtype=np.bool_)
        self.queens = 0
        self.free = board.open_count
        self.conflicts = 0
        if board.blocked:
            self.counts[board.is_blocked] = 1
        self._shape = np.array(board.shape, dtype=np.int64)
        lengths = cycle_lengths(board.directions, board.shape) if board.torus else ()
        self._lengths = np.array(lengths, dtype=np.int64)
        # Kernels follow the whole lines of flat boards and of tori; other lines are listed.
        is_plain = board.is_flat or board.torus
        self._listed = board.stops or board.has_leaps or not is_plain

    @classmethod
    def of(cls, placement: Placement) -> AttackCounts:
        """Return the counts of a placement, computed at once, faster than queen by queen.

        Raises InputError if a queen is off the board or on a blocked cell.
        """
        board = placement.board
        counts = cls(board)
        queens = np.unique(placement.indices)
        if board.blocked and board.is_blocked[queens].any():
            raise InputError(placement.flaws(1)[0].message)
        many = len(queens) * board.n >= board.size
        if board.has_hyperplanes:
            many = len(queens) > len(board.directions)
        if board.size * len(board.directions) > SMALL and not many:
            for index in queens.tolist():
                check_interruption()
                counts.place(index)
            return counts
        counts._count_all(queens)
        return counts

    def _count_all(self, queens: IntArray) -> None:
        board = self.board
        cells = board.cells(queens)
        first = board.cells(np.arange(min(board.size, BLOCK)))
        for direction in range(len(board.directions)):
            check_interruption()
            through = np.zeros(board.size, dtype=np.int32)
            np.add.at(through, board.line_keys(cells, direction), 1)
            for start in range(0, board.size, BLOCK):
                stop = min(start + BLOCK, board.size)
                part = board.cells(np.arange(start, stop)) if start else first
                self.counts[start:stop] += through[board.line_keys(part, direction)]
        self.counts[queens] -= len(board.directions) - 1
        self.occupied[queens] = True
        self.queens = len(queens)
        self.free = int(np.count_nonzero(self.counts == 0))
        if board.wraps:
            attacked = queens[self.counts[queens] > 1]
            self.conflicts = sum(len(self.attackers(q)) for q in attacked.tolist()) // 2
        else:
            self.conflicts = int((self.counts[queens] - 1).sum()) // 2

    def place(self, index: int) -> None:
        """Place a queen on an empty cell.

        Raises ValueError if the cell holds a queen already, or is blocked.
        """
        if self.occupied[index]:
            raise ValueError(f"cell {index} holds a queen already")
        if self.board.blocked and self.board.is_blocked[index]:
            raise ValueError(f"cell {index} is blocked")
        self.conflicts += self._attacker_count(index)
        self.free -= self._change(index, 1)
        self.occupied[index] = True
        self.queens += 1

    def remove(self, index: int) -> None:
        """Remove the queen on a cell; raise ValueError if it holds no queen."""
        if not self.occupied[index]:
            raise ValueError(f"cell {index} holds no queen")
        self.free += self._change(index, -1)
        self.occupied[index] = False
        self.queens -= 1
        self.conflicts -= self._attacker_count(index)

    def _change(self, index: int, by: int) -> int:
        """Add to the counts of the lines through a cell; return how many changed from or to 0."""
        board = self.board
        if not board.has_hyperplanes and not self._listed:
            if board.is_flat and len(board.directions) > MANY_DIRECTIONS and self._goes_all_ways:
                cells = _attacked(board, index)
                counts = self.counts[cells]
                self.counts[cells] = counts + by
                return int(np.count_nonzero(counts == (0 if by > 0 else 1)))
            cell = np.array(board.cell(index), dtype=np.int64)
            return _add_lines(
                self.counts, index, cell, self._shape, board.directions, self._lengths, by
            )
        before = self.counts == 0
        if board.has_hyperplanes:
            shared = self._shared
            for axis, coordinate in enumerate(board.cell(index)):
                shared = np.roll(shared, coordinate, axis) if coordinate else shared
            self.counts += by * shared.ravel()
        else:
            for line in board.lines_through(index):
                self.counts[line] += by
        self.counts[index] -= by * (len(board.directions) - 1)
        return int(np.count_nonzero(before != (self.counts == 0)))

    @cached_property
    def _shared(self) -> npt.NDArray[np.int32]:
        """How many hyperplanes contain both the first cell and each cell, shape of the board."""
        return shared_hyperplanes(self.board.n, self.board.d)

    def _attacker_count(self, index: int) -> int:
        """Return the number of queens that attack a cell without a queen."""
        count = int(self.counts[index])
        if count and self.board.wraps:  # lines that wrap may meet twice
            return len(self.attackers(index))
        return count

    def attackers(self, index: int) -> list[int]:
        """Return the indices of the other queens that attack a cell, each once, increasing."""
        board = self.board
        if board.has_hyperplanes:
            queens = np.flatnonzero(self.occupied)
            away = (board.cells(queens) - board.cell(index)) % board.n
            found = queens[(self._shared[tuple(away.T)] > 0) & (queens != index)]
            return [int(queen) for queen in found]
        if self._listed:
            in_line = np.zeros(board.size, dtype=np.bool_)
            for line in board.lines_through(index):
                in_line[line] = True
            in_line[index] = False
            return [int(queen) for queen in np.flatnonzero(in_line & self.occupied)]
        if board.is_flat and len(board.directions) > max(MANY_DIRECTIONS, self.queens):
            queens = np.flatnonzero(self.occupied)
            return [int(queen) for queen in queens[self._in_line(np.array([index]), queens)]]
        found = np.empty(self.counts[index], dtype=np.int64)
        cell = np.array(board.cell(index), dtype=np.int64)
        count = _find_queens(
            self.occupied, index, cell, self._shape, board.directions, self._lengths, found
        )
        return sorted(set(found[:count].tolist()))

    def _in_line(self, cells: IntArray, others: IntArray) -> npt.NDArray[np.bool_]:
        """Return which of k cells share a line with one cell, or each with its own, shape (k,).

        Only for boards that are no torus, without blocked cells and leaps.
        """
        steps = np.abs(self.board.cells(others) - self.board.cells(cells))
        reach = steps.max(axis=1, keepdims=True)
        orders = np.count_nonzero(steps, axis=1)
        straight = ((steps == 0) | (steps == reach)).all(axis=1)
        return np.asarray(straight & self._has_class[orders])

    @cached_property
    def _has_class(self) -> npt.NDArray[np.bool_]:
        """Whether the piece attacks along directions of each class, shape (d + 1,), bool."""
        known = np.zeros(self.board.d + 1, dtype=np.bool_)
        known[self.board.direction_classes] = True
        return known

    @cached_property
    def _goes_all_ways(self) -> bool:
        return bool(self._has_class[1:].all())

    def conflict_pairs(self, limit: int) -> list[tuple[int, int]]:
        """Return at most `limit` pairs of cells of attacking queens, the lower index first."""
        pairs: list[tuple[int, int]] = []
        if not self.conflicts:
            return pairs
        queens = np.flatnonzero(self.occupied)
        attacked = queens[self.counts[queens] > 1]
        board = self.board
        is_special = board.stops or board.has_leaps or board.has_hyperplanes
        if board.is_flat and not is_special and len(attacked) <= FEW_ATTACKED:
            first, second = np.triu_indices(len(attacked), 1)
            in_line = self._in_line(attacked[first], attacked[second])
            ends = attacked[first[in_line]].tolist(), attacked[second[in_line]].tolist()
            return list(zip(*ends, strict=True))[:limit]
        for index in attacked.tolist():
            pairs += ((index, other) for other in self.attackers(index) if other > index)
            if len(pairs) >= limit:
                break
        return pairs[:limit]

    def free_cells(self) -> IntArray:
        """Return the indices of the cells that no queen attacks or occupies, shape (k,), int64."""
        return np.flatnonzero(self.counts == 0)


def _attacked(board: Board, index: int) -> IntArray:
    """Return a cell of a flat board and those that a queen attacks from it, each once, shape (k,).

    Those at one distance are the sums of a move along each axis, or of none: with many directions
    they are found in a third of the time that the lines take.
    """
    found = [np.array([index])]
    strides = np.cumprod((1, *board.shape[:0:-1]))[::-1].tolist()
    for step in range(1, max(board.shape)):
        cells = found[0]
        for value, side, stride in zip(board.cell(index), board.shape, strides, strict=True):
            ways = [step * stride] * (value + step < side) + [-step * stride] * (value >= step)
            cells = np.concatenate([cells, *(cells + way for way in ways)])
        found.append(cells[1:])
    return np.concatenate(found)


@compiled
def _add_lines(
    counts: npt.NDArray[np.int32],
    index: int,
    cell: IntArray,
    shape: IntArray,
    directions: IntArray,
    lengths: IntArray,
    by: int,
) -> int:
    """Add `by` (1 or -1) to every cell in line with one cell, and once to the cell itself.

    `lengths` holds the number of cells of a line of each direction on a torus, and is empty on a
    flat board. Return the number of cells whose count changed from 0 or to 0.
    """
    before = counts[index]
    counts[index] = before + by
    edge = 0 if by > 0 else 1  # the count before the change that makes a difference
    changed = 1 if before == edge else 0
    for k in range(len(directions)):
        if len(lengths):
            changed += _add_cycle(counts, cell, shape, directions[k], lengths[k], by)
            continue
        start, stop, step = _line(index, cell, shape, directions[k])
        for position in range(start, stop, step):
            if position != index:
                count = counts[position]
                counts[position] = count + by
                changed += count == edge
    return changed


@compiled
def _line(index: int, cell: IntArray, shape: IntArray, direction: IntArray) -> tuple[int, int, int]:
    """Return start, stop and step of the line of one direction through a cell of a flat board."""
    back = onward = shape.max()
    step = 0
    for axis in range(len(shape)):
        entry = direction[axis]
        step = step * shape[axis] + entry
        if entry:
            down, up = cell[axis], shape[axis] - 1 - cell[axis]
            back = min(back, down if entry > 0 else up)
            onward = min(onward, up if entry > 0 else down)
    return index - back * step, index + onward * step + 1, step


@compiled
def _add_cycle(
    counts: npt.NDArray[np.int32],
    cell: IntArray,
    shape: IntArray,
    direction: IntArray,
    length: int,
    by: int,
) -> int:
    """Do as `_add_lines` does, along one line of a torus, without the cell itself."""
    edge = 0 if by > 0 else 1
    changed = 0
    here = cell.copy()
    for _ in range(length - 1):
        position = _advance(here, shape, direction)
        count = counts[position]
        counts[position] = count + by
        changed += count == edge
    return changed


@compiled
def _advance(here: IntArray, shape: IntArray, direction: IntArray) -> int:
    """Move a cell of a torus one step along its line in place; return its index."""
    position = 0
    for axis in range(len(shape)):
        value = here[axis] + direction[axis]
        if value == shape[axis]:
            value = 0
        elif value < 0:
            value = shape[axis] - 1
        here[axis] = value
        position = position * shape[axis] + value
    return position


@compiled
def _find_queens(
    occupied: npt.NDArray[np.bool_],
    index: int,
    cell: IntArray,
    shape: IntArray,
    directions: IntArray,
    lengths: IntArray,
    found: IntArray,
) -> int:
    """Write the other queens in line with a cell into `found`; return how many were written.

    A queen that shares several lines with the cell is written once for each of them.
    """
    count = 0
    here = cell.copy()
    for k in range(len(directions)):
        if len(lengths):
            here[:] = cell
            for _ in range(lengths[k] - 1):
                position = _advance(here, shape, directions[k])
                if occupied[position] and count < len(found):
                    found[count] = position
                    count += 1
            continue
        start, stop, step = _line(index, cell, shape, directions[k])
        for position in range(start, stop, step):
            if occupied[position] and position != index and count < len(found):
                found[count] = position
                count += 1
    return count
