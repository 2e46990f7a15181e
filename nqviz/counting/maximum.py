"""Count all maximum placements of a small board, and on which cells their queens stand."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

import numpy as np

from ..board import Board, IntArray
from ..errors import InputError
from ..solvers.bits import pack
from ..work import Limit, Progress, ProgressCallback, Status, Stopwatch, ignore_progress
from .search import search
from .tasks import SearchBoard, Task

MAX_COUNTED_CELLS = 2**11
"""The largest board that is counted; beyond it no count ends anyway."""

METHOD = "clique-cover search, first two queens up to symmetry"

_POLL = 0.1  # seconds between two looks at the stop flag and the limit


@dataclass(frozen=True)
class MaximumCount:
    """How many placements of k queens there are.

    Attributes
    ----------
    board : Board
    status : Status
        OPTIMAL when everything is counted, else STOPPED or LIMIT.
    queens : int, optional
        k; None when the search for the maximum did not end.
    count : int, optional
        The number of placements; None when the count did not end.
    orbits : int, optional
        How many there are up to the symmetries of the board, on a torus with its translations.
        None when not known: the group of a board with many dimensions is too large to list.
    cells : array of shape (size,), optional
        How many of the placements use each cell.
    seconds : float
    nodes : int
        Queens placed by the search.
    method : str
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


