"""The verbs `bounds` and `library`."""

import json

import pytest

from nqviz.cli import main
from nqviz.files import read_placement


def run(capsys, *words):
    status = main(list(words))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize(
    ("board", "lower", "upper"),
    [(["--n", "8", "--d", "3"], 48, 48), (["--n", "11", "--d", "3"], 121, 121)],
)
def test_bounds_name_their_sources(capsys, board, lower, upper):
    status, out, _ = run(capsys, "bounds", *board, "--json")
    answer = json.loads(out)
    assert (status, answer["lower"], answer["upper"]) == (0, lower, upper)
    assert all(entry["source"] for entry in answer["sources"])
    for entry in answer["sources"]:
        if entry["proven"]:
            assert entry["value"] <= lower if entry["kind"] == "lower" else entry["value"] >= upper
    status, text, _ = run(capsys, "bounds", *board)
    assert f"at most {upper}" in text


def test_the_library_is_listed_and_checked(capsys):
    status, out, _ = run(capsys, "library", "list", "--json")
    names = {entry["name"] for entry in json.loads(out)["entries"]}
    assert status == 0
    assert {"4x4x4-7", "11x11x11-121"} <= names
    status, out, _ = run(capsys, "library", "list", "--n", "4", "--d", "3")
    assert out.split()[0] == "4x4x4-7"
    status, out, _ = run(capsys, "library", "check", "4x4x4-7", "--json")
    assert status == 0
    assert json.loads(out)["entries"] == [{"name": "4x4x4-7", "count": 7, "valid": True}]


def test_a_certificate_is_shown_and_exported(capsys, tmp_path):
    path = tmp_path / "seven.json"
    status, _, _ = run(capsys, "library", "show", "4x4x4-7", "-o", str(path))
    assert status == 0
    assert len(read_placement(path).placement) == 7


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["library", "burn"], "choose one of list, show, check"),
        (["library", "show"], "needs the name"),
        (["library", "show", "nothing"], "nothing"),
        (["library", "check", "nothing"], "no such certificate"),
        (["bounds"], "needs a board"),
        (["bounds", "--n", "0", "--d", "3"], "side 1"),
    ],
)
def test_bad_input_is_one_line(capsys, words, says):
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
