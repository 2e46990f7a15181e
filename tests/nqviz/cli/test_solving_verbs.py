"""The verbs that ask an engine: bad input is one line, and what was found is never lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nqviz import Board, Outcome, Placement, Status
from nqviz.engines import ENGINES
from nqviz.formats import write_placement

Answer = Callable[..., tuple[int, Any, str]]


def queens(tmp_path: Path, *cells: list[int]) -> Path:
    file = tmp_path / "queens.json"
    head = {"format": "nqviz-placement", "version": 1, "shape": [5, 5, 5]}
    file.write_text(json.dumps({**head, "queens": cells}))
    return file


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--target", 26), "target 26 is not possible: the (5,3) board holds 21 queens at most"),
        (("--target", "max", "--time-limit", 0), "a time limit of 0 s is too short"),
        (("--target", "max", "--cuts", "planar"), "'planar' does not apply to the (5,3) board"),
        (("--target", "max", "--cuts", "cube", "--engine", "theta"), "cuts do not apply to it"),
        (("--target", "max", "--engine", "abacus"), "unknown engine 'abacus'"),
    ],
)
def test_bad_questions_are_one_line(
    run: Answer, tmp_path: Path, options: tuple[object, ...], words: str
) -> None:
    status, out, err = run("complete", queens(tmp_path, [1, 1, 1]), *options)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_given_queens_that_attack_are_named(run: Answer, tmp_path: Path) -> None:
    status, out, err = run("complete", queens(tmp_path, [1, 1, 1], [2, 2, 2]), "--target", "max")
    assert (status, out) == (2, "")
    assert "(1, 1, 1) and (2, 2, 2) attack each other" in err


def test_what_a_failed_engine_has_found_is_told(
    run: Answer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Fallen:
        name = "fallen"

        def solve(self, question, *_: object) -> Outcome[Placement]:  # type: ignore[no-untyped-def]
            found = Placement(question.board, [(0, 0, 0), (1, 2, 3)])
            words = "fallen ended without an answer: its process was killed; 2 queens found."
            return Outcome(Status.FAILED, found, 13, "fallen", message=words)

    monkeypatch.setitem(ENGINES, "highs", Fallen())
    file = tmp_path / "found.json"
    options = ("--n", 5, "--d", 3, "--engine", "highs", "-o", file, "--json")
    status, out, err = run("maximum", *options)
    entries = json.loads(out)
    assert (status, entries["status"], entries["count"]) == (3, "limit", 2)
    assert json.loads(file.read_text())["queens"] == [[1, 1, 1], [2, 3, 4]]
    reason = "fallen ended without an answer: its process was killed; 2 queens found."
    assert err == f"nqviz: no answer: {reason}\n"


def test_a_start_that_is_full_is_the_answer(run: Answer, answer: Answer, tmp_path: Path) -> None:
    start = tmp_path / "start.json"
    write_placement(Placement(Board.cube(4, 2), [(0, 1), (1, 3), (2, 0), (3, 2)]), start)
    options = ("--d", 2, "--start", start, "--engine", "highs")
    status, entries, _ = answer("maximum", "--n", 4, *options)
    assert (status, entries["status"]) == (0, "optimal")
    assert entries["queens"] == [[1, 2], [2, 4], [3, 1], [4, 3]]
    status, _, err = run("maximum", "--n", 5, *options)
    assert status == 2
    assert "not for the (5,2) board" in err


@pytest.mark.parametrize(
    ("n", "d", "status", "count", "bound"),
    [
        (700, 3, 3, 489_301, 490_000),
        (701, 3, 0, 491_401, 491_401),
        (20_000, 2, 0, 20_000, 20_000),
    ],
)
def test_boards_with_too_many_cells_are_answered_by_formulas(
    answer: Answer, n: int, d: int, status: int, count: int, bound: int
) -> None:
    found, entries, _ = answer("maximum", "--n", n, "--d", d)
    assert found == status
    assert (entries["count"], entries["bound"], entries["queens"]) == (count, bound, None)
    assert "too many to search" in entries["message"]
    found, entries, _ = answer("bounds", "--n", n, "--d", d)
    assert (found, entries["lower"], entries["upper"]) == (0, count, bound)


def test_tori_and_other_pieces_with_too_many_cells_have_bounds(answer: Answer, run: Answer) -> None:
    found, entries, _ = answer("maximum", "--n", 700, "--d", 3, "--torus")
    assert (found, entries["torus"], entries["bound"]) == (3, True, 700 * 698)
    found, entries, _ = answer("maximum", "--n", 700, "--d", 3, "--piece", "rook")
    assert (found, entries["count"], entries["bound"]) == (0, 490_000, 490_000)
    assert "its rooks" in entries["message"]
    status, out, _ = run("bounds", "--n", 700, "--d", 3, "--piece", "knight")
    assert status == 0
    assert "no lower bound is known beyond the trivial one" in out
    assert "no upper bound is known beyond the trivial one" in out
