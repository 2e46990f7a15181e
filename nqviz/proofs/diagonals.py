"""The checker's own diagrams of the diagonals that the queens of open rows and columns stand on.

The sums s = r + c of k queens are k distinct numbers with a known total, and so are the differences
t = c - r. The squares of both together are known, and as many s as t are odd. So a choice of sums
goes with a choice of differences only where the squares and the odd numbers fit: the key of both.

A diagram decides number by number, the outermost first, whether it is chosen. What is decided
matters only by how many numbers are missing, their total, and the squares and the number of odd
ones so far: a state. Choices that come to the same state continue in the same way, so there are far
fewer states than choices. A state is left out where the bound f of `squares` shows that too many
squares come together. Each choice is a path, and the highest price of each key is that of the
dearest path.

Where few choices are left, they are listed. A family of them is a choice of differences with some
choices of sums of the same key: its queens stand on each diagonal that all of these take, and on no
diagonal that none of these takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.interruption import check_interruption
from nqviz.core.jit import compiled

from .claim import Mask
from .proof import Flawed
from .squares import Numbers, Totals, fewest_squares, running

MOST_ARCS = 2**25
"""The most arcs of a diagram: they are found in a second, and take 256 MiB."""
NEVER = -(2**60)
"""Stands for the price of a choice that does not exist."""
AT_SQUARES, AT_TOTAL, AT_MISSING = 7, 31, 45
"""The first bits of the numbers of a state; that of odd numbers is at 0."""

Arcs = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Diagram:
    """The choices of k numbers with a total and a range of squares.

    An arc goes from a state of a layer to one of the next, which is one number later.

    Attributes
    ----------
    order : array of shape (layers,)
        The place of the number that an arc of each layer decides.
    starts : array of shape (layers + 1,)
        The first arc of each layer, and the number of arcs.
    sizes : array of shape (layers + 1,)
        The number of states before each layer, and of those at the end.
    sources, targets : array of shape (arcs,)
        Twice the state before, plus 1 where the number is chosen; the state after.
    keys : array of shape (ends,)
        The key of each state at the end.
    ends : array of shape (ends,)
        These states.
    """

    order: IntArray
    starts: IntArray
    sizes: IntArray
    sources: Arcs
    targets: Arcs
    keys: IntArray
    ends: IntArray

    @classmethod
    def of(cls, values: Numbers, k: int, total: int, fewest: int, most: int, room: int) -> Diagram:
        """Return the diagram of k of some numbers from 0 to 127, increasing.

        `fewest`, `most`: of the squares. Raises Flawed if there are more than `room` arcs.
        """
        sums, squares = running(values)
        low, high, states = 0, len(values), np.array([k << AT_MISSING | total << AT_TOTAL])
        order, layers, sizes, count = [], [], [1], 0
        while low < high:
            check_interruption()
            is_low = 2 * total >= k * (values[low] + values[high - 1])
            place = low if is_low else high - 1
            low, high = (low + 1, high) if is_low else (low, high - 1)
            reached = np.empty(2 * len(states), np.int64)
            arcs = np.empty((2, 2 * len(states)), np.int32)
            found, size = _decide(
                states, values[place], sums, squares, low, high, fewest, most, reached, arcs
            )
            states = reached[:size].copy()
            order.append(place)
            layers.append(arcs[:, :found].copy())
            sizes.append(size)
            count += found
            if count > room:
                raise Flawed("a step lists too many choices of diagonals")
        starts = np.cumsum([0, *(each.shape[1] for each in layers)])
        before, after = np.concatenate(layers, axis=1)
        keys = states % (1 << AT_TOTAL)  # neither numbers nor a total are missing
        ends = np.arange(len(keys))
        return cls(np.array(order), starts, np.array(sizes), before, after, keys, ends)

    def keep(self, ends: IntArray) -> Diagram:
        """Return the paths to some ends, shape (k,); their keys in this order."""
        is_end = np.zeros(self.sizes[-1], np.bool_)
        is_end[self.ends[ends]] = True
        kept = _kept(self.sources, self.targets, self.starts, self.sizes, is_end)
        inside = map(np.count_nonzero, np.split(kept, self.starts[1:-1]))
        starts = np.cumsum([0, *inside])
        arcs = self.sources[kept], self.targets[kept]
        return Diagram(self.order, starts, self.sizes, *arcs, self.keys[ends], self.ends[ends])

    def choices(self, most: int) -> tuple[Mask, IntArray] | None:
        """Return all paths, or None if they are more than `most`.

        Returns
        -------
        chosen : array of shape (paths, numbers)
            Which numbers each takes; paths that differ late only are neighbours.
        keys : array of shape (paths,)
            The place of the key of each.
        """
        states, chosen = np.zeros(1, np.int64), np.zeros((1, len(self.order)), np.bool_)
        for layer, place in enumerate(self.order):
            arcs = slice(self.starts[layer], self.starts[layer + 1])
            in_order = np.argsort(self.sources[arcs], kind="stable") + self.starts[layer]
            before = self.sources[in_order] >> 1
            first, last = (np.searchsorted(before, states, side) for side in ("left", "right"))
            counts = last - first
            if counts.sum() > most:
                return None
            path = np.repeat(np.arange(len(states)), counts)
            arc = in_order[np.arange(len(path)) + (first - np.cumsum(counts) + counts)[path]]
            chosen, states = chosen[path], self.targets[arc].astype(np.int64)
            chosen[:, place] = self.sources[arc] & 1
        number = np.full(self.sizes[-1], -1)
        number[self.ends] = np.arange(len(self.ends))
        return chosen, number[states]

    def highest(self, prices: Numbers) -> tuple[IntArray, Arcs]:
        """Return the highest price of each key, shape (ends,), and the arcs of these choices.

        `prices`, shape (numbers,), of each number. The arcs are for `choice`.
        """
        last = np.empty(self.sizes.sum(), np.int32)
        arcs = self.sources, self.targets, self.starts, self.sizes
        highest: IntArray = _highest(*arcs, prices[self.order], last)[self.ends]
        return highest, last

    def choice(self, last: Arcs, key: int) -> Mask:
        """Return which numbers the dearest choice of a key takes, by the place of the key."""
        chosen = np.zeros(len(self.order), np.bool_)
        state, first = self.ends[key], self.sizes.sum()
        for layer in range(len(self.order) - 1, -1, -1):
            first -= self.sizes[layer + 1]
            state, chosen[self.order[layer]] = divmod(int(last[first + state]), 2)
        return chosen


@dataclass(frozen=True)
class Family:
    """A choice of differences with some choices of sums of the same key.

    `sums`, shape (choices, sums), and `steps`, shape (differences,): which diagonals are taken.
    """

    sums: Mask
    steps: Mask


def families(both: tuple[Diagram, Diagram], most: int, together: int) -> list[Family] | None:
    """List all choices that fit, in families with no more than `together` choices of sums.

    `both`: see `diagrams`. Returns None if there are more than `most` pairs of choices.
    """
    sums, steps = (each.choices(most) for each in both)
    if sums is None or steps is None:
        return None
    count = len(both[0].keys)
    if (
        np.bincount(sums[1], minlength=count) * np.bincount(steps[1], minlength=count)
    ).sum() > most:
        return None
    of_key = [sums[0][sums[1] == key] for key in range(count)]
    return [
        Family(of_key[key][first : first + together], chosen)
        for chosen, key in zip(*steps, strict=True)
        for first in range(0, len(of_key[key]), together)
    ]


@lru_cache(maxsize=2)
def _diagrams(
    totals: Totals, sums: bytes, steps: bytes, room: int
) -> tuple[Diagram, Diagram] | None:
    values = [np.frombuffer(each, np.int64) for each in (sums, steps)]
    wanted = [totals.sums, totals.steps]
    least = [totals.least_squares(*each) for each in zip(values, wanted, strict=True)]
    if min(least) < 0:
        return None
    # The family with the fewer numbers goes first: it limits the squares of the other.
    one = int(len(values[1]) < len(values[0]))
    other = 1 - one
    most = _most(*running(values[other]), 0, len(values[other]), totals.k, wanted[other])
    of_one = totals.squares - most, totals.squares - least[other]
    both = [Diagram.of(values[one], totals.k, wanted[one], *of_one, room)] * 2
    if not len(both[0].keys):
        return None
    left = totals.squares - (both[0].keys >> AT_SQUARES)
    of_other = int(left.min()), int(left.max())
    both[other] = Diagram.of(values[other], totals.k, wanted[other], *of_other, room)
    # A difference t counts as t + SHIFT, which is odd where t is even.
    fitting = (totals.squares << AT_SQUARES) + totals.k - both[1].keys
    _, *places = np.intersect1d(both[0].keys, fitting, return_indices=True)
    return (both[0].keep(places[0]), both[1].keep(places[1])) if len(places[0]) else None


def diagrams(
    totals: Totals, sums: Numbers, steps: Numbers, room: int | None = None
) -> tuple[Diagram, Diagram] | None:
    """Return the diagrams of sums and of differences, with fitting keys; None without a choice.

    `sums`, `steps`: the sums, and the differences plus `SHIFT`, that have a free cell, increasing.
    Raises Flawed if one of them has more arcs than there is room for, `MOST_ARCS` by default.
    """
    of_sums, of_steps = (each.astype(np.int64).tobytes() for each in (sums, steps))
    return _diagrams(totals, of_sums, of_steps, MOST_ARCS if room is None else room)


def highest_price(
    totals: Totals, sums: Numbers, steps: Numbers, of_sums: Numbers, of_steps: Numbers
) -> int | None:
    """Return the most that the diagonals of all queens cost together; None if they have no choice.

    `sums`, `steps`: see `diagrams`, which also tells what is raised.
    `of_sums`, `of_steps`: their prices, of the same shapes.
    """
    both = diagrams(totals, sums, steps)
    if both is None:
        return None
    return int((both[0].highest(of_sums)[0] + both[1].highest(of_steps)[0]).max())


@compiled
def _most(sums: Numbers, squares: Numbers, low: int, high: int, k: int, total: int) -> int:
    """Bound the squares of k of the numbers low to high - 1 from above; there are such numbers.

    There are most where those of the numbers that are left out are fewest.
    """
    here = sums[high] - sums[low]
    out = fewest_squares(sums, squares, low, high, high - low - k, here - total)
    return int(squares[high] - squares[low] - out)


@compiled
def _decide(
    states: Numbers,
    value: int,
    sums: Numbers,
    squares: Numbers,
    low: int,
    high: int,
    fewest: int,
    most: int,
    reached: Numbers,
    arcs: npt.NDArray[np.int32],
) -> tuple[int, int]:
    """Leave or choose a number in each state; return how many arcs and states that makes.

    `states`: increasing; so are those without the number, and those with it, which are merged.
    `sums`, `squares`: of the first numbers; those from `low` to `high` - 1 are still undecided.
    `reached`, shape (2 states,): the new states, increasing, written.
    `arcs`, shape (2, 2 states): their sources and targets, written.
    """
    shift = (value * value << AT_SQUARES) + (value & 1) - (value << AT_TOTAL) - (1 << AT_MISSING)
    left, chosen, found, size, end = 0, 0, 0, 0, len(states)
    while chosen < end or left < end:
        is_chosen = left == end or (chosen < end and states[chosen] + shift < states[left])
        source = 2 * chosen + 1 if is_chosen else 2 * left
        state = states[source >> 1] + shift * is_chosen
        chosen, left = chosen + is_chosen, left + (not is_chosen)
        if not size or reached[size - 1] != state:
            missing = state >> AT_MISSING
            total = (state >> AT_TOTAL) & ((1 << (AT_MISSING - AT_TOTAL)) - 1)
            here = (state >> AT_SQUARES) & ((1 << (AT_TOTAL - AT_SQUARES)) - 1)
            least = fewest_squares(sums, squares, low, high, missing, total)
            if least < 0 or here + least > most:
                continue
            if (
                here + least < fewest
                and here + _most(sums, squares, low, high, missing, total) < fewest
            ):
                continue
            reached[size] = state
            size += 1
        arcs[0, found], arcs[1, found] = source, size - 1
        found += 1
    return found, size


@compiled
def _kept(sources: Arcs, targets: Arcs, starts: IntArray, sizes: IntArray, is_end: Mask) -> Mask:
    """Return which arcs lead to an end, shape (arcs,)."""
    kept = np.zeros(len(sources), np.bool_)
    leads = is_end
    for layer in range(len(starts) - 2, -1, -1):
        before = np.zeros(sizes[layer], np.bool_)
        for arc in range(starts[layer], starts[layer + 1]):
            if leads[targets[arc]]:
                kept[arc] = before[sources[arc] >> 1] = True
        leads = before
    return kept


@compiled
def _highest(
    sources: Arcs,
    targets: Arcs,
    starts: IntArray,
    sizes: IntArray,
    prices: Numbers,
    last: Arcs,
) -> IntArray:
    """Return the highest price of a path to each state at the end, shape (states,).

    `last`, shape (states of all layers,): the source of the last arc of such a path, written.
    """
    before, first = np.zeros(1, np.int64), 1
    for layer in range(len(prices)):
        after = np.full(sizes[layer + 1], NEVER)
        for arc in range(starts[layer], starts[layer + 1]):
            source, target = sources[arc], targets[arc]
            price = before[source >> 1] + prices[layer] * (source & 1)
            if price > after[target]:
                after[target] = price
                last[first + target] = source
        before, first = after, first + sizes[layer + 1]
    return before
