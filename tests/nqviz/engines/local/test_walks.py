"""Walks of a local search as tasks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.engines import LocalSearchEngine, Problem
from nqviz.engines.local.walks import walk_task
from nqviz.problems import maximum
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, TaskState
from nqviz.run.tasks.storage import Storage
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

BOARD = Board.cube(6, 3)


@pytest.mark.parametrize("executor", ["threads:2", "processes:2"])
def test_walks_find_what_is_asked_anywhere(executor: str) -> None:
    engine = LocalSearchEngine(1, Execution(executor))
    outcome = engine.solve(Problem(Placement(BOARD), 21))
    assert (outcome.status, outcome.count) == (Status.FEASIBLE, 21)


def test_a_limit_of_nodes_gives_one_answer() -> None:
    found = []
    for executor in ("threads:1", "threads:3", "threads:3"):
        engine = LocalSearchEngine(1, Execution(executor))
        outcome = engine.solve(Problem(Placement(Board.cube(7, 3))), RunContext(Limit(nodes=8000)))
        assert outcome.status is Status.LIMIT
        assert outcome.nodes == 8000
        found.append(outcome.placement)
    assert found[0] == found[1] == found[2]


def test_a_walk_is_the_same_wherever_its_slices_end() -> None:
    parts = []
    for seconds in (0.0, 1000.0):
        part = TaskState()
        while not part.done:
            part = walk_task(Board.cube(5, 3), (0,), 3, 250_000, 50, 2, part, seconds)
        parts.append(part)
    assert parts[0].nodes == parts[1].nodes == 250_000
    assert parts[0].arrays.keys() == parts[1].arrays.keys()
    for name, array in parts[0].arrays.items():
        assert np.array_equal(array, parts[1].arrays[name]), name


def test_a_stopped_search_goes_on_from_its_file(tmp_path: Path) -> None:
    kept, problem = Execution("threads:2", tmp_path / "kept"), Problem(Placement(Board.cube(9, 3)))
    stop = StopWhen(lambda news: (news.nodes or 0) > 20_000)
    engine = LocalSearchEngine(0, kept)
    before = engine.solve(problem, RunContext(progress=stop.watch, stop=stop))
    assert before.status is Status.STOPPED
    assert stop.age < STALL
    again = engine.solve(problem, RunContext(Limit(seconds=0.5)))
    assert (again.count or 0) >= (before.count or 0)


def test_each_record_keeps_the_seed_of_its_walk(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    engine = LocalSearchEngine(17, Execution("threads:1", file))
    engine.solve(Problem(Placement(Board.cube(5, 3))), RunContext(Limit(nodes=8000)))
    with Storage(file, read_only=True) as storage:
        assert {record.seed for record in storage.records.values()} == {17}
    engine = LocalSearchEngine(2**63, Execution("threads:1", tmp_path / "other"))
    with pytest.raises(InputError, match=r"seeds from 0 to 2\^63 - 1"):
        engine.solve(Problem(Placement(BOARD)), RunContext(Limit(nodes=8000)))


def test_shards_of_walks_are_refused(tmp_path: Path) -> None:
    split = Execution(None, tmp_path / "file", (1, 2))
    with pytest.raises(InputError, match="walks of a local search have no end"):
        maximum(BOARD, engine="local-search", split=split)
