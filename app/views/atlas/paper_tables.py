"""The tables of the papers as grids: what is printed beside what is found here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqviz.bounds.thesis import Cell, ThesisTable, thesis_tables
from nqviz.catalogue.counts import count_tables
from nqviz.core.language import tr
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


def _counted(each: TableCell) -> Field | None:
    from nqviz.counting.table_rules import Reach

    cell = each.cell
    where, counted = f"({cell.n},{cell.d})", cell.computed
    found = _how(each)
    if counted is None and cell.printed is None:
        if each.reach is Reach.OUT:
            return None
        return Field(
            cell.n, cell.d, "…", tr("{where}: not counted yet; Count it again does it", where=where)
        )
    if counted is None:
        assert cell.printed is not None
        number, is_out = spaced(cell.printed), each.reach is Reach.OUT
        later = tr("not counted here") if is_out else tr("Count it again counts it")
        words = tr("{where}: printed {number}; {later}", where=where, number=number, later=later)
        return Field(cell.n, cell.d, number if is_out else f"{number} …", words)
    number = spaced(counted)
    if cell.printed is None:
        words = tr(
            "{where}: {number}, which the paper does not give. {found}",
            where=where,
            number=number,
            found=found,
        )
        return Field(cell.n, cell.d, tr("{counted} (new)", counted=spaced(counted)), words, PROVEN)
    if counted == cell.printed:
        words = tr(
            "{where}: {number}, as it is printed. {found}", where=where, number=number, found=found
        )
        return Field(cell.n, cell.d, f"{spaced(counted)} ✓", words)
    colour = CONFLICT if cell.right == counted else NOT_PROVEN
    reason = f" ({tr(cell.reason)})" if cell.reason else ""
    words = tr(
        "{where}: {number}, not {printed} as printed{reason}. {found}",
        where=where,
        number=number,
        printed=spaced(cell.printed),
        reason=reason,
        found=found,
    )
    return Field(
        cell.n,
        cell.d,
        tr("{number} (not {printed})", number=number, printed=spaced(cell.printed)),
        words,
        colour,
    )


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
            how += tr(
                ". BUT COUNTED AS {count} by {engine}; {seconds} s",
                count=f"{each.second.count:,}",
                engine=engine,
                seconds=seconds,
            )
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
    where = f"({cell.n},{cell.d})"
    printed = "" if cell.printed is None else spaced(cell.printed)
    computed = "" if cell.computed is None else spaced(cell.computed)
    if cell.right is not None:
        text = tr("{right} (not {printed})", right=spaced(cell.right), printed=printed)
        return (
            text,
            tr(
                "{where}: misprinted as {printed}; {reason}",
                where=where,
                printed=printed,
                reason=tr(cell.reason),
            ),
            CONFLICT,
        )
    if cell.printed is None:
        words = tr(
            "{where}: {computed} is proven here; the thesis leaves it open",
            where=where,
            computed=computed,
        )
        return tr("{computed} (new)", computed=computed), words, PROVEN
    if cell.computed is None:
        return (
            printed,
            tr("{where}: printed {printed}, not computed here", where=where, printed=printed),
            "",
        )
    if cell.agrees is False:
        words = tr(
            "{where}: printed {printed}; what can be made here has {computed}",
            where=where,
            printed=printed,
            computed=computed,
        )
        return (
            tr("{printed} (here {computed})", printed=printed, computed=computed),
            words,
            NOT_PROVEN,
        )
    if cell.is_proven:
        words = tr("{where}: {printed} is proven to be the maximum", where=where, printed=printed)
        return f"{printed} ✓", words, PROVEN
    return printed, tr("{where}: {printed}, as it is found here", where=where, printed=printed), ""
