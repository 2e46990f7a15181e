"""Work in a process of its own: what it finds travels both ways, and it can be ended at once."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Outcome, Placement, Progress, Status
from nqviz.solvers import Findings, HighsEngine, Question, run_beside, wait_for_engines
from nqviz.solvers.process import in_process

BOARD = Board.cube(5, 2)
FULL = Placement(BOARD, [(0, 0), (1, 2), (2, 4), (3, 1), (4, 3)])


@pytest.fixture(autouse=True)
def processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.solvers.process.processes_allowed", lambda: True)


def find(findings: Findings, indices: list[int]) -> str | None:
    findings.activity, findings.nodes = "finding", 7
    findings.offer(np.array(indices))
    return "that is all"


def bound(findings: Findings, value: int) -> str | None:
    findings.limit_to(value)
    return None


def fail(findings: Findings) -> str | None:
    raise InputError("no such thing")


def never_look(findings: Findings) -> str | None:
    findings.offer(FULL.indices[:2])
    while True:
        time.sleep(0.01)


def wait_for_more(findings: Findings) -> str | None:
    """Prove the bound only once a better placement has come in."""
    while len(findings.best) < 3:
        time.sleep(0.01)
    findings.limit_to(3)
    return None


def ask(work: object, stop: threading.Event | None = None, **limit: float) -> Outcome:
    question = Question(Placement(BOARD))
    return run_beside("it", in_process(work), question, Limit(**limit), ignore, stop)


def ignore(progress: Progress) -> None:
    return


def test_what_is_found_and_proven_comes_back() -> None:
    outcome = ask(partial(find, indices=FULL.indices.tolist()))
    assert (outcome.status, outcome.placement) == (Status.OPTIMAL, FULL)
    outcome = ask(partial(bound, value=3))
    assert (outcome.status, outcome.bound) == (Status.FAILED, 3)


def test_why_it_gave_up_comes_back() -> None:
    outcome = ask(partial(find, indices=FULL.indices[:2].tolist()))
    assert (outcome.status, outcome.count, outcome.nodes) == (Status.FAILED, 2, 7)
    assert "that is all" in outcome.message
    with pytest.raises(InputError, match="no such thing"):
        ask(fail)


def test_a_better_placement_goes_there() -> None:
    def work(findings: Findings) -> str | None:
        findings.offer(FULL.indices[:3])
        return in_process(wait_for_more)(findings)

    outcome = run_beside("both", work, Question(Placement(BOARD)), None, ignore, None)
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, 3, 3)


def test_a_stop_ends_what_never_looks() -> None:
    stop = threading.Event()
    threading.Timer(1.0, stop.set).start()
    outcome = ask(never_look, stop)
    assert outcome.status is Status.STOPPED
    assert wait_for_engines(5)
    assert not multiprocessing.active_children()


def test_who_is_killed_from_outside_has_given_up_and_loses_nothing() -> None:
    def kill() -> None:
        while not (children := multiprocessing.active_children()):
            time.sleep(0.01)
        time.sleep(3.0)
        children[0].kill()

    killer = threading.Thread(target=kill)
    killer.start()
    outcome = ask(never_look)
    killer.join()
    assert outcome.status is Status.FAILED
    assert "ended from outside" in outcome.message
    assert outcome.count in (0, 2)


def test_no_processor_time_is_used_three_seconds_after_a_stop() -> None:
    stop = threading.Event()
    threading.Timer(1.5, stop.set).start()
    outcome = HighsEngine().solve(Question(Placement(Board.cube(12, 3))), stop=stop)
    assert outcome.status is Status.STOPPED
    assert wait_for_engines(3.0)
    assert not multiprocessing.active_children()
    before = time.process_time()
    time.sleep(0.5)
    assert time.process_time() - before < 0.1


def test_a_program_ends_quietly_though_an_engine_is_at_work(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from nqviz import Board, Limit\n"
        "from nqviz.problems import dominate\n"
        "from nqviz.work import allow_processes\n"
        "if __name__ == '__main__':\n"
        "    allow_processes()\n"
        "    print(dominate(Board.cube(8, 3), engine='highs', limit=Limit(seconds=2)).status)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("limit", "")


def test_a_script_without_a_guard_solves_in_a_thread(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from nqviz import Board, Limit, Placement\n"
        "from nqviz.solvers import HighsEngine, Question\n"
        "question = Question(Placement(Board.cube(7, 3)))\n"
        "print(HighsEngine().solve(question, Limit(seconds=4)).count)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert int(done.stdout) >= 7
    assert not done.stderr
