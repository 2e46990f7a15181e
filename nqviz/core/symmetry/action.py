"""The action of symmetries on placements: canonical forms, orbits, translates.

Groups of up to `MAX_ORDER` elements are listed; for others, canonical forms are those of
`Labelled`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.placement import Placement

from .group import (
    MAX_ORDER,
    Symmetry,
    check_shift,
    identity,
    image_blocks,
    symmetries,
    symmetry_count,
)
from .labelled import Labelled
from .stabilisers import Stabiliser, is_labelled, maps_between, require_alike
from .translates import board_shifts, kept_shifts, queen_classes

MAX_IMAGES = 2**33
"""The most images of queens, one for each symmetry and queen, that are compared for a canonical
form; with translations, for each two queens."""

_BLOCK = 2**22  # images of queens held at once while a large placement is compared


def canonical(placement: Placement, with_translations: bool = False) -> Placement:
    """Return the canonical form, an image of the placement.

    Two placements of one board have the same canonical form exactly if a symmetry maps one to the
    other. It is the image with the least sorted list of indices if the board has up to `MAX_ORDER`
    symmetries and up to `MAX_IMAGES` images of queens are to be compared; otherwise that of a
    canonical labelling (`Labelled`), which works in every dimension.

    Parameters
    ----------
    with_translations : bool
        Whether translations count as symmetries, where the board wraps.
    """
    board, queens = placement.board, len(placement)
    moves = with_translations and len(board.shift_axes) > 0 and queens > 0
    order = symmetry_count(board.without_blocked())
    is_large = order > MAX_ORDER or order * queens * (queens if moves else 1) > MAX_IMAGES
    if is_large and (board.is_flat or board.torus):
        found = Labelled.of(placement, moves).map.placement(placement)
        return Placement.from_indices(board, np.sort(found.indices))
    best: IntArray | None = None
    for block in _translated_images(placement) if moves else _images(placement):
        least = _least_row(block)
        if best is None or _precedes(least, best):
            best = least
    assert best is not None
    return Placement.from_indices(board, best)


def stabiliser(placement: Placement) -> tuple[Symmetry, ...]:
    """Return the symmetries, without translations, that map a placement to itself.

    Raises InputError if they cannot be listed; `Stabiliser` has their number and generators.
    """
    return Stabiliser.of(placement).listed()


def symmetry_between(
    first: Placement, second: Placement, with_translations: bool = False
) -> Symmetry | None:
    """Return a symmetry that maps a placement to another of the same board; None without one.

    Parameters
    ----------
    with_translations : bool
        Whether translations count as symmetries, where the board wraps.

    Raises
    ------
    InputError
        If the placements are on different boards.
    """
    if first == second:
        return identity(first.board)
    if not is_labelled(first, with_translations):
        return next(maps_between(first, second, with_translations), None)
    require_alike(first, second)
    one, other = (Labelled.of(each, with_translations) for each in (first, second))
    return other.map.inverse() * one.map if one.image == other.image else None


def orbit(placement: Placement) -> list[Placement]:
    """Return the different images of a placement without translations, itself first."""
    distinct: dict[bytes, IntArray] = {}
    for block in _images(placement):
        for row in block:
            distinct.setdefault(row.tobytes(), row)
    return [Placement.from_indices(placement.board, row) for row in distinct.values()]


def _images(placement: Placement) -> Iterator[IntArray]:
    """Yield the sorted indices of every image, in blocks of shape (some, queens)."""
    for images in image_blocks(placement, _BLOCK):
        images.sort(axis=1)
        yield images


def _translated_images(placement: Placement) -> Iterator[IntArray]:
    """Yield the sorted indices of the images with a queen in the first layers of axes that wrap.

    The least of all images is among them: else its first queen could be moved to a lower index.
    Translations that map the placement to itself are left out, because they add no image. With
    blocked cells the translations that keep them give all images.
    """
    board = placement.board
    if board.blocked:
        shifts = board_shifts(board)
        step = max(1, _BLOCK // len(placement))
        for symmetry in symmetries(board, translations=True):
            cells = symmetry.cells(placement.cells)
            for start in range(0, len(shifts), step):
                images = board.indices((cells + shifts[start : start + step, None]) % board.shape)
                images.sort(axis=1)
                yield images
        return
    origins = queen_classes(placement, kept_shifts(placement))
    wraps = np.isin(np.arange(board.d), board.shift_axes)
    step = max(1, _BLOCK // len(placement))
    for symmetry in symmetries(board, translations=True):
        cells = symmetry.cells(placement.cells)
        for start in range(0, len(origins), step):
            first = cells[origins[start : start + step], None] * wraps
            images = board.indices((cells - first) % board.shape)
            images.sort(axis=1)
            yield images


def _least_row(rows: IntArray) -> IntArray:
    for column in range(rows.shape[1]):
        if len(rows) == 1:
            break
        rows = rows[rows[:, column] == rows[:, column].min()]
    least: IntArray = rows[0]
    return least


def _precedes(first: IntArray, second: IntArray) -> bool:
    different = np.flatnonzero(first != second)
    return bool(len(different)) and bool(first[different[0]] < second[different[0]])


# Translations ------------------------------------------------------------------------------


def translate(placement: Placement, vector: Sequence[int]) -> Placement:
    """Move every queen by a vector, coordinates taken modulo the sides.

    Raises InputError if the board does not wrap along an axis of the vector, or the vector has
    another dimension.
    """
    board = placement.board
    if board.is_flat:
        check_shift(board, (1,))
    axes, straight = tuple(range(board.d)), (False,) * board.d
    return Symmetry(board, axes, straight, tuple(vector)).placement(placement)


def translations(placement: Placement) -> list[Placement]:
    """Return the different translates of a placement along axes that wrap, itself first.

    Only by translations that keep the blocked cells.
    """
    moved = (translate(placement, vector) for vector in board_shifts(placement.board).tolist())
    return list(dict.fromkeys(moved))
