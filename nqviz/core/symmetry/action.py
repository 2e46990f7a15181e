"""The action of symmetries on placements: canonical forms, orbits, translates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .group import Symmetry, identity, image_blocks, symmetries
from .stabilisers import kept_shifts, maps_between

_BLOCK = 2**22  # images of queens held at once while a large placement is compared


def canonical(placement: Placement, with_translations: bool = False) -> Placement:
    """Return the canonical form: the image with the least sorted list of indices.

    Two placements of one board have the same canonical form exactly if a symmetry maps one to the
    other.

    Parameters
    ----------
    with_translations : bool
        Whether the translations of a torus count as symmetries.
    """
    moves = with_translations and placement.board.torus and len(placement)
    best: IntArray | None = None
    for block in _translated_images(placement) if moves else _images(placement):
        least = _least_row(block)
        if best is None or _precedes(least, best):
            best = least
    assert best is not None
    return Placement.from_indices(placement.board, best)


def stabiliser(placement: Placement) -> tuple[Symmetry, ...]:
    """Return the symmetries, without translations, that map a placement to itself."""
    return tuple(maps_between(placement, placement))


def symmetry_between(
    first: Placement, second: Placement, with_translations: bool = False
) -> Symmetry | None:
    """Return a symmetry that maps a placement to another of the same board; None without one.

    Parameters
    ----------
    with_translations : bool
        Whether the translations of a torus count as symmetries.

    Raises
    ------
    InputError
        If the placements are on different boards.
    """
    if first == second:
        return identity(first.board)
    return next(maps_between(first, second, with_translations), None)


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
    """Yield the sorted indices of the images on the torus that have a queen on the first cell.

    The least of all images is among them. Translations that map the placement to itself are left
    out, because they add no image.
    """
    board = placement.board
    origins = _queen_classes(placement)
    step = max(1, _BLOCK // len(placement))
    for symmetry in symmetries(board, translations=True):
        cells = symmetry.cells(placement.cells)
        for start in range(0, len(origins), step):
            first = cells[origins[start : start + step], None]
            images = board.indices((cells - first) % board.shape)
            images.sort(axis=1)
            yield images


def _queen_classes(placement: Placement) -> list[int]:
    """Return one queen of each orbit under the translations that keep the placement."""
    board, shifts = placement.board, kept_shifts(placement)
    seen = np.zeros(board.size, dtype=np.bool_)
    origins = []
    for queen, cell in enumerate(placement.cells):
        if not seen[board.indices(cell)]:
            origins.append(queen)
            seen[board.indices((cell + shifts) % board.shape)] = True
    return origins


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


# Translations of the torus -----------------------------------------------------------------


def translate(placement: Placement, vector: Sequence[int]) -> Placement:
    """Move every queen by a vector, coordinates taken modulo the sides.

    Raises
    ------
    InputError
        If the board is flat, or the vector has another dimension.
    """
    board = placement.board
    if not board.torus:
        raise InputError(f"the {board} is flat: only a torus can be translated")
    axes, straight = tuple(range(board.d)), (False,) * board.d
    return Symmetry(board, axes, straight, tuple(vector)).placement(placement)


def translations(placement: Placement) -> list[Placement]:
    """Return the different translates of a placement on the torus, itself first.

    Raises
    ------
    InputError
        If the board is flat.
    """
    moved = (translate(placement, vector) for vector in np.ndindex(*placement.board.shape))
    return list(dict.fromkeys(moved))
