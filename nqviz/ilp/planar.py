"""Planar cliques that are found at the root.

Source: Fischetti and Salvagnin, *Finding First and Most-Beautiful Queens by Integer Programming*
(2019), eq. 3-5.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray

from .cliques import CROSSES, CUBES, STARS, far_objection
from .families import Family, Rows

CLIQUES = (STARS, CROSSES, CUBES)
TOLERANCE = 1e-4
MOST = 500
"""How many cliques are given at once, the most violated ones."""


def violated_planar_cliques(board: Board, cells: IntArray, values: npt.NDArray[np.float64]) -> Rows:
    """Find stars, crosses and squares that a fractional solution violates; over the k columns.

    `board`: of two dimensions.
    `cells`, `values`, shape (k,): the columns' cells and their values.
    """
    cliques = _cliques(board)[:, cells]
    excess = cliques @ values - 1.0
    worst = np.argsort(-excess, kind="stable")[:MOST]
    return Rows.at_most_one(sp.csr_array(cliques[worst[excess[worst] > TOLERANCE]]))


@lru_cache(maxsize=2)
def _cliques(board: Board) -> sp.csr_array:
    blocks = [family.rows(board).matrix for family in CLIQUES]
    return sp.csr_array(sp.vstack(blocks, format="csr"))


def _objection(board: Board) -> str | None:
    if board.d != 2:
        return f"they are planar cliques, and it has {board.d} dimensions"
    return far_objection(board)


PLANAR = Family(
    name="planar",
    title="Planar cliques, at the root",
    description="Stars, crosses and squares of a planar board; those that the linear program"
    " violates are added before branching.",
    objection=_objection,
    entries=lambda board: sum(family.entries(board) for family in CLIQUES),
    separate=violated_planar_cliques,
)
