"""Counted tables and thresholds in tasks: kept in one checkpoint, cut off and continued."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Status
from nqviz.counting import completion_threshold, count_table
from nqviz.run.context import RunContext
from nqviz.run.tasks import Checkpoint, Execution, Section, TaskRunner, TaskState
from nqviz.run.tasks.storage import read_only
from tests.nqviz.stopping import StopWhen


def test_a_table_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    split = Execution("threads:1", tmp_path / "file")
    whole = count_table("symmetric").value
    half = StopWhen(lambda progress: (progress.fraction or 0.0) > 0.5)
    cut = count_table("symmetric", RunContext(progress=half.watch, stop=half), split=split)
    assert cut.status is Status.STOPPED
    with read_only(tmp_path / "file") as storage:
        kept = dict(storage.records)
        fields = {name.partition("/")[0] for name in kept}
    assert 1 < len(fields) < storage.header["tasks"]
    found = count_table("symmetric", split=split).value
    assert found is not None
    assert whole is not None
    assert found.to_csv() == whole.to_csv()
    with read_only(tmp_path / "file") as storage:
        again = [name for name in kept if storage.records[name].at != kept[name].at]
        done = sum(record.weight for record in storage.records.values())
    assert again == []  # nothing is done twice
    assert done == pytest.approx(storage.header["weight"])


def test_the_checkpoint_of_another_table_is_refused(tmp_path: Path) -> None:
    split = Execution("threads:1", tmp_path / "file")
    count_table("7", split=split)
    with pytest.raises(InputError, match="is of the table 7 of counts"):
        count_table("6", split=split)
    with pytest.raises(InputError, match="not confirmed"):
        count_table("7", split=Execution(None, tmp_path / "shard", (1, 2)), confirm=True)


def add_one(task: int, part: TaskState, seconds: float) -> TaskState:
    return TaskState(True, 1, {"total": np.array(task + 1)})


def test_sections_keep_their_tasks_apart(tmp_path: Path) -> None:
    for tasks in (range(3), range(3), range(4)):
        checkpoint = Checkpoint(tmp_path / "file", {"what": "two questions"}, 2)
        sections = [Section(checkpoint, number) for number in range(2)]
        if len(tasks) == 4:
            with pytest.raises(InputError, match="has other tasks"):
                TaskRunner(add_one, tasks, Execution(None, sections[0]))
            continue
        for number, section in enumerate(sections):
            kept = len(section.slices)
            runner = TaskRunner(add_one, tasks[: 3 - number], Execution(None, section))
            runner.save_best({"queens": np.array(number)})
            runner.run(lambda: True)
            assert [int(part.arrays["total"]) for part in runner.slices] == [1, 2, 3][: 3 - number]
            assert bool(runner.premises) == bool(kept)
        checkpoint.close()


@pytest.mark.parametrize(("n", "d"), [(6, 2), (3, 3), (11, 2)])
def test_a_threshold_that_was_cut_off_goes_on(n: int, d: int, tmp_path: Path) -> None:
    board, split = Board.cube(n, d), Execution("threads:1", tmp_path / "file")
    whole = completion_threshold(board)
    soon = StopWhen(lambda progress: (progress.fraction or 0.0) > 0.0)
    completion_threshold(board, RunContext(progress=soon.watch, stop=soon), split=split)
    found = completion_threshold(board, split=split)
    assert (found.value, found.witness, found.queens) == (whole.value, whole.witness, whole.queens)
    again = completion_threshold(board, split=split)
    assert again.premises[0].endswith(f"of the checkpoint {tmp_path / 'file'}")
    assert (again.value, again.witness) == (whole.value, whole.witness)
