"""The symmetries of a board: permute equal sides, reverse any of them; translate where it wraps.

Without translations they form the hyperoctahedral group on a cube, of order 2^d d!; on a box only
sides of the same length are permuted, and an axis that wraps with one that wraps. Every symmetry
maps lines of attack to lines of attack, for every piece. On cell indices it is an affine map, so
one matrix product applies a whole group to a whole placement. Tori and cylinders are translated
along the axes that wrap; Moebius strips, whose translations are no such maps, are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, permutations, product
from math import factorial, prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .english_name import english_name
from .labelling import blocked_labelling, torus_count
from .translates import board_shifts, first_shift, moves_between

Permutations: TypeAlias = npt.NDArray[np.int32]

MAX_ORDER = 2**6 * factorial(6)
"""The largest order of a group that is listed: that of the (n,6)-board."""

MAX_TABLE = 2**26
"""The largest number of entries of a table of index permutations: the (7,5)-board is possible."""


@dataclass(frozen=True)
class Symmetry:
    """One symmetry: coordinate i of the image is coordinate `permutation[i]` of the cell.

    Axes are permuted first, then some are reversed, then the board is translated.

    Raises InputError if the axes are not a permutation, sides of different length or an axis that
    wraps and one that does not are permuted, or the board is translated along an axis that does not
    wrap.
    """

    board: Board
    permutation: tuple[int, ...]
    """For each axis of the image the axis of the cell, from 0."""
    reversed: tuple[bool, ...]
    """For each axis of the image whether it is then reversed."""
    shift: tuple[int, ...] = ()
    """For each axis of the image the translation modulo the side; 0 without it."""

    def __post_init__(self) -> None:
        self._check_axes()
        shift = self.shift or (0,) * self.board.d
        if len(shift) != self.board.d:
            raise InputError(
                f"a translation of the {self.board} has {self.board.d} numbers, not {len(shift)}"
            )
        check_shift(self.board, shift)
        whole = tuple(x % side for x, side in zip(shift, self.board.shape, strict=True))
        object.__setattr__(self, "shift", whole)

    def _check_axes(self) -> None:
        axes = range(self.board.d)
        if sorted(self.permutation) != list(axes) or len(self.reversed) != self.board.d:
            raise InputError(f"a symmetry of the {self.board} permutes its {self.board.d} axes")
        for axis, source in zip(axes, self.permutation, strict=True):
            if self.board.shape[axis] != self.board.shape[source]:
                raise InputError(
                    f"axes {source + 1} and {axis + 1} of the {self.board} differ in length"
                )
            if (axis in self.board.wraps) != (source in self.board.wraps):
                raise InputError(
                    f"of axes {source + 1} and {axis + 1} of the {self.board} one wraps only"
                )

    def __str__(self) -> str:
        return self.name

    # Action ------------------------------------------------------------------------------

    def cells(self, cells: npt.ArrayLike) -> IntArray:
        """Return the images of 0-based cells; both of shape (..., d), int64."""
        moved = np.asarray(cells, dtype=np.int64)[..., list(self.permutation)]
        far = np.array(self.board.shape, dtype=np.int64) - 1
        turned = np.where(self.reversed, far - moved, moved)
        if any(self.shift):
            turned = (turned + np.array(self.shift)) % np.array(self.board.shape)
        return turned

    def indices(self, indices: npt.ArrayLike) -> IntArray:
        """Return the images of indices of cells; both of shape (...), int64."""
        return self.board.indices(self.cells(self.board.cells(indices)))

    def placement(self, placement: Placement) -> Placement:
        """Return the image of a placement, with the queens in the same order.

        Raises InputError if it is on a board of another shape.
        """
        require_shape(self.board, placement)
        return Placement(placement.board, self.cells(placement.cells))

    @property
    def index_permutation(self) -> IntArray:
        """The image of every index, shape (size,), int64."""
        return self.indices(np.arange(self.board.size))

    # Group -------------------------------------------------------------------------------

    @property
    def is_identity(self) -> bool:
        """Whether it permutes, reverses and translates no axis."""
        return (
            self.permutation == tuple(range(self.board.d))
            and not any(self.reversed)
            and not any(self.shift)
        )

    def __mul__(self, other: Symmetry) -> Symmetry:
        """Return the product; `other` acts first."""
        if self.board.shape != other.board.shape:
            raise InputError(f"symmetries of {self.board} and {other.board} do not compose")
        return Symmetry(
            self.board,
            tuple(other.permutation[source] for source in self.permutation),
            tuple(
                turned != other.reversed[source]
                for source, turned in zip(self.permutation, self.reversed, strict=True)
            ),
            tuple(
                own + (-other.shift[source] if turned else other.shift[source])
                for own, source, turned in zip(
                    self.shift, self.permutation, self.reversed, strict=True
                )
            ),
        )

    def inverse(self) -> Symmetry:
        """Return the inverse."""
        back = [self.permutation.index(axis) for axis in range(self.board.d)]
        return Symmetry(
            self.board,
            tuple(back),
            tuple(self.reversed[axis] for axis in back),
            tuple(self.shift[axis] if self.reversed[axis] else -self.shift[axis] for axis in back),
        )

    @property
    def name(self) -> str:
        """The name of the symmetry, axes counted from 1: ``swap of axes 1 and 2``."""
        return english_name(self.permutation, self.reversed, self.shift)


def check_shift(board: Board, shift: Sequence[int]) -> None:
    """Raise InputError if a board is not translated along an axis with an entry that is not 0."""
    for axis, entry in enumerate(shift):
        if entry and axis not in board.shift_axes:
            if board.is_flat:
                why = "is flat: only a board that wraps can be translated"
            elif board.twist:
                why = "is not translated: its symmetries are its reversals"
            else:
                why = f"does not wrap along axis {axis + 1}: it cannot be translated along it"
            raise InputError(f"the {board} {why}")


def symmetry_count(board: Board, translations: bool = False) -> int:
    """Return the order of the symmetry group: 2^d d! on cubes, n^d times as many on their torus.

    Sides of 1 are ignored: reversing or permuting them moves no cell. With translations a side of
    2 that wraps is not reversed, because that equals its translation by 1.
    """
    if board.blocked:
        return _blocked_count(board, translations and len(board.shift_axes) > 0)
    permuted = prod(factorial(len(axes)) for axes in _alike(board))
    flips = prod(map(len, _flips(board, translations)))
    return int(flips * permuted * (len(board.shifts) if translations else 1))


@lru_cache(maxsize=16)
def _blocked_count(board: Board, translations: bool) -> int:
    """Return the number of symmetries that keep the blocked cells."""
    if translations and board.torus:
        return torus_count(board)
    if board.wraps and not board.torus:
        shifts = board_shifts(board) if translations else (0,)
        return len(symmetries(board, translations)) * len(shifts)
    return blocked_labelling(board).order


def identity(board: Board) -> Symmetry:
    """Return the identity."""
    return Symmetry(board, tuple(range(board.d)), (False,) * board.d)


@lru_cache(maxsize=16)
def symmetries(board: Board, translations: bool = False) -> tuple[Symmetry, ...]:
    """Return the symmetry group of a board without its translations, the identity first.

    No two of them are the same map of cells: sides of 1 are neither permuted nor reversed.

    Parameters
    ----------
    translations : bool
        Whether they will be combined with translations: then no two of them differ by a
        translation only, so sides of 2 that wrap are not reversed. With blocked cells each has
        the translation, if one is needed, after which it keeps them.

    Raises
    ------
    InputError
        If there are more than `MAX_ORDER`.
    """
    _check_order(board)
    if translations and board.shift_axes and board.blocked:
        return tuple(_blocked_moves(board))
    every = (
        Symmetry(board, permutation, turned)
        for permutation in _axis_permutations(board)
        for turned in product(*_flips(board, translations))
    )
    return tuple(compress(every, _keeps_blocked(board)) if board.blocked else every)


def _blocked_moves(board: Board) -> Iterator[Symmetry]:
    """Yield the symmetries that keep the blocked cells, of those that differ by translations one.

    The translations by `board_shifts` complete the group.
    """
    moves = moves_between(Placement(board), Placement(board))
    for symmetry in symmetries(board.without_blocked(), translations=True):
        shift = first_shift(symmetry.cells, moves)
        if shift is not None:
            move = tuple(shift.tolist())
            yield Symmetry(board, symmetry.permutation, symmetry.reversed, move)


def _check_order(board: Board) -> None:
    order = symmetry_count(board.without_blocked())
    if order > MAX_ORDER:
        raise InputError(
            f"the {board} has {order:,} symmetries; at most {MAX_ORDER:,} are listed,"
            " as many as six equal sides have"
        )


def _flips(board: Board, translations: bool = False) -> list[tuple[bool, ...]]:
    """Return for each axis whether it may be reversed; see `symmetries`."""
    shifted = board.shift_axes if translations else ()
    return [
        (False, True) if side > 1 + (axis in shifted) else (False,)
        for axis, side in enumerate(board.shape)
    ]


def _alike(board: Board) -> list[list[int]]:
    """Return the sets of axes that are permuted: of one side above 1, and wrapping alike."""
    groups: dict[tuple[int, bool], list[int]] = {}
    for axis, side in enumerate(board.shape):
        if side > 1:
            groups.setdefault((side, axis in board.wraps), []).append(axis)
    return [groups[key] for key in sorted(groups)]


def _axis_permutations(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of axes that are alike; sides of 1 are fixed."""
    groups = _alike(board)
    for choice in product(*(permutations(group) for group in groups)):
        permutation = list(range(board.d))
        for group, images in zip(groups, choice, strict=True):
            for axis, source in zip(group, images, strict=True):
                permutation[axis] = source
        yield tuple(permutation)


