"""Lines that stop at blocked cells: their parts, each with the key of its first cell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

_Integers: TypeAlias = npt.NDArray[np.int64]


def segment_keys(
    keys: _Integers, through: Iterable[slice | _Integers], is_blocked: npt.NDArray[np.bool_]
) -> _Integers:
    """Return for each cell the first cell of its part of a line, where lines stop.

    `keys`, shape (size,): the key of the whole line of each cell.
    `through`: the whole line through each blocked cell; a wrapped one begins at that cell.
    `is_blocked`, shape (size,).
    Returns shape (size,), int64: a blocked cell is a part of its own.
    """
    parts = keys.copy()
    everything = np.arange(len(keys))
    seen: set[int] = set()
    for line in through:
        cells = everything[line]
        if int(keys[cells[0]]) in seen:
            continue
        seen.add(int(keys[cells[0]]))
        closed = is_blocked[cells]
        starts = closed.copy()
        starts[0] = True
        starts[1:] |= closed[:-1]
        parts[cells] = cells[np.flatnonzero(starts)[np.cumsum(starts) - 1]]
    return parts


def segment_of(line: slice | _Integers, keys: _Integers, index: int) -> slice | _Integers:
    """Return the part of a line with a cell on it, in the order of the line.

    `keys`, shape (size,): as `segment_keys` returns them.
    """
    if isinstance(line, slice):
        same = np.flatnonzero(keys[line] == keys[index])
        first = line.start + int(same[0]) * line.step
        return slice(first, first + (len(same) - 1) * line.step + 1, line.step)
    part = line[keys[line] == keys[index]]
    rolled: _Integers = np.roll(part, -int(np.flatnonzero(part == keys[index])[0]))
    return rolled
