"""``nqviz count``: the published tables, estimates of layered placements, and thresholds."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial

from nqviz.bounds.thesis import Cell
from nqviz.cli.options import refuse
from nqviz.cli.output import DONE, NO, Console, aligned
from nqviz.cli.solving import STATUSES, known_entries, outcome_entries, status_word
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.counting import completion_threshold, count_table, estimate_layered
from nqviz.counting.table_rules import Reach
from nqviz.counting.tables import TableCell, known_values
from nqviz.formats import Layout, format_placement, write_placement
from nqviz.run.outcome import Outcome, Status
from nqviz.run.tasks import Execution


def report_table(options: argparse.Namespace, split: Execution | None, console: Console) -> int:
    """Compute a table and print it, after a stop the part that was computed."""
    confirm = options.confirm
    work = partial(count_table, options.table, long=options.long, split=split, confirm=confirm)
    outcome = console.work(work, options)
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
    if waiting and not options.long:
        lines.append(f"{waiting} more are counted with --long, some for minutes.")
    head = {"table": options.table, "source": printed.source, "status": status_word(outcome.status)}
    console.answer({**head, "rows": rows}, "\n".join(lines))
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


_OTHERS = ("queens", "method", "part", "symmetric", "output", "executor", "checkpoint", "shard",
           "shape", "confirm", "long", "recheck", "torus", "wrap_axes", "twist", "blocked",
           "stop")  # fmt: skip


def report_estimate(options: argparse.Namespace, console: Console) -> int:
    """Estimate the number of layered placements of a cube, and print it."""
    if options.what != "layered" or options.sample is None:
        raise InputError("--sample goes with count layered only, and --seed with --sample")
    refuse(options, _OTHERS, "does not go with --sample")
    if options.n is None or options.d is None or options.piece != "queen":
        raise InputError("an estimate needs --n and --d, for queens")
    n, d, seed = options.n, options.d, options.seed or 0
    work = partial(estimate_layered, Board.cube(n, 1), samples=options.sample, seed=seed, d=d)
    found = console.work(work, options)
    value = found.value
    entries: dict[str, object] = {
        **count_entries(found.with_value(None), [n] * d, n),
        "estimate": None if value is None else value.text,
        "relative_error": None if value is None else value.relative_error,
        "samples": 0 if value is None else value.samples,
        "hits": 0 if value is None else value.hits,
        "seed": seed,
    }
    if value is None:
        text = f"{found.status}: no placement was drawn"
    elif value.relative_error is None:
        text = f"none of {value.samples:,} random placements is without an attack: no estimate"
    else:
        text = (
            f"about {value.text} layered placements of {n} queens on the ({n},{d}) board, with a"
            f" standard error of {100 * value.relative_error:.2g} %\n"
            f"an estimate, not a count: {value.hits:,} of {value.samples:,} random placements, one"
            f" queen in each layer, have no attack; {found.seconds:.2f} s"
        )
    console.answer(entries, text)
    return STATUSES[found.status]


def count_entries(
    found: Outcome[int], shape: Sequence[int], queens: int | None
) -> dict[str, object]:
    """Return what the answers of all counts have in JSON."""
    return {
        "count": _number(found.value),
        "orbits": getattr(found, "orbits", None),
        **outcome_entries(found),
        "shape": list(shape),
        "queens": queens,
        "method": found.engine,
    }


def report_threshold(
    options: argparse.Namespace, board: Board, split: Execution | None, console: Console
) -> int:
    """Compute the completion threshold and print it."""
    found = console.work(partial(completion_threshold, board, split=split), options)
    witness = found.witness
    entries: dict[str, object] = {
        **count_entries(found, board.shape, found.queens),
        "at_least": found.at_least,
        "at_most": found.at_most,
        "witness": None if witness is None else witness.coordinates(),
    }
    name = f"qc({board.n},{board.d})"
    if found.bounds is not None:
        between = f"is {found.at_least} to {found.at_most}"
        text = f"{name} {between if found.value is None else f'= {found.value}'}"
        text += f"\n{found.bounds.words()}"
        printed = known_values("threshold", board.n, board.d)
        text += "".join(f"\npublished: {value} ({source})" for value, source in printed)
        text += f"\n{found.message}" if found.message else ""
        entries["published"] = [{"value": value, "source": source} for value, source in printed]
        if witness is not None and options.output is not None:
            text = _write_witness(witness, options.output, text)
        console.answer({**entries, "lower": found.bounds.lower, "upper": found.bounds.upper}, text)
        return STATUSES[found.status]
    if found.status is not Status.OPTIMAL:
        console.answer(entries, f"{found.status}: {name} is at least {found.at_least}")
        console.remark(f"{'interrupted' if console.interrupted else 'time limit'}: no threshold")
        return STATUSES[found.status]
    text = f"{name} = {found.value}: "
    if witness is None:
        text += "every placement can be completed to a maximum placement"
    else:
        cells = ", ".join(f"({', '.join(map(str, cell))})" for cell in witness.coordinates())
        text += f"the queens {cells} are in no placement of {found.queens}"
    text += f"\n{found.engine}; {found.seconds:.2f} s"
    if witness is not None and options.output is not None:
        text = _write_witness(witness, options.output, text)
    console.answer(entries, text)
    return DONE


def _write_witness(witness: Placement, output: str, text: str) -> str:
    """Write the queens that cannot be completed; return the text for standard output."""
    note = f"{counted(len(witness), witness.board.piece)} in no maximum placement"
    if output == "-":
        return format_placement(witness, Layout.QUEENS, note)
    write_placement(witness, output, note)
    return f"{text}\n{output}: {note}"
