"""The sum over sets of pairs of layers, one set after another: slow, and for any number of layers.

The tables of `.inclusion_exclusion` take memory that grows as fast as their slices. Here the number
c(E) of sequences that leave a set E of pairs in line is the product over the connected components
of the graph E. In a component the layers get their values in an order in which each is in E with an
earlier one, which leaves it three values; equal values of the layers that still wait for others are
collected.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from nqviz.core.board import IntArray
from nqviz.run.tasks import TaskState

from .pairs import pairs_of

Pair: TypeAlias = tuple[int, int]

SECONDS = 8e-4
"""About how long one set takes on one core; with more layers longer."""
WORD = 60
"""Bits of one number of a state; a c has as many of them as it needs."""


def add_sets(
    n: int, backwards: bool, task: tuple[int, int], part: TaskState, seconds: float
) -> TaskState:
    """Continue for some seconds to sum over a range of sets of pairs, as bits.

    `backwards`: whether layers get their values from the last one to the first.
    """
    pairs, words = pairs_of(n), n * n.bit_length() // WORD + 1
    totals = numbers(part)
    (start, stop), done = task, part.nodes
    until = time.perf_counter() + seconds
    while start + done < stop and time.perf_counter() < until:
        chosen = start + done
        held = [pair for bit, pair in enumerate(pairs) if chosen >> bit & 1]
        c = in_line_count(n, held, backwards)
        totals[c] = totals.get(c, 0) + (-1) ** len(held)
        done += 1
    order = sorted(totals)
    rows = [[each >> WORD * place & 2**WORD - 1 for place in range(words)] for each in order]
    factors = [totals[each] for each in order]
    arrays = {"c": np.array(rows, dtype=np.int64), "factor": np.array(factors, dtype=np.int64)}
    return TaskState(start + done == stop, done, arrays)


def numbers(part: TaskState) -> dict[int, int]:
    """Return each c of a state with its factor; a c is one number, or a row of words of 60 bits."""
    if "c" not in part.arrays:
        return {}
    rows: IntArray = part.arrays["c"]
    rows = rows.reshape(len(rows), -1)
    whole = (sum(word << WORD * place for place, word in enumerate(row)) for row in rows.tolist())
    return dict(zip(whole, part.arrays["factor"].tolist(), strict=True))


def in_line_count(n: int, pairs: Iterable[Pair], backwards: bool = False) -> int:
    """Return the number of sequences of n values that leave some pairs of layers in line."""
    near: dict[int, set[int]] = {layer: set() for layer in range(n)}
    for i, j in pairs:
        near[i].add(j)
        near[j].add(i)
    total, left = 1, sorted(near, reverse=backwards)
    while left:
        order = [left[0]]
        for layer in order:  # grows
            order += sorted(near[layer].difference(order), reverse=backwards)
        total *= _component(n, order, near)
        left = [layer for layer in left if layer not in order]
    return total


def _component(n: int, order: Sequence[int], near: dict[int, set[int]]) -> int:
    states: dict[tuple[int, ...], int] = {(): 1}
    held: list[int] = []
    for place, layer in enumerate(order):
        earlier = [
            (at, abs(other - layer)) for at, other in enumerate(held) if other in near[layer]
        ]
        later = near.keys() & set(order[place + 1 :])
        kept = [at for at, other in enumerate([*held, layer]) if near[other] & later]
        found: Counter[tuple[int, ...]] = Counter()
        for values, count in states.items():
            free = set(range(n))
            for at, apart in earlier:
                free &= {values[at] - apart, values[at], values[at] + apart}
            for x in free:
                found[tuple([*values, x][at] for at in kept)] += count
        states, held = found, [[*held, layer][at] for at in kept]
    return sum(states.values())
