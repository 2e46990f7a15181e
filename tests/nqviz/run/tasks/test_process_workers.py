"""Workers in processes: one process imports for all, and none outlives it."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from nqviz.run import processes
from nqviz.run.tasks.process_workers import ProcessWorkers
from tests.process import run_process

PATIENCE = 30.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each one imports")


@pytest.fixture
def workers() -> Iterator[ProcessWorkers]:
    each = ProcessWorkers(2, os.getppid)
    yield each
    each.close()


def ended(process: int) -> bool:
    """Return whether a process ends within some time."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


def test_their_start_is_not_waited_for() -> None:
    began = time.monotonic()
    each = ProcessWorkers(2, os.getppid)
    is_ready = each.is_ready
    each.close()
    assert not is_ready
    assert time.monotonic() - began < 1.0


@pytest.mark.parametrize("seconds", [0.05, 0.2])
def test_an_exit_while_they_start_prints_nothing(seconds: float) -> None:
    """They find the locks of this process, and are ended."""
    program = f"""
import os, time
from nqviz.run.tasks.process_workers import ProcessWorkers
each = ProcessWorkers(2, os.getppid)
time.sleep({seconds})
each.close()
"""
    done = run_process([sys.executable, "-c", program])
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_one_process_forks_them_all(workers: ProcessWorkers) -> None:
    parents = {workers.submit(os.getppid).result() for _ in range(4)}
    again = ProcessWorkers(1, os.getppid)
    parents.add(again.submit(os.getppid).result())
    again.close()
    assert len(parents) == 1
    assert parents != {os.getpid()}
    assert workers.is_ready


def test_they_stay_where_each_one_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a bundle, where a thread starts them that ends then."""
    monkeypatch.setattr(processes, "is_bundle", lambda: True)
    alone = ProcessWorkers(1, os.getppid)
    assert alone.submit(os.getppid).result(PATIENCE) == os.getpid()
    time.sleep(0.2)
    assert alone.submit(os.getppid).result(PATIENCE) == os.getpid()
    alone.close()


def test_they_end_with_the_process_that_forked_them(workers: ProcessWorkers) -> None:
    worker = workers.submit(os.getpid).result()
    os.kill(workers.submit(os.getppid).result(), signal.SIGKILL)
    assert ended(worker)
    with pytest.raises(BrokenExecutor):
        workers.submit(os.getpid).result(PATIENCE)
    anew = ProcessWorkers(1, os.getppid)
    assert anew.submit(os.getpid).result(PATIENCE) != worker
    anew.close()
