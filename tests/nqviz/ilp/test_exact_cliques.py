"""Cliques of every form: the most violated ones, against a search over all sets of cells."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from nqviz import Board
from nqviz.ilp.exact_cliques import TOLERANCE, violated_cliques
from nqviz.problems.compare import lp_bound
from tests.nqviz.oracle import attacking_direction

BOARDS = [
    Board.cube(4, 2),
    Board.cube(2, 3),
    Board.cube(3, 3),
    Board((3, 1, 4)),
    Board.cube(5, 2, torus=True),
    Board.cube(4, 2, piece="rook"),
    Board((4, 4), blocked=[(1, 1)], stops=True),
]


def heaviest(board: Board, values: np.ndarray) -> float:
    """Return the largest sum of the values over a clique, by extending all cliques."""
    near = {
        (a, b)
        for a, b in combinations(range(board.size), 2)
        if attacking_direction(board, board.cell(a), board.cell(b)) is not None
    }
    cliques: list[tuple[int, ...]] = [()]
    most = 0.0
    while cliques:
        most = max(most, *(float(values[list(clique)].sum()) for clique in cliques))
        cliques = [
            (*clique, cell)
            for clique in cliques
            for cell in range(clique[-1] + 1 if clique else 0, board.size)
            if values[cell] > 0 and all((held, cell) in near for held in clique)
        ]
    return most


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_the_most_violated_clique_is_found(board: Board, seed: int) -> None:
    generator = np.random.default_rng(seed)
    values = generator.random(board.size) * (generator.random(board.size) < 0.5)
    values[board.is_blocked] = 0.0
    rows = violated_cliques(board, np.arange(board.size), values)
    most = heaviest(board, values)
    assert bool(len(rows.upper)) == (most > 1 + TOLERANCE)
    for row in rows.matrix.toarray().astype(bool):
        cells = np.flatnonzero(row).tolist()
        assert values[cells].sum() > 1 + TOLERANCE
        for a, b in combinations(cells, 2):
            assert attacking_direction(board, board.cell(a), board.cell(b)) is not None
    if len(rows.upper):
        assert rows.matrix.toarray()[0] @ values == pytest.approx(most)


def test_columns_may_be_some_of_the_cells() -> None:
    board = Board.cube(3, 2)
    rows = violated_cliques(board, np.array([0, 4, 8]), np.full(3, 0.5))
    assert rows.matrix.toarray().tolist() == [[1, 1, 1]]
    assert not len(violated_cliques(board, np.array([0, 5]), np.ones(2)).upper)


def test_the_linear_program_is_as_strong_as_all_listed_cliques() -> None:
    for n, d, value in ((5, 3, 15.6667), (3, 4, 6.75), (6, 3, 26.0)):
        board = Board.cube(n, d)
        listed = lp_bound(board, ("cube", "face", "star", "cross") if d > 2 else ("cube",))
        bound = lp_bound(board, ("clique",))
        assert bound == pytest.approx(value, abs=1e-3)
        assert listed is not None
        assert bound <= listed + 1e-6
