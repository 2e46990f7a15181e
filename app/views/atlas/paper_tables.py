"""The tables of the papers as grids: what is printed beside what is found here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqviz.bounds.thesis import Cell, ThesisTable, thesis_tables
from nqviz.catalogue.counts import count_tables
from nqviz.core.language import tr, tr_later
from nqviz.view.palette import CONFLICT, NOT_PROVEN, PROVEN

from ...widgets.grids import Field, Grid
from ...widgets.library_texts import THESIS, method_text, table_title
from ...widgets.numbers import spaced

if TYPE_CHECKING:
    from nqviz.counting import CountTable
    from nqviz.counting.tables import TableCell

COUNTED = tuple(count_tables())
"""The tables of counts, which can be counted again."""
THRESHOLDS = "10"
BOUNDS = tuple(thesis_tables())
"""The tables of bounds."""


def bound_titles() -> dict[str, str]:
    """Return the titles of the tables of bounds by their names."""
    return {name: tr(THESIS, name=name) for name in BOUNDS}


def counted_titles() -> dict[str, str]:
    """Return the titles of the tables of counts by their names."""
    return {name: table_title(title) for name, title in count_tables().items()}


# Counts ---------------------------------------------------------------------------------------


def count_grid(table: CountTable) -> Grid:
    """Lay out a table of counts, what is counted beside what is printed."""
    printed = table.printed
    rows = [f"{printed.row_letter} = {row}" for row in printed.rows]
    grid = Grid(rows, list(map(tr, printed.columns)))
    for i, row in enumerate(printed.rows):
        for j, column in enumerate(printed.columns):
            shown = _counted(table.cells[row, column])
            if shown is not None:
                grid.fields[i, j] = shown
    return grid


def _spaced(value: int | None) -> str:
    return "" if value is None else spaced(value)


def _counted(each: TableCell) -> Field | None:
    """Return the field of a count; None for one that is neither printed nor in reach."""
    from nqviz.counting.table_rules import Reach

    cell, is_out, colour = each.cell, each.reach is Reach.OUT, ""
    number, printed = _spaced(cell.computed), _spaced(cell.printed)
    told = {"where": f"({cell.n},{cell.d})", "number": number or printed, "printed": printed}
    told["found"] = _how(each)
    if not number and not printed:
        if is_out:
            return None
        text, words = "…", tr("{where}: not counted yet; Count it again does it", **told)
    elif not number:
        told["later"] = tr("not counted here") if is_out else tr("Count it again counts it")
        text = printed if is_out else f"{printed} …"
        words = tr("{where}: printed {number}; {later}", **told)
    elif not printed:
        text, colour = tr("{counted} (new)", counted=number), PROVEN
        words = tr("{where}: {number}, which the paper does not give. {found}", **told)
    elif cell.computed == cell.printed:
        text, words = f"{number} ✓", tr("{where}: {number}, as it is printed. {found}", **told)
    else:
        told["reason"] = f" ({tr(cell.reason)})" if cell.reason else ""
        text = tr("{number} (not {printed})", **told)
        words = tr("{where}: {number}, not {printed} as printed{reason}. {found}", **told)
        colour = CONFLICT if cell.right == cell.computed else NOT_PROVEN
    return Field(cell.n, cell.d, text, words, colour)


def _how(each: TableCell) -> str:
    """Return by which method a value was found, in which time, and whether another confirms it."""
    how = method_text(each.method)
    if each.found is not None and each.found.seconds:
        how += f"; {each.found.seconds:.2f} s"
    if each.second is not None and each.is_confirmed is not None:
        engine, seconds = method_text(each.second.engine), f"{each.second.seconds:.2f}"
        if each.is_confirmed:
            how += tr(". Confirmed by {engine}; {seconds} s", engine=engine, seconds=seconds)
        else:
            words = tr_later(". BUT COUNTED AS {count} by {engine}; {seconds} s")
            how += tr(words, count=f"{each.second.count:,}", engine=engine, seconds=seconds)
    return tr("Found by {how}", how=how) if each.recorded is None else f"{how[:1].upper()}{how[1:]}"


# Bounds ---------------------------------------------------------------------------------------


def bounds_grid(table: ThesisTable) -> Grid:
    """Lay out a table of bounds, what is found beside what is printed."""
    grid = Grid([f"{table.row_letter} = {row}" for row in table.rows], list(map(tr, table.columns)))
    for i, row in enumerate(table.rows):
        for j, column in enumerate(table.columns):
            cell = table.cells[row, column]
            if cell.printed is not None or cell.computed is not None:
                text, words, colour = _bound(cell)
                grid.fields[i, j] = Field(cell.n, cell.d, text, words, colour)
    return grid


def _bound(cell: Cell) -> tuple[str, str, str]:
    """Return the text of a field, what is known of it, and its colour."""
    printed, computed = _spaced(cell.printed), _spaced(cell.computed)
    told = {"where": f"({cell.n},{cell.d})", "printed": printed, "computed": computed}
    if cell.right is not None:
        text = tr("{right} (not {printed})", right=spaced(cell.right), printed=printed)
        told["reason"] = tr(cell.reason)
        return text, tr("{where}: misprinted as {printed}; {reason}", **told), CONFLICT
    if cell.printed is None:
        words = tr("{where}: {computed} is proven here; the thesis leaves it open", **told)
        return tr("{computed} (new)", **told), words, PROVEN
    if cell.computed is None:
        return printed, tr("{where}: printed {printed}, not computed here", **told), ""
    if cell.agrees is False:
        words = tr("{where}: printed {printed}; what can be made here has {computed}", **told)
        return tr("{printed} (here {computed})", **told), words, NOT_PROVEN
    if cell.is_proven:
        words = tr("{where}: {printed} is proven to be the maximum", **told)
        return f"{printed} ✓", words, PROVEN
    return printed, tr("{where}: {printed}, as it is found here", **told), ""
