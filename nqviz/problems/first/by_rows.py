"""Constraint search in row order: Fischetti and Salvagnin (2019), section 3.1.

Rows are filled one after the other, the lowest column first, so that the first placement found is
the first one. A queen takes the cells it attacks away from the rows and columns to come; where one
is left without a cell, the search turns back.
"""

from __future__ import annotations

from .first_search import FirstSearch
from .probe import FOUND, PAUSED, Probe

SLICE_NODES = 500_000


def search_in_order(search: FirstSearch) -> list[int] | None:
    """Find the first placement; see `search_rows` for what is given and raised."""
    probe = Probe(search.n, [], ordered=True)
    while True:
        before = probe.nodes
        answer = probe.run(SLICE_NODES)
        search.nodes += probe.nodes - before
        if answer != PAUSED:
            break
        search.tell(lambda: probe.trial)
        search.check()
    return probe.solution if answer == FOUND else None
