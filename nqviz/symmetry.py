"""The symmetries of a board: permute equal sides, reverse any of them.

They form the hyperoctahedral group on a cube, 2^d d! of them; a box has those that permute sides
of one length only. Every one maps lines of attack to lines of attack, for every piece, on flat
boards and on the torus. On cell indices it is an affine map, so a whole group acts on a whole
placement by one matrix product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .board import Board, IntArray
from .errors import InputError
from .placement import Placement

Permutations: TypeAlias = npt.NDArray[np.int32]

MAX_ORDER = 2**6 * factorial(6)
"""The largest group that is listed: that of the (n,6)-board."""

MAX_TABLE = 2**26
"""The most entries in a table of index permutations: (7,5) fits."""

_BLOCK = 2**22  # images of queens held at once while a large placement is compared


@dataclass(frozen=True)
class Symmetry:
    """One symmetry: coordinate i of the image is coordinate `permutation[i]` of the cell.

    Parameters
    ----------
    board : Board
    permutation : tuple of int
        For each axis of the image the axis, from 0, that it is read from.
    reversed : tuple of bool
        For each axis of the image whether it then runs the other way.

    Raises
    ------
    InputError
        If the axes are no permutation, or trade places between sides of different length.
    """

    board: Board
    permutation: tuple[int, ...]
    reversed: tuple[bool, ...]

    def __post_init__(self) -> None:
        axes = range(self.board.d)
        if sorted(self.permutation) != list(axes) or len(self.reversed) != self.board.d:
            raise InputError(f"a symmetry of the {self.board} permutes its {self.board.d} axes")
        for axis, source in zip(axes, self.permutation, strict=True):
            if self.board.shape[axis] != self.board.shape[source]:
                raise InputError(
                    f"axes {source + 1} and {axis + 1} of the {self.board} differ in length"
                )

    def __str__(self) -> str:
        return self.name

    # Action ------------------------------------------------------------------------------

    def cells(self, cells: npt.ArrayLike) -> IntArray:
        """Map 0-based cells, shape (..., d)."""
        moved = np.asarray(cells, dtype=np.int64)[..., list(self.permutation)]
        far = np.array(self.board.shape, dtype=np.int64) - 1
        return np.where(self.reversed, far - moved, moved)

    def indices(self, indices: npt.ArrayLike) -> IntArray:
        """Map indices of cells, shape (...)."""
        return self.board.indices(self.cells(self.board.cells(indices)))

    def placement(self, placement: Placement) -> Placement:
        """Map a placement, queen by queen.

        Raises
        ------
        InputError
            If it is on a board of another shape.
        """
        _require_shape(self.board, placement)
        return Placement(placement.board, self.cells(placement.cells))

    @property
    def index_permutation(self) -> IntArray:
        """The image of every index, shape (size,)."""
        return self.indices(np.arange(self.board.size))

    # Group -------------------------------------------------------------------------------

    @property
    def is_identity(self) -> bool:
        """Whether it moves no axis."""
        return self.permutation == tuple(range(self.board.d)) and not any(self.reversed)

    def __mul__(self, other: Symmetry) -> Symmetry:
        """Compose: `other` acts first."""
        if self.board.shape != other.board.shape:
            raise InputError(f"symmetries of {self.board} and {other.board} do not compose")
        return Symmetry(
            self.board,
            tuple(other.permutation[source] for source in self.permutation),
            tuple(
                turned != other.reversed[source]
                for source, turned in zip(self.permutation, self.reversed, strict=True)
            ),
        )

    def inverse(self) -> Symmetry:
        """Give the symmetry that undoes this one."""
        back = [self.permutation.index(axis) for axis in range(self.board.d)]
        return Symmetry(self.board, tuple(back), tuple(self.reversed[axis] for axis in back))

    # Words -------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The symmetry in words, axes counted from 1: ``swap of axes 1 and 2``."""
        cycles = list(self._cycles())
        flips = [cycle[0] for cycle in cycles if len(cycle) == 1 and self.reversed[cycle[0]]]
        words = [self._cycle_name(cycle) for cycle in cycles if len(cycle) > 1]
        if flips:
            words.append(f"{'half turn in' if len(flips) == 2 else 'reversal of'} {_axes(flips)}")
        return ", ".join(words) or "identity"

    def _cycles(self) -> Iterator[list[int]]:
        """Give the cycles of axes, each in the order in which content moves: from, to, ..."""
        target = [self.permutation.index(axis) for axis in range(self.board.d)]
        seen: set[int] = set()
        for first in range(self.board.d):
            cycle = []
            axis = first
            while axis not in seen:
                seen.add(axis)
                cycle.append(axis)
                axis = target[axis]
            if cycle:
                yield cycle

    def _cycle_name(self, cycle: list[int]) -> str:
        flips = [axis for axis in cycle if self.reversed[axis]]
        if len(cycle) > 2:
            text = "cycle of axes " + " to ".join(str(axis + 1) for axis in (*cycle, cycle[0]))
            return text + (f" with reversal of {_axes(sorted(flips))}" if flips else "")
        if len(flips) == 1:
            # The positive half of one axis goes to the positive half of the axis kept.
            [start] = flips
            end = cycle[1 - cycle.index(start)]
            return f"quarter turn from axis {start + 1} to axis {end + 1}"
        return f"swap of {_axes(cycle)}" + (" with both reversed" if flips else "")


