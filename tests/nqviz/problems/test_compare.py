"""Comparing programs and engines: the rows, medians, stops, and what the thesis measured."""

from __future__ import annotations

import csv
import io
import threading

import pytest

from nqviz import Board, InputError, Limit, Placement, Progress
from nqviz.catalogue.times import published_times
from nqviz.engines import ENGINES
from nqviz.problems.compare import (
    Case,
    Comparing,
    Formulation,
    Instance,
    Row,
    cases,
    compare,
    lp_bound,
    rows_csv,
)
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status

SMALL = Board.cube(3, 3)


def only(program: str, board: Board = SMALL, engine: str = "highs", **options: object) -> Row:
    (row,) = compare(cases([board], [Formulation.parse(program)], [engine]), **options)
    return row


def test_a_row_tells_what_the_thesis_tells() -> None:
    row = only("base+cube", seeds=3)
    assert (row.instance, row.program, row.engine) == ("(3,3) board", "base+cube", "highs")
    assert (row.status, row.count, row.bound, row.seeds) == ("optimal", 4, 4, 3)
    assert row.is_solved
    assert row.rows is not None
    assert row.fastest is not None
    assert row.slowest is not None
    assert row.fastest <= (row.seconds or 0) <= row.slowest


def test_one_queen_more_than_known_does_not_fit() -> None:
    row = only("base+cube+inf")
    assert (row.status, row.bound, row.seconds) == ("settled by a bound", 4, None)
    row = only("base+cube+inf", takes_bounds=False)
    assert (row.status, row.bound, row.seeds) == ("infeasible", 4, 1)
    assert row.seconds is not None


def test_a_start_is_given_or_missed() -> None:
    start = Placement(SMALL, [(0, 0, 1), (2, 0, 0)])
    assert "no placement" in only("base+warm").note
    assert only("base+warm", starts=lambda board: start).status == "optimal"


def test_a_program_that_does_not_apply_says_why_and_others_go_on() -> None:
    programs = [Formulation.parse(name) for name in ("base+layer", "base+planar", "base")]
    rows = compare(cases([SMALL], programs, ["highs"]))
    assert [row.status for row in rows] == ["optimal", "not applicable", "optimal"]
    assert "planar" in rows[1].note
    assert rows[1].seconds is None


def test_engines_without_programs_run_once() -> None:
    programs = [Formulation.parse(name) for name in ("base", "base+cube")]
    chosen = cases([SMALL], programs, ["highs", "local-search"])
    assert [(case.engine, case.formulation is None) for case in chosen] == [
        ("highs", False),
        ("highs", False),
        ("local-search", True),
    ]


