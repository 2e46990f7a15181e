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
from nqviz.run.context import RunContext
from nqviz.run.limit import Limit
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.progress import Progress, ignore_progress
from nqviz.run.tasks import Execution

from .densities.exact import density
from .enumerate_full import all_full, containing, is_listed
from .maximum.count import count_maximum

BY_COUNTS = "densities of the maximum placements that contain a set, up to symmetry"
BY_LIST = "the list of all full placements"
REACH = "(1..7,3), (11,3), (13,3), (1..4,4), (1..3,5) and (n,2) to n = 14"
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


def completion_threshold(
    board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> Threshold:
    """Find the completion threshold of a board, and a smallest set that cannot be completed.

    Parameters
    ----------
    board : Board
        A flat cube, for queens.
    split : Execution, optional
        Where the counts run; it keeps no checkpoint.

    Raises
    ------
    InputError
        If the board is out of reach.
    """
    run = run or RunContext()
    return _Search(board, split, run).run()


class _Ended(Exception):  # noqa: N818 - it is no error
    """The limit or the user ended a count."""


class _Search:
    def __init__(self, board: Board, split: Execution | None, run: RunContext) -> None:
        board.require_open("completion thresholds")
        listed = is_listed(board)
        largest = LARGEST.get(board.d, MOST_PLANAR if board.d == 2 else 2 if board.d < 9 else 1)
        plain = board.is_cube and not board.torus and board.piece == "queen" and board.d > 1
        if not plain or not (listed or board.n <= largest):
            raise InputError(
                f"the completion threshold of the {board} is out of reach; in reach are, for"
                f" queens on flat boards, {REACH}"
            )
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
