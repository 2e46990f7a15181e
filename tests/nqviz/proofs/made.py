"""Proofs made by engines, for the tests."""

from __future__ import annotations

from dataclasses import replace

from nqviz import Board, Limit, Placement
from nqviz.engines import certificate
from nqviz.problems import maximum
from nqviz.proofs import Proof, check
from nqviz.run.context import RunContext

PATIENT = Limit(seconds=100)
"""Only with a time limit local search goes on when the linear program has no more to say."""


def proven(board: Board, engine: str, prove: int | None = None) -> Proof:
    """Return the certificate of an answer, after a trip through a file's arrays."""
    outcome = maximum(board, prove=prove, engine=engine, run=RunContext(PATIENT))
    proof = certificate(outcome, Placement(board))
    assert proof is not None
    assert proof.bound == outcome.bound
    return proof


def assert_refused(proof: Proof, word: str, **change: object) -> None:
    """Check that a proof, changed in some fields, is refused in one line that has a word."""
    verdict = check(replace(proof, **change))  # type: ignore[arg-type]
    assert verdict.valid is False
    assert word in verdict.message
    assert "\n" not in verdict.message