def _axes(axes: Sequence[int]) -> str:
    *others, last = (str(axis + 1) for axis in axes)
    return f"axes {', '.join(others)} and {last}" if others else f"axis {last}"


def symmetry_count(board: Board) -> int:
    """Give the order of the symmetry group: 2^d d! on cubes.

    Sides of 1 count for nothing: reversing or permuting them moves no cell.
    """
    sides = [side for side in board.shape if side > 1]
    return int(2 ** len(sides) * prod(factorial(sides.count(side)) for side in set(sides)))


def identity(board: Board) -> Symmetry:
    """Give the symmetry that moves nothing."""
    return Symmetry(board, tuple(range(board.d)), (False,) * board.d)


@lru_cache(maxsize=16)
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """List the symmetry group of a board, the identity first.

    Two of them never move all cells alike: sides of 1 are neither permuted nor reversed.

    Raises
    ------
    InputError
        If there are more than `MAX_ORDER`.
    """
    order = symmetry_count(board)
    if order > MAX_ORDER:
        raise InputError(
            f"the {board} has {order:,} symmetries; at most {MAX_ORDER:,} are listed,"
            " as many as six equal sides have"
        )
    flips = [(False, True) if side > 1 else (False,) for side in board.shape]
    return tuple(
        Symmetry(board, permutation, turned)
        for permutation in _axis_permutations(board.shape)
        for turned in product(*flips)
    )


