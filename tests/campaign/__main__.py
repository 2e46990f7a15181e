"""Run a campaign by name: ``python -m tests.campaign NAME [--seed S] [--count N | --seconds T]``.

It prints a line for each fault when it is found, and at the end or an interrupt the figures.
It ends with status 1 if there is a fault.
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
    campaign, report, end = (
        import_module(f".{chosen.name}", __package__),
        Report(is_spoken=True),
        "",
    )
    try:
        campaign.run(chosen.seed, Length(chosen.count, chosen.seconds), report)
    except KeyboardInterrupt:
        end = ", interrupted"
    took = f"{report.tried:,} tried in {monotonic() - start:,.0f} s"
    lines = [f"{chosen.name}, seed {chosen.seed}: {took}, {len(report.faults)} faults{end}"]
    lines += [f"  {name}: {value:,.6g}" for name, value in sorted(report.figures.items())]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
