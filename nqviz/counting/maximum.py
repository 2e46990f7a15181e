"""Count all maximum placements of a small board, and on which cells their queens stand."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

import numpy as np

from ..board import Board, IntArray
from ..errors import InputError
from ..placement import Placement
from ..solvers import PortfolioEngine, Question
from ..solvers.bits import unpack
from ..solvers.portfolio import DEEP_THETA_SEARCH, EXHAUSTIVE_SEARCH, LINEAR_PROGRAM
from ..tasks import Slice, Split, TaskRunner, WorkersLost
from ..work import Limit, Progress, ProgressCallback, Status, Stopwatch, ignore_progress
from .search import count_task, search_board

MAX_COUNTED_CELLS = 2**11
"""The largest board that is counted; beyond it no count ends anyway."""

METHOD = "clique-cover search, first two queens up to symmetry"

MAXIMUM_ENGINE = PortfolioEngine("maximum", [LINEAR_PROGRAM, DEEP_THETA_SEARCH, EXHAUSTIVE_SEARCH])
"""Tells how many queens fit, before all ways to place so many are counted."""


@dataclass(frozen=True)
class MaximumCount:
    """How many placements of k queens there are.

    Attributes
    ----------
    board : Board
    status : Status
        OPTIMAL when everything is counted, STOPPED or LIMIT when not, FAILED when the workers were
        lost.
    queens : int, optional
        k; None when the search for the maximum did not end.
    count : int, optional
        The number of placements; None when the count did not end.
    orbits : int, optional
        How many there are up to the symmetries of the board that keep the givens, on a torus with
        its translations. None when not known: the group of a board with many dimensions is too
        large to list.
    cells : array of shape (size,), optional
        How many of the placements use each cell.
    seconds : float
    nodes : int
        Queens placed by the search.
    method : str
    message : str
        Why it failed.
    """

    board: Board
    status: Status
    queens: int | None = None
    count: int | None = None
    orbits: int | None = None
    cells: IntArray | None = None
    seconds: float = 0.0
    nodes: int = 0
    method: str = METHOD
    message: str = ""


def count_maximum(
    board: Board,
    limit: Limit | None = None,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
    k: int | None = None,
    givens: Placement | None = None,
    split: Split | None = None,
) -> MaximumCount:
    """Count the placements of as many non-attacking queens as fit, each one met by the search.

    Parameters
    ----------
    board : Board
    limit : Limit, optional
    progress : callable, optional
    stop : threading.Event, optional
        Ends the count within half a second.
    k : int, optional
        Count placements of k queens instead of the most that fit.
    givens : Placement, optional
        Count only placements that contain these queens.
    split : Split, optional
        Where the tasks run, and the file in which they are kept.

    Raises
    ------
    InputError
        If the board has more than `MAX_COUNTED_CELLS` cells, k is below 1 or below the number of
        givens, or the givens are on another board or attack each other.
    """
    if board.size > MAX_COUNTED_CELLS:
        raise InputError(
            f"the {board} has {board.size:,} cells, too many to count placements one by one;"
            " in reach are the (n,2)-boards to n = 13, the (n,3)-boards to n = 7,"
            " (3,4), (4,4) and (3,5)"
        )
    if k is not None and k < 1:
        raise InputError(f"placements of {k} queens cannot be counted; give 1 or more")
    standing = Placement(board) if givens is None else givens
    if standing.board != board:
        raise InputError(f"the given queens are on the {standing.board}, not on the {board}")
    question = Question(standing, "max" if k is None else k)
    return _Count(question, Stopwatch(limit, stop), progress, split).run()


@dataclass
class _Sums:
    """What was found with one weight: how often, kept by how many symmetries, on which cells."""

    found: int
    fixed: int
    used: IntArray


@dataclass
class _Result:
    """The sums of all tasks by weight."""

    sums: dict[Fraction, _Sums] = field(default_factory=dict)

    def add(self, weight: Fraction, found: int, fixed: int, used: IntArray) -> None:
        entry = self.sums.setdefault(weight, _Sums(0, 0, np.zeros_like(used)))
        entry.found += found
        entry.fixed += fixed
        entry.used += used

    def total(self, of: Callable[[_Sums], int]) -> Fraction:
        return sum((weight * of(sums) for weight, sums in self.sums.items()), Fraction(0))


class _Count:
    """One count: the question, the clock, the board prepared for the search, and its tasks."""

    def __init__(
        self, question: Question, clock: Stopwatch, progress: ProgressCallback, split: Split | None
    ) -> None:
        self.board = question.board
        self.givens = question.givens
        self.asked = question.wanted
        self.clock = clock
        self.progress = progress
        # A board without what it has cached is small to send.
        plain = Board(self.board.shape, self.board.torus, self.board.piece)
        standing = tuple(self.givens.indices.tolist())
        self.search_board = search_board(plain, standing)
        self.tasks = list(self.search_board.tasks(2))
        self.runner = TaskRunner(
            partial(count_task, plain, standing),
            [(task.queens, task.cells, task.first_orbit, task.second_orbit) for task in self.tasks],
            split,
            clock.limit.threads,
            self._identity(),
            [float(len(unpack(task.cells))) ** 8 for task in self.tasks],
        )
        self.ended: Status | None = None
        self.looked = 0.0

    def run(self) -> MaximumCount:
        k = self._queens()
        if k is None:
            return self._unfinished(None)
        need = k - len(self.givens)
        if need <= 1:
            return self._few(k, need)
        try:
            self.runner.run(lambda: self._look(k), lambda _: Slice(arrays={"need": np.array(need)}))
        except WorkersLost as lost:
            self.ended = Status.FAILED
            return self._unfinished(k, str(lost))
        self.looked = 0.0
        self._look(k)
        return self._evaluate(k) if self.runner.done else self._unfinished(k)

    def _queens(self) -> int | None:
        """Give the number of queens: as many as were asked for, or fit."""
        checkpoint = self.runner.checkpoint
        if self.asked is not None:
            return self.asked
        if checkpoint is not None and "queens" in checkpoint.best:
            return int(checkpoint.best["queens"])
        if self.clock.ended() is None:
            limit = self.clock.limit
            seconds = None if limit.seconds is None else limit.seconds - self.clock.seconds
            left = Limit(seconds and max(seconds, 0.001), limit.nodes, limit.threads)
            question = Question(self.givens)
            outcome = MAXIMUM_ENGINE.solve(question, left, self.progress, self.clock.stop)
            if outcome.status is Status.OPTIMAL and outcome.count is not None:
                self.runner.save_best({"queens": np.array(outcome.count)})
                return outcome.count
            self.ended = outcome.status
        return None

    def _few(self, k: int, need: int) -> MaximumCount:
        """Count where no more than one queen is to be placed."""
        free = self.search_board.order if need == 1 else self.search_board.order[:0]
        cells = np.zeros(self.board.size, dtype=np.int64)
        cells[free] = 1
        count = len(free) if need == 1 else int(need == 0)
        cells[self.givens.indices] = count
        orbits = len(np.unique(self.search_board.orbits)) if need == 1 else count
        known = orbits if self.search_board.complete else None
        return MaximumCount(
            self.board, Status.OPTIMAL, k, count, known, cells, self.clock.seconds, 0
        )

    def _look(self, k: int) -> bool:
        """Tell how far the search is, and whether it goes on."""
        nodes = self.runner.nodes
        self.ended = self.clock.ended()
        if self.clock.limit.nodes is not None and nodes > self.clock.limit.nodes:
            self.ended = Status.LIMIT
        if self.clock.seconds >= self.looked:
            self.looked = self.clock.seconds + 0.1
            replaced = self.runner.replaced
            lost = f", workers replaced {replaced} times" if replaced else ""
            activity = f"counting {k} queens on the {self.board}{lost}"
            fraction = self.runner.fraction
            self.progress(Progress(activity, self.clock.seconds, fraction, nodes=nodes))
        return self.ended is None

    def _unfinished(self, k: int | None, message: str = "") -> MaximumCount:
        return MaximumCount(
            self.board,
            self.ended or self.clock.ended() or Status.STOPPED,
            k or self.asked,
            seconds=self.clock.seconds,
            nodes=self.runner.nodes,
            message=message,
        )

    def _identity(self) -> dict[str, object]:
        board = self.board
        what = "most" if self.asked is None else f"{self.asked}"
        return {
            "what": f"the count of placements of {what} {board.piece}s on the {board}",
            "shape": list(board.shape),
            "torus": board.torus,
            "piece": str(board.piece),
            "givens": sorted(self.givens.indices.tolist()),
            "queens": self.asked,
        }

    # The exact sums ------------------------------------------------------------------------

    def _evaluate(self, k: int) -> MaximumCount:
        result = _Result()
        for task, part in zip(self.tasks, self.runner.slices, strict=True):
            size = len(task.first_orbit) * len(task.second_orbit)
            arrays = part.arrays
            for entry, (on_first, on_second) in enumerate(arrays["where"].tolist()):
                result.add(
                    Fraction(size, on_first * on_second),
                    int(arrays["found"][entry]),
                    int(arrays["fixed"][entry]),
                    arrays["used"][entry],
                )
        count = _whole(result.total(lambda sums: sums.found))
        orbits = result.total(lambda sums: sums.fixed) / len(self.search_board.group)
        return MaximumCount(
            self.board,
            Status.OPTIMAL,
            k,
            count,
            _whole(orbits) if self.search_board.complete else None,
            self._density(result, count),
            self.clock.seconds,
            self.runner.nodes,
        )

    def _density(self, result: _Result, count: int) -> IntArray:
        """Spread the weighted uses of cells evenly over each orbit of cells."""
        counts = np.zeros(self.board.size, dtype=np.int64)
        counts[self.givens.indices] = count
        labels = self.search_board.orbits
        for cell in np.unique(labels).tolist():
            orbit = np.flatnonzero(labels == cell)
            uses = result.total(partial(_uses, orbit))
            counts[self.search_board.order[orbit]] = _whole(uses / len(orbit))
        return counts


def _uses(orbit: IntArray, sums: _Sums) -> int:
    return int(sums.used[orbit].sum())


def _whole(number: Fraction) -> int:
    if number.denominator != 1:
        raise ArithmeticError(f"a count came out as {number}: the search is wrong")
    return number.numerator
