"""Canonical labelling of placements, for groups that are too large to be listed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement

from .group import Symmetry
from .labelling import (
    AxisMap,
    Labelling,
    blocked_labelling,
    compose,
    inverse,
    labelled_rows,
    labelling,
    root_hash,
)
from .translates import blocked_placement, kept_shifts, queen_classes

MAX_PRODUCTS = 2**12
"""The largest order of a group whose elements are made from its generators."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """A placement with the map to its canonical image, and what keeps it."""

    placement: Placement
    map: Symmetry
    """Maps the placement to its canonical image."""
    image: bytes
    """Equal for two placements of one board exactly if a symmetry maps one to the other."""
    generators: tuple[Symmetry, ...]
    """Generators of the stabiliser; on a torus with translations, together with these."""
    order: int
    """The number of symmetries that keep the placement, translations apart."""
    shifts: IntArray
    """The translations that keep the placement, shape (t, d), 0 first."""

    @classmethod
    def of(cls, placement: Placement, with_translations: bool = False) -> Labelled:
        """Return the canonical labelling of a placement; see `labelling`."""
        board = placement.board
        if with_translations and board.torus:
            return _translated(placement)
        found = labelling(*labelled_rows(board, placement.cells))
        generators = tuple(Symmetry(board, *axes) for axes in found.generators)
        back = _blocked_back(placement, found.map)
        shifts = np.zeros((1, board.d), dtype=np.int64)
        return cls(placement, Symmetry(board, *back), found.image, generators, found.order, shifts)

    def elements(self) -> tuple[Symmetry, ...] | None:
        """Return the symmetries that keep the placement, the identity first.

        On a torus with translations one for each combination of permuted and reversed axes. None
        if there are more than `MAX_PRODUCTS`.
        """
        if self.order > MAX_PRODUCTS:
            return None
        board = self.placement.board
        one = Symmetry(board, tuple(range(board.d)), (False,) * board.d)
        reached = {(one.permutation, one.reversed): one}
        fresh = [one]
        while fresh:
            element = fresh.pop()
            for factor in self.generators:
                product = factor * element
                if (product.permutation, product.reversed) not in reached:
                    reached[product.permutation, product.reversed] = product
                    fresh.append(product)
        return tuple(reached.values())


def _blocked_back(placement: Placement, axes: AxisMap) -> AxisMap:
    """Return the map of a placement followed by one that moves the blocked cells back in place.

    The latter depends on the moved blocked cells only, so that images remain canonical.
    """
    board = placement.board
    if not board.blocked:
        return axes
    cells = board.cells(np.array(board.blocked))
    moved = Symmetry(board, *axes).cells(cells)
    plain = board.without_blocked()
    there = labelling(*labelled_rows(plain, moved)).map
    here = blocked_labelling(board).map
    return compose(inverse(here), compose(there, axes))


def _translated(placement: Placement) -> Labelled:
    """Return the least labelling of the translates that have a queen on the first cell.

    Reversals then keep this cell. Only the translates with the least hash are searched. Without
    queens a blocked cell is moved there.
    """
    board = placement.board
    shifts = kept_shifts(placement)
    marked = placement if len(placement) or not board.blocked else blocked_placement(board)
    origins = marked.cells[queen_classes(marked, shifts)]
    origins = origins if len(origins) else np.zeros((1, board.d), dtype=np.int64)
    cells, _, kinds = labelled_rows(board, placement.cells)
    around = [(cells - origin) % board.shape for origin in origins]
    hashes = [root_hash(rows, board.shape, kinds, True) for rows in around]
    found: list[tuple[Labelling, Symmetry]] = []
    for rows, origin, own in zip(around, origins, hashes, strict=True):
        if own == min(hashes):
            label = labelling(rows, board.shape, kinds, is_centred=True)
            found.append((label, _from_origin(board, label.map, origin)))
    least = min(label.image for label, _ in found)
    (label, best), *others = [each for each in found if each[0].image == least]
    origin = best.inverse().cells(np.zeros(board.d, dtype=np.int64))
    turns = [
        best.inverse() * _from_origin(board, compose(label.map, axes), origin)
        for axes in label.generators
    ]
    moves = [best.inverse() * other for _, other in others]
    order = label.order * (1 + len(others))
    if board.blocked:
        best = _moved_back(board, best)
    return Labelled(placement, best, least, (*turns, *moves), order, shifts)


def _moved_back(board: Board, moved: Symmetry) -> Symmetry:
    """Return a map followed by one that moves the blocked cells back in place.

    The latter depends on the moved blocked cells only, so that images remain canonical.
    """
    here = blocked_placement(board)
    there = Placement.from_indices(here.board, np.sort(moved.indices(here.indices)))
    if not len(there):
        return moved
    return _translated(here).map.inverse() * _translated(there).map * moved


def _from_origin(board: Board, axes: AxisMap, origin: IntArray) -> Symmetry:
    """Return the map of axes that takes a cell of the torus to the first one."""
    turned = Symmetry(board, *axes)
    return Symmetry(board, *axes, tuple((-turned.cells(origin)).tolist()))
