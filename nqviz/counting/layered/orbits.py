"""Layered placements up to symmetry, by the lemma of Cauchy, Frobenius and Burnside.

The symmetries that keep the layers reverse them or not, and permute and reverse the d - 1 other
coordinates: 2 * 2^(d-1) (d-1)! of them. On each cycle of the permutation one sequence determines
the others, so that a symmetry keeps a placement exactly when one sequence for each cycle is kept by
the cycle as a whole. With an odd number of reversals on a cycle, and the layers not reversed, only
the sequence in the middle is kept. So the number of kept placements is the same signed sum over
sets of pairs of layers as their number itself, with other powers:

- layers not reversed: c(E) for each cycle with an even number of reversals;
- layers reversed: on cycles of even length c(F), where F is E with its mirror image, on cycles of
  odd length the number of sequences with x_(n+1-i) = x_i, or with x_(n+1-i) = n + 1 - x_i, that
  leave the pairs of F in line. The signs of the E with one F add up to (-1)^k, k the number of
  pairs of F up to reversal.

On the square all symmetries of the board keep the property, and there the solutions that rotations
keep give the orbits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb, factorial
from typing import TypeAlias

import numpy as np

from nqviz.core.board import Board
from nqviz.counting.rotational import open_orbits

from .inclusion_exclusion import LayeredSum
from .pairs import add_supersets, in_line, mirrored_pairs, sequence_slices, signs

MAX_DIMENSION = 40
"""The largest d whose orbits are counted."""
MAX_LAYERS = 9
"""The largest n whose orbits are counted from d = 3 on: the table of the next one takes gigabytes.
"""

Triple: TypeAlias = tuple[int, int, int]
"""The sequences that leave a set of pairs in line: all, the palindromes, and those that reversing
both the layers and the coordinate keeps."""


def layered_orbits(n: int, d: int, powers: LayeredSum, look: Callable[[], bool]) -> int | None:
    """Return the number of layered placements of the (n,d)-board up to symmetry.

    `n`, `d`: the side, and the dimension from 2 to `MAX_DIMENSION`.
    `powers`: the signed sum of powers for n.
    `look`: called now and then; False ends the count.
    Returns the orbits under the symmetries of the board that keep the layers, for d = 2 under all;
    None if `look` ended the count.
    """
    if d == 2:
        return open_orbits(Board.cube(n, 2), powers.total(2), look)
    middle, axes = n % 2, d - 1
    kept = sum(
        factor * _over_permutations(axes, (c + middle,) * 2) for c, factor in powers.powers.items()
    )
    reversing = _reversing(n, look)
    if reversing is None:
        return None
    for (c, palindromes, turned), factor in reversing.items():
        kept += factor * _over_permutations(axes, (palindromes + turned, c + middle))
    total: int
    total, rest = divmod(kept, 2 ** (axes + 1) * factorial(axes))
    if rest:
        raise ArithmeticError(f"{kept} kept placements of ({n},{d}) are no multiple of the group")
    return total


def _over_permutations(axes: int, of_cycles: tuple[int, int]) -> int:
    """Return the sum, over all signed permutations, of the product over their cycles.

    `of_cycles`: what a cycle of odd, and of even length contributes, both signs of it added up.
    """
    sums = [1]
    for size in range(1, axes + 1):
        sums.append(
            sum(
                comb(size - 1, length - 1)
                * factorial(length - 1)
                * 2 ** (length - 1)
                * of_cycles[1 - length % 2]
                * sums[size - length]
                for length in range(1, size + 1)
            )
        )
    return sums[axes]


_reversed_sums: dict[int, Mapping[Triple, int]] = {}
"""The sums of this process, by n."""


def _reversing(n: int, look: Callable[[], bool]) -> Mapping[Triple, int] | None:
    """Return the triples of all sets of pairs that reversing the layers keeps, with signs."""
    if n not in _reversed_sums:
        found = _sum_reversed(n, look)
        if found is None:
            return None
        _reversed_sums[n] = found
    return _reversed_sums[n]


def _sum_reversed(n: int, look: Callable[[], bool]) -> Mapping[Triple, int] | None:
    groups = mirrored_pairs(n)
    counts = np.zeros((3, 1 << len(groups)), dtype=np.int64)
    for part in sequence_slices(n):
        if not look():
            return None
        held, back = in_line(part, groups), part[:, ::-1]
        counts[0] += np.bincount(held, minlength=counts.shape[1])
        for row, image in ((1, back), (2, n - 1 - back)):
            np.add.at(counts[row], held[(part == image).all(axis=1)], 1)
    for of_kind in counts:
        add_supersets(of_kind)
    triples, where = np.unique(counts, axis=1, return_inverse=True)
    factors = np.zeros(triples.shape[1], dtype=np.int64)
    np.add.at(factors, where.reshape(-1), signs(len(groups)))
    each = zip(*triples.tolist(), factors.tolist(), strict=True)
    return {(c, same, turned): factor for c, same, turned, factor in each if factor}
