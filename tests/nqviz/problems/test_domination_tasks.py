"""Domination in tasks: the same answers as brute force, kept in a checkpoint, in shards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Status
from nqviz.engines.domination.tasks import domination_task, tasks_of
from nqviz.problems import dominate
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import Execution, ShardDone, TaskState
from nqviz.run.tasks.merge import merge

from .test_domination import BOARDS, brute_force, is_dominating

THREADS = Execution("threads:2")


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_tasks_find_the_fewest(board: Board, independent: bool) -> None:
    fewest = brute_force(board, independent)
    found = dominate(board, independent=independent, split=THREADS)
    assert (found.status, found.bound) == (Status.OPTIMAL, fewest)
    assert is_dominating(found, independent)
    assert len(found.value or ()) == fewest
    for at_most in range(max(1, fewest - 1), fewest + 2):
        asked = dominate(board, independent=independent, at_most=at_most, split=THREADS)
        assert (asked.status is Status.INFEASIBLE) == (at_most < fewest)


def test_a_search_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    board, split = Board.cube(8, 2), Execution("threads:1", tmp_path / "file")
    cut = dominate(board, RunContext(Limit(nodes=50)), split=split)
    assert cut.status is Status.LIMIT
    found = dominate(board, split=split)
    assert (found.status, found.bound) == (Status.OPTIMAL, 5)
    assert "tasks of the checkpoint" in found.premises[0]
    assert found.nodes == dominate(board, split=Execution("threads:1")).nodes


def test_shards_keep_the_smaller_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.engines.domination.tasks.ROUNDS", 0)  # the tasks find all
    board, files = Board.cube(7, 2), [tmp_path / "1", tmp_path / "2"]
    for number, file in enumerate(files, 1):
        with pytest.raises(ShardDone):
            dominate(board, split=Execution("threads:1", file, (number, 2)))
    merge(files, tmp_path / "whole")
    found = dominate(board, split=Execution("threads:1", tmp_path / "whole", joined="2 shards"))
    assert (found.status, found.bound, len(found.value or ())) == (Status.OPTIMAL, 4, 4)


def test_only_exhaustive_search_splits() -> None:
    for engine in ("highs", "local-search", "lp"):
        with pytest.raises(InputError, match="go with the engine exhaustive"):
            dominate(Board.cube(4, 2), engine=engine, split=THREADS)


@pytest.mark.parametrize("name", ["open", "allowed", "choices", "counts", "tried", "state"])
def test_the_state_of_another_search_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.engines.exhaustive.tasks.LOOK_NODES", 1)
    board = Board.cube(9, 2)
    for task in tasks_of(board, False, 4):
        part = domination_task(
            board, False, False, task, TaskState(arrays={"need": np.array(4)}), 0.0
        )
        if not part.done:
            break
    for wrong in (part.arrays[name][:-1], np.full_like(part.arrays[name], 2**62)):
        arrays = {**part.arrays, name: wrong}
        with pytest.raises(ValueError, match="the state of a search"):
            domination_task(board, False, False, task, replace(part, arrays=arrays), 0.0)
