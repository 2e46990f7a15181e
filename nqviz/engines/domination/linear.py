"""The linear program of domination: a lower bound that is exact in integers."""

from __future__ import annotations

import threading

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.engines.lp_bound import orbits
from nqviz.ilp.highs import Model, ModelStatus, own_scheduler

SCALE = 2**24
"""Weights are multiples of one over this."""


def domination_weights(
    board: Board, near: sp.csr_array, cancelled: threading.Event | None = None
) -> tuple[IntArray, int]:
    """Return integer weights on the open cells, and how many queens they show to be needed.

    They are the dual of the linear program, one for each orbit of cells, rounded; the bound is
    computed from the rounded weights in integers, so that no rounding error counts.

    `near`: which open cells each open cell dominates, shape (k, k).
    `cancelled`: ends the work; the weights are then equal ones.
    The weights have the shape (k,), in the order of the indices of the open cells.
    """
    cells = np.flatnonzero(~board.is_blocked)
    labels = orbits(Placement(board))[cells]
    _, first, orbit, sizes = np.unique(
        labels, return_index=True, return_inverse=True, return_counts=True
    )
    onto = sp.csr_array((np.ones(len(orbit)), (np.arange(len(orbit)), orbit.ravel())))
    rows = sp.csr_array(near[first].astype(np.float64) @ onto)
    with own_scheduler():
        model = Model(
            rows,
            np.full(len(first), -np.inf),
            np.ones(len(first)),
            sizes.astype(np.float64),
            column_upper=np.full(len(first), np.inf),
            maximise=True,
            is_over=None if cancelled is None else cancelled.is_set,
        )
        status = model.solve()
    shares = np.ones(len(first))
    if status is ModelStatus.OPTIMAL:
        shares = np.nan_to_num(np.clip(model.values, 0.0, 1.0))
    weights = np.rint(SCALE * shares).astype(np.int64)[orbit.ravel()]
    most = int((near @ weights).max(initial=1))
    return weights, -(-int(weights.sum()) // max(1, most))
