"""Two ways to a most beautiful placement: the paper's algorithm, and a faster one.

Source: M. Fischetti and D. Salvagnin, *Finding First and Most-Beautiful Queens by Integer
Programming* (2019), section 5, for the problem and for Algorithm 1. The faster way is the
project's.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import numpy as np

from nqviz.core.errors import InputError
from nqviz.engines import Registry
from nqviz.problems.planar import fingerprint
from nqviz.run.work import Limit, ProgressCallback, Stopwatch, ignore_progress

from .integer import ask_highs
from .questions import Question, Unanswered, search
from .relaxation import relax
from .run import FIRST_SECONDS, Beautiful, Run

MAX_BEAUTIFUL = 200
"""The largest n that is asked for."""
QUARTER = 4
"""The order of a quarter turn."""
SKIPPED = 100
"""So many levels are skipped at once at the start of Algorithm 1, as in the paper."""
JUMP_NODES = 50_000
"""So many are spent on the search for a placement that leaves many levels empty."""


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
        See `nqviz.run.work`. The progress comes as `Deciding` values: the levels that are
        decided, and the one that is being decided.

    Raises
    ------
    InputError
        If n or the engine is not possible.
    """
    if not 1 <= n <= MAX_BEAUTIFUL:
        raise InputError(f"most beautiful queens are for n = 1 to {MAX_BEAUTIFUL}, not {n}")
    name = BEAUTIFUL_ENGINES.resolve(engine)
    run = Run(n, Stopwatch(limit, stop), progress)
    with suppress(Unanswered):
        BEAUTIFUL_ENGINES[name](run)
    return run.result(name)


# Ours ---------------------------------------------------------------------------------------


def _guided(run: Run) -> None:
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


def _decide(run: Run, level: int) -> None:
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


def _jump(run: Run, level: int) -> None:
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
        question = below(low)
        question = question.without(relax(question).barred(0))
        with suppress(Unanswered):
            if run.keeps(search(question, JUMP_NODES, run.weights, run.say)):
                return
        if run.watch.ended() is not None:
            raise Unanswered
        if is_first and low < at - 1:
            with suppress(Unanswered):
                if run.keeps(ask_highs(question, run.over, FIRST_SECONDS)):
                    return
        low, is_first = (low + at + 1) // 2, False


def _lower(run: Run) -> None:
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


def _start(run: Run) -> bool:
    """Find a beautiful placement among those that quarter turns keep; tell whether there is one."""
    if run.n % 4 > 1:
        return False  # such placements have orbits of four queens, and one in the middle
    symmetric = Run(run.n, run.watch, run.progress)
    symmetric.over = run.over
    is_found = _symmetric(symmetric)
    if symmetric.best is not None:
        run.keep(symmetric.best)
    return is_found


def _symmetric(run: Run) -> bool:
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


def _place(run: Run) -> int:
    """Return the place of the highest cost of the best among the levels."""
    return int(np.searchsorted(run.levels, run.print[0]))


def _shown(run: Run) -> str:
    shown = " ".join(map(str, run.print[: run.settled][-6:]))
    return f"decided {run.settled} of {run.n}{': ' if shown else ''}{shown}"


# Algorithm 1 --------------------------------------------------------------------------------


def _levels(run: Run) -> None:
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
        run.decided[level] = fingerprint(columns).count(level)
        if run.settled == n:
            return


BEAUTIFUL_ENGINES: Registry[Callable[[Run], None]] = Registry(
    {"guided": _guided, "levels": _levels}, "most beautiful queens", "guided"
)
"""The engines for most beautiful queens."""
