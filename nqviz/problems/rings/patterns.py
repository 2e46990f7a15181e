"""A search for patterns: ways in which a small full placement goes on to ever larger boards.

Each queen of the placement becomes a run that starts at it and gets longer by a fixed number of
queens from one board to the next (Luque 2021, section 3.3, asks for such rules). One run is chosen
for each queen so that on the next two boards all queens stand on different files, ranks and
diagonals; what is found is then checked on more boards.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

import numpy as np
import numpy.typing as npt

from nqviz.constructions.rings import Pair, Pattern, Run
from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.rings import check_ringed
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status

STEPS: tuple[Pair, ...] = ((1, 2), (1, -2), (2, 1), (2, -1), (2, 4), (2, -4), (4, 2), (4, -2))
"""The steps between the queens of a run: knight's moves, and twice as far."""

MAX_SIDE = 12
"""The largest placement that is carried on."""

_FITTED = (1, 2)
_CHECKED = 12


def search_patterns(
    placement: Placement, run: RunContext | None = None, *, period: int = 12, most: int = 1
) -> Outcome[tuple[Pattern, ...]]:
    """Search for patterns that begin with a full placement and grow by a period.

    Parameters
    ----------
    period : int
        The difference of the sides of successive boards, 1 to 24.
    most : int
        The number of patterns wanted.

    Returns
    -------
    Outcome of tuple of Pattern
        OPTIMAL when the wanted number was found, INFEASIBLE when none exists with these steps,
        LIMIT or STOPPED with those found so far; FEASIBLE when fewer exist than wanted. Each
        pattern is checked on its first `_CHECKED` boards.

    Raises
    ------
    InputError
        If the placement is not full on a flat square up to `MAX_SIDE`, or the period is not 1 to
        24.
    """
    run = run or RunContext()
    check_ringed(placement.board)
    placement.board.require_open("patterns for larger boards")
    n = placement.board.n
    if n > MAX_SIDE or len(placement) != n or not placement.is_valid():
        raise InputError(f"patterns begin with a full placement on up to {MAX_SIDE} files")
    if not 1 <= period <= 24:
        raise InputError(f"the period is {period}; it is 1 to 24")
    return _PatternSearch(placement, period, most, run).run()


class _PatternSearch:
    """An exact cover: one run for each queen; each file and rank of the fitted boards once."""

    def __init__(self, placement: Placement, period: int, most: int, run: RunContext) -> None:
        self.first, self.period, self.most = placement.board.n, period, most
        self.context = run
        self.found: list[Pattern] = []
        self.ended: Status | None = None
        self.runs: list[Run] = []
        rows: list[npt.NDArray[np.bool_]] = []
        items: list[int] = []
        for queen, (x, y) in enumerate(placement):
            run.report(f"runs of queen {queen + 1} of {self.first}")
            for each in _runs((x, y), period):
                row = self._row(each)
                if row is not None:
                    self.runs.append(each)
                    rows.append(row)
                    items.append(queen)
            self.ended = self.context.ended()
            if self.ended is not None:
                break
        sides = [self.first + self.period * member for member in _FITTED]
        exact = np.concatenate([np.arange(6 * n) < 2 * n for n in sides])
        queens = np.eye(self.first, dtype=np.bool_)[items]
        marks = np.concatenate((queens, np.array(rows)), axis=1)
        self.items = marks[:, np.concatenate((np.ones(self.first, np.bool_), exact))]
        padding = np.zeros((len(marks), -marks.shape[1] % 64), np.bool_)
        # 64 marks a word: two runs go together if they have none in common.
        self.words = np.packbits(np.concatenate((marks, padding), axis=1), axis=1).view(np.uint64)

    def _row(self, run: Run) -> npt.NDArray[np.bool_] | None:
        """Mark the files, ranks and diagonals of a run on the fitted boards, if it is good."""
        parts = []
        for member in _FITTED:
            n = self.first + self.period * member
            x, y = run.cells(member).T
            if min(x.min(), y.min()) < 0 or max(x.max(), y.max()) >= n:
                return None
            lines = np.concatenate((x, n + y, 2 * n + x + y, 5 * n - 1 + x - y))
            marks = np.bincount(lines, minlength=6 * n)
            if marks.max() > 1:
                return None
            parts.append(marks > 0)
        return np.concatenate(parts)

    def run(self) -> Outcome[tuple[Pattern, ...]]:
        """Search until enough are found or nothing is left."""
        self._extend(np.arange(len(self.runs)), [], np.zeros(self.items.shape[1], np.bool_))
        status = self.ended or (Status.FEASIBLE if self.found else Status.INFEASIBLE)
        status = Status.OPTIMAL if len(self.found) >= self.most else status
        return Outcome(
            status,
            tuple(self.found),
            engine="exact cover by runs",
            seconds=self.context.seconds,
            known=Known.EXACT if status.is_proof else None,
        )

    def _extend(self, left: IntArray, chosen: list[int], covered: npt.NDArray[np.bool_]) -> None:
        self.ended = self.ended or self.context.ended()
        if self.ended is not None or len(self.found) >= self.most:
            return
        if covered.all():
            self._take(chosen)
            return
        self.context.report(f"{len(self.found)} patterns so far")
        options = np.count_nonzero(self.items[left], axis=0)
        item = int(np.where(covered, len(self.runs) + 1, options).argmin())
        words = self.words[left]
        for run in left[self.items[left, item]].tolist():
            others = left[~(words & self.words[run]).any(axis=1)]
            self._extend(others, [*chosen, run], covered | self.items[run])

    def _take(self, chosen: list[int]) -> None:
        pattern = Pattern(self.first, self.period, tuple(self.runs[run] for run in chosen))
        with suppress(InputError):
            for n in islice(pattern.sides(), _CHECKED):
                pattern.build(n)
            self.found.append(pattern)


def _runs(start: Pair, period: int) -> list[Run]:
    """List the runs of a queen whose ends stay on all larger boards."""
    everywhere = range(period + 1)
    still = [Run(start, (sx, sy), (0, 0), 1, 0) for sx in everywhere for sy in everywhere]
    growing = [
        Run(start, (sx, sy), step, 1, growth)
        for step in STEPS
        for growth in range(1, period // max(map(abs, step)) + 1)
        for sx in everywhere
        for sy in everywhere
        if 0 <= sx + step[0] * growth <= period and 0 <= sy + step[1] * growth <= period
    ]
    return still + growing
