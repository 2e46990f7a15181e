"""The tree of a theta search in tasks: the same wherever, in whatever slices, and from whichever
file they run, and checked before it is taken over."""

from __future__ import annotations

import os
import signal
import threading
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.core.board import IntArray
from nqviz.core.interruption import Interrupted
from nqviz.core.jit import signature
from nqviz.counting.maximum.theta_count import CountWork, ThetaCountTask
from nqviz.engines import Problem
from nqviz.engines.base import run_beside
from nqviz.engines.bits import pack
from nqviz.engines.exhaustive import clique_cover
from nqviz.engines.exhaustive.clique_cover import crowded_last
from nqviz.engines.search_state import SearchState
from nqviz.engines.theta import engine as module
from nqviz.engines.theta import nodes, tree
from nqviz.engines.theta.bound import Relaxation
from nqviz.engines.theta.engine import ThetaSearch
from nqviz.engines.theta.free_cells import SearchCells, ThetaTask
from nqviz.engines.theta.record import check_part, check_task
from nqviz.engines.theta.tree import ProofWork, matrices_of
from nqviz.engines.theta.warm_start import WarmStarts, check_start, started, starts_of
from nqviz.problems import maximum
from nqviz.proofs import TreeProof, check
from nqviz.run.context import RunContext
from nqviz.run.tasks import START, Execution, ShardDone, TaskRunner, TaskState, executors
from nqviz.run.tasks.abandoned import run_flagged
from nqviz.run.tasks.merge import merge
from nqviz.run.tasks.split import Work
from nqviz.run.tasks.storage import Storage, read_only

BOARD = Board.cube(5, 3)
PROBLEM = Problem(Placement(BOARD), 14)


