"""The checks of what a board is made with: its sides and its blocked cells."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

import numpy as np
import numpy.typing as npt

from .coordinates import coordinate_text, is_whole, whole_numbers
from .errors import InputError, quoted, shorten


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


def check_stops(board: str, has_hyperplanes: bool, work: int, most: int) -> None:
    """Raise InputError if lines cannot stop at the blocked cells of a board.

    `board`: its name. `work`, `most`: its product of cells and directions, and the largest one.
    """
    if has_hyperplanes:
        raise InputError(f"hyperplanes have no order, so they do not stop on the {board}")
    if work > most:
        raise InputError(
            f"lines stop on boards of at most {most:,} cells times directions; the {board} has more"
        )


def blocked_indices(board: str, shape: tuple[int, ...], blocked: npt.ArrayLike) -> tuple[int, ...]:
    """Return blocked cells, shape (k,) or (k, d), as sorted indices.

    `board`: the name of the board.
    Raises InputError if they are not possible.
    """
    given = whole_numbers(blocked)
    if given.size == 0:
        return ()
    if given.ndim == 2 and given.shape[1] == len(shape):
        outside = given[~((given >= 0) & (given < shape)).all(axis=1)]
        if len(outside):
            raise InputError(f"blocked cell {coordinate_text(outside[0])} is off the {board}")
        given = np.ravel_multi_index(tuple(given.T), shape)
    if given.ndim != 1:
        raise InputError(f"blocked cells need {len(shape)} coordinates each, or one index")
    if given.min() < 0 or given.max() >= prod(shape):
        raise InputError(f"a blocked index is off the {board}: 0 to {prod(shape) - 1}")
    indices = np.unique(given)
    if len(indices) == prod(shape):
        raise InputError("all cells of the board are blocked")
    return tuple(indices.tolist())
