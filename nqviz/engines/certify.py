"""Make of an outcome a proof that the checkers of `nqviz.proofs` can check."""

from __future__ import annotations

import threading
from itertools import islice

import numpy as np

from nqviz.bounds import completion_upper
from nqviz.bounds.guillotine import placed_parts
from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.ilp import build_program, default_cuts
from nqviz.proofs import BoxProof, Claim, CliqueProof, Proof, check
from nqviz.run.budgets import BOXES
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome

from .lp_bound import clique_proof, dual_bound, orbits


def certificate(
    outcome: Outcome[Placement],
    givens: Placement,
    cancelled: threading.Event | None = None,
    *,
    at_hand: bool = False,
) -> Proof | None:
    """Return a proof of the bound of an outcome.

    What its engine proved with comes first; then a partition of the board into lines or boxes of
    side 2; then the best cut into boxes; then the linear program.
    `givens`: the queens that were given, and the board.
    `cancelled`: ends the search for a proof.
    `at_hand`: whether only what takes no time counts: no linear program.
    Returns None when the outcome proves nothing, lines stop at blocked cells, or its engine leaves
    nothing that can be checked and nothing else proves the same bound.
    """
    if not outcome.status.is_proof or outcome.bound is None or givens.board.stops:
        return None
    proof = outcome.certificate
    if isinstance(proof, Proof) and proof.claim.givens == givens and proof.bound == outcome.bound:
        return proof
    found = _by_partition(givens, outcome.bound) or _by_boxes(givens, outcome.bound, cancelled)
    return found if found is not None or at_hand else _by_program(givens, outcome.bound, cancelled)


def _by_partition(givens: Placement, most: int) -> CliqueProof | None:
    """Divide the free cells into lines along an axis or boxes of side 2, if those are few."""
    claim = Claim(givens, most)
    board = givens.board
    try:
        free = np.flatnonzero(claim.free)
    except InputError:  # too large to be checked
        return None
    cells = board.cells(free)
    partitions: list[IntArray] = []
    if board.has_hyperplanes:
        partitions = [cells[:, axis] for axis in range(board.d)]
    elif 1 in board.direction_classes:
        partitions = [free - cells[:, axis] * board.strides[axis] for axis in range(board.d)]
    if board.piece == "queen":
        partitions.append(board.indices(cells // 2))
    for labels in partitions:
        _, part, lengths = np.unique(labels, return_inverse=True, return_counts=True)
        if len(lengths) + len(givens) <= most:
            members = free[np.argsort(part.ravel(), kind="stable")]
            return CliqueProof(claim, members, lengths, np.ones(len(lengths), np.int64), 1)
    return None


def _by_boxes(givens: Placement, most: int, cancelled: threading.Event | None) -> BoxProof | None:
    """Cut the board into boxes with sides up to 3 and others, if those hold no more."""
    board = givens.board
    if board.piece != "queen" or completion_upper(givens).value > most:
        return None
    axes = [axis for axis, side in enumerate(board.shape) if side > 1]
    shape = tuple(board.shape[axis] for axis in axes)
    whole = max(shape, default=1) <= 3
    boxes = [((0,) * len(shape), shape)] if whole else list(islice(placed_parts(shape), BOXES))
    low, sides = np.zeros((len(boxes), board.d), np.int64), np.ones((len(boxes), board.d), np.int64)
    low[:, axes], sides[:, axes] = [low for low, _ in boxes], [sides for _, sides in boxes]
    proof = BoxProof(Claim(givens, most), low, sides)
    try:
        return proof if check(proof, run=RunContext(stop=cancelled)).valid else None
    except InputError:  # too large to be checked
        return None


def _by_program(
    givens: Placement, most: int, cancelled: threading.Event | None
) -> CliqueProof | None:
    try:
        program = build_program(givens.board, default_cuts(givens.board))
        bound = dual_bound(program.given(givens.indices), orbits(givens), cancelled)
    except InputError:
        return None
    proof = None if bound is None else clique_proof(bound, givens)
    return proof if proof is not None and proof.bound == most else None
