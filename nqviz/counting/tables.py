"""The papers' tables of counts, what is printed beside what is counted, differences marked.

Kunt's thesis, Tables 1, 6, 7, 9 and 10, and Barr & Rao's Table 1. What is printed is data in the
resources; each column has a rule that says how the code finds the same value.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from importlib import resources
from typing import Any

from ..board import Board
from ..bounds.thesis import Cell, ThesisTable, lay_out
from ..errors import InputError
from ..tasks import Split
from ..work import Limit, Progress, ProgressCallback, Status, Stopwatch, ignore_progress
from .layered import count_layered
from .maximum import count_maximum
from .planar import count_planar
from .regular import count_regular
from .stacking import count_full
from .threshold import completion_threshold

TABLES = {
    "1": "Thesis, Table 1",
    "6": "Thesis, Table 6",
    "7": "Thesis, Table 7",
    "9": "Thesis, Table 9",
    "10": "Thesis, Table 10",
    "barr-rao-1": "Barr & Rao, Table 1",
}
"""The tables by their names."""

_RULES = {
    "1": "planar-count",
    "6": "maximum-count",
    "7": "regular-count",
    "9": "maximum-count",
    "10": "threshold",
    "barr-rao-1": "layered-count",
}


class Reach(Enum):
    """How long a value takes."""

    QUICK = "quick"
    """A second or so."""
    LONG = "long"
    """Seconds to minutes."""
    OUT = "out of reach"


@dataclass(frozen=True)
class TableCell:
    """One field: what is printed, what is counted, and how.

    Attributes
    ----------
    cell : Cell
    reach : Reach
    method : str
        How the value was found; empty while it has not been.
    seconds : float
    """

    cell: Cell
    reach: Reach
    method: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class CountTable:
    """A printed table of counts.

    Attributes
    ----------
    printed : ThesisTable
        Its title, source, rows and columns.
    cells : dict
        By row and column.
    status : Status
        OPTIMAL when all that was asked for is counted.
    """

    printed: ThesisTable
    cells: Mapping[tuple[int, str], TableCell]
    status: Status = Status.OPTIMAL

    @property
    def differences(self) -> list[Cell]:
        """The fields whose printed value is not what is counted, or known to be a misprint."""
        cells = (each.cell for each in self.cells.values())
        return [
            cell
            for cell in cells
            if cell.is_misprint or (cell.computed and cell.printed not in (None, cell.computed))
        ]


@lru_cache(maxsize=1)
def _data() -> dict[str, dict[str, Any]]:
    file = resources.files("nqviz_resources.reference").joinpath("count-tables.json")
    tables: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["tables"]
    return {table["name"]: table for table in tables}


def printed_table(name: str) -> CountTable:
    """Give a table as it is printed.

    Raises
    ------
    InputError
        If there is no such table.
    """
    if name not in TABLES:
        raise InputError(f"no table {name!r} of counts; choose {', '.join(TABLES)}")
    data = _data()[name]
    table = lay_out(data, data["source"], {})
    rule = _RULES[name]
    cells = {
        place: TableCell(cell, _reach(rule, cell.n, cell.d)) for place, cell in table.cells.items()
    }
    return CountTable(table, cells)


def count_table(
    name: str,
    long: bool = False,
    limit: Limit | None = None,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
    split: Split | None = None,
) -> CountTable:
    """Set a printed table beside what is counted.

    Parameters
    ----------
    name : str
        A key of `TABLES`.
    long : bool
        Count as well what takes seconds to minutes; without it only what is quick.
    limit, progress, stop
        See `nqviz.work`; what is counted when it ends stays.
    split : Split, optional
        Where counts that split run; it keeps no checkpoint.

    Raises
    ------
    InputError
        If there is no such table.
    """
    table, watch = printed_table(name), Stopwatch(limit, stop)
    cells = dict(table.cells)
    wanted = [
        place
        for place, each in cells.items()
        if each.reach is Reach.QUICK or (long and each.reach is Reach.LONG)
    ]
    wanted.sort(key=lambda place: cells[place].reach is Reach.LONG)
    for number, place in enumerate(wanted):
        cell = cells[place].cell
        ended = watch.ended()
        if ended is not None:
            return CountTable(table.printed, cells, ended)
        activity = f"{TABLES[name]}: n = {cell.n}, d = {cell.d}"
        progress(Progress(activity, watch.seconds, number / len(wanted)))
        left = Limit(watch.remaining, threads=watch.limit.threads)
        value, method, seconds = _value(_RULES[name], cell.n, cell.d, left, watch.stop, split)
        if value is None:
            return CountTable(table.printed, cells, watch.ended() or Status.STOPPED)
        cells[place] = replace(
            cells[place], cell=replace(cell, computed=value), method=method, seconds=seconds
        )
    return CountTable(table.printed, cells)


# Rules ----------------------------------------------------------------------------------------


_QUICK: dict[str, dict[int, int]] = {
    "planar-count": {2: 13},
    "regular-count": {3: 100},
    "layered-count": dict.fromkeys(range(2, 12), 7),
    "maximum-count": {2: 13, 3: 5, 4: 3, 5: 3},
    "threshold": {3: 7, 4: 4, 5: 3},
}
"""By rule and d the largest n that takes a second or so."""
_LONG: dict[str, dict[int, int]] = {
    "planar-count": {2: 17},
    "layered-count": dict.fromkeys(range(2, 12), 8),
    "maximum-count": {2: 17, 3: 7, 4: 4, 5: 3},
}
"""The same of what takes seconds to minutes."""


def _reach(rule: str, n: int, d: int) -> Reach:
    stacked = d == 3 and rule in ("maximum-count", "threshold")  # all full placements are listed
    if n <= _QUICK[rule].get(d, 0) or (stacked and n == 11):
        return Reach.QUICK
    if n <= _LONG.get(rule, {}).get(d, 0) or (stacked and n == 13):
        return Reach.LONG
    return Reach.OUT


def _value(
    rule: str, n: int, d: int, limit: Limit, stop: threading.Event, split: Split | None
) -> tuple[int | None, str, float]:
    """Find the value of one field, with its method and time; None if it was ended."""
    if rule == "threshold":
        threshold = completion_threshold(Board.cube(n, d), limit, stop=stop, split=split)
        return threshold.value, threshold.method, threshold.seconds
    if rule == "regular-count":
        found = count_regular(n, d, limit)
    elif rule == "layered-count":
        found = count_layered(n, d, limit, stop, split=split)
    elif rule == "planar-count" or (d == 2 and n > 3):
        found = count_planar(n, limit, stop=stop, split=split)
    elif d == 3 and n > 10:
        found = count_full(n, limit, stop=stop)
    else:
        counted = count_maximum(Board.cube(n, d), limit, stop=stop, split=split)
        return counted.count, counted.method, counted.seconds
    return found.count, found.method, found.seconds
