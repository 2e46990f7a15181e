"""The verbs `bounds` and `library`."""

import pytest

from nqviz.formats import read_placement


@pytest.mark.parametrize(("n", "most"), [(8, 48), (11, 121)])
def test_bounds_name_their_sources(run, answer, n, most):
    board = ("--n", n, "--d", 3)
    status, found, _ = answer("bounds", *board)
    assert (status, found["lower"], found["upper"]) == (0, most, most)
    assert all(entry["source"] for entry in found["sources"])
    for entry in found["sources"]:
        if entry["proven"]:
            assert entry["value"] <= most if entry["kind"] == "lower" else entry["value"] >= most
    assert f"at most {most}" in run("bounds", *board)[1]
    assert found["derivation"]["upper"]


def test_bounds_tell_how_they_follow(run, answer):
    _, text, _ = run("bounds", "--n", 8, "--d", 3)
    assert "(8,3) board: maximum 48 queens (proven)" in text
    assert "8 = 2 x 2 x 2 boxes of (4,3), at most 7 each" in text
    _, found, _ = answer("bounds", "--shape", "4,4,5,5")
    assert (found["lower"], found["upper"]) == (25, 28)
    assert "1 box 3x4x4x5, at most 16 each" in found["derivation"]["upper"][1]


def test_a_table_of_the_thesis_marks_its_misprints(run, answer):
    status, found, _ = answer("bounds", "--table", "5")
    rows = {row["n"]: row for row in found["rows"]}
    assert status == 0
    assert (rows[27]["printed"], rows[27]["computed"], rows[27]["corrected"]) == (697, 679, 679)
    assert rows[27]["agrees"] is True
    _, text, _ = run("bounds", "--table", "4")
    assert "405" in text
    assert "[" not in text
    assert "35,496 [15,312]" in run("count", "--table", "7")[1]


@pytest.mark.parametrize("words", [("bounds", "--table", "5"), ("count", "--table", "9")])
def test_a_table_claims_nothing_of_what_was_not_computed(answer, words):
    status, found, _ = answer(*words)
    assert status == 0
    for row in found["rows"]:
        known = row["computed"] is not None and row["printed"] is not None
        assert (row["agrees"] is None) is not known, row


def test_the_lower_bound_is_that_of_a_cut_that_is_filled_up(answer):
    assert answer("bounds", "--n", 26, "--d", 3)[1]["lower"] == 608


def test_the_bounds_of_all_cubes(run, answer):
    status, found, _ = answer("bounds", "--up-to", "9,4")
    rows = {(row["n"], row["d"]): row for row in found["rows"]}
    assert status == 0
    assert len(rows) == 36
    assert (rows[8, 3]["lower"], rows[8, 3]["upper"], rows[8, 3]["ratio"]) == (48, 48, 0.75)
    assert "[241, 242]" in run("bounds", "--up-to", "8,4")[1]


def test_the_library_is_listed_and_checked(run, answer):
    status, found, _ = answer("library", "list")
    assert status == 0
    assert {"4x4x4-7", "11x11x11-121"} <= {entry["name"] for entry in found["entries"]}
    assert run("library", "list", "--n", 4, "--d", 3)[1].split()[0] == "4x4x4-7"
    status, found, _ = answer("library", "check", "4x4x4-7")
    assert status == 0
    assert found["entries"] == [{"name": "4x4x4-7", "count": 7, "valid": True}]


def test_a_record_is_shown_and_exported(run, tmp_path):
    path = tmp_path / "seven.json"
    assert run("library", "show", "4x4x4-7", "-o", path)[0] == 0
    assert len(read_placement(path).placement) == 7


def test_own_records_are_listed_beside_bad_files(run, answer, tmp_path):
    run("library", "show", "4x4x4-7", "-o", tmp_path / "mine.csv")
    (tmp_path / "bad.json").write_text("{")
    own = ("--folder", tmp_path, "--kind", "own")
    status, found, err = answer("library", "list", *own)
    assert status == 0
    assert [entry["name"] for entry in found["entries"]] == ["mine.csv"]
    assert found["entries"][0]["maximum"]
    assert len(found["problems"]) == 1
    assert "bad.json" in err
    assert err.count("\n") == 1
    status, text, _ = run("library", "check", *own)
    assert status == 1
    assert "bad.json" in text


def test_records_are_exported_queen_by_queen(answer, tmp_path):
    status, found, _ = answer("library", "export", "--n", 9, "--d", 3, "-o", tmp_path)
    assert (status, len(found["entries"])) == (0, 2)
    for entry in found["entries"]:
        file = read_placement(entry["file"])
        assert len(file.placement) == 67
        assert "(proven; " in file.note


def test_a_computed_bound_has_a_certificate(run, answer, tmp_path):
    path = tmp_path / "proof"
    question = ("bounds", "--n", 6, "--d", 3, "--compute")
    status, found, _ = answer(*question, "--certificate", path)
    computed = found["computed"]
    assert status == 0
    assert computed["complete"]
    assert (computed["bound"], computed["certificate"]) == (23, str(path))
    assert 23.9 < computed["theta"] < 24
    assert run("verify", path)[0] == 0
    assert "at most 23: the theta bound, computed here" in run(*question)[1]
