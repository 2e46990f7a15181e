"""Bounds on the number of full solutions that hold without a search."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.constructions.linear import has_regular
from nqviz.core.board import Board

from .regular import count_regular
from .tables import known_counts


@dataclass(frozen=True)
class Power:
    """A number written as a power, which may have too many digits to be printed."""

    base: int
    exponent: int

    def __str__(self) -> str:
        return f"{self.base:,}" if self.exponent == 1 else f"{self.base:,}^{self.exponent:,}"

    @property
    def value(self) -> int:
        """The number itself."""
        return int(self.base**self.exponent)


def most_full(n: int, d: int) -> Power | None:
    """Return an upper bound on the number of full solutions of (n,d); None where none is known.

    The cells with the same last d - 2 coordinates hold a full solution of (n,2), so there are at
    most Q(n,2)^(n^(d-2)) full solutions: the finite form of equation 24 of Kunt's thesis.
    """
    known = known_counts("planar", n, 2)
    return Power(known[0][0], n ** (d - 2)) if known and d >= 2 else None


def least_full(n: int, d: int) -> Power:
    """Return a lower bound on the number of full solutions of (n,d): regular ones, or products.

    For n = r s with regular solutions modulo r and of side s each of the r^(d-1) queens of the
    first has one of the second, chosen independently (`nqviz.constructions.product`).
    """
    if d < 2 or not has_regular(n, d):
        return Power(0, 1)
    found = [Power(count_regular(Board.cube(n, d)).value or 0, 1)]
    for s in range(2, n // 2 + 1):
        if n % s == 0 and has_regular(s, d) and has_regular(n // s, d):
            each = count_regular(Board.cube(s, d)).value or 0
            found.append(Power(each, (n // s) ** (d - 1)))
    return max(found, key=lambda power: power.value)
