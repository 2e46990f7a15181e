"""The moments that a replay goes through: of a history, of a placement, of a search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats.history import History
from nqviz.run.context import Progress, RunContext
from nqviz.view.animation import MOST_STEPS, Replay, placed_one_by_one


def history_steps(history: History) -> Replay:
    """Return the board at each position of a history, or at `MOST_STEPS` evenly spaced ones."""
    positions = np.linspace(0, len(history), min(len(history) + 1, MOST_STEPS)).round()
    chosen = list(history.snapshots(frozenset(positions.astype(int).tolist())))
    givens = tuple(np.array(each.givens, dtype=np.int64) for each in chosen)
    return Replay(tuple(each.placement for each in chosen), givens)


def placing_steps(placement: Placement) -> Replay:
    """Return the placements on the way to a placement, queen by queen."""
    return Replay(tuple(placed_one_by_one(placement)))


def search_steps(givens: Placement, found: Sequence[IntArray]) -> Replay:
    """Return what a search started from and all that it found, one better than the other.

    Raises InputError if it found nothing.
    `found`: indices of shape (k,) each.
    """
    placements = [Placement.from_indices(givens.board, cells) for cells in found]
    if placements and set(found[0].tolist()) == set(givens.indices.tolist()):
        del placements[0]  # it began with what was there
    if not placements:
        raise InputError("the search has found nothing to replay")
    return Replay((givens, *placements), (givens.indices,) * (len(placements) + 1))


def solving_steps(givens: Placement, run: RunContext | None = None) -> Replay:
    """Search for the most queens beside given ones, and return all that is found on the way.

    Raises InputError if nothing is found.
    """
    run = run or RunContext()
    from nqviz.problems import complete

    found: list[IntArray] = []

    def watch(news: Progress) -> None:
        run.progress(news)
        best = news.incumbent
        if best is not None and (not found or len(best) > len(found[-1])):
            found.append(best.indices)

    outcome = complete(givens, "max", run=run.part(progress=watch))
    last = outcome.placement
    if last is not None and (not found or len(last) > len(found[-1])):
        found.append(last.indices)
    return search_steps(givens, found)
