"""How the fields of published tables of counts are computed, and how long that takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from functools import partial
from math import gcd

from nqviz.bounds import best_lower, best_upper
from nqviz.bounds.subcubes import SIDE_3, most_subcubes
from nqviz.bounds.torus import MONSKY, planar_torus_maximum
from nqviz.constructions.colourings import linear_colouring, shipped_colourings
from nqviz.core.board import Board
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Execution

from .enumerate_full import count_full
from .layered.totals import count_layered
from .maximal import count_maximal
from .maximum.count import count_maximum
from .planar import count_planar
from .regular import count_regular
from .rotational import count_symmetric
from .threshold import completion_threshold
from .toroidal import count_toroidal

BY_COLOURS = "the classes of a colouring with n colours"

PROVEN_SIDE_3 = 8
"""The largest d of boards of side 3 whose maximum is proven."""


class Reach(Enum):
    """How long a value takes."""

    QUICK = "quick"
    """A second or so."""
    LONG = "long"
    """Seconds to minutes."""
    OUT = "out of reach"


_LARGEST: dict[str, dict[int, tuple[int, int]]] = {
    "planar-count": {2: (13, 17)},
    "planar-orbits": {2: (13, 17)},
    "half-turn-count": {2: (18, 22)},
    "quarter-turn-count": {2: (29, 37)},
    "torus-maximum": {2: (40, 40)},
    "toroidal-count": {2: (18, 19)},
    "superqueen-count": {2: (11, 15)},
    "superqueen-orbits": {2: (11, 15)},
    "maximal-count": {2: (10, 13), 3: (4, 5), 4: (3, 3), 5: (2, 3)},
    "regular-count": {3: (100, 100)},
    "layered-count": dict.fromkeys(range(2, 12), (7, 8)),
    "maximum-count": {2: (13, 17), 3: (5, 8), 4: (3, 4), 5: (3, 3), 6: (2, 3)},
    "threshold": {2: (9, 14), 3: (7, 7), 4: (4, 4), 5: (3, 3)},
}
"""By rule and d the largest n that takes a second or so, and that takes seconds to minutes."""


def reach_of(rule: str, n: int, d: int) -> Reach:
    """Return how long a field takes."""
    if rule == "subcubes" or (rule == "most-queens" and d <= PROVEN_SIDE_3):
        return Reach.QUICK
    if rule == "disjoint":
        return Reach.QUICK if gcd(n, 6) == 1 or n in shipped_colourings() else Reach.OUT
    stacked = d == 3 and rule in ("maximum-count", "threshold")  # all full placements are listed
    quick, long = _LARGEST.get(rule, {}).get(d, (0, 0))
    if n <= quick or (stacked and n == 11):
        return Reach.QUICK
    return Reach.LONG if n <= long or (stacked and n == 13) else Reach.OUT


def counted_field(
    rule: str, board: Board, split: Execution | None, run: RunContext
) -> Outcome[int]:
    """Find the value of one field."""
    if rule in _RULES:
        return _RULES[rule](board, run)
    if rule in _SPLITTING:
        return _SPLITTING[rule](board, run, split=split)
    if rule.startswith("planar") or (board.d == 2 and board.n > 3):
        found = count_planar(board, run, split=split)
        return replace(found, value=found.orbits) if rule == "planar-orbits" else found
    if board.d == 3 and board.n > 10:
        return count_full(board, run, split=split)
    return count_maximum(board, run, split=split)


def _disjoint(board: Board, _run: RunContext) -> Outcome[int]:
    """Return n, the most disjoint full solutions, where a colouring with n colours is at hand."""
    square = shipped_colourings().get(board.n)
    square = linear_colouring(board.n) if square is None else square
    return Outcome(Status.OPTIMAL, int(square.max()) + 1, engine=BY_COLOURS, known=Known.EXACT)


def _most_queens(board: Board, _run: RunContext) -> Outcome[int]:
    """Return the most queens that are known to fit; proven to be the most only by a bound."""
    best = best_lower(board)
    is_proven = best.value == best_upper(board).value
    return Outcome(
        Status.OPTIMAL if is_proven else Status.FEASIBLE,
        best.value,
        engine=f"{'proven' if is_proven else 'a lower bound, not proven'}: {best.source}",
    )


def _subcubes(board: Board, _run: RunContext) -> Outcome[int]:
    return Outcome(Status.OPTIMAL, most_subcubes(board.d), engine=SIDE_3, known=Known.EXACT)


def _torus_maximum(board: Board, _run: RunContext) -> Outcome[int]:
    most = planar_torus_maximum(board.n)
    return Outcome(Status.OPTIMAL, most, engine=MONSKY, known=Known.PUBLISHED)


def _toroidal(board: Board, run: RunContext, *, split: Execution | None) -> Outcome[int]:
    return count_toroidal(Board(board.shape, torus=True), run, split=split)


def _superqueens(
    board: Board, run: RunContext, *, of_orbits: bool = False, split: Execution | None
) -> Outcome[int]:
    """Count the placements of n superqueens on a flat square, or those up to symmetry."""
    found = count_maximum(Board(board.shape, piece="superqueen"), run, k=board.n, split=split)
    return replace(found, value=found.orbits) if of_orbits else found


_RULES: Mapping[str, Callable[[Board, RunContext], Outcome[int]]] = {
    "regular-count": count_regular,
    "disjoint": _disjoint,
    "most-queens": _most_queens,
    "subcubes": _subcubes,
    "torus-maximum": _torus_maximum,
}
"""The rules that take a board and nothing else, and do not split."""

_SPLITTING: Mapping[str, Callable[..., Outcome[int]]] = {
    "threshold": completion_threshold,
    "layered-count": count_layered,
    "maximal-count": count_maximal,
    "half-turn-count": partial(count_symmetric, turn="half-turn"),
    "quarter-turn-count": partial(count_symmetric, turn="quarter-turn"),
    "toroidal-count": _toroidal,
    "superqueen-count": _superqueens,
    "superqueen-orbits": partial(_superqueens, of_orbits=True),
}
"""The rules that take a board, a run, and how its tasks are run."""
