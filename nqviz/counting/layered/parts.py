"""Layered placements that need all dimensions of their board (Barr & Rao, section 8).

A placement is *spanning* if it is in no layer of another direction, that is, if none of its d - 1
sequences (see `.pairs`) is constant. It is *irreducible* if no coordinate can be left out: without
any of its sequences some pair of layers is separated no more. The spanning ones are counted as all
are, without the n constant sequences, which separate nothing:

    sum over E subset of P of (-1)^|E| (c(E) - n)^(d-1).

Of the irreducible ones each sequence separates a pair that no other does, so there are none for
d - 1 > n (n - 1) / 2. Their number is, by inclusion and exclusion over the s sequences that can be
left out one at a time and over the pairs E that are not separated then,

    sum over s of (-1)^s C(d-1, s) sum over E of (-1)^|E| c(E)^(d-1-s) D_s(E),

where D_s(E) counts the s sequences of which no two separate the same pair of E. (For s = 0 all
pairs are separated, with D_0 = 1; for s = 1 the sum is n^n L(n,d-1).)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from math import comb, factorial

import numpy as np

from nqviz.core.errors import InputError
from nqviz.core.interruption import Interrupted, check_interruption, interrupted_by

from .inclusion_exclusion import LayeredSum
from .pairs import in_line, pairs_of, sequence_slices

PARTS = ("spanning", "irreducible")
"""The parts of the layered placements that are counted, by name."""

LARGEST = 8
"""The largest n whose irreducible placements are counted in every dimension; above, where there are
some, d is 2 or 3: the sequences of 9 layers separate tens of millions of sets of pairs."""
SECONDS_OF = (0.2, 120.0)
"""About how long the sum over pairs takes on one core for n = 5 and 6, by a sample of the sets."""


def count_spanning(n: int, d: int, powers: LayeredSum) -> int:
    """Return the number of layered placements that are in no layer of another direction.

    `n`, `d`: the side, and the dimension, 1 or more.
    `powers`: the signed sum of powers for n.
    """
    return sum(factor * (c - n) ** (d - 1) for c, factor in powers.powers.items())


def count_irreducible(n: int, d: int, powers: LayeredSum, look: Callable[[], bool]) -> int | None:
    """Return the number of layered placements of which no coordinate can be left out.

    `n`, `d`: the side, and the dimension, 2 or more.
    `powers`: the signed sum of powers for n.
    `look`: called now and then; False ends the count, whose result is None then.
    Raises InputError if the board is out of reach.
    """
    check_irreducible(n, d)
    axes, pairs = d - 1, n * (n - 1) // 2
    if n == 1:  # nothing is to be separated, so that every coordinate can be left out
        return 0
    if axes > pairs:
        return 0
    planar = powers.total(2)
    if axes == 1:
        return planar
    if axes == 2:
        pairs_of_sequences: int = powers.total(3) - 2 * n**n * planar + planar**2
        return pairs_of_sequences
    with suppress(Interrupted), interrupted_by(lambda: not look()):
        return _by_pairs(n, axes, powers)
    return None


def irreducible_seconds(n: int, d: int) -> float:
    """Return about how long their sum over pairs takes on one core: 3 to the number of pairs.

    Each set of pairs is looked through with its subsets.
    """
    if n < 6 or not 3 < d <= n * (n - 1) // 2 + 1:
        return SECONDS_OF[0]
    return SECONDS_OF[1] * (3.0 ** (n * (n - 1) // 2 - 15)) * 15.0 ** (n - 6)


def check_irreducible(n: int, d: int) -> None:
    """Raise InputError if the irreducible placements of the (n,d)-board are out of reach."""
    pairs = n * (n - 1) // 2
    if n > LARGEST and 3 < d <= pairs + 1:
        raise InputError(
            f"irreducible layered placements are counted for n = 1 to {LARGEST}, for larger n for"
            f" d = 2, 3 and above {pairs + 1}, not for ({n},{d}): the sets of pairs that sequences"
            f" of {n} layers separate fit into no memory"
        )


def _by_pairs(n: int, axes: int, powers: LayeredSum) -> int:
    separated = _separated(n)
    total = powers.total(axes + 1)
    for chosen in range(1 << (n * (n - 1) // 2)):
        check_interruption()
        meets: Counter[int] = Counter()
        for pairs, count in separated.items():
            meets[pairs & chosen] += count
        sign = -1 if chosen.bit_count() % 2 else 1
        free = meets.pop(0, 0)
        disjoint = _disjoint(chosen, meets, axes)
        for s in range(1, axes + 1):
            ways = sum(
                comb(s, j) * factorial(j) * free ** (s - j) * each
                for j, each in enumerate(disjoint[: s + 1])
            )
            total += sign * (-1) ** s * comb(axes, s) * free ** (axes - s) * ways
    return total


def _separated(n: int) -> dict[int, int]:
    """Return the number of sequences by the pairs that they separate, as bits."""
    pairs = pairs_of(n)
    every = (1 << len(pairs)) - 1
    found: Counter[int] = Counter()
    for part in sequence_slices(n):
        check_interruption()
        sets, counts = np.unique(
            every ^ in_line(part, [[pair] for pair in pairs]), return_counts=True
        )
        found.update(dict(zip(sets.tolist(), counts.tolist(), strict=True)))
    return dict(found)


def _disjoint(chosen: int, weights: dict[int, int], most: int) -> list[int]:
    """Return for each k to `most` the weighted number of k disjoint sets, in any order.

    `chosen`: all that is in a set, as bits.
    `weights`: the weight of each set, none of them empty.
    """
    by_least: dict[int, list[tuple[int, int]]] = {}
    for each, weight in weights.items():
        by_least.setdefault(each & -each, []).append((each, weight))
    held: dict[int, list[int]] = {0: [1]}

    def within(left: int) -> list[int]:
        if left not in held:
            check_interruption()
            least = left & -left
            sums = list(within(left ^ least))
            for each, weight in by_least.get(least, ()):
                if each & ~left == 0:
                    for k, ways in enumerate(within(left ^ each)[:most]):
                        if k + 1 == len(sums):
                            sums.append(0)
                        sums[k + 1] += weight * ways
            held[left] = sums
        return held[left]

    return within(chosen)
