"""First placements: equal to brute force and to the published ones, by every engine."""

from __future__ import annotations

import csv
import json
import threading
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.cli import main
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.problems.first import ENGINES, Filling, first_placement, greedy_rows, published_first
from nqviz.problems.first.compare import (
    Row,
    compare_first,
    means,
    printed_means,
    published_seconds,
    published_sides,
    shifted_mean,
)
from nqviz.problems.first.lexicographic import propagate
from nqviz.problems.first.probe import FOUND, PAUSED, REFUTED, Probe
from nqviz.problems.first.program import RowProgram
from nqviz.problems.first.rest import Rest, free_after
from nqviz.problems.planar import fingerprint
from nqviz.run.context import Limit, Progress, RunContext
from nqviz.run.outcome import Known, Status
from nqviz.run.tasks import Execution

from .boards import beginnings, completion

FEW = {
    "ilp-iter": 9,
    "ilp-trunc": 9,
    "ilp-cells": 9,
    "weighted": 9,
    "lex-dfs": 13,
    "nogood": 12,
}
"""How far the slower engines are tested."""


@cache
def by_force(n: int) -> tuple[int, ...] | None:
    found = completion(n, ())
    return None if found is None else tuple(found)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_what_brute_force_gives(engine: str) -> None:
    for n in range(1, FEW.get(engine, 16) + 1):
        found = first_placement(Board.cube(n, 2), engine=engine)
        assert found.permutation == by_force(n)
        assert found.status is (Status.INFEASIBLE if n in (2, 3) else Status.OPTIMAL)


@pytest.mark.parametrize("n", [20, 25])
def test_rows_agree_with_the_search_in_order(n: int) -> None:
    assert (
        first_placement(Board.cube(n, 2)).permutation
        == first_placement(Board.cube(n, 2), engine="cp").permutation
    )
    assert first_placement(Board.cube(n, 2)).known is Known.EXACT


@pytest.mark.parametrize("cuts", [("planar", "odd-cycle"), ("clique",)])
def test_lexicographic_search_with_cuts_agrees(cuts: tuple[str, ...]) -> None:
    found = first_placement(Board.cube(14, 2), engine="lex-dfs", cuts=cuts)
    assert found.permutation == by_force(14)


@pytest.mark.parametrize("nodes", [0, 1, 20])
def test_truncated_programs_agree_whatever_their_node_limit(nodes: int) -> None:
    for n in (3, 8, 10):
        found = first_placement(Board.cube(n, 2), engine="ilp-trunc", node_limit=nodes)
        assert found.permutation == by_force(n)


@pytest.mark.parametrize("n", [57, 61])
def test_a_published_first_placement_is_found(n: int) -> None:
    assert first_placement(Board.cube(n, 2)).permutation == published_first(n)


def test_boards_wider_than_a_word_are_probed_as_soon_as_they_fit() -> None:
    published = published_first(71)
    assert published is not None
    rows = list(published)
    assert not Rest.after(71, rows[:6]).fits
    assert Rest.after(71, rows[:13]).fits
    probe = Probe(71, rows[:50])
    assert probe.run(100_000) == FOUND
    assert sorted(probe.solution) == list(range(71))
    assert probe.solution[:50] == rows[:50]


# What refutes ---------------------------------------------------------------------------------


@given(beginnings(), st.integers(1, 50))
@settings(max_examples=60, deadline=None)
def test_a_probe_is_right_however_often_it_pauses(
    case: tuple[int, tuple[int, ...]], nodes: int
) -> None:
    n, rows = case
    expected = completion(n, rows)
    for ordered, room in ((False, 4096), (False, 0), (True, 0)):  # by choices, by the bound
        probe = Probe(n, rows, ordered=ordered, room=room)
        answer = PAUSED
        while answer == PAUSED:
            answer = probe.run(nodes)
        assert answer == (REFUTED if expected is None else FOUND)
        if answer == FOUND:
            assert probe.solution[: len(rows)] == list(rows)
            # every free cell in turn, so the found placement attacks nowhere
            for row, column in enumerate(probe.solution):
                assert free_after(n, probe.solution[:row])[row, column]
            if ordered:
                assert tuple(probe.solution) == expected


@given(beginnings())
@settings(max_examples=50, deadline=None)
def test_the_row_program_never_loses_a_column_that_is_possible(
    case: tuple[int, tuple[int, ...]],
) -> None:
    n, rows = case
    possible = [c for c in range(n) if _fits(n, rows, c)]
    left = RowProgram(n, rows).candidates()
    if possible:
        assert left[0] <= possible[0]
        assert set(possible) <= set(left)


def _fits(n: int, rows: tuple[int, ...], column: int) -> bool:
    free = bool(free_after(n, rows)[len(rows), column])
    return free and completion(n, (*rows, column)) is not None


