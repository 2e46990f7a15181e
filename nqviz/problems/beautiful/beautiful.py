"""Two ways to a most beautiful placement: the paper's algorithm, and a faster one.

Source: M. Fischetti and D. Salvagnin, *Finding First and Most-Beautiful Queens by Integer
Programming* (2019), section 5, for the problem and for Algorithm 1. The faster way is the
project's.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from ...board import Board, IntArray
from ...errors import InputError
from ...placement import Placement
from ...solvers.cp_sat import check_installed
from ...work import Limit, Progress, ProgressCallback, Status, Stopwatch, ignore_progress
from ..planar import cell_costs, fingerprint
from .integer import ask_cp_sat, ask_highs
from .questions import Columns, Question, Unanswered, search
from .relaxation import probe, relax

MAX_BEAUTIFUL = 200
"""The largest n that is asked for."""
QUARTER = 4
"""The order of a quarter turn."""
SKIPPED = 100
"""So many levels are skipped at once at the start of Algorithm 1, as in the paper."""
FIRST_NODES = 200_000
JUMP_NODES = 50_000
FIRST_SECONDS = 20.0


@dataclass(frozen=True)
class Beautiful:
    """How a search for a most beautiful placement ended.

    Attributes
    ----------
    status : Status
        OPTIMAL: no placement has a lesser fingerprint. INFEASIBLE: the board has no placement of n
        queens. LIMIT, STOPPED: the permutation is the best found.
    permutation : tuple of int, optional
        The column of each row, from 1. One of several with this fingerprint.
    fingerprint : tuple of int, optional
        The costs of its cells in non-increasing order.
    decided : int
        How many leading entries of the fingerprint are proven to be the least.
    seconds : float
    engine, message : str
    """

    status: Status
    permutation: tuple[int, ...] | None = None
    fingerprint: tuple[int, ...] | None = None
    decided: int = 0
    seconds: float = 0.0
    engine: str = ""
    message: str = ""

    @property
    def placement(self) -> Placement | None:
        """The placement of the permutation."""
        if self.permutation is None:
            return None
        return _placement(np.array(self.permutation) - 1)


@dataclass(frozen=True)
class Deciding(Progress):
    """A moment of the search.

    Attributes
    ----------
    decided : tuple of (int, int)
        Costs that are decided, the highest first, each with its proven number of queens; costs
        between them that are left out have none.
    level : int, optional
        The cost that is being decided.
    """

    decided: tuple[tuple[int, int], ...] = ()
    level: int | None = None


def beautiful(
    n: int,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
) -> Beautiful:
    """Find a most beautiful placement of n queens.

    Parameters
    ----------
    n : int
        1 to `MAX_BEAUTIFUL`.
    engine : str
        ``auto`` or a name in `BEAUTIFUL_ENGINES`.
    limit, progress, stop
        See `nqviz.work`. The progress comes as `Deciding` values: the levels that are decided, and
        the one that is being decided.

    Raises
    ------
    InputError
        If n or the engine is not possible.
    """
    if not 1 <= n <= MAX_BEAUTIFUL:
        raise InputError(f"most beautiful queens are for n = 1 to {MAX_BEAUTIFUL}, not {n}")
    name = next(iter(BEAUTIFUL_ENGINES)) if engine == "auto" else engine
    if name not in BEAUTIFUL_ENGINES:
        raise InputError(
            f"unknown engine {engine!r} for most beautiful queens; choose auto,"
            f" {' or '.join(BEAUTIFUL_ENGINES)}"
        )
    run = _Run(n, Stopwatch(limit, stop), progress)
    with suppress(Unanswered):
        BEAUTIFUL_ENGINES[name](run)
    return run.result(name)


class _Run:
    """What is known while a search goes on."""

    def __init__(self, n: int, watch: Stopwatch, progress: ProgressCallback) -> None:
        self.n, self.watch, self.progress = n, watch, progress
        self.levels = np.unique(cell_costs(n))
        self.best: IntArray | None = None
        self.decided: dict[int, int] = {}
        self.is_empty = False
        # Cells of no placement that is as beautiful as the best on the decided levels.
        self.barred = np.zeros((n, n), dtype=np.bool_)
        self.nodes = 0
        self.weights = np.zeros(2 * n, dtype=np.int64)
        self.over = watch.stop if watch.limit.seconds is None else _Ended(watch)

    @property
    def print(self) -> tuple[int, ...]:
        """The fingerprint of the best; without one, of nothing."""
        return () if self.best is None else fingerprint(self.best + 1)

    @property
    def settled(self) -> int:
        """How many queens stand on decided levels."""
        return sum(self.decided.values())

    def tell(self, activity: str, level: int | None = None) -> None:
        """Report."""
        self.progress(
            Deciding(
                activity,
                self.watch.seconds,
                self.settled / self.n,
                None if self.best is None else _placement(self.best),
                None,
                self.nodes,
                tuple(sorted(self.decided.items(), reverse=True)),
                level,
            )
        )

    def keep(self, columns: IntArray) -> None:
        """Take a placement if it is more beautiful than the best."""
        if self.best is None or fingerprint(columns + 1) < self.print:
            self.best = columns

    def keeps(self, columns: Columns) -> bool:
        """Take an answer; tell whether it is a placement."""
        if columns is not None:
            self.keep(columns)
        return columns is not None

    def say(self, nodes: int) -> bool:
        """Take the nodes of a slice; tell whether to end."""
        self.nodes += nodes
        return self.watch.ended() is not None

    def ask(self, question: Question) -> bool:
        """Find a placement and keep it, or prove that there is none; tell which."""
        question = question.without(self.barred)
        relaxed = relax(question)
        if relaxed.least > question.most:
            return False
        columns = self._answer(question.without(relaxed.barred(question.most)))
        return self.keeps(columns)

    def _answer(self, question: Question) -> Columns:
        """Ask the search, which finds, and HiGHS, which refutes; then all with fewer cells."""
        with suppress(Unanswered):
            return search(question, FIRST_NODES, self.weights, self.say)
        seconds = FIRST_SECONDS
        while self.watch.ended() is None:
            with suppress(Unanswered):
                return ask_highs(question, self.over, seconds)
            left = probe(question, self.over, 2 * seconds)
            if left is None:
                return None
            question, seconds = left, 2 * seconds
            with suppress(Unanswered):
                return self._by_cp_sat(question, seconds)
            with suppress(Unanswered):
                return search(question, 5 * FIRST_NODES, self.weights, self.say, 100)
        raise Unanswered

    def _by_cp_sat(self, question: Question, seconds: float) -> Columns:
        try:
            check_installed()
        except InputError:
            raise Unanswered from None
        return ask_cp_sat(question, self.over, seconds)

    def result(self, engine: str) -> Beautiful:
        """Put what is known."""
        done = self.settled == self.n
        ended = self.watch.ended() or Status.FAILED
        status = Status.INFEASIBLE if self.is_empty else Status.OPTIMAL if done else ended
        best = None if self.best is None else tuple((self.best + 1).tolist())
        return Beautiful(
            status,
            best,
            None if best is None else fingerprint(best),
            self.settled,
            self.watch.seconds,
            engine,
            self._message(status),
        )

    def _message(self, status: Status) -> str:
        queens = f"{self.n} queen{'s' if self.n != 1 else ''}"
        if status is Status.INFEASIBLE:
            return f"The board with n = {self.n} has no placement of {queens}."
        if status is Status.OPTIMAL:
            return f"No placement of {queens} has a lesser fingerprint."
        if self.best is None:
            return "No placement was found in time; nothing is proven."
        return (
            f"The first {self.settled} of {self.n} costs are proven to be the least;"
            " the rest is the best found."
        )


class _Ended(threading.Event):
    """Set when a time limit is over or the stop flag is set."""

    def __init__(self, watch: Stopwatch) -> None:
        super().__init__()
        self._watch = watch

    def is_set(self) -> bool:
        """Whether it is time to end."""
        return self._watch.ended() is not None


def _placement(columns: IntArray) -> Placement:
    n = len(columns)
    return Placement.from_indices(Board.cube(n, 2), np.arange(n) * n + columns)


# Ours ---------------------------------------------------------------------------------------


def _guided(run: _Run) -> None:
    """Let the best placement guide: levels that it leaves empty are decided without a question."""
    run.tell("looking for a start")
    if not _start(run):
        run.is_empty = run.best is None and not run.ask(Question(run.n, int(run.levels[-1])))
        if run.is_empty:
            return
    _lower(run)
    for level in run.levels[_place(run) :: -1].tolist():
        if run.print.count(level) > 0:
            _decide(run, level)
        run.decided[level] = run.print.count(level)
        if run.settled == run.n:
            return


def _decide(run: _Run, level: int) -> None:
    """Put as few queens on a level as possible, from what the linear program says upwards."""
    run.tell(f"level {level}: how many queens? {_shown(run)}", level)
    question = Question(run.n, level, dict(run.decided), (level, 0), barred=run.barred)
    relaxed = relax(question)
    least = relaxed.least
    if least == 0:
        _jump(run, level)
    while run.print.count(level) > least:
        run.tell(f"level {level}: {least} or fewer queens? {_shown(run)}", level)
        if not run.ask(replace(question, asked=(level, least))):
            least += 1
    run.barred |= relaxed.barred(least)


def _jump(run: _Run, level: int) -> None:
    """Try to find a placement that leaves this level and many below it empty."""
    run.tell(f"below level {level}? {_shown(run)}", level)

    def below(place: int) -> Question:
        return Question(run.n, int(run.levels[place]), dict(run.decided), barred=run.barred)

    low, high = 0, int(np.searchsorted(run.levels, level)) - 1
    while low < high:
        middle = (low + high) // 2
        if relax(below(middle)).least > 0:
            low = middle + 1
        else:
            high = middle
    at, is_first = int(np.searchsorted(run.levels, level)), True
    while low < at:
        with suppress(Unanswered):
            if run.keeps(search(below(low), JUMP_NODES, run.weights, run.say)):
                return
        if run.watch.ended() is not None:
            raise Unanswered
        if is_first and low < at - 1:
            with suppress(Unanswered):
                if run.keeps(ask_highs(below(low), run.over, FIRST_SECONDS)):
                    return
        low, is_first = (low + at + 1) // 2, False


def _lower(run: _Run) -> None:
    """Lower the highest cost of the best until no placement has a lower one.

    The start is rarely far from that: the steps downwards begin with one and grow.
    """
    # No row at the edge has a cell of a lower cost than this.
    low = int(np.searchsorted(run.levels, (run.n - 1) ** 2))
    high, step = _place(run), 1
    while low < high:
        middle = max(low, high - step)
        run.tell(f"is cost {run.levels[high]} needed? {_shown(run)}", int(run.levels[high]))
        if run.ask(Question(run.n, int(run.levels[middle]))):
            high, step = _place(run), 2 * step
        else:
            low, step = middle + 1, 1


def _start(run: _Run) -> bool:
    """Find a beautiful placement among those that quarter turns keep; tell whether there is one."""
    if run.n % 4 > 1:
        return False  # such placements have orbits of four queens, and one in the middle
    symmetric = _Run(run.n, run.watch, run.progress)
    symmetric.over = run.over
    is_found = _symmetric(symmetric)
    if symmetric.best is not None:
        run.keep(symmetric.best)
    return is_found


def _symmetric(run: _Run) -> bool:
    """Decide the levels for placements that quarter turns keep."""

    def ask(highest: int, asked: tuple[int, int] | None) -> bool:
        question = Question(run.n, highest, dict(run.decided), asked, QUARTER)
        columns = ask_highs(question, run.over)
        if columns is not None:
            run.keep(columns)
        return columns is not None

    levels = run.levels
    if not ask(int(levels[-1]), None):
        return False
    low, high = int(np.searchsorted(levels, (run.n - 1) ** 2)), _place(run)
    while low < high:
        middle = (low + high) // 2
        if ask(int(levels[middle]), None):
            high = _place(run)
        else:
            low = middle + 1
    for level in levels[high::-1].tolist():
        while (count := run.print.count(level)) > 0 and ask(level, (level, count - 1)):
            pass
        run.decided[level] = count
        if run.settled == run.n:
            break
    return True


def _place(run: _Run) -> int:
    """Give the place of the highest cost of the best among the levels."""
    return int(np.searchsorted(run.levels, run.print[0]))


def _shown(run: _Run) -> str:
    shown = " ".join(map(str, run.print[: run.settled][-6:]))
    return f"decided {run.settled} of {run.n}{': ' if shown else ''}{shown}"


# Algorithm 1 --------------------------------------------------------------------------------


def _levels(run: _Run) -> None:
    """Decide level by level from above, as Algorithm 1 of the paper does, by HiGHS."""
    n, levels = run.n, run.levels[::-1].tolist()
    at = 0
    run.tell("looking for a start")
    while at + SKIPPED < len(levels):
        columns = ask_highs(Question(n, levels[at + SKIPPED]), run.over)
        if columns is None:
            break
        run.keep(columns)
        at += SKIPPED
    for level in levels[at:]:
        run.tell(f"level {level}; {_shown(run)}", level)
        columns = ask_highs(Question(n, level, dict(run.decided)), run.over, fewest=True)
        if columns is None:
            run.is_empty = True
            return
        run.keep(columns)
        run.decided[level] = fingerprint(columns + 1).count(level)
        if run.settled == n:
            return


BEAUTIFUL_ENGINES: dict[str, Callable[[_Run], None]] = {"guided": _guided, "levels": _levels}
"""The engines by the names under which people choose them; `auto` is the first."""
