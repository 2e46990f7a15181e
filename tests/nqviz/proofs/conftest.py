"""Proofs that several tests use."""

from __future__ import annotations

import pytest

from nqviz import Board
from nqviz.engines.theta import nodes as theta_module
from nqviz.proofs import CliqueProof, Leaf, TreeProof

from .made import proven


@pytest.fixture(scope="module")
def tree() -> TreeProof:
    """Return a proof with branchings, matrices, and searches at its leaves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theta_module, "MANY_CELLS", 12)
        patch.setattr(theta_module, "FEW_CELLS", 10)
        proof = proven(Board.cube(6, 3), "theta", 22)
    assert isinstance(proof, TreeProof)
    assert {Leaf.PLACE, Leaf.MATRIX} <= {kind for kind, _ in proof.tree}
    return proof


@pytest.fixture(scope="module")
def small() -> TreeProof:
    """Return a small tree that ends in searches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theta_module, "COLD_STEPS", 2)  # too few to prune
        patch.setattr(theta_module, "WARM_STEPS", 6)
        patch.setattr(theta_module, "MANY_CELLS", 30)
        patch.setattr(theta_module, "FEW_CELLS", 25)
        proof = proven(Board.cube(4, 3), "theta", 8)
    assert isinstance(proof, TreeProof)
    assert {Leaf.PLACE, Leaf.SEARCH} <= {kind for kind, _ in proof.tree}
    return proof


@pytest.fixture(scope="module")
def cliques() -> CliqueProof:
    proof = proven(Board.cube(4, 4), "lp", 17)
    assert isinstance(proof, CliqueProof)
    return proof
