"""The tables of the papers as grids: what is printed beside what is found here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqviz.bounds.thesis import Cell, ThesisTable, thesis_tables
from nqviz.catalogue.counts import count_tables
from nqviz.view.palette import CONFLICT, NOT_PROVEN, PROVEN

from ...widgets.grids import Field, Grid
from ...widgets.numbers import spaced

if TYPE_CHECKING:
    from nqviz.counting import CountTable
    from nqviz.counting.tables import TableCell

COUNTED = count_tables()
"""The tables of counts, which can be counted again."""
THRESHOLDS = "10"
BOUNDS = {name: f"Thesis, Table {name}" for name in thesis_tables()}
"""The tables of bounds."""


# Counts ---------------------------------------------------------------------------------------


def count_grid(table: CountTable) -> Grid:
    """Lay out a table of counts, what is counted beside what is printed."""
    printed = table.printed
    grid = Grid([f"{printed.row_letter} = {row}" for row in printed.rows], list(printed.columns))
    for i, row in enumerate(printed.rows):
        for j, column in enumerate(printed.columns):
            shown = _counted(table.cells[row, column])
            if shown is not None:
                grid.fields[i, j] = shown
    return grid


def _counted(each: TableCell) -> Field | None:
    from nqviz.counting.tables import Reach

    cell = each.cell
    where, counted = f"({cell.n},{cell.d})", cell.computed
    found = _how(each)
    if counted is None and cell.printed is None:
        if each.reach is Reach.OUT:
            return None
        return Field(cell.n, cell.d, "…", f"{where}: not counted yet; Count it again does it")
    if counted is None:
        assert cell.printed is not None
        number, is_out = spaced(cell.printed), each.reach is Reach.OUT
        later = "not counted here" if is_out else "Count it again counts it"
        words = f"{where}: printed {number}; {later}"
        return Field(cell.n, cell.d, number if is_out else f"{number} …", words)
    number = spaced(counted)
    if cell.printed is None:
        words = f"{where}: {number}, which the paper does not give. {found}"
        return Field(cell.n, cell.d, f"{spaced(counted)} (new)", words, PROVEN)
    if counted == cell.printed:
        words = f"{where}: {number}, as it is printed. {found}"
        return Field(cell.n, cell.d, f"{spaced(counted)} ✓", words)
    colour = CONFLICT if cell.right == counted else NOT_PROVEN
    reason = f" ({cell.reason})" if cell.reason else ""
    words = f"{where}: {number}, not {spaced(cell.printed)} as printed{reason}. {found}"
    return Field(cell.n, cell.d, f"{number} (not {spaced(cell.printed)})", words, colour)


def _how(each: TableCell) -> str:
    """Return by which method a value was found, in which time, and whether another confirms it."""
    how = each.method
    if each.found is not None and each.found.seconds:
        how += f"; {each.found.seconds:.2f} s"
    if each.second is not None and each.is_confirmed is not None:
        word = "Confirmed" if each.is_confirmed else f"BUT COUNTED AS {each.second.count:,}"
        how += f". {word} by {each.second.engine}; {each.second.seconds:.2f} s"
    return f"Found by {how}" if each.recorded is None else f"{how[:1].upper()}{how[1:]}"


# Bounds ---------------------------------------------------------------------------------------


def bounds_grid(table: ThesisTable) -> Grid:
    """Lay out a table of bounds, what is found beside what is printed."""
    grid = Grid([f"{table.row_letter} = {row}" for row in table.rows], list(table.columns))
    for i, row in enumerate(table.rows):
        for j, column in enumerate(table.columns):
            cell = table.cells[row, column]
            if cell.printed is not None or cell.computed is not None:
                text, words, colour = _bound(cell)
                grid.fields[i, j] = Field(cell.n, cell.d, text, words, colour)
    return grid


def _bound(cell: Cell) -> tuple[str, str, str]:
    """Return the text of a field, what is known of it, and its colour."""
    where = f"({cell.n},{cell.d})"
    printed = "" if cell.printed is None else spaced(cell.printed)
    computed = "" if cell.computed is None else spaced(cell.computed)
    if cell.right is not None:
        text = f"{spaced(cell.right)} (not {printed})"
        return text, f"{where}: misprinted as {printed}; {cell.reason}", CONFLICT
    if cell.printed is None:
        words = f"{where}: {computed} is proven here; the thesis leaves it open"
        return f"{computed} (new)", words, PROVEN
    if cell.computed is None:
        return printed, f"{where}: printed {printed}, not computed here", ""
    if cell.agrees is False:
        words = f"{where}: printed {printed}; what can be made here has {computed}"
        return f"{printed} (here {computed})", words, NOT_PROVEN
    return printed, f"{where}: {printed}, as it is found here", ""
