"""Integer programs for first queens: Fischetti and Salvagnin (2019), eq. 1, 3.2 and 3.3.

One program with a weight for each cell, one for each cell, and one for each row, solved to the end
or truncated. The results of all hold within the tolerances of HiGHS.
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
        found = _minimise(search, rows, [])
        if found is None:
            return None
        rows.append(found)
        search.settle(rows)
    return rows


def solve_truncated(search: FirstSearch, nodes: int = 0) -> list[int] | None:
    """ILP-TRUNC: use the bound of each program after so many nodes, and backtrack.

    `nodes`: the limit NN of the paper; 0 ends each program at its root.
    See `search_rows` for further parameters, result and exceptions.
    """
    return depth_first(search, lambda rows, forbidden: _minimise(search, rows, forbidden, nodes))


def solve_each_cell(search: FirstSearch) -> list[int] | None:
    """Maximise each cell in turn, in the order of rows: the simple algorithm of section 3.2.

    A cell that can hold a queen gets one, another one none. See `search_rows` for parameters,
    result and exceptions.
    """
    rows: list[int] = []
    while len(rows) < search.n:
        forbidden: list[int] = []
        while True:
            search.check(1)
            lines = Lines.after(search.n, rows, forbidden)
            if lines is None:
                return None
            column = int(lines.columns[lines.rows == len(rows)].min())
            is_cell = (lines.rows == len(rows)) & (lines.columns == column)
            solved = _solved(search, lines, -is_cell.astype(np.float64), "HiGHS for a cell")
            if solved is None:
                return None
            if solved[0].objective < -0.5:
                search.best = _placement(rows, lines, solved[0].values)
                break
            forbidden.append(column)
        rows.append(column)
        search.settle(rows)
    return rows


def solve_weighted(search: FirstSearch) -> list[int] | None:
    """Solve the single program of eq. 1, in which the cells of the first rows weigh most.

    The weights are j n^(n-1-i) for row i and column j, from 0: as each row has one queen, they
    order placements as the powers of two of the paper do. See `search_rows`.
    """
    n = search.n
    search.check(1)
    lines = Lines.after(n, [])
    if lines is None:
        return None
    weights = lines.columns * float(n) ** (n - 1 - lines.rows)
    solved = _solved(search, lines, weights, "HiGHS for the whole board")
    return None if solved is None else _placement([], lines, solved[0].values)


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
    search: FirstSearch, rows: Sequence[int], forbidden: Sequence[int], nodes: int | None = None
) -> int | None:
    """Return the lowest column of the next row, or None.

    `nodes`: where the program ends, with the lowest column that its bound allows.
    """
    lines = Lines.after(search.n, rows, forbidden)
    if lines is None:
        return None
    is_next = lines.rows == len(rows)
    columns = lines.columns[is_next]
    cost: Floats = np.where(is_next, lines.columns, 0).astype(np.float64)
    solved = _solved(search, lines, cost, "HiGHS for a row", nodes)
    if solved is None:
        return None
    model, status = solved
    if status is ModelStatus.OPTIMAL:
        search.best = _placement(rows, lines, model.values)
        return round(model.objective)
    bound = model.bound
    lowest = ceil(bound - MARGIN) if np.isfinite(bound) else 0
    possible = columns[columns >= lowest]
    return int(possible.min()) if len(possible) else None


def _solved(
    search: FirstSearch, lines: Lines, cost: Floats, name: str, nodes: int | None = None
) -> tuple[Model, ModelStatus] | None:
    """Minimise a cost over the queens that are missing; None where there are no such queens.

    `nodes`: where the program ends; to the end without it.
    Raises ValueError if HiGHS gives no answer.
    """
    options = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.99}
    if nodes is not None:
        options["mip_max_nodes"] = max(1, nodes)  # HiGHS counts the root

    def solve(left: threading.Event) -> tuple[Model, ModelStatus]:
        model = lines_model(lines, cost, left.is_set, options, is_integer=True)
        with own_scheduler():
            return model, model.solve()

    solved = run_apart(solve, search.is_over, name)
    search.check()
    assert solved is not None  # what is over ends above
    model, status = solved
    if status is ModelStatus.INFEASIBLE:
        return None
    if status is not ModelStatus.OPTIMAL and nodes is None:
        raise ValueError(f"HiGHS ended without an answer: {model.message}")
    return solved


def _placement(rows: Sequence[int], lines: Lines, values: Floats) -> list[int]:
    chosen = values > 0.5
    left = sorted(zip(lines.rows[chosen].tolist(), lines.columns[chosen].tolist(), strict=True))
    return [*rows, *(column for _, column in left)]
