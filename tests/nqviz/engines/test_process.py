"""Work in a process of its own: what it finds travels both ways, and it can be ended at once."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from nqviz import Board, InputError, Outcome, Placement, Progress, Status
from nqviz.engines import HighsEngine, Problem
from nqviz.engines.base import run_beside
from nqviz.engines.process import in_process
from nqviz.engines.search_state import SearchState
from nqviz.engines.threads import wait_for_engines
from nqviz.run.context import ProgressCallback, RunContext, ignore_progress
from tests.nqviz.stopping import StopWhen, has_found
from tests.patience import STALL

BOARD = Board.cube(5, 2)
FULL = Placement(BOARD, [(0, 0), (1, 2), (2, 4), (3, 1), (4, 3)])


@pytest.fixture(autouse=True)
def processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.engines.process.processes_allowed", lambda: True)


GIVEN = Placement.from_indices(BOARD, FULL.indices[:1].tolist())
"""Nothing is known of what it allows: bounds below the maximum of the board are believed."""


def find(state: SearchState, bound: int) -> str | None:
    state.activity, state.nodes = "finding", 7
    state.submit_incumbent(FULL.indices[:3])
    state.tighten_bound(bound)
    return "that is all"


def fail(state: SearchState) -> str | None:
    raise InputError("no such thing")


def never_look(state: SearchState) -> str | None:
    state.submit_incumbent(FULL.indices[:2])
    while True:
        time.sleep(0.01)


def wait_for_more(state: SearchState) -> str | None:
    """Prove the bound only once a better placement has come in."""
    while len(state.best) < 3:
        time.sleep(0.01)
    state.tighten_bound(3)
    return None


def ask(
    work: object, watch: ProgressCallback = ignore_progress, stop: threading.Event | None = None
) -> Outcome[Placement]:
    return run_beside("it", in_process(work), Problem(GIVEN), RunContext(None, watch, stop))


def test_what_is_found_and_proven_comes_back() -> None:
    outcome = ask(partial(find, bound=3))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, 3, 3)


def test_why_it_gave_up_comes_back() -> None:
    outcome = ask(partial(find, bound=4))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.FAILED, 3, 4)
    assert outcome.nodes == 7
    assert "that is all" in outcome.message
    with pytest.raises(InputError, match="no such thing"):
        ask(fail)


def test_a_better_placement_goes_there() -> None:
    def work(state: SearchState) -> str | None:
        state.submit_incumbent(FULL.indices[:3])
        return in_process(wait_for_more)(state)

    outcome = run_beside("both", work, Problem(GIVEN), RunContext(progress=ignore_progress))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, 3, 3)


def test_a_stop_ends_what_never_looks() -> None:
    stop = StopWhen(has_found(2))
    outcome = ask(never_look, stop.watch, stop)
    assert (outcome.status, outcome.count) == (Status.STOPPED, 2)
    assert wait_for_engines(STALL)
    assert not multiprocessing.active_children()


def test_who_is_killed_from_outside_has_given_up_and_loses_nothing() -> None:
    found = has_found(2)

    def kill(news: Progress) -> None:
        if found(news):
            for child in multiprocessing.active_children():
                child.kill()

    outcome = ask(never_look, kill)
    assert (outcome.status, outcome.count) == (Status.FAILED, 2)
    assert "killed from outside" in outcome.message


def test_nothing_is_at_work_after_a_stop() -> None:
    stop = StopWhen(lambda news: news.activity == "branch and cut")
    problem = Problem(Placement(Board.cube(12, 3)))
    outcome = HighsEngine().solve(problem, run=RunContext(progress=stop.watch, stop=stop))
    assert outcome.status is Status.STOPPED
    assert wait_for_engines(STALL)
    assert not multiprocessing.active_children()


def printed(tmp_path: Path, script: str) -> str:
    """Run a program that must not complain; give what it prints."""
    file = tmp_path / "script.py"
    file.write_text(script, encoding="utf-8")
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.strip()


def test_a_program_ends_quietly_though_an_engine_is_at_work(tmp_path: Path) -> None:
    script = (
        "import multiprocessing, threading\n"
        "from nqviz import Board, RunContext\n"
        "from nqviz.problems import dominate\n"
        "from nqviz.run.processes import allow_processes\n"
        "def look(news):\n"
        "    if multiprocessing.active_children():\n"
        "        stop.set()\n"
        "if __name__ == '__main__':\n"
        "    allow_processes()\n"
        "    stop = threading.Event()\n"
        "    run = RunContext(progress=look, stop=stop)\n"
        "    outcome = dominate(Board.cube(8, 3), run, engine='highs')\n"
        "    print(outcome.status)\n"
    )
    assert printed(tmp_path, script) == "stopped"


def test_a_script_without_a_guard_solves_in_a_thread(tmp_path: Path) -> None:
    script = (
        "import threading\n"
        "from nqviz import Board, Placement, RunContext\n"
        "from nqviz.engines import HighsEngine, Problem\n"
        "stop = threading.Event()\n"
        "def look(news):\n"
        "    if len(news.incumbent) >= 7:\n"
        "        stop.set()\n"
        "question = Problem(Placement(Board.cube(7, 3)))\n"
        "print(HighsEngine().solve(question, RunContext(progress=look, stop=stop)).count)\n"
    )
    assert int(printed(tmp_path, script)) >= 7
