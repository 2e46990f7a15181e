"""Proofs by boxes: they hold on every small board, and what is wrong with them is told."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, Outcome, Placement, Status
from nqviz.bounds import best_upper, completion_upper
from nqviz.bounds.guillotine import placed_parts
from nqviz.engines import certificate
from nqviz.problems import complete, maximum
from nqviz.proofs import BoxProof, Claim, check, load, save
from tests.boards import random_boards
from tests.nqviz.oracle import largest_placement

from .made import assert_refused

small_boards = random_boards(4, 4, cells=36, twists=False)


def boxes_of(board: Board, givens: list[int], most: int) -> BoxProof:
    """Return the board as one box."""
    claim = Claim(Placement.from_indices(board, givens), most)
    return BoxProof(claim, np.zeros((1, board.d), np.int64), np.array([board.shape]))


@pytest.fixture
def cut() -> BoxProof:
    """Return the bound of 8 for two cubes of side 3."""
    board = Board((3, 3, 6))
    low = np.array([[0, 0, 0], [0, 0, 3]])
    return BoxProof(Claim(Placement(board), 8), low, np.full((2, 3), 3))


@settings(deadline=None, max_examples=80)
@given(st.data(), small_boards)
def test_nothing_false_is_proven(data: st.DataObject, board: Board) -> None:
    givens: list[int] = []
    for cell in data.draw(st.lists(st.integers(0, board.size - 1), max_size=3, unique=True)):
        if Placement.from_indices(board, [*givens, cell]).is_valid():
            givens.append(cell)
    most = largest_placement(board, tuple(givens))
    for wrong in range(len(givens), most):
        assert check(boxes_of(board, givens, wrong)).valid is False
    assert check(boxes_of(board, givens, board.size)).valid


@pytest.mark.parametrize(("d", "most"), [(3, 4), (4, 6), (5, 11), (6, 19), (9, 89)])
def test_side_three_is_bounded_by_subcubes(d: int, most: int, tmp_path: Path) -> None:
    board = Board.cube(3, d)
    outcome = maximum(board, prove=most + 1, engine="theta")
    assert outcome.status is Status.INFEASIBLE
    proof = certificate(outcome, Placement(board))
    assert isinstance(proof, BoxProof)
    save(proof, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert check(again).valid
    assert f"prove {most} only" in check(replace(again, claim=boxes_of(board, [], 3).claim)).message
    assert check(replace(again, claim=Claim(Placement(board), most - 1))).valid is False


def test_the_best_cut_is_a_certificate(cut: BoxProof) -> None:
    outcome = maximum(cut.claim.board)
    assert (outcome.status, outcome.bound) == (Status.OPTIMAL, 8)
    proof = certificate(replace(outcome, certificate=None), cut.claim.givens)
    assert isinstance(proof, BoxProof)
    assert check(proof).valid
    assert check(cut).valid


def test_no_certificate_is_made_that_nobody_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    givens = Placement(Board.cube(8, 4), [(0,) * 4])
    outcome = Outcome(Status.OPTIMAL, givens, completion_upper(givens).value)
    assert certificate(outcome, givens, at_hand=True) is not None
    monkeypatch.setattr("nqviz.proofs.claim.DISPLACEMENTS", 15**4 - 1)
    assert certificate(outcome, givens, at_hand=True) is None


def test_given_queens_take_their_corners() -> None:
    # A queen in the centre is the whole cube: nothing else fits, and no search is needed.
    board = Board.cube(3, 5)
    centre = Placement(board, [(1,) * 5])
    outcome = complete(centre, "max")
    assert (outcome.status, outcome.bound) == (Status.OPTIMAL, 1)
    proof = certificate(outcome, centre)
    assert proof is not None
    assert check(proof).valid
    wide = Placement(board, [(1, 1, 1, 0, 0)])
    outcome = complete(wide, "max")
    assert outcome.status is Status.OPTIMAL
    assert check(boxes_of(board, wide.indices.tolist(), len(outcome.placement) - 1)).valid is False


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(2, 20), min_size=1, max_size=4).map(tuple))
def test_parts_fill_the_box_once_and_prove_its_bound(shape: tuple[int, ...]) -> None:
    board = Board(shape)
    parts = list(placed_parts(shape))
    times = np.zeros(shape, dtype=np.int64)
    for low, sides in parts:
        times[tuple(slice(a, a + side) for a, side in zip(low, sides, strict=True))] += 1
    assert (times == 1).all()
    low, sides = (np.array(rows) for rows in zip(*parts, strict=True))
    bound = best_upper(board, published=False).value
    assert check(BoxProof(Claim(Placement(board), bound), low, sides)).valid


def test_what_is_no_proof_says_why(cut: BoxProof) -> None:
    refused = partial(assert_refused, cut)
    refused("in no box", low=cut.low[:1], sides=cut.sides[:1])
    refused("in no box", low=cut.low[[0, 0]])
    refused("in no box", low=cut.low[:0], sides=cut.sides[:0])
    refused("prove 12 only", low=cut.low[[0, 1, 1]], sides=cut.sides[[0, 1, 1]])
    refused("leaves the board", low=cut.low + 1)
    refused("leaves the board", low=cut.low - 1)
    refused("leaves the board", sides=cut.sides * 0)
    refused("leaves the board", sides=cut.sides * 2**40)
    refused("another dimension than the board", sides=cut.sides[:1])
    refused("another dimension than the board", low=cut.low[:, :2], sides=cut.sides[:, :2])
    refused("prove 9 only", low=cut.low[:1], sides=np.array([[3, 3, 6]]))
    refused("queens only", claim=Claim(Placement(Board((3, 3, 6), piece="rook")), 18))
    refused("another dimension than the board", claim=Claim(Placement(Board((3, 3))), 4))
