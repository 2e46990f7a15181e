"""Proofs of maxima: how long they take, how large their certificates are, how long the check takes.

One thread. ``python -m tests.benchmarks.proofs 6,3 8,3`` proves some boards only; without names the
boards that take minutes are left out. ``--threads 2`` lets two threads share the tree.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from nqviz import Board, Limit, Placement
from nqviz.engines import ENGINES, Problem, certificate, warm_up
from nqviz.proofs import check, load, save
from nqviz.run.context import RunContext

from .report import show

PROOFS = {
    "6,3": (21, "theta", 0.5),
    "7,3": (32, "theta", 15.0),
    "8,3": (48, "theta", 50.0),
    "9,3": (67, "theta", 250.0),
    "5,4": (38, "theta", 190.0),
    "10,3": (91, "theta", 370.0),
    "4,4": (16, "lp", 2.0),
    "6,4": (80, "lp", 2.0),
    "4,5": (32, "lp", 2.0),
    "4,6": (64, "lp", 12.0),
    "3,5": (11, "theta", 2.0),
    "3,6": (19, "theta", 5.0),
}
"""Boards, the most queens, the engine and the seconds to reach."""


def measure(name: str, file: Path, threads: int) -> tuple[object, ...]:
    """Prove that one queen more than the most does not fit, write the proof and check it."""
    most, engine, goal = PROOFS[name]
    n, d = map(int, name.split(","))
    givens = Placement(Board.cube(n, d))
    start, processor = time.perf_counter(), time.process_time()
    limit = Limit(seconds=600, threads=threads)
    outcome = ENGINES[engine].solve(Problem(givens, most + 1), RunContext(limit))
    proving, processor = time.perf_counter() - start, time.process_time() - processor
    proof = certificate(outcome, givens)
    if proof is None:
        return name, most, engine, outcome.status, f"{proving:.2f}", f"{processor:.2f}", goal
    save(proof, file)
    start = time.perf_counter()
    verdict = check(load(file))
    checking = time.perf_counter() - start
    return (
        name,
        proof.bound,
        engine,
        "proven" if verdict.valid else verdict.message,
        f"{proving:.2f}",
        f"{processor:.2f}",
        goal,
        outcome.nodes or "",
        f"{file.stat().st_size / 1000:,.0f}",
        f"{checking:.2f}",
    )


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.proofs")
    parser.add_argument("names", nargs="*", metavar="N,D")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in PROOFS]
    if unknown:
        parser.error(f"unknown board {unknown[0]}; choose of {' '.join(PROOFS)}")
    warm_up()
    quick = [name for name, (*_, goal) in PROOFS.items() if goal <= 60]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof"
        rows = [measure(name, file, options.threads) for name in options.names or quick]
    columns = ("n,d", "most", "engine", "status", "s", "processor s", "goal s", "nodes", "kB")
    what = "proofs" if options.threads == 1 else f"proofs --threads {options.threads}"
    show(what, (*columns, "check s"), [(*row, *[""] * (10 - len(row))) for row in rows])


if __name__ == "__main__":
    main(sys.argv[1:])
