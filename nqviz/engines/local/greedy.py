"""A first placement in no time: always the free cell that leaves the most cells free."""

from __future__ import annotations

import numpy as np

from nqviz.engines.search_state import SearchState
from nqviz.ilp import Program


def fill(state: SearchState, program: Program) -> None:
    """Add queens to the givens until no cell is free, and offer what comes out.

    `program`: of what the givens leave; its rows with an upper bound of 1 say which cells attack.
    """
    rows = program.matrix[program.upper == 1].astype(np.int64)
    columns = rows.T.tocsr()
    free = np.ones(len(program.cells), dtype=np.bool_)
    chosen: list[int] = []
    while free.any() and not state.cancelled.is_set():
        lost = columns @ (rows @ free)  # counts a cell once for each row it shares
        column = int(np.argmin(np.where(free, lost, np.iinfo(np.int64).max)))
        free[rows[columns[[column]].indices].indices] = False
        free[column] = False
        chosen.append(column)
    state.submit_incumbent(np.concatenate((state.problem.givens.indices, program.cells[chosen])))
