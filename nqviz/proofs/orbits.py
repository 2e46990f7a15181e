"""Proofs by one matrix on boards with three cells a side: the theta bound, up to symmetry.

Let M be symmetric with 1 on the diagonal and at least 1 wherever two cells do not attack each
other. A non-attacking set S has |S|^2 <= 1_S' M 1_S <= |S| (largest eigenvalue of M), so no S has
as many queens as t if t I - M is positive definite (Lovasz, On the Shannon capacity of a graph,
1979, strengthened by Schrijver).

On the (3,d)-board M may be the same on all pairs of cells that a symmetry of the board maps to
each other. Such an orbit of pairs says how many coordinates are of each of five kinds (`KINDS`),
so M is a list of numbers, few of them even where the board has many cells. On one coordinate the
reversal splits the three values into U, spanned by "either end" and "middle", and W, the
difference of the ends. M maps U^k W^(d-k) into itself, and there it is a polynomial of degree k in
a 2 x 2 matrix: by the representations of GL(2) it is positive definite when for each j <= k/2 it
is on the symmetric tensors of degree k - 2j, times the j-th power of the determinant. What is
left are blocks with at most d + 1 rows, and the check of them is exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any, ClassVar, TypeAlias

import numpy as np

from ..board import IntArray
from .claim import Claim
from .proof import Array, Flawed, Proof, integers

SIDE = 3
MOST_UNIT = 2**60
MOST_D = 11

KINDS = ((0, 0), (1, 1), (0, 2), (0, 1), (1, 0))
"""A pair of values for each kind: one end, the middle, both ends, end and middle, and back."""

Orbit: TypeAlias = tuple[int, ...]
Polynomial: TypeAlias = dict[Orbit, int]


@dataclass(frozen=True)
class OrbitProof(Proof):
    """A matrix on the pairs of cells of the (3,d)-board, one number for each orbit.

    Attributes
    ----------
    orbits : array of shape (orbits, 5)
        How many of the d coordinates are of each kind; all orbits, in any order.
    values : array of shape (orbits,)
        The entries of the matrix, in units.
    unit : int
        What stands for 1, above 0.
    """

    kind: ClassVar[str] = "orbits"

    orbits: IntArray
    values: IntArray
    unit: int

    def settings(self) -> dict[str, object]:
        """Give the unit."""
        return {"unit": self.unit}

    def arrays(self) -> dict[str, Array]:
        """Give orbits and entries."""
        return {"orbits": self.orbits.astype(np.int8), "values": self.values}

    @classmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Read orbits and entries."""
        unit = settings["unit"]
        if type(unit) is not int or not 0 < unit < MOST_UNIT:
            raise Flawed("the unit is no number above 0")
        orbits = integers(arrays["orbits"], "orbits", 2)
        return cls(claim, orbits, integers(arrays["values"], "values"), unit)

    def steps(self, over: Callable[[], bool]) -> Iterator[float]:
        """Check every entry, then that each block is positive definite."""
        d = self.claim.board.d
        matrix = self._matrix()
        # t I - M, t one more than is claimed: the identity is 1 on pairs of equal cells.
        rest = {
            orbit: (self.unit * (self.most + 1) if _is_one_cell(orbit) else 0) - value
            for orbit, value in matrix.items()
        }
        for k in range(d + 1):
            for j in range(k // 2 + 1):
                if over():
                    return
                if not is_positive_definite(block(d, k, j, rest)):
                    raise Flawed(f"the matrix has an eigenvalue of {self.most + 1} or more")
            yield (k + 1) / (d + 1)

    def _matrix(self) -> dict[Orbit, int]:
        board = self.claim.board
        if set(board.shape) != {SIDE} or board.torus or len(self.claim.givens) or board.d > MOST_D:
            raise Flawed(
                f"orbits prove bounds of flat boards with {SIDE} cells a side, no given queens and"
                f" at most {MOST_D} dimensions"
            )
        if self.orbits.shape != (len(self.values), len(KINDS)):
            raise Flawed("there are not as many entries as orbits")
        matrix = dict(zip(map(tuple, self.orbits.tolist()), self.values.tolist(), strict=True))
        every = set(orbits(board.d))
        if len(matrix) != len(self.values) or set(matrix) != every:
            raise Flawed("an orbit is missing, there twice, or none")
        for orbit, value in matrix.items():
            if matrix[(*orbit[:3], orbit[4], orbit[3])] != value:
                raise Flawed("the matrix is not symmetric")
            if _is_one_cell(orbit):
                if value != self.unit:
                    raise Flawed("an entry of the diagonal is not 1")
            elif value < self.unit and not self._attack(orbit):
                raise Flawed("an entry of two cells that do not attack each other is below 1")
        return matrix

    def _attack(self, orbit: Orbit) -> bool:
        pairs = [pair for pair, count in zip(KINDS, orbit, strict=True) for _ in range(count)]
        first, second = (self.claim.board.index(cell) for cell in zip(*pairs, strict=True))
        return bool(self.claim.attacks.between(np.array(first), np.array(second)))


def orbits(d: int) -> Iterator[Orbit]:
    """List the orbits of pairs of cells of the (3,d)-board."""
    for counts in product(range(d + 1), repeat=len(KINDS) - 1):
        if sum(counts) <= d:
            yield (d - sum(counts), *counts)


def _is_one_cell(orbit: Orbit) -> bool:
    return not any(orbit[2:])


def block(d: int, k: int, j: int, matrix: Mapping[Orbit, int]) -> list[list[int]]:
    """Give one block of a matrix, as a form on vectors that are orthogonal but of any length.

    Parameters
    ----------
    d : int
    k : int
        The coordinates in U.
    j : int
        The power of the determinant.
    matrix : mapping
        The entry of each orbit.
    """
    ends, middle, back, forth = _FORM
    determinant = _plus(_times(ends, middle), _times(_number(-1), _times(back, forth)))
    common = _times(_power(determinant, j), _power(_DIFFERENCE, d - k))
    degree = k - 2 * j
    powers = [[_power(entry, count) for count in range(degree + 1)] for entry in _FORM]
    rows = []
    for p in range(degree + 1):
        row = []
        for q in range(degree + 1):
            entry: Polynomial = {}
            for both in range(max(0, p + q - degree), min(p, q) + 1):
                counts = (degree - p - q + both, both, q - both, p - both)
                ways = factorial(degree)
                term: Polynomial = common
                for count, power in zip(counts, powers, strict=True):
                    ways //= factorial(count)
                    term = _times(term, power[count])
                entry = _plus(entry, _times(_number(ways), term))
            row.append(sum(number * matrix[orbit] for orbit, number in entry.items()))
        rows.append(row)
    return rows


def is_positive_definite(form: list[list[int]]) -> bool:
    """Tell whether a symmetric matrix of integers is positive definite, exactly."""
    rows = [list(map(Fraction, row)) for row in form]
    for i, pivot in enumerate(rows):
        if pivot[i] <= 0:
            return False
        for row in rows[i + 1 :]:
            factor = row[i] / pivot[i]
            for column in range(i, len(rows)):
                row[column] -= factor * pivot[column]
    return True


# Polynomials in five unknowns, one for each kind ------------------------------------------


_FORM: tuple[Polynomial, ...] = (
    {(1, 0, 0, 0, 0): 2, (0, 0, 1, 0, 0): 2},
    {(0, 1, 0, 0, 0): 1},
    {(0, 0, 0, 1, 0): 2},
    {(0, 0, 0, 0, 1): 2},
)
"""On one coordinate: "either end" with itself, the middle with itself, one with the other, back."""

_DIFFERENCE: Polynomial = {(1, 0, 0, 0, 0): 2, (0, 0, 1, 0, 0): -2}
"""The difference of the ends with itself."""


def _number(value: int) -> Polynomial:
    return {(0, 0, 0, 0, 0): value}


def _plus(first: Polynomial, second: Polynomial) -> Polynomial:
    total = defaultdict(int, first)
    for exponents, number in second.items():
        total[exponents] += number
    return {exponents: number for exponents, number in total.items() if number}


def _times(first: Polynomial, second: Polynomial) -> Polynomial:
    total: defaultdict[Orbit, int] = defaultdict(int)
    for one, number in first.items():
        for other, factor in second.items():
            total[tuple(x + y for x, y in zip(one, other, strict=True))] += number * factor
    return {exponents: number for exponents, number in total.items() if number}


def _power(base: Polynomial, exponent: int) -> Polynomial:
    result = _number(1)
    for _ in range(exponent):
        result = _times(result, base)
    return result
