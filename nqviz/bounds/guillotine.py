"""The best upper bound from cutting a box into boxes, over all guillotine cuts.

A cut through the whole box divides it in two, and the maximum of the whole is at most the sum of
the maxima of the parts. Parts are cut again until another bound is better: one queen on each line
along a longest side; one queen in a box of side 2, whose cells all attack each other; the bound of
a cube of side 3 that contains the part (see `subcubes`); or a known maximum of a box that contains
it.

Boxes with short sides are all compared, by dynamic programming over their sides (`_boxes`). A
longer side is first cut into such short parts: the best way to cut each side in turn is an
unbounded knapsack problem, which is solved for all combinations of parts and many boards at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray

from .bound import Shape, bare
from .known import upper_entries
from .subcubes import SIDE_3, most_subcubes

MAX_BOXES = 2100
"""The number of boxes of one dimension that are compared; it limits the length of parts."""

LONGEST_PART = 13

LINES = "one queen on each line along a longest side"
SIDE_2 = "all cells of a box of side 2 attack each other"


@dataclass(frozen=True)
class Piece:
    """Equal parts of a box that was cut."""

    shape: Shape
    """The sides above 1 in increasing order."""
    value: int
    """The upper bound on the queens of each part."""
    reason: str
    published: bool
    """Whether the reason is a publication."""
    number: int = 1
    """The number of these parts."""


_Leaf = tuple[Shape, int, str, bool]


class _Boxes:
    """All boxes of d sides up to m, each with its best bound and the derivation."""

    def __init__(self, d: int, m: int, with_published: bool) -> None:
        self.m = m
        shapes = list(combinations_with_replacement(range(1, m + 1), d))
        self.place = {shape: i for i, shape in enumerate(shapes)}
        self.sides = np.array(shapes, dtype=np.int64).reshape(len(shapes), d)
        self.values = self.sides.prod(axis=1) // self.sides[:, -1]
        self._reasons = dict.fromkeys(range(len(shapes)), (LINES, False))
        self._cuts: dict[int, tuple[int, int]] = {}
        self._leaves: dict[int, Counter[_Leaf]] = {}
        self._lower((2,) * d, 1, SIDE_2, False)
        for k in range(2, d + 1):
            self._lower((1,) * (d - k) + (3,) * k, most_subcubes(k), SIDE_3, False)
        if with_published:
            for entry in upper_entries():
                if entry.proven and len(entry.shape) <= d:
                    padded = (1,) * (d - len(entry.shape)) + entry.shape
                    self._lower(padded, entry.count, entry.source, True)
        self._cut_all(shapes)

    def _lower(self, outer: Shape, value: int, source: str, is_published: bool) -> None:
        """Apply a bound to every box that fits in another box."""
        inside = (self.sides <= np.array(outer)).all(axis=1) & (self.values > value)
        for i in np.flatnonzero(inside).tolist():
            self.values[i] = value
            sides, whole = bare(self.sides[i].tolist()), bare(outer)
            part = f"part of the {'x'.join(map(str, whole))} board: "
            fitting = "" if sides == whole or source == SIDE_2 else part
            self._reasons[i] = (fitting + source, is_published)

    def _cut_all(self, shapes: list[Shape]) -> None:
        # A shape comes after those with a shorter side.
        values = self.values.tolist()
        for i, shape in enumerate(shapes):
            for axis, side in enumerate(shape):
                if axis and shape[axis - 1] == side:
                    continue
                rest = shape[:axis] + shape[axis + 1 :]
                for part in range(1, side // 2 + 1):
                    first = self.place[tuple(sorted((*rest, part)))]
                    second = self.place[tuple(sorted((*rest, side - part)))]
                    if values[first] + values[second] < values[i]:
                        values[i] = values[first] + values[second]
                        self._cuts[i] = first, second
        self.values = np.array(values, dtype=np.int64)

    def cut(self, sides: Shape) -> tuple[int, int] | None:
        """Return the axis and the position of the best cut of a box; None if no cut is better."""
        cut = self._cuts.get(self.place[tuple(sorted(sides))])
        if cut is None:
            return None
        whole, first = Counter(sides), Counter(self.sides[cut[0]].tolist())
        ((side, _),), ((part, _),) = (whole - first).items(), (first - whole).items()
        return sides.index(side), part

    def leaves(self, place: int) -> Counter[_Leaf]:
        """Return the parts into which a box is cut, with their numbers."""
        if place not in self._leaves:
            cut = self._cuts.get(place)
            if cut is None:
                shape = bare(self.sides[place].tolist())
                reason = self._reasons[place]
                self._leaves[place] = Counter({(shape, int(self.values[place]), *reason): 1})
            else:
                self._leaves[place] = self.leaves(cut[0]) + self.leaves(cut[1])
        return self._leaves[place]


def longest_part(d: int) -> int:
    """Return the longest side of the boxes that are compared in dimension d."""
    m = 2
    while m < LONGEST_PART and comb(d + m, d) <= MAX_BOXES:
        m += 1
    return m


@lru_cache(maxsize=32)
def _boxes(d: int, with_published: bool) -> _Boxes:
    return _Boxes(d, longest_part(d), with_published)


@lru_cache(maxsize=64)
def _children(size: int, m: int) -> tuple[IntArray, IntArray]:
    """Return the positions of the boxes of `size` sides with one more side, from 1 to m.

    Returns `places`, shape (boxes, m): positions among the boxes of `size` + 1 sides; `sides`,
    shape (boxes, size).
    """
    shapes = list(combinations_with_replacement(range(1, m + 1), size))
    longer = combinations_with_replacement(range(1, m + 1), size + 1)
    place = {shape: i for i, shape in enumerate(longer)}
    places = [[place[tuple(sorted((*shape, q)))] for q in range(1, m + 1)] for shape in shapes]
    return np.array(places), np.array(shapes, dtype=np.int64).reshape(len(shapes), size)


@dataclass
class _Level:
    """The cuts of one long side, for every combination of parts of the sides cut before it."""

    sums: IntArray
    """The least sum of parts for each length of this side, shape (length, boxes, boards)."""
    parts: IntArray
    """The bound of a part of length q + 1, shape (m, boxes, boards)."""
    places: IntArray
    """See `_children`, shape (boxes, m)."""
    values: IntArray
    """The bound for the whole side, shape (boxes, boards)."""
    is_lines: IntArray
    """Whether the bound by lines is better than any cut, shape (boxes, boards)."""


def _levels(boxes: _Boxes, d: int, long: IntArray) -> list[_Level]:
    """Return the cuts of long sides, one side after another.

    `boxes`: the boxes of dimension d.
    `long`, shape (k, boards): the long sides of each board, increasing, each above `boxes.m`; of
    the largest boards the bounds are Python's integers, which have no largest one.
    """
    m = boxes.m
    levels: list[_Level] = []
    kind: npt.DTypeLike = np.int64
    if max(prod(sides) for sides in long.T.tolist()) >= 2**40:
        kind = np.object_
    values = np.repeat(boxes.values[:, None], long.shape[1], axis=1).astype(kind)
    product = np.ones(long.shape[1], dtype=kind)
    for done, side in enumerate(long):
        places, sides = _children(d - done - 1, m)
        parts = np.moveaxis(values[places], 1, 0)
        length = min(int(side.max()), m * m + m)
        sums = np.zeros((length + 1, *parts.shape[1:]), dtype=kind)
        for t in range(1, length + 1):
            q = min(t, m)
            (sums[t - q : t][::-1] + parts[:q]).min(axis=0, out=sums[t])
        values = _whole_side(sums, parts, side)
        # The longest side is this one: the lines along it meet each combination of the others.
        lines = sides.prod(axis=1)[:, None] * product
        product = product * side
        is_lines = lines <= values
        values = np.minimum(values, lines)
        levels.append(_Level(sums, parts, places, values, is_lines))
    return levels


def _whole_side(sums: IntArray, parts: IntArray, side: IntArray) -> IntArray:
    """Return the sums at the length of the side of each board; very long sides repeat one part."""
    columns = np.arange(len(side))
    if side.max() < len(sums):
        picked: IntArray = sums[side, :, columns].T
        return picked
    steps = np.arange(1, len(parts) + 1)[:, None, None]
    best = (parts / steps).argmin(axis=0)
    cost = np.take_along_axis(parts, best[None], 0)[0]
    over = np.maximum(side - (len(sums) - 1), 0)
    copies = -(-over // (best + 1))
    rest = side - copies * (best + 1)
    whole: IntArray = copies * cost + np.take_along_axis(sums, rest[None], 0)[0]
    return whole


def cube_values(d: int, sides: Sequence[int]) -> list[int]:
    """Return the best bounds by cuts for several (n,d)-boards at once, without derivations."""
    boxes = _boxes(d, True)
    short = {n: int(boxes.values[boxes.place[(n,) * d]]) for n in sides if n <= boxes.m}
    long = np.array([n for n in sides if n > boxes.m], dtype=np.int64)
    found: dict[int, int] = dict(short)
    if len(long):
        last = _levels(boxes, d, np.repeat(long[None], d, axis=0))[-1]
        found |= dict(zip(long.tolist(), last.values[0].tolist(), strict=True))
    return [found[n] for n in sides]


def _short_and_long(boxes: _Boxes, sides: Shape) -> tuple[Shape, IntArray]:
    """Return the sides that are compared in all ways, and the long sides, shape (k, 1)."""
    long = [side for side in sides if side > boxes.m]
    short = tuple(side for side in sides if side <= boxes.m)
    return short, np.array(long, dtype=np.int64).reshape(-1, 1)


def best_partition(shape: Shape, with_published: bool = True) -> tuple[int, tuple[Piece, ...]]:
    """Return the best bound by cuts and the parts it is the sum of.

    `shape`: a flat box of queens.
    `with_published`: whether published maxima of the parts may be used.
    Returns `value`: the sum over the parts; `pieces`: the parts, the largest first; one if no cut
    is better.
    """
    sides = bare(shape) or (1,)
    d = len(sides)
    boxes = _boxes(d, with_published)
    short, long = _short_and_long(boxes, sides)
    leaves: Counter[_Leaf] = Counter()
    _collect(boxes, _levels(boxes, d, long), long[:, 0].tolist(), short, 1, leaves)
    pieces = [Piece(*leaf, number) for leaf, number in leaves.items()]
    pieces.sort(key=lambda piece: (-prod(piece.shape), piece.shape, piece.reason))
    return sum(piece.number * piece.value for piece in pieces), tuple(pieces)


def _collect(
    boxes: _Boxes,
    levels: list[_Level],
    long: list[int],
    short: Shape,
    number: int,
    leaves: Counter[_Leaf],
) -> None:
    """Add the parts of `number` boxes, with `short` sides and all of the `long` ones."""
    if not long:
        for leaf, times in boxes.leaves(boxes.place[short]).items():
            leaves[leaf] += number * times
        return
    level, side = levels[len(long) - 1], long[-1]
    row = _row(boxes.m, short)
    if level.is_lines[row, 0]:
        shape = bare((*short, *long))
        leaves[shape, int(level.values[row, 0]), LINES, False] += number
        return
    for part, times in _parts(level.sums[:, row, 0], level.parts[:, row, 0], side).items():
        longer = tuple(sorted((*short, part)))
        _collect(boxes, levels, long[:-1], longer, number * times, leaves)


def placed_parts(shape: Shape) -> Iterator[tuple[Shape, Shape]]:
    """Return the parts of the best partition without publications: lowest corners and sides.

    `shape`: a flat box of queens, its sides above 1.
    """
    boxes = _boxes(len(shape), False)
    _, long = _short_and_long(boxes, tuple(sorted(shape)))
    levels = _levels(boxes, len(shape), long)
    axes = sorted(range(len(shape)), key=lambda axis: shape[axis])[len(shape) - len(long) :]
    return _placed(boxes, levels, axes, (0,) * len(shape), shape)


def _placed(
    boxes: _Boxes, levels: list[_Level], axes: list[int], low: Shape, sides: Shape
) -> Iterator[tuple[Shape, Shape]]:
    """Yield the parts of a box whose sides along `axes`, increasing, are still to be cut."""
    if axes:
        *others, axis = axes
        level = levels[len(others)]
        row = _row(boxes.m, tuple(sorted(s for i, s in enumerate(sides) if i not in axes)))
        if level.is_lines[row, 0]:
            yield low, sides
            return
        parts = _parts(level.sums[:, row, 0], level.parts[:, row, 0], sides[axis]).elements()
    else:
        cut = boxes.cut(sides)
        if cut is None:
            yield low, sides
            return
        others, (axis, part) = [], cut
        parts = iter((part, sides[axis] - part))
    for part in parts:
        yield from _placed(boxes, levels, others, low, _with(sides, axis, part))
        low = _with(low, axis, low[axis] + part)


def _with(shape: Shape, axis: int, value: int) -> Shape:
    return (*shape[:axis], value, *shape[axis + 1 :])


@lru_cache(maxsize=4096)
def _row(m: int, shape: Shape) -> int:
    """Return the position of a box among those with as many sides, in lexicographic order."""
    row, least = 0, 1
    for axis, side in enumerate(shape):
        after = len(shape) - axis - 1
        row += sum(comb(m - q + after, after) for q in range(least, side))
        least = side
    return row


def _parts(sums: IntArray, costs: IntArray, side: int) -> Counter[int]:
    """Return the parts of a side with the least sum of bounds, long parts preferred."""
    found: Counter[int] = Counter()
    if side >= len(sums):
        best = int((costs / np.arange(1, len(costs) + 1)).argmin()) + 1
        found[best] = -(-(side - len(sums) + 1) // best)
        side -= found[best] * best
    while side:
        part = next(
            q
            for q in range(min(side, len(costs)), 0, -1)
            if sums[side - q] + costs[q - 1] == sums[side]
        )
        found[part] += 1
        side -= part
    return found
