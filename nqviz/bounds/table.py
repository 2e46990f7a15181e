"""The table of bounds of the (n,d)-boards up to some n and d."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nqviz.core.errors import InputError
from nqviz.core.tabular import Tabular

from .bound import bracket
from .guillotine import cube_values
from .known import upper_entries
from .lower import best_lower_count

MAX_N, MAX_D = 100, 8
"""The largest n and d of a table."""


@dataclass(frozen=True)
class CubeBounds:
    """The bounds for queens on the flat (n,d)-board."""

    n: int
    d: int
    lower: int
    upper: int
    """`lower` and `upper`: the best proven bounds."""

    @property
    def is_proven(self) -> bool:
        """Whether the maximum is known."""
        return self.lower == self.upper

    @property
    def ratio(self) -> float:
        """R(n,d): the lower bound divided by the count of a full placement, n^(d-1)."""
        return float(self.lower) / float(self.n ** (self.d - 1))

    def __str__(self) -> str:
        return bracket(self.lower, self.upper)


class BoundsTable(dict[tuple[int, int], CubeBounds], Tabular):
    """The bounds of cubes by n and d."""

    def table(self) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
        """Return a row for each board: n, d, and its bounds."""
        rows = ((each.n, each.d, each.lower, each.upper) for each in self.values())
        return ("n", "d", "lower", "upper"), rows


@lru_cache(maxsize=4)
def bounds_table(max_n: int = 40, max_d: int = 8, min_d: int = 2) -> BoundsTable:
    """Return the bounds of every (n,d)-board, also of those too large for a `Board`.

    The keys are (n, d), n from 1 and d from `min_d`.

    Raises InputError if `max_n` or `max_d` exceeds `MAX_N` or `MAX_D`.
    """
    if not (1 <= max_n <= MAX_N and 1 <= min_d <= max_d <= MAX_D):
        raise InputError(
            f"a table of bounds goes from n = 1 and d = 1 to n = {MAX_N} and d = {MAX_D} at most"
        )
    sides = range(1, max_n + 1)
    table = BoundsTable()
    below = _uppers(1, sides)
    for d in range(2 if min_d > 1 else 1, max_d + 1):
        upper = _uppers(d, sides)
        for n in sides:  # the bound by layers may be better than that by cuts of the whole
            upper[n] = min(upper[n], n * below[n]) if d > 1 else upper[n]
            if d >= min_d:
                table[n, d] = CubeBounds(n, d, best_lower_count((n,) * d), upper[n])
        below = upper
    return table


def _uppers(d: int, sides: Iterable[int]) -> dict[int, int]:
    found = dict(zip(sides, cube_values(d, list(sides)), strict=True))
    for entry in upper_entries():
        if entry.proven and len(entry.shape) == d:
            for n in range(1, entry.shape[0] + 1):
                if n in found:
                    found[n] = min(found[n], entry.count)
    return found
