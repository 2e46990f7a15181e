"""Inequalities of a cell and a clique: placements meet them, and they make the bound smaller."""

from __future__ import annotations

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.symmetry import index_permutations
from nqviz.engines import theta_bound
from nqviz.engines.theta.cell_cliques import Cliques, Constraints
from nqviz.engines.theta.pair_orbits import PairOrbits, Values
from nqviz.engines.theta.root import RootBound
from tests.nqviz.oracle import largest_placement

BOARDS = [
    Board.cube(4, 3),
    Board((4, 3, 4)),
    Board((4, 2, 1, 4)),
    Board.cube(3, 4),
    Board((5, 5)),
    Board((3, 3, 3), piece="rook"),
]


def random_placement(board: Board, rng: np.random.Generator) -> list[int]:
    """Return the queens of a maximal placement."""
    free, queens = np.ones(board.size, dtype=np.bool_), []
    while free.any():
        queens.append(int(rng.choice(np.flatnonzero(free))))
        free &= AttackCounts.of(Placement.from_indices(board, queens[-1:])).counts == 0
    return queens


def matrix_of(orbits: PairOrbits, queens: list[int]) -> Values:
    """Return the mean of the matrices of all images of a placement, of trace 1, by orbits."""
    board = orbits.board
    sums = np.zeros(len(orbits.sizes))
    place = np.empty(board.size, dtype=np.int64)
    place[orbits.cells] = np.arange(board.size)
    first = {int(cell): row for row, cell in enumerate(orbits.cells[orbits.own[1]])}
    for image in index_permutations(board):
        images = image[queens]
        for row in (first[cell] for cell in images.tolist() if cell in first):
            sums += np.bincount(orbits.labels[row, place[images]], minlength=len(sums))
    # Each ordered pair has been met as often as its first cell has symmetries that keep it.
    counts = np.bincount(orbits.labels.ravel(), minlength=len(sums))
    values = sums / counts
    trace = orbits.sizes[orbits.diagonal] @ values[orbits.diagonal]
    return np.asarray(values / trace)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_placements_meet_every_inequality(board: Board) -> None:
    orbits = PairOrbits(board)
    cliques = Cliques(orbits)
    rng = np.random.default_rng(1)
    for _ in range(10):
        assert cliques.violated(matrix_of(orbits, random_placement(board, rng)), 10, set()) == []


def test_what_is_violated_is_said_as_cells_and_as_orbits() -> None:
    root = RootBound(Board.cube(5, 3))
    for _ in range(60):
        root.step()
    orbits, known = root.orbits, set[object]()
    found = Cliques(orbits).violated(root.x, 40, known)
    assert len(found) == len(known) == 40
    attacks = orbits.board.attack_graph.toarray()
    own = orbits.labels[orbits.own]
    excesses = []
    for each in found:
        cell = orbits.cells[orbits.own[1][each.row]]
        assert not attacks[cell, each.cells].any()
        assert attacks[np.ix_(each.cells, each.cells)].sum() == len(each.cells) * (
            len(each.cells) - 1
        )
        assert each.counts.sum() == len(each.cells)
        excesses.append(each.counts @ root.x[each.orbits] - root.x[own[each.row]])
    assert min(excesses) > 0
    assert excesses == sorted(excesses, reverse=True)
    assert not {each.key for each in Cliques(orbits).violated(root.x, 40, known)} & {
        each.key for each in found
    }


def test_inequalities_without_a_multiplier_are_dropped() -> None:
    root = RootBound(Board.cube(5, 3))
    for _ in range(60):
        root.step()
    found = Cliques(root.orbits).violated(root.x, 60, set())
    root.constraints = Constraints(root.orbits).exchanged(found)
    assert root.constraints.inequalities == tuple(found)
    for _ in range(200):
        root.step()
    kept = root.constraints.exchanged([])
    assert 0 < len(kept.inequalities) < len(found)
    assert (root.constraints.weights() >= 0).all()


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_bound_holds_and_is_at_most_that_of_theta(board: Board) -> None:
    root = RootBound(board)
    for _ in range(400):
        root.step()
    bound = theta_bound(board)
    assert bound.proof is not None
    assert largest_placement(board, ()) <= bound.proof.bound <= root.candidate().greatest() + 1e-6
