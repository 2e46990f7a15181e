"""The examples of README and guide, run twice with empty caches: the first use against the second.

    NQVIZ_PROGRAMS=FOLDER python -m tests.benchmarks first_use

FOLDER has the programs of an installed wheel or a bundle; without it those of this Python. Seconds
of the processor, of all processes of a command. The goal: the first within 1.3 times the second,
beyond what a clock tells apart, and no kernel is compiled.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.guide.blocks import PAGES, Line, name, shell_lines

from .report import say, show

GOAL = 1.3
NOISE = 0.1
"""Seconds."""
LONGEST = 120


def examples(page: Path) -> list[Line]:
    """Return the lines of a page that run the command line, without the window."""
    lines = shell_lines(page)
    return [line for line in lines if line.words[:1] == ["nqviz"] and line.words[1:2] != ["open"]]


def seconds(command: list[str], folder: str, environment: dict[str, str]) -> float:
    """Return the seconds of the processor that a command took; NaN if it took too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return float("nan")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return sum(used)


def main() -> None:
    """Print the examples whose first use is slower, and how many there are."""
    programs = Path(os.environ.get("NQVIZ_PROGRAMS", Path(sys.executable).parent))
    rows, tried = [], 0
    for page in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            for line in examples(page):
                caches = {"HOME": f"{folder}/home{tried}", "NUMBA_CACHE_DIR": f"{folder}/c{tried}"}
                environment = {**os.environ, **caches}
                Path(caches["HOME"]).mkdir()
                command = [str(programs / "nqviz"), *line.words[1:]]
                first, second = (seconds(command, folder, environment) for _ in range(2))
                tried += 1
                kernels = len(list(Path(caches["NUMBA_CACHE_DIR"]).rglob("*.nbi")))
                if kernels or first > GOAL * second + NOISE:
                    told = f"{first:.2f}", f"{second:.2f}", f"{first / second:.2f}", str(kernels)
                    rows.append([name(page), " ".join(line.words), *told])
                    say("  ".join(rows[-1]))
    show("first_use", ["page", "example", "first s", "second s", "ratio", "compiled"], rows)
    say(f"{tried} examples; {len(rows)} take more than {GOAL} times as long at the first use")
