"""Run a campaign by name: ``python -m tests.campaign NAME [--seed S] [--count N | --seconds T]``.

It prints a line for each fault and then the figures, and ends with status 1 if there is a fault.
Campaigns with a window need a display: ``xvfb-run -a python -m tests.campaign sessions``.
"""

from __future__ import annotations

import faulthandler
import sys
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from time import monotonic

from .report import Length, Report


def names() -> list[str]:
    """Return the names of the campaigns: each has a short test."""
    tests = Path(__file__).parent.glob("test_*.py")
    return sorted(path.stem.removeprefix("test_") for path in tests)


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.campaign", description="Run a random campaign.")
    parser.add_argument("name", choices=names())
    parser.add_argument("--seed", type=int, default=1)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--count", type=int)
    length.add_argument("--seconds", type=float)
    chosen = parser.parse_args(arguments)
    start = monotonic()
    faulthandler.enable()  # a crash says where it was
    report: Report = import_module(f".{chosen.name}", __package__).run(
        chosen.seed, Length(chosen.count, chosen.seconds)
    )
    lines = [*report.faults]
    lines.append(
        f"{chosen.name}, seed {chosen.seed}: {report.tried:,} tried in"
        f" {monotonic() - start:,.0f} s, {len(report.faults)} faults"
    )
    lines += [f"  {name}: {value:,.6g}" for name, value in sorted(report.figures.items())]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
