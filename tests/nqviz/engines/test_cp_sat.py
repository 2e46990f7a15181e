"""CP-SAT in its process: answers, a stop, a kill from outside, and its absence."""

from __future__ import annotations

import ast
import signal
import subprocess
from importlib.util import find_spec

import pytest

from nqviz import Board, InputError, Placement, Progress, Status
from nqviz.bounds import best_upper
from nqviz.engines import cp_sat
from nqviz.engines.threads import wait_for_engines
from nqviz.problems import complete, maximum
from nqviz.run.context import RunContext
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

with_cp_sat = pytest.mark.skipif(
    find_spec("ortools") is None, reason="the extra cpsat is not installed"
)


@with_cp_sat
def test_a_maximum_is_found_and_one_more_refuted() -> None:
    board = Board.cube(4, 3)
    outcome = maximum(board, engine="cp-sat")
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, 7, 7)
    assert outcome.engine.startswith("CP-SAT 9.")
    refuted = maximum(board, prove=8, engine="cp-sat")
    assert (refuted.status, refuted.bound) == (Status.INFEASIBLE, 7)


@with_cp_sat
def test_given_queens_are_kept() -> None:
    givens = Placement(Board((8, 8)), [(0, 0), (1, 2)])
    assert complete(givens, engine="cp-sat").status is complete(givens).status
    largest = complete(givens, "max", engine="cp-sat")
    assert largest.count == complete(givens, "max").count
    assert largest.placement is not None
    assert {0, 10} <= set(largest.placement.indices.tolist())


LONG = Board.cube(7, 3)
"""It takes CP-SAT hours; the root of its search is done at once."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[str]]:
    """Note the processes that are started."""
    processes: list[subprocess.Popen[str]] = []
    popen = subprocess.Popen

    def noted(*arguments: object, **options: object) -> subprocess.Popen[str]:
        processes.append(popen(*arguments, **options))  # type: ignore[call-overload]
        return processes[-1]

    monkeypatch.setattr(cp_sat.subprocess, "Popen", noted)
    return processes


def is_at_work(news: Progress) -> bool:
    """Return whether the process has said something: its bound is below the one known before."""
    return news.bound is not None and news.bound < best_upper(LONG, published=False).value


@with_cp_sat
def test_a_stop_is_heeded_at_once_and_the_process_ends(
    started: list[subprocess.Popen[str]],
) -> None:
    stop = StopWhen(is_at_work)
    outcome = maximum(LONG, engine="cp-sat", run=RunContext(progress=stop.watch, stop=stop))
    assert stop.age < STALL
    assert outcome.status is Status.STOPPED
    assert wait_for_engines(STALL)
    assert [process.poll() is None for process in started] == [False]


@with_cp_sat
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_process_that_is_killed_from_outside_gives_one_line(
    started: list[subprocess.Popen[str]],
) -> None:
    def kill(news: Progress) -> None:
        if is_at_work(news):
            started[0].send_signal(signal.SIGKILL)

    outcome = maximum(LONG, engine="cp-sat", run=RunContext(progress=kill))
    assert outcome.status is Status.FAILED
    assert (
        "ended without an answer: its process was killed from outside (SIGKILL)" in outcome.message
    )
    assert "\n" not in outcome.message
    assert outcome.placement is not None  # what was known before is kept
    assert len(outcome.placement) > 0


@with_cp_sat
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals")
def test_an_interrupt_while_the_process_starts_is_none_of_its_business(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    popen = subprocess.Popen

    def interrupted(*arguments: object, **options: object) -> subprocess.Popen[str]:
        process = popen(*arguments, **options)  # type: ignore[call-overload]
        process.send_signal(signal.SIGINT)
        return process  # type: ignore[no-any-return]

    monkeypatch.setattr(cp_sat.subprocess, "Popen", interrupted)
    outcome = maximum(Board.cube(5, 3), engine="cp-sat")
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 13)


def test_a_process_that_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_sat.CpSatEngine, "missing", "")
    monkeypatch.setattr(cp_sat, "WORKER", "no such file.py")
    outcome = maximum(Board.cube(4, 3), engine="cp-sat")
    assert outcome.status is Status.FAILED
    assert "its process ended with status 2: " in outcome.message


def test_an_engine_that_is_not_installed_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_sat, "_version", lambda: None)
    with pytest.raises(InputError, match=r"pip install 'nqviz-explorer\[cpsat\]'"):
        maximum(Board.cube(4, 3), engine="cp-sat")


def test_the_worker_imports_nothing_that_brings_another_solver() -> None:
    tree = ast.parse(cp_sat.WORKER.read_text(encoding="utf-8"))
    modules = {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {
        n.name for node in ast.walk(tree) if isinstance(node, ast.Import) for n in node.names
    }
    assert "ortools.sat.python" in modules
    assert not {module.split(".")[0] for module in modules} & {"", "nqviz", "highspy"}