@lru_cache(maxsize=16)
def affine_maps(board: Board) -> tuple[IntArray, IntArray]:
    """Return every symmetry of `symmetries` as an affine map from a cell to an index.

    Returns
    -------
    factors : array of shape (order, d), int64
    constants : array of shape (order,), int64
        The index of the image of a cell x is ``constants + factors @ x``.
    """
    _check_order(board)
    flips = np.array(list(product(*_flips(board))), dtype=np.bool_)
    signs = np.where(flips, -board.strides, board.strides)
    moved = flips @ (board.strides * (np.array(board.shape) - 1))
    orders = list(_axis_permutations(board))
    factors = np.zeros((len(orders), len(flips), board.d), dtype=np.int64)
    for rows, permutation in zip(factors, orders, strict=True):
        rows[:, list(permutation)] = signs
    kept = _keeps_blocked(board) if board.blocked else slice(None)
    return factors.reshape(-1, board.d)[kept], np.tile(moved, len(orders))[kept]


def _keeps_blocked(board: Board) -> npt.NDArray[np.bool_]:
    """Return which symmetries of the plain board map the blocked cells onto themselves."""
    factors, constants = affine_maps(board.without_blocked())
    blocked = np.array(board.blocked, dtype=np.int64)
    images = factors @ board.cells(blocked).T + constants[:, None]
    return np.asarray((np.sort(images, axis=1) == blocked).all(axis=1))


