"""Theta search: the tree, its orbits and its proofs against brute force, with no help beside it."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Outcome, Placement, Status
from nqviz.engines import ENGINES, Problem, certificate
from nqviz.engines.base import run_beside
from nqviz.engines.theta import engine as module
from nqviz.engines.theta import free_cells, tree
from nqviz.engines.theta import nodes as theta_nodes
from nqviz.engines.threads import wait_for_engines
from nqviz.problems import maximum
from nqviz.proofs import check
from nqviz.run.context import RunContext, ignore_progress
from nqviz.run.tasks import Execution, executors
from nqviz.run.tasks.storage import Storage
from tests.nqviz.oracle import BOARDS, largest_placement, some_givens
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL


def solve(
    problem: Problem, limit: Limit | None = None, stop: StopWhen | None = None
) -> Outcome[Placement]:
    """Run theta search alone."""
    watch = ignore_progress if stop is None else stop.watch
    return run_beside("theta", module.prove_by_theta, problem, RunContext(limit, watch, stop))


MORE = [Board((3, 3, 3, 3)), Board((3, 3, 3), torus=True), Board((4, 4, 3), torus=True)]


@pytest.mark.parametrize("givens", [0, 1, 2])
@pytest.mark.parametrize("board", [*BOARDS, *MORE], ids=str)
def test_deep_trees_agree_with_brute_force(
    monkeypatch: pytest.MonkeyPatch, board: Board, givens: int
) -> None:
    for name in ("FEW_CELLS", "MANY_CELLS"):  # no clique covers: the tree goes to the bottom
        monkeypatch.setattr(theta_nodes, name, 3)
    cells = some_givens(board, givens, random.Random(givens))
    most = largest_placement(board, cells)
    placement = Placement.from_indices(board, cells)
    outcome = solve(Problem(placement))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, most, most)
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert solve(Problem(placement, most)).status in (Status.FEASIBLE, Status.OPTIMAL)
    refuted = solve(Problem(placement, most + 1))
    assert (refuted.status, refuted.bound) == (Status.INFEASIBLE, most)
    for proof in (certificate(outcome, placement), certificate(refuted, placement)):
        assert proof is not None
        assert proof.bound == most
        assert check(proof).valid


@pytest.mark.parametrize(("few", "many", "trial"), [(20, 20, 1), (10, 60, 20), (60, 80, 10**6)])
@pytest.mark.parametrize("seed", range(5))
def test_trees_with_clique_covers_at_their_ends_agree_too(
    monkeypatch: pytest.MonkeyPatch, few: int, many: int, trial: int, seed: int
) -> None:
    for name, value in (("FEW_CELLS", few), ("MANY_CELLS", many), ("TRIAL", trial)):
        monkeypatch.setattr(theta_nodes, name, value)
    board = Board.cube(5, 3)
    cells = some_givens(board, 3, random.Random(seed))
    most = largest_placement(board, cells)
    outcome = solve(Problem(Placement.from_indices(board, cells)))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, most, most)


@pytest.mark.parametrize("choices", [0, 10**6])
def test_clique_covers_are_tried_for_few_choices_only(
    monkeypatch: pytest.MonkeyPatch, choices: int
) -> None:
    budgets = []
    cover = tree.TreeSearch._cover

    def noted(search: tree.TreeSearch, node: tree.Node, need: int, budget: int) -> None:
        budgets.append(budget)
        cover(search, node, need, budget)

    monkeypatch.setattr(tree.TreeSearch, "_cover", noted)
    monkeypatch.setattr(theta_nodes, "MANY_CHOICES", choices)
    outcome = solve(Problem(Placement(Board.cube(6, 3)), 22))
    assert (outcome.status, outcome.bound) == (Status.INFEASIBLE, 21)
    assert (theta_nodes.TRIAL in budgets) == (choices > 0)


@pytest.mark.parametrize(
    ("n", "d", "count"),
    [(3, 3, 4), (4, 3, 7), (5, 3, 13), (6, 3, 21), (3, 4, 6), (3, 5, 11)],
)
def test_published_maxima_are_proven(n: int, d: int, count: int) -> None:
    problem = Problem(Placement(Board.cube(n, d)), count + 1)
    outcome = solve(problem)
    assert (outcome.status, outcome.bound) == (Status.INFEASIBLE, count)


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_that_share_a_tree_leave_one_proof(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    for name in ("FEW_CELLS", "MANY_CELLS"):
        monkeypatch.setattr(theta_nodes, name, 40)
    givens = Placement(Board.cube(5, 3))
    for target, status in ((14, Status.INFEASIBLE), ("max", Status.OPTIMAL)):
        outcome = solve(Problem(givens, target), Limit(threads=threads))
        assert (outcome.status, outcome.bound) == (status, 13)
        proof = certificate(outcome, givens)
        assert proof is not None
        assert check(proof).valid


def test_an_error_in_one_thread_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree.TreeSearch, "_cover", lambda *_: 1 / 0)
    outcome = solve(Problem(Placement(Board.cube(6, 3)), 22), Limit(threads=2))
    assert outcome.status is Status.FAILED
    assert "ZeroDivisionError" in outcome.message
    assert wait_for_engines(STALL)


def test_a_stop_in_the_midst_of_a_node_shows_at_once_and_proves_nothing() -> None:
    stop = StopWhen(lambda news: (news.nodes or 0) > 0)
    outcome = solve(Problem(Placement(Board.cube(9, 3)), 68), stop=stop)
    assert stop.age < STALL
    assert outcome.status is Status.STOPPED
    assert outcome.bound is not None
    assert outcome.bound >= 68
    assert wait_for_engines(STALL)


def test_a_node_limit_proves_nothing() -> None:
    outcome = solve(Problem(Placement(Board.cube(7, 3)), 33), Limit(nodes=3))
    assert (outcome.status, outcome.nodes) == (Status.LIMIT, 3)


def test_a_limit_tells_the_bound_at_the_root() -> None:
    problem = Problem(Placement(Board.cube(7, 3)), 33)
    outcome = ENGINES["theta"].solve(problem, RunContext(Limit(nodes=3)))
    assert outcome.status is Status.LIMIT
    assert outcome.bound is not None
    assert 33 <= outcome.bound <= 38  # the theta bound is 37.0, that of the linear program 40.8


def test_local_search_beside_it_gives_the_placement() -> None:
    outcome = ENGINES["theta"].solve(Problem(Placement(Board.cube(6, 3))))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 21)
    assert outcome.engine == "theta proof: placement by local search, bound by theta search"


def test_a_board_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="at most 1,500 free cells"):
        ENGINES["theta"].solve(Problem(Placement.from_indices(Board.cube(12, 3), [0])))


def test_symmetries_of_large_groups_are_a_group_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(free_cells, "MAX_ENTRIES", 81 * 5)  # room for two axes of (3,4)
    board = Board.cube(3, 4)
    table, _ = free_cells.symmetries(board, np.zeros(0, np.int64), np.arange(board.size))
    rows = {tuple(row) for row in table.tolist()}
    assert len(rows) == 4
    assert {tuple(a[b].tolist()) for a in table for b in table} == rows


# Checkpoints ------------------------------------------------------------------------------------


def kept(problem: Problem, path: Path, limit: Limit | None = None) -> Outcome[Placement]:
    """Run theta search alone, with a checkpoint."""
    work = partial(module.prove_by_theta, split=Execution(checkpoint=path))
    return run_beside("theta", work, problem, RunContext(limit))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("target", ["max", 14])
def test_a_search_that_was_cut_off_goes_on_from_its_checkpoint(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, target: Any, threads: int
) -> None:
    for name, value in (("MANY_CELLS", 50), ("FEW_CELLS", 40)):
        monkeypatch.setattr(theta_nodes, name, value)
    for name in ("COLD_STEPS", "WARM_STEPS"):  # so few that the tree is deep
        monkeypatch.setattr(theta_nodes, name, 10)
    problem = Problem(Placement(Board.cube(5, 3)), target)
    whole = solve(problem)
    assert whole.nodes is not None
    nodes, runs = 0, 0
    while True:
        runs += 1
        limit = Limit(nodes=2 * whole.nodes // 3, threads=threads)
        outcome = kept(problem, tmp_path / "kept", limit)
        nodes += outcome.nodes or 0
        if outcome.status is not Status.LIMIT:
            break
        assert runs < 20
        assert outcome.certificate is None or outcome.bound != 13
    assert runs > 1
    assert outcome.bound == 13
    assert outcome.status is (Status.OPTIMAL if target == "max" else Status.INFEASIBLE)
    assert nodes < 2 * whole.nodes + 10 * runs
    proof = certificate(outcome, problem.givens)
    assert proof is not None
    assert check(proof).valid
    again = kept(problem, tmp_path / "kept")  # all is there already
    assert (again.bound, again.nodes) == (13, 0)


def test_a_checkpoint_of_something_else_or_altered_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(executors, "SLICE_SECONDS", STALL)  # else a bound may answer before the end
    file = tmp_path / "kept"
    kept(Problem(Placement(Board.cube(5, 3)), 14), file)
    storage = Storage(file)
    header = storage.header
    storage.close()
    with pytest.raises(InputError, match="is of the search for 14 queens"):
        kept(Problem(Placement(Board.cube(5, 3)), 15), file)
    with pytest.raises(InputError, match=r"theta or exhaustive, not with lp"):
        maximum(Board.cube(5, 3), engine="lp", split=Execution(checkpoint=file))
    # The root closed by a matrix of another size.
    other = tmp_path / "other"
    kept(Problem(Placement(Board.cube(4, 3)), 8), other)
    source = Storage(other)
    file.unlink()
    target = Storage(file, header)
    for record in source.records.values():
        target.put(record)
    source.close()
    target.close()
    with pytest.raises(InputError, match="does not fit the search"):
        kept(Problem(Placement(Board.cube(5, 3)), 14), file)


def test_the_checkpoint_of_theta_search_is_an_option(tmp_path: Path) -> None:
    outcome = maximum(
        Board.cube(5, 3), engine="theta", split=Execution(checkpoint=tmp_path / "kept")
    )
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 13)
    assert (tmp_path / "kept").exists()
