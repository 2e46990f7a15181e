"""The frames of a certificate: its cliques one after another, and the verdict of its checker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import resources

import numpy as np

from nqviz.catalogue.proofs import SUFFIX, proof_data
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr
from nqviz.proofs import CliqueProof, Flawed, check, load

from .model import BoardState, Generated
from .still import Still, still

MAX_CLIQUES = 500


def certificate(how: Generated, state: BoardState) -> Iterator[tuple[Still, str]]:
    """Yield the cliques of a certificate with the sum of their weights, then what it proves.

    Raises InputError if there is no such certificate, it is not one by cliques, it is about another
    board, or it proves nothing.
    """
    if how.proof is None:
        raise InputError("the generator certificate needs the name of a 'proof'")
    start, proof = still(state), _load(how.proof)
    if proof.claim.board != start.board:
        raise InputError(f"{how.proof} is about the {proof.claim.board}")
    if len(proof.lengths) > MAX_CLIQUES:
        raise InputError(f"{how.proof} has {len(proof.lengths)} cliques; {MAX_CLIQUES} are shown")
    occupied = np.isin(np.arange(start.board.size), start.placement.indices)
    covered = np.zeros(start.board.size, dtype=np.int64)
    ends, total = np.cumsum(proof.lengths), 0
    for number, end in enumerate(ends.tolist()):
        cells = np.sort(proof.members[end - proof.lengths[number] : end])
        weight = int(proof.weights[number])
        total += weight
        covered[cells] += weight
        enough = int((covered >= proof.least_weight).sum())
        words = tr(
            "Clique {number} of {last}: any two of its {size} cells attack each other, so at most"
            " one queen; {here} here. Sum {total}. Cells covered: {covered} of {cells}.",
            number=number + 1,
            last=len(ends),
            size=len(cells),
            here=counted_tr(int(occupied[cells].sum()), "queen"),
            total=total,
            covered=enough,
            cells=start.board.size,
        )
        yield replace(start, highlight=cells), words
    verdict = check(proof)
    if not verdict.valid:
        raise InputError(f"{how.proof}: {verdict.message}")
    bound = total // proof.least_weight
    words = tr(
        "Every cell is covered, and the sum is {bound}. The checker agrees: {claim}.",
        bound=bound,
        claim=verdict.claim,
    )
    yield replace(start, highlight=start.highlight[:0]), words


def _load(name: str) -> CliqueProof:
    """Return a certificate that ships with the lessons or with nqviz, by its name."""
    own = resources.files("nqviz_resources") / "lessons" / f"{name}{SUFFIX}"
    data = own.read_bytes() if own.is_file() else proof_data(name)
    try:
        proof = load(name, data)
    except Flawed as flaw:
        raise InputError(f"{name}: {flaw}") from None
    if not isinstance(proof, CliqueProof):
        raise InputError(f"{name} is no certificate by cliques; only those are shown")
    return proof
