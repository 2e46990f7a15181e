"""The verbs of the planar board: most beautiful queens, excluded lines and counted completions."""

import pytest


@pytest.fixture
def empty(file):
    return file('{"format": "nqviz-placement", "version": 1, "shape": [8, 8], "queens": []}')


@pytest.fixture
def ask(answer):
    """Return the answer to a question in words, and its status."""
    return lambda *words: answer(*words)[:2]


@pytest.fixture
def fail(run):
    """Return the one line by which a question is refused."""

    def call(*words):
        status, out, err = run(*words)
        assert (status, out, err.count("\n")) == (2, "", 1)
        return err

    return call


def test_beautiful(ask):
    status, answer = ask("beautiful", "--n", "6")
    assert status == 0
    assert answer["status"] == "optimal"
    assert answer["fingerprint"] == [34, 34, 26, 26, 10, 10]
    assert sorted(answer["permutation"]) == [1, 2, 3, 4, 5, 6]
    assert isinstance(answer["seconds"], float)
    levels = ask("beautiful", "--n", "6", "--engine", "levels")[1]
    assert levels["fingerprint"] == answer["fingerprint"]
    status, answer = ask("beautiful", "--n", "3")
    assert (status, answer["permutation"]) == (1, None)


def test_bad_questions(fail, empty):
    assert "'q5' names no diagonal" in fail("complete", empty, "--exclude-diagonals", "q5")
    assert "row 9 is not on the board" in fail("complete", empty, "--exclude-rows", "9")
    assert "--target full alone" in fail("complete", empty, "--count", "--target", "max")


def test_count_and_exclusions(ask, empty):
    status, answer = ask("complete", empty, "--count")
    assert (status, answer["count"]) == (0, "92")
    status, answer = ask(
        "complete", empty, "--exclude-columns", "1", "--exclude-rows", "8",
        "--exclude-diagonals", "s5",
    )  # fmt: skip
    assert (status, answer["status"], answer["count"]) == (0, "feasible", 7)
    queens = answer["queens"]
    assert all(i != 1 and j != 8 and i + j != 5 for i, j in queens)
    status, answer = ask("complete", empty, "--exclude-rows", "1")
    assert (status, answer["status"]) == (1, "infeasible")


def test_questions_at_random(ask, fail, empty):
    question = ("--n", "12", "--random-queens", "3", "--random-diagonals", "4", "--seed", "7")
    status, answer = ask("complete", *question)
    asked = {name: answer[name] for name in ("givens", "excluded")}
    assert len(asked["givens"]) == 3
    assert len(asked["excluded"]["diagonals"].split(",")) == 4
    counted, again = ask("complete", *question, "--count")
    assert {name: again[name] for name in asked} == asked
    assert (status, counted) == ((0, 0) if int(str(again["count"])) else (1, 0))
    assert ask("complete", "--n", "8", "--d", "2", "--count")[1]["count"] == "92"
    for words, message in (
        ([empty, "--random-queens", "1"], "give the queens in one way"),
        ([empty, "--on", "1,1"], "give the queens in one way"),
        ([empty, "--random-diagonals", "1", "--exclude-diagonals", "s5"], "not both"),
        ([empty, "--cells-left", "1", "--count"], "go with --random-queens"),
        ([empty, "--random-diagonals", "1", "--cells-left", "9"], "columns of 9 cells"),
    ):
        assert message in fail("complete", *words), words


def test_queens_given_on_the_command_line(ask):
    status, answer = ask("complete", "--n", "8", "--d", "2", "--on", "1,1;2,5")
    queens = answer["queens"]
    assert (status, answer["count"]) == (0, 8)
    assert [1, 1] in queens
    assert [2, 5] in queens
    question = ("--n", "5", "--d", "3", "--on", "1,1,1", "--target", "max")
    assert ask("complete", *question)[1]["bound"] == 13


def test_complete_uses_the_planar_engine(ask, empty):
    status, answer = ask("complete", empty)
    assert (status, answer["engine"], answer["count"]) == (0, "planar search", 8)
