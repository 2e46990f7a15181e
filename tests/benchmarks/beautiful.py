"""The reach of most beautiful queens, and of completions on the plane: seconds for each n."""

import json
import statistics
import time
from pathlib import Path

import numpy as np

from nqviz.core.board import Board
from nqviz.problems import complete
from nqviz.problems.beautiful import beautiful
from nqviz.problems.excluded import random_givens
from nqviz.problems.planar import fingerprint
from nqviz.run.context import Limit, RunContext

from .report import say

SIDES = (8, 12, 16, 20, 24, 28, 30, 31, 32, 48, 64)
SECONDS = 100.0
COMPLETIONS = ((8, 2), (20, 5), (30, 8), (100, 20))
PUBLISHED = Path(__file__).parents[2] / "resources" / "reference" / "beautiful-queens.json"


def main() -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))["permutations"]
    beautiful(Board.cube(4, 2))  # the kernels are compiled, or loaded
    for n in SIDES:
        began = time.process_time()
        found = beautiful(Board.cube(n, 2), run=RunContext(Limit(SECONDS)))
        used = time.process_time() - began
        same = ""
        if str(n) in published and found.fingerprint is not None:
            same = (
                ", as published"
                if found.fingerprint == fingerprint(np.array(published[str(n)]) - 1)
                else (", not as published")
            )
        say(
            f"beautiful n = {n}: {found.seconds:.2f} s, {used:.2f} s of the processor,"
            f" {found.decided} of {n} proven{same}"
        )
    for n, count in COMPLETIONS:
        times = []
        for seed in range(20):
            givens = random_givens(n, count, seed)
            began = time.perf_counter()
            complete(givens, run=RunContext(Limit(SECONDS)))
            times.append(time.perf_counter() - began)
        say(
            f"completion n = {n}, {count} given: {statistics.median(times):.3f} s,"
            f" at most {max(times):.3f} s"
        )


if __name__ == "__main__":
    main()