@pytest.fixture(autouse=True)
def deep_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few clique covers and few steps make the tree of a small board deep."""
    for name, value in (
        ("MANY_CELLS", 50),
        ("FEW_CELLS", 25),
        ("COLD_STEPS", 8),
        ("WARM_STEPS", 6),
    ):
        monkeypatch.setattr(nodes, name, value)
    monkeypatch.setattr(module, "TASK_BOUNDS", 5)


def proof(split: Execution | None = None, limit: Limit | None = None) -> TreeProof:
    work = partial(module.prove_by_theta, split=split)
    outcome = run_beside("theta", work, PROBLEM, RunContext(limit))
    assert (outcome.status, outcome.bound) == (Status.INFEASIBLE, 13), outcome.message
    assert isinstance(outcome.certificate, TreeProof)
    return outcome.certificate


def same(first: TreeProof, second: TreeProof) -> bool:
    pairs = zip(first.matrices, second.matrices, strict=True)
    return first.tree == second.tree and all(
        one.shift == other.shift and np.array_equal(one.values, other.values)
        for one, other in pairs
    )


def test_slices_threads_and_files_make_the_same_certificate(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = proof()
    assert check(whole).valid
    assert len(whole.tree) > 30
    assert same(whole, proof(Execution("threads:3")))
    monkeypatch.setattr(executors, "SLICE_SECONDS", 1e-4)
    assert same(whole, proof(Execution("threads:1")))
    monkeypatch.setattr(executors, "SLICE_SECONDS", 0.15)
    file, runs = tmp_path / "kept", 0
    while True:  # a limit of nodes cuts it off again and again
        work = partial(module.prove_by_theta, split=Execution(checkpoint=file))
        outcome = run_beside("theta", work, PROBLEM, RunContext(Limit(nodes=12)))
        runs += 1
        if outcome.status is not Status.LIMIT:
            break
        assert runs < 100
    assert runs > 2
    assert isinstance(outcome.certificate, TreeProof)
    assert same(whole, outcome.certificate)


def test_processes_make_the_same_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "HEAD_START", 0.0)
    assert same(proof(), proof(Execution("processes:2")))


def test_shards_make_the_same_certificate(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.checkpoint" for number in (1, 2)]
    for number, file in enumerate(files, 1):
        with pytest.raises(ShardDone, match=f"shard {number} of 2 is done"):
            proof(Execution("threads:1", file, (number, 2)))
    counts = []
    for file in files:
        with read_only(file) as storage:
            counts.append(sum("." in name for name in storage.records))
    joined = tmp_path / "joined"
    merge(files, joined)
    whole = Execution("threads:1", joined, joined="2 shards", recheck=1.0)
    assert same(proof(), proof(whole))
    with read_only(joined) as storage:
        assert max(counts) < len(storage.records)


def test_shards_need_a_number_of_queens(tmp_path: Path) -> None:
    split = Execution(None, tmp_path / "file", (1, 2))
    with pytest.raises(InputError, match="give --prove K"):
        maximum(BOARD, engine="theta", split=split)


def whole_task() -> tuple[SearchCells, ThetaTask, TaskState]:
    free = SearchCells(Placement(BOARD))
    plan = nodes.Plan.of(BOARD)._replace(depth=0)
    part = TaskState(arrays={"need": np.array(14)})
    while not part.done:
        part = ProofWork(BOARD, (), plan)(free.root, part, 10.0)
    return free, free.root, part


@pytest.mark.parametrize("counts", [False, True])
def test_a_trial_of_covers_ends_when_nobody_waits_for_it(counts: bool) -> None:
    ended, board = threading.Event(), Board.cube(7, 3)
    ended.set()
    cells = SearchCells(Placement.from_indices(board, [0]))
    plan = nodes.Plan.of(board)._replace(many=board.size, choices=2**62)
    task: object = ThetaTask((), pack(np.arange(1, cells.size), cells.size))
    work: nodes.TreeWork = ProofWork(board, (0,), plan)
    if counts:
        task = ThetaCountTask((), (), pack(np.arange(cells.size), cells.size))
        work = CountWork(board, (0,), plan)
    with pytest.raises(Interrupted):
        run_flagged(ended, work, task, TaskState(arrays={"need": np.array(40)}), 1e-3)


def test_kernels_get_attacks_in_the_order_that_they_are_compiled_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    free, seen = SearchCells(Placement(BOARD)), []

    def watched(attacks: npt.NDArray[np.bool_]) -> IntArray:
        seen.append(attacks)
        return crowded_last(attacks)

    monkeypatch.setattr(clique_cover, "crowded_last", watched)
    attacks = free.attacks_of(free.root, np.arange(3, 90))
    list(clique_cover.crowded_searches(attacks, 9, np.zeros(1, np.int64), many=50))
    assert len(seen) > 2
    assert all(each.flags.c_contiguous for each in (attacks, *seen))


def test_what_does_not_close_its_node_is_refused() -> None:
    free, task, part = whole_task()
    check_part(free, task, part, searches=True)
    steps = part.arrays["tree"]
    placed = int(np.flatnonzero(steps[:, 0] == 0)[0])
    changes = [
        {"tree": steps[:-1]},
        {"tree": np.vstack((steps, [(3, 0)]))},
        {"tree": np.vstack(([(0, 200)], steps))},
        {"tree": np.vstack((steps[: placed + 1], steps[placed:]))},
        {"tree": np.array([(3, 0)])},
        {"tree": np.array([(2, 7)]), "need": np.array(13)},  # 13 queens fit
        {"need": np.array(12)},
        {"tree": np.array([(tree.LEFT, 0)])},
        {"entries": np.zeros_like(part.arrays["entries"])},
        {"sizes": part.arrays["sizes"] + 1},
    ]
    for change in changes:
        altered = TaskState(True, 1, {**part.arrays, **change})
        with pytest.raises(InputError, match="does not close its node"):
            check_task(BOARD, (), task, altered, 1.0)


def test_a_task_with_a_flaw_in_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    proof(Execution(checkpoint=file))
    with Storage(file) as storage:
        name, record = next(
            (name, each)
            for name, each in storage.records.items()
            if len(each.state.arrays["sizes"])
        )
        arrays = {**record.state.arrays, "entries": 0 * record.state.arrays["entries"]}
        storage.put(type(record)(name, TaskState(True, 1, arrays)))
    with pytest.raises(InputError, match="does not fit the search"):
        proof(Execution(checkpoint=file))


def test_a_start_that_has_gone_too_far_is_none() -> None:
    """A count of (5,4) ended with it, as its checkpoint did not fit."""
    attacks = np.asarray(BOARD.attack_graph.toarray(), dtype=np.bool_)
    starts, sizes = WarmStarts(), len(attacks)
    for sigma, estimate in ((np.nan, 5.0), (np.inf, 5.0), (0.1, -1.0), (0.1, np.nan)):
        one = Relaxation.cold(attacks)
        one.sigma, one.estimate = sigma, estimate
        starts.add(one)
    _, each = starts_of(TaskState(True, 1, {"need": np.array(3), **starts.arrays()}))
    for start in each:
        check_start(start, sizes)
        assert not np.isfinite(started(attacks, start).estimate)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("weight", [0.0, -1e-3])
def test_cells_without_weight_begin_from_nothing(weight: float) -> None:
    """Scaled to trace 1 again and again, single precision overflows."""
    above = Relaxation.cold(np.asarray(BOARD.attack_graph.toarray(), dtype=np.bool_))
    for _ in range(20):
        above.step()
    above.x[:, 4:] = above.x[4:] = np.float32(weight)
    for left in (above.restricted(np.arange(4, 20)), above.placed(0, np.arange(4, 20))):
        assert left.x.trace() == pytest.approx(1.0)
        assert not np.isfinite(left.estimate)
    assert above.restricted(np.arange(0)).x.size == 0


def test_a_task_that_left_no_nodes_has_no_starts() -> None:
    part, each = starts_of(TaskState(True, 1, {"need": np.array(3), **WarmStarts().arrays()}))
    assert (set(part.arrays), each) == ({"need", "start scales"}, [])


def test_a_task_starts_from_the_bound_of_the_node_above() -> None:
    attacks = np.asarray(BOARD.attack_graph.toarray(), dtype=np.bool_)
    above, starts = Relaxation.cold(attacks), WarmStarts()
    starts.add(above)  # it has no bound yet
    for _ in range(60):
        above.step()
    left = np.flatnonzero(~attacks[0])[1:]
    starts.add(above.placed(0, left))
    part, each = starts_of(TaskState(True, 1, {"need": np.array(3), **starts.arrays()}))
    assert set(part.arrays) == {"need", "start scales"}  # no matrices are kept twice
    for start, size in zip(each, (len(attacks), len(left)), strict=True):
        check_start(start, size)
    below = attacks[np.ix_(left, left)]
    cold, warm = (started(below, start) for start in each)
    exact = above.placed(0, left)
    assert not np.isfinite(cold.estimate)
    assert warm.estimate == exact.estimate
    assert np.abs(warm.x - exact.x).max() < 1e-3 * np.abs(exact.x).max()
    assert np.abs(warm.s - exact.s).max() < 1e-3 * np.abs(exact.s).max()
    bounds = []
    for relaxation in (Relaxation.cold(below), warm):
        for _ in range(10):
            relaxation.step()
        bounds.append(relaxation.estimate)
    assert bounds[1] < bounds[0]
    matrices, scale = each[1]
    for change in ({scale: -each[1][scale]}, {matrices: each[1][matrices][1:]}):
        with pytest.raises(ValueError, match="does not fit"):
            check_start({**each[1], **change}, len(left))


def test_a_task_begins_with_arrays_that_the_kernels_of_nqviz_take() -> None:
    free = SearchCells(Placement(BOARD))
    cells = np.arange(1, free.size)
    attacks = free.attacks_of(ThetaTask((0,), pack(cells, free.size), (2,)), cells)
    assert signature((attacks,)) == "bool[2]"  # of other arrays numba compiles them first


def test_a_file_keeps_what_a_task_starts_from_until_it_is_done(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    work = partial(module.prove_by_theta, split=Execution(checkpoint=file))

    def starting() -> dict[str, bool]:
        with read_only(file) as storage:
            return {
                name: each.state.done
                for name, each in storage.records.items()
                if any(START in array or array == "starts" for array in each.state.arrays)
                and each.state.arrays.get("starts", np.ones(1)).size
            }

    run_beside("theta", work, PROBLEM, RunContext(Limit(nodes=12)))
    waiting = starting()
    assert waiting
    assert not any(waiting.values())
    proof(Execution(checkpoint=file))
    assert starting() == {}


def test_matrices_come_back_from_their_arrays() -> None:
    _, _, part = whole_task()
    for entries in matrices_of(part.arrays):
        assert entries.values.dtype in (np.int8, np.int16, np.int32)
        assert entries.shift >= 0


def fall_twice(
    work: Work, falls: str, task: ThetaTask, part: TaskState, seconds: float
) -> TaskState:
    """End the process on a task of two queens, until the task is to be split."""
    if len(task.queens) == 2 and not Path(falls).exists() and "budget" not in part.arrays:
        os.kill(os.getpid(), signal.SIGKILL)
    if "budget" in part.arrays:
        Path(falls).touch()
    return work(task, part, seconds)


def test_a_task_whose_workers_were_lost_twice_is_split(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(executors, "HEAD_START", 0.0)
    falls, whole = tmp_path / "falls", proof()

    def falling(*arguments: Any, **named: Any) -> TaskRunner:
        work, *others = arguments
        return TaskRunner(partial(fall_twice, work, str(falls)), *others, **named)

    monkeypatch.setattr(module, "TaskRunner", falling)
    split = proof(Execution("processes:1"))
    assert falls.exists()
    assert check(split).valid
    assert split.claim == whole.claim


def test_no_task_is_searched_for_more_than_the_saved_placement_asks_for(tmp_path: Path) -> None:
    """Else the file of a run that is killed would hold tasks of a placement that it lacks."""
    state = SearchState(Problem(Placement(BOARD)), RunContext())
    search = ThetaSearch(state, Execution(checkpoint=tmp_path / "file"))
    checkpoint = search.runner.checkpoint
    assert checkpoint is not None
    state.submit_incumbent(np.array([BOARD.index((0, 0, 0)), BOARD.index((1, 2, 4))]))
    assert len(state.best) == 2
    assert int(search._begin(0).arrays["need"]) == 1
    search._look()
    assert int(search._begin(0).arrays["need"]) == 3
    assert len(checkpoint.best["queens"]) == 2
    checkpoint.close()


@pytest.mark.parametrize("bounds", [0, 3, 9])
def test_a_level_of_the_tree_leaves_the_nodes_with_more_queens_to_others(bounds: int) -> None:
    """Also where some of them are begun: what is left closes the node together with the level."""
    free = SearchCells(Placement(BOARD))
    work = ProofWork(BOARD, (), nodes.Plan.of(BOARD)._replace(depth=0, single=True))
    waiting: list[Any] = [free.root]
    done = 0
    while waiting:
        task = waiting.pop()
        part = TaskState(arrays={"need": np.array(14)})
        for _ in range(bounds):
            part = part if part.done else work(task, part, 10.0)
        part = part if part.done else module._level(task, part)
        while not part.done:
            part = work(task, part, 10.0)
        check_part(free, task, part)
        children = [child for child, _ in module._children(part)]
        assert all(len(child.queens) > len(task.queens) for child in children)
        waiting += children
        done += 1
    assert done > 1


def test_attacks_are_kept_as_the_compiled_kernels_take_them() -> None:
    free = SearchCells(Placement(BOARD))
    attacks = free.attacks_of(free.root, np.arange(free.size))
    relaxation = started(attacks, {})
    assert (relaxation.attacks == attacks).all()
    kept = np.arange(0, free.size, 2)
    for each in (relaxation, relaxation.restricted(kept), relaxation.placed(0, kept[1:])):
        assert each.attacks.flags.c_contiguous
