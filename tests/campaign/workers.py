"""Kills of workers and of the coordinator at random moments: no wrong sum, nothing left running.

Each trial starts a program that adds up tasks in two processes with a checkpoint, and kills one
of its processes by SIGKILL. A program that was killed is started again, and once more if it is
killed again, until it prints its sum. Faults are wrong sums, finished tasks that are done again,
and processes that are left. `RUN` is the command: ``python -m tests.campaign.workers FILE``.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import numpy as np

from nqviz import Board, Placement
from nqviz.core.errors import InputError
from nqviz.counting import completion_threshold, count_full, count_maximum, count_table
from nqviz.engines import Problem
from nqviz.engines.base import run_beside
from nqviz.engines.theta.engine import prove_by_theta
from nqviz.problems import dominate, maximum
from nqviz.proofs import TreeProof
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, TaskRunner, TaskState, executors
from nqviz.run.tasks.storage import read_only

from .report import Length, Report

TASKS = 40
SLICES = 3
SLICE_SECONDS = 0.03
LATEST = 4.0
"""Seconds after the start at which a kill comes at the latest; after the first worker's start where
a worker is killed."""
GONE_SECONDS = 10.0
"""Seconds in which all processes of a killed program must have ended."""
END_SECONDS = 120.0


def square(task: int, part: TaskState, seconds: float) -> TaskState:
    """Square a number, in some slices."""
    time.sleep(SLICE_SECONDS)
    nodes = part.nodes + 1
    return TaskState(nodes == SLICES, nodes, {"square": np.array(task * task)})


def squares(split: Execution) -> str:
    """Add up the squares of all tasks."""
    runner = TaskRunner(square, range(TASKS), split, identity={"what": "squares"})
    runner.run(lambda: True)
    return str(sum(int(part.arrays["square"]) for part in runner.slices))


def theta_proof(split: Execution) -> str:
    """Prove that 22 queens are too many on (6,3); return a checksum of the certificate."""
    problem = Problem(Placement(Board.cube(6, 3)), 22)
    outcome = run_beside("theta", partial(prove_by_theta, split=split), problem, RunContext())
    proof = outcome.certificate
    if not isinstance(proof, TreeProof):
        return outcome.message
    matrices = [(each.shift, each.values.tobytes()) for each in proof.matrices]
    return f"{outcome.bound} {crc32(repr((proof.tree, matrices)).encode())}"


def exhaustion(split: Execution) -> str:
    """Refute 14 queens on (5,3) by an exhaustive search."""
    outcome = maximum(Board.cube(5, 3), prove=14, engine="exhaustive", split=split)
    return f"{outcome.status} {outcome.bound} {outcome.nodes}"


def maxima(split: Execution) -> str:
    """Count the maximum placements of (6,3)."""
    return str(count_maximum(Board.cube(6, 3), k=21, split=split).value)


def full(split: Execution) -> str:
    """Count the full placements of (11,3)."""
    found = count_full(Board.cube(11, 3), split=split)
    return f"{found.value} {found.orbits}"


def domination(split: Execution) -> str:
    """Find the fewest queens that dominate (4,3)."""
    found = dominate(Board.cube(4, 3), split=split)
    return f"{found.status} {found.bound}"


def table(split: Execution) -> str:
    """Count the fields of a table, in one checkpoint."""
    found = count_table("6", split=split).value
    return "" if found is None else found.to_csv().strip()


def threshold(split: Execution) -> str:
    """Find the completion threshold of (10,2)."""
    found = completion_threshold(Board.cube(10, 2), split=split)
    return f"{found.value} {found.witness}"


WORKS: dict[str, Callable[[Execution], str]] = {
    "squares": squares,
    "theta proof": theta_proof,
    "exhaustion": exhaustion,
    "maxima": maxima,
    "full": full,
    "domination": domination,
    "table": table,
    "threshold": threshold,
}


def work_on(file: str, name: str) -> None:
    """Print the answer of some work: the program that is killed."""
    executors.HEAD_START = 0.0
    sys.stdout.write(f"{WORKS[name](Execution('processes:2', file))}\n")


def run(seed: int, length: Length, report: Report) -> None:
    """Kill one process in each trial."""
    report.figures = {"kills of a worker": 0, "kills of the coordinator": 0}
    answers: dict[str, str] = {}
    with TemporaryDirectory() as folder:
        for index in length.trials():
            chosen = random.Random(f"{seed} {index}")
            name = list(WORKS)[index % len(WORKS)]
            if name not in answers:
                answers[name] = WORKS[name](Execution("threads:1"))
            file = Path(folder) / f"{index}.checkpoint"
            for fault in _trial(chosen, file, name, answers[name], report):
                report.fault(f"trial {index}, {name}: {fault}")
            report.tried += 1


def _trial(chosen: random.Random, file: Path, name: str, answer: str, report: Report) -> list[str]:
    faults = []
    is_worker = chosen.random() < 0.5
    with _started(file, name) as process:
        until = time.monotonic() + END_SECONDS
        while is_worker and process.poll() is None and time.monotonic() < until:
            if len(_descendants(process.pid)) > 1:  # the first one tracks resources
                break
            time.sleep(0.02)
        time.sleep(chosen.uniform(0.0, LATEST))
        group = _descendants(process.pid)
        victim = chosen.choice(group) if is_worker and group else process.pid
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
        who = "coordinator" if victim == process.pid else "worker"
        report.figures[f"kills of {'the ' if who == 'coordinator' else 'a '}{who}"] += 1
        text = _ended(process)
    if not _gone(group):
        faults.append(f"processes are left after the kill of a {who}")
    before = _done(file)
    if text is None:
        with _started(file, name) as process:
            text = _ended(process)
    if text != answer:
        faults.append(f"the answer after the kill of a {who} is {text}, not {answer}")
    after = _done(file)
    again = [name for name, at in before.items() if after.get(name) != at]
    if again:
        faults.append(f"finished tasks are done again: {', '.join(again[:5])}")
    return faults


def _started(file: Path, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.campaign.workers", str(file), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _ended(process: subprocess.Popen[str]) -> str | None:
    """Return what a program printed; None if it was killed, the error if it failed."""
    try:
        out, err = process.communicate(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return "no end"
    if process.returncode == -signal.SIGKILL:
        return None
    return out.strip() if process.returncode == 0 else " ".join(err.split())[-200:]


def _done(file: Path) -> dict[str, float]:
    """Return the finished tasks of a checkpoint with the time at which each was written."""
    if not file.exists() or not file.stat().st_size:
        return {}
    try:
        with read_only(file) as storage:
            return {name: each.at for name, each in storage.records.items() if each.state.done}
    except InputError as error:
        return {str(error): 0.0}


def _descendants(root: int) -> list[int]:
    """Return the processes that a process has started, and those that these have started."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                parents[int(folder.name)] = int(fields[1])
    found = [root]
    for parent in found:
        found += [pid for pid, of in parents.items() if of == parent]
    return found[1:]


def _gone(group: list[int]) -> bool:
    ends = time.monotonic() + GONE_SECONDS
    while any(_runs(pid) for pid in group):
        if time.monotonic() > ends:
            return False
        time.sleep(0.05)
    return True


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


if __name__ == "__main__":
    from tests.campaign import workers

    workers.work_on(sys.argv[1], sys.argv[2])
