"""Checkpoints: a run goes on where it was, and a damaged file never proves anything."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Placement, Status
from nqviz.counting import count_planar
from nqviz.engines import Problem, ThetaEngine
from nqviz.problems.first import first_placement
from nqviz.run.tasks import Checkpoint, Execution, TaskRunner, TaskState
from nqviz.run.tasks.checkpoint import SAVE_SECONDS, _decode, _encode, _text
from tests.nqviz.run.tasks.work import STEPS, broken, count_up, slow, totals

WORK = {"what": "adding up", "n": 9}
HEADER = {"format": "nqviz-checkpoint", "version": 1, "work": WORK, "tasks": 9}
HEADER_TEXT = json.dumps(HEADER)


def stopped_runner(file: Path, after: int) -> TaskRunner:
    """Run until so many tasks are done."""
    runner = TaskRunner(count_up, range(9), Execution(checkpoint=file), identity=WORK)
    runner.run(lambda: sum(part.done for part in runner.slices) < after)
    return runner


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "work.checkpoint"
    first = stopped_runner(file, 4)
    done = [part.done for part in first.slices]
    assert 4 <= sum(done) < 9
    again = TaskRunner(count_up, range(9), Execution(checkpoint=file), identity=WORK)
    assert [part.done for part in again.slices] == done
    again.run(lambda: True)
    assert totals(again) == [STEPS * task for task in range(9)]
    assert again.nodes == 9 * STEPS
    whole = TaskRunner(broken, range(9), Execution(checkpoint=file), identity=WORK)
    whole.run(lambda: True)  # nothing is left to do
    assert totals(whole) == totals(again)


def crafted(file: Path, arrays: dict[str, np.ndarray], name: str = "") -> None:
    """Give the last task, or the best result, of a checkpoint other arrays, with a checksum."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    place = max(i for i, line in enumerate(lines) if i and (name or "task") in line)
    del lines[place]["check"]
    lines[place][name or "arrays"] = _encode(arrays)
    file.write_text(
        "".join(_text(line) if "check" not in line else json.dumps(line) + "\n" for line in lines)
    )


@pytest.mark.parametrize(
    "arrays",
    [
        {},
        {"sum": np.array(3)},
        {"total": np.array([1.5, 2.5])},
        {"total": np.array("x"), "at": np.array(1)},
        {"total": np.zeros((0,), np.int64), "at": np.array(1)},
    ],
    ids=["none", "other name", "two numbers", "text", "empty"],
)
def test_arrays_that_no_count_writes_are_refused(
    tmp_path: Path, arrays: dict[str, np.ndarray]
) -> None:
    file = tmp_path / "kept"
    split = Execution(checkpoint=file)
    count_planar(Board.cube(8, 2), split=split)
    crafted(file, arrays)
    with pytest.raises(InputError, match="the checkpoint does not fit the count of full solutions"):
        count_planar(Board.cube(8, 2), split=split)


@pytest.mark.parametrize("missing", ["tried", "best", "weights", "nodes", "refuted"])
def test_arrays_that_no_search_for_the_first_placement_writes_are_refused(
    tmp_path: Path, missing: str
) -> None:
    file, board = tmp_path / "kept", Board.cube(10, 2)
    found = first_placement(board, checkpoint=str(file))
    again = first_placement(board, checkpoint=str(file))
    assert again.permutation == found.permutation
    assert again.premises == (f"the work of the checkpoint {file}",)
    line = json.loads(file.read_text().splitlines()[-1])
    arrays = dict(_decode(line["best"]))
    wrong = [{**arrays, missing: arrays[missing] + 1000}, {**arrays, missing: np.zeros((2, 3, 5))}]
    del arrays[missing]
    for each in [arrays, *wrong]:
        crafted(file, each, "best")
        if each is wrong[0] and (missing in ("nodes", "weights") or not each[missing].size):
            continue  # any numbers are possible
        with pytest.raises(InputError, match="the checkpoint does not fit the first placement"):
            first_placement(board, checkpoint=str(file))


@pytest.mark.parametrize("name", ["step", "values", "shift"])
def test_steps_that_no_theta_search_writes_are_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "kept"
    engine = ThetaEngine(file)
    problem = Problem(Placement(Board.cube(6, 3)), 22)
    assert engine.solve(problem).status is Status.INFEASIBLE
    kept = json.loads(file.read_text().splitlines()[-1])
    arrays = {key: value for key, value in _decode(kept["arrays"]).items() if key != name}
    crafted(file, {**arrays, "other": np.array(1)})
    if name in _decode(kept["arrays"]):
        with pytest.raises(InputError, match="the checkpoint does not fit"):
            engine.solve(problem)


def test_a_line_cut_off_by_a_kill_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "file"
    stopped_runner(file, 5)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines)[:-20])
    again = TaskRunner(count_up, range(9), Execution(checkpoint=file), identity=WORK)
    assert sum(part.done for part in again.slices) == len(lines) - 2
    again.run(lambda: True)
    assert totals(again) == [STEPS * task for task in range(9)]


def test_what_is_found_beside_the_tasks_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    runner = TaskRunner(count_up, range(2), Execution(checkpoint=file), identity=WORK)
    runner.save_best({"queens": np.array([1, 5])})
    runner.save_best({"queens": np.array([1, 5, 9])})
    runner.run(lambda: True)
    again = TaskRunner(count_up, range(2), Execution(checkpoint=file), identity=WORK)
    assert again.checkpoint is not None
    assert again.checkpoint.best["queens"].tolist() == [1, 5, 9]
    again.run(lambda: True)


