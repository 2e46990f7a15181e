"""Local search against the best placements known, completions, building programs, and stops.

One thread. Medians over seeds or random givens; a search that ends by its limit counts as slower.
``python -m tests.benchmarks.solve PART`` prints one part: searches, completions, builds or stops.
"""

import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import inf
from statistics import median

from nqviz import Board, InputError, Limit, Placement
from nqviz.constructions import regular
from nqviz.engines import ENGINES, LocalSearchEngine, Problem, Target, warm_up
from nqviz.engines.threads import wait_for_engines
from nqviz.ilp import build_program
from nqviz.problems import complete
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from nqviz.run.processes import allow_processes

from .report import show

SEARCHES = (
    (9, 3, 67, 1.0, 7),
    (12, 3, 133, 30.0, 5),
    (13, 3, 169, 30.0, 5),
    (14, 3, 172, 20.0, 3),
    (6, 4, 80, 10.0, 5),
    (7, 4, 145, 10.0, 5),
    (5, 5, 93, 20.0, 5),
)
"""Board, queens, seconds to reach and seeds."""


def random_givens(board: Board, count: int, seed: int) -> Placement:
    """Put queens on random free cells, one after another."""
    givens = Placement(board)
    for cell in random.Random(seed).sample(range(board.size), board.size):
        if len(givens) == count:
            break
        more = Placement.from_indices(board, [*givens.indices.tolist(), cell])
        givens = more if more.is_valid() else givens
    return givens


@cache
def large(board: Board) -> Placement:
    """Find a placement of the (8,3) board with 48 queens, or a full one of others."""
    if board == Board.cube(8, 3):
        best = LocalSearchEngine(1).solve(Problem(Placement(board), 48)).placement
        assert best is not None
        return best
    return regular(board)


def drawn_givens(board: Board, count: int, seed: int) -> Placement:
    """Draw queens from one large placement."""
    queens = large(board).indices.tolist()
    return Placement.from_indices(board, random.Random(seed).sample(queens, count))


def in_words(times: Sequence[float]) -> tuple[str, str, str]:
    """Return the median, the slowest and how many were answered."""
    done = [seconds for seconds in times if seconds < inf]
    worst = f"{max(times):.2f} s" if len(done) == len(times) else "none in time"
    middle = f"{median(times):.2f} s" if median(times) < inf else "not in time"
    return middle, worst, f"{len(done)} of {len(times)}"


def searches() -> None:
    rows = []
    for n, d, count, goal, seeds in SEARCHES:
        question = Problem(Placement(Board.cube(n, d)), count)
        times = []
        for seed in range(seeds):
            outcome = LocalSearchEngine(seed).solve(question, RunContext(Limit(seconds=1.5 * goal)))
            times.append(outcome.seconds if outcome.count == count else inf)
        rows.append((f"local search ({n},{d}): {count}", *in_words(times), f"{goal:g} s"))
    show("solve searches", ("what", "median", "slowest", "in time", "goal"), rows)


Case = tuple[int, Target, Callable[[Board, int, int], Placement], tuple[int, ...], float, int]

COMPLETIONS: tuple[Case, ...] = (
    (11, "full", drawn_givens, (1, 2, 3, 5, 8, 12), 0.4, 10),
    (11, "full", random_givens, (1, 2, 3, 5, 8, 12), 0.4, 10),
    (13, "full", drawn_givens, (10, 12, 15, 20), 1.0, 10),
    (13, "full", random_givens, (10, 12, 15, 20), 1.0, 10),
    (8, "max", drawn_givens, (6, 8, 10, 12, 15), 1.0, 10),
    (8, "max", random_givens, (6, 8, 10, 12, 15), 1.0, 10),
)
"""Side, target, how the given queens come about, how many, seconds to reach, and instances."""


def answer_time(givens: Placement, target: Target, limit: float) -> float:
    outcome = complete(givens, target, run=RunContext(Limit(seconds=limit)))
    proven = outcome.status.is_proof or (target == "full" and outcome.status is Status.FEASIBLE)
    return outcome.seconds if proven else inf


def completions() -> None:
    rows = []
    for n, target, draw, counts, goal, instances in COMPLETIONS:
        board = Board.cube(n, 3)
        name = "full" if target == "full" else "maximum"
        kind = "of one placement" if draw is drawn_givens else "at random"
        for count in counts:
            times = [
                answer_time(draw(board, count, seed), target, 8 * goal) for seed in range(instances)
            ]
            what = f"{name} completion ({n},3), {count} givens {kind}"
            rows.append((what, *in_words(times), f"{goal:g} s"))
    show("solve completions", ("what", "median", "slowest", "in time", "goal"), rows)


STOP_BOARDS = ((9, 3), (12, 3), (7, 4))
STOP_MOMENTS = (0.05, 0.3, 1.0, 3.0)


def stop_times(engine: str, board: Board, after: float) -> tuple[float, float] | None:
    """Return the seconds from a stop to the outcome, and until nothing is at work any more."""
    stop, asked = threading.Event(), [0.0]

    def ask() -> None:
        asked[0] = time.perf_counter()
        stop.set()

    timer = threading.Timer(after, ask)
    timer.start()
    try:
        outcome = ENGINES[engine].solve(Problem(Placement(board)), run=RunContext(stop=stop))
    except InputError:
        outcome = None
    answered = time.perf_counter()
    wait_for_engines(60)
    gone = time.perf_counter()
    timer.cancel()
    timer.join()
    is_stopped = outcome is not None and outcome.status is Status.STOPPED
    return (answered - asked[0], gone - asked[0]) if is_stopped else None


def stops() -> None:
    rows = []
    for engine in ENGINES:
        cases = product(STOP_BOARDS, STOP_MOMENTS)
        times = [stop_times(engine, Board.cube(*side), after) for side, after in cases]
        seen = [each for each in times if each is not None]
        if seen:
            answered, gone = map(max, zip(*seen, strict=True))
            rows.append((engine, f"{answered:.3f} s", f"{gone:.2f} s", len(seen)))
    columns = ("stop of", "outcome within (goal 0.5 s)", "all gone within (goal 3 s)", "stops")
    show("solve stops", columns, rows)


def builds() -> None:
    rows = []
    for n, d, cuts in ((12, 3, ("cube",)), (12, 3, ("cube", "star")), (7, 4, ("cube",))):
        times = []
        for _ in range(5):
            board = Board.cube(n, d)  # nothing is kept of the last one
            began = time.perf_counter()
            program = build_program(board, cuts)
            times.append(time.perf_counter() - began)
        what = f"build ({n},{d}) with {', '.join(cuts)}"
        goal = "1 s" if cuts == ("cube",) and n == 12 else ""
        shape = f"{program.matrix.shape[0]:,} x {program.matrix.shape[1]:,}"
        rows.append((what, shape, f"{median(times):.2f} s", f"{max(times):.2f} s", goal))
    show("solve builds", ("what", "rows x columns", "median", "slowest", "goal"), rows)


PARTS: dict[str, Callable[[], None]] = {
    "searches": searches,
    "completions": completions,
    "builds": builds,
    "stops": stops,
}


def main(parts: Sequence[str] = tuple(PARTS)) -> None:
    allow_processes()  # as the command line and the window do
    warm_up()
    for part in parts:
        PARTS[part]()


if __name__ == "__main__":
    main(sys.argv[1:] or tuple(PARTS))
