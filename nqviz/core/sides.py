"""The checks of what a board is made with, its sides and its blocked cells, and its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

import numpy as np
import numpy.typing as npt

from .attack_rule import leap_vectors
from .coordinates import coordinate_text, is_whole, whole_numbers
from .errors import InputError, quoted, shorten
from .pieces import HYPERPLANE, counted


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


def check_flag(name: str, value: object) -> None:
    """Raise InputError if a value is neither true nor false."""
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"{name} is {quoted(value)}; it is true or false")


def checked_axes(wraps: object, d: int) -> tuple[int, ...]:
    """Return the axes that wrap, from 0, increasing.

    Raises InputError if they are not different axes of a board of d dimensions.
    """
    if not isinstance(wraps, Iterable):
        raise InputError(f"the axes that wrap are {shorten(wraps)}; give a list of them")
    axes = tuple(wraps)
    for place, axis in enumerate(axes):
        if not is_whole(axis):
            raise InputError(f"an axis that wraps is {quoted(axis)}; it is a whole number")
        if not 0 <= axis < d:
            raise InputError(f"axis {shorten(axis + 1)} cannot wrap: the axes are 1 to {d}")
        if axis in axes[:place]:
            raise InputError(f"axis {axis + 1} wraps twice; name each axis once")
    return tuple(sorted(int(axis) for axis in axes))


def check_twist(shape: tuple[int, ...], wraps: tuple[int, ...], piece: str) -> None:
    """Raise InputError if the lines of a board cannot wrap with a twist.

    `shape`, `wraps`, `piece`: as of a `Board`.
    """
    if len(shape) != 2 or len(wraps) != 1:
        raise InputError("a twist is for boards of two dimensions that wrap along one axis")
    if sum(shape) % 2:
        box = "x".join(map(str, shape))
        raise InputError(
            f"the sides of a Moebius strip are both even or both odd: the diagonals of {box} would"
            " not part into two directions"
        )
    if len(leap_vectors(piece, 2)):
        raise InputError(f"{piece}s are not for Moebius strips: a twist turns their leaps")
    if piece == HYPERPLANE:
        raise InputError("hyperplane queens are not for Moebius strips: they need a torus")


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


def english_name(
    shape: tuple[int, ...],
    wraps: tuple[int, ...],
    twist: bool,
    piece: str,
    blocked: int,
    stops: bool,
) -> str:
    """Return the English name of a board: ``(5,3) cylinder of rooks along axes 1 and 3``.

    `blocked`: the number of blocked cells; for the others see `Board`.
    """
    is_cube = len(set(shape)) == 1
    words = [f"({shape[0]},{len(shape)})" if is_cube else "x".join(map(str, shape))]
    if len(wraps) in (0, len(shape)):
        words.append("torus" if wraps else "board")
    else:
        words.append("Moebius strip" if twist else "cylinder")
    if piece != "queen":
        words.append(f"of {piece}s")
    if 0 < len(wraps) < len(shape):
        words.append(f"along {axis_names(wraps)}")
    if blocked:
        words.append(f"with {counted(blocked, 'blocked cell')}")
    if stops:
        words.append("that stop lines" if blocked > 1 else "that stops lines")
    return " ".join(words)


def axis_names(axes: Sequence[int]) -> str:
    """Return the names of axes, counted from 0: ``axis 1``, ``axes 1, 2 and 3``."""
    *others, last = (str(axis + 1) for axis in axes)
    return f"axes {', '.join(others)} and {last}" if others else f"axis {last}"
