"""The verb ``compare``."""

from __future__ import annotations

from pathlib import Path

import pytest

from nqviz.problems.compare import Row, rows_csv


def test_rows_come_as_json_csv_and_a_chart(answer, tmp_path) -> None:
    table, chart = tmp_path / "rows.csv", tmp_path / "chart.svg"
    question = ("compare", "3,3", "--n", "2,3", "--d", 3, "--cuts", "base,base+cube+inf")
    status, found, _ = answer(*question, "--csv", table, "-o", chart)
    rows = found["rows"]
    assert status == 0
    assert [(row["instance"], row["program"]) for row in rows] == [
        ("(3,3) board", "base"),
        ("(3,3) board", "base+cube+inf"),
        ("(2,3) board", "base"),
        ("(2,3) board", "base+cube+inf"),
    ]
    assert [row["status"] for row in rows] == ["optimal", None] * 2
    assert "settled by a bound" in table.read_text()
    assert "Kunt" in found["source"]
    assert len(table.read_text().splitlines()) == 5
    assert chart.read_text().startswith("<?xml")
    rows = answer(*question, "--no-bounds")[1]["rows"]
    assert [row["status"] for row in rows] == ["optimal", "infeasible"] * 2


def test_the_table_shows_what_the_thesis_measured(run) -> None:
    status, out, _ = run("compare", "3,4", "--cuts", "base,base+planar")
    lines = out.splitlines()
    assert (status, len(lines)) == (0, 3)
    assert "6 of 6" in lines[1]
    assert "thesis: 0.02 s on 24 cores" in lines[1]
    assert "planar cliques, and it has 4 dimensions" in lines[2]


@pytest.mark.parametrize(
    ("told", "word"),
    [("optimal", "optimal"), ("failed", "limit"), ("stopped", "stopped"), ("not applicable", None)],
)
def test_json_knows_five_words_for_a_status(run, answer, told, word, monkeypatch) -> None:
    row = Row("(3,3) board", "base", "highs", status=told, note="why")
    monkeypatch.setattr("nqviz.cli.verbs.compare.compare", lambda *_, **__: (row,))
    status, found, _ = answer("compare", "3,3")
    [entry] = found["rows"]
    assert (status, entry["status"], entry["note"]) == (0, word, "why")
    status, out, _ = run("compare", "3,3")
    assert status == 0
    assert told in out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])  # spreadsheets put a mark first
def test_a_table_is_drawn_if_it_has_rows(run, encoding, tmp_path) -> None:
    table, chart = tmp_path / "a.csv", tmp_path / "a.svg"
    words = ("render", table, "--view", "comparison", "-o", chart)
    table.write_text(rows_csv([]), encoding=encoding)
    assert run(*words) == (2, "", f"nqviz: {table}: the table has no rows\n")
    assert not chart.exists()
    row = Row("(3,3) board", "base", "highs", seconds=0.25, status="optimal", seeds=1)
    table.write_text(rows_csv([row]), encoding=encoding)
    assert run(*words)[0] == 0
    assert chart.exists()


def test_instances_of_files_and_profiles(answer, file, tmp_path) -> None:
    blocked = file("letting n = 4\nletting blocks = [[1, 1], [2, 2], [4, 3]]\n", "blocked.param")
    completion = file("letting n = 8\nletting init = [[0, 3], [1, 6]]\n", "completion.param")
    table, chart = tmp_path / "profile.csv", tmp_path / "profile.svg"
    question = ("compare", blocked, completion, "--engines", "highs,planar", "--cuts", "base")
    status, found, _ = answer(*question, "--seeds", 2, "--profile", table)
    assert status == 0
    assert [(row["instance"], row["engine"], row["count"]) for row in found["rows"]] == [
        ("blocked.param", "highs", 4),
        ("blocked.param", "planar", 4),
        ("completion.param", "highs", 8),
        ("completion.param", "planar", 8),
    ]
    assert {row["seeds"] for row in found["rows"]} == {2}
    assert table.read_text().startswith('solver,ratio,share\n"base highs",')
    assert answer(*question, "--profile", chart)[0] == 0
    assert "Performance profiles" in chart.read_text()


@pytest.mark.parametrize(
    "option",
    [
        ("--engine", "rows"),
        ("--wrap-axes", 1),
        ("--no-bounds",),
        ("--cuts", "base"),
        ("--seeds", 2),
    ],
    ids=lambda option: option[0],
)
def test_what_a_comparison_of_first_queens_does_not_take_is_refused(run, option) -> None:
    status, out, err = run("compare", "first", "--n", 8, *option)
    assert (status, out) == (2, "")
    assert err == f"nqviz: {option[0]} does not go with compare first\n"


def test_a_file_says_itself_how_its_board_wraps(run, tmp_path: Path) -> None:
    file = tmp_path / "placement.json"
    assert run("construct", "random", "--n", 4, "--d", 2, "-o", file)[0] == 0
    status, out, err = run("compare", file, "--wrap-axes", 1)
    assert (status, out) == (2, "")
    assert err == "nqviz: --wrap-axes is for cubes; a file says how its board wraps\n"
