"""Cells and coordinates: integers without rounding, counted from 0 in code and from 1 in text.

`to_coordinates` and `to_cells` are the only conversions between the two.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from .errors import InputError, shorten


def is_whole(value: object) -> bool:
    """Return whether a value is an integer of Python or NumPy, and no bool."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def whole_numbers(values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return integers as an array of int64 of the same shape; nothing is rounded or truncated.

    Raises InputError if a value is no integer, has more than 64 bits, or the rows differ in length.
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError("coordinates are rows of equal length") from None
    if array.dtype.kind not in "iu" and array.size:
        exact = np.asarray(values, dtype=object)  # in an array, large integers become floats
        odd = (
            f"{shorten(str(each))} is not an integer" for each in exact.flat if not is_whole(each)
        )
        problem = next(odd, "an integer is too large")
        raise InputError(f"coordinates are integers; {problem}")
    if array.dtype == np.uint64 and (array > np.iinfo(np.int64).max).any():
        raise InputError("coordinates are integers; an integer is too large")
    return array.astype(np.int64, copy=False)


def to_coordinates(cells: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the coordinates, from 1, of 0-based cells; int64, shape (..., d).

    Raises InputError if a value is no integer.
    """
    return whole_numbers(cells) + 1


def to_cells(coordinates: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the 0-based cells of coordinates from 1; int64, shape (..., d).

    Raises InputError if a value is no integer.
    """
    return whole_numbers(coordinates) - 1


def coordinate_text(cell: Iterable[int]) -> str:
    """Return a 0-based cell as text with coordinates from 1: ``(1, 4, 2)``."""
    return "(" + ", ".join(str(int(value)) for value in to_coordinates(list(cell))) + ")"
