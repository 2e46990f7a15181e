"""Proofs: made by every engine that leaves one, written, read, checked; altered, refused."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, Limit, Placement, Status
from nqviz.engines import certificate
from nqviz.problems import complete, maximum
from nqviz.proofs import (
    Claim,
    CliqueProof,
    Entries,
    Leaf,
    Proof,
    Symmetries,
    TreeProof,
    check,
    is_proof,
    load,
    save,
    save_checked,
)
from nqviz.proofs import tree as tree_module
from nqviz.run.context import RunContext
from nqviz.run.outcome import Contradiction
from tests.nqviz.oracle import some_givens

from .made import PATIENT, assert_refused, proven

BOX = Board((3, 4, 4))


@pytest.mark.parametrize(
    ("board", "engine", "kind", "most"),
    [
        (Board.cube(5, 3), "theta", "tree", 13),
        (Board.cube(5, 3), "exhaustive", "tree", 13),
        (Board.cube(3, 4), "exhaustive", "boxes", 6),
        (BOX, "exhaustive", None, None),
        (Board((4, 4, 3), torus=True), "exhaustive", "tree", None),
        (Board((4, 4, 3), torus=True), "theta", None, None),
        (Board((5, 5), torus=True), "auto", "cliques", 5),
        (Board((7, 7)), "auto", "cliques", 7),
        (Board.cube(4, 4), "lp", "cliques", 16),
        (Board((3, 3, 3), piece="rook"), "auto", "cliques", 9),
        (Board((5, 5), piece="hyperplane-queen"), "auto", None, None),
        (Board((2, 1, 2)), "auto", None, 1),
    ],
    ids=str,
)
def test_what_engines_prove_can_be_checked(
    tmp_path: Path, board: Board, engine: str, kind: str | None, most: int | None
) -> None:
    proof = proven(board, engine)
    save(proof, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert is_proof(tmp_path / "proof")
    assert again.claim == proof.claim
    verdict = check(again)
    assert (verdict.valid, verdict.ended) == (True, None)
    assert verdict.kind == (kind or verdict.kind)
    assert proof.bound == (most or proof.bound)
    lower = replace(proof, claim=Claim(proof.claim.givens, proof.bound - 1))
    assert check(lower).valid is False


@pytest.mark.parametrize("engine", ["theta", "lp", "exhaustive"])
@pytest.mark.parametrize("seed", range(3))
def test_completions_are_proven_too(engine: str, seed: int) -> None:
    board = Board.cube(5, 3)
    cells = some_givens(board, 3, random.Random(seed))
    givens = Placement.from_indices(board, cells)
    outcome = complete(givens, "max", engine=engine, run=RunContext(PATIENT))
    proof = certificate(outcome, givens)
    if outcome.status is Status.OPTIMAL and engine != "lp":
        assert proof is not None
    if proof is not None:
        assert check(proof).valid
        assert check(replace(proof, claim=Claim(givens, proof.bound - 1))).valid is False
        # The same proof for other givens is none, or none of the same board's symmetries.
        other = Claim(Placement.from_indices(board, cells[:2]), proof.bound - 1)
        assert check(replace(proof, claim=other)).valid is False


def test_a_stop_or_an_engine_without_evidence_leaves_no_certificate() -> None:
    stopped = maximum(Board.cube(8, 3), engine="theta", run=RunContext(Limit(nodes=1)))
    assert stopped.status is Status.LIMIT
    assert certificate(stopped, Placement(Board.cube(8, 3))) is None
    mute = replace(maximum(Board.cube(5, 3), engine="exhaustive"), certificate=None)
    assert certificate(mute, Placement(Board.cube(5, 3))) is None


def test_matrices_are_read_as_they_were_proven(tree: TreeProof, tmp_path: Path) -> None:
    save(tree, tmp_path / "a")
    again = load(tmp_path / "a")
    assert isinstance(again, TreeProof)
    assert again.tree == tree.tree
    assert again.symmetries == tree.symmetries
    for one, other in zip(again.matrices, tree.matrices, strict=True):
        assert one.shift == other.shift
        assert (one.values == other.values).all()
    save(again, tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").stat().st_size < 100_000
    assert check(again).valid


def test_a_check_can_be_stopped_and_tells_how_far_it_is(tree: TreeProof) -> None:
    fractions: list[float] = []
    check(tree, run=RunContext(progress=lambda news: fractions.append(news.fraction or 0.0)))
    assert fractions == sorted(fractions)
    assert fractions[-1] == pytest.approx(1.0)
    stop = threading.Event()
    verdict = check(tree, run=RunContext(progress=lambda _: stop.set(), stop=stop))
    assert (verdict.valid, verdict.ended) == (None, Status.STOPPED)
    verdict = check(tree, RunContext(Limit(seconds=1e-6)))
    assert (verdict.valid, verdict.ended) == (None, Status.LIMIT)


class _SetOnce(threading.Event):
    """A stop flag that is set for one look at it and cleared again."""

    def __init__(self, look: int) -> None:
        super().__init__()
        self.looks_left = look

    def is_set(self) -> bool:
        self.looks_left -= 1
        return self.looks_left == 0


@pytest.mark.parametrize("look", [1, 2, 3, 5, 8, 13])
def test_a_stop_that_is_cleared_again_proves_nothing(
    small: TreeProof, monkeypatch: pytest.MonkeyPatch, look: int
) -> None:
    monkeypatch.setattr(tree_module, "SLICE", 1)  # so that searches at leaves look at the flag
    stop = _SetOnce(look)
    verdict = check(small, RunContext(stop=stop))
    assert stop.looks_left <= 0
    assert (verdict.valid, verdict.ended) == (None, Status.STOPPED)


# Proofs that are none ---------------------------------------------------------------------------


def test_trees_that_do_not_close_every_node_are_refused(small: TreeProof) -> None:
    def refused(tree: list[tuple[int, int]], word: str) -> None:
        assert_refused(small, word, tree=tree)

    assert check(small).valid
    refused(small.tree[:-1], "before all nodes are closed")
    refused([], "before all nodes are closed")
    refused([*small.tree, (Leaf.FEW, 0)], "after its end")
    refused([(Leaf.FEW, 0)], "stays open")
    refused([(9, 0)], "stays open")
    refused([(Leaf.PLACE, -1)], "not free")
    refused([(Leaf.PLACE, 10**9)], "not free")
    refused([(Leaf.MATRIX, 10**6)], "is missing")
    refused([small.tree[0], small.tree[0]], "not free")


def test_an_orbit_may_not_be_taken_away_without_the_symmetry(small: TreeProof) -> None:
    none = replace(small, symmetries=Symmetries(permute=False))
    tree = [(Leaf.PLACE, small.tree[0][1]), (Leaf.SEARCH, 0), (Leaf.FEW, 0)]
    assert check(replace(none, tree=tree)).valid is False
    half = replace(small, symmetries=Symmetries(True, (0,)))
    assert "all reversed or none" in check(half).message


def test_one_false_entry_is_found(tree: TreeProof) -> None:
    rng = np.random.default_rng(0)
    for place in range(min(len(tree.matrices), 4)):
        entries = tree.matrices[place]
        values = entries.values.astype(np.int32)
        values[rng.integers(len(values))] += 2 ** (entries.shift + 8)
        bad = [*tree.matrices]
        bad[place] = Entries(values, entries.shift)
        assert check(replace(tree, matrices=bad)).valid is False
        bad[place] = Entries(values[:-1], entries.shift)
        assert "entries" in check(replace(tree, matrices=bad)).message
        negative = entries.values.copy()
        negative[-1] = -1
        bad[place] = Entries(negative, entries.shift)
        assert "below 1" in check(replace(tree, matrices=bad)).message


def test_cliques_that_are_none_and_weights_that_do_not_cover(cliques: CliqueProof) -> None:
    assert check(cliques).valid
    rng = np.random.default_rng(1)
    for _ in range(10):
        members = cliques.members.copy()
        members[rng.integers(len(members))] = rng.integers(cliques.claim.board.size)
        if (members != cliques.members).any():
            assert check(replace(cliques, members=members)).valid is False
    heaviest = int(cliques.weights.argmax())
    for weight, word in ((cliques.weights.sum() * 2, "only"), (0, "range"), (2**50, "range")):
        weights = cliques.weights.copy()
        weights[heaviest] = weight
        assert word in check(replace(cliques, weights=weights)).message
    assert (
        "too little weight"
        in check(replace(cliques, least_weight=2 * cliques.least_weight)).message
    )
    assert "as many weights" in check(replace(cliques, weights=cliques.weights[1:])).message


@pytest.mark.parametrize("seed", range(40))
def test_random_changes_never_prove_what_is_false(
    seed: int, small: TreeProof, cliques: CliqueProof
) -> None:
    rng = random.Random(seed)
    proof: Proof = rng.choice([small, cliques])
    proof = replace(proof, claim=Claim(proof.claim.givens, proof.bound - 1))
    for _ in range(10):
        if isinstance(proof, TreeProof):
            tree = [*proof.tree]
            at = rng.randrange(len(tree))
            step = (rng.randrange(4), rng.randrange(64))
            tree[at : at + rng.randrange(2)] = [step] * rng.randrange(2)
            proof = replace(proof, tree=tree or [step])
        elif isinstance(proof, CliqueProof):
            proof = replace(proof, least_weight=max(1, proof.least_weight + rng.randrange(-99, 99)))
        assert check(proof).valid is False


# What is written --------------------------------------------------------------------------------


def test_only_what_has_been_checked_is_written(small: TreeProof, tmp_path: Path) -> None:
    path, stop = tmp_path / "proof", threading.Event()
    stop.set()
    assert save_checked(small, path, RunContext(stop=stop)).valid is None
    wrong = replace(small, claim=replace(small.claim, most=small.bound - 1))
    with pytest.raises(Contradiction, match="the certificate of a search is not valid"):
        save_checked(wrong, path)
    assert not path.exists()
    assert save_checked(small, path).valid
    assert check(load(path)).valid
