"""Lower bounds by filling: known placements with further pieces on their free cells.

A placement of a smaller box, or a window of a linear set, often leaves cells free on the whole
board. They are taken in the order of their indices, so that every bound can be built again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

import numpy as np

from nqviz.catalogue.records import listed_record, records
from nqviz.core.board import Board, IntArray
from nqviz.core.interruption import check_interruption
from nqviz.core.symmetry.group import MAX_ORDER, affine_maps, symmetry_count

from .bound import Bound, Shape, Witness

MAX_FILLED = 2**12
"""The most cells of a board whose lower bounds are filled."""

TRIES, WORK = 48, 2**15
"""The most greedy placements of a board with blocked cells, and images of a known one that are
filled up; on larger boards so many that their cells add up to the work."""


def filled_bounds(board: Board, found: Iterable[Bound]) -> list[Bound]:
    """Return the lower bounds of a board by filling the placements of other lower bounds.

    `found`: windows of linear sets and records count; the empty board is filled as well.
    """
    bases: list[tuple[Witness | None, str]] = [(None, "")]
    for bound in found:
        witness = bound.witness
        if witness is not None and witness.kind in ("window", "record") and _is_listed(witness):
            bases.append((witness, bound.source))
    bounds = []
    for base, source in bases:
        filled = Witness("filled", board.shape, base=base)
        value = len(filled_cells(board, base))
        words = "cells taken in order while they are free"
        if base is not None:
            words = f"{source}, filled up"
        bounds.append(Bound(value, words, "lower", witness=filled))
    return bounds


def open_bound(board: Board, found: Iterable[Bound]) -> Bound:
    """Return the lower bound of a board with blocked cells by the largest placement of a few.

    `found`: lower bounds of the board without blocked cells.
    """
    bases = [bound.witness for bound in found if bound.witness and _is_listed(bound.witness)]
    tries = max(2, min(TRIES, WORK // board.size))
    tried = [Witness("open", board.shape, base=base, tries=tries) for base in (None, *bases)]
    best = max(tried, key=lambda witness: len(open_cells(board, witness)))
    value = len(open_cells(board, best))
    words = f"the largest of {tries} greedy placements with different beginnings"
    if best.base is not None:
        words = "a known placement, turned, without its queens on blocked cells, and filled up"
    return Bound(value, words, "lower", witness=best)


@lru_cache(maxsize=64)
def open_cells(board: Board, witness: Witness) -> IntArray:
    """Return a placement on a board with blocked cells by a witness "open", shape (k, d), int64.

    Each try fills the board from one image of the base under the symmetries of the plain board,
    or from the empty board in a random order.
    """
    order, chance = np.arange(board.size), np.random.default_rng(0)
    plain, best = board.without_blocked(), np.zeros(0, dtype=np.int64)
    images: Iterable[IntArray] = (best for _ in range(witness.tries))
    if witness.base is not None and symmetry_count(plain) <= MAX_ORDER:
        base = base_cells(witness.base).T
        maps = zip(*affine_maps(plain), strict=True)
        images = islice((factor @ base + constant for factor, constant in maps), witness.tries)
    for number, image in enumerate(images):
        check_interruption()
        begin = image[~board.is_blocked[image]]
        if witness.base is None and number:
            order = chance.permutation(board.size)
        filled = filled_up(board, begin, order)
        best = filled if len(filled) > len(best) else best
    return board.cells(best)


def filled_cells(board: Board, base: Witness | None) -> IntArray:
    """Return a placement on a board that cannot be enlarged, shape (k, d), int64.

    `base`: a window or a listed record in a corner of the board, to begin with.
    """
    begin = np.zeros(0, dtype=np.int64) if base is None else board.indices(base_cells(base))
    return board.cells(filled_up(board, begin, np.arange(board.size)))


def filled_up(board: Board, begin: IntArray, order: IntArray) -> IntArray:
    """Return the indices of a placement with the free cells taken in an order, shape (k,).

    `begin`, shape (m,): the cells to begin with, which do not attack each other.
    `order`, shape (size,).
    """
    chosen: list[int] = []
    free = ~board.is_blocked

    def place(index: int) -> None:
        chosen.append(index)
        free[index] = False  # there may be no line through it
        for line in board.lines_through(index):
            free[line] = False

    for index in begin.tolist():
        place(index)
    for index in order.tolist():
        if free[index]:
            check_interruption()
            place(index)
    return np.array(chosen, dtype=np.int64)


def base_cells(witness: Witness) -> IntArray:
    """Return the cells of a window or of a listed record, shape (k, d), int64, in the corner."""
    if witness.kind == "window":
        return window_cells(witness.shape, witness.modulus)
    record = next(each for each in records() if each.name == witness.name)
    return laid_along(listed_record(record).placement.cells, record.shape, witness.shape)


def window_cells(shape: Shape, modulus: int) -> IntArray:
    """Return the cells in a box of the best shift of the linear set x_1 + 2 x_2 + 4 x_3 + ....

    Shape (k, d), int64.
    """
    board = Board(shape)
    residues: IntArray = np.zeros((), dtype=np.int64)
    factor = 1
    for side in shape:
        step = factor if side > 1 else 0
        residues = (residues[..., None] + step * np.arange(side)) % modulus
        factor *= 2 if side > 1 else 1
    best = np.bincount(residues.ravel()).argmax()
    return board.cells(np.flatnonzero(residues.ravel() == best))


def laid_along(cells: IntArray, shape: Shape, outer: Shape) -> IntArray:
    """Permute the axes of cells from one box to another with the same sides above 1.

    `cells` of shape (k, d); returns shape (k, len(outer)).
    """
    own = sorted((axis for axis in range(len(shape)) if shape[axis] > 1), key=lambda a: shape[a])
    other = sorted((axis for axis in range(len(outer)) if outer[axis] > 1), key=lambda a: outer[a])
    laid = np.zeros((len(cells), len(outer)), dtype=np.int64)
    laid[:, other] = cells[:, own]
    return laid


def _is_listed(witness: Witness) -> bool:
    if witness.kind == "window":
        return True
    return any(each.name == witness.name and each.recipe is None for each in records())
