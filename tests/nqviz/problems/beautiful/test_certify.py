"""Certificates of most beautiful placements: they are written, hold, and fail once altered."""

from __future__ import annotations

import json
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz.cli import main
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.problems.beautiful import (
    beautiful,
    beautiful_certificate,
    certify,
    recorded_beautiful,
    refutation,
    refute_more_beautiful,
)
from nqviz.problems.beautiful.refutation import CellProgram
from nqviz.problems.planar import as_placement, fingerprint
from nqviz.proofs import BeautifulClaim, BeautifulProof, FirstProof, QueensLeaf, check
from nqviz.proofs.level_node import LevelNode
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Contradiction, Known, Status
from tests.nqviz.oracle import full_planar_placements


@pytest.mark.parametrize("n", [*range(1, 13), 16, 20, 23])
def test_most_beautiful_placements_are_proven(n: int) -> None:
    proof = beautiful_certificate(beautiful(Board.cube(n, 2)))
    assert isinstance(proof, FirstProof if n in (2, 3) else BeautifulProof)
    assert check(proof, RunContext(Limit(seconds=30))).valid


def test_prices_and_queens_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify, "FEW", 0)
    monkeypatch.setattr(certify, "MANY", 0)
    proof = beautiful_certificate(beautiful(Board.cube(13, 2)))
    assert isinstance(proof, BeautifulProof)
    assert {kind for kind, _ in proof.tree} == {QueensLeaf.PLACE, QueensLeaf.PRICES}
    assert check(proof).valid
    for count in range(len(proof.tree)):
        assert check(replace(proof, tree=proof.tree[:count])).valid is False
    altered = [proof.prices.copy() for _ in range(0, len(proof.prices), 50)]
    for number, prices in enumerate(altered):
        prices[50 * number] += 1 << 20
    assert any(check(replace(proof, prices=prices)).valid is False for prices in altered)


@pytest.mark.parametrize(("n", "iterations"), [(7, 2000), (8, 2000), (9, 2000), (8, 0), (9, 0)])
def test_programs_remove_no_cell_of_a_placement(
    n: int, iterations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all placements that a node holds, each is left, and what has none is mostly removed.

    Without iterations of the simplex method, elastic programs have the prices.
    """
    monkeypatch.setattr(refutation, "MOST_ITERATIONS", iterations)
    placements = [tuple(columns) for columns in full_planar_placements(n)]
    claim = BeautifulClaim(Board.cube(n, 2), max(placements, key=fingerprint))
    removed = 0
    for place in range(len(claim.levels)):
        node = LevelNode.root(claim, place)
        inside = [each for each in placements if _is_in(node, each)]
        program = CellProgram(node, lambda: False)
        for prices in program.refuting():
            exact = np.rint(prices * 2.0**20).astype(np.int64)
            left = node.priced(exact)
            removed += int(node.free.sum() - left.free.sum())
            program.node = node = left
        assert [each for each in placements if _is_in(node, each)] == inside
        assert not node.is_closed or not inside
    assert removed > 0


def _is_in(node: LevelNode, columns: tuple[int, ...]) -> bool:
    """Return whether a node without queens holds a placement."""
    counts = Counter(fingerprint(columns))
    *levels, last = zip(node.levels, node.room, strict=True)
    return (
        all(node.free[range(len(columns)), columns])
        and all(counts[level] == room for level, room in levels)
        and counts[last[0]] <= last[1]
    )


def test_what_is_not_proven_or_stopped_has_no_certificate() -> None:
    found = beautiful(Board.cube(10, 2))
    stop = threading.Event()
    stop.set()
    assert beautiful_certificate(found, RunContext(stop=stop)) is None
    assert beautiful_certificate(beautiful(Board.cube(30, 2), RunContext(stop=stop))) is None


def test_a_more_beautiful_placement_is_a_contradiction() -> None:
    found = beautiful(Board.cube(8, 2))
    worse = as_placement((0, 4, 7, 5, 2, 6, 1, 3))
    with pytest.raises(Contradiction, match="comes before"):
        beautiful_certificate(replace(found, value=worse))


def test_a_recorded_placement_is_proven_without_a_search() -> None:
    columns = recorded_beautiful(16)
    assert columns is not None
    found, proof = refute_more_beautiful(as_placement(columns))
    assert (found.status, found.known, found.decided) == (Status.OPTIMAL, Known.EXACT, 16)
    assert proof is not None
    assert check(proof).valid
    assert proof.claim.columns == columns
    assert recorded_beautiful(3) is None


def test_a_stopped_refutation_proves_nothing() -> None:
    stop = threading.Event()
    stop.set()
    found, proof = refute_more_beautiful(as_placement((1, 3, 0, 2)), RunContext(stop=stop))
    assert (found.status, found.decided, proof) == (Status.STOPPED, 0, None)
    with pytest.raises(InputError, match="not 4 queens"):
        refute_more_beautiful(as_placement((0, 1, 2, 3)))
    with pytest.raises(Contradiction):
        refute_more_beautiful(as_placement((0, 4, 7, 5, 2, 6, 1, 3)))


@pytest.mark.parametrize(
    ("options", "word"),
    [(["--n", "3"], "is recorded"), (["--n", "16", "--engine", "levels"], "does not search")],
)
def test_what_goes_not_with_recorded(
    options: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["beautiful", "--recorded", *options]) == 2
    assert word in capsys.readouterr().err


def test_the_command_proves_a_recorded_placement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "beautiful.proof")
    options = ["beautiful", "--n", "16", "--recorded", "--certificate", file, "--json"]
    assert main(options) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["known"], found["certificate"]) == ("certified", file)


def test_the_command_writes_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "beautiful.proof")
    assert main(["beautiful", "--n", "12", "--certificate", file, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["known"], found["certificate"]) == ("certified", file)
    assert main(["verify", file, "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["valid"], verdict["kind"]) == (True, "beautiful")
    assert verdict["beautiful"] == found["permutation"]
