"""``nqviz complete``: add queens to a placement."""

from __future__ import annotations

import argparse
from functools import partial

from nqviz.cli.option_table import add_options, whole
from nqviz.cli.options import given_board, read_file
from nqviz.cli.output import Console
from nqviz.cli.solving import (
    STATUSES,
    check_certificate,
    engine_values,
    outcome_entries,
    report_outcome,
)
from nqviz.cli.splitting import given_split
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.engines import certificate
from nqviz.engines.planar.engine import PlanarEngine
from nqviz.formats.entries import checked_rows
from nqviz.problems import complete
from nqviz.problems.excluded import (
    Exclusions,
    complete_excluded,
    count_completions,
    random_exclusions,
    random_givens,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, the target, and the engine."""
    add_options(parser, "complete", target=_target, **engine_values(parser))


def run(options: argparse.Namespace, console: Console) -> int:
    """Solve the problem and report the result."""
    givens = _givens(options)
    check_certificate(options)
    exclusions = _exclusions(options, givens)
    if exclusions is not None or options.count:
        return _on_allowed_lines(options, console, givens, exclusions or Exclusions())
    cuts, engine, split = options.cuts, options.engine, given_split(options, file=givens)
    work = partial(complete, givens, options.target, cuts=cuts, engine=engine, split=split)
    outcome = console.work(work, options)
    prove = partial(certificate, outcome, givens, console.stop)
    return report_outcome(outcome, console, options, prove)


def _givens(options: argparse.Namespace) -> Placement:
    """Return the queens of the file, the given ones, those at random, or none on the board."""
    at_random = options.random_queens, options.random_diagonals
    if at_random == (None, None) and (options.seed, options.cells_left) != (None, None):
        raise InputError("--seed and --cells-left go with --random-queens or --random-diagonals")
    if options.cells_left is not None and options.random_diagonals is None:
        raise InputError("--cells-left goes with --random-diagonals")
    sources = options.file, options.on, options.random_queens
    if sum(source is not None for source in sources) > 1:
        raise InputError("give the queens in one way: in a file, by --on or by --random-queens")
    if options.file is not None:
        return read_file(options).placement
    if at_random != (None, None) and options.d is None and options.shape is None:
        options.d = 2
    board = given_board(options)
    if board is None:
        raise InputError("complete needs a placement file or a board: give FILE, or --n N --d D")
    if options.on is not None:
        rows = [list(cell) for cell in options.on]
        return checked_rows(board, rows, lambda place: f"--on, queen {place + 1}")
    if options.random_queens is None:
        return Placement(board)
    if board != Board.cube(board.n, 2):
        raise InputError(f"--random-queens is for queens on flat square boards, not the {board}")
    return random_givens(board.n, options.random_queens, options.seed or 0)


def _exclusions(options: argparse.Namespace, givens: Placement) -> Exclusions | None:
    """Return the excluded lines; None if there are none."""
    given = options.exclude_diagonals, options.exclude_rows, options.exclude_columns
    if options.random_diagonals is not None:
        if options.exclude_diagonals is not None:
            raise InputError("give --exclude-diagonals or --random-diagonals, not both")
        if not PlanarEngine.takes_board(givens.board):
            raise InputError(
                f"--random-diagonals is for queens on flat square boards, not the {givens.board}"
            )
        least = 1 if options.cells_left is None else options.cells_left
        diagonals = random_exclusions(
            givens.board.n, least, options.random_diagonals, options.seed or 0, givens
        )
    elif given == (None, None, None):
        return None
    else:
        diagonals = Exclusions.of_diagonals(options.exclude_diagonals or "")
    columns, rows = options.exclude_columns or (), options.exclude_rows or ()
    return Exclusions(columns, rows, diagonals.sums, diagonals.differences)


def _asked(givens: Placement, exclusions: Exclusions) -> dict[str, object]:
    """Return the given queens and exclusions for JSON."""
    return {
        "givens": givens.coordinates(),
        "excluded": {
            "columns": list(exclusions.columns),
            "rows": list(exclusions.rows),
            "diagonals": exclusions.diagonals,
        },
    }


def _on_allowed_lines(
    options: argparse.Namespace, console: Console, givens: Placement, exclusions: Exclusions
) -> int:
    """Find or count the placements with a queen on every column and row that is not excluded."""
    is_plain = options.engine == "auto" and options.cuts is None and options.certificate is None
    if options.target != "full" or not is_plain or given_split(options) is not None:
        raise InputError(
            "--count and excluded lines go with --target full alone: leave out --engine, --cuts,"
            " --certificate, --executor and --checkpoint"
        )
    if options.count and options.output is not None:
        raise InputError("--count returns a number, not a placement: leave out --output")
    if options.random_diagonals is not None:
        console.remark(f"excluded diagonals: {exclusions.diagonals or 'none'}")
    if not options.count:
        work = partial(complete_excluded, givens, exclusions=exclusions)
        outcome = console.work(work, options)
        return report_outcome(outcome, console, options, more=_asked(givens, exclusions))
    counted = console.work(partial(count_completions, givens, exclusions=exclusions), options)
    is_all = counted.status.is_proof
    entries = {
        **outcome_entries(counted),
        "count": str(counted.value) if is_all else None,
        "found": str(counted.value),
        "nodes": counted.nodes,
        "engine": "planar search",
        **_asked(givens, exclusions),
    }
    least = "" if is_all else "at least "
    console.answer(entries, f"{counted.status}: {least}{counted.value or 0:,} full placements")
    return STATUSES[counted.status]


def _target(text: str) -> str | int:
    try:
        return text if text in ("full", "max") else whole(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not full, max or a whole number") from None
