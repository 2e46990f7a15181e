"""Certificates of first placements: they are written, hold, and fail once they are altered."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz.catalogue import reference
from nqviz.cli import main
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.problems.first import certify, first_placement, recorded_first
from nqviz.problems.first.certify import first_certificate, refute_earlier
from nqviz.problems.first.choices import list_choices
from nqviz.problems.first.refutation import removing_prices
from nqviz.problems.first.rest import Rest
from nqviz.problems.planar import as_placement
from nqviz.proofs import FirstClaim, FirstProof, QueensLeaf, check, diagonals, load, save
from nqviz.proofs.first_node import FirstNode
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Contradiction, Known, Status
from tests.nqviz.problems.first.boards import completion


def proven(n: int) -> FirstProof:
    proof = first_certificate(first_placement(Board.cube(n, 2)))
    assert proof is not None
    return proof


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 12, 20, 27, 30])
def test_first_placements_are_proven(n: int) -> None:
    proof = proven(n)
    assert check(proof, RunContext(Limit(seconds=30))).valid
    assert bool(proof.claim.columns) is (n not in (2, 3))


def test_a_program_refutes_what_has_too_many_choices_to_list() -> None:
    entry = reference("records/first-queens")["entries"][0]
    columns = [column - 1 for column in entry["permutation"]]
    assert len(columns) == 56
    node = FirstNode.root(FirstClaim(Board.cube(56, 2), ()))
    for column in columns[:20]:
        node = node.below(column)
    lines = node.before(columns[20]).lines()
    both = diagonals.diagrams(lines.totals, lines.sums, lines.steps)
    assert both is not None
    assert list_choices(Rest.after(56, columns[:20]), 1 << 17) is None
    *_, prices = removing_prices(lines, both, lambda: False)
    left = node.before(columns[20]).priced(np.rint(1e6 * prices).astype(np.int64), is_listed=True)
    assert left.is_closed


@pytest.mark.parametrize("n", [8, 10])
def test_nodes_that_are_too_wide_to_be_searched_are_closed_by_prices(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, n: int
) -> None:
    first = first_placement(Board.cube(n, 2))
    monkeypatch.setattr(FirstNode, "fits", False)
    proof = first_certificate(first)
    assert proof is not None
    assert {kind for kind, _ in proof.tree} <= {QueensLeaf.PLACE, QueensLeaf.WIDE}
    assert check(proof).valid
    save(proof, tmp_path / "wide.proof")
    assert load(tmp_path / "wide.proof").version == 3


def test_another_engine_is_certified_too() -> None:
    first = first_placement(Board.cube(9, 2), engine="ilp-iter")
    assert first.known is Known.FLOATING_POINT
    proof = first_certificate(first)
    assert proof is not None
    assert check(proof).valid


@pytest.fixture
def without_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify, "FEW", 0)
    monkeypatch.setattr(certify, "MANY", 0)
    monkeypatch.setattr(certify, "BY_CHOICES", 0)


@pytest.mark.usefixtures("without_searches")
@pytest.mark.parametrize(("arcs", "kind"), [(0, QueensLeaf.PRICES), (10**6, QueensLeaf.LISTED)])
def test_prices_and_queens_suffice(
    arcs: int, kind: QueensLeaf, monkeypatch: pytest.MonkeyPatch
) -> None:
    diagonals._diagrams.cache_clear()
    monkeypatch.setattr(diagonals, "MOST_ARCS", arcs)
    kinds = set()
    for n in (3, 10, 14):
        proof = proven(n)
        kinds |= {each for each, _ in proof.tree}
        assert check(proof).valid
    assert kind in kinds <= {QueensLeaf.PLACE, QueensLeaf.LISTED, kind}
    assert len(proof.prices)
    # Without any step the proof fails; and so does one with a queen on another column.
    for place, (step, number) in enumerate(proof.tree):
        missing = [*proof.tree[:place], *proof.tree[place + 1 :]]
        assert check(replace(proof, tree=missing)).valid is False
        if step == QueensLeaf.PLACE:
            missing.insert(place, (step, number - 1))
            assert check(replace(proof, tree=missing)).valid is False
    # What a price forbids to be cheaper by one unit of what is left to spare, others may not.
    assert any(
        check(replace(proof, prices=proof.prices + (1 << 20) * unit)).valid is False
        for unit in np.eye(len(proof.prices), dtype=np.int64)
    )


@pytest.mark.parametrize("first", [(), (0,), (1, 3), (4, 6)])
def test_a_program_refutes_no_column_of_a_placement(first: tuple[int, ...]) -> None:
    node = FirstNode.root(FirstClaim(Board.cube(10, 2), ()))
    for column in first:
        node = node.below(column)
    lines = node.lines()
    both = diagonals.diagrams(lines.totals, lines.sums, lines.steps)
    assert both is not None
    possible = {column for column in node.choices if completion(10, (*first, column))}
    for prices in removing_prices(lines, both, lambda: False):
        left = node.priced(np.rint(1e6 * prices).astype(np.int64), is_listed=True)
        assert possible <= set(left.choices) < set(node.choices)


def test_what_is_not_proven_or_stopped_has_no_certificate() -> None:
    first = first_placement(Board.cube(10, 2))
    stop = threading.Event()
    stop.set()
    assert first_certificate(first, RunContext(stop=stop)) is None
    unproven = first_placement(Board.cube(30, 2), RunContext(Limit(nodes=1)))
    assert first_certificate(unproven) is None


def test_a_placement_before_is_a_contradiction() -> None:
    first = first_placement(Board.cube(6, 2))
    with pytest.raises(Contradiction, match="comes before"):
        first_certificate(replace(first, certain=(2, 5, 1, 4, 0, 3)))


def test_the_command_writes_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "first.proof")
    assert main(["first", "--n", "12", "--certificate", file, "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert (entries["certificate"], entries["known"]) == (file, "certified")
    assert main(["verify", file, "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["kind"], verdict["first"]) == ("first", entries["permutation"])
    assert main(["first", "--n", "3", "--certificate", file]) == 1
    assert main(["verify", file]) == 0
    assert "no placement on the (3,2) board has 3 queens" in capsys.readouterr().out


def test_what_has_no_answer_has_no_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "first.proof"
    limited = ["first", "--n", "30", "--node-limit", "1", "--engine", "ilp-trunc"]
    assert main([*limited, "--time-limit", "0.01", "--certificate", str(file)]) != 0
    assert "nothing is proven" in capsys.readouterr().err
    assert not file.exists()


def test_a_placement_is_proven_to_be_the_first_without_a_search() -> None:
    columns = first_placement(Board.cube(12, 2)).certain
    found, proof = refute_earlier(as_placement(columns))
    assert proof is not None
    assert (found.status, found.certain) == (Status.OPTIMAL, columns)
    assert check(proof).valid


def test_a_placement_that_is_not_the_first_is_no_proof() -> None:
    columns = first_placement(Board.cube(12, 2)).certain
    with pytest.raises(Contradiction, match="comes before"):
        refute_earlier(as_placement([11 - column for column in columns]))
    with pytest.raises(InputError, match="not 4 queens"):
        refute_earlier(as_placement([0, 1, 2, 3]))


def test_a_stopped_refutation_proves_nothing() -> None:
    stop = threading.Event()
    stop.set()
    columns = recorded_first(56)
    assert columns is not None
    found, proof = refute_earlier(as_placement(columns), RunContext(stop=stop))
    assert (found.status, found.certain, proof) == (Status.STOPPED, (), None)


def test_the_command_line_proves_recorded_placements(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "f.nqproof")
    assert main(["first", "--n", "69", "--recorded", "--certificate", file, "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert (entries["status"], entries["known"]) == ("optimal", "certified")
    assert main(["verify", file]) == 0
    capsys.readouterr()
    for words, told in (
        (["--n", "9"], "is recorded"),
        (["--n", "69", "--engine", "cp"], "does not search"),
        (["--n", "69", "--node-limit", "0"], "does not search"),
    ):
        assert main(["first", *words, "--recorded"]) == 2
        assert told in capsys.readouterr().err
