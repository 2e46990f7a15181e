"""The cases of a comparison as tasks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nqviz import Board, InputError, Limit
from nqviz.problems.compare import Case, Formulation, Row, cases, compare
from nqviz.problems.compare_tasks import compare_in_tasks
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

PROGRAMS = [Formulation.parse(name) for name in ("base", "base+planar", "base+inf")]


def chosen(*boards: Board) -> tuple[Case, ...]:
    return cases(boards, PROGRAMS, ["highs", "exhaustive"])


def untimed(rows: tuple[Row, ...]) -> list[Row]:
    return [replace(row, seconds=None, fastest=None, slowest=None) for row in rows]


@pytest.mark.parametrize("executor", ["threads:2", "processes:2"])
def test_the_rows_are_those_of_one_process(executor: str) -> None:
    asked = chosen(Board.cube(3, 3))
    expected = untimed(compare(asked, takes_bounds=False))
    assert untimed(compare_in_tasks(asked, Execution(executor), takes_bounds=False)) == expected


def test_rows_are_kept_and_belong_to_their_question(tmp_path: Path) -> None:
    kept = Execution("threads:1", tmp_path / "kept")
    before = compare_in_tasks(chosen(Board.cube(3, 3)), kept)
    assert compare_in_tasks(chosen(Board.cube(3, 3)), kept) == before  # with the same times
    with pytest.raises(InputError, match="with other settings"):
        compare_in_tasks(chosen(Board.cube(3, 3)), kept, seeds=2)


@pytest.mark.parametrize("executor", ["threads:1", "processes:1"])
def test_a_stop_ends_cases_at_work(executor: str) -> None:
    stop = StopWhen(lambda news: news.seconds > 0.5)
    context = RunContext(Limit(seconds=1000.0), stop.watch, stop)
    asked = cases([Board.cube(9, 3)], PROGRAMS[:1], ["highs"])
    rows = compare_in_tasks(asked, Execution(executor), context)
    assert rows == ()
    assert stop.age < STALL