def count_maximum(
    board: Board,
    limit: Limit | None = None,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
    k: int | None = None,
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

    Raises
    ------
    InputError
        If the board has more than `MAX_COUNTED_CELLS` cells, or k is below 1.
    """
    if board.size > MAX_COUNTED_CELLS:
        raise InputError(
            f"the {board} has {board.size:,} cells, too many to count placements one by one;"
            " in reach are the (n,2)-boards to n = 13, the (n,3)-boards to n = 7,"
            " (3,4), (4,4) and (3,5)"
        )
    if k is not None and k < 1:
        raise InputError(f"placements of {k} queens cannot be counted; give 1 or more")
    return _Count(board, Stopwatch(limit, stop), progress).run(k)


@dataclass
class _Sums:
    """What was found with one weight: how often, kept by how many symmetries, on which cells."""

    found: int
    fixed: int
    used: IntArray

    def add(self, found: int, fixed: int, used: IntArray) -> None:
        self.found += found
        self.fixed += fixed
        self.used += used


@dataclass
class _Result:
    """The sums of all tasks by weight, and a set of queens if one was found."""

    sums: dict[Fraction, _Sums] = field(default_factory=dict)
    example: IntArray | None = None


class _Count:
    """One count: the board prepared for the search, the clock, and the threads' shared flags."""

    def __init__(self, board: Board, clock: Stopwatch, progress: ProgressCallback) -> None:
        self.search_board = SearchBoard(board)
        self.board = board
        self.clock = clock
        self.progress = progress
        self.flag = np.zeros(1, dtype=np.uint8)
        self.meters: list[IntArray] = []
        self.ended: Status | None = None

    @property
    def nodes(self) -> int:
        return sum(int(meter[0]) for meter in self.meters)

    def run(self, k: int | None) -> MaximumCount:
        queens = k or self._maximum()
        if self.ended is None and queens is not None:
            result = self._search(queens, only_one=False)
            if self.ended is None:
                return self._evaluate(queens, result)
        return MaximumCount(
            self.board,
            self.ended or Status.STOPPED,
            k,
            seconds=self.clock.seconds,
            nodes=self.nodes,
        )

    def _maximum(self) -> int | None:
        """Find the most queens that fit: ask for one more until there is no such set."""
        k = self._greedy()
        while self._search(k + 1, only_one=True).example is not None:
            k += 1
        return k if self.ended is None else None

    def _greedy(self) -> int:
        """Count the queens of a placement made by taking the free cell that attacks fewest."""
        neighbours = self.search_board.neighbours
        free = np.ones(self.board.size, dtype=np.bool_)
        queens = 0
        while free.any():
            attacked = np.count_nonzero(neighbours & free, axis=1)
            cell = int(np.argmin(np.where(free, attacked, self.board.size)))
            free &= ~neighbours[cell]
            free[cell] = False
            queens += 1
        return queens

    # Running the tasks ---------------------------------------------------------------------

    def _search(self, k: int, only_one: bool) -> _Result:
        """Run all tasks, or those up to the first set found, in threads that hold no GIL."""
        what = f"{k} queens on the {self.board}"
        activity = f"looking for {what}" if only_one else f"counting {what}"
        result = _Result()
        tasks = []
        for task in self.search_board.tasks(k):
            tasks.append(task)
            if self.clock.ended() is not None:
                break
        self.flag[0] = 0
        self._look(activity, 0.0)
        with ThreadPoolExecutor(self.clock.limit.threads) as pool:
            try:
                waiting = {pool.submit(self._run_task, task, k, only_one, result) for task in tasks}
                while waiting:
                    done, waiting = wait(waiting, _POLL, FIRST_COMPLETED)
                    for future in done:
                        future.result()
                    self._look(activity, 1 - len(waiting) / len(tasks))
            finally:
                self.flag[0] = 1
        return result

    def _look(self, activity: str, fraction: float) -> None:
        """Tell how far the search is, and end it when it is time to."""
        nodes = self.nodes
        self.progress(Progress(activity, self.clock.seconds, fraction, nodes=nodes))
        ended = self.clock.ended()
        if ended is None and self.clock.limit.nodes is not None:
            ended = Status.LIMIT if nodes > self.clock.limit.nodes else None
        if ended is not None:
            self.ended = ended
            self.flag[0] = 1

    def _run_task(self, task: Task, k: int, only_one: bool, result: _Result) -> None:
        if self.flag[0]:
            return
        size = self.board.size
        queens = np.zeros(k, dtype=np.int64)
        queens[: len(task.queens)] = task.queens
        tables = (1 + min(k, len(task.first_orbit)), 1 + min(k, len(task.second_orbit)))
        found = np.zeros(tables, dtype=np.int64)
        fixed = np.zeros(tables, dtype=np.int64)
        used = np.zeros((*tables, size), dtype=np.int64)
        meter = np.zeros(1, dtype=np.int64)
        self.meters.append(meter)
        search(
            task.cells,
            self.search_board.adjacent,
            queens,
            len(task.queens),
            pack(task.first_orbit, size),
            pack(task.second_orbit, size),
            self.search_board.group,
            only_one,
            found,
            used,
            fixed,
            meter,
            self.flag,
        )
        if only_one and found.any():
            result.example = queens
            self.flag[0] = 1
        _collect(result.sums, task, found, fixed, used)

    # The exact sums ------------------------------------------------------------------------

    def _evaluate(self, queens: int, result: _Result) -> MaximumCount:
        count = _weighted(result, lambda sums: sums.found)
        orbits = _weighted(result, lambda sums: sums.fixed) / len(self.search_board.group)
        return MaximumCount(
            self.board,
            Status.OPTIMAL,
            queens,
            _whole(count),
            _whole(orbits) if self.search_board.complete else None,
            self._density(result),
            self.clock.seconds,
            self.nodes,
        )

    def _density(self, result: _Result) -> IntArray:
        """Spread the weighted uses of cells evenly over each orbit of cells."""
        counts = np.zeros(self.board.size, dtype=np.int64)
        labels = self.search_board.orbits
        for cell in np.unique(labels).tolist():
            orbit = np.flatnonzero(labels == cell)
            uses = _weighted(result, partial(_uses, orbit))
            counts[self.search_board.order[orbit]] = _whole(uses / len(orbit))
        return counts


def _uses(orbit: IntArray, sums: _Sums) -> int:
    return int(sums.used[orbit].sum())


_lock = threading.Lock()


def _collect(
    sums: dict[Fraction, _Sums], task: Task, found: IntArray, fixed: IntArray, used: IntArray
) -> None:
    """Add a task's tables to the sums of their weights."""
    size = len(task.first_orbit) * max(1, len(task.second_orbit))
    for on_first, on_second in np.argwhere(found).tolist():
        weight = Fraction(size, on_first * max(1, on_second))
        where = on_first, on_second
        with _lock:
            entry = sums.setdefault(weight, _Sums(0, 0, np.zeros_like(used[where])))
            entry.add(int(found[where]), int(fixed[where]), used[where])


def _weighted(result: _Result, of: Callable[[_Sums], int]) -> Fraction:
    return sum((weight * of(sums) for weight, sums in result.sums.items()), Fraction(0))


def _whole(number: Fraction) -> int:
    if number.denominator != 1:
        raise ArithmeticError(f"a count came out as {number}: the search is wrong")
    return number.numerator
