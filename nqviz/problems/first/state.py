"""The state of a probe's search, as its kernels take it.

Open rows and columns are 64-bit words of their free cells, counted from the first open ones, one
level for each queen, so that going back costs nothing. Sums s = r + c and differences
t = c - r + `SHIFT` of cells are the bits of two words each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nqviz.core.board import IntArray

from .choices import Choices, Words2
from .rest import WIDTH, Rest

REFUTED, FOUND, PAUSED = 0, 1, 2

DEPTH, NODES, BEGUN, STAMP = range(4)
"""Where the numbers of a search stand in its `state`."""

MISSING, ROWS, COLUMNS, SQUARES, LINE, ROW, COLUMN, SUMS, STEPS = range(9)
"""Where the numbers of a level stand: how many queens are missing; the sums of the open rows, of
the open columns, of twice their squares; the line that is branched on; the queen that is tried; how
many choices of sums and of differences are left."""

OPEN_ROWS, OPEN_COLUMNS, USED, FORCED = 0, 1, 2, 6
"""Where the sets of a level stand in its `marks`: the open lines, one word each; the diagonals that
have a queen and those that need one, two words of sums and two of differences each."""

NOTHING = -1
"""No line: a row is its number, a column from `WIDTH` on, a sum from 2 `WIDTH` on, a difference
from 4 `WIDTH` on."""
BY_BOUND = 6 * WIDTH
"""The result of pruning where no single line is without a cell."""


class Search(NamedTuple):
    """A search as few arrays, as every one more makes all kernels compile longer."""

    lines: Words2
    """The free cells of each row, then of each column. Shape (levels, 2 WIDTH)."""
    marks: Words2
    """Shape (levels, 10)."""
    levels: IntArray
    """Shape (levels, 9)."""
    choices: Words2
    """The listed choices of sums, then those of differences, see `Choices`; empty if there are
    none to go by. Shape (choices, 2)."""
    keys: IntArray
    """Shape (choices,)."""
    order: IntArray
    """The choices that are left at a level stand first in their family, shape (choices,)."""
    stamps: IntArray
    """When each key was last seen with a choice of sums, and of differences. Shape (2, keys)."""
    values: IntArray
    """Scratch: the diagonals in order. Shape (2, 2 WIDTH)."""
    found: IntArray
    """Scratch: the result of the bound for each family. Shape (2, 5)."""
    weights: IntArray
    """How often each line was left without a cell, shape (6 WIDTH,)."""
    state: IntArray
    """The last number is where the choices of differences begin, shape (5,)."""


SECOND = 4
"""Where `state` has the place of the first choice of differences."""


def begin(rest: Rest, choices: Choices) -> Search:
    """Write the first level."""
    size, wide = rest.size, rest.free.shape[1]
    sums, steps = len(choices.sums), len(choices.steps)
    keys = np.concatenate((choices.sum_keys, choices.step_keys))
    search = Search(
        lines=np.zeros((size + 1, 2 * WIDTH), dtype=np.uint64),
        marks=np.zeros((size + 1, 10), dtype=np.uint64),
        levels=np.zeros((size + 1, 9), dtype=np.int64),
        choices=np.concatenate((choices.sums, choices.steps)),
        keys=keys,
        order=np.arange(sums + steps),
        stamps=np.zeros((2, int(keys.max(initial=-1)) + 1), dtype=np.int64),
        values=np.zeros((2, 2 * WIDTH), dtype=np.int64),
        found=np.zeros((2, 5), dtype=np.int64),
        weights=np.zeros(6 * WIDTH, dtype=np.int64),
        state=np.array([0, 0, 0, 0, sums]),
    )
    powers = np.left_shift(np.uint64(1), np.arange(WIDTH, dtype=np.uint64))
    search.lines[0, :size] = rest.free @ powers[:wide]
    search.lines[0, WIDTH : WIDTH + wide] = rest.free.T @ powers[:size]
    search.marks[0, :2] = powers[:size].sum(), powers[rest.columns].sum()
    search.levels[0, :4] = size, *rest.sums
    search.levels[0, SUMS], search.levels[0, STEPS] = sums, steps
    return search
