"""Tasks: the same result on every executor, a stop heeded at once, nothing lost by a kill."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from nqviz import InputError
from nqviz.run.tasks import Checkpoint, Execution, TaskRunner, TaskState, WorkersLost, executors
from nqviz.run.tasks.checkpoint import SAVE_SECONDS
from tests.patience import STALL

STEPS = 4


def count_up(task: int, part: TaskState, seconds: float) -> TaskState:
    """Add a task's number to itself, a step in each slice."""
    done = int(part.arrays.get("steps", 0)) + 1
    total = int(part.arrays.get("total", 0)) + task
    time.sleep(min(seconds, 0.005))
    return TaskState(done == STEPS, done, {"steps": np.array(done), "total": np.array(total)})


def slow(task: int, part: TaskState, seconds: float) -> TaskState:
    time.sleep(seconds)
    return TaskState(False, part.nodes + 1, {"steps": np.array(part.nodes)})


def fall_once(marker: str, task: int, part: TaskState, seconds: float) -> TaskState:
    """Kill the first process that reaches the third task."""
    if task == 3 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return count_up(task, part, seconds)


def fall(task: int, part: TaskState, seconds: float) -> TaskState:
    os._exit(1)


def broken(task: int, part: TaskState, seconds: float) -> TaskState:
    raise ZeroDivisionError("of this task")


def totals(runner: TaskRunner) -> list[int]:
    return [int(part.arrays["total"]) for part in runner.slices]


@pytest.fixture
def no_head_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "HEAD_START", 0.0)


@pytest.mark.parametrize("executor", [None, "threads:1", "threads:3", "own"])
def test_every_executor_gives_the_same(executor: str | None) -> None:
    with ThreadPoolExecutor(2) as pool:
        chosen: str | Executor | None = pool if executor == "own" else executor
        runner = TaskRunner(count_up, range(9), Execution(chosen), threads=2)
        runner.run(lambda: True)
    assert runner.done
    assert totals(runner) == [STEPS * task for task in range(9)]
    assert (runner.nodes, runner.fraction) == (9 * STEPS, 1.0)


def test_processes_give_the_same(no_head_start: None) -> None:
    runner = TaskRunner(count_up, range(9), Execution("processes:2"))
    runner.run(lambda: True)
    assert totals(runner) == [STEPS * task for task in range(9)]
    assert runner.replaced == 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(
    tmp_path: Path, no_head_start: None
) -> None:
    work = partial(fall_once, str(tmp_path / "fallen"))
    runner = TaskRunner(work, range(6), Execution("processes:2", tmp_path / "file"))
    runner.run(lambda: True)
    assert (tmp_path / "fallen").exists()
    assert runner.replaced == 1
    assert totals(runner) == [STEPS * task for task in range(6)]


def test_workers_that_always_fall_end_the_run_in_one_line(
    tmp_path: Path, no_head_start: None
) -> None:
    runner = TaskRunner(fall, range(3), Execution("processes:1", tmp_path / "file"))
    with pytest.raises(WorkersLost, match="workers were lost; 0 of 3 tasks are done and saved in"):
        runner.run(lambda: True)


def test_an_error_in_a_task_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError, match="of this task"):
        TaskRunner(broken, range(3)).run(lambda: True)


@pytest.mark.parametrize(
    ("executor", "ready"),
    [
        ("threads:2", lambda runner: runner.nodes > 3),
        ("processes:2", lambda runner: multiprocessing.active_children()),  # they begin to start
    ],
)
def test_a_stop_is_heeded_at_once(
    executor: str, ready: Callable[[TaskRunner], object], no_head_start: None
) -> None:
    runner = TaskRunner(slow, range(9), Execution(executor))  # such tasks never end
    stopped: list[float] = []

    def look() -> bool:
        if ready(runner):
            stopped.append(time.monotonic())
        return not stopped

    runner.run(look)
    assert time.monotonic() - stopped[0] < STALL
    while multiprocessing.active_children() and time.monotonic() - stopped[0] < 2 * STALL:
        time.sleep(0.01)  # no join: the thread of the executor takes the ends of its workers
    assert not multiprocessing.active_children()