def _axis_permutations(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Give the permutations of axes within sides of one length, sides of 1 left where they are."""
    groups = [
        [axis for axis, side in enumerate(shape) if side == length]
        for length in sorted(set(shape) - {1})
    ]
    for choice in product(*(permutations(group) for group in groups)):
        permutation = list(range(len(shape)))
        for group, images in zip(groups, choice, strict=True):
            for axis, source in zip(group, images, strict=True):
                permutation[axis] = source
        yield tuple(permutation)


@lru_cache(maxsize=16)
def _affine(board: Board) -> tuple[IntArray, IntArray]:
    """Give every symmetry as an affine map from a cell to an index.

    Returns
    -------
    factors : array of shape (order, d)
    constants : array of shape (order,)
        The index of the image of a cell x is ``constants + factors @ x``.
    """
    group = symmetries(board)
    factors = np.zeros((len(group), board.d), dtype=np.int64)
    constants = np.zeros(len(group), dtype=np.int64)
    strides = board.strides.tolist()
    for row, symmetry in enumerate(group):
        for axis, source in enumerate(symmetry.permutation):
            turned = symmetry.reversed[axis]
            factors[row, source] = -strides[axis] if turned else strides[axis]
            constants[row] += strides[axis] * (board.shape[axis] - 1) if turned else 0
    return factors, constants


def index_permutations(board: Board) -> Permutations:
    """Give the image of every index under every symmetry, shape (order, size).

    Rows follow `symmetries`; for small boards.

    Raises
    ------
    InputError
        If the table would have more than `MAX_TABLE` entries.
    """
    order = symmetry_count(board)
    if order * board.size > MAX_TABLE:
        raise InputError(
            f"{order:,} symmetries of the {board} on {board.size:,} cells make too large a table;"
            f" at most {MAX_TABLE:,} entries are possible"
        )
    factors, constants = _affine(board)
    table = np.empty((order, board.size), dtype=np.int32)
    everything = board.cells(np.arange(board.size)).T
    for row in range(order):
        table[row] = factors[row] @ everything + constants[row]
    return table


# Placements --------------------------------------------------------------------------------


def canonical(placement: Placement) -> Placement:
    """Give the image with the least sorted list of indices; two are equal within an orbit only."""
    best: IntArray | None = None
    for block in _images(placement):
        least = _least_row(block)
        if best is None or _precedes(least, best):
            best = least
    assert best is not None
    return Placement.from_indices(placement.board, best)


def stabiliser(placement: Placement) -> tuple[Symmetry, ...]:
    """List the symmetries that map a placement to itself."""
    own = np.sort(placement.indices)
    same = np.concatenate([(block == own).all(axis=1) for block in _images(placement)])
    group = symmetries(placement.board)
    return tuple(group[i] for i in np.flatnonzero(same).tolist())


def orbit(placement: Placement) -> list[Placement]:
    """List the different images of a placement, itself first."""
    distinct: dict[bytes, IntArray] = {}
    for block in _images(placement):
        for row in block:
            distinct.setdefault(row.tobytes(), row)
    return [Placement.from_indices(placement.board, row) for row in distinct.values()]


def _images(placement: Placement) -> Iterator[IntArray]:
    """Give the sorted indices of every image, in blocks of shape (some, queens)."""
    factors, constants = _affine(placement.board)
    columns = placement.board.cells(placement.indices).T
    step = max(1, _BLOCK // max(1, len(placement)))
    for start in range(0, len(factors), step):
        images = factors[start : start + step] @ columns + constants[start : start + step, None]
        images.sort(axis=1)
        yield images


def _least_row(rows: IntArray) -> IntArray:
    for column in range(rows.shape[1]):
        if len(rows) == 1:
            break
        rows = rows[rows[:, column] == rows[:, column].min()]
    least: IntArray = rows[0]
    return least


def _precedes(first: IntArray, second: IntArray) -> bool:
    different = np.flatnonzero(first != second)
    return bool(len(different)) and bool(first[different[0]] < second[different[0]])


# Cells -------------------------------------------------------------------------------------


def cell_orbits(board: Board) -> IntArray:
    """Label each cell with its orbit under the symmetry group.

    Returns
    -------
    array of shape (size,)
        For each index the orbit of its cell; orbits count from 0 in the order of their least
        index. Needs no list of the group, so it works in every dimension.
    """
    cells = board.cells(np.arange(board.size))
    np.minimum(cells, np.array(board.shape) - 1 - cells, out=cells)
    for side in set(board.shape):
        axes = [axis for axis, length in enumerate(board.shape) if length == side]
        cells[:, axes] = np.sort(cells[:, axes], axis=1)
    labels: IntArray = np.unique(board.indices(cells), return_inverse=True)[1].astype(np.int64)
    return labels


# Translations of the torus -----------------------------------------------------------------


def translate(placement: Placement, vector: Sequence[int]) -> Placement:
    """Move every queen by a vector, coordinates taken modulo the sides.

    Raises
    ------
    InputError
        If the board is flat, or the vector has another dimension.
    """
    board = placement.board
    if not board.torus:
        raise InputError(f"the {board} is flat: only a torus can be translated")
    if len(vector) != board.d:
        raise InputError(f"a translation of the {board} has {board.d} numbers, not {len(vector)}")
    return Placement(board, (placement.cells + np.array(vector, dtype=np.int64)) % board.shape)


def translations(placement: Placement) -> list[Placement]:
    """List the different translates of a placement on the torus, itself first.

    Raises
    ------
    InputError
        If the board is flat.
    """
    moved = (translate(placement, vector) for vector in np.ndindex(*placement.board.shape))
    return list(dict.fromkeys(moved))


def _require_shape(board: Board, placement: Placement) -> None:
    if placement.board.shape != board.shape:
        raise InputError(f"a symmetry of the {board} cannot move the {placement.board}")
