"""Subcube cuts: a regular (N,d)-solution without k layers in each direction.

The remaining layers, read cyclically, form the (m,d)-board, m = N - k. The cells that are deleted
in every direction form a k^d cube; with p queens in it, by inclusion and exclusion the cut has

    ((N - k)^d - (-k)^d) / N + (-1)^d p

queens (Kunt's thesis, Theorems 8 and 12 for d = 3, 4, where two signs are misprinted).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.core.placement import Placement

from .linear import check_coefficients, linear_cells


@dataclass(frozen=True)
class SubcubeCut:
    """One cut: a regular solution of the outer board and the layers deleted from it.

    Raises InputError if the coefficients are not admissible or the numbers do not fit together.
    """

    outer: int
    """N, the side of the outer board."""
    coefficients: tuple[int, ...]
    """a_1, ..., a_(d-1), admissible modulo N."""
    shift: int
    """c: the last coordinate of an outer queen is a_1 x_1 + ... + c mod N, cells from 0."""
    k: int
    """The number of layers deleted in each direction, 0 to N - 1."""
    offsets: tuple[int, ...]
    """For each axis the first deleted layer, from 0."""
    complete: bool = True
    """Whether the search that chose this cut compared all cuts in its range."""

    def __post_init__(self) -> None:
        check_coefficients(self.outer, self.d, self.coefficients)
        if not 0 <= self.k < self.outer:
            raise InputError(f"{self.k} of {self.outer} layers cannot be cut away")
        check_offsets(self.offsets, self.d)
        # Numbers from files may be too large for an array; their residues make the same cut.
        for name in ("coefficients", "offsets"):
            residues = tuple(value % self.outer for value in getattr(self, name))
            object.__setattr__(self, name, residues)
        object.__setattr__(self, "shift", self.shift % self.outer)

    @property
    def d(self) -> int:
        """The dimension."""
        return len(self.coefficients) + 1

    @property
    def m(self) -> int:
        """The side of the remaining board."""
        return self.outer - self.k

    # Counts ------------------------------------------------------------------------------

    @cached_property
    def count(self) -> int:
        """The number of remaining queens."""
        counts = corner_counts(self.outer, np.array(self.coefficients), self.m)
        return int(counts[self.residue])

    @property
    def p(self) -> int:
        """The number of outer queens in the cube of cells that are deleted in every direction."""
        surplus = self.count - cut_count(self.outer, self.d, self.k, 0)
        return -surplus if self.d % 2 else surplus

    # The remaining board -----------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The flat (m,d)-board that remains."""
        return Board.cube(self.m, self.d)

    @cached_property
    def placement(self) -> Placement:
        """The remaining queens, on the (m,d)-board; computed without the outer board."""
        cells = linear_cells(self.outer, self.coefficients, self._shift_left, self.m)
        return Placement(self.board, cells)

    @property
    def residue(self) -> int:
        """The residue for which `corner_counts` holds the number of remaining queens."""
        return -self._shift_left % self.outer

    @property
    def _shift_left(self) -> int:
        """The shift of the linear set for cells counted from the first remaining layer."""
        first = (offset + self.k for offset in self.offsets)
        vector = (*self.coefficients, -1)
        return (self.shift + sum(a * x for a, x in zip(vector, first, strict=True))) % self.outer

    # The outer board ---------------------------------------------------------------------

    @property
    def outer_board(self) -> Board:
        """The (N,d)-board that the cut is made from, a torus.

        Raises InputError if it has more cells than a board may have; the cut itself does not need
        it.
        """
        return Board.cube(self.outer, self.d, torus=True)

    @cached_property
    def outer_placement(self) -> Placement:
        """The regular solution of the outer board."""
        cells = linear_cells(self.outer, self.coefficients, self.shift, self.outer)
        return Placement(self.outer_board, cells)

    @property
    def deleted_layers(self) -> tuple[IntArray, ...]:
        """For each axis the deleted layers, from 0, in cyclic order; shape (k,), int64, each."""
        return tuple((offset + np.arange(self.k)) % self.outer for offset in self.offsets)

    @cached_property
    def deleted(self) -> npt.NDArray[np.bool_]:
        """Whether a layer is deleted, shape (d, N), bool."""
        mask = np.zeros((self.d, self.outer), dtype=np.bool_)
        for axis, layers in enumerate(self.deleted_layers):
            mask[axis, layers] = True
        return mask

    @cached_property
    def kept(self) -> npt.NDArray[np.bool_]:
        """Which queens of `outer_placement` remain, shape (N^(d-1),), bool."""
        return ~self.is_deleted(self.outer_placement.cells)

    def is_deleted(self, cells: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return which outer cells, shape (..., d), are in a deleted layer; shape (...), bool."""
        array = np.asarray(cells, dtype=np.int64)
        return np.asarray(self.deleted[np.arange(self.d), array].any(axis=-1))

    def to_outer(self, cells: npt.ArrayLike) -> IntArray:
        """Return the outer cells of cells of the (m,d)-board; shape (..., d), int64."""
        first = np.array(self.offsets, dtype=np.int64) + self.k
        return (np.asarray(cells, dtype=np.int64) + first) % self.outer


def check_offsets(offsets: tuple[int, ...], d: int) -> None:
    """Raise InputError unless there is one offset for each axis."""
    if len(offsets) != d:
        raise InputError(f"{d} offsets are needed, one for each axis, not {len(offsets)}")


def cut_count(outer: int, d: int, k: int, p: int) -> int:
    """Return the number of remaining queens of a cut with p queens in its k^d cube."""
    return int(((outer - k) ** d - (-k) ** d) // outer + (-1) ** d * p)


def corner_counts(outer: int, coefficients: IntArray, side: int) -> IntArray:
    """Return how many t in {0..side-1}^d have each residue a_1 t_1 + ... + a_(d-1) t_(d-1) - t_d.

    With the residue -c these are the queens of the solution with shift c in a cube at the corner.

    `outer`: the modulus N.
    `coefficients`, shape (d - 1,), int64: units modulo N.
    `side`: 1 to N.
    Returns an array of shape (N,), int64.
    """
    counts = np.zeros((2, outer), dtype=np.int64)
    result: IntArray = counts[fill_corner_counts(counts, coefficients % outer, side)]
    return result


@compiled
def fill_corner_counts(counts: IntArray, coefficients: IntArray, side: int) -> int:
    """Compute `corner_counts` in an array of shape (2, N), int64; return the row of the result.

    Each further axis is a sum over windows of `side` residues in steps of its coefficient, which
    takes 2 N additions.
    """
    n = counts.shape[1]
    now = 0
    counts[now] = 0
    for t in range(side):
        counts[now, -t % n] = 1
    for a in coefficients:
        old, new = counts[now], counts[1 - now]
        total = 0
        for t in range(side):
            total += old[-a * t % n]
        here, behind = 0, -a * side % n
        for _ in range(n):
            new[here] = total
            here = (here + a) % n
            behind = (behind + a) % n
            total += old[here] - old[behind]
        now = 1 - now
    return now
