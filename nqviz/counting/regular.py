"""Regular solutions: n for each admissible vector of coefficients (thesis, Tables 6 and 7)."""

from __future__ import annotations

from ..constructions import admissible_coefficients
from ..work import Limit, Status, Stopwatch
from .count import Count

METHOD = "n shifts of each admissible vector of coefficients"


def count_regular(n: int, d: int, limit: Limit | None = None) -> Count:
    """Count the regular solutions of the (n,d)-board.

    Raises
    ------
    InputError
        If n or d is out of reach.
    """
    watch = Stopwatch(limit)
    pairs = len(admissible_coefficients(n, d))
    return Count(Status.OPTIMAL, n * pairs, seconds=watch.seconds, method=METHOD)
