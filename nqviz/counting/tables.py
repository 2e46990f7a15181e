"""Published tables of counts, what is printed beside what is counted, differences marked.

Kunt's thesis, Tables 1, 6, 7, 9 and 10, Barr & Rao's Table 1, and sequences of the On-Line
Encyclopedia of Integer Sequences (OEIS). What is printed is data in the resources; each column has
a rule for computing the same value, or a rule that this module does not know: then it has printed
values only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, partial
from math import gcd

from nqviz.bounds import best_lower, best_upper
from nqviz.bounds.subcubes import SIDE_3, most_subcubes
from nqviz.bounds.thesis import Cell, ThesisTable, lay_out
from nqviz.catalogue import reference
from nqviz.catalogue.counts import RecordedCount, count_tables, recorded_count
from nqviz.constructions.colourings import linear_colouring, shipped_colourings
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.tabular import Tabular
from nqviz.run.context import Limit, RunContext, ignore_progress
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Execution

from .count import Count
from .cross_check import second_count
from .densities.exact import shipped_density
from .enumerate_full import count_full
from .layered.totals import count_layered
from .maximal import count_maximal
from .maximum.count import MaximumCount, count_maximum
from .planar import count_planar
from .regular import count_regular
from .rotational import count_symmetric
from .threshold import completion_threshold

TABLES = count_tables()
"""The tables by their names."""

SHIPPED = "from the density that ships, which nqviz density --fresh counts again"


BY_COLOURS = "the classes of a colouring with n colours"

PROVEN_SIDE_3 = 8
"""The largest d of boards of side 3 whose maximum is proven."""

SECOND_SECONDS = 5.0
"""How long a second method may take for a value that is quick."""


class Reach(Enum):
    """How long a value takes."""

    QUICK = "quick"
    """A second or so."""
    LONG = "long"
    """Seconds to minutes."""
    OUT = "out of reach"


@dataclass(frozen=True)
class TableCell:
    """One field: what is printed, what is counted, and how."""

    cell: Cell
    rule: str
    """How the value is counted."""
    reach: Reach
    found: Outcome[int] | None = None
    """How the value was found; None while it has not been."""
    second: Count | None = None
    """What a second method has found, where it was asked for and reaches so far."""
    recorded: RecordedCount | None = None
    """The earlier runs that found the value, where it was not counted now."""

    @property
    def method(self) -> str:
        """How the value was found; empty while it has not been."""
        return "" if self.found is None else self.found.engine

    @property
    def is_confirmed(self) -> bool | None:
        """Whether a second method has found the same; None if it has found nothing."""
        if self.second is None or self.second.count is None:
            return None
        return self.second.count == self.cell.computed


@dataclass(frozen=True)
class CountTable(Tabular):
    """A printed table of counts."""

    printed: ThesisTable
    """Its title, source, rows and columns."""
    cells: Mapping[tuple[int, str], TableCell]
    """By row and column."""

    def table(self) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
        """Return a row for each field that is printed or counted."""
        columns = ("n", "d", "column", "printed", "computed", "corrected", "method")
        rows = (
            (each.cell.n, each.cell.d, column, each.cell.printed, each.cell.computed)
            + (each.cell.right, each.method)
            for (_, column), each in self.cells.items()
            if each.cell.printed is not None or each.cell.computed is not None
        )
        return columns, rows

    @property
    def differences(self) -> list[Cell]:
        """The fields whose printed value is not what is counted, or known to be a misprint."""
        cells = (each.cell for each in self.cells.values())
        return [
            cell
            for cell in cells
            if cell.is_misprint or (cell.computed and cell.printed not in (None, cell.computed))
        ]

    def confirmed_words(self) -> str:
        """Return how many values a second method has found as well."""
        counted = [each for each in self.cells.values() if each.cell.computed is not None]
        agree = sum(each.is_confirmed is True for each in counted)
        words = f"{agree} of {len(counted)} are confirmed by a second method"
        wrong = [each.cell for each in counted if each.is_confirmed is False]
        if wrong:
            places = ", ".join(f"({cell.n},{cell.d})" for cell in wrong)
            return f"{words}; IT DIFFERS at {places}"
        return words if agree == len(counted) else f"{words}; for the others none reaches so far"


def printed_table(name: str) -> CountTable:
    """Return a table as it is printed.

    Raises
    ------
    InputError
        If there is no such table.
    """
    if name not in TABLES:
        raise InputError(f"no table {name!r} of counts; choose {', '.join(TABLES)}")
    data = next(each for each in reference("count-tables")["tables"] if each["name"] == name)
    table = lay_out(data, data["source"], {})
    rules = {column["title"]: column["rule"] for column in data["columns"]}
    cells = {
        (row, column): TableCell(cell, rules[column], _reach(rules[column], cell.n, cell.d))
        for (row, column), cell in table.cells.items()
    }
    return CountTable(table, cells)


@lru_cache(maxsize=64)
def known_counts(kind: str, n: int, d: int) -> tuple[tuple[int, str], ...]:
    """Return the printed counts of a kind of placements on a board, corrected, with sources."""
    found = []
    for table in map(printed_table, TABLES):
        for each in table.cells.values():
            cell = each.cell
            right = cell.printed if cell.right is None else cell.right
            if (each.rule, cell.n, cell.d) == (f"{kind}-count", n, d) and right is not None:
                found.append((right, table.printed.source))
    return tuple(found)


def count_table(
    name: str,
    run: RunContext | None = None,
    *,
    long: bool = False,
    split: Execution | None = None,
    confirm: bool = False,
) -> Outcome[CountTable]:
    """Set a printed table beside what is counted.

    Parameters
    ----------
    name : str
        A key of `TABLES`.
    run : RunContext, optional
        Limit, progress and stop flag; what is counted when it ends stays.
    long : bool
        Count as well what takes seconds to minutes. What is not counted is taken from the counts
        that were recorded and the densities that ship, where these have it.
    split : Execution, optional
        Where counts that split run; it keeps no checkpoint.
    confirm : bool
        Count each value by a second method as well, where there is one that reaches so far.

    Returns
    -------
    Outcome of CountTable
        OPTIMAL when all that was asked for is counted; always with a value.

    Raises
    ------
    InputError
        If there is no such table.
    """
    run = run or RunContext()
    table = printed_table(name)
    cells = {place: _recorded(each) for place, each in table.cells.items()}
    wanted = [
        place
        for place, each in cells.items()
        if each.reach is Reach.QUICK or (long and each.reach is Reach.LONG)
    ]
    wanted.sort(key=lambda place: cells[place].reach is Reach.LONG)
    status = Status.OPTIMAL
    for number, place in enumerate(wanted):
        cell, rule = cells[place].cell, cells[place].rule
        part = run.part(progress=ignore_progress)
        run.report(f"{TABLES[name]}: n = {cell.n}, d = {cell.d}", number / len(wanted))
        found = None if run.ended() else _value(rule, Board.cube(cell.n, cell.d), split, part)
        if found is None or found.value is None:
            status = run.ended() or Status.STOPPED
            break
        second = None
        if confirm:
            second = _second(rule, cell, found, split, None if long else SECOND_SECONDS, run)
        known = replace(cell, computed=found.value)
        cells[place] = TableCell(known, rule, cells[place].reach, found, second)
    return Outcome(status, CountTable(table.printed, cells), seconds=run.seconds, known=Known.EXACT)


# Rules ----------------------------------------------------------------------------------------


_QUICK: dict[str, dict[int, int]] = {
    "planar-count": {2: 13},
    "planar-orbits": {2: 13},
    "half-turn-count": {2: 18},
    "quarter-turn-count": {2: 29},
    "superqueen-count": {2: 11},
    "superqueen-orbits": {2: 11},
    "maximal-count": {2: 10, 3: 4, 4: 3, 5: 2},
    "regular-count": {3: 100},
    "layered-count": dict.fromkeys(range(2, 12), 7),
    "maximum-count": {2: 13, 3: 5, 4: 3, 5: 3, 6: 2},
    "threshold": {2: 9, 3: 7, 4: 4, 5: 3},
}
"""By rule and d the largest n that takes a second or so."""
_LONG: dict[str, dict[int, int]] = {
    "planar-count": {2: 17},
    "planar-orbits": {2: 17},
    "half-turn-count": {2: 22},
    "quarter-turn-count": {2: 37},
    "superqueen-count": {2: 15},
    "superqueen-orbits": {2: 15},
    "maximal-count": {2: 13, 3: 5, 4: 3, 5: 3},
    "threshold": {2: 14},
    "layered-count": dict.fromkeys(range(2, 12), 8),
    "maximum-count": {2: 17, 3: 8, 4: 4, 5: 3, 6: 3},
}
"""The same of what takes seconds to minutes."""


def _reach(rule: str, n: int, d: int) -> Reach:
    if rule == "subcubes" or (rule == "most-queens" and d <= PROVEN_SIDE_3):
        return Reach.QUICK
    if rule == "disjoint":
        return Reach.QUICK if gcd(n, 6) == 1 or n in shipped_colourings() else Reach.OUT
    stacked = d == 3 and rule in ("maximum-count", "threshold")  # all full placements are listed
    if n <= _QUICK.get(rule, {}).get(d, 0) or (stacked and n == 11):
        return Reach.QUICK
    if n <= _LONG.get(rule, {}).get(d, 0) or (stacked and n == 13):
        return Reach.LONG
    return Reach.OUT


def _recorded(each: TableCell) -> TableCell:
    """Fill a field that is not quick by what is known of it already."""
    cell, rule = each.cell, each.rule
    if each.reach is Reach.QUICK:
        return each
    kept = recorded_count(rule.removesuffix("-count"), cell.n, cell.d)
    if kept is not None:
        return replace(_filled(each, kept.count, kept.words()), recorded=kept)
    shipped = shipped_density(Board.cube(cell.n, cell.d)) if rule == "maximum-count" else None
    if shipped is None:
        return each
    return _filled(each, shipped.total, SHIPPED)


def _filled(each: TableCell, value: int, method: str) -> TableCell:
    """Fill a field by a value that was found earlier."""
    found = Outcome(Status.OPTIMAL, value, engine=method, known=Known.PUBLISHED, by=method)
    return replace(each, cell=replace(each.cell, computed=value), found=found)


def _second(
    rule: str,
    cell: Cell,
    first: Outcome[int],
    split: Execution | None,
    most: float | None,
    run: RunContext,
) -> Count | None:
    """Count a field by a second method, in so many seconds at most; None if none reaches so far."""
    what, board = rule.removesuffix("-count"), Board.cube(cell.n, cell.d)
    part = run.part(Limit(most, threads=run.limit.threads), progress=ignore_progress)
    queens = first.queens if isinstance(first, MaximumCount) else board.full_count
    try:
        return second_count(board, part, what=what, queens=queens, split=split)
    except InputError:
        return None


def _value(rule: str, board: Board, split: Execution | None, run: RunContext) -> Outcome[int]:
    """Find the value of one field."""
    if rule in _RULES:
        return _RULES[rule](board, run)
    if rule == "threshold":
        return completion_threshold(board, run, split=split)
    if rule == "layered-count":
        return count_layered(board, run, split=split)
    if rule.startswith("planar") or (board.d == 2 and board.n > 3):
        found = count_planar(board, run, split=split)
        return replace(found, value=found.orbits) if rule == "planar-orbits" else found
    if board.d == 3 and board.n > 10:
        return count_full(board, run)
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


def _superqueens(board: Board, run: RunContext, *, of_orbits: bool = False) -> Outcome[int]:
    """Count the placements of n superqueens on a flat square, or those up to symmetry."""
    found = count_maximum(Board(board.shape, piece="superqueen"), run, k=board.n)
    return replace(found, value=found.orbits) if of_orbits else found


_RULES: Mapping[str, Callable[[Board, RunContext], Outcome[int]]] = {
    "regular-count": count_regular,
    "maximal-count": count_maximal,
    "half-turn-count": partial(count_symmetric, "half-turn"),
    "quarter-turn-count": partial(count_symmetric, "quarter-turn"),
    "disjoint": _disjoint,
    "superqueen-count": _superqueens,
    "superqueen-orbits": partial(_superqueens, of_orbits=True),
    "most-queens": _most_queens,
    "subcubes": _subcubes,
}
"""The rules that take a board and nothing else, and do not split."""
