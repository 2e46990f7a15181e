"""Exhaustive search: known maxima, symmetries, executors, checkpoints, its list of tasks."""

from __future__ import annotations

from pathlib import Path

import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.engines import ExhaustiveEngine, Problem
from nqviz.engines.exhaustive.engine import MAX_CELLS
from nqviz.engines.exhaustive.splitting import SearchBoard
from nqviz.engines.threads import wait_for_engines
from nqviz.problems import maximum
from nqviz.proofs import Claim, Leaf, TreeProof, check
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution
from nqviz.run.tasks.storage import Storage
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL


@pytest.mark.parametrize(("n", "d", "most"), [(5, 3, 13), (6, 3, 21), (3, 5, 11), (4, 4, 16)])
def test_known_maxima_are_proven(n: int, d: int, most: int) -> None:
    board = Board.cube(n, d)
    refuted = maximum(board, prove=most + 1, engine="exhaustive")
    assert (refuted.status, refuted.bound) == (Status.INFEASIBLE, most)
    found = maximum(board, engine="exhaustive")
    assert (found.status, found.count) == (Status.OPTIMAL, most)


def test_symmetries_of_the_givens_are_used() -> None:
    board = Board.cube(5, 3)
    whole = SearchBoard(Placement(board))
    middle = SearchBoard(Placement(board, [(2, 2, 2)]))
    corner = SearchBoard(Placement(board, [(0, 0, 0)]))
    assert (len(whole.group), len(middle.group), len(corner.group)) == (48, 48, 6)
    assert middle.size == board.size - 1 - 13 * 4
    torus = SearchBoard(Placement(Board((5, 5), torus=True)))
    assert len(torus.group) == 8 * 25


def test_the_tasks_are_told() -> None:
    board = Board.cube(5, 3)
    outcome = maximum(board, prove=14, engine="exhaustive")
    proof = outcome.certificate
    assert isinstance(proof, TreeProof)
    assert proof.claim == Claim(Placement(board), 13)
    assert sum(nodes for kind, nodes in proof.tree if kind == Leaf.SEARCH) == outcome.nodes
    assert proof.tree[0] == (Leaf.PLACE, board.index((2, 2, 2)))  # attacks most
    assert check(proof).valid


@pytest.mark.parametrize("executor", ["threads:2", "processes:2"])
def test_every_executor_places_the_same_queens(
    executor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nqviz.run.tasks.executors.HEAD_START", 0.1)
    board = Board.cube(6, 3)
    here = maximum(board, prove=22, engine="exhaustive")
    there = maximum(board, prove=22, engine="exhaustive", split=Execution(executor))
    assert there.status is Status.INFEASIBLE
    assert there.nodes == here.nodes


def test_a_search_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    board, split = Board.cube(6, 3), Execution(checkpoint=tmp_path / "file")
    engine = ExhaustiveEngine().with_execution(split)
    first = engine.solve(Problem(Placement(board)), RunContext(Limit(nodes=20_000)))
    assert first.status is Status.LIMIT
    assert first.nodes is not None
    assert wait_for_engines(STALL)
    second = maximum(board, engine="exhaustive", split=split)
    assert (second.status, second.count) == (Status.OPTIMAL, 21)
    assert second.nodes is not None
    assert second.nodes >= first.nodes
    third = maximum(board, engine="exhaustive", split=split)
    assert (third.status, third.count) == (Status.OPTIMAL, 21)
    assert third.nodes == second.nodes  # nothing is searched again
    with pytest.raises(InputError, match=r"the search for the most queens on the .6,3. board"):
        maximum(Board.cube(5, 3), split=split)


def test_a_task_refuted_for_more_than_is_asked_for_is_searched_again(tmp_path: Path) -> None:
    """Without the placement that was found before, the checkpoint still proves nothing false."""
    file = tmp_path / "file"
    board = Board.cube(4, 3)
    assert maximum(board, split=Execution(checkpoint=file)).count == 7
    assert wait_for_engines(STALL)
    storage = Storage(file)
    storage.put_best({})
    storage.close()
    outcome = maximum(board, split=Execution(checkpoint=file))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 7)


def test_a_stop_is_heeded_at_once() -> None:
    stop = StopWhen(lambda news: (news.nodes or 0) > 0)
    problem = Problem(Placement(Board.cube(7, 3)))
    outcome = ExhaustiveEngine().solve(problem, RunContext(progress=stop.watch, stop=stop))
    assert stop.age < STALL
    assert outcome.status is Status.STOPPED
    assert wait_for_engines(STALL)


def test_nothing_is_at_work_soon_after_a_stop_in_the_midst_of_splitting() -> None:
    stop = StopWhen(lambda news: news.activity == "splitting the search")
    problem = Problem(Placement(Board.cube(12, 3)))
    outcome = ExhaustiveEngine().solve(problem, RunContext(progress=stop.watch, stop=stop))
    assert outcome.status is Status.STOPPED
    assert wait_for_engines(STALL)


def test_a_board_that_is_too_large_gets_one_line() -> None:
    board = Board((4, MAX_CELLS))
    with pytest.raises(InputError, match=r"at most 4,096 free cells; the .* has 16,384"):
        maximum(board, engine="exhaustive")
    with pytest.raises(InputError, match=r"an executor goes .* not with highs"):
        maximum(Board((4, 4)), engine="highs", split=Execution("threads:2"))


@pytest.mark.parametrize(("target", "status"), [(1, Status.FEASIBLE), (2, Status.INFEASIBLE)])
def test_small_targets(target: int, status: Status) -> None:
    board = Board((2, 2, 2))
    outcome = ExhaustiveEngine().solve(Problem(Placement(board), target))
    assert outcome.status in (status, Status.OPTIMAL if target == 1 else status)
    assert outcome.bound == 1 or target == 1
