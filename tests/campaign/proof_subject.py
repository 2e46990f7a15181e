"""Proofs that the campaign changes: a claim that is accepted has to be true by brute force."""

from __future__ import annotations

from itertools import combinations
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from nqviz import Board, Limit, Placement
from nqviz.problems.planar import fingerprint
from nqviz.proofs import (
    BeautifulClaim,
    BeautifulProof,
    BoxProof,
    Certificate,
    Claim,
    CliqueProof,
    DominationClaim,
    DominationLeaf,
    DominationProof,
    Entries,
    FirstClaim,
    FirstProof,
    Leaf,
    QueensLeaf,
    Symmetries,
    TreeProof,
    encode,
    load,
    save,
)
from nqviz.run.context import RunContext
from nqviz.verification import verify_proof
from tests.nqviz.oracle import full_planar_placements, largest_placement
from tests.nqviz.problems.first.boards import completion

SECONDS = 5.0
"""The time limit of a check."""
LONGEST = 800
"""The characters of a message with the name of its file."""
MOST_SETS = 100_000
"""The sets of cells that are tried against a claim of domination."""

MOST_ROWS = 14
"""The largest board whose first placement is searched by brute force."""
MOST_ROWS_OF_ALL = 10
"""The largest board whose placements are all compared."""


def is_line(text: str) -> bool:
    """Return whether a message is one line that can be read."""
    return len(text) <= LONGEST and "\n" not in text


def proofs() -> list[bytes]:
    """Return the files of a proof of each kind."""
    four = Claim(Placement(Board.cube(4, 2)), 4)
    corner = Claim(Placement(Board.cube(3, 2), [(0, 0)]), 2)
    three = Claim(Placement(Board.cube(3, 2)), 2)
    two = Claim(Placement(Board((2, 2, 2), piece="rook")), 4)
    ones = np.ones(4, dtype=np.int64)
    five = Board.cube(5, 2)
    search, weights = DominationLeaf.SEARCH, DominationLeaf.WEIGHTS
    six = FirstClaim(Board.cube(6, 2), (1, 3, 5, 0, 2, 4))
    rows = [(QueensLeaf.SEARCH, 2) for node in FirstProof(six, []).roots() if not node.is_closed]
    none = [FirstClaim(Board.cube(n, 2), ()) for n in (2, 3)]
    around = BeautifulClaim(six.board, six.columns)
    inwards = [node for node in BeautifulProof(around, []).roots() if not node.is_closed]
    of_levels: list[tuple[int, int]] = [(QueensLeaf.SEARCH, 9)] * len(inwards)
    cell = inwards[0].branch()
    at_cell: list[tuple[int, int]] = (
        [] if inwards[0].below(cell).is_closed else [(QueensLeaf.SEARCH, 9)]
    )
    every: list[Certificate] = [
        CliqueProof(four, np.arange(16), 4 * ones, ones, 1),
        BoxProof(four, np.array([[0, 0], [0, 2], [2, 0], [2, 2]]), np.full((4, 2), 2)),
        TreeProof(three, [(Leaf.PLACE, 4), (Leaf.SEARCH, 5), (Leaf.SEARCH, 9)]),
        TreeProof(corner, [(Leaf.SEARCH, 3)], [], Symmetries(reverse=())),
        TreeProof(three, [(Leaf.MATRIX, 0)], [_matrix(three)]),
        TreeProof(two, [(Leaf.SEARCH, 30)], [], Symmetries(reverse=(0, 1, 2))),
        DominationProof(DominationClaim(five, 3), [(search, 900)]),
        DominationProof(DominationClaim(five, 2), [(weights, 0)], [np.ones(25, np.int64)]),
        DominationProof(DominationClaim(Board.cube(4, 2), 2), [(DominationLeaf.SQUARE, 0)]),
        FirstProof(six, [(QueensLeaf.PLACE, 0), (QueensLeaf.SEARCH, 9), *rows[1:]]),
        FirstProof(none[0], [(QueensLeaf.PRICES, 0)], np.zeros(9, np.int64)),
        FirstProof(none[1], [(QueensLeaf.LISTED, 0)], np.zeros(13, np.int64)),
        BeautifulProof(around, of_levels),
        BeautifulProof(around, [(QueensLeaf.PLACE, cell), *at_cell, *of_levels]),
    ]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof"
        found = []
        for proof in every:
            save(proof, path)
            found.append(path.read_bytes())
    return found


def _matrix(claim: Claim) -> Entries:
    """Return a matrix that bounds the whole of a small board."""
    cells = np.arange(claim.board.size)
    attacks = claim.attacks.between(cells[:, None], cells[None, :])
    return encode(np.where(attacks, -0.25, 1.0), attacks, 8)


def check_proof(path: Path) -> str:
    """Return "" if a proof is refused on one line or true, else what is wrong."""
    verdict = verify_proof(path, run=RunContext(Limit(seconds=SECONDS)))
    if verdict.valid is not True:
        return "" if is_line(verdict.message) else f"a message of {len(verdict.message)}"
    claim = load(path).claim
    if isinstance(claim, DominationClaim):
        return _check_domination(claim)
    if isinstance(claim, FirstClaim):
        return _check_first(claim)
    if isinstance(claim, BeautifulClaim):
        return _check_beautiful(claim)
    if claim.board.size > 48:
        return "" if claim.most >= claim.board.full_count else f"cannot be compared: {claim}"
    most = largest_placement(claim.board, tuple(claim.givens.indices.tolist()))
    return "" if claim.most >= most else f"accepted, though {most} is possible: {claim}"


def _check_first(claim: FirstClaim) -> str:
    """Search the first placement row by row."""
    n = claim.board.n
    if n > MOST_ROWS:
        return f"cannot be compared: {claim}"
    first = completion(n, ()) or ()
    return "" if claim.columns == first else f"accepted, though {first} is the first: {claim}"


def _check_beautiful(claim: BeautifulClaim) -> str:
    """Try all placements."""
    if claim.board.n > MOST_ROWS_OF_ALL:
        return f"cannot be compared: {claim}"
    least = min(fingerprint(each) for each in full_planar_placements(claim.board.n))
    return "" if fingerprint(claim.columns) == least else f"accepted, though {least} is: {claim}"


def _check_domination(claim: DominationClaim) -> str:
    """Try all sets of one queen less than a claim says are needed."""
    near = np.asarray(claim.dominates)
    cells = np.flatnonzero(~claim.board.is_blocked)
    few = claim.least - 1
    if few * near.sum(axis=1).max(initial=0) < len(cells):
        return ""  # even without overlaps they dominate too few cells
    if comb(len(cells), few) > MOST_SETS:
        return f"cannot be compared: {claim}"
    for chosen in combinations(cells.tolist(), few):
        apart = not any(near[a, b] for a, b in combinations(chosen, 2))
        dominated = near[np.array(chosen, np.int64)][:, cells].any(axis=0)
        if dominated.all() and (apart or not claim.independent):
            return f"accepted, though {chosen} dominate: {claim}"
    return ""
