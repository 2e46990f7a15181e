"""Membership: the cells that maximum placements use, against densities, with witnesses."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.counting import count_maximum, density
from nqviz.problems import Membership, membership
from nqviz.problems.membership import NO, OPEN, YES
from nqviz.run.context import RunContext


def check_witnesses(found: Membership) -> None:
    for index in range(found.board.size):
        witness = found.witness(index)
        assert (witness is not None) == (found.cells[index] == YES)
        if witness is not None:
            assert index in witness.indices
            assert set(found.givens.indices.tolist()) <= set(witness.indices.tolist())
            assert witness.is_valid()
            assert len(witness) == found.queens


@pytest.mark.parametrize(
    "board",
    [
        Board((1,)),
        Board((6, 6)),
        Board((3, 3, 3)),
        Board((4, 5)),
        Board((3, 4, 5)),
        Board((5, 5, 5)),
        Board((5, 5), torus=True),
        Board((4, 4), torus=True),
        Board((3, 3, 3), piece="rook"),
    ],
    ids=str,
)
def test_the_answers_are_the_support_of_the_density(board: Board) -> None:
    found = membership(board)
    exact = density(board).value
    assert exact is not None
    assert (found.status, found.queens) == (Status.OPTIMAL, exact.queens)
    assert found.known is not None
    assert ((found.cells == YES) == (exact.counts > 0)).all()
    assert not (found.cells == OPEN).any()
    check_witnesses(found)


def test_given_queens_count() -> None:
    board = Board((6, 6))
    givens = Placement(board, [(0, 1)])
    found = membership(board, givens=givens)
    counted = count_maximum(board, givens=givens)
    assert counted.cells is not None
    assert ((found.cells == YES) == (counted.cells > 0)).all()
    check_witnesses(found)
    with pytest.raises(InputError, match="not on the"):
        membership(Board((5, 5)), givens=givens)


@pytest.mark.parametrize(
    ("shape", "torus", "queen", "orbits"),
    [((5, 5), False, (2, 2), 6), ((3, 3, 3), False, (0, 0, 0), 10), ((5, 5), True, (0, 0), 15)],
)
def test_cells_that_are_alike_to_the_given_queens_have_one_answer(
    shape: tuple[int, ...], torus: bool, queen: tuple[int, ...], orbits: int
) -> None:
    givens = Placement(Board(shape, torus), [queen])
    found = membership(givens.board, givens=givens)
    counted = count_maximum(givens.board, givens=givens)
    assert counted.cells is not None
    assert ((found.cells == YES) == (counted.cells > 0)).all()
    assert len(np.unique(found.orbits)) == orbits
    check_witnesses(found)


def test_progress_grows_while_cells_are_decided() -> None:
    shares: list[float] = []
    run = RunContext(progress=lambda news: shares.append(news.fraction or 0.0))
    found = membership(Board((5, 5, 5)), run)
    assert shares == sorted(shares)
    assert int(np.sum(found.cells == NO)) == 7


def test_a_maximum_that_is_not_proven_leaves_all_open() -> None:
    found = membership(Board.cube(12, 3), run=RunContext(Limit(seconds=0.3)))
    assert (found.status, found.queens) == (Status.LIMIT, None)
    assert (found.cells == OPEN).all()
    assert found.message.startswith("The maximum is not proven, all cells are open. ")
    stop = threading.Event()
    stop.set()
    assert membership(Board.cube(9, 3), run=RunContext(stop=stop)).status is Status.STOPPED
