"""The greedy queens of the infinite board (OEIS A065188)."""

from __future__ import annotations


def greedy_rows(count: int) -> tuple[int, ...]:
    """Return the columns, from 0, of the first rows of the greedy placement on the infinite board.

    Row by row the queen takes the first column that no queen above attacks. First placements of
    growing boards agree with it ever longer (Fischetti and Salvagnin, 2019, section 1).

    Parameters
    ----------
    count : int
        How many rows, 0 or more.
    """
    columns: list[int] = []
    used: set[int] = set()
    sums: set[int] = set()
    steps: set[int] = set()
    lowest = 0
    for row in range(count):
        while lowest in used:
            lowest += 1
        column = lowest
        while column in used or row + column in sums or column - row in steps:
            column += 1
        columns.append(column)
        used.add(column)
        sums.add(row + column)
        steps.add(column - row)
    return tuple(columns)
