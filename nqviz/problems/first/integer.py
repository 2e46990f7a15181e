"""One integer program a row, solved or truncated: Fischetti and Salvagnin (2019), 3.2 and 3.3.

The results of both hold within the tolerances of HiGHS.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from math import ceil

import numpy as np

from nqviz.engines.threads import run_apart
from nqviz.ilp.highs import Floats, Model, ModelStatus, own_scheduler

from .first_search import FirstSearch
from .program import MARGIN, Lines, lines_model


def solve_each_row(search: FirstSearch) -> list[int] | None:
    """ILP-ITER: minimise the column of each row in turn, to the end.

    See `search_rows` for parameters, result and exceptions.
    """
    rows: list[int] = []
    while len(rows) < search.n:
        search.check(1)
        found = _minimise(search, rows, [], truncated=False)
        if found is None:
            return None
        rows.append(found)
        search.settle(rows)
    return rows


def solve_truncated(search: FirstSearch) -> list[int] | None:
    """ILP-TRUNC: use the bound at the root of each program, and backtrack.

    See `search_rows` for parameters, result and exceptions.
    """
    return depth_first(search, lambda rows, forbidden: _minimise(search, rows, forbidden, True))


def depth_first(
    search: FirstSearch, lowest: Callable[[Sequence[int], Sequence[int]], int | None]
) -> list[int] | None:
    """Choose the lowest column that a relaxation allows in each row; backtrack at dead ends.

    `lowest`: returns, for the first rows and the forbidden columns of the next row, the lowest
    column that is not excluded; None if all are.
    """
    rows: list[int] = []
    forbidden: list[list[int]] = [[]]
    while len(rows) < search.n:
        search.check(1)
        search.report(rows)
        found = lowest(rows, forbidden[-1])
        if found is not None:
            rows.append(found)
            forbidden.append([])
        elif rows:
            forbidden.pop()
            forbidden[-1].append(rows.pop())
        else:
            return None
    search.settle(rows)
    return rows


def _minimise(
    search: FirstSearch, rows: Sequence[int], forbidden: Sequence[int], truncated: bool
) -> int | None:
    """Return the lowest column of the next row, or the lowest that the root allows, or None."""
    lines = Lines.after(search.n, rows, forbidden)
    if lines is None:
        return None
    is_next = lines.rows == len(rows)
    columns = lines.columns[is_next]
    cost: Floats = np.where(is_next, lines.columns, 0).astype(np.float64)
    options = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.99}
    if truncated:
        options["mip_max_nodes"] = 1

    def solve(left: threading.Event) -> tuple[Model, ModelStatus]:
        model = lines_model(lines, cost, left.is_set, options, is_integer=True)
        with own_scheduler():
            return model, model.solve()

    solved = run_apart(solve, search.is_over, "HiGHS for a row")
    search.check()
    assert solved is not None  # what is over ends above
    model, status = solved
    if status is ModelStatus.INFEASIBLE:
        return None
    if status is ModelStatus.OPTIMAL:
        search.best = _placement(rows, lines, model.values)
        return round(model.objective)
    if not truncated:
        raise ValueError(f"HiGHS ended without an answer: {model.message}")
    bound = model.bound
    lowest = ceil(bound - MARGIN) if np.isfinite(bound) else 0
    possible = columns[columns >= lowest]
    return int(possible.min()) if len(possible) else None


def _placement(rows: Sequence[int], lines: Lines, values: Floats) -> list[int]:
    chosen = values > 0.5
    left = sorted(zip(lines.rows[chosen].tolist(), lines.columns[chosen].tolist(), strict=True))
    return [*rows, *(column for _, column in left)]
