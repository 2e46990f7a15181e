"""Proofs by one matrix that the reversals of all axes and the permutations of equal ones keep.

Such a matrix M has one value for each orbit of unordered pairs of cells. With M_ii = 1 and
M_ij >= 1 for cells that do not attack each other, a placement S has |S|^2 <= 1_S' M 1_S <=
|S| lambda_max(M), so there are fewer than k queens if k I - M is positive definite (L. Lovasz,
1979; A. Schrijver, 1979).

Entries may be smaller where cliques make up for it. A placement S with a queen on a cell j has at
most one on a clique C, so w 1_S(j) (1 - |S and C|) >= 0 for a weight w >= 0. For each of some j, C
and w the sum over all symmetries, divided by the number of those that keep j, adds w to M_jj for
all images of j, and takes w b c / s from the entries of an orbit of s ordered pairs, c of which
are pairs of j and a cell of C, where j has b images (L. Lovász, A. Schrijver, 1991).

A file has one integer e for each orbit: M_ij = e / 2^q for cells that attack each other and
1 + e / 2^q for others; e = 0 for equal cells where there are no cliques. Each clique has the number
of its cell j among the first cells of the orbits of cells, and an integer v, w = v / 2^q. The axes
are taken in ascending order of their sides, those of side 1 left out. The orbits are in the order
in which they first occur when the pairs (x, y) are listed, x the first cell of each orbit of cells
and y every cell, both in lexicographic order.

The checker numbers the orbits by what no symmetry changes: |x + y - (n - 1)|, |x - y| and the sign
of the product of the two, on each axis; exchanging x and y changes the signs on all axes. It
splits M by the reversals alone. Functions with a sign s_a = 1 or -1 under the reversal of each
axis a have the basis u_x = sum over the distinct images z of x, under reversals, of the product of
the signs, for x in the near half of each axis. All sums are integers, and exact:
<u_x, M u_y> = (number of images of x) * (M u_y)_x. Permutations of equal axes permute the signs,
so one choice of each number of signs -1 suffices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.run.budgets import ORBIT_PAIRS, ORBIT_SIDE

from .claim import Claim
from .cliques import check_attacks, check_form
from .orbit_values import OrbitValues
from .proof import Array, Flawed, Proof, Steps, integers
from .rigour import is_positive_definite

Integers: TypeAlias = npt.NDArray[np.signedinteger[Any]]
MOST_WEIGHT = 2**28
MOST_MEMBERS = 2**19
MOST_SUM = 2.0**62
"""What cliques pay on all cells together is less, so that sums have 64 bits."""


def _none() -> Integers:
    return np.zeros(0, np.int8)


@dataclass(frozen=True)
class OrbitProof(OrbitValues):
    """A matrix that is constant on the orbits of pairs of cells."""

    kind: ClassVar[str] = "orbits"

    most_values: ClassVar[int] = ORBIT_PAIRS
    max_shift: ClassVar[int] = 24
    max_value: ClassVar[int] = 2**31

    rows: Integers = field(default_factory=_none)
    """The number of the cell of each clique among the first cells, shape (cliques,)."""
    lengths: Integers = field(default_factory=_none)
    """The number of cells of each clique, shape (cliques,)."""
    members: Integers = field(default_factory=_none)
    """The indices of the cells of all cliques, one clique after another. Shape (members,)."""
    weights: Integers = field(default_factory=_none)
    """Above 0, shape (cliques,)."""

    @property
    def version(self) -> int:
        """2 with cliques, which version 1 does not know."""
        return 2 if len(self.lengths) else 1

    def arrays(self) -> dict[str, Array]:
        """Return ``values`` and, where there are cliques, their arrays; shapes as above."""
        if not len(self.lengths):
            return super().arrays()
        return {**super().arrays(), **{name: getattr(self, name) for name in _CLIQUES}}

    @classmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Read the values, and the cliques if there are any; shapes as above."""
        plain = super().read(claim, settings, arrays)
        assert isinstance(plain, cls)
        cliques = (arrays.get(name, _none()) for name in _CLIQUES)
        return cls(claim, plain.values, plain.shift, *cliques)

    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check the cliques and the entries, then each block."""
        claim = self.claim
        if len(claim.givens):
            raise Flawed("a matrix of orbits is for a board without given queens")
        frame = _Frame(claim)
        if over():
            return False
        for _ in self._check_cliques(over):
            yield 0.0
        if over():
            return False
        rows = self._rows(frame)
        for axis in range(len(frame.shape)):
            rows = _signed_sums(rows, axis + 1)
        yield 0.1
        patterns = list(frame.patterns())
        for place, odd in enumerate(patterns):
            if over():
                return False
            block = frame.block(rows, odd)
            block *= -(2.0**-self.shift)
            block.flat[:: len(block) + 1] += (claim.most + 1) * frame.images(odd, len(block))
            if not is_positive_definite(block):
                raise Flawed(
                    f"the matrix is not below {claim.most + 1} on the functions that are odd on"
                    f" {int(odd.sum())} axes"
                )
            yield 0.1 + 0.9 * (place + 1) / len(patterns)
        return True

    def _check_cliques(self, over: Callable[[], bool]) -> Steps:
        members = integers(self.members, "members", MOST_MEMBERS)
        rows, lengths, weights = (
            integers(each, name, MOST_MEMBERS)
            for name, each in (
                ("rows", self.rows),
                ("lengths", self.lengths),
                ("weights", self.weights),
            )
        )
        if not len(rows) == len(lengths) == len(weights):
            raise Flawed("there are not as many cells or weights as cliques")
        if ((weights < 1) | (weights > MOST_WEIGHT)).any():
            raise Flawed("a weight is out of range")
        check_form(self.claim, members, lengths)
        return (yield from check_attacks(self.claim, members, lengths, over))

    def _rows(self, frame: _Frame) -> IntArray:
        """Return 2^q M in the rows of the first cells, shape (rows, *shape)."""
        own = np.arange(len(frame.first)), frame.first @ frame.strides
        labels, attacks = frame.labels(), frame.attacks()
        least = self._least(frame, labels, own) if len(self.lengths) else None
        return self.entries(labels, attacks, own, least).reshape(-1, *frame.shape)

    def _least(self, frame: _Frame, labels: IntArray, own: tuple[IntArray, IntArray]) -> IntArray:
        """Return the least e that the cliques allow for cells that do not attack each other.

        `labels`, shape (rows, size), and `own`: see `entries`. Returns shape (orbits,).
        """
        rows = self.rows.astype(np.int64)
        if ((rows < 0) | (rows >= len(frame.first))).any():
            raise Flawed("a clique has no cell")
        images = frame.images_of_first()
        every = self.weights * images[rows].astype(np.float64)
        if every @ (self.lengths + 1.0) > MOST_SUM:
            raise Flawed("the weights of the cliques are too large to check")
        paid = self.weights.astype(np.int64) * images[rows]
        sums = np.zeros(int(labels.max()) + 1, np.int64)
        np.add.at(sums, labels[own][rows], paid)
        pairs = labels[np.repeat(rows, self.lengths), frame.columns(self.members)]
        np.subtract.at(sums, pairs, np.repeat(paid, self.lengths))
        sizes = np.zeros(len(sums), np.int64)
        np.add.at(sizes, labels, images[:, None])
        return -(-sums // sizes)


_CLIQUES = ("rows", "lengths", "members", "weights")


class _Frame:
    """The first cells of a board, with its axes in ascending order of their sides."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        board = claim.board
        self.order = sorted(
            (axis for axis in range(board.d) if board.shape[axis] > 1),
            key=lambda axis: board.shape[axis],
        )
        self.shape = tuple(board.shape[axis] for axis in self.order)
        self.near = tuple((side + 1) // 2 for side in self.shape)
        # The axes of equal length: where they begin and end.
        self.equal = [
            (self.shape.index(side), self.shape.index(side) + self.shape.count(side))
            for side in sorted(set(self.shape))
        ]
        if not self.shape:
            raise Flawed("a board of one cell needs no matrix")
        rows = 1
        for start, end in self.equal:  # combinations with replacement
            for k in range(end - start):
                rows = rows * (self.near[start] + k) // (k + 1)
        if rows * board.size > ORBIT_PAIRS or prod(self.near) > ORBIT_SIDE:
            raise Flawed(f"a matrix on the {board} is too large to check")
        choices = [
            combinations_with_replacement(range(self.near[start]), end - start)
            for start, end in self.equal
        ]
        cells = [sum(parts, ()) for parts in product(*choices)]
        self.first: IntArray = np.array(cells, dtype=np.int64).reshape(rows, len(self.shape))
        self.strides = np.array([prod(self.shape[k + 1 :]) for k in range(len(self.shape))], int)
        self.everything: IntArray = np.indices(self.shape).reshape(len(self.shape), -1).T

    def attacks(self) -> npt.NDArray[np.bool_]:
        """Return for each first cell which cells it attacks, shape (rows, size)."""
        board = self.claim.board
        steps = board.strides[self.order]
        return self.claim.attacks.between((self.first @ steps)[:, None], self.everything @ steps)

    def columns(self, indices: IntArray) -> IntArray:
        """Return the places in `everything` of some cells by their indices on the board."""
        board = self.claim.board
        places = np.empty(board.size, np.int64)
        places[self.everything @ board.strides[self.order]] = np.arange(board.size)
        return places[indices]

    def images_of_first(self) -> IntArray:
        """Return how many images each first cell has under the symmetries, shape (rows,)."""
        near = np.minimum(self.everything, np.array(self.shape) - 1 - self.everything)
        for start, end in self.equal:
            near[:, start:end].sort(axis=1)
        counts = np.bincount(near @ self.strides, minlength=len(near))
        return np.asarray(counts[self.first @ self.strides])

    def labels(self) -> IntArray:
        """Return the number of the orbit of each pair, shape (rows, size)."""
        shape = np.array(self.shape)
        keys = np.empty((len(self.first), len(self.everything)), dtype=np.int64)
        for place, cell in enumerate(self.first):
            total = cell + self.everything - (shape - 1)
            apart = cell - self.everything
            size = (np.abs(total) * shape + np.abs(apart)) * 3 + 1
            turn = np.sign(total * apart)
            keys[place] = np.minimum(self._key(size + turn), self._key(size - turn))
        _, first, numbers = np.unique(keys, return_index=True, return_inverse=True)
        order = np.empty(len(first), dtype=np.int64)
        order[np.argsort(first)] = np.arange(len(first))
        return np.asarray(order[numbers.reshape(keys.shape)])

    def _key(self, codes: IntArray) -> IntArray:
        """Return one number for the codes of the axes, those of equal axes in any order."""
        key = np.zeros(len(codes), dtype=np.int64)
        for start, end in self.equal:
            for column in np.sort(codes[:, start:end], axis=1).T:
                key = key * (3 * self.shape[start] ** 2) + column
        return key

    def patterns(self) -> Iterator[npt.NDArray[np.bool_]]:
        """Yield which axes are odd, for each number of odd axes among equal ones."""
        for counts in product(*(range(end - start + 1) for start, end in self.equal)):
            odd = np.zeros(len(self.shape), dtype=np.bool_)
            for (_, end), count in zip(self.equal, counts, strict=True):
                odd[end - count : end] = True
            yield odd

    def _cells(self, odd: npt.NDArray[np.bool_]) -> IntArray:
        """Return the cells x whose u_x are not 0: on odd axes without a middle."""
        sides = [
            side // 2 if is_odd else near
            for side, near, is_odd in zip(self.shape, self.near, odd, strict=True)
        ]
        return np.indices(sides).reshape(len(sides), -1).T

    def _off_middle(self, cells: IntArray) -> IntArray:
        """Return on how many axes each cell is not in the middle."""
        off: IntArray = np.count_nonzero(2 * cells != np.array(self.shape) - 1, axis=1)
        return off

    def images(self, odd: npt.NDArray[np.bool_], count: int) -> npt.NDArray[np.float64]:
        """Return the numbers of images of the cells of a block, scaled as `block` does."""
        off = self._off_middle(self._cells(odd))
        assert len(off) == count
        return np.asarray(2.0 ** (off % 2), dtype=np.float64)

    def block(self, sums: IntArray, odd: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        """Return <u_x, M u_y> times 2^q for some signs, x and y scaled by exact powers of 2.

        `sums`, shape (rows, *shape): as `_signed_sums` leaves them.
        `odd` has shape (d,).
        """
        cells = self._cells(odd)
        row_of = {tuple(cell): row for row, cell in enumerate(self.first.tolist())}
        block = np.empty((len(cells), len(cells)))
        for place, cell in enumerate(cells):
            turn = np.concatenate(
                [start + np.argsort(cell[start:end], kind="stable") for start, end in self.equal]
            )
            row = sums[row_of[tuple(cell[turn].tolist())]]
            part = tuple(
                slice(near, None) if is_odd else slice(0, near)
                for near, is_odd in zip(
                    np.array(self.near)[turn].tolist(), odd[turn].tolist(), strict=True
                )
            )
            # Axis k of the row is axis turn[k] of the board.
            block[place] = row[part].transpose(np.argsort(turn)).ravel()
        off = self._off_middle(cells)
        block *= (2.0 ** (off - off // 2))[:, None]
        block *= 2.0 ** -(off // 2)
        return block


def _signed_sums(rows: IntArray, axis: int) -> IntArray:
    """Replace an axis by the sums over x and its mirror image, then the differences.

    Returns sums for x in the near half, that in the middle counted once; then differences.
    """
    rows = np.moveaxis(rows, axis, 0)
    half = len(rows) // 2
    near, far = rows[:half], rows[::-1][:half]
    parts = (near + far, rows[half : len(rows) - half], near - far)
    return np.moveaxis(np.concatenate(parts), 0, axis)
