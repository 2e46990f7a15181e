"""A count by theta bounds in shards: every shard grows the same tasks, and another plan agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from nqviz import Board
from nqviz.counting import count_maximum
from nqviz.engines.theta import nodes
from nqviz.run.tasks import Execution, ShardDone
from nqviz.run.tasks.merge import merge


def test_the_tasks_that_theta_bounds_leave_are_shared_and_joined(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(nodes, "MANY_CELLS", 120)  # covers close the tasks of larger nodes at once
    board, files = Board.cube(6, 3), [tmp_path / "1", tmp_path / "2"]
    done = []
    for number, file in enumerate(files, 1):
        split = Execution("threads:1", file, shard=(number, 2))
        with pytest.raises(ShardDone) as end:
            count_maximum(board, k=21, split=split, method="theta")
        done.append(end.value.entries)
    assert done[0]["tasks"] == done[1]["tasks"]
    assert all(0 < int(str(each["done"])) < int(str(each["tasks"])) for each in done)
    merge(files, tmp_path / "whole")
    split = Execution("threads:1", tmp_path / "whole", recheck=0.3, joined="2 shards")
    count = count_maximum(board, k=21, split=split, method="theta")
    assert (count.count, count.orbits) == (912, 19)
    assert "of 2 shards" in count.premises[0]
    assert "done again" in count.premises[0]
