"""The runs of a walk: each begins with one of several starts, and has one of several tenures.

No tenure suits all boards, about ten or twenty is good for d = 3 and 4 and two or three for more
dimensions, so they take turns, and so do the starts: the best placement so far, constructed ones,
and the empty board. Every second run repeats the pair that went best. Runs become longer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.placement import Placement

from . import tabu
from .warm_starts import Draw, starts

TENURES = (10, 20, 2, 5)
PATIENCE = 20_000
"""Moves without improvement after which a walk is kicked."""
FIRST_RUN, ROUND, LONGEST = 100_000, 24, 8
"""Moves of each of the first runs; they double after so many runs, so many times at most."""


@dataclass(frozen=True)
class FreeGraph:
    """The graph of attacks between the free cells of a problem, and where walks on it start.

    `givens`, shape (queens,), and `free`, shape (cells,): indices on the board.
    `attacks`, shape (cells, cells): which free cells attack each other.
    `column`, shape (size of the board,): the position of each free cell, -1 for others.
    """

    givens: IntArray
    free: IntArray
    attacks: sp.csr_array
    column: IntArray
    draws: tuple[Draw, ...]

    @classmethod
    def of(cls, givens: Placement) -> FreeGraph:
        """Make that of a placement to complete."""
        board, free = givens.board, AttackCounts.of(givens).free_cells()
        attacks = sp.csr_array(board.attack_graph[free][:, free])
        column = np.full(board.size, -1, dtype=np.int64)
        column[free] = np.arange(len(free))
        draws = tuple(starts(board)) if len(free) else ()
        return cls(givens.indices, free, attacks, column, draws)

    def new_walk(self, rng: np.random.Generator) -> tabu.Walk:
        """Make a walk on the free cells; its moves are drawn by `rng`."""
        walk = tabu.new_walk(self.attacks, int(rng.integers(2**62)))
        walk.state[tabu.PATIENCE] = PATIENCE
        return walk

    def arms(self, number: int) -> list[tuple[int, int]]:
        """Pair each kind of start with each tenure, in the order in which they take turns.

        Starts: 0 is the best placement, then `draws`, then the empty board.
        `number`: of the walk.
        """
        return [
            (place, TENURES[(place + shift) % len(TENURES)])
            for shift in range(number, number + len(TENURES))
            for place in range(len(self.draws) + 2)
        ]

    def begin(
        self,
        walk: tabu.Walk,
        arms: list[tuple[int, int]],
        scores: IntArray,
        run: int,
        rng: np.random.Generator,
        best: IntArray,
    ) -> tuple[int, int]:
        """Begin a run of a walk; return its arm and its length in moves.

        `scores`, shape (arms,): the largest set that each arm has found.
        `best`, shape (queens,): the best placement so far, as indices on the board.
        """
        arm = run // 2 % len(arms)
        if run % 2 and scores.any():
            arm = int(rng.choice(np.flatnonzero(scores == scores.max())))
        place, walk.state[tabu.TENURE] = arms[arm]
        cells = best if place == 0 else np.zeros(0, np.int64)
        if 0 < place <= len(self.draws):
            cells = self.draws[place - 1](rng)
        columns = self.column[cells]
        tabu.restart(walk, columns[columns >= 0])
        return arm, FIRST_RUN << min(run // ROUND, LONGEST)
