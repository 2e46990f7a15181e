"""The verbs `bounds` and `library`."""

import json

import pytest

from nqviz.cli import main
from nqviz.formats import read_placement


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
    assert answer["derivation"]["upper"]


def test_bounds_tell_how_they_follow(capsys):
    _, text, _ = run(capsys, "bounds", "--n", "8", "--d", "3")
    assert "(8,3) board: maximum 48 queens (proven)" in text
    assert "8 = 2 x 2 x 2 boxes of (4,3), at most 7 each" in text
    _, out, _ = run(capsys, "bounds", "--shape", "4,4,4,5", "--json")
    answer = json.loads(out)
    assert (answer["lower"], answer["upper"]) == (19, 23)
    assert "1 box (4,4), at most 16 each" in answer["derivation"]["upper"][1]


def test_a_table_of_the_thesis_marks_its_misprints(capsys):
    status, out, _ = run(capsys, "bounds", "--table", "5", "--json")
    rows = {row["n"]: row for row in json.loads(out)["rows"]}
    assert status == 0
    assert (rows[27]["printed"], rows[27]["computed"], rows[27]["corrected"]) == (697, 679, 679)
    assert rows[27]["agrees"] is True
    _, text, _ = run(capsys, "bounds", "--table", "4")
    assert "405" in text
    assert "[" not in text
    _, text, _ = run(capsys, "count", "--table", "7")
    assert "35,496 [15,312]" in text


def test_a_table_claims_nothing_of_what_was_not_computed(capsys):
    for words in (("bounds", "--table", "5"), ("count", "--table", "9")):
        status, out, _ = run(capsys, *words, "--json")
        assert status == 0
        rows = json.loads(out)["rows"]
        for row in rows:
            known = row["computed"] is not None and row["printed"] is not None
            assert (row["agrees"] is None) is not known, (words, row)


def test_the_lower_bound_is_that_of_a_cut_that_is_filled_up(capsys):
    _, out, _ = run(capsys, "bounds", "--n", "26", "--d", "3", "--json")
    assert json.loads(out)["lower"] == 608


def test_the_bounds_of_all_cubes(capsys):
    status, out, _ = run(capsys, "bounds", "--up-to", "9,4", "--json")
    rows = {(row["n"], row["d"]): row for row in json.loads(out)["rows"]}
    assert status == 0
    assert len(rows) == 36
    assert (rows[8, 3]["lower"], rows[8, 3]["upper"], rows[8, 3]["ratio"]) == (48, 48, 0.75)
    _, text, _ = run(capsys, "bounds", "--up-to", "8,4")
    assert "[241, 242]" in text


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


def test_a_record_is_shown_and_exported(capsys, tmp_path):
    path = tmp_path / "seven.json"
    status, _, _ = run(capsys, "library", "show", "4x4x4-7", "-o", str(path))
    assert status == 0
    assert len(read_placement(path).placement) == 7


def test_own_records_are_listed_beside_bad_files(capsys, tmp_path):
    run(capsys, "library", "show", "4x4x4-7", "-o", str(tmp_path / "mine.csv"))
    (tmp_path / "bad.json").write_text("{")
    words = ["library", "list", "--folder", str(tmp_path), "--kind", "own", "--json"]
    status, out, err = run(capsys, *words)
    answer = json.loads(out)
    assert status == 0
    assert [entry["name"] for entry in answer["entries"]] == ["mine.csv"]
    assert answer["entries"][0]["maximum"]
    assert len(answer["problems"]) == 1
    assert "bad.json" in err
    assert err.count("\n") == 1
    words = ["library", "check", "--folder", str(tmp_path), "--kind", "own"]
    status, text, _ = run(capsys, *words)
    assert status == 1
    assert "bad.json" in text


def test_records_are_exported_queen_by_queen(capsys, tmp_path):
    words = ["library", "export", "--n", "9", "--d", "3", "-o", str(tmp_path), "--json"]
    status, out, _ = run(capsys, *words)
    files = [entry["file"] for entry in json.loads(out)["entries"]]
    assert status == 0
    assert len(files) == 2
    for path in files:
        file = read_placement(path)
        assert len(file.placement) == 67
        assert "(proven; " in file.note


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["library", "burn"], "choose one of list, show, check, export"),
        (["library", "export", "4x4x4-7"], "needs a folder"),
        (["library", "export", "4x4x4-7", "-o", "/nowhere/at/all"], "not a folder"),
        (
            ["bounds", "--table", "3"],
            "no table '3' of bounds; choose 2, 4, 5, 8, 36 (tables of counts",
        ),
        (["bounds", "--table", "5", "--n", "8", "--d", "3"], "choose one of"),
        (["bounds", "--up-to", "40"], "needs two numbers"),
        (["bounds", "--up-to", "400,3"], "to n = 100"),
        (["library", "show"], "needs the name"),
        (["library", "show", "nothing"], "nothing"),
        (["library", "check", "nothing"], "no such record"),
        (["bounds"], "needs a board"),
        (["bounds", "--n", "0", "--d", "3"], "side 1"),
    ],
)
def test_bad_input_is_one_line(capsys, words, says):
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_computed_bound_has_a_certificate(capsys, tmp_path):
    path = tmp_path / "proof"
    board = ["--n", "6", "--d", "3"]
    status, out, _ = run(
        capsys, "bounds", *board, "--compute", "--certificate", str(path), "--json"
    )
    computed = json.loads(out)["computed"]
    assert status == 0
    assert computed["complete"]
    assert (computed["bound"], computed["certificate"]) == (24, str(path))
    assert 24.6 < computed["theta"] < 25
    assert run(capsys, "verify", str(path))[0] == 0
    _, text, _ = run(capsys, "bounds", *board, "--compute")
    assert "at most 24: the theta bound, computed here" in text
    for wrong in (["--certificate", "x", *board], ["--compute", "--table", "5"]):
        status, _, errors = run(capsys, "bounds", *wrong)
        assert status == 2
        assert "--compute" in errors
