"""Proofs of domination: right ones hold on every small board, wrong ones are refused."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, InputError, Outcome, Placement, Status
from nqviz.engines.domination.certify import domination_certificate
from nqviz.problems import dominate
from nqviz.proofs import (
    DominationClaim,
    DominationLeaf,
    DominationProof,
    Symmetries,
    check,
    load,
    save,
)
from nqviz.proofs.domination import square_closes
from nqviz.proofs.domination_search import DominationSearch
from nqviz.proofs.proof import FOUND, NONE, ON
from tests.boards import FEW_PIECES, random_boards

from .made import assert_refused

SEARCH, BRANCH, WEIGHTS = DominationLeaf.SEARCH, DominationLeaf.BRANCH, DominationLeaf.WEIGHTS
BOXES = DominationLeaf.BOXES

boards = random_boards(4, 3, cells=18, pieces=FEW_PIECES, twists=False)


def fewest(claim: DominationClaim) -> int:
    """Return the fewest cells that dominate a board, by trying all sets."""
    near, cells = claim.dominates, np.flatnonzero(~claim.board.is_blocked)
    for count in range(1, len(cells) + 1):
        for chosen in combinations(cells.tolist(), count):
            apart = all(not near[a, b] for a, b in combinations(chosen, 2))
            if near[list(chosen)].any(axis=0)[cells].all() and (apart or not claim.independent):
                return count
    raise AssertionError


def certificate_of(claim: DominationClaim) -> DominationProof:
    outcome: Outcome[Placement] = Outcome(Status.OPTIMAL, bound=claim.least)
    proof = domination_certificate(outcome, claim.board, claim.independent)
    assert proof is not None
    return proof


@settings(deadline=None, max_examples=30)
@given(boards, st.booleans(), st.integers(0, 17))
def test_what_is_true_is_proven_and_nothing_else(
    board: Board, independent: bool, hole: int
) -> None:
    if hole < board.size and board.size > 1:
        board = board.with_blocked([board.cell(hole)])
    least = fewest(DominationClaim(board, 1, independent))
    for number in range(1, least + 1):
        assert check(certificate_of(DominationClaim(board, number, independent))).valid
    if least < board.open_count:
        false = DominationClaim(board, least + 1, independent)
        assert check(certificate_of(false)).valid is False
        assert check(DominationProof(false, [(SEARCH, 0)])).valid is False


@pytest.mark.parametrize(
    ("n", "d", "independent", "least"),
    [
        *((4, 3, False, 4), (5, 3, False, 6), (6, 3, False, 8), (6, 3, True, 9), (18, 2, False, 9)),
        *(
            (14, 2, False, 8),
            (14, 2, True, 8),
            (16, 2, False, 9),
            (16, 2, True, 9),
            (19, 2, False, 10),
        ),
    ],
)
def test_published_numbers_are_proven(
    n: int, d: int, independent: bool, least: int, tmp_path: Path
) -> None:
    proof = certificate_of(DominationClaim(Board.cube(n, d), least, independent))
    save(proof, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert isinstance(again, DominationProof)
    assert (again.claim, again.tree) == (proof.claim, proof.tree)
    assert check(again).valid


@pytest.mark.parametrize("n", [9, 10, 11, 12, 13, 17, 18, 21, 25])
def test_theorems_prove_published_numbers_of_squares(n: int) -> None:
    published = {9: 5, 10: 5, 11: 5, 12: 6, 13: 7, 17: 9, 18: 9, 21: 11, 25: 13}  # A075458
    proof = certificate_of(DominationClaim(Board.cube(n, 2), published[n]))
    assert proof.tree == [(DominationLeaf.SQUARE, 0)]
    assert check(proof).valid
    assert not square_closes(Board.cube(n, 2), published[n])


@pytest.mark.parametrize("n", range(1, 10))
def test_the_theorem_of_squares_is_no_more_than_true(n: int) -> None:
    outcome = dominate(Board.cube(n, 2), engine="exhaustive")
    assert outcome.status is Status.OPTIMAL
    assert not square_closes(Board.cube(n, 2), outcome.count or 0)
    assert not square_closes(Board.cube(n, 2, torus=True), 0)
    assert not square_closes(Board((n, n + 1)), 0)
    assert not square_closes(Board.cube(n, 2, piece="rook"), 0)


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize(
    ("shape", "least"),
    [((4, 4), 0), ((3, 7), 0), ((5, 4), 0), ((6, 6), 0), ((5, 9), 0), ((8, 8), 5)],
)
def test_boxes_prove_what_a_search_of_the_whole_board_proves(
    shape: tuple[int, ...], least: int, independent: bool
) -> None:
    board = Board(shape)
    least = least or fewest(DominationClaim(board, 1, independent))
    for number in range(1, min(shape) + 1):
        proof = DominationProof(DominationClaim(board, number, independent), [(BOXES, 0)])
        assert check(proof).valid == (number <= least)


def test_a_search_in_slices_ends_as_one_without() -> None:
    claim = DominationClaim(Board.cube(5, 2), 3)
    everything = np.ones(25, dtype=np.bool_)
    for k, end in ((2, NONE), (3, FOUND)):
        search = DominationSearch(claim.dominates, everything, everything, k, False)
        while (answer := search.go_on(1)) == ON:
            pass
        assert answer == end


def test_what_is_no_proof_says_why() -> None:
    claim = DominationClaim(Board.cube(5, 2), 3)
    proof = certificate_of(claim)
    assert check(proof).valid

    refused = partial(assert_refused, proof)
    ones = np.ones(25, np.int64)
    refused("ends before", tree=[])
    refused("after its end", tree=[(SEARCH, 0), (SEARCH, 0)])
    refused("ends before", tree=proof.tree[:-1])
    eight = DominationClaim(Board.cube(8, 2), 5)
    refused("stays open", claim=eight, tree=[(DominationLeaf.SQUARE, 0)])
    refused("stays open", tree=[(7, 0)])
    refused("not open", tree=[(BRANCH, 25)])
    refused("are missing", tree=[(WEIGHTS, 0)])
    refused("by boxes that has none", tree=[(BRANCH, 0), (BOXES, 0)])
    refused("by boxes that has none", claim=replace(claim, least=6), tree=[(BOXES, 0)])
    torus = DominationClaim(Board.cube(5, 2, torus=True), 2)
    refused("by boxes that has none", claim=torus, tree=[(BOXES, 0)])
    refused("24 weights for 25", tree=[(WEIGHTS, 0)], weights=[ones[1:]])
    refused("out of range", tree=[(WEIGHTS, 0)], weights=[-ones])
    refused("too few", tree=[(WEIGHTS, 0)], weights=[ones])
    refused("all reversed or none", tree=[(BRANCH, 0)], symmetries=Symmetries(True, (0,)))
    refused("a search finds", claim=replace(claim, least=4), tree=[(SEARCH, 0)])
    refused("not open", tree=[(BRANCH, 0)] * 4)
    refused("more queens", claim=replace(claim, least=1), tree=[(BRANCH, 0)])
    large = Board.cube(17, 3)
    refused("too large", claim=DominationClaim(large, 5), tree=[(SEARCH, 0)])


def test_nothing_is_certified_where_lines_stop_or_nothing_is_proven() -> None:
    stops = Board((4, 4), blocked=[(1, 1)], stops=True)
    outcome: Outcome[Placement] = Outcome(Status.OPTIMAL, bound=2)
    assert domination_certificate(outcome, stops, False) is None
    limit = replace(outcome, status=Status.LIMIT)
    assert domination_certificate(limit, Board.cube(4, 2), False) is None
    assert domination_certificate(outcome, Board.cube(20, 3), False) is None


def test_files_of_other_claims_are_refused(tmp_path: Path) -> None:
    proof = certificate_of(DominationClaim(Board.cube(4, 2), 2))
    save(replace(proof, claim=DominationClaim(proof.claim.board, 17)), tmp_path / "proof")
    with pytest.raises(InputError, match="17 is not from 1 to the 16 cells"):
        load(tmp_path / "proof")
