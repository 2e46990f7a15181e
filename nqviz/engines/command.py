"""Another solver as an engine: a command line with an MPS file in and a solution out.

The placement is verified here. That it is largest, or that there is none, is the claim of the
other program, and counts as floating point by that program.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

import numpy as np

from nqviz.core.errors import InputError, quoted
from nqviz.exchange import ExportProblem, check_solution, read_solution, write_problem_file
from nqviz.run.processes import NO_CONSOLE, interrupts_blocked
from nqviz.run.temporary import temporary_folder

from .program_engine import ProgramEngine, open_program
from .search_state import SearchState

PREFIX = "command:"
"""The beginning of the name of such an engine: ``command:cbc {mps} solve solution {sol}``."""
FORMATS = ("mps", "lp", "opb")
"""The problem files that a command may name, as ``{mps}``."""
POLL_SECONDS = 0.05
END_SECONDS = 0.4
"""How long the command may take to end when it is told to, before it is killed."""


class CommandEngine(ProgramEngine):
    """A command that reads a problem file and writes a solution file.

    Its words may contain ``{mps}``, ``{lp}`` or ``{opb}``, the problem, of which one is needed;
    ``{sol}``, the file of its solution, else its standard output is read; ``{seconds}``, the time
    limit, ``{threads}`` and ``{seed}``. It is started without a shell. To stop, the command and
    what it has started are told to end, and killed if they do not.
    `command`: the words as in a shell.
    Raises InputError if the command names no problem file, or its quotation marks are not closed.
    """

    def __init__(self, seed: int = 0, command: str = "") -> None:
        super().__init__(seed)
        self.command = command
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise InputError(f"the command {quoted(command)}: {error}") from None
        named = [each for each in FORMATS if f"{{{each}}}" in command]
        if len(named) != 1 or not self._words:
            raise InputError(
                f"the command {quoted(command)} has to name one problem file: {{mps}}, {{lp}} or"
                " {opb}"
            )
        self._format = named[0]

    @property
    def name(self) -> str:
        """The command, without its folder."""
        return Path(self._words[0]).name

    @property
    def missing(self) -> str:
        """Which command is not found; empty if it is."""
        return "" if shutil.which(self._words[0]) else f"there is no command {self._words[0]}"

    def prove(self, state: SearchState) -> str | None:
        """Write the problem, run the command and read its solution; return why there is none."""
        asked, wanted = state.problem, state.problem.wanted
        if open_program(state) is None:
            return None
        problem = ExportProblem(
            asked.givens,
            "completion" if len(asked.givens) else "maximum",
            "full" if asked.target == "full" else wanted,
            asked.program_cuts,
        )
        state.activity = self.name
        with temporary_folder(Path(tempfile.gettempdir())) as folder:
            source, target = folder / f"problem.{self._format}", folder / "solution.sol"
            write_problem_file(problem, source, self._format)
            log = folder / "output.txt"
            code = self._run(state, source, target, log)
            if code is None:
                return None  # cancelled
            has_file = target.is_file() and target.stat().st_size > 0
            if code and not has_file:
                return f"it ended with status {code}{_last_line(log)}"
            solution = read_solution(target if has_file else log)
        found = check_solution(solution, problem)
        if found.placement is not None and not found.placement.is_valid():
            return found.message
        if found.placement is not None:
            state.submit_incumbent(np.asarray(found.placement.indices))
        if found.claim == "infeasible" and wanted is not None:
            state.tighten_bound(wanted - 1)
        elif found.placement is not None and solution.is_optimal and wanted is None:
            state.tighten_bound(len(found.placement))
        return "it did not say that its solution is optimal"

    def _run(self, state: SearchState, source: Path, target: Path, log: Path) -> int | None:
        """Run the command until it ends or is cancelled; return its exit status."""
        remaining = state.context.remaining
        values = {
            self._format: str(source),
            "sol": str(target),
            "seconds": f"{1e6 if remaining is None else max(1.0, remaining):.0f}",
            "threads": str(state.context.limit.threads),
            "seed": str(self.seed),
        }
        words = []
        for word in self._words:
            for key, value in values.items():
                word = word.replace(f"{{{key}}}", value)
            words.append(word)
        with log.open("wb") as output, interrupts_blocked():
            process = _started(words, output)
        try:
            while not state.cancelled.is_set():
                with suppress(subprocess.TimeoutExpired):
                    return process.wait(POLL_SECONDS)
            return None
        finally:
            _end(process)


def _started(words: list[str], output: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # so that all that it starts can be ended with it
        creationflags=NO_CONSOLE,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Signal a running command and what it has started to end, and kill what does not."""
    if process.poll() is not None:
        return
    _signal(process, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(END_SECONDS)
    _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
    process.wait()


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, number)


def _last_line(log: Path) -> str:
    with log.open("rb") as stream:
        stream.seek(max(0, log.stat().st_size - 2000))
        lines = stream.read().decode(errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f": {last}" if last else ""
