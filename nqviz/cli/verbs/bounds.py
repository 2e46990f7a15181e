"""``nqviz bounds``: the known bounds of a board with derivations, and tables of bounds."""

from __future__ import annotations

import argparse
from math import isfinite
from typing import TYPE_CHECKING

from nqviz.bounds import Bound, bounds_table, lower_bounds, upper_bounds
from nqviz.bounds.thesis import Cell, ThesisTable, thesis_table, thesis_tables
from nqviz.cli.options import given_board, required_board
from nqviz.cli.output import DONE, Console, aligned
from nqviz.cli.solving import STATUSES, bounds_beyond, check_certificate
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.outline import Outline, TooManyCellsError
from nqviz.core.pieces import counted

if TYPE_CHECKING:
    from nqviz.engines import ComputedBound

VALUES = {"tables": ", ".join(thesis_tables())}
SHOWN = 6
"""The number of bounds of each kind in the text, the best first; JSON has all of them."""


def run(options: argparse.Namespace, console: Console) -> int:
    """Collect the bounds and print them."""
    if not options.compute and options.certificate is not None:
        raise InputError("--certificate goes with --compute")
    if options.table is None and options.up_to is None:
        return _report_board(options, console)
    if given_board(options) is not None or None not in (options.table, options.up_to):
        raise InputError("choose one of a board, --table and --up-to")
    if options.compute:
        raise InputError("--compute is for one board")
    if options.table is not None:
        return _report_thesis(thesis_table(options.table), console)
    return _report_cubes(options.up_to, console)


# One board ------------------------------------------------------------------------------------


def _report_board(options: argparse.Namespace, console: Console) -> int:
    check_certificate(options)
    computed = None
    try:
        board = required_board(options)
        outline: Outline = board
        lower, upper = lower_bounds(board), upper_bounds(board)
        computed = _compute(options, board, console) if options.compute else None
    except TooManyCellsError as large:
        if options.compute:
            raise
        outline = large.outline
        lower, upper = bounds_beyond(large)
    if computed is not None and computed.bound is not None:
        upper = tuple(sorted((*upper, _computed(computed)), key=lambda bound: bound.value))
    proven = [bound for bound in upper if bound.proven]
    entries: dict[str, object] = {
        "shape": list(outline.shape),
        "lower": lower[0].value,
        "upper": proven[0].value,
        "derivation": {
            "lower": [lower[0].source, *lower[0].steps],
            "upper": [proven[0].source, *proven[0].steps],
        },
        "sources": [_entry(bound) for bound in (*lower, *upper)],
    }
    trivial = _trivial(lower[0], proven[0], outline)
    most = counted(proven[0].value, outline.piece)
    known = lower[0].value == proven[0].value
    found = f"maximum {most} (proven)" if known else f"at least {lower[0].value:,}, at most {most}"
    lines = [f"{outline}: {found}"]
    for word, bounds in (("least", lower), ("most", upper)):
        for place, bound in enumerate(bounds[:SHOWN]):
            doubt = "" if bound.proven else " (not proven)"
            lines.append(f"  at {word} {bound.value:,}: {bound.source}{doubt}")
            lines += (f"      {step}" for step in bound.steps if place == 0)
    lines += trivial
    if computed is not None:
        lines.append(_computed_text(computed, options.certificate))
        entries["computed"] = {
            "theta": round(computed.value, 6) if isfinite(computed.value) else None,
            "bound": computed.bound,
            "steps": computed.steps,
            "complete": computed.ended is None,
            "certificate": None if computed.proof is None else options.certificate,
        }
    console.answer(entries, "\n".join(lines))
    return DONE if computed is None or computed.ended is None else STATUSES[computed.ended]


def _trivial(lower: Bound, upper: Bound, outline: Outline) -> list[str]:
    """Return which of the best bounds are trivial: one piece, or one on each cell."""
    words = {"lower": lower.value == 1 < upper.value, "upper": upper.value == outline.size > 1}
    found = [word for word, is_trivial in words.items() if is_trivial and lower != upper]
    return [f"  no {word} bound is known beyond the trivial one" for word in found]


def _compute(options: argparse.Namespace, board: Board, console: Console) -> ComputedBound:
    """Compute the theta bound, and write its certificate."""
    from nqviz.engines import theta_bound  # long to load

    if options.certificate is not None and board.stops:
        raise InputError(f"proofs on the {board} are not checked: leave out --certificate")
    computed = console.work(lambda run: theta_bound(board, run), options)
    if options.certificate is not None and computed.proof is not None:
        from nqviz.proofs import save  # with all checkers

        save(computed.proof, options.certificate)
    return computed


def _computed(computed: ComputedBound) -> Bound:
    assert computed.bound is not None
    words = f"the theta bound, computed here: {computed.value:,.4f}"
    return Bound(computed.bound, words, "upper")


def _computed_text(computed: ComputedBound, path: str | None) -> str:
    if computed.bound is None:
        return "theta bound: none yet"
    ended = "" if computed.ended is None else ", stopped before its end"
    written = "" if path is None else f"; certificate in {path}"
    steps = counted(computed.steps, "step")
    return f"theta bound: {computed.value:,.4f} after {steps}{ended}{written}"


def _entry(bound: Bound) -> dict[str, object]:
    return {
        "value": bound.value,
        "kind": bound.kind,
        "source": bound.source,
        "steps": list(bound.steps),
        "proven": bound.proven,
        "published": bound.published,
    }


# Tables ---------------------------------------------------------------------------------------


def _report_thesis(table: ThesisTable, console: Console) -> int:
    rows = [
        {
            "n": cell.n,
            "d": cell.d,
            "column": column,
            "printed": cell.printed,
            "computed": cell.computed,
            "corrected": cell.right,
            "reason": cell.reason,
            "agrees": cell.agrees,
            "proven": cell.is_proven,
        }
        for (_, column), cell in table.cells.items()
        if cell.printed is not None or cell.computed is not None
    ]
    grid = [[table.row_letter, *table.columns]]
    grid += (
        [str(row), *(_thesis_text(table.cells[row, column]) for column in table.columns)]
        for row in table.rows
    )
    lines = [f"{table.title} ({table.source})", *aligned(grid)]
    lines += (
        f"n = {cell.n}, {column}: printed {cell.printed:,}, right is {cell.right:,}: {cell.reason}"
        for (_, column), cell in table.cells.items()
        if cell.is_misprint
    )
    lines.append("Computed values are in brackets if they differ from the printed ones.")
    lines.append("* proven to be the maximum.")
    console.answer({"table": table.name, "source": table.source, "rows": rows}, "\n".join(lines))
    return DONE


def _thesis_text(cell: Cell) -> str:
    return f"{cell.text}*" if cell.is_proven else cell.text


def _report_cubes(size: tuple[int, ...], console: Console) -> int:
    if len(size) != 2:
        raise InputError("--up-to needs two numbers, the largest n and the largest d: 40,8")
    table = bounds_table(size[0], size[1], 1)
    rows = [
        {"n": n, "d": d, "lower": each.lower, "upper": each.upper, "ratio": each.ratio}
        for (n, d), each in sorted(table.items())
    ]
    dimensions = range(1, size[1] + 1)
    grid = [["n", *(f"d = {d}" for d in dimensions)]]
    grid += ([str(n), *(str(table[n, d]) for d in dimensions)] for n in range(1, size[0] + 1))
    console.answer({"rows": rows}, "\n".join(aligned(grid)))
    return DONE
