"""Local search against the best placements known, completions of random givens, and stops.

One thread. Medians over seeds or random givens; a search that ends by its limit counts as slower.
``solve search``, ``solve complete`` and ``solve stop`` print one part.
"""

import random
from collections.abc import Sequence
from functools import cache
from math import inf
from statistics import median

from nqviz import Board, Limit, Placement
from nqviz.constructions import regular
from nqviz.problems import complete
from nqviz.solvers import LocalSearchEngine, Question, warm_up
from nqviz.work import Status

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
        best = LocalSearchEngine(1).solve(Question(Placement(board), 48)).placement
        assert best is not None
        return best
    return regular(board)


def drawn_givens(board: Board, count: int, seed: int) -> Placement:
    """Draw queens from one large placement."""
    queens = large(board).indices.tolist()
    return Placement.from_indices(board, random.Random(seed).sample(queens, count))


def in_words(times: Sequence[float]) -> tuple[str, str, str]:
    """Give the median, the slowest and how many were answered."""
    done = [seconds for seconds in times if seconds < inf]
    worst = f"{max(times):.2f} s" if len(done) == len(times) else "none in time"
    middle = f"{median(times):.2f} s" if median(times) < inf else "not in time"
    return middle, worst, f"{len(done)} of {len(times)}"


def searches() -> None:
    rows = []
    for n, d, count, goal, seeds in SEARCHES:
        question = Question(Placement(Board.cube(n, d)), count)
        times = []
        for seed in range(seeds):
            outcome = LocalSearchEngine(seed).solve(question, Limit(seconds=1.5 * goal))
            times.append(outcome.seconds if outcome.count == count else inf)
        rows.append((f"local search ({n},{d}): {count}", *in_words(times), f"{goal:g} s"))
    show("solve search", ("what", "median", "slowest", "in time", "goal"), rows)


COMPLETIONS = (
    (11, "full", drawn_givens, (1, 2, 3, 5, 8, 12), 0.4, 10),
    (11, "full", random_givens, (1, 2, 3, 5, 8, 12), 0.4, 10),
    (13, "full", drawn_givens, (10, 12, 15, 20), 1.0, 10),
    (13, "full", random_givens, (10, 12, 15, 20), 1.0, 10),
    (8, "max", drawn_givens, (6, 8, 10, 12, 15), 1.0, 10),
    (8, "max", random_givens, (6, 8, 10, 12, 15), 1.0, 10),
)
"""Side, target, how the given queens come about, how many, seconds to reach, and instances."""


def answer_time(givens: Placement, target: str, limit: float) -> float:
    outcome = complete(givens, target, limit=Limit(seconds=limit))
    proven = outcome.status.is_proof or (target == "full" and outcome.status is Status.FEASIBLE)
    return outcome.seconds if proven else inf


def completions() -> None:
    rows = []
    for n, target, draw, counts, goal, instances in COMPLETIONS:
        board = Board.cube(n, 3)
        name = {"full": "full", "max": "maximum"}[target]
        kind = "of one placement" if draw is drawn_givens else "at random"
        for count in counts:
            times = [
                answer_time(draw(board, count, seed), target, 8 * goal) for seed in range(instances)
            ]
            what = f"{name} completion ({n},3), {count} givens {kind}"
            rows.append((what, *in_words(times), f"{goal:g} s"))
    show("solve complete", ("what", "median", "slowest", "in time", "goal"), rows)


def main() -> None:
    warm_up()
    searches()
    completions()


if __name__ == "__main__":
    main()
