"""Canonical labelling of rows of coordinates under permutations and reversals of the axes.

The group has up to 2^d d! elements and is not listed. Axes and rows are given colours that depend
on the set of rows only, and are refined by each other until no colour splits. If some axes still
look alike, or look alike from both ends, each of them in turn is made different from the others,
and the search goes on below (individualisation and refinement: B. D. McKay, *Practical graph
isomorphism*, 1981). A leaf of the search orders and directs all axes, and so has an image of the
rows; the least of them is the canonical image. Two leaves with equal images differ by an
automorphism, and the automorphisms found prune the search. What is least depends on 64-bit hashes;
should two of them ever agree by accident, the search is longer and its result still correct.

The blocked cells of a board are labelled, too, for what keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.interruption import check_interruption

AxisMap: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]
"""For each axis of the image the axis it comes from, and whether it is then reversed."""

Hashes: TypeAlias = npt.NDArray[np.uint64]
_Hash: TypeAlias = tuple[int, int]
_Point: TypeAlias = tuple[int, bool]  # an axis, and from which of its ends it is seen
ODD, _OTHER = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)


@dataclass(frozen=True)
class Labelling:
    """The canonical labelling of some rows."""

    map: AxisMap
    """Maps the rows to their canonical image."""
    image: bytes
    """The canonical image: equal for two sets of rows exactly if a map takes one to the other."""
    generators: tuple[AxisMap, ...]
    """Generators of the group of the maps that keep the rows."""
    order: int
    """The order of that group."""


def labelling(
    rows: IntArray, shape: Sequence[int], kinds: IntArray, is_centred: bool = False
) -> Labelling:
    """Return the canonical labelling of rows under the symmetries of a shape.

    Sides of 1 are neither permuted nor reversed.

    `rows`, shape (k, d), int64: different rows of coordinates from 0.
    `shape`: the sides: axes of the same side may be permuted.
    `kinds`, shape (k,), int64: the kind of each row, which maps keep.
    `is_centred`: reversal is x -> -x modulo the side, so that 0 stays, instead of x -> side - 1 -
    x.
    """
    search = _Search(_Rows(rows, shape, kinds, is_centred))
    search.visit(search.rows.root(), [], [])
    return search.result()


def root_hash(rows: IntArray, shape: Sequence[int], kinds: IntArray, is_centred: bool) -> _Hash:
    """Return a hash that is equal for rows with the same canonical image; see `labelling`.

    `rows`, shape (k, d); `kinds`, shape (k,).
    """
    return _Rows(rows, shape, kinds, is_centred).root().hash


def inverse(axes: AxisMap) -> AxisMap:
    """Return the inverse of a map."""
    order, turned = axes
    back = tuple(order.index(axis) for axis in range(len(order)))
    return back, tuple(turned[axis] for axis in back)


def compose(second: AxisMap, first: AxisMap) -> AxisMap:
    """Return the map that does `first`, then `second`."""
    order = tuple(first[0][axis] for axis in second[0])
    turned = (first[1][axis] != turn for axis, turn in zip(*second, strict=True))
    return order, tuple(turned)


# Refinement -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Node:
    """The colours of rows and axes, and the direction of each axis."""

    rows: Hashes
    axes: Hashes
    is_turned: npt.NDArray[np.bool_]
    is_directed: npt.NDArray[np.bool_]

    @cached_property
    def hash(self) -> _Hash:
        """Two numbers that are equal for equivalent nodes."""
        return int(mixed(self.axes).sum()), int(self.rows.sum())

    @property
    def colours(self) -> int:
        """How much is told apart: the number of colours of axes and of directed axes."""
        return len(np.unique(self.axes)) + int(self.is_directed.sum())

    @property
    def is_leaf(self) -> bool:
        """Whether all axes are ordered and directed."""
        return self.colours == 2 * len(self.axes)

    def children(self) -> list[_Point]:
        """Return the points to tell apart next: those of the smallest colour that is no single."""
        values, counts = np.unique(self.axes, return_counts=True)
        options = []
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            axes = np.flatnonzero(self.axes == value).tolist()
            points = [
                (axis, bool(turned))
                for axis in axes
                for turned in ([self.is_turned[axis]] if self.is_directed[axis] else [False, True])
            ]
            if count > 1 or len(points) > 1:
                options.append((len(points), value, points))
        return min(options)[2]


class _Rows:
    """Rows with their coordinates from both ends of each axis."""

    def __init__(
        self, rows: IntArray, shape: Sequence[int], kinds: IntArray, is_centred: bool
    ) -> None:
        self.shape, self.kinds = tuple(shape), kinds
        sides = np.array(shape, dtype=np.int64)
        back = -rows % sides if is_centred else sides - 1 - rows
        self.ways = np.stack((rows, back)).astype(np.uint64)
        self.has_two_ends = sides > (2 if is_centred else 1)

    def root(self) -> _Node:
        """Return the first node: axes differ by their sides, and those of side 1 by their place."""
        d = len(self.shape)
        colours = [(side, axis if side == 1 else 0) for axis, side in enumerate(self.shape)]
        axes = np.array([side + (axis << 32) for side, axis in colours], dtype=np.uint64)
        rows = mixed(self.kinds.astype(np.uint64) + np.uint64(1))
        return self.refined(_Node(rows, axes, np.zeros(d, np.bool_), ~self.has_two_ends))

    def told_apart(self, node: _Node, point: _Point) -> _Node:
        """Return the refined node in which one axis has a colour and a direction of its own."""
        axis, turned = point
        axes, is_turned = node.axes.copy(), node.is_turned.copy()
        is_directed = node.is_directed.copy()
        axes[axis] ^= _OTHER
        is_turned[axis], is_directed[axis] = turned, True
        return self.refined(_Node(node.rows, axes, is_turned, is_directed))

    def refined(self, node: _Node) -> _Node:
        """Return a node whose colours do not split further."""
        while not node.is_leaf:
            before, node = node.colours, self._round(node)
            if node.colours == before:
                break
        return node

    def _round(self, node: _Node) -> _Node:
        """Colour rows by axes, then axes by rows; direct axes that differ from their two ends."""
        one, other = self.seen(node.is_turned), self.seen(~node.is_turned)
        own = np.where(node.is_directed, one, np.minimum(one, other))
        rows = mixed(node.rows + mixed(own * ODD + node.axes).sum(axis=1, dtype=np.uint64))
        near = mixed(rows[:, None] + one * _OTHER).sum(axis=0, dtype=np.uint64)
        far = mixed(rows[:, None] + other * _OTHER).sum(axis=0, dtype=np.uint64)
        turns = ~node.is_directed & (far < near)
        is_directed = node.is_directed | (far != near)
        axes = mixed(node.axes * ODD + np.where(turns, far, near) + is_directed)
        return _Node(rows, axes, node.is_turned ^ turns, is_directed)

    def seen(self, is_turned: npt.NDArray[np.bool_]) -> Hashes:
        """Return the coordinates from one end of each axis, shape (k, d)."""
        seen: Hashes = np.where(is_turned, self.ways[1], self.ways[0])
        return seen

    def leaf(self, node: _Node) -> tuple[AxisMap, bytes]:
        """Return the map of a leaf, and its image of the rows."""
        order = np.arange(len(self.shape))
        for side in set(self.shape) - {1}:
            alike = np.flatnonzero(np.array(self.shape) == side)
            order[alike] = alike[np.argsort(node.axes[alike])]
        image = self.seen(node.is_turned)[:, order].astype(np.int64)
        image = np.column_stack((self.kinds, image))
        image = image[np.lexsort(image.T[::-1])]
        axes = tuple(order.tolist()), tuple(node.is_turned[order].tolist())
        return axes, image.astype(">i8").tobytes()


def mixed(values: Hashes) -> Hashes:
    """Return hashes of numbers of 64 bits, of the same shape (the end of SplitMix64)."""
    hashes: Hashes = values + ODD
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        hashes ^= hashes >> np.uint64(shift)
        hashes *= np.uint64(factor)
    hashes ^= hashes >> np.uint64(31)
    return hashes


# Search ---------------------------------------------------------------------------------------


class _Search:
    """The depth-first search for the least leaf, by the hashes on its path, then by its image."""

    def __init__(self, rows: _Rows) -> None:
        self.rows = rows
        self.generators: list[AxisMap] = []
        self._path: list[_Point] = []
        self._hashes: list[_Hash] = []
        self._map: AxisMap | None = None
        self._image = b""

    def visit(self, node: _Node, path: list[_Point], hashes: list[_Hash]) -> int:
        """Search below a node; return the depth of the node at which the search goes on."""
        check_interruption()
        if node.is_leaf:
            return self._reach(node, path, hashes)
        depth = len(path)
        tried: list[_Point] = []
        for point in node.children():
            if point in self._orbit(tried, path):
                continue
            tried.append(point)
            child = self.rows.told_apart(node, point)
            below = [*hashes, child.hash]
            if self._map is not None and below > self._hashes[: depth + 1]:
                continue
            back = self.visit(child, [*path, point], below)
            if back < depth:
                return back
        return depth - 1

    def _reach(self, node: _Node, path: list[_Point], hashes: list[_Hash]) -> int:
        axes, image = self.rows.leaf(node)
        key = (hashes, image)
        if self._map is not None and key == (self._hashes, self._image):
            self.generators.append(compose(inverse(axes), self._map))
            # What is below the node where the two paths part is equivalent to what was searched.
            return next(k for k, step in enumerate(path) if step != self._path[k])
        if self._map is None or key < (self._hashes, self._image):
            self._path, self._hashes, self._map, self._image = path, hashes, axes, image
        return len(path) - 1

    def _orbit(self, points: Iterable[_Point], path: Sequence[_Point]) -> set[_Point]:
        """Return the images of points under the automorphisms found that keep a path."""
        maps = [m for m in map(_moves, self.generators) if all(m[step] == step for step in path)]
        orbit = set(points)
        fresh = list(orbit)
        while fresh:
            point = fresh.pop()
            new = {move[point] for move in maps} - orbit
            orbit |= new
            fresh += new
        return orbit

    def result(self) -> Labelling:
        """Return the labelling: the order is the product of the orbits along the least path."""
        assert self._map is not None
        order = 1
        for depth, point in enumerate(self._path):
            order *= len(self._orbit([point], self._path[:depth]))
        return Labelling(self._map, self._image, tuple(self.generators), order)


def _moves(axes: AxisMap) -> dict[_Point, _Point]:
    """Return the image of each point under a map."""
    return {
        (axis, end): (image, end != turned)
        for image, (axis, turned) in enumerate(zip(*axes, strict=True))
        for end in (False, True)
    }


@lru_cache(maxsize=16)
def blocked_labelling(board: Board) -> Labelling:
    """Return the canonical labelling of the blocked cells of a board."""
    cells = board.cells(np.array(board.blocked, dtype=np.int64))
    return labelling(*labelled_rows(board.without_blocked(), cells))


def labelled_rows(board: Board, cells: IntArray) -> tuple[IntArray, tuple[int, ...], IntArray]:
    """Return what `labelling` takes: cells, shape (k, d), and blocked ones of another kind."""
    blocked = board.cells(np.array(board.blocked, dtype=np.int64))
    kinds = np.repeat([0, 1], [len(cells), len(blocked)])
    return np.concatenate((cells, blocked)), board.shape, kinds


def torus_count(board: Board) -> int:
    """Return the number of symmetries of a torus, with translations, that keep its blocked cells.

    They map the first of them to one that looks alike when it is moved to the origin.
    """
    cells = board.cells(np.array(board.blocked, dtype=np.int64))
    kinds = np.zeros(len(cells), dtype=np.int64)
    around = [(cells - origin) % board.shape for origin in cells]
    hashes = [root_hash(rows, board.shape, kinds, is_centred=True) for rows in around]
    alike = [rows for rows, own in zip(around, hashes, strict=True) if own == hashes[0]]
    labels = [labelling(rows, board.shape, kinds, is_centred=True) for rows in alike]
    return labels[0].order * sum(label.image == labels[0].image for label in labels)
