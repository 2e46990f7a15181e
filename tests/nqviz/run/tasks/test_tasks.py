"""Tasks: the same result on every executor, a stop heeded at once, nothing lost by a kill."""

from __future__ import annotations

import multiprocessing
import os
import pickle
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
from nqviz.run.tasks import Execution, TaskRunner, TaskState, WorkersLost, executors, held
from tests.nqviz.run.tasks.work import (
    GROWTH,
    STEPS,
    broken,
    count_up,
    fall_once,
    halve,
    slow,
    totals,
)
from tests.patience import STALL


def fall(task: int, part: TaskState, seconds: float) -> TaskState:
    os._exit(1)


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
    assert runner.describe("search") == "search, 9 of 9 subproblems"
    assert totals(runner) == [STEPS * task for task in range(9)]
    assert (runner.nodes, runner.fraction) == (9 * STEPS, 1.0)


def test_a_search_that_is_not_split_says_nothing_of_subproblems() -> None:
    runner = TaskRunner(count_up, range(1))
    assert runner.describe("search") == "search"
    runner.replaced = 2
    assert runner.describe("search") == "search, workers replaced 2 times"


def test_processes_give_the_same(no_head_start: None) -> None:
    runner = TaskRunner(count_up, range(9), Execution("processes:2"))
    runner.run(lambda: True)
    assert totals(runner) == [STEPS * task for task in range(9)]
    assert runner.replaced == 0


def who(task: int, part: TaskState, seconds: float) -> TaskState:
    """Say which process does a task, after a short time."""
    time.sleep(0.02)
    return TaskState(True, 1, {"process": np.array(os.getpid())})


def test_this_process_works_until_the_others_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "HEAD_START", 0.01)
    runner = TaskRunner(who, range(3000), Execution("processes:1"))

    def has_moved() -> bool:
        """Return whether the last task that is done was done by another process."""
        done = [int(part.arrays["process"]) for part in runner.slices if part.done]
        return bool(done) and done[-1] != os.getpid()

    runner.run(lambda: not has_moved())
    doers = [int(part.arrays["process"]) for part in runner.slices if part.done]
    here = doers.index(doers[-1])
    assert here > 3  # starting a process takes longer than three tasks
    assert set(doers[:here]) == {os.getpid()}


class Unpickled:
    """Counts how often one of its kind is unpickled."""

    count = 0

    def __reduce__(self) -> tuple[Callable[[], Unpickled], tuple[()]]:
        return unpickle, ()


def unpickle() -> Unpickled:
    Unpickled.count += 1
    return Unpickled()


def test_an_object_is_unpickled_only_where_it_is_used() -> None:
    array = held(Unpickled())
    for _ in range(3):  # from process to process
        array = pickle.loads(pickle.dumps(array))
    assert Unpickled.count == 0
    assert array[0].take() is array[0].take()
    assert Unpickled.count == 1


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
        ("dask:4", "no scheduler file 4"),
        ("dask:", "unknown executor"),
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
    """Kill the process that started two workers: both end by themselves."""
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


@pytest.mark.parametrize("executor", ["threads:1", "threads:3"])
def test_tasks_leave_others_that_are_kept_as_well(tmp_path: Path, executor: str) -> None:
    split = Execution(executor, tmp_path / "kept")
    seen: list[float] = []

    def look(runner: TaskRunner, most: int) -> bool:
        seen.append(runner.fraction)
        return runner.nodes < most

    for most in (3, 7, 100):
        runner = TaskRunner(halve, [10], split, grow=GROWTH)
        runner.run(partial(look, runner, most))
    ones = [part for part in runner.slices if int(part.arrays["task"]) == 1]
    assert (runner.done, len(runner.slices), len(ones)) == (True, 19, 10)
    assert sum(runner.weights) == pytest.approx(1.0)
    assert all(later > earlier - 1e-9 for earlier, later in pairwise(seen))
    assert seen[-1] < 1.0 or runner.fraction == 1.0


def count_to_three(task: int, part: TaskState, seconds: float) -> TaskState:
    return TaskState(part.nodes == 2, part.nodes + 1)


def test_a_task_whose_state_has_no_arrays_goes_on() -> None:
    runner, ends = TaskRunner(count_to_three, [0]), time.monotonic() + 20.0
    runner.run(lambda: runner.nodes < 10 and time.monotonic() < ends)
    assert runner.done