def test_what_the_ray_of_an_infeasible_program_refutes_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rays: list[bool] = []
    verified = RowProgram._is_refuted

    def watched(program: RowProgram) -> bool:
        rays.append(verified(program))
        return rays[-1]

    monkeypatch.setattr(RowProgram, "_is_refuted", watched)
    dead = [rows for rows in permutations(range(8), 4) if _is_free(rows) and not _is_left(8, rows)]
    assert len(rays) > 0
    assert all(rays)
    assert all(completion(8, rows) is None for rows in dead)
    # without a ray that verifies, nothing is refuted
    monkeypatch.setattr(RowProgram, "_is_refuted", lambda program: False)
    assert sum(_is_left(8, rows) for rows in dead) == len(rays)


def _is_free(rows: tuple[int, ...]) -> bool:
    count = len(rows)
    return (
        len({column + row for row, column in enumerate(rows)}) == count
        and len({column - row for row, column in enumerate(rows)}) == count
    )


def _is_left(n: int, rows: tuple[int, ...]) -> bool:
    return bool(RowProgram(n, rows).candidates())


@given(beginnings())
@settings(max_examples=50, deadline=None)
def test_propagation_loses_no_completion(case: tuple[int, tuple[int, ...]]) -> None:
    n, rows = case
    expected = completion(n, rows)
    free = free_after(n, rows)
    before = free.copy()
    is_possible = propagate(free, len(rows))
    assert (free <= before).all()
    if expected is not None:
        assert is_possible
        assert all(free[row, expected[row]] for row in range(len(rows), n))


# Progress, limits, checkpoints ------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_each_row_is_told_once_it_is_certain(engine: str) -> None:
    news: list[Progress] = []
    found = first_placement(Board.cube(8, 2), engine=engine, run=RunContext(progress=news.append))
    certain = [each.certain for each in news if isinstance(each, Filling)]
    lengths = [len(rows) for rows in certain]
    assert lengths == sorted(lengths)
    assert set(range(1, 9)) <= set(lengths)
    assert all(found.certain[: len(rows)] == rows for rows in certain)
    assert found.best == found.certain


@pytest.mark.parametrize("engine", ENGINES)
def test_a_stop_is_no_proof(engine: str) -> None:
    stop = threading.Event()
    stop.set()
    board = Board.cube(min(30, ENGINES[engine].most), 2)
    found = first_placement(board, engine=engine, run=RunContext(stop=stop))
    assert found.status is Status.STOPPED
    assert found.permutation is None
    assert found.fingerprint is None


def test_a_limit_is_kept() -> None:
    found = first_placement(Board.cube(48, 2), run=RunContext(Limit(seconds=0.2)))
    assert found.status is Status.LIMIT
    assert found.seconds >= 0.2
    assert f"{len(found.certain)} of 48 columns" in found.message


def test_a_checkpoint_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = Execution(checkpoint=tmp_path / "first")
    whole = first_placement(Board.cube(24, 2))
    found = None
    for share in (0.3, 0.6, 0.9):
        limit = Limit(nodes=int(share * whole.nodes))
        found = first_placement(Board.cube(24, 2), split=kept, run=RunContext(limit))
        if found.status is Status.OPTIMAL:
            break
        assert found.status is Status.LIMIT
    found = first_placement(Board.cube(24, 2), split=kept)
    assert found.permutation == whole.permutation
    again = first_placement(Board.cube(24, 2), split=kept)
    assert again.permutation == whole.permutation
    assert again.nodes == found.nodes
    with pytest.raises(InputError, match="checkpoint is of the first placement"):
        first_placement(Board.cube(25, 2), split=kept)


