"""Placements on the (n,2) torus with as many queens as P. Monsky's theorem allows.

The queens of a pattern are in the cells (i, c i + s) modulo n, where s changes a few times:

- n prime to 6: c = 2, s = 0: a regular solution;
- n = 2 or 10 modulo 12: c = 3, with s = 0 in the first half and s = 3 in the second, and without
  the last row. Differences y - x are even in the first half and odd in the second, sums x + y are
  0 or 3 modulo 4;
- n = 3 modulo 6: c = 2, with s = 0, 1, 2 and 1 in four parts, and without two rows.

Other sides are multiples of 4 or 6; there, simulated annealing looks for n - 2 queens.
"""

from __future__ import annotations

from math import gcd

import numpy as np

from nqviz.bounds.torus import MONSKY, planar_torus_maximum
from nqviz.core.board import Board, IntArray
from nqviz.core.jit import compiled
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext

from .family import Construction, built_in

MAX_SEARCHED_SIDE = 40
"""The largest side of a search; above, annealing takes minutes or does not succeed."""

STEPS = 1_000_000
"""Steps of annealing between two looks at the stop."""

TEMPERATURE = 0.3
"""Measured: 0.3 reaches n = 40, 0.4 stops at 30."""


def has_pattern(n: int) -> bool:
    """Return whether a pattern gives the maximum of the (n,2) torus."""
    return n < 4 or gcd(n, 6) == 1 or n % 12 in (2, 10) or n % 6 == 3


def pattern_cells(n: int) -> IntArray:
    """Return the 0-based cells of the pattern for the (n,2) torus, shape (k, 2), int64.

    `n`: a side with a pattern, see `has_pattern`.
    """
    if n < 4:
        return np.zeros((1, 2), np.int64)
    rows = np.arange(n)
    if gcd(n, 6) == 1:
        return np.stack((rows, 2 * rows % n), axis=1)
    if n % 2 == 0:
        shifts = np.where(rows < n // 2, 0, 3)
        return np.stack((rows, (3 * rows + shifts) % n), axis=1)[:-1]
    k = n // 6
    shifts = np.select([rows <= 2 * k, rows <= 3 * k, rows <= 5 * k + 1], [0, 1, 2], 1)
    cells = np.stack((rows, (2 * rows + shifts) % n), axis=1)
    return np.delete(cells, [5 * k + 2, n - 1], axis=0)


def searched_cells(n: int, seed: int, run: RunContext) -> IntArray:
    """Look for n - 2 queens on the (n,2) torus by simulated annealing.

    Returns shape (k, 2): n - 2 queens that do not attack each other, fewer if the run ended before.
    """
    random = np.random.default_rng(seed)
    rows, columns = random.permutation(n), random.permutation(n)
    excess = 1
    while excess and run.ended() is None:
        excess = _anneal(rows, columns, STEPS, int(random.integers(2**31)))
        run.report(f"{excess} queens too many on diagonals")
    taken: set[tuple[str, int]] = set()
    kept = []
    for row, column in sorted(zip(rows[:-2].tolist(), columns[:-2].tolist(), strict=True)):
        lines = {("sum", (row + column) % n), ("difference", (row - column) % n)}
        if not lines & taken:
            taken |= lines
            kept.append((row, column))
    return np.array(kept, np.int64)


@compiled
def _anneal(rows: IntArray, columns: IntArray, steps: int, seed: int) -> int:
    """Exchange rows or columns of queens; the last two entries of both arrays are without a queen.

    Return how many queens too many the diagonals have at the end, 0 at success.
    """
    np.random.seed(seed)  # noqa: NPY002 -- the generator that compiled code has
    n = len(rows)
    queens = n - 2
    used = np.zeros((2, n), np.int64)
    excess = 0
    for k in range(queens):
        excess += _place(rows, columns, used, k)
    for _ in range(steps):
        if excess == 0:
            break
        one = np.random.randint(queens)  # noqa: NPY002
        other = np.random.randint(n)  # noqa: NPY002
        if one == other:
            continue
        both = other < queens
        swapped = columns
        if not both and np.random.randint(2):  # noqa: NPY002
            swapped = rows
        chance, change = np.random.random(), 0  # noqa: NPY002
        for _ in range(2):  # swapped, and swapped back where that is refused
            change -= _remove(rows, columns, used, one)
            if both:
                change -= _remove(rows, columns, used, other)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            change += _place(rows, columns, used, one)
            if both:
                change += _place(rows, columns, used, other)
            if change <= 0 or chance < np.exp(-change / TEMPERATURE):
                break
        excess += change
    return excess


@compiled
def _place(rows: IntArray, columns: IntArray, used: IntArray, k: int) -> int:
    """Add queen k to its diagonals, and return on how many of them another queen is."""
    n = len(rows)
    met = 0
    for kind, line in enumerate(((rows[k] + columns[k]) % n, (rows[k] - columns[k]) % n)):
        met += used[kind, line] > 0
        used[kind, line] += 1
    return met


@compiled
def _remove(rows: IntArray, columns: IntArray, used: IntArray, k: int) -> int:
    """Remove queen k from its diagonals, and return on how many of them another queen stays."""
    n = len(rows)
    met = 0
    for kind, line in enumerate(((rows[k] + columns[k]) % n, (rows[k] - columns[k]) % n)):
        used[kind, line] -= 1
        met += used[kind, line] > 0
    return met


def _why_not(board: Board) -> str | None:
    if board.d != 2 or not board.is_cube or not board.shift_axes or board.piece != "queen":
        return f"toroidal placements are for square tori of queens, not for the {board}"
    if not has_pattern(board.n) and board.n > MAX_SEARCHED_SIDE:
        return (
            f"multiples of 4 or 6 are searched up to {MAX_SEARCHED_SIDE}, not {board.n};"
            " other sides have a pattern"
        )
    return None


def _build(board: Board, run: RunContext, *, seed: int) -> Construction:
    n = board.n
    cells = pattern_cells(n) if has_pattern(n) else searched_cells(n, seed, run)
    how = "a pattern" if has_pattern(n) else "simulated annealing"
    most = planar_torus_maximum(n)
    fit = f"no more than {counted(most, 'queen')} fit on this torus ({MONSKY})"
    note = f"{counted(len(cells), 'queen')} by {how}; {fit}."
    return Construction(Placement(board, cells), TOROIDAL.name, {"seed": seed}, note)


TOROIDAL = built_in("toroidal", _why_not, _build, searches=True)
