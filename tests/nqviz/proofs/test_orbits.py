"""Proofs by a matrix on orbits: what is altered is refused, what is true is accepted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.engines import theta_bound
from nqviz.proofs import Claim, OrbitProof, check, load, save

BOARDS = [Board.cube(5, 3), Board((4, 3, 4)), Board((3, 3, 3), piece="1+3"), Board((2, 6))]


@pytest.fixture(scope="module", params=BOARDS, ids=str)
def proof(request: pytest.FixtureRequest) -> OrbitProof:
    found = theta_bound(request.param).proof
    assert found is not None
    return found


def refused(proof: OrbitProof, word: str) -> None:
    verdict = check(proof)
    assert verdict.valid is False
    assert word in verdict.message
    assert "\n" not in verdict.message


def test_it_is_read_as_it_was_written(proof: OrbitProof, tmp_path: Path) -> None:
    save(proof, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert isinstance(again, OrbitProof)
    assert again.claim == proof.claim
    assert (again.values == proof.values).all()
    assert check(again).valid


def test_a_smaller_bound_is_not_proven(proof: OrbitProof) -> None:
    claim = Claim(proof.claim.givens, proof.bound - 1)
    refused(replace(proof, claim=claim), "is not below")


def test_altered_values_are_refused(proof: OrbitProof) -> None:
    refused(replace(proof, values=proof.values[:-1]), "orbits")
    refused(replace(proof, shift=25), "out of range")
    refused(replace(proof, shift=-1), "out of range")
    wide = proof.values.astype(np.int64)
    refused(replace(proof, values=wide + (np.arange(len(wide)) == 1) * 2**40), "out of range")
    refused(replace(proof, values=wide + (np.arange(len(wide)) == 0)), "other than 1")
    for place in range(1, len(wide), 7):
        moved = wide.copy()
        moved[place] += 2 ** (proof.shift + 10)
        assert check(replace(proof, values=moved)).valid is False
        moved[place] = -(2 ** (proof.shift + 10))
        assert check(replace(proof, values=moved)).valid is False


def test_a_value_below_1_between_cells_that_do_not_attack_each_other_is_refused() -> None:
    proof = theta_bound(Board.cube(5, 3)).proof
    assert proof is not None
    refused(replace(proof, values=np.full(len(proof.values), -1)), "other than 1")
    values = np.where(np.arange(len(proof.values)) == 0, 0, -1)
    assert check(replace(proof, values=values)).valid is False
    spoilt = 0
    for place in range(1, len(proof.values), 3):
        values = proof.values.astype(np.int64)
        values[place] = -1
        spoilt += "below 1" in check(replace(proof, values=values)).message
    assert spoilt > len(values) // 12


def test_it_is_for_boards_without_given_queens(proof: OrbitProof) -> None:
    givens = Placement.from_indices(proof.claim.board, [0])
    refused(replace(proof, claim=Claim(givens, proof.bound)), "without given")


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_margin_is_exact_where_the_eigenvalue_is_known(n: int) -> None:
    """The matrix of ones on a line, whose greatest eigenvalue is n exactly."""
    board = Board((n, n))
    count = check(OrbitProof(Claim(Placement(board), n), np.zeros(0, np.int8), 0)).message
    orbits = int(count.split()[-2])
    ones = np.ones(orbits, np.int8)
    # All entries 1: e = 1 for cells that attack each other, 0 for others and on the diagonal.
    labels = OrbitProof(Claim(Placement(board), n * n), ones, 0)
    assert check(labels).valid is False  # the diagonal
    from nqviz.engines.theta.pair_orbits import PairOrbits

    values = PairOrbits(board).attacks.astype(np.int8)
    assert check(replace(labels, values=values)).valid
    less = replace(labels, values=values, claim=Claim(Placement(board), n * n - 1))
    assert check(less).valid is False


def test_a_board_too_large_is_refused_before_any_work() -> None:
    claim = Claim(Placement(Board.cube(100, 3)), 10)
    refused(OrbitProof(claim, np.zeros(5, np.int8), 0), "too large")
    claim = Claim(Placement(Board((1, 1))), 1)
    refused(OrbitProof(claim, np.zeros(1, np.int8), 0), "one cell")
