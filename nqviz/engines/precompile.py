"""The kernels of the engines, compiled where no click waits for them."""

from __future__ import annotations

import threading

import numpy as np

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.run.context import Limit, RunContext

from .domination.engine import dominating
from .domination.exhaustive import DominationSplit
from .domination.local_search import empty_set, improve
from .exact_cover import ExactCoverEngine
from .local.engine import LocalSearchEngine
from .planar.engine import PlanarEngine
from .portfolio import THETA_SEARCH, PortfolioEngine
from .problem import Problem


def warm_up() -> None:
    """Compile every kernel, or load it from disk, by solving small problems."""
    ExactCoverEngine().solve(Problem(Placement(Board.cube(4, 2), [(0, 1)]), "full"))
    PlanarEngine().solve(Problem(Placement(Board.cube(4, 2)), "full"))
    theta = PortfolioEngine("theta proof", [THETA_SEARCH])
    theta.solve(Problem(Placement(Board.cube(5, 3)), 14))  # none: local search cannot answer first
    LocalSearchEngine().solve(Problem(Placement(Board.cube(3, 2))), RunContext(Limit(nodes=1000)))
    improve(empty_set(dominating(Board.cube(3, 2))), False, 1)
    DominationSplit(Board.cube(3, 2), False).search(
        3, threading.Event(), None, np.zeros(1, np.int64)
    )
