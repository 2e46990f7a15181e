"""The examples of README and guide, run twice with empty caches: the first use against the second.

    NQVIZ_PROGRAMS=FOLDER python -m tests.benchmarks first_use

FOLDER has the programs of an installed wheel or a bundle; without it those of this Python. Seconds
of the processor, of all processes of a command; both runs begin with the same files. What looks
slower at the first use is run again, and the medians count. The goal: the first within 1.3 times
the second, beyond what a clock tells apart, and no kernel is compiled.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.guide.blocks import PAGES, Line, name, shell_lines

from .report import say, show

GOAL = 1.3
NOISE = 0.1
"""Seconds."""
LONGEST = 120
AGAIN = 4
"""How often a pair of runs is repeated that looks slower."""


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


def first_and_second(command: list[str], files: Path) -> tuple[float, float, int]:
    """Return the seconds of two runs with caches of their own, and how many kernels they compile.

    Each begins with a copy of the files; those of the second run replace them.
    """
    with tempfile.TemporaryDirectory() as made:
        home, kernels = Path(made, "home"), Path(made, "kernels")
        home.mkdir()
        environment = {**os.environ, "HOME": str(home), "NUMBA_CACHE_DIR": str(kernels)}
        taken = []
        for run in ("first", "second"):
            folder = shutil.copytree(files, Path(made, run))
            taken.append(seconds(command, str(folder), environment))
        shutil.copytree(folder, files, dirs_exist_ok=True)
        return taken[0], taken[1], len(list(kernels.rglob("*.nbi")))


def is_slower(runs: list[tuple[float, float, int]]) -> bool:
    """Return whether the first use is slower than the goal, by the medians of its runs."""
    first, second = medians(runs)
    return any(compiled for *_, compiled in runs) or not first <= GOAL * second + NOISE


def medians(runs: list[tuple[float, float, int]]) -> tuple[float, float]:
    """Return the medians of the seconds of first and second runs."""
    return median(run[0] for run in runs), median(run[1] for run in runs)


def main() -> None:
    """Print the examples whose first use is slower, and how many there are."""
    programs = Path(os.environ.get("NQVIZ_PROGRAMS", Path(sys.executable).parent))
    rows, tried = [], 0
    for page in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            for line in examples(page):
                command = [str(programs / "nqviz"), *line.words[1:]]
                runs = [first_and_second(command, Path(folder))]
                if is_slower(runs):
                    runs += [first_and_second(command, Path(folder)) for _ in range(AGAIN)]
                tried += 1
                if is_slower(runs):
                    first, second = medians(runs)
                    kernels = max(compiled for *_, compiled in runs)
                    told = f"{first:.2f}", f"{second:.2f}", f"{first / second:.2f}", str(kernels)
                    rows.append([name(page), " ".join(line.words), *told])
                    say("  ".join(rows[-1]))
    show("first_use", ["page", "example", "first s", "second s", "ratio", "compiled"], rows)
    say(f"{tried} examples; {len(rows)} take more than {GOAL} times as long at the first use")
