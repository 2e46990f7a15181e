"""Two ways to a most beautiful placement: the paper's algorithm, and a faster one.

Source: M. Fischetti and D. Salvagnin, *Finding First and Most-Beautiful Queens by Integer
Programming* (2019), section 5, for the problem and for Algorithm 1. The faster way is the
project's.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.engines import Registry
from nqviz.problems.planar import check_classical, fingerprint
from nqviz.proofs.claim import Mask
from nqviz.run.context import RunContext

from .integer import ask_highs
from .level_search import FIRST_NODES, Beautiful, LevelSearch
from .questions import Columns, Question, Unanswered, find_columns
from .relaxation import relax
from .tree_search import search_tree

MAX_BEAUTIFUL = 200
"""The largest n that is accepted."""
QUARTER = 4
"""The order of a quarter turn."""
SKIPPED = 100
"""So many levels are skipped at once at the start of Algorithm 1, as in the paper."""
JUMP_NODES = 300_000
"""So many are spent on the search for a placement that leaves many levels empty."""


def beautiful(board: Board, run: RunContext | None = None, *, engine: str = "auto") -> Beautiful:
    """Find a most beautiful placement of n queens on the (n,2)-board.

    Parameters
    ----------
    board : Board
        A flat square for queens, with a side up to `MAX_BEAUTIFUL`.
    run : RunContext, optional
        Limit, progress and stop flag. The progress comes as `Deciding` values: the levels that are
        decided, and the one that is being decided.
    engine : str
        ``auto`` or a name in `BEAUTIFUL_ENGINES`.

    Raises
    ------
    InputError
        If the board does not suit or is out of reach, or the engine is unknown.
    """
    n = check_classical("most beautiful queens", board)
    run = run or RunContext()
    if n > MAX_BEAUTIFUL:
        raise InputError(f"most beautiful queens are for n = 1 to {MAX_BEAUTIFUL}, not {n}")
    name = BEAUTIFUL_ENGINES.resolve(engine)
    search = LevelSearch(n, run)
    with suppress(Unanswered):
        BEAUTIFUL_ENGINES[name](search)
    return search.result(name)


# The guided algorithm ----------------------------------------------------------------------------


def _guided(search: LevelSearch) -> None:
    """Decide only levels that the incumbent uses; those that it leaves empty cost nothing."""
    search.report("looking for a start")
    if not _start(search):
        search.is_empty = search.best is None and not search.ask(
            Question(search.n, int(search.levels[-1]))
        )
        if search.is_empty:
            return
    _lower(search)
    for level in search.levels[_place(search) :: -1].tolist():
        if search.print.count(level) > 0:
            _decide(search, level)
        search.decided[level] = search.print.count(level)
        if search.settled == search.n:
            return


def _decide(search: LevelSearch, level: int) -> None:
    """Put as few queens on a level as possible, from the bound of the linear program upwards."""
    search.report(f"level {level}: how many queens? {_shown(search)}", level)
    question = Question(search.n, level, dict(search.decided), (level, 0), barred=search.barred)
    relaxed = relax(question)
    least = relaxed.least
    if least == 0:
        _jump(search, level)
    while search.print.count(level) > least:
        search.report(f"level {level}: {least} or fewer queens? {_shown(search)}", level)
        if not search.ask(replace(question, asked=(level, least))):
            least += 1
    search.barred |= relaxed.barred(least)


def _jump(search: LevelSearch, level: int) -> None:
    """Try to find a placement that leaves this level and many below it empty."""
    search.report(f"below level {level}? {_shown(search)}", level)

    def below(place: int, barred: Mask | None = search.barred) -> Question:
        return Question(search.n, int(search.levels[place]), dict(search.decided), barred=barred)

    def bounded(place: int, barred: Mask | None = search.barred) -> Question:
        question = below(place, barred)
        return question.without(relax(question).barred(0))

    high = int(np.searchsorted(search.levels, level))
    low = bisect_left(range(high), True, key=lambda place: relax(below(place)).least == 0)
    if low == high:
        return
    with suppress(Unanswered):
        question = bounded(low)
        columns = find_columns(question, FIRST_NODES, search.weights, search.count_nodes)
        if search.keep_to(question, columns):
            return
    left, at = None, low
    barred: Mask | None = search.barred
    while low < high:
        if (narrow := search.probed(bounded(at, barred))) is None:
            low = at + 1
        else:
            # What is barred with more levels is barred with fewer.
            high, left, barred = at, narrow, narrow.barred
        at = (low + high) // 2
    if left is not None:
        with suppress(Unanswered):
            search.keep_to(left, _find_below(search, left))
    if search.context.ended() is not None:
        raise Unanswered


def _find_below(search: LevelSearch, question: Question) -> Columns:
    """Find an answer in a short time; raise Unanswered."""
    with suppress(Unanswered):
        return search.restarted(question, JUMP_NODES)
    return search_tree(question, JUMP_NODES, search.weights, search.count_nodes)


def _lower(search: LevelSearch) -> None:
    """Lower the highest cost of the best until no placement has a lower one.

    The start is rarely far from that: the steps downwards begin with one and grow.
    """
    # No row at the edge has a cell of a lower cost than this.
    low = int(np.searchsorted(search.levels, (search.n - 1) ** 2))
    high, step = _place(search), 1
    while low < high:
        middle = max(low, high - step)
        search.report(
            f"is cost {search.levels[high]} needed? {_shown(search)}", int(search.levels[high])
        )
        if search.ask(Question(search.n, int(search.levels[middle]))):
            high, step = _place(search), 2 * step
        else:
            low, step = middle + 1, 1


def _start(search: LevelSearch) -> bool:
    """Find a beautiful placement that quarter turns keep; return whether there is one."""
    if search.n % 4 > 1:
        return False  # such placements have orbits of four queens, and one in the middle
    symmetric = LevelSearch(search.n, search.context)
    symmetric.cancelled = search.cancelled
    try:
        return _symmetric(symmetric)
    finally:
        if symmetric.best is not None:
            search.keep(symmetric.best)


def _symmetric(search: LevelSearch) -> bool:
    """Decide the levels for placements that quarter turns keep."""

    def ask(highest: int, asked: tuple[int, int] | None) -> bool:
        question = Question(search.n, highest, dict(search.decided), asked, QUARTER)
        columns = ask_highs(question, search.cancelled)
        if columns is not None:
            search.keep(columns)
        return columns is not None

    levels = search.levels
    low = int(np.searchsorted(levels, (search.n - 1) ** 2))
    # The fewer cells a program has the sooner it is solved, and the least mostly suffice.
    if ask(int(levels[low]), None):
        high = low
    elif ask(int(levels[-1]), None):
        low, high = low + 1, _place(search)
    else:
        return False
    while low < high:
        middle = (low + high) // 2
        if ask(int(levels[middle]), None):
            high = _place(search)
        else:
            low = middle + 1
    for level in levels[high::-1].tolist():
        while (count := search.print.count(level)) > 0 and ask(level, (level, count - 1)):
            pass
        search.decided[level] = count
        if search.settled == search.n:
            break
    return True


def _place(search: LevelSearch) -> int:
    """Return the place of the highest cost of the best among the levels."""
    return int(np.searchsorted(search.levels, search.print[0]))


def _shown(search: LevelSearch) -> str:
    shown = " ".join(map(str, search.print[: search.settled][-6:]))
    return f"decided {search.settled} of {search.n}{': ' if shown else ''}{shown}"


# Algorithm 1 --------------------------------------------------------------------------------


def _levels(search: LevelSearch) -> None:
    """Decide level by level from above, as Algorithm 1 of the paper does, by HiGHS."""
    n, levels = search.n, search.levels[::-1].tolist()
    at = 0
    search.report("looking for a start")
    while at + SKIPPED < len(levels):
        columns = ask_highs(Question(n, levels[at + SKIPPED]), search.cancelled)
        if columns is None:
            break
        search.keep(columns)
        at += SKIPPED
    for level in levels[at:]:
        search.report(f"level {level}; {_shown(search)}", level)
        columns = ask_highs(Question(n, level, dict(search.decided)), search.cancelled, fewest=True)
        if columns is None:
            search.is_empty = True
            return
        search.keep(columns)
        search.decided[level] = fingerprint(columns).count(level)
        if search.settled == n:
            return


BEAUTIFUL_ENGINES: Registry[Callable[[LevelSearch], None]] = Registry(
    {"guided": _guided, "levels": _levels}, "most beautiful queens", "guided"
)
"""The engines for most beautiful queens."""
