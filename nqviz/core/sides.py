"""The checks of what a board is made with: its sides and its blocked cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .coordinates import coordinate_text, is_whole, whole_numbers
from .errors import InputError, quoted, shorten

if TYPE_CHECKING:
    from .board import Board


def checked_sides(shape: object, most_cells: int, most_axes: int) -> tuple[int, ...]:
    """Return the sides of a board.

    `most_cells`, `most_axes`: the longest side and the largest dimension.
    Raises InputError if they are no list of whole numbers from 1, or too many or too long.
    """
    if not isinstance(shape, Iterable):
        raise InputError(
            f"the shape of a board is {shorten(shape)}; give its sides, such as (8, 8)"
        )
    sides = tuple(shape)
    if not sides:
        raise InputError("a board needs at least one dimension")
    for axis, side in enumerate(sides, start=1):
        if not is_whole(side) or side < 1:
            raise InputError(f"side {axis} of the board is {quoted(side)}; a side is 1 or more")
        if side > most_cells:
            raise InputError(
                f"side {axis} of the board is too large; at most {most_cells:,} cells are possible"
            )
    if len(sides) > most_axes:
        raise InputError(f"{len(sides)} dimensions are too many; at most {most_axes}")
    return tuple(int(side) for side in sides)


def check_stops(board: Board, most: int) -> None:
    """Raise InputError if lines cannot stop at the blocked cells of a board.

    `most`: the largest product of cells and directions.
    """
    if board.has_hyperplanes:
        raise InputError(f"hyperplanes have no order, so they do not stop on the {board}")
    if board.size * len(board.directions) > most:
        raise InputError(
            f"lines stop on boards of at most {most:,} cells times directions; the {board} has more"
        )


def blocked_indices(board: Board, blocked: npt.ArrayLike) -> tuple[int, ...]:
    """Return blocked cells as sorted indices; raise InputError if they are not possible."""
    given = whole_numbers(blocked)
    if given.size == 0:
        return ()
    if given.ndim == 2 and given.shape[1] == board.d:
        outside = given[~board.contains(given)]
        if len(outside):
            raise InputError(f"blocked cell {coordinate_text(outside[0])} is off the {board}")
        given = board.indices(given)
    if given.ndim != 1:
        raise InputError(f"blocked cells need {board.d} coordinates each, or one index")
    if given.min() < 0 or given.max() >= board.size:
        raise InputError(f"a blocked index is off the {board}: 0 to {board.size - 1}")
    indices = np.unique(given)
    if len(indices) == board.size:
        raise InputError("all cells of the board are blocked")
    return tuple(indices.tolist())
