"""CP-SAT of OR-Tools: the integer program of a board, solved in a process of its own.

ortools and highspy bring the same library and cannot share a process; see `cp_sat_worker`.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.installing import advice, is_bundle
from nqviz.run.processes import NO_CONSOLE, interrupts_blocked

from .program_engine import ProgramEngine, limit_by_solver, open_program
from .search_state import SearchState

WORKER = Path(__file__).with_name("cp_sat_worker.py")
END_SECONDS = 0.4
"""How long the process may take to end when it has to, before it is killed."""
POLL_SECONDS = 0.05
NAME = "CP-SAT"

News = dict[str, Any]


def _version() -> str | None:
    try:
        return version("ortools")
    except PackageNotFoundError:
        return None


def cp_sat_name() -> str:
    """Return CP-SAT with the version of OR-Tools, where it is installed."""
    return f"{NAME} {_version() or ''}".strip()


@dataclass(frozen=True)
class BinaryProgram:
    """Minimise or maximise the sum of binary columns under rows of ones."""

    matrix: sp.csr_array
    """1 where a column belongs to a row, shape (rows, columns)."""
    lower: IntArray
    """The least sum of each row; 0 or less for none. Shape (rows,)."""
    upper: IntArray | None
    """The greatest; None: no row has one. Shape (rows,)."""
    maximise: bool
    least: int | None
    """A lower bound on the sum of all columns."""
    hint: IntArray
    """The columns that are 1 in a solution to start from; empty for none. Shape (k,)."""


def run_cp_sat(
    program: BinaryProgram,
    take: Callable[[News], None],
    cancelled: threading.Event,
    threads: int = 1,
    seconds: float | None = None,
    seed: int = 0,
) -> str | None:
    """Run CP-SAT in a process until it ends or is cancelled.

    `take`: gets the messages: "incumbent", the columns that are 1; "bound"; "branches"; at last
    "end".
    `cancelled`: ends the process, by force if need be.
    Returns the status of CP-SAT, or how the process ended; None if cancelled.
    """
    with interrupts_blocked():  # until it ignores them
        process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            creationflags=NO_CONSOLE,
        )
    news: Queue[str] = Queue()
    errors: list[str] = []
    problem = _problem(program, threads, seconds, seed) + "\n"
    writer = threading.Thread(target=_write, args=(process, problem), daemon=True)
    readers = [
        threading.Thread(target=_read, args=(process.stdout, news.put), daemon=True),
        threading.Thread(target=_read, args=(process.stderr, errors.append), daemon=True),
    ]
    for thread in (writer, *readers):
        thread.start()
    word = None
    try:
        while word is None and not cancelled.is_set():
            try:
                entry: News = json.loads(news.get(timeout=POLL_SECONDS))
            except Empty:
                if not readers[0].is_alive() and news.empty():
                    break
                continue
            take(entry)
            word = entry.get("end")
    finally:
        _end(process, writer)
        for reader in readers:
            reader.join()
        _close(process)
    if word is not None or cancelled.is_set():
        return word
    return _how_it_ended(process.returncode, errors)


def _problem(program: BinaryProgram, threads: int, seconds: float | None, seed: int) -> str:
    matrix = program.matrix
    upper = [None] * matrix.shape[0] if program.upper is None else program.upper.tolist()
    return json.dumps(
        {
            "columns": matrix.shape[1],
            "starts": matrix.indptr.tolist(),
            "indices": matrix.indices.tolist(),
            "lower": program.lower.tolist(),
            "upper": upper,
            "maximise": program.maximise,
            "least": program.least,
            "hint": program.hint.tolist(),
            "threads": threads,
            "seconds": seconds,
            "seed": seed,
        }
    )


def _read(stream: Any, give: Callable[[str], None]) -> None:
    for line in stream:
        give(line)


def _write(process: subprocess.Popen[str], problem: str) -> None:
    assert process.stdin is not None
    with suppress(OSError):  # the process may have ended already
        process.stdin.write(problem)
        process.stdin.flush()


def _end(process: subprocess.Popen[str], writer: threading.Thread) -> None:
    """Ask the process to end, and kill it if it does not or has not even read the problem."""
    if writer.is_alive():
        process.kill()
        writer.join()
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _close(process: subprocess.Popen[str]) -> None:
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _how_it_ended(code: int, errors: list[str]) -> str:
    if code < 0:
        return f"its process was killed from outside ({signal.Signals(-code).name})"
    last = next((line.strip() for line in reversed(errors) if line.strip()), "")
    return f"its process ended with status {code}{': ' if last else ''}{last}"


class CpSatEngine(ProgramEngine):
    """CP-SAT on the integer program, in a process of its own.

    To stop, the process is asked to end and killed if it does not; if something else kills it, the
    engine has failed and the incumbent is kept.
    """

    @property
    def name(self) -> str:
        """CP-SAT with the version of OR-Tools."""
        return cp_sat_name()

    @property
    def missing(self) -> str:
        """OR-Tools, with the extra that installs it; empty if it is installed."""
        if _version() is None or is_bundle():
            return f"CP-SAT needs OR-Tools, which is not installed: {advice('cpsat')}"
        return ""

    def prove(self, state: SearchState) -> str | None:
        """Solve by CP-SAT; return why it ended without an answer."""
        program = open_program(state, state.problem.target == "full")
        if program is None:
            return None
        givens, wanted = state.problem.givens.indices, state.problem.wanted
        faults: list[str] = []

        def take(news: News) -> None:
            state.nodes = news.get("branches", state.nodes)
            if "incumbent" in news:
                chosen = program.cells[np.array(news["incumbent"], dtype=np.int64)]
                if not state.submit_incumbent(np.concatenate((givens, chosen))):
                    faults.append("a solution of CP-SAT is no placement")
            end = news.get("end")
            if end == "INFEASIBLE" and wanted is not None and len(state.best) < wanted:
                state.tighten_bound(wanted - 1)
            elif "bound" in news and end not in ("INFEASIBLE", "MODEL_INVALID"):
                limit_by_solver(state, news["bound"] + len(givens))

        hint = np.flatnonzero(np.isin(program.cells, state.best.indices))
        binary = BinaryProgram(
            program.matrix,
            program.lower,
            program.upper,
            True,
            None if wanted is None else wanted - len(givens),
            hint if wanted is None else hint[:0],
        )
        state.activity = NAME
        limit = state.context.limit
        seconds = state.context.remaining
        # The caller goes when the time is up; this only makes CP-SAT follow soon.
        seconds = None if seconds is None else seconds + 1.0
        word = run_cp_sat(binary, take, state.cancelled, limit.threads, seconds, self.seed)
        return faults[0] if faults else word
