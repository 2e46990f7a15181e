"""The option --certificate and the check of proofs by verify."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from nqviz import Board, Placement
from nqviz.formats import write_placement


def test_a_proven_maximum_is_written_and_verified(answer: Any, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    status, entries, _ = answer(
        "maximum", "--n", 5, "--d", 3, "--engine", "theta", "--certificate", file
    )
    assert (status, entries["status"], entries["certificate"]) == (0, "optimal", str(file))
    status, entries, _ = answer("verify", file)
    assert status == 0
    assert (entries["valid"], entries["kind"]) == (True, "tree")
    assert entries["claim"] == "no placement on the (5,3) board has more than 13 queens"
    assert entries["seconds"] >= 0


def test_an_infeasible_number_is_written_and_verified(answer: Any, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    status, entries, _ = answer("maximum", "--n", 4, "--d", 4, "--prove", 17, "--certificate", file)
    assert (status, entries["status"], entries["certificate"]) == (1, "infeasible", str(file))
    assert answer("verify", file)[1]["kind"] == "cliques"


@pytest.mark.parametrize("way", ["standard input", "pipe"])
def test_a_proof_is_verified_from_what_can_be_read_but_once(
    answer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    file, pipe = tmp_path / "proof", tmp_path / "pipe"
    assert answer("maximum", "--n", 4, "--d", 4, "--prove", 17, "--certificate", file)[0] == 1
    if way == "standard input":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
        assert answer("verify", "-")[1]["valid"] is True
        return
    if sys.platform == "win32":
        pytest.skip("no pipes with names")
    os.mkfifo(pipe)
    for written, key in ((file.read_bytes(), "claim"), (b"1 2\n2 4\n", "free_cells")):
        writer = threading.Thread(target=pipe.write_bytes, args=(written,))
        writer.start()
        assert key in answer("verify", pipe)[1]
        writer.join()


def test_a_completion_has_a_certificate_as_well(answer: Any, tmp_path: Path) -> None:
    givens, file = tmp_path / "givens.json", tmp_path / "proof"
    write_placement(Placement.from_indices(Board.cube(5, 3), [0, 7]), givens)
    status, entries, _ = answer(
        "complete", givens, "--target", "max", "--engine", "theta", "--certificate", file
    )
    assert (status, entries["certificate"]) == (0, str(file))
    status, verdict, _ = answer("verify", file)
    assert (status, verdict["valid"]) == (0, True)
    assert verdict["claim"] == (
        "no placement on the (5,3) board that contains the given queens (1, 1, 1), (1, 2, 3) has"
        f" more than {entries['count']} queens"
    )
    claim = {"shape": [5, 5, 5], "torus": False, "piece": "queen", "most": entries["count"]}
    assert claim.items() <= verdict.items()
    assert verdict["givens"] == [[1, 1, 1], [1, 2, 3]]


def test_without_a_proof_it_says_so_and_writes_nothing(answer: Any, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    status, entries, err = answer(
        "maximum", "--n", 12, "--d", 3, "--time-limit", 0.1, "--certificate", file
    )
    assert (status, entries["certificate"]) == (3, None)
    assert "no certificate: nothing is proven" in err
    assert not file.exists()
    status, entries, err = answer(
        "maximum", "--n", 4, "--d", 3, "--engine", "highs", "--certificate", file
    )
    assert (status, entries["certificate"]) == (0, None)
    assert "makes no certificates" in err
    assert not file.exists()


def test_where_it_cannot_be_written_is_told_before_the_work(answer: Any, tmp_path: Path) -> None:
    for options, word in (
        (("--certificate", tmp_path), "folder"),
        (("--certificate", tmp_path / "none" / "proof"), "no folder"),
        (("--certificate", tmp_path / "x", "-o", tmp_path / "x"), "name one file"),
    ):
        status, entries, err = answer("maximum", "--n", 4, "--d", 3, *options)
        assert (status, err) == (2, f"nqviz: {entries['error']}\n")
        assert word in err
        assert len(err.splitlines()) == 1


def test_a_bad_proof_is_no_and_a_damaged_file_is_bad_input(answer: Any, tmp_path: Path) -> None:
    from dataclasses import replace

    from nqviz.proofs import Claim, load, save

    file = tmp_path / "proof"
    answer("maximum", "--n", 6, "--d", 2, "--certificate", file)
    proof = load(file)
    save(replace(proof, claim=Claim(proof.claim.givens, 5)), tmp_path / "false")
    status, entries, _ = answer("verify", tmp_path / "false")
    assert (status, entries["valid"]) == (1, False)
    assert entries["message"].startswith("not proven: ")
    (tmp_path / "cut").write_bytes(file.read_bytes()[:-30])
    status, entries, err = answer("verify", tmp_path / "cut")
    assert (status, err) == (2, f"nqviz: {entries['error']}\n")
    assert "damaged" in err
    assert len(err.splitlines()) == 1


def test_certificates_of_domination_are_written_and_checked(answer: Any, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    status, entries, _ = answer("dominate", "--n", 5, "--d", 2, "--certificate", file)
    assert (status, entries["count"], entries["known"]) == (0, 3, "certified")
    assert entries["certificate"] == str(file)
    status, verdict, _ = answer("verify", file)
    assert (status, verdict["valid"]) == (0, True)
    claim = {"shape": [5, 5], "least": 3, "independent": False, "kind": "domination"}
    assert claim.items() <= verdict.items()
    words = ("dominate", "--n", 4, "--d", 3, "--independent", "--prove", 3, "--certificate", file)
    status, entries, _ = answer(*words)
    assert (status, entries["status"], entries["known"]) == (1, "infeasible", "certified")
    status, verdict, _ = answer("verify", file)
    assert (status, verdict["least"], verdict["independent"]) == (0, 4, True)


def test_the_linear_program_of_domination_is_certified(answer: Any, tmp_path: Path) -> None:
    words = ("dominate", "--n", 4, "--d", 2, "--piece", "bishop", "--prove", 3, "--engine", "lp")
    status, entries, _ = answer(*words, "--certificate", tmp_path / "proof")
    assert (status, entries["known"], entries["evidence"]) == (1, "certified", "proven")
    assert answer("verify", tmp_path / "proof")[0] == 0


def test_no_certificate_where_lines_stop_says_why(answer: Any, file: Path) -> None:
    _, entries, err = answer(
        "maximum", "--n", 3, "--d", 3, "--blocked", "2,2,2", "--stop", "--certificate", file
    )
    assert (entries["status"], entries["certificate"]) == ("optimal", None)
    assert "no certificates are checked where lines stop" in err