@pytest.mark.parametrize(
    ("n", "options", "message"),
    [
        (0, {}, "a side is 1 or more"),
        (1000, {}, "n = 1000 is out of reach"),
        (65, {"engine": "cp"}, "up to 64"),
        (8, {"engine": "nothing"}, "unknown engine 'nothing'"),
        (8, {"cuts": ("planar",)}, "cuts go with the engine lex-dfs"),
        (8, {"engine": "lex-dfs", "cuts": ("cube",)}, "unknown cut 'cube'"),
        (8, {"engine": "cp", "split": Execution("threads:1")}, "shards go with the engine rows"),
        (8, {"engine": "cp", "node_limit": 3}, "goes with the engine ilp-trunc, not 3 with cp"),
        (8, {"engine": "ilp-trunc", "node_limit": -1}, "a node limit, from 0"),
        (10, {"engine": "weighted"}, "the engine weighted takes n up to 9"),
    ],
)
def test_bad_input_is_one_clear_line(n: int, options: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        first_placement(Board.cube(n, 2), **options)


# Values -----------------------------------------------------------------------------------------


def test_the_greedy_rows_are_those_of_the_infinite_board() -> None:
    # by the definition: on each antidiagonal, from its top, the first cell that is not attacked
    queens: list[tuple[int, int]] = []
    for total in range(300):
        for row in range(total + 1):
            column = total - row
            if all(
                row != r and column != c and row - column != r - c and r + c != total
                for r, c in queens
            ):
                queens.append((row, column))
                break
    columns = dict(queens)
    known = 0
    while known in columns:
        known += 1
    known = min(known, 60)
    assert known > 30
    assert greedy_rows(known) == tuple(columns[row] for row in range(known))
    published = published_first(115)
    assert published is not None
    assert greedy_rows(36) == published[:36]
    assert greedy_rows(0) == ()


def test_the_published_data_are_those_of_the_paper() -> None:
    sides = published_sides()
    assert sides == tuple(range(21, 61))
    solved = [
        sum(published_seconds(n)[name] is not None for n in sides) for name in published_seconds(21)
    ]
    assert solved == [21, 35, 35, 35]
    assert published_seconds(8) == dict.fromkeys(published_seconds(21))
    assert published_first(55) is None


def test_comparison_stands_beside_the_paper() -> None:
    rows = compare_first([8, 21], ["rows", "cp"])
    assert [row.n for row in rows] == [8, 21]
    assert rows[1].published["CP"] == 0.01
    assert rows[1].agrees
    assert {first.status for first in rows[1].measured.values()} == {Status.OPTIMAL}
    with pytest.raises(InputError, match="unknown engine"):
        compare_first([8], ["nothing"])


def test_means_are_those_of_the_paper_but_for_two_columns() -> None:
    rows = [Row(n, published_seconds(n), {}) for n in published_sides()]
    published, measured = means(rows)
    printed, doubt = printed_means()
    assert measured == {}
    for name, other in (("ILP-ITER", "ILP-TRUNC"), ("ILP-TRUNC", "ILP-ITER")):
        assert name in doubt
        assert published[name].seconds == pytest.approx(printed[other], abs=0.01)
    for name in ("CP", "LEX-DFS"):
        assert published[name].seconds == pytest.approx(printed[name], rel=1e-4)
    assert [mean.solved for mean in published.values()] == [21, 35, 35, 35]


def test_a_mean_is_shifted() -> None:
    assert shifted_mean([0.0, 30.0]) == pytest.approx(10.0)  # the root of 10 * 40 is 20
    assert shifted_mean([7.0]) == pytest.approx(7.0)


def test_what_was_not_solved_counts_with_its_limit() -> None:
    (row,) = compare_first([30], ["ilp-iter"], RunContext(Limit(seconds=0.3)))
    mean = means([row])[1]["ilp-iter"]
    assert (mean.solved, mean.runs) == (0, 1)
    assert mean.seconds == pytest.approx(row.measured["ilp-iter"].seconds)


# Command line -------------------------------------------------------------------------------------


def test_the_verb_tells_all_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["first", "--n", "8", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["status"] == "optimal"
    assert answer["permutation"] == [1, 5, 8, 6, 3, 7, 2, 4]
    assert answer["fingerprint"] == list(fingerprint([0, 4, 7, 5, 2, 6, 1, 3]))
    assert answer["seconds"] >= 0


def test_the_verb_says_no(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["first", "--n", "3", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["status"] == "infeasible"
    assert answer["permutation"] is None


def test_the_verb_refuses_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("--n 0", "--n 8 --engine x", "--n 8 --engine cp --threads 2"):
        assert main(["first", *words.split()]) == 2
        error = capsys.readouterr().err
        assert error.startswith("nqviz: ")
        assert error.count("\n") == 1


def test_the_verb_writes_a_placement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "first.json"
    assert main(["first", "--n", "10", "-o", str(file)]) == 0
    capsys.readouterr()
    assert main(["verify", str(file)]) == 0


def test_the_paper_s_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "first", "--n", "8,21"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "LEX-DFS" in lines[0]
    assert lines[1].split()[0] == "8"
    assert "0.08" in lines[2]
    assert main(["compare", "first", "--n", "21", "--json", "--engines", "rows,cp"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rows"][0]["published"]["CP"] == 0.01
    assert answer["rows"][0]["measured"]["rows"]["status"] == "optimal"
    assert answer["rows"][0]["agrees"] is True
    mean = answer["means"]["published"]["CP"]
    assert mean == {"seconds": pytest.approx(0.01), "solved": 1, "runs": 1}


def test_the_paper_s_table_is_written_as_csv(tmp_path: Path) -> None:
    file = tmp_path / "first.csv"
    assert main(["compare", "first", "--n", "8,21", "--engines", "cp", "--csv", str(file)]) == 0
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert {(row["n"], row["method"], row["where"]) for row in rows} >= {
        ("8", "cp", "here"),
        ("21", "LEX-DFS", "published"),
        ("shmean", "cp", "here"),
    }
    assert [row["seconds"] for row in rows if row["method"] == "CP"] == ["0.01", "0.01"]
