"""Most beautiful queens: seconds of the search and of its certificate; completions on the plane."""

import statistics
import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from nqviz.core.board import Board
from nqviz.problems import complete
from nqviz.problems.beautiful import beautiful, beautiful_certificate
from nqviz.problems.excluded import random_givens
from nqviz.problems.planar import fingerprint, published_beautiful
from nqviz.proofs import check, save
from nqviz.run.context import Limit, RunContext

from .report import show

SIDES = (8, 16, 24, 32, 40, 48, 64)
SECONDS = 1000.0
COMPLETIONS = ((8, 2), (20, 5), (30, 8), (100, 20))


def main() -> None:
    beautiful_certificate(beautiful(Board.cube(8, 2)))  # the kernels are compiled, or loaded
    columns = ("n", "search, of the processor", "certificate", "size", "check", "as published")
    show("beautiful", columns, [_row(n) for n in SIDES])
    rows = []
    for n, count in COMPLETIONS:
        times = []
        for seed in range(20):
            givens = random_givens(n, count, seed)
            began = time.perf_counter()
            complete(givens, run=RunContext(Limit(SECONDS)))
            times.append(time.perf_counter() - began)
        rows.append((n, count, f"{statistics.median(times):.3f} s", f"{max(times):.3f} s"))
    show("beautiful", ("completions, n", "given", "median of 20", "slowest"), rows)


def _row(n: int) -> tuple[object, ...]:
    """Return what it takes to find a most beautiful placement, to prove it, and to check that."""
    times = [time.process_time()]
    found = beautiful(Board.cube(n, 2), RunContext(Limit(SECONDS)))
    times.append(time.process_time())
    proof = beautiful_certificate(found)
    times.append(time.process_time())
    proven = proof is not None and check(proof).valid
    times.append(time.process_time())
    search, write, read = (f"{after - before:.1f} s" for before, after in pairwise(times))
    size = "-"
    if proof is not None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "proof"
            save(proof, path)
            size = f"{path.stat().st_size / 1024:.0f} kB"
    known = published_beautiful(n)
    same = "-" if known is None else str(fingerprint(known) == found.fingerprint).lower()
    return n, search, write, size, read if proven else "not proven", same