def image_blocks(placement: Placement, size: int) -> Iterator[IntArray]:
    """Yield the indices of every image in blocks of shape (some, queens), up to `size` entries."""
    factors, constants = affine_maps(placement.board)
    columns = placement.board.cells(placement.indices).T
    step = max(1, size // max(1, len(placement)))
    for start in range(0, len(factors), step):
        yield factors[start : start + step] @ columns + constants[start : start + step, None]


def index_permutations(board: Board) -> Permutations:
    """Return the image of every index under every symmetry, shape (order, size).

    Rows are in the order of `symmetries`. For small boards.

    Raises InputError if the table would have more than `MAX_TABLE` entries.
    """
    order = symmetry_count(board)
    if order * board.size > MAX_TABLE:
        raise InputError(
            f"{order:,} symmetries of the {board} on {board.size:,} cells make too large a table;"
            f" at most {MAX_TABLE:,} entries are possible"
        )
    factors, constants = affine_maps(board)
    table = np.empty((order, board.size), dtype=np.int32)
    everything = board.cells(np.arange(board.size)).T
    for row in range(order):
        table[row] = factors[row] @ everything + constants[row]
    return table


# Cells -------------------------------------------------------------------------------------


def cell_orbits(board: Board) -> IntArray:
    """Return the orbit of each cell under the symmetry group.

    The group is not listed, so this works in every dimension. With blocked cells it is: where it
    is too large for that, each cell is an orbit of its own.

    Returns
    -------
    array of shape (size,), int64
        For each index the number of its orbit, from 0 in the order of the least index.
    """
    cells = board.cells(np.arange(board.size))
    if board.blocked and symmetry_count(board.without_blocked()) > MAX_ORDER:
        return np.arange(board.size)
    if board.blocked:  # the least image of each cell
        least = np.arange(board.size)
        for factor, constant in zip(*affine_maps(board), strict=True):
            np.minimum(least, cells @ factor + constant, out=least)
        return np.unique(least, return_inverse=True)[1].astype(np.int64)
    np.minimum(cells, np.array(board.shape) - 1 - cells, out=cells)
    for axes in _alike(board):
        cells[:, axes] = np.sort(cells[:, axes], axis=1)
    return np.unique(board.indices(cells), return_inverse=True)[1].astype(np.int64)


def require_shape(board: Board, placement: Placement) -> None:
    """Raise InputError unless a placement is on a board of the same shape and kind."""
    if placement.board.shape != board.shape:
        raise InputError(f"a symmetry of the {board} cannot move the {placement.board}")
