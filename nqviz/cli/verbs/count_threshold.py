"""``nqviz count threshold``: how many queens can always be completed to a maximum placement."""

from __future__ import annotations

import argparse

from nqviz.cli.output import DONE, Console
from nqviz.cli.solving import STATUSES, outcome_entries
from nqviz.core.board import Board
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.counting import completion_threshold
from nqviz.counting.tables import known_values
from nqviz.formats import Layout, format_placement, write_placement
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution


def report_threshold(
    options: argparse.Namespace, board: Board, split: Execution | None, console: Console
) -> int:
    """Compute the completion threshold and print it."""
    found = console.work(lambda run: completion_threshold(board, run, split=split), options)
    witness = found.witness
    entries: dict[str, object] = {
        "count": None if found.value is None else str(found.value),
        "orbits": None,
        **outcome_entries(found),
        "shape": list(board.shape),
        "queens": found.queens,
        "method": found.engine,
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
