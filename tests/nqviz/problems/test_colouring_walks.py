"""Colourings by walks in tasks: proper ones, kept in a checkpoint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Status
from nqviz.problems.colouring import colour
from nqviz.problems.colouring_walks import walk_task
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import Checkpoint, Execution, TaskState
from nqviz.run.tasks.storage import read_only

from .test_colouring import is_proper

SIX, EIGHT = Board.cube(6, 2), Board.cube(8, 2)


@pytest.mark.parametrize("executor", ["threads:1", "threads:3"])
def test_walks_find_the_fewest_colours(executor: str) -> None:
    found = colour(SIX, split=Execution(executor))
    assert (found.status, found.colours) == (Status.OPTIMAL, 7)
    assert found.value is not None
    assert is_proper(found.value)


def test_what_walks_have_found_is_kept(tmp_path: Path) -> None:
    split = Execution("threads:1", tmp_path / "file")
    assert colour(EIGHT, colours=10, split=split).colours == 10
    with read_only(tmp_path / "file") as storage:
        assert storage.best["colours"].max() == 9
    again = colour(EIGHT, RunContext(Limit(seconds=30)), colours=10, split=split)
    assert (again.status, again.colours) == (Status.FEASIBLE, 10)


def test_a_flawed_colouring_of_a_file_is_refused(tmp_path: Path) -> None:
    split = Execution("threads:1", tmp_path / "file")
    colour(EIGHT, colours=10, split=split)
    with read_only(tmp_path / "file") as storage:
        header = storage.header
    checkpoint = Checkpoint(
        tmp_path / "file", header["work"], header["tasks"], listed=header["list"],
        weight=header["weight"],
    )  # fmt: skip
    checkpoint.save_best({"colours": np.zeros(64, np.int64)})
    checkpoint.close()
    with pytest.raises(InputError, match="does not fit the search for 10"):
        colour(EIGHT, colours=10, split=split)


def test_walks_go_on_from_where_they_were_on_any_machine() -> None:
    board, begin = Board.cube(8, 2), TaskState(arrays={"need": np.array(8)})  # there is none
    first = walk_task(board, 3, 0, begin, 0.0)
    again = walk_task(board, 3, 0, begin, 0.0)
    assert not first.done
    assert np.array_equal(first.arrays["square"], again.arrays["square"])
    following = [walk_task(board, 3, 0, part, 0.0) for part in (first, again)]
    assert following[0].nodes == following[1].nodes > first.nodes
    assert np.array_equal(following[0].arrays["square"], following[1].arrays["square"])


def test_walks_make_no_shards(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="give no shard"):
        colour(EIGHT, colours=10, split=Execution(None, tmp_path / "file", (1, 2)))
