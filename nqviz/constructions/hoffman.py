"""Two patterns of full planar solutions for even n, both with a free long diagonal.

Hoffman, Loessi & Moore, "Constructions for the solution of the m queens problem", Mathematics
Magazine 42 (1969) 66-72. Pattern A is for n mod 6 != 2, pattern B for n mod 6 != 0, so every even
n from 4 has one.
"""

from __future__ import annotations

import numpy as np

from nqviz.core.board import Board
from nqviz.core.coordinates import to_cells
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

PATTERNS = ("automatic", "A", "B")
"""The ways to choose a pattern; automatic chooses A where it applies, else B."""

_EXCEPTION = {"A": 2, "B": 0}  # the residue of n modulo 6 for which a pattern fails


def even_pattern(n: int, pattern: str = "automatic") -> tuple[Placement, str]:
    """Return a full planar solution for even n with a free long diagonal, and its pattern.

    `n`: even, at least 4.
    `pattern`: one of `PATTERNS`.
    Returns `placement`: on the flat (n,2)-board; `pattern`: "A" or "B".
    Raises InputError if the pattern does not apply to this n.
    """
    if n < 4 or n % 2:
        raise InputError(f"the even patterns need an even n of 4 or more, not {n}")
    if pattern == "automatic":
        pattern = "B" if n % 6 == _EXCEPTION["A"] else "A"
    if n % 6 == _EXCEPTION[pattern]:
        other = "B" if pattern == "A" else "A"
        raise InputError(
            f"pattern {pattern} is not for n with n mod 6 = {n % 6}, as {n}; use pattern {other},"
            f" or n = {n - 2 if n > 4 else n + 2}"
        )
    j = np.arange(1, n // 2 + 1)
    if pattern == "A":
        first = np.stack((j, 2 * j), axis=1)
        second = np.stack((n // 2 + j, 2 * j - 1), axis=1)
    else:
        c = (2 * (j - 1) + n // 2 - 1) % n
        first = np.stack((j, 1 + c), axis=1)
        second = np.stack((n + 1 - j, n - c), axis=1)
    return Placement(Board.cube(n, 2), to_cells(np.concatenate((first, second)))), pattern