@pytest.mark.parametrize(
    ("boards", "programs", "engines", "words"),
    [
        ([], ["base"], ["highs"], "give a board"),
        ([SMALL], ["base"], ["gurobi"], "unknown engine 'gurobi'"),
        ([SMALL], [], ["highs"], "give a program"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    boards: list[Board], programs: list[str], engines: list[str], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        cases(boards, [Formulation.parse(name) for name in programs], engines)


def test_an_unknown_part_of_a_program_is_refused() -> None:
    with pytest.raises(InputError, match="no rows 'hexagon'"):
        Formulation.parse("base+hexagon")
    with pytest.raises(InputError, match="0 seeds"):
        compare([], seeds=0)


def test_a_stop_keeps_the_rows_that_are_done() -> None:
    stop = threading.Event()
    seen: list[Progress] = []

    def progress(news: Progress) -> None:
        seen.append(news)
        if isinstance(news, Comparing) and news.rows:
            stop.set()

    chosen = cases([SMALL, Board.cube(9, 3)], [Formulation.parse("base+cube")], ["highs"])
    rows = compare(chosen, run=RunContext(progress=progress, stop=stop))
    assert rows[0].status == "optimal"
    assert [row.status for row in rows[1:]] in ([], ["stopped"])
    assert not any(row.is_solved for row in rows[1:])


def test_a_limit_is_no_proof() -> None:
    row = only("base", Board.cube(7, 3), run=RunContext(Limit(0.5)))
    assert row.status == "limit"
    assert not row.is_solved
    assert (row.bound or 0) >= 32


@pytest.mark.parametrize(
    ("n", "d", "cuts", "value"),
    [
        (5, 3, (), 25),
        (5, 3, ("cube",), 15.82),
        (6, 3, ("cube",), 26.0),
        (7, 3, ("cube",), 40.84),
        (5, 4, ("cube",), 43.25),
        (5, 4, ("cube", "face"), 41.5),
        (6, 3, ("cube", "box"), 23.43),
        (4, 3, ("cube", "odd-cycle"), 8.0),
    ],
)
def test_linear_programs_have_their_published_values(
    n: int, d: int, cuts: tuple[str, ...], value: float
) -> None:
    assert lp_bound(Board.cube(n, d), cuts) == pytest.approx(value, abs=0.006)


def test_what_the_thesis_measured_is_found() -> None:
    assert published_times(Board.cube(7, 3), "base+cube") == (
        "thesis: 574.01 s on 24 cores",
        "thesis: 659.68 s on 64 cores",
    )
    assert published_times(Board.cube(8, 3), "cube+base+inf")[0] == "thesis: 2,604.8 s on 64 cores"
    assert published_times(Board.cube(8, 3), "base") == ()
    assert published_times(Board.cube(5, 2), "base") == ()
    assert published_times(Board.cube(7, 3, torus=True), "base+cube") == ()


def test_a_table_can_be_read_again() -> None:
    rows = (
        Row("(3,3) board", "base+cube", "highs", 10, 4.5, 1, 0.1, 0.1, 0.2, "optimal", 4, 4, 3),
        Row("(3,3) board", "base+planar", "highs", note="it, has a comma"),
    )
    read = list(csv.DictReader(io.StringIO(rows_csv(rows))))
    assert read[0]["program"] == "base+cube"
    assert float(read[0]["lp_bound"]) == 4.5
    assert read[1]["seconds"] == ""
    assert read[1]["note"] == "it, has a comma"


def test_cases_are_named_in_progress() -> None:
    words: list[str] = []
    compare(
        [Case(SMALL, Formulation.parse("base"), "highs")],
        run=RunContext(progress=lambda news: words.append(news.activity)),
    )
    assert words[0] == "1 of 1: (3,3) board, base, highs"


@pytest.mark.parametrize("engine", ENGINES)
def test_each_engine_that_uses_cuts_runs_once_for_each_program(engine: str) -> None:
    programs = [Formulation.parse(name) for name in ("base", "base+cube")]
    found = [case.formulation for case in cases([SMALL], programs, [engine])]
    assert found == (programs if engine in ("highs", "cp-sat", "lp", "portfolio") else [None])


@pytest.mark.parametrize(
    ("count", "bound", "status", "text"),
    [
        (21, 21, Status.OPTIMAL, "[21]"),
        (20, None, Status.OPTIMAL, "[20]"),
        (20, 22, Status.LIMIT, "[20, 22]"),
        (20, None, Status.LIMIT, "at least 20"),
        (None, 22, Status.LIMIT, ""),
    ],
)
def test_both_ends_of_an_open_interval_are_possible(
    count: int | None, bound: int | None, status: Status, text: str
) -> None:
    assert Row("b", "base", "highs", status=status, count=count, bound=bound).interval == text


def test_the_limit_is_that_of_each_run() -> None:
    chosen = cases([Board.cube(9, 3), Board.cube(10, 3)], [], ["local-search"])
    rows = compare(chosen, RunContext(Limit(0.3)), seeds=2)
    assert [row.seeds for row in rows] == [2, 2]
    assert all((row.fastest or 0.0) >= 0.25 for row in rows)


def test_an_instance_whose_lines_stop_asks_for_the_most() -> None:
    passing = Board((5, 5), blocked=[7])
    for board, target in ((passing, "full"), (passing.with_blocked([7], True), "max")):
        assert Instance("holes", Placement(board)).target == target
