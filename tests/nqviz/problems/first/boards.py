"""Beginnings of placements and their completions by the definition."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from nqviz.problems.first.rest import free_after


def completions(n: int, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all completions of some rows, in order."""
    if len(rows) == n:
        return [rows]
    found = []
    for column in range(n):
        apart = enumerate(reversed(rows), start=1)
        if all(column != other and abs(column - other) != step for step, other in apart):
            found += completions(n, (*rows, column))
    return found


def completion(n: int, rows: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the first completion of some rows."""
    if len(rows) == n:
        return rows
    for column in range(n):
        apart = enumerate(reversed(rows), start=1)
        if all(column != other and abs(column - other) != step for step, other in apart):
            found = completion(n, (*rows, column))
            if found is not None:
                return found
    return None


@st.composite
def beginnings(draw: st.DrawFn, least: int = 0, most: int = 11) -> tuple[int, tuple[int, ...]]:
    """Draw a board and queens in its first rows that do not attack each other; a row is open."""
    n = draw(st.integers(max(4, least + 2), most))
    rows: list[int] = []
    for _ in range(draw(st.integers(least, n - 2))):
        free = np.flatnonzero(free_after(n, rows)[len(rows)])
        if not len(free):
            break
        rows.append(int(draw(st.sampled_from(free.tolist()))))
    return n, tuple(rows)
