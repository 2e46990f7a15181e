"""Estimates of the number of layered placements, for every side and dimension from 3 on.

Queens are placed at random, one in each layer, every cell with equal probability. The share p of
those without an attack, times n^(n (d-1)), estimates L(n,d). For d = 2 this share is too small; for
d = 3 it stays above a few per cent, as about n^2/2 pairs attack with a probability near 9/n^2 each.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log10, sqrt

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.counting.count import check_cube
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome, Status

METHOD = "random placements, one queen in each layer"
MOST_NUMBERS = 2**22
"""How many coordinates are drawn at once."""
MOST_SIDE = 10_000
"""The largest side, of which one placement has 5e7 pairs of layers."""


@dataclass(frozen=True)
class LayeredEstimate:
    """An estimate of a number of layered placements."""

    n: int
    d: int
    samples: int
    hits: int
    """How many of the samples have no attack."""

    @property
    def value(self) -> Fraction:
        """The estimate."""
        every: int = self.n ** (self.n * (self.d - 1))
        return Fraction(self.hits, self.samples) * every

    @property
    def relative_error(self) -> float | None:
        """The standard error as a share of the estimate; None without a hit.

        Where all samples are hits, that of one sample that is none.
        """
        if self.hits == 0:
            return None
        return sqrt(max(1, self.samples - self.hits) / (self.samples * self.hits))

    @property
    def text(self) -> str:
        """The estimate in scientific notation: ``1.234e+56``."""
        if self.hits == 0:
            return "0"
        power = log10(self.hits / self.samples) + self.n * (self.d - 1) * log10(self.n)
        whole = int(power // 1)
        return f"{10 ** (power - whole):.3f}e+{whole:02}"


def estimate_layered(
    board: Board,
    run: RunContext | None = None,
    *,
    samples: int = 20_000,
    seed: int = 0,
    d: int | None = None,
) -> Outcome[LayeredEstimate]:
    """Estimate the number of layered placements of the (n,d)-board.

    `board`: a flat cube for queens; its cells are not listed.
    `samples`: the number of random placements, 1 or more.
    `seed`: 0 or more; the same seed gives the same estimate.
    `d`: the dimension, 3 or more, in place of that of the board.
    Returns FEASIBLE with all samples; STOPPED or LIMIT with those that were drawn, if any.
    Raises InputError if the board does not suit or is too large, or a number is out of range.
    """
    check_cube("layered placements", board)
    board.require_open("estimates of layered placements")
    run, n, d = run or RunContext(), board.n, board.d if d is None else d
    if d < 3:
        raise InputError(f"layered placements are estimated for d = 3 and above, not for ({n},{d})")
    if n > MOST_SIDE or n * d > MOST_NUMBERS:
        raise InputError(f"the ({n},{d}) board is too large for an estimate of layered placements")
    if samples < 1 or seed < 0:
        raise InputError("give at least one sample, and a seed of 0 or more")
    generator = np.random.default_rng(seed)
    at_once = max(1, MOST_NUMBERS // (n * (d - 1)))
    drawn = hits = 0
    while drawn < samples and run.ended() is None:
        run.report("drawing layered placements", drawn / samples)
        count = min(at_once, samples - drawn, 1024)
        hits += _without_attack(generator.integers(n, size=(count, n, d - 1)))
        drawn += count
    ended = run.ended() if drawn < samples else None
    value = LayeredEstimate(n, d, drawn, hits) if drawn else None
    return Outcome(ended or Status.FEASIBLE, value, engine=METHOD, seconds=run.seconds)


def _without_attack(cells: IntArray) -> int:
    """Return how many placements have no attack; `cells`, shape (samples, n, d - 1)."""
    for apart in range(1, cells.shape[1]):
        lower, upper = cells[:, :-apart], cells[:, apart:]
        sample, layer = np.nonzero(np.isin(np.abs(upper[:, :, 0] - lower[:, :, 0]), (0, apart)))
        for axis in range(1, cells.shape[2]):  # few pairs meet along all axes so far
            far = np.abs(upper[sample, layer, axis] - lower[sample, layer, axis])
            meets = (far == 0) | (far == apart)
            sample, layer = sample[meets], layer[meets]
        cells = np.delete(cells, sample, axis=0)
        if not len(cells):
            break
    return len(cells)
