"""Bounds on the number of full solutions that hold without a search."""

from __future__ import annotations

from dataclasses import dataclass
from math import e, log10

from nqviz.constructions.linear import has_regular
from nqviz.core.outline import Outline

from .enumerate_full import is_plain
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


@dataclass(frozen=True)
class FullBounds:
    """Bounds on the number of full solutions of the (n,d)-board."""

    n: int
    d: int

    @property
    def least(self) -> Power:
        """At least so many: see `least_full`."""
        return least_full(self.n, self.d)

    @property
    def most(self) -> Power | None:
        """At most so many; None where no bound is known: see `most_full`."""
        return most_full(self.n, self.d)

    @property
    def rooks(self) -> float:
        """The decimal logarithm of the leading term of the number of full placements of rooks.

        They are the permutations of dimension d - 1, about (n/e^(d-1))^(n^(d-1)) of them (Theorem
        14 of Kunt's thesis, after Keevash). Every full solution of queens is one (Corollary 14.1);
        for a single n the term is no bound.
        """
        return float(self.n ** (self.d - 1) * (log10(self.n) - (self.d - 1) * log10(e)))

    def words(self) -> str:
        """Return the bounds in one sentence, without its full stop."""
        text = f"Full placements: at least {self.least} (regular ones and their products)"
        if self.most is not None:
            text += f", at most {self.most} (each plane is a full square)"
        return text

    def rook_words(self) -> str:
        """Return the leading term for rooks in one sentence, without its full stop."""
        return f"Full placements of rooks: about 10^{self.rooks:,.0f} for large n (no bound)"

    def entries(self) -> dict[str, object]:
        """Return them in JSON types: powers as base and exponent."""
        most = self.most
        return {
            "least": [str(self.least.base), self.least.exponent],
            "most": None if most is None else [str(most.base), most.exponent],
            "rooks_log10": round(self.rooks, 3),
        }


def full_bounds(board: Outline) -> FullBounds | None:
    """Return the bounds on the number of full solutions; None on other boards than flat cubes."""
    return FullBounds(board.n, board.d) if is_plain(board) and board.d >= 2 else None


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
    found = [Power(count_regular(Outline((n,) * d)).value or 0, 1)]
    for s in range(2, n // 2 + 1):
        if n % s == 0 and has_regular(s, d) and has_regular(n // s, d):
            each = count_regular(Outline((s,) * d)).value or 0
            found.append(Power(each, (n // s) ** (d - 1)))
    return max(found, key=lambda power: power.value)