def test_a_task_can_begin_anew() -> None:
    runner = TaskRunner(count_up, [1, 2])
    begun: list[int] = []

    def again(index: int) -> TaskState | None:
        part = runner.slices[index]
        if part.done and index == 1 and begun.count(1) < 2:
            begun.append(1)
            return TaskState(nodes=part.nodes)
        return None

    runner.run(lambda: True, again=again)
    assert begun == [1, 1]
    assert totals(runner) == [STEPS, 2 * STEPS]


# Checkpoints -----------------------------------------------------------------------------------

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


# Names of executors ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fibres:2", "unknown executor 'fibres:2'"),
        ("processes", "needs a number of workers"),
        ("processes:0", "needs a number of workers"),
        ("threads:two", "needs a number of workers"),
        ("processes:9999999", "needs a number of workers, 1 to"),
        ("dask://nowhere", "lacks a host or a port"),
        ("dask:4", "unknown executor"),
        ("", "unknown executor"),
    ],
)
def test_a_wrong_executor_gets_one_line(name: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Execution(name)


def test_dask_that_is_missing_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'nqviz-explorer\[dask\]'"):
        Execution("dask://127.0.0.1:8786")


def test_workers_end_with_the_program_however_it_ends(tmp_path: Path) -> None:
    """Kill the program that started two workers: both end by themselves."""
    program = tmp_path / "program.py"
    program.write_text(
        "import os, time\n"
        "import numpy as np\n"
        "from nqviz.run.tasks import Execution, TaskRunner, TaskState, executors\n"
        "def slow(task, part, seconds):\n"
        "    time.sleep(seconds)\n"
        "    return TaskState(False, part.nodes + 1, {'worker': np.array(os.getpid())})\n"
        "def look():\n"
        "    workers = {int(part.arrays['worker']) for part in runner.slices if part.arrays}\n"
        "    if len(workers) == 2:\n"
        "        print(*workers, flush=True)\n"
        "        time.sleep(600)\n"
        "    return True\n"
        "if __name__ == '__main__':\n"
        "    executors.HEAD_START = 0.0\n"
        "    runner = TaskRunner(slow, range(9), Execution('processes:2'))\n"
        "    runner.run(look)\n"
    )
    process = subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    workers = [int(word) for word in process.stdout.readline().split()]
    process.kill()
    process.wait()
    process.stdout.close()
    assert len(workers) == 2
    ends = time.monotonic() + STALL
    while any(alive(worker) for worker in workers) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not any(alive(worker) for worker in workers)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().split(")")[-1].split()[0] == "Z")


def halve(task: int, part: TaskState, seconds: float) -> TaskState:
    """Leave the halves of a number to others, down to one."""
    time.sleep(0.001)
    halves = [task // 2, task - task // 2] if task > 1 else []
    return TaskState(True, 1, {"task": np.array(task), "halves": np.array(halves)})


def grown(part: TaskState) -> list[tuple[object, float]]:
    return [(half, float(half)) for half in part.arrays["halves"].tolist()]


@pytest.mark.parametrize("executor", ["threads:1", "threads:3"])
def test_tasks_leave_others_that_are_kept_as_well(tmp_path: Path, executor: str) -> None:
    split = Execution(executor, tmp_path / "kept")
    seen: list[float] = []

    def look(runner: TaskRunner, most: int) -> bool:
        seen.append(runner.fraction)
        return runner.nodes < most

    for most in (3, 7, 100):
        runner = TaskRunner(halve, [10], split, grow=grown)
        runner.run(partial(look, runner, most))
    ones = [part for part in runner.slices if int(part.arrays["task"]) == 1]
    assert (runner.done, len(runner.slices), len(ones)) == (True, 19, 10)
    assert sum(runner.weights) == pytest.approx(1.0)
    assert all(later > earlier - 1e-9 for earlier, later in pairwise(seen))
    assert seen[-1] < 1.0 or runner.fraction == 1.0


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
