"""Certificates of domination: weights of the linear program, and trees for the checker's search."""

from __future__ import annotations

import threading

import numpy as np

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.core.symmetry import symmetry_count
from nqviz.proofs import DominationClaim, DominationLeaf, DominationProof, Symmetries
from nqviz.proofs.domination import DominationNode, square_closes
from nqviz.run.budgets import DOMINATION_CELLS, SYMMETRY_ENTRIES
from nqviz.run.outcome import Outcome

from .boxes import has_boxes
from .engine import dominating
from .linear import domination_weights

DEPTH = 2
"""Queens that are placed before the checker searches."""


def domination_certificate(
    outcome: Outcome[Placement],
    board: Board,
    independent: bool,
    cancelled: threading.Event | None = None,
) -> DominationProof | None:
    """Return a proof of the bound of an outcome of a domination; see `dominate`.

    Where neither the theorem of squares nor the linear program suffices, the checker searches: flat
    boards box by box, others below a list of first queens.

    `cancelled`: ends the linear program.
    Returns None when the outcome proves nothing, lines stop at blocked cells, or the board is too
    large to be checked.
    """
    can = board.size <= DOMINATION_CELLS and not board.stops
    if not (can and outcome.status.is_proof and outcome.bound):
        return None
    claim = DominationClaim(board, outcome.bound, independent)
    if square_closes(board, claim.least - 1):
        return DominationProof(claim, [(DominationLeaf.SQUARE, 0)])
    weights, bound = domination_weights(board, dominating(board), cancelled)
    if bound >= claim.least:
        return DominationProof(claim, [(DominationLeaf.WEIGHTS, 0)], [weights])
    if has_boxes(board, claim.least - 1):
        return DominationProof(claim, [(DominationLeaf.BOXES, 0)])
    proof = DominationProof(claim, [], symmetries=_symmetries(board))
    _extend(proof, proof.root(), min(DEPTH, claim.least - 1))
    return proof


def _symmetries(board: Board) -> Symmetries:
    shifts = len(board.shifts)
    if symmetry_count(board.without_blocked()) * shifts * board.size > SYMMETRY_ENTRIES:
        return Symmetries(permute=False)
    long = tuple(axis for axis, side in enumerate(board.shape) if side > 1)
    return Symmetries(True, long, bool(board.shift_axes))


def _extend(proof: DominationProof, node: DominationNode, depth: int) -> None:
    """Append the steps of a node: its branches down to a depth, then searches."""
    if depth == 0:
        proof.tree.append((DominationLeaf.SEARCH, 0))
        return
    cells = np.flatnonzero(node.open)
    choices = (proof.claim.dominates[cells] & node.allowed).sum(axis=1)
    cell = int(cells[np.argmin(choices)])
    proof.tree.append((DominationLeaf.BRANCH, cell))
    for below in proof.branches(node, cell):
        _extend(proof, below, depth - 1)
