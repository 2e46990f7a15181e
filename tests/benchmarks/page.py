"""The page of measured figures in the guide: runs benchmarks and writes what they print.

    python -m tests.benchmarks.page [NAME ...]

Without names all parts of the page are made; with names these parts, and the others stay. The page
is written after each part; a benchmark that fails leaves its part as it was.
"""

import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from nqviz import __version__
from tests.process import run_process

from .report import say

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "measured.md"
ON_PAGE = {
    "start": "Start",
    "click": "A click in the window",
    "hover": "The pointer over cells",
    "drawer": "Opening a drawer",
    "frames": "Turning the scene",
    "memory": "Memory",
    "programs": "Integer programs",
    "counts": "Counts",
    "solve": "Completing placements",
    "proofs": "Proofs of maxima",
    "first": "First queens",
    "beautiful": "Most beautiful queens",
}
BEGINNING = """# Measured figures

This page is made by one command: `python -m tests.benchmarks.page` (with a display; on Linux
`xvfb-run -a` gives one); names of benchmarks after it renew these parts alone. Each table names the
command that makes it. Times depend on the machine and on what else runs there: compare two
versions in one run.
"""


def processor() -> str:
    """Return the name of the processor where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def measured(name: str) -> str:
    """Return what a benchmark prints; it runs in a process of its own.

    Raises
    ------
    RuntimeError
        If the benchmark fails.
    """
    command = [sys.executable, "-m", "tests.benchmarks", name]
    done = run_process(command)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["nothing was said"]
        raise RuntimeError(f"{name} ended with {done.returncode}: {last[0]}")
    return done.stdout.strip()


def section(name: str, text: str) -> str:
    """Return the part of the page on one benchmark: the day, and its tables as printed."""
    day = datetime.now(tz=UTC).strftime("%d %B %Y").lstrip("0")
    system = f"{processor()}, {platform.system()}, Python {platform.python_version()}"
    where = f"Measured on {day} with nqviz {__version__}: {system}."
    return f"{where}\n\n```text\n{text}\n```\n"


def parts_of(page: str) -> dict[str, str]:
    """Return the parts of a page by their titles."""
    parts = (part.partition("\n\n") for part in page.split("\n## ")[1:])
    return {title: f"{text.rstrip()}\n" for title, _, text in parts}


def page_of(parts: dict[str, str]) -> str:
    """Return the page of parts by their titles."""
    kept = {title: parts[title] for title in ON_PAGE.values() if title in parts}
    return BEGINNING + "".join(f"\n## {title}\n\n{text}" for title, text in kept.items())


def main(names: list[str]) -> int:
    """Write the page; return the exit status."""
    unknown = [name for name in names if name not in ON_PAGE]
    if unknown:
        say(f"not on the page: {unknown[0]}; parts are {', '.join(ON_PAGE)}")
        return 2
    for name in names or ON_PAGE:
        say(name)
        try:
            made = section(name, measured(name))
        except RuntimeError as error:
            say(str(error))
            return 1
        before = parts_of(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
        PAGE.write_text(page_of({**before, ON_PAGE[name]: made}), encoding="utf-8")
    say(f"written: {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
