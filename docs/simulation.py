"""Simulate many workers on the task times of a checkpoint: ``python docs/simulation.py FILE``.

Prints the table of the page "Beyond one machine". Without a file the times are recorded from the
count of (7,3), which takes half a minute. `--times N` repeats them N times, as a larger board
would.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from nqviz import Board
from nqviz.counting import count_maximum
from nqviz.run.tasks import Execution
from nqviz.run.tasks.simulate import simulate
from nqviz.run.tasks.storage import read_only

WORKERS = (1, 10, 100, 1000, 10_000)
OVERHEAD = 0.005
"""Seconds that a task takes beside its work; see the benchmark ``tasks``."""


def recorded(file: Path) -> list[float]:
    """Return the processor seconds of the finished tasks of a checkpoint, in their order."""
    with read_only(file) as storage:
        done = [record for record in storage.records.values() if record.state.done]
    return [record.state.seconds for record in sorted(done, key=lambda each: each.at)]


def table(times: list[float]) -> str:
    """Return the simulated runs as a table of the guide."""
    lines = [
        "| workers | tasks | longest task | makespan | efficiency | less than half at work |",
        "|---:|---:|---:|---:|---:|---:|",
    ]
    for workers in WORKERS:
        for longest in (None, max(times) / 10, max(times) / 100):
            run = simulate(times, workers, overhead=OVERHEAD, longest=longest)
            most = max(times) if longest is None else longest
            lines.append(
                f"| {workers:,} | {run.tasks:,} | {most:.3g} s | {run.makespan:,.3g} s |"
                f" {run.efficiency:.1%} | {run.alone:,.3g} s |"
            )
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Simulate many workers on recorded task times.")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
    parser.add_argument("--times", type=int, default=1, metavar="N")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = options.file
        if file is None:
            file = Path(folder) / "seven.checkpoint"
            count_maximum(Board.cube(6, 3), k=21, method="theta")  # loads what is compiled
            count_maximum(Board.cube(7, 3), k=32, split=Execution("threads:1", file))
        times = recorded(file) * options.times
    sys.stdout.write(table(times) + "\n")


if __name__ == "__main__":
    main()
