"""Published tables of counts, what is printed beside what is counted, differences marked.

Kunt's thesis, Tables 1, 6, 7, 9 and 10, Barr & Rao's Table 1, and sequences of the On-Line
Encyclopedia of Integer Sequences (OEIS). What is printed is data in the resources; each column has
a rule for computing the same value, or a rule that this module does not know: then it has printed
values only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache

from nqviz.bounds.thesis import Cell, ThesisTable, lay_out
from nqviz.catalogue import reference
from nqviz.catalogue.counts import RecordedCount, count_tables, recorded_count
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.tabular import Tabular
from nqviz.run.context import Limit, RunContext, ignore_progress
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Checkpoint, Execution, Section, ShardDone, list_hash

from .count import Count
from .cross_check import second_count
from .densities.exact import shipped_density
from .maximum.count import MaximumCount
from .table_rules import Reach, counted_field, reach_of

TABLES = count_tables()
"""The tables by their names."""

SHIPPED = "from the density that ships, which nqviz density --fresh counts again"


SECOND_SECONDS = 5.0
"""How long a second method may take for a value that is quick."""


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

    Raises InputError if there is no such table.
    """
    if name not in TABLES:
        raise InputError(f"no table {name!r} of counts; choose {', '.join(TABLES)}")
    data = next(each for each in reference("count-tables")["tables"] if each["name"] == name)
    table = lay_out(data, data["source"], {})
    rules = {column["title"]: column["rule"] for column in data["columns"]}
    cells = {
        (row, column): TableCell(cell, rules[column], reach_of(rules[column], cell.n, cell.d))
        for (row, column), cell in table.cells.items()
    }
    return CountTable(table, cells)


@lru_cache(maxsize=64)
def known_counts(kind: str, n: int, d: int) -> tuple[tuple[int, str], ...]:
    """Return the printed counts of a kind of placements on a board, corrected, with sources."""
    return known_values(f"{kind}-count", n, d)


def known_values(rule: str, n: int, d: int) -> tuple[tuple[int, str], ...]:
    """Return what is printed for a rule on a board, corrected, with sources; see `known_counts`."""
    found = []
    for table in map(printed_table, TABLES):
        for each in table.cells.values():
            cell = each.cell
            right = cell.printed if cell.right is None else cell.right
            if (each.rule, cell.n, cell.d) == (rule, n, d) and right is not None:
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
        Where counts that split run, and the file in which the tasks of all fields are saved. A
        shard does its share of the tasks of each field.
    confirm : bool
        Count each value by a second method as well, where there is one that reaches so far.

    Returns
    -------
    Outcome of CountTable
        OPTIMAL when all that was asked for is counted; always with a value.

    Raises
    ------
    InputError
        If there is no such table, or a shard is to be confirmed.
    """
    run = run or RunContext()
    if confirm and split is not None and split.shard is not None:
        raise InputError("a shard of a table is not confirmed: confirm the whole")
    table = printed_table(name)
    cells = {place: _recorded(each) for place, each in table.cells.items()}
    wanted = [
        place
        for place, each in cells.items()
        if each.reach is Reach.QUICK or (long and each.reach is Reach.LONG)
    ]
    wanted.sort(key=lambda place: cells[place].reach is Reach.LONG)
    status = Status.OPTIMAL
    with closing(_Fields(name, [cells[place] for place in wanted], split)) as fields:
        for number, place in enumerate(wanted):
            cell, rule = cells[place].cell, cells[place].rule
            run.report(f"{TABLES[name]}: n = {cell.n}, d = {cell.d}", number / len(wanted))
            part = run.part(progress=ignore_progress)
            found = None if run.ended() else fields.count(number, part)
            if found is None or found.value is None:
                status = run.ended() or Status.STOPPED
                break
            second = None
            if confirm:
                seconds = None if long else SECOND_SECONDS
                second = _second(rule, cell, found, fields.elsewhere, seconds, run)
            known = replace(cell, computed=found.value)
            cells[place] = TableCell(known, rule, cells[place].reach, found, second)
        else:
            fields.end()
    return Outcome(status, CountTable(table.printed, cells), seconds=run.seconds, known=Known.EXACT)


class _Fields:
    """The fields of a table that are counted: each has a section of one checkpoint."""

    def __init__(self, name: str, fields: Sequence[TableCell], split: Execution | None) -> None:
        self._fields, self._split = fields, split
        self.elsewhere = None if split is None else Execution(split.executor)
        self._checkpoint: Checkpoint | None = None
        self._tasks = self._done = 0
        if split is not None and split.checkpoint is not None:
            assert not isinstance(split.checkpoint, Section)
            shards = 1 if split.shard is None else split.shard[1]
            self._checkpoint = Checkpoint(
                split.checkpoint,
                {"what": f"the table {name} of counts", "table": name},
                len(fields),
                listed=list_hash((each.rule, each.cell.n, each.cell.d) for each in fields),
                shard=split.shard_name,
                weight=len(fields) / shards,
                question=split.question,
            )

    def close(self) -> None:
        """Close the checkpoint."""
        if self._checkpoint is not None:
            self._checkpoint.close()

    def count(self, number: int, run: RunContext) -> Outcome[int]:
        """Count a field; of a shard a share, whose value has no meaning."""
        field, split = self._fields[number], self._split
        board = Board.cube(field.cell.n, field.cell.d)
        if self._checkpoint is None or split is None:
            return counted_field(field.rule, board, split, run)
        section = Section(self._checkpoint, number)
        try:
            found = counted_field(field.rule, board, replace(split, checkpoint=section), run)
        except ShardDone as share:
            self._tasks, self._done = self._tasks + share.tasks, self._done + share.done
            found = Outcome(Status.OPTIMAL, 0)
        section.end()
        return found

    def end(self) -> None:
        """Raise ShardDone for a shard."""
        split = self._split
        if split is not None and split.shard is not None and self._checkpoint is not None:
            raise ShardDone(split.shard, self._done, self._tasks, self._checkpoint.path)


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
