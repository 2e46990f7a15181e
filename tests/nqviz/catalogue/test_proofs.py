"""The certificates that ship: each is valid, and each stands behind an entry of the table."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from nqviz import InputError
from nqviz.bounds import best_upper
from nqviz.catalogue.proofs import proof_data, proof_names
from nqviz.cli import main
from nqviz.proofs import check, load


@pytest.mark.parametrize("name", proof_names())
def test_certificates_prove_what_their_names_and_the_table_say(name: str) -> None:
    data = proof_data(name)
    assert len(data) < 1_000_000
    proof = load(name, data)
    board = proof.claim.board
    shape = "x".join(map(str, board.shape))
    assert name == f"{shape}{'-torus' if board.torus else ''}-{proof.bound}"
    bound = best_upper(board)
    assert bound.value <= proof.bound
    text = resources.files("nqviz_resources.reference").joinpath("maxima.json").read_text("utf-8")
    entries = [each for each in json.loads(text)["entries"] if each.get("certificate") == name]
    assert [(each["shape"], each["count"], each.get("torus", False)) for each in entries] == [
        (list(board.shape), proof.bound, board.torus)
    ]
    if board.size <= 5000:
        assert check(proof).valid


def test_every_certificate_that_the_table_names_ships() -> None:
    text = resources.files("nqviz_resources.reference").joinpath("maxima.json").read_text("utf-8")
    named = {each.get("certificate") for each in json.loads(text)["entries"]} - {None}
    assert named == set(proof_names())


def test_one_command_checks_a_certificate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--library", "7x7x7x7-145"]) == 0
    claim = "no placement on the (7,4) board has more than 145 queens"
    assert capsys.readouterr().out == f"proven: {claim}\n"
    assert main(["verify", "--library", "../x"]) == 2
    assert "choose one of" in capsys.readouterr().err
    with pytest.raises(InputError, match="no certificate"):
        proof_data("9x9")
