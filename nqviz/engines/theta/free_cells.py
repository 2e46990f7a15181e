"""The free cells of a board, as theta searches and theta counts number them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.placement import Placement
from nqviz.engines.exhaustive.clique_cover import cube_order


class FreeCells:
    """The cells that given queens leave free, numbered in the order of the cubes of the board.

    Parameters
    ----------
    givens : Placement

    Attributes
    ----------
    key : tuple
        The board and the indices of the given queens, from which another process makes the same.
    index : array of shape (size,)
        The index on the board of each cell.
    attacks : array of shape (size, size)
        Which cells attack each other.
    """

    def __init__(self, givens: Placement) -> None:
        self.board = board = givens.board
        self.key = board, tuple(givens.indices.tolist())
        order = cube_order(board)
        free = np.zeros(board.size, dtype=np.bool_)
        free[AttackCounts.of(givens).free_cells()] = True
        self.index: IntArray = order[free[order]]
        self.size = len(self.index)
        dense = board.attack_graph[self.index][:, self.index].toarray()
        self.attacks: npt.NDArray[np.bool_] = np.asarray(dense, dtype=np.bool_)
