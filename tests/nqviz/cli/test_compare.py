"""The verb ``compare``."""

from __future__ import annotations

import json

import pytest

from nqviz.cli import main
from nqviz.problems.compare import Row, rows_csv


def test_rows_come_as_json_csv_and_a_chart(tmp_path, capsys) -> None:
    table, chart = tmp_path / "rows.csv", tmp_path / "chart.svg"
    arguments = ["compare", "3,3", "--n", "2,3", "--d", "3", "--cuts", "base,base+cube+inf"]
    assert main([*arguments, "--json", "--csv", str(table), "-o", str(chart)]) == 0
    answer = json.loads(capsys.readouterr().out)
    rows = answer["rows"]
    assert [(row["instance"], row["program"]) for row in rows] == [
        ("(3,3) board", "base"),
        ("(3,3) board", "base+cube+inf"),
        ("(2,3) board", "base"),
        ("(2,3) board", "base+cube+inf"),
    ]
    assert [row["status"] for row in rows] == ["optimal", None] * 2
    assert "settled by a bound" in table.read_text()
    assert "Kunt" in answer["source"]
    assert len(table.read_text().splitlines()) == 5
    assert chart.read_text().startswith("<?xml")
    assert main([*arguments, "--json", "--no-bounds"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["status"] for row in rows] == ["optimal", "infeasible"] * 2


def test_the_table_shows_what_the_thesis_measured(capsys) -> None:
    assert main(["compare", "3,4", "--cuts", "base,base+planar"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "6 of 6" in lines[1]
    assert "thesis: 0.02 s on 24 cores" in lines[1]
    assert "planar cliques, and it has 4 dimensions" in lines[2]


@pytest.mark.parametrize(
    ("told", "word"),
    [("optimal", "optimal"), ("failed", "limit"), ("stopped", "stopped"), ("not applicable", None)],
)
def test_json_knows_five_words_for_a_status(told, word, monkeypatch, capsys) -> None:
    row = Row("(3,3) board", "base", "highs", status=told, note="why")
    monkeypatch.setattr("nqviz.cli.verbs.compare.compare", lambda *_, **__: (row,))
    assert main(["compare", "3,3", "--json"]) == 0
    [entry] = json.loads(capsys.readouterr().out)["rows"]
    assert (entry["status"], entry["note"]) == (word, "why")
    assert main(["compare", "3,3"]) == 0
    assert told in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])  # spreadsheets put a mark first
def test_a_table_is_drawn_if_it_has_rows(encoding, tmp_path, capsys) -> None:
    table, chart = tmp_path / "a.csv", tmp_path / "a.svg"
    words = ["render", str(table), "--view", "comparison", "-o", str(chart)]
    table.write_text(rows_csv([]), encoding=encoding)
    assert main(words) == 2
    assert capsys.readouterr().err == f"nqviz: {table}: the table has no rows\n"
    assert not chart.exists()
    row = Row("(3,3) board", "base", "highs", seconds=0.25, status="optimal", seeds=1)
    table.write_text(rows_csv([row]), encoding=encoding)
    assert main(words) == 0
    assert chart.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--n", "3"], "give both --n and --d"),
        ([], "nothing to compare"),
        (["33"], "instance '33' is not n,d"),
        (["3,x"], "instance '3,x' is not n,d"),
        (["3,3", "--cuts", "cube,hexagon"], "no rows 'hexagon'"),
        (["3,3", "--engines", "gurobi"], "unknown engine 'gurobi'"),
        (["3,3", "--seeds", "0"], "0 seeds"),
        (["3,3", "--time-limit", "0"], "time limit"),
        (["3,3", "-o", "chart.gif"], "a drawing ends in"),
    ],
)
def test_bad_input_is_one_line(arguments, words, capsys) -> None:
    assert main(["compare", *arguments]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_instances_of_files_and_profiles(tmp_path, capsys) -> None:
    blocked, completion = tmp_path / "blocked.param", tmp_path / "completion.param"
    blocked.write_text("letting n = 4\nletting blocks = [[1, 1], [2, 2], [4, 3]]\n")
    completion.write_text("letting n = 8\nletting init = [[0, 3], [1, 6]]\n")
    table, chart = tmp_path / "profile.csv", tmp_path / "profile.svg"
    arguments = ["compare", str(blocked), str(completion), "--engines", "highs,planar", "--json"]
    assert main([*arguments, "--cuts", "base", "--seeds", "2", "--profile", str(table)]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["instance"], row["engine"], row["count"]) for row in rows] == [
        ("blocked.param", "highs", 4),
        ("blocked.param", "planar", 4),
        ("completion.param", "highs", 8),
        ("completion.param", "planar", 8),
    ]
    assert {row["seeds"] for row in rows} == {2}
    assert table.read_text().startswith('solver,ratio,share\n"base highs",')
    assert main([*arguments, "--cuts", "base", "--profile", str(chart)]) == 0
    assert "Performance profiles" in chart.read_text()
