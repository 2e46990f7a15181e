"""``nqviz count --table NAME``: the published tables of counts."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from nqviz.bounds.thesis import Cell
from nqviz.cli.output import DONE, NO, Console, aligned
from nqviz.cli.solving import STATUSES, known_entries, status_word
from nqviz.counting import count_table
from nqviz.counting.table_rules import Reach
from nqviz.counting.tables import TableCell
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution


def report_table(options: argparse.Namespace, split: Execution | None, console: Console) -> int:
    """Compute a table and print it, after a stop the part that was computed."""
    long, confirm = options.long, options.confirm
    outcome = console.work(
        lambda run: count_table(options.table, run, long=long, split=split, confirm=confirm),
        options,
    )
    table = outcome.value
    assert table is not None
    printed = table.printed
    rows = [
        _entries(column, each)
        for (_, column), each in table.cells.items()
        if each.cell.printed is not None or each.cell.computed is not None
    ]
    grid = [[printed.row_letter, *printed.columns]]
    grid += (
        [str(row), *(table.cells[row, column].cell.text for column in printed.columns)]
        for row in printed.rows
    )
    lines = [f"{printed.title} ({printed.source})", *aligned(grid)]
    lines += (_difference(cell) for cell in table.differences)
    waiting = sum(
        each.reach is Reach.LONG and each.cell.computed is None for each in table.cells.values()
    )
    lines += (
        f"n = {each.cell.n}, d = {each.cell.d}: {each.recorded.words()}"
        for each in table.cells.values()
        if each.recorded is not None
    )
    lines += printed.notes
    lines.append("Computed values are in brackets if the paper has another number or none.")
    if confirm:
        lines.append(f"{table.confirmed_words()}.")
    if waiting and not long:
        lines.append(f"{waiting} more are counted with --long, some for minutes.")
    console.answer(
        {
            "table": options.table,
            "source": printed.source,
            "status": status_word(outcome.status),
            "rows": rows,
        },
        "\n".join(lines),
    )
    if any(each.is_confirmed is False for each in table.cells.values()):
        return NO
    if outcome.status is Status.OPTIMAL:
        return DONE
    console.remark(f"{'interrupted' if console.interrupted else 'time limit'}: not all is counted")
    return STATUSES[outcome.status]


def _entries(column: str, each: TableCell) -> dict[str, object]:
    cell = each.cell
    return {
        "n": cell.n,
        "d": cell.d,
        "column": column,
        "printed": _number(cell.printed),
        "computed": _number(cell.computed),
        "corrected": _number(cell.right),
        "reason": cell.reason,
        "agrees": cell.agrees,
        "method": each.method,
        "seconds": 0.0 if each.found is None else round(each.found.seconds, 3),
        **known_entries(each.found),
        "second": None if each.second is None else _number(each.second.count),
        "second_method": "" if each.second is None else each.second.engine,
        "confirmed": each.is_confirmed,
        "recorded": None if each.recorded is None else [asdict(run) for run in each.recorded.runs],
    }


def _number(value: int | None) -> str | None:
    """Return a count as a decimal string, as all counts are in JSON."""
    return None if value is None else str(value)


def _difference(cell: Cell) -> str:
    right = cell.right if cell.right is not None else cell.computed
    why = f": {cell.reason}" if cell.reason else ""
    return f"n = {cell.n}, d = {cell.d}: printed {cell.printed:,}, right is {right:,}{why}"