def test_a_task_under_way_is_kept_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nqviz.run.tasks.checkpoint.SAVE_SECONDS", -1.0)
    assert SAVE_SECONDS > 1
    file = tmp_path / "file"
    runner = TaskRunner(slow, [0], Execution(checkpoint=file), identity=WORK)
    runner.run(lambda: runner.nodes < 3)
    again = TaskRunner(slow, [0], Execution(checkpoint=file), identity=WORK)
    assert again.slices[0].nodes >= 2
    again.run(lambda: False)


def kept(file: Path, tasks: int = 9) -> dict[int, tuple[bool, int]]:
    """Return what a checkpoint says of each task."""
    checkpoint = Checkpoint(file, WORK, tasks)
    checkpoint.close()
    return {index: (part.done, part.nodes) for index, part in checkpoint.slices.items()}


def test_a_flipped_bit_never_changes_what_a_checkpoint_says(tmp_path: Path) -> None:
    file = tmp_path / "file"
    checkpoint = Checkpoint(file, WORK, 9)
    for index in range(3):
        checkpoint.save(index, TaskState(True, 10 + index))
    checkpoint.close()
    data, right = file.read_bytes(), kept(file)
    refused = 0
    for place in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        file.write_bytes(flipped)
        try:
            assert kept(file).items() <= right.items(), f"bit {place}"
        except InputError:
            assert file.read_bytes() == flipped
            refused += 1
    assert refused > 0.6 * 8 * len(data)  # the rest is the last line, as if cut off by a kill


def test_a_checkpoint_without_checksums_is_read_and_gets_them(tmp_path: Path) -> None:
    lines = [{"task": index, "done": True, "nodes": 7, "arrays": ""} for index in range(2)]
    file = written(tmp_path / "file", HEADER, *lines)
    assert kept(file) == {0: (True, 7), 1: (True, 7)}
    assert all("check" in json.loads(line) for line in file.read_text().splitlines())
    assert kept(file) == {0: (True, 7), 1: (True, 7)}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_or_a_device_is_no_checkpoint(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="a pipe, not a file"):
        Checkpoint(tmp_path / "pipe", WORK, 9)
    with pytest.raises(InputError, match="a device, not a file"):
        Checkpoint("/dev/zero", WORK, 9)


@pytest.mark.parametrize("lines", [[], [HEADER_TEXT]])
def test_deep_json_in_a_checkpoint_gets_one_line(tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "file"
    file.write_text("".join(f"{line}\n" for line in [*lines, "[" * 200_000, "{}"]))
    with pytest.raises(InputError, match=r"not a checkpoint|line 2 is not a task"):
        Checkpoint(file, WORK, 9)


def written(file: Path, *lines: object) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["hello"], "not a checkpoint"),
        ([{"format": "nqviz-placement"}], "not a checkpoint"),
        ([{**HEADER, "version": 3}], "version 3; this program reads versions 1 to 2"),
        ([{**HEADER, "version": 2}], "line 1 of the checkpoint is damaged"),
        ([HEADER, {"task": "1", "done": True, "nodes": 1, "arrays": ""}, {}], "2 is not a task"),
        ([HEADER, {"task": 1, "done": "no", "nodes": 1, "arrays": ""}, {}], "2 is not a task"),
        ([{**HEADER, "work": {"what": "counting"}}], "is of counting, not of adding up"),
        ([{**HEADER, "work": {**WORK, "n": 8}}], "of adding up, with other settings"),
        ([HEADER, {"task": 9, "done": True, "nodes": 1, "arrays": ""}, {}], "2 is not a task"),
        ([HEADER, {"task": 1}, HEADER], "2 is not a task"),
        (
            [HEADER, {"task": 1, "done": True, "nodes": 1, "arrays": "?"}, {}],
            "2 is not a task",
        ),
    ],
)
def test_a_wrong_or_foreign_checkpoint_gets_one_line_and_is_left_alone(
    tmp_path: Path, lines: list[object], words: str
) -> None:
    file = written(tmp_path / "file", *lines)
    before = file.read_bytes()
    with pytest.raises(InputError, match=words) as caught:
        TaskRunner(count_up, range(9), Execution(checkpoint=file), identity=WORK)
    assert "\n" not in str(caught.value)
    assert file.read_bytes() == before


def test_a_checkpoint_that_cannot_be_written_gets_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be used: no such file"):
        TaskRunner(count_up, range(9), Execution(checkpoint=tmp_path / "none" / "file"))


def test_arrays_of_objects_stay_out_of_files(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "kept", {"what": "things"}, 1)
    things = np.empty(1, dtype=object)
    things[0] = object()
    checkpoint.save(0, TaskState(True, 2, {"things": things, "number": np.array(3)}))
    checkpoint.close()
    again = Checkpoint(tmp_path / "kept", {"what": "things"}, 1)
    again.close()
    assert list(again.slices[0].arrays) == ["number"]


def test_one_run_at_a_time_uses_a_checkpoint(tmp_path: Path) -> None:
    first = Checkpoint(tmp_path / "file", WORK, 9)
    with pytest.raises(InputError, match="another run is using this checkpoint"):
        Checkpoint(tmp_path / "file", WORK, 9)
    first.close()
    Checkpoint(tmp_path / "file", WORK, 9).close()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
