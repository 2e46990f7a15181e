"""Other programs as engines: what they find is verified, and a stop ends them."""

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from nqviz import Board, InputError, Limit, Placement, RunContext, Status
from nqviz.engines import ENGINES, Problem, named_engine
from nqviz.problems.compare import Formulation, cases, compare
from nqviz.run.outcome import Known
from tests.solver_script import SOLVER


@pytest.fixture
def script(tmp_path: Path):
    """Return the name of the engine of a Python program."""

    def write(text: str, words: str = "{mps} {sol}") -> str:
        path = tmp_path / "solver.py"
        path.write_text(text)
        return f"command:'{sys.executable}' '{path}' {words}"

    return write


@pytest.mark.parametrize("words", ["{mps} {sol}", "{lp} {sol}"])
def test_a_solver_in_another_process(script, words: str) -> None:
    engine = named_engine(script(SOLVER, words))
    outcome = engine.solve(Problem(Placement(Board.cube(4, 3)), takes_bounds=False))
    assert outcome.status is Status.OPTIMAL
    assert (outcome.count, outcome.known) == (7, Known.FLOATING_POINT)
    assert outcome.by == Path(sys.executable).name
    none = engine.solve(Problem(Placement(Board.cube(4, 3)), 8, takes_bounds=False))
    assert none.status is Status.INFEASIBLE
    given = Placement.from_coordinates(Board.cube(8, 2), [[1, 4]])
    assert engine.solve(Problem(given, "full")).count == 8


def test_compare_runs_commands(script) -> None:
    name = script(SOLVER)
    chosen = cases([Board.cube(4, 3)], [Formulation.parse("base+cube")], ["highs", name])
    rows = compare(chosen, takes_bounds=False)
    assert [row.engine for row in rows] == ["highs", name]
    assert [row.count for row in rows] == [7, 7]
    assert all(row.is_solved for row in rows)


WRITE = "open(__import__('sys').argv[2], 'w').write"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (WRITE + "('x_1_1_1 1\\nx_1_1_2 1\\n')", "attack each other"),
        ("raise SystemExit('no licence')", "ended with status 1: no licence"),
        (WRITE + "('x_1_1_1 1\\n')", "did not say"),
    ],
)
def test_programs_without_an_answer(script, text: str, words: str) -> None:
    problem = Problem(Placement(Board.cube(5, 3)), takes_bounds=False)
    outcome = named_engine(script(text)).solve(problem)
    assert outcome.status is Status.FAILED
    assert words in outcome.message


def test_a_program_that_writes_something_else(script) -> None:
    problem = Problem(Placement(Board.cube(5, 3)), takes_bounds=False)
    with pytest.raises(InputError, match="no solution was found in it"):
        named_engine(script(WRITE + "('hello\\n')")).solve(problem)


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes")
def test_a_stop_ends_the_program_and_what_it_has_started(script, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    text = f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
time.sleep(600)
"""
    run = RunContext(Limit(60))
    problem = Problem(Placement(Board.cube(5, 3)), takes_bounds=False)
    engine = named_engine(script(text))

    def stop() -> None:
        while not (pids.exists() and pids.read_text().count(" ")):
            time.sleep(0.02)
        run.stop.set()

    stopper = threading.Thread(target=stop)
    stopper.start()
    outcome = engine.solve(problem, run)
    stopper.join()
    assert outcome.status is Status.STOPPED
    deadline = time.monotonic() + 10
    running = [int(pid) for pid in pids.read_text().split()]
    while running and time.monotonic() < deadline:
        running = [pid for pid in running if _is_running(pid)]
        time.sleep(0.02)
    assert not running


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_commands_are_no_entries_of_the_engines() -> None:
    assert "command:cbc {mps}" not in ENGINES
    with pytest.raises(InputError, match="has to name one problem file"):
        named_engine("command:cbc")
    with pytest.raises(InputError, match="No closing quotation"):
        named_engine("command:cbc '{mps}")
    engine = named_engine("command:no-such-program {mps}")
    with pytest.raises(InputError, match="there is no command no-such-program"):
        engine.solve(Problem(Placement(Board.cube(3, 2))))
