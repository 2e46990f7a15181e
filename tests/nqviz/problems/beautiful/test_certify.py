"""Certificates of most beautiful placements: they are written, hold, and fail once altered."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from nqviz.cli import main
from nqviz.core.board import Board
from nqviz.problems.beautiful import beautiful, beautiful_certificate, certify
from nqviz.problems.planar import as_placement
from nqviz.proofs import BeautifulProof, FirstProof, QueensLeaf, check
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Contradiction


@pytest.mark.parametrize("n", [*range(1, 13), 16, 20, 23])
def test_most_beautiful_placements_are_proven(n: int) -> None:
    proof = beautiful_certificate(beautiful(Board.cube(n, 2)))
    assert isinstance(proof, FirstProof if n in (2, 3) else BeautifulProof)
    assert check(proof, RunContext(Limit(seconds=30))).valid


def test_prices_and_queens_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify, "FEW", 0)
    monkeypatch.setattr(certify, "MANY", 0)
    proof = beautiful_certificate(beautiful(Board.cube(12, 2)))
    assert isinstance(proof, BeautifulProof)
    assert {kind for kind, _ in proof.tree} == {QueensLeaf.PLACE, QueensLeaf.PRICES}
    assert check(proof).valid
    for count in range(len(proof.tree)):
        assert check(replace(proof, tree=proof.tree[:count])).valid is False
    altered = [proof.prices.copy() for _ in proof.prices]
    for entry, prices in enumerate(altered):
        prices[entry] += 1 << 20
    assert any(check(replace(proof, prices=prices)).valid is False for prices in altered)


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
