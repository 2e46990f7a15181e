"""The completion threshold: how many queens can always be completed to a maximum placement.

qc(n,d) is the largest q such that every set of at most q queens that do not attack each other is
part of a maximum placement (thesis, Definition 7). Sets are grown queen by queen, up to the
symmetries of the board: where all sets of q queens can be completed, the density of the maximum
placements that contain one of them shows which further queen cannot join it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.symmetry import canonical
from nqviz.run.context import Limit, Progress, RunContext, ignore_progress
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Execution

from .densities.exact import density
from .enumerate_full import all_full, containing, is_listed
from .maximum.count import count_maximum
from .threshold_bounds import THEOREM_15, THEOREM_16, ThresholdBounds, threshold_bounds

BY_COUNTS = "densities of the maximum placements that contain a set, up to symmetry"
BY_BOUNDS = "bounds without a search"
BY_LIST = "the list of all full placements"
REACH = "(1..7,3), (11,3), (13,3), (1..4,4), (1..3,5) and (n,2) to n = 14"
REACH_BLOCKED = "(1..7,3), (1..4,4), (1..3,5) and (n,2) to n = 10"
MOST_PLANAR = 10
LARGEST = {3: 7, 4: 4, 5: 3}
"""The largest n whose (n,d)-board is searched."""


@dataclass(frozen=True, kw_only=True)
class Threshold(Outcome[int]):
    """The outcome of a search for the completion threshold, which is its value."""

    board: Board
    queens: int | None = None
    """The number of queens of a maximum placement."""
    witness: Placement | None = None
    """`value` + 1 queens that do not attack each other and are in no maximum placement; None
    where every maximal placement is maximum."""
    at_least: int = 0
    """All sets of so many queens can be completed."""
    at_most: int | None = None
    """Some set of one queen more cannot; None where no bound is known."""
    bounds: ThresholdBounds | None = None
    """What is proven without a search, for boards that none reaches."""


def completion_threshold(
    board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> Threshold:
    """Find the completion threshold of a board, and a smallest set that cannot be completed.

    Where no search reaches, the outcome has bounds and a set that cannot be completed; its status
    is LIMIT then, unless the bounds are equal.

    Parameters
    ----------
    board : Board
        A flat cube of two dimensions or more, for queens. Cells may be blocked where the board is
        in reach without them; a maximum placement is one on the open cells.
    split : Execution, optional
        Where the counts run; it keeps no checkpoint.

    Raises
    ------
    InputError
        If the board does not suit, or has blocked cells and is out of reach.
    """
    run = run or RunContext()
    if not board.is_cube or board.torus or board.piece != "queen" or board.d < 2:
        raise InputError(
            f"completion thresholds are of queens on flat cubes of two dimensions or more, not of"
            f" the {board}"
        )
    if is_reached(board):
        return _Search(board, split, run).run()
    if board.blocked:
        raise InputError(
            f"the completion threshold of the {board} is out of reach; in reach are, with blocked"
            f" cells, {REACH_BLOCKED}"
        )
    return _bounded(board, run)


def is_reached(board: Board) -> bool:
    """Return whether the completion threshold of a flat cube for queens is searched for."""
    largest = LARGEST.get(board.d, MOST_PLANAR if board.d == 2 else 2 if board.d < 9 else 1)
    return _is_listed(board) or board.n <= largest


def _is_listed(board: Board) -> bool:
    return not board.blocked and is_listed(board)


def _bounded(board: Board, run: RunContext) -> Threshold:
    """Return the outcome for a board that no search reaches."""
    found = threshold_bounds(board)
    is_proof = found.at_least == found.at_most
    message = f"no search reaches the {board}; in reach are {REACH}"
    if board.d == 2:
        message += f"\n{THEOREM_15}\n{THEOREM_16}"
    return Threshold(
        status=Status.OPTIMAL if is_proof else Status.LIMIT,
        value=found.at_least if is_proof else None,
        engine=BY_BOUNDS,
        seconds=run.seconds,
        message=message,
        known=Known.EXACT,
        board=board,
        queens=found.queens,
        witness=found.witness,
        at_least=found.at_least,
        at_most=found.at_most,
        bounds=found,
    )


class _Ended(Exception):  # noqa: N818 - it is no error
    """The limit or the user ended a count."""


class _Search:
    def __init__(self, board: Board, split: Execution | None, run: RunContext) -> None:
        listed = _is_listed(board)
        self.board, self.context, self.progress, self.split = board, run, run.progress, split
        self.method = BY_LIST if listed else BY_COUNTS
        self.queens: int | None = board.full_count if listed else None
        self.members = np.zeros((0, 0), dtype=np.int64)

    def run(self) -> Threshold:
        level = 0
        try:
            uses = self._prepared()
            level_sets = [Placement(self.board)]
            while True:
                grown: dict[Placement, None] = {}
                for number, held in enumerate(level_sets):
                    self._report(level, number / len(level_sets))
                    counts, free = uses(held), AttackCounts.of(held).free_cells()
                    never = free[counts[free] == 0]
                    if len(never):
                        return self._end(level, self._with(held, int(never[0])))
                    for cell in free.tolist():
                        grown[canonical(self._with(held, cell))] = None
                if not grown:  # the sets are whole placements
                    return self._end(level, None)
                level, level_sets = level + 1, list(grown)
        except _Ended:
            return Threshold(
                status=self.context.ended() or Status.STOPPED,
                engine=self.method,
                seconds=self.context.seconds,
                board=self.board,
                queens=self.queens,
                at_least=level,
            )

    def _end(self, value: int, witness: Placement | None) -> Threshold:
        return Threshold(
            status=Status.OPTIMAL,
            value=value,
            engine=self.method,
            seconds=self.context.seconds,
            known=Known.EXACT,
            board=self.board,
            queens=self.queens,
            witness=witness,
            at_least=value,
            at_most=value,
        )

    def _report(self, level: int, fraction: float | None) -> None:
        if self.context.ended() is not None:
            raise _Ended
        activity = f"completing every {level} queens on the {self.board}"
        self.progress(Progress(activity, self.context.seconds, fraction))

    @staticmethod
    def _with(held: Placement, cell: int) -> Placement:
        return Placement.from_indices(held.board, np.append(held.indices, cell))

    # The maximum placements that contain a set -------------------------------------------------

    def _prepared(self) -> Callable[[Placement], IntArray]:
        if self.method == BY_LIST:
            listed = all_full(self.board, self.context)
            if listed is None:
                raise _Ended
            self.members = listed[0]
            return self._listed_uses
        found = density(self.board, self.context.part(self._limit())).value
        if found is None:
            raise _Ended
        self.queens, whole = found.queens, found.counts
        return lambda held: self._counted_uses(held) if len(held) else whole

    def _limit(self) -> Limit:
        left = self.context.remaining
        if left == 0 or self.context.stop.is_set():
            raise _Ended
        return Limit(left, threads=self.context.limit.threads)

    def _counted_uses(self, held: Placement) -> IntArray:
        part = self.context.part(self._limit(), progress=ignore_progress)
        count = count_maximum(self.board, part, k=self.queens, givens=held, split=self.split)
        if count.cells is None:
            raise _Ended
        return count.cells

    def _listed_uses(self, held: Placement) -> IntArray:
        chosen = self.members[containing(self.members, held.indices)]
        return np.bincount(chosen.ravel(), minlength=self.board.size)
