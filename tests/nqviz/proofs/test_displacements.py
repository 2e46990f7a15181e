"""Proofs for a torus by a function of differences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.engines import theta_bound
from nqviz.proofs import Claim, DisplacementProof, check, load, save
from tests.nqviz.oracle import largest_placement

from .made import assert_refused

BOARDS = [
    Board((6, 6), torus=True),
    Board((5, 5, 5), torus=True),
    Board((4, 3, 4), torus=True),
    Board((4, 4, 3), True, "1+3"),
    Board((5, 5), piece="hyperplane-queen"),
]


@pytest.fixture(scope="module", params=BOARDS, ids=str)
def proof(request: pytest.FixtureRequest) -> DisplacementProof:
    found = theta_bound(request.param).proof
    assert isinstance(found, DisplacementProof)
    return found


def test_it_holds_and_is_read_as_it_was_written(proof: DisplacementProof, tmp_path: Path) -> None:
    assert proof.bound >= largest_placement(proof.claim.board, ())
    save(proof, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert isinstance(again, DisplacementProof)
    assert again.claim == proof.claim
    assert (again.values == proof.values).all()
    assert check(again).valid


def test_the_eigenvalues_are_those_of_the_whole_matrix(proof: DisplacementProof) -> None:
    board = proof.claim.board
    function = proof._function() / 2.0**proof.shift
    cells = board.cells(np.arange(board.size))
    apart = (cells[None, :] - cells[:, None]) % np.array(board.shape)
    matrix = function[board.indices(apart)]
    assert np.array_equal(matrix, matrix.T)
    top = np.linalg.eigvalsh(matrix)[-1]
    assert np.floor(top + 1e-5) == proof.bound
    attacks = board.attack_graph.toarray().astype(bool)
    assert (matrix[~attacks] >= 1).all()
    assert (np.diag(matrix) == 1).all()


def test_what_is_altered_is_refused(proof: DisplacementProof) -> None:
    assert_refused(proof, "eigenvalue", claim=Claim(proof.claim.givens, proof.bound - 1))
    assert_refused(proof, "orbits", values=proof.values[1:])
    assert_refused(proof, "out of range", shift=40)
    values = proof.values.copy()
    values[0] = 1
    assert_refused(proof, "other than 1", values=values)
    assert_refused(proof, "", values=np.minimum(proof.values, 0) - (proof.values == 0))
    flat = Board(proof.claim.board.shape)
    assert_refused(replace(proof, claim=Claim(Placement(flat), proof.bound)), "for a torus")
    given = Placement.from_indices(proof.claim.board, [0])
    assert_refused(proof, "without given", claim=Claim(given, proof.bound))


def test_an_entry_below_1_is_refused() -> None:
    board = Board((5, 5, 5), torus=True)
    proof = theta_bound(board).proof
    assert isinstance(proof, DisplacementProof)
    found = 0
    for place in range(1, len(proof.values)):
        values = proof.values.copy()
        values[place] = -1
        found += "below 1" in check(replace(proof, values=values)).message
    assert found > 0
