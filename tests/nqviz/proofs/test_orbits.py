"""Proofs by a matrix on orbits: what is altered is refused, what is true is accepted."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.core.symmetry import index_permutations
from nqviz.engines import theta_bound
from nqviz.engines.theta.pair_orbits import PairOrbits
from nqviz.proofs import Claim, OrbitProof, check, load, orbits, save

from .made import assert_refused

BOARDS = [Board.cube(5, 3), Board((4, 3, 4)), Board((3, 3, 3), piece="1+3"), Board((2, 6))]


@pytest.fixture(scope="module", params=BOARDS, ids=str)
def proof(request: pytest.FixtureRequest) -> OrbitProof:
    found = theta_bound(request.param).proof
    assert found is not None
    return found


@pytest.fixture(scope="module")
def with_cliques() -> OrbitProof:
    """The proof that the (6,3) board has no more than 23 queens; theta alone proves 24."""
    found = theta_bound(Board.cube(6, 3)).proof
    assert isinstance(found, OrbitProof)
    assert found.bound == 23
    assert len(found.weights) > 50
    return found


def test_it_is_read_as_it_was_written(proof: OrbitProof, tmp_path: Path) -> None:
    save(proof, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert isinstance(again, OrbitProof)
    assert again.claim == proof.claim
    assert (again.values == proof.values).all()
    assert check(again).valid


def test_a_smaller_bound_is_not_proven(proof: OrbitProof) -> None:
    claim = Claim(proof.claim.givens, proof.bound - 1)
    assert_refused(proof, "is not below", claim=claim)


def test_altered_values_are_refused(proof: OrbitProof) -> None:
    assert_refused(proof, "orbits", values=proof.values[:-1])
    assert_refused(proof, "out of range", shift=25)
    assert_refused(proof, "out of range", shift=-1)
    wide = proof.values.astype(np.int64)
    assert_refused(
        replace(proof, values=wide + (np.arange(len(wide)) == 1) * 2**40), "out of range"
    )
    assert_refused(replace(proof, values=wide + (np.arange(len(wide)) == 0)), "other than 1")
    for place in range(1, len(wide), 7):
        moved = wide.copy()
        moved[place] += 2 ** (proof.shift + 10)
        assert check(replace(proof, values=moved)).valid is False
        moved[place] = -(2 ** (proof.shift + 10))
        assert check(replace(proof, values=moved)).valid is False


def test_a_value_below_1_between_cells_that_do_not_attack_each_other_is_refused() -> None:
    proof = theta_bound(Board.cube(5, 3)).proof
    assert proof is not None
    assert_refused(replace(proof, values=np.full(len(proof.values), -1)), "other than 1")
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
    assert_refused(proof, "without given", claim=Claim(givens, proof.bound))


def test_cliques_are_read_as_they_were_written(with_cliques: OrbitProof, tmp_path: Path) -> None:
    save(with_cliques, tmp_path / "proof")
    with zipfile.ZipFile(tmp_path / "proof") as archive:
        assert json.loads(archive.read("proof.json"))["version"] == with_cliques.version == 2
    again = load(tmp_path / "proof")
    assert isinstance(again, OrbitProof)
    assert check(again).valid
    for name, array in with_cliques.arrays().items():
        assert (again.arrays()[name] == array).all()


def test_cliques_make_up_for_entries_below_1(with_cliques: OrbitProof) -> None:
    """What a clique adds and takes, summed over all symmetries cell by cell."""
    board = with_cliques.claim.board
    pairs, group = PairOrbits(board), index_permutations(board)
    values = with_cliques.values / 2.0**with_cliques.shift + ~pairs.attacks
    first = pairs.cells[pairs.own[1]]
    matrix = np.full((board.size, board.size), np.nan)
    for row, cell in zip(pairs.labels, first, strict=True):
        for image in group:
            matrix[image[cell], image[pairs.cells]] = values[row]
    added = np.zeros_like(matrix)
    ends = np.cumsum(with_cliques.lengths)
    for row, end, length, weight in zip(
        with_cliques.rows, ends, with_cliques.lengths, with_cliques.weights, strict=True
    ):
        cell, clique = first[row], with_cliques.members[end - length : end]
        keep = np.count_nonzero(group[:, cell] == cell)
        for image in group:
            added[image[cell], image[cell]] += weight / keep
            added[image[cell], image[clique]] -= weight / keep
    added = (added + added.T) / 2.0 ** (with_cliques.shift + 1)
    apart = ~board.attack_graph.toarray()
    rest = (matrix - 1.0 - added)[apart]
    assert rest.min() > -1e-9
    assert np.median(rest) < 1e-3
    assert (added[apart] < -0.1).any()
    assert 23 < np.linalg.eigvalsh(matrix)[-1] < 24


def test_altered_cliques_are_refused(with_cliques: OrbitProof) -> None:
    rows, lengths, members, weights = (
        getattr(with_cliques, name).astype(np.int64)
        for name in ("rows", "lengths", "members", "weights")
    )
    assert_refused(replace(with_cliques, weights=weights[:-1]), "as many")
    assert_refused(replace(with_cliques, weights=-weights), "out of range")
    assert_refused(replace(with_cliques, weights=weights * 2**28), "out of range")
    assert_refused(replace(with_cliques, rows=rows - 100), "no cell")
    assert_refused(replace(with_cliques, members=members + 10**6), "off the board")
    assert_refused(replace(with_cliques, lengths=lengths * 0), "empty")
    assert_refused(replace(with_cliques, lengths=lengths + 1), "add up")
    moved = np.where(np.arange(len(members)) == len(members) // 2, (members + 1) % 216, members)
    assert check(replace(with_cliques, members=moved)).valid is False
    # Other weights pay for other entries; without cliques nothing does.
    assert_refused(replace(with_cliques, weights=weights + 5), "what the cliques allow")
    assert_refused(
        replace(with_cliques, weights=np.maximum(weights // 2, 1)), "what the cliques allow"
    )
    none = np.zeros(0, np.int8)
    bare = replace(with_cliques, rows=none, lengths=none, members=none, weights=none)
    assert_refused(bare, "other than 1")
    claim = Claim(with_cliques.claim.givens, 22)
    assert_refused(replace(with_cliques, claim=claim), "is not below")


def test_sums_of_weights_that_would_overflow_are_refused(
    with_cliques: OrbitProof, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orbits, "MOST_SUM", 1e6)
    assert_refused(with_cliques, "too large to check")


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_margin_is_exact_where_the_eigenvalue_is_known(n: int) -> None:
    """The matrix of ones on a line, whose greatest eigenvalue is n exactly."""
    board = Board((n, n))
    count = check(OrbitProof(Claim(Placement(board), n), np.zeros(0, np.int8), 0)).message
    ones = np.ones(int(count.split()[-2]), np.int8)
    # All entries 1: e = 1 for cells that attack each other, 0 for others and on the diagonal.
    labels = OrbitProof(Claim(Placement(board), n * n), ones, 0)
    assert check(labels).valid is False  # the diagonal
    values = PairOrbits(board).attacks.astype(np.int8)
    assert check(replace(labels, values=values)).valid
    less = replace(labels, values=values, claim=Claim(Placement(board), n * n - 1))
    assert check(less).valid is False


def test_a_board_too_large_is_refused_before_any_work() -> None:
    claim = Claim(Placement(Board.cube(100, 3)), 10)
    assert_refused(OrbitProof(claim, np.zeros(5, np.int8), 0), "too large")
    claim = Claim(Placement(Board((1, 1))), 1)
    assert_refused(OrbitProof(claim, np.zeros(1, np.int8), 0), "one cell")
