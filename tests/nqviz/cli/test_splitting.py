"""Work that splits, domination and cells on the command line: answers and bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nqviz.core.errors import InputError
from nqviz.run.tasks.storage import read_only

Answer = Callable[..., tuple[int, str, str]]


def done_in(file: Path) -> int:
    """Return how many tasks of a checkpoint are done; 0 before it is there."""
    try:
        with read_only(file) as storage:
            return sum(record.state.done for record in storage.records.values())
    except InputError:
        return 0


def wait_until(happened: Callable[[], bool]) -> None:
    ends = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < ends
        time.sleep(0.005)


def is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


FIVE = ("--n", 5, "--d", 3)


@pytest.mark.parametrize("executor", ["threads:2", "processes:1"])
def test_a_count_is_the_same_on_every_executor(run: Answer, executor: str, tmp_path: Path) -> None:
    file = tmp_path / "count.checkpoint"
    options = ("--json", "--executor", executor, "--checkpoint", file)
    status, out, _ = run("count", "maximum", *FIVE, *options)
    entries = json.loads(out)
    assert (status, entries["count"], entries["orbits"]) == (0, "1056", 22)
    assert file.read_bytes().startswith(b"SQLite format 3")
    again = json.loads(run("count", "maximum", *FIVE, *options)[1])
    assert again["count"] == "1056"
    assert json.loads(run("count", "planar", "--n", 8, "--d", 2, "--json")[1])["count"] == "92"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_count_that_is_killed_goes_on_where_it_was(run: Answer, tmp_path: Path) -> None:
    file = tmp_path / "planar.checkpoint"
    what = ("count", "planar", "--n", "14", "--d", "2", "--json", "--checkpoint", str(file))
    with subprocess.Popen(
        [sys.executable, "-m", "nqviz.cli", *what, "--executor", "threads:1"],
        stdout=subprocess.DEVNULL,
    ) as process:
        wait_until(lambda: done_in(file) > 0)
        process.kill()
    assert done_in(file) > 0
    status, out, _ = run(*what)
    assert (status, json.loads(out)["count"]) == (0, "365596")


INTERRUPTED = textwrap.dedent("""
    import itertools, os, signal, sys
    from contextlib import suppress
    from pathlib import Path
    from nqviz.cli import main
    from nqviz.run.tasks import executors, process_workers

    submit, slices = process_workers.ProcessPoolExecutor.submit, itertools.count(1)

    def submit_and_interrupt(pool, *given):
        future = submit(pool, *given)
        future.add_done_callback(lambda _: interrupt(pool, next(slices)))
        return future

    def interrupt(pool, slices):
        if slices == 1:  # the workers hear of it before nqviz does
            for worker in pool._processes:
                os.kill(worker, signal.SIGINT)
        elif slices == 5:
            os.killpg(0, signal.SIGINT)  # as a terminal does

    if __name__ == "__main__":
        executors.HEAD_START = 0.0
        if sys.argv[1] == "at work":
            process_workers.ProcessPoolExecutor.submit = submit_and_interrupt
        sys.exit(main(sys.argv[2:]))
    elif sys.argv[1] == "starting":  # a worker, which imports this
        with suppress(FileExistsError):  # one of them interrupts
            Path(__file__).with_name("interrupted").touch(exist_ok=False)
            os.killpg(0, signal.SIGINT)
""")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes on this system")
@pytest.mark.parametrize("workers", ["starting", "at work"])
def test_an_interrupt_ends_the_workers_and_the_program(workers: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(INTERRUPTED)
    what = ("count", "maximum", "--n", "7", "--d", "3", "--queens", "20")  # would take days
    with subprocess.Popen(
        [sys.executable, program, workers, *what, "--executor", "processes:2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        out, err = process.communicate()
    assert process.returncode == 130
    assert out == ""
    assert err == "nqviz: interrupted: no count\n"
    wait_until(lambda: is_gone(process.pid))


def test_domination_answers(run: Answer, tmp_path: Path) -> None:
    status, out, _ = run("dominate", "--n", 5, "--d", 2, "--json")
    entries = json.loads(out)
    assert (status, entries["status"], entries["count"], entries["bound"]) == (0, "optimal", 3, 3)
    assert len(entries["queens"]) == 3
    assert {"queens", "seconds"} <= set(entries)
    status, out, _ = run("dominate", "--n", 4, "--d", 2, "--independent", "--json")
    assert json.loads(out)["count"] == 3
    status, _, err = run("dominate", "--n", 7, "--d", 3, "--time-limit", 0.1)
    assert status == 3
    assert err.startswith("nqviz: no answer yet: The limit was reached: ")


def test_cells_answer(run: Answer) -> None:
    status, out, _ = run("maximum", "--n", 6, "--d", 2, "--cells", "--json")
    entries = json.loads(out)
    assert (status, entries["status"], entries["count"]) == (0, "optimal", 6)
    assert (entries["cells"].count("yes"), entries["cells"].count("no")) == (24, 12)
    lines = run("maximum", "--shape", "3,3,3", "--cells")[1].splitlines()
    assert lines[0] == "20 cells can be in a placement of 4, 7 cannot."
    assert "layer (1)" in lines
    status, _, err = run("maximum", "--n", 9, "--d", 3, "--cells", "--time-limit", 0.1)
    assert status == 3
    assert err.startswith("nqviz: not all cells are decided: ")


def test_givens_that_attack_and_targets_out_of_reach_get_one_line(
    run: Answer, tmp_path: Path
) -> None:
    file = tmp_path / "givens.txt"
    file.write_text("1 1\n2 2\n")
    status, _, err = run("complete", file, "--n", 6, "--d", 2, "--engine", "exhaustive")
    assert (status, err.count("\n")) == (2, 1)
    assert "attack each other" in err
    file.write_text("1 1\n")
    status, _, err = run("complete", file, "--n", 6, "--d", 2, "--target", 7)
    assert (status, err.count("\n")) == (2, 1)
    assert "holds 6 queens at most" in err
