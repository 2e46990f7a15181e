"""The verbs of the planar board: most beautiful queens, excluded lines and counted completions."""

import json
from pathlib import Path

import pytest

from nqviz.cli import main


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object]]:
    status = main([*words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def fail(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.fixture
def empty(tmp_path: Path) -> str:
    path = tmp_path / "empty.json"
    path.write_text('{"format": "nqviz-placement", "version": 1, "shape": [8, 8], "queens": []}')
    return str(path)


def test_beautiful(capsys: pytest.CaptureFixture[str]) -> None:
    status, answer = ask(capsys, "beautiful", "--n", "6")
    assert status == 0
    assert answer["status"] == "optimal"
    assert answer["fingerprint"] == [34, 34, 26, 26, 10, 10]
    assert sorted(answer["permutation"]) == [1, 2, 3, 4, 5, 6]  # type: ignore[call-overload]
    assert isinstance(answer["seconds"], float)
    assert (
        ask(capsys, "beautiful", "--n", "6", "--engine", "levels")[1]["fingerprint"]
        == (answer["fingerprint"])
    )
    status, answer = ask(capsys, "beautiful", "--n", "3")
    assert (status, answer["permutation"]) == (1, None)


def test_bad_questions(capsys: pytest.CaptureFixture[str], empty: str) -> None:
    assert "a side is 1 or more" in fail(capsys, "beautiful", "--n", "0")
    assert "unknown engine 'x'" in fail(capsys, "beautiful", "--n", "8", "--engine", "x")
    assert "'q5' names no diagonal" in fail(capsys, "complete", empty, "--exclude-diagonals", "q5")
    assert "row 9 is not on the board" in fail(capsys, "complete", empty, "--exclude-rows", "9")
    assert "--target full alone" in fail(capsys, "complete", empty, "--count", "--target", "max")


def test_count_and_exclusions(capsys: pytest.CaptureFixture[str], empty: str) -> None:
    status, answer = ask(capsys, "complete", empty, "--count")
    assert (status, answer["count"]) == (0, "92")
    status, answer = ask(
        capsys, "complete", empty, "--exclude-columns", "1", "--exclude-rows", "8",
        "--exclude-diagonals", "s5",
    )  # fmt: skip
    assert (status, answer["status"], answer["count"]) == (0, "feasible", 7)
    queens = answer["queens"]
    assert isinstance(queens, list)
    assert all(i != 1 and j != 8 and i + j != 5 for i, j in queens)
    status, answer = ask(capsys, "complete", empty, "--exclude-rows", "1")
    assert (status, answer["status"]) == (1, "infeasible")


def test_questions_at_random(capsys: pytest.CaptureFixture[str], empty: str) -> None:
    question = ("--n", "12", "--random-queens", "3", "--random-diagonals", "4", "--seed", "7")
    status, answer = ask(capsys, "complete", *question)
    asked = {name: answer[name] for name in ("givens", "excluded")}
    assert len(asked["givens"]) == 3  # type: ignore[arg-type]
    assert len(asked["excluded"]["diagonals"].split(",")) == 4  # type: ignore[index]
    counted, again = ask(capsys, "complete", *question, "--count")
    assert {name: again[name] for name in asked} == asked
    assert (status, counted) == ((0, 0) if int(str(again["count"])) else (1, 0))
    assert ask(capsys, "complete", "--n", "8", "--d", "2", "--count")[1]["count"] == "92"
    for words, message in (
        (["--n", "8", "--seed", "1"], "go with --random-queens"),
        (["--n", "8", "--d", "3", "--random-queens", "1"], "flat square boards, not the (8,3)"),
        ([empty, "--random-queens", "1"], "give the queens in one way"),
        ([], "a placement file or a board"),
        ([empty, "--random-diagonals", "1", "--exclude-diagonals", "s5"], "not both"),
        ([empty, "--cells-left", "1", "--count"], "go with --random-queens"),
        (["--n", "8", "--random-queens", "1", "--cells-left", "1"], "with --random-diagonals"),
        (["--n", "8", "--random-queens", "1", "--seed", "-1"], "0 or more"),
        ([empty, "--random-diagonals", "1", "--cells-left", "9"], "columns of 9 cells"),
    ):
        assert message in fail(capsys, "complete", *words), words


def test_queens_given_on_the_command_line(capsys: pytest.CaptureFixture[str], empty: str) -> None:
    status, answer = ask(capsys, "complete", "--n", "8", "--d", "2", "--on", "1,1;2,5")
    queens = answer["queens"]
    assert (status, answer["count"]) == (0, 8)
    assert isinstance(queens, list)
    assert [1, 1] in queens
    assert [2, 5] in queens
    question = ("--n", "5", "--d", "3", "--on", "1,1,1", "--target", "max")
    assert ask(capsys, "complete", *question)[1]["bound"] == 13
    for words, message in (
        (["--n", "8", "--d", "2", "--on", "1,1;2,9"], "--on, queen 2: coordinate 2 is 9"),
        (["--n", "8", "--d", "2", "--on", "1,1;1,1"], "the first is --on, queen 1"),
        (["--n", "8", "--d", "2", "--on", "1,1,2"], "--on, queen 1: 3 coordinates"),
        ([empty, "--on", "1,1"], "give the queens in one way"),
    ):
        assert message in fail(capsys, "complete", *words), words


def test_complete_uses_the_planar_engine(capsys: pytest.CaptureFixture[str], empty: str) -> None:
    status, answer = ask(capsys, "complete", empty)
    assert (status, answer["engine"], answer["count"]) == (0, "planar search", 8)
