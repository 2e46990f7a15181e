"""Boards with more cells than a board may have: what formulas say of them is an answer."""

import json

import pytest

from nqviz.cli import main


@pytest.mark.parametrize(
    ("board", "status", "count", "bound"),
    [
        (["--n", "700", "--d", "3"], 3, 489_301, 490_000),
        (["--n", "701", "--d", "3"], 0, 491_401, 491_401),
        (["--n", "20000", "--d", "2"], 0, 20_000, 20_000),
    ],
)
def test_a_maximum_is_answered_by_formulas(
    board: list[str], status: int, count: int, bound: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["maximum", *board, "--json"]) == status
    answer = json.loads(capsys.readouterr().out)
    assert (answer["count"], answer["bound"], answer["queens"]) == (count, bound, None)
    assert "too many to search" in answer["message"]
    assert main(["bounds", *board, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["lower"], answer["upper"]) == (count, bound)


@pytest.mark.parametrize(
    "more", [["--torus"], ["--piece", "bishop"], ["--cells"], ["--blocked", "1,1,1"]]
)
def test_what_no_formula_answers_is_refused_on_one_line(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["maximum", "--n", "700", "--d", "3", *more]) == 2
    assert "343,000,000 cells; at most" in capsys.readouterr().err
