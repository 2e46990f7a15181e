"""Layered placements: n queens, exactly one in each layer of the last direction.

Two queens whose layers are m apart attack exactly when every other coordinate differs by 0 or m.
That condition factors over the coordinates, so by inclusion and exclusion over the pairs P of
layers (Barr & Rao, Observations on n-queens in higher dimensions)

    L(n,d) = sum over E subset of P of (-1)^|E| c(E)^(d-1),

c(E) the number of sequences (x_1..x_n) in {1..n}^n with |x_i - x_j| in {0, j - i} for all pairs in
E. Equal c are collected once, which leaves a short signed sum of powers, good for every d.

All sets of pairs among at most seven layers are indexed by a small table, whose superset sums give
c for all of them at once. The pairs with the other layers are fixed in each possible way, one slice
of the sum after another: many small tables instead of one of a gigabyte. All but two of the other
layers get each of their values in turn, which restricts the other layers. Past `TABLE_LAYERS` the
sets are taken one after another, see `.set_by_set`: such a sum begins, and does not end.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations, product
from math import inf

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.counting.count import check_cube, run_tasks
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState
from nqviz.run.tasks.estimate import whole_time

from .pairs import Table, add_supersets
from .set_by_set import SECONDS, add_sets, numbers

METHOD = "inclusion and exclusion over pairs of layers"
OTHER_METHOD = f"{METHOD}, in other slices"

TABLE_LAYERS = 11
"""The largest n by tables; of twelve one slice alone takes up to minutes, and cannot be stopped."""
MAX_LAYERS = 1000
"""The largest n; a set of its pairs has 499,500 bits."""
SECONDS_OF_10, LONGER = 45 * 3600.0, 3.0
"""About how long the 2^45 sets of pairs of 10 layers take on one core, the 2^36 of 9 half an hour;
and about how many times as long a slice takes with one more outer layer."""
INNER_LAYERS = 7
"""The number of layers whose pairs are summed in one table, of 2^21 entries."""
BUNDLE, MOST_TASKS = 64, 2**14
"""The least number of slices of a task, and the largest number of tasks."""
SLOTS = 1 << 18
"""The size of the table of different c in one slice of up to ten layers; there are some thousands.
With more it has room for one of each set."""


@dataclass(frozen=True)
class LayeredSum:
    """A signed sum of powers whose value is L(n,d) for every d."""

    powers: Mapping[int, int]
    """Each base c with its factor: L(n,d) is the sum of factor * c^(d-1)."""

    def total(self, d: int) -> int:
        """Return L(n,d) for a dimension d of 1 or more."""
        return sum(factor * c ** (d - 1) for c, factor in self.powers.items())


def signed_powers(
    board: Board,
    run: RunContext | None = None,
    *,
    split: Execution | None = None,
    other: bool = False,
) -> Outcome[LayeredSum]:
    """Return the signed sum of powers whose value is L(n,d) for every d.

    Parameters
    ----------
    board : Board
        A flat cube for queens, of side 1 to `MAX_LAYERS`; its dimension does not matter.
    split : Execution, optional
        Where the tasks run, and the file in which they are saved.
    other : bool
        Slice the sum by the pairs of other layers, which confirms it and takes longer.

    Returns
    -------
    Outcome of LayeredSum
        Without a value unless the status is OPTIMAL.

    Raises
    ------
    InputError
        If the board does not suit, or its side is out of reach.
    """
    n = checked_side(board)
    run = run or RunContext()
    method = OTHER_METHOD if other else METHOD
    what = f"the sum over pairs of {n} layers" + (", in other slices" if other else "")
    by_table = n <= TABLE_LAYERS
    slices = 1 << (len(_outer_pairs(n, other)) if by_table else n * (n - 1) // 2)
    size = max(BUNDLE, slices // MOST_TASKS)
    tasks = [(start, min(start + size, slices)) for start in range(0, slices, size)]
    identity = {"what": what, "n": n}
    work = partial(_add_slices, n, other) if by_table else partial(add_sets, n)
    recheck = Recheck(partial(work, True), ("c", "factor"))
    runner = TaskRunner(
        partial(work, False), tasks, split, run.limit.threads, identity, recheck=recheck
    )
    ended = run_tasks(runner, method, f"summing over pairs of {n} layers", run)
    if ended is not None:
        message = ended.message or (whole_time(likely_seconds(n)) if n >= 10 else "")
        return replace(ended.with_value(None), message=message)
    totals: dict[int, int] = {}
    with runner.reading():
        for part in runner.slices:
            for c, factor in numbers(part).items():
                totals[c] = totals.get(c, 0) + factor
    value = LayeredSum({c: factor for c, factor in sorted(totals.items()) if factor})
    return Outcome(
        Status.OPTIMAL,
        value,
        engine=method,
        seconds=run.seconds,
        known=Known.EXACT,
        premises=runner.premises,
    )


def likely_seconds(n: int) -> float:
    """Return about how long the sum over pairs of n layers, 10 or more, takes on one core."""
    if n > TABLE_LAYERS:
        return SECONDS * 2.0 ** (n * (n - 1) // 2) if n < 45 else inf
    slices = len(_outer_pairs(n)) - len(_outer_pairs(10))
    return SECONDS_OF_10 * 2.0**slices * LONGER ** (n - 10)


def checked_side(board: Board) -> int:
    """Return the side of a board.

    Raises InputError if it does not suit, or is out of reach.
    """
    check_cube("layered placements", board)
    board.require_open("sums over pairs of layers")
    if board.n > MAX_LAYERS:
        raise InputError(
            f"layered placements are counted for n = 1 to {MAX_LAYERS:,}, not {board.n:,}: they"
            f" are a sum of 2^{board.n * (board.n - 1) // 2:,} terms, and"
            f" {whole_time(likely_seconds(board.n))}; random placements estimate them (--sample K)"
        )
    return board.n


# Slices ---------------------------------------------------------------------------------------


def _layers(n: int, other: bool = False) -> tuple[list[int], list[int]]:
    """Return the inner layers and the outer ones: at the ends, or the last."""
    count = min(n, INNER_LAYERS, max(n - 2, 2) if other else n)
    before = 0 if other else (n - count) // 2
    inner = list(range(before, before + count))
    return inner, [layer for layer in range(n) if layer not in inner]


def _outer_pairs(n: int, other: bool = False) -> list[tuple[int, int]]:
    """Return the pairs with an outer layer, the lower layer first."""
    inner, _ = _layers(n, other)
    every = combinations(range(n), 2)
    return [(i, j) for i, j in every if i not in inner or j not in inner]


@lru_cache(maxsize=2)
def _turned(n: int, other: bool = False) -> list[int] | None:
    """Return the place of each outer pair when the order of the layers is reversed.

    None where there is no outer layer at each end, and no other one.
    """
    pairs = _outer_pairs(n, other)
    if _layers(n, other)[1] != [0, n - 1]:
        return None
    return [pairs.index((n - 1 - j, n - 1 - i)) for i, j in pairs]


def _weight(n: int, chosen: int, other: bool = False) -> int:
    """Return how often a set of outer pairs, as bits, is to be counted.

    Reversing the order of the layers maps a set to another one with the same sums: one of the two
    is counted twice.
    """
    turned = _turned(n, other)
    if turned is None:
        return 1
    image = sum((chosen >> bit & 1) << place for bit, place in enumerate(turned))
    return 1 if chosen == image else 2 * (chosen < image)


def _add_slices(
    n: int, other: bool, backwards: bool, task: tuple[int, int], part: TaskState, seconds: float
) -> TaskState:
    """Continue for some seconds to sum over the sets of pairs with a range of outer pairs.

    `backwards`: whether the inner layers are filled from the last one to the first.
    """
    totals = numbers(part)
    start, stop = task
    at = int(part.arrays.get("at", start))
    began = time.perf_counter()
    while at < stop and time.perf_counter() < began + seconds:
        chosen = at if n <= 10 else (1 << len(_outer_pairs(n, other))) - 1 - at  # long ones last
        if weight := _weight(n, chosen, other):
            keys, factors = _slice_sum(n, chosen, other, backwards)
            for c, factor in zip(keys.tolist(), factors.tolist(), strict=True):
                totals[c] = totals.get(c, 0) + weight * factor
        at += 1
    arrays = {
        "at": np.array(at),
        "c": np.array(sorted(totals), dtype=np.int64),
        "factor": np.array([totals[c] for c in sorted(totals)], dtype=np.int64),
    }
    return TaskState(at == stop, at - start, arrays)


def _slice_sum(
    n: int, chosen: int, other: bool = False, backwards: bool = False
) -> tuple[IntArray, IntArray]:
    """Return the sum over all sets of pairs whose outer pairs are the chosen ones.

    Returns `c`, `factors`, shape (k,).
    """
    inner, outer = _layers(n, other)
    if backwards:
        inner = inner[::-1]
    forced = {pair for bit, pair in enumerate(_outer_pairs(n, other)) if chosen >> bit & 1}
    everything = (1 << n) - 1
    reach = np.full((2, len(inner), n), everything, dtype=np.int64)
    for (end, far), (place, near) in product(enumerate(outer[:2]), enumerate(inner)):
        if (min(far, near), max(far, near)) in forced:
            reach[end, place] = _reached(n, abs(far - near))
    ends = len(outer[:2])
    joined = _joined(n, ends, outer[1] - outer[0] if tuple(outer[:2]) in forced else 0)
    count = len(inner)
    bits = np.zeros((count, count), dtype=np.int64)
    for bit, (i, j) in enumerate(combinations(range(count), 2)):
        bits[i, j] = 1 << bit
    entries = 1 << (count * (count - 1) // 2)
    fits = n**n < 2**31
    counts: Table = np.zeros(entries, np.int32) if fits else np.zeros(entries, np.int64)
    held, sequence = np.zeros((count + 1, n), dtype=np.int64), np.zeros(count, dtype=np.int64)
    for within, first, second in _restricted(n, reach, inner, outer, forced):
        _count_sequences(counts, n, bits, within, joined, held, sequence, 0, first, second)
    add_supersets(counts)
    slots = SLOTS if n <= 10 else 2 * entries
    keys, factors = np.full(slots, -1, dtype=np.int64), np.zeros(slots, dtype=np.int64)
    _collect(counts, -1 if chosen.bit_count() % 2 else 1, keys, factors)
    seen = keys >= 0
    return keys[seen], factors[seen]


def _restricted(
    n: int, reach: IntArray, inner: list[int], outer: list[int], forced: set[tuple[int, int]]
) -> Iterator[tuple[IntArray, int, int]]:
    """Yield what the values of the outer layers from the third on leave to the others.

    Yields `reach`, which is zero where the value of an inner layer is excluded, and the values of
    the first and the second outer layer, as bits; once for each choice of values whose forced
    pairs attack.
    """
    everything = (1 << n) - 1
    for values in product(range(n), repeat=max(0, len(outer) - 2)):
        left = dict.fromkeys((*inner, *outer), everything)
        for last, value in zip(outer[2:], values, strict=True):
            left[last] &= 1 << value
            for layer in left:
                if (min(layer, last), max(layer, last)) in forced:
                    left[layer] &= _reached(n, abs(last - layer))[value]
        if not all(left.values()):
            continue
        near = reach.copy()
        for place, layer in enumerate(inner):
            near[:, place, [x for x in range(n) if not left[layer] >> x & 1]] = 0
        first, second, *_ = (*(left[layer] for layer in outer[:2]), everything, everything)
        yield near, first, second


def _reached(n: int, apart: int) -> list[int]:
    """Return for each x the values that differ from it by 0 or by `apart`, as bits."""
    return [sum(1 << y for y in {x - apart, x, x + apart} if 0 <= y < n) for x in range(n)]


@lru_cache(maxsize=4)
def _joined(n: int, ends: int, apart: int) -> npt.NDArray[np.int32]:
    """Return the number of allowed values of the outer layers.

    `n`, `ends`: the number of layers, and of outer ones.
    `apart`: the distance of the two outer layers if their queens must attack; 0 without a
    condition.
    Returns an array of shape (2^n, 2^n): by the bits of the values that are allowed for the first
    and the second of them.
    """
    sets = np.arange(1 << n)
    has = sets[:, None] >> np.arange(n) & 1
    if ends == 0:
        return np.ones((1 << n, 1), dtype=np.int32)
    if ends == 1:
        single: npt.NDArray[np.int32] = has.sum(axis=1, keepdims=True, dtype=np.int32)
        return single
    meets = np.array(_reached(n, apart) if apart else [sets[-1]] * n)
    meets = meets[:, None] >> np.arange(n) & 1
    both: npt.NDArray[np.int32] = (has @ meets @ has.T).astype(np.int32)
    return both


@compiled
def _count_sequences(
    counts: Table,
    n: int,
    bits: IntArray,
    reach: IntArray,
    joined: npt.NDArray[np.int32],
    held: IntArray,
    sequence: IntArray,
    level: int,
    first: int,
    second: int,
) -> None:
    """Count the sequences by the set of inner pairs that attack, as bits of the index.

    Each sequence of the inner layers is counted with the number of values of the outer layers for
    which the forced pairs attack: `first` and `second` have the remaining values of these, as bits,
    and `held` has for each value of a layer the inner pairs that attack so far. A sequence and its
    mirror image have the same pairs.
    """
    held_by = held[level]
    held_by[:] = held[level - 1, sequence[level - 1]] if level else 0
    for before in range(level):  # only three values of x are in line with an earlier one
        y, apart, bit = sequence[before], level - before, bits[before, level]
        held_by[y] |= bit
        if y >= apart:
            held_by[y - apart] |= bit
        if y + apart < n:
            held_by[y + apart] |= bit
    is_last, is_plain = level == len(sequence) - 1, joined.shape[1] == 1
    for x in range((n + 1) // 2 if level == 0 else n):  # the other half are mirror images
        left, right = first & reach[0, level, x], second & reach[1, level, x]
        if left == 0 or right == 0:
            continue
        if is_last:
            counts[held_by[x]] += joined[left, 0 if is_plain else right] * (
                2 if 2 * sequence[0] < n - 1 and level > 0 else 1
            )
        else:
            sequence[level] = x
            _count_sequences(counts, n, bits, reach, joined, held, sequence, level + 1, left, right)


@compiled
def _collect(counts: Table, sign: int, keys: IntArray, factors: IntArray) -> None:
    """Add up the signs of the sets by their counts, in a hash table with open addressing."""
    last = len(keys) - 1
    for index in range(len(counts)):
        odd = index ^ index >> 16
        odd ^= odd >> 8
        odd ^= odd >> 4
        odd ^= odd >> 2
        odd = (odd ^ odd >> 1) & 1
        c = np.int64(counts[index])
        place = (c * 40503 + (c >> 9)) & last
        while keys[place] not in (-1, c):
            place = (place + 1) & last
        keys[place] = c
        factors[place] += sign * (1 - 2 * odd)
