"""``nqviz count``: numbers of placements, thresholds, and the published tables of counts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from functools import partial
from math import log

from nqviz.cli.option_table import add_options
from nqviz.cli.options import check_output, given_board, refuse, required_board
from nqviz.cli.output import DONE, NO, Console
from nqviz.cli.solving import STATUSES, outcome_entries, status_word
from nqviz.cli.splitting import split_of_count, uses_split
from nqviz.core.board import MAX_CELLS, MAX_DIMENSION, Board
from nqviz.core.errors import InputError
from nqviz.core.outline import Outline, TooManyCellsError
from nqviz.core.pieces import counted
from nqviz.core.symmetry import CLASSES
from nqviz.counting import (
    Count,
    MaximalCount,
    MaximumCount,
    count_layered,
    count_regular,
    has_second,
    second_count,
)
from nqviz.counting.enumerate_full import is_plain as is_plain_cube
from nqviz.counting.full_bounds import full_bounds
from nqviz.counting.kinds import KINDS, count, counts_known, likely_seconds
from nqviz.counting.layered import inclusion_exclusion
from nqviz.counting.layered.parts import PARTS
from nqviz.counting.rotational import SYMMETRIES, TURNS
from nqviz.counting.tables import TABLES
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status, how_known
from nqviz.run.tasks import Execution
from nqviz.run.tasks.estimate import whole_time

from .count_reports import count_entries, report_estimate, report_table, report_threshold

COUNTS = (*KINDS, "threshold")
SPLITTING = tuple(kind for kind in COUNTS if kind != "regular")
METHODS = ("sum", "search")
BELONGS = {
    "queens": "maximum",
    "method": "layered",
    "part": "layered",
    "symmetric": "planar",
    "output": "threshold",
}
"""The only count that takes an option, by the option."""
TOLD_FROM = 60.0
"""Seconds of one core from which on it is said before a count how long it takes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to count and the board."""
    add_options(
        parser,
        "count",
        counts=", ".join(COUNTS),
        methods=METHODS,
        symmetries=SYMMETRIES,
        parts=PARTS,
        tables=", ".join(TABLES),
    )
    parser.set_defaults(threads=None)


def run(options: argparse.Namespace, console: Console) -> int:
    """Count and print the result."""
    if options.table is not None:
        if options.what is not None or given_board(options) is not None:
            raise InputError("--table goes without WHAT and without a board")
        split = split_of_count(options)
        return report_table(options, split, console)
    if options.what not in COUNTS:
        missing = options.what is None
        asked = "what to count is missing" if missing else f"cannot count {options.what!r}"
        raise InputError(f"{asked}; choose one of {', '.join(COUNTS)}, or --table NAME")
    if options.sample is not None or options.seed is not None:
        return report_estimate(options, console)
    if options.what in ("planar", "threshold") and options.shape is None and options.d is None:
        options.d = 2
    if _is_beyond_boards(options):
        return _report_layered(options, console)
    try:
        return _report_board(options, required_board(options), console)
    except TooManyCellsError as large:
        if options.what != "regular" or large.blocked or options.confirm:
            raise
        outline = large.outline  # of a cube whose cells are not listed
    _check(options, outline)
    found = console.work(lambda run: count_regular(outline, run), options)
    return _report(found, options, outline, None, console)


def _report_board(options: argparse.Namespace, board: Board, console: Console) -> int:
    _check(options, board)
    if options.what == "threshold":
        check_output(options)
        return report_threshold(options, board, split_of_count(options), console)
    likely = likely_seconds(board, options.what, options.symmetric)
    if likely is not None and likely >= TOLD_FROM and options.time_limit is None:
        console.remark(whole_time(likely))
    split = split_of_count(options)
    work = partial(
        count,
        board,
        options.what,
        queens=options.queens,
        by_search=options.method == "search",
        symmetric=options.symmetric,
        part=options.part,
        split=split,
    )
    found = console.work(work, options)
    if isinstance(found, MaximalCount):
        return _report_maximal(found, board, console)
    return _report(found, options, board, split, console)


def _report(
    found: Count,
    options: argparse.Namespace,
    board: Outline,
    split: Execution | None,
    console: Console,
) -> int:
    """Print a count, and the second one where it is asked for."""
    queens: int | None = board.n if options.what == "layered" else board.full_count
    if isinstance(found, MaximumCount):
        queens = found.queens
    entries = count_entries(found, board.shape, queens)
    if found.count is None or queens is None:
        return _report_unfinished(found, entries, console, _hint(options, board))
    kind = _kind(options)
    kept = f" that a {options.symmetric} keeps" if options.symmetric in TURNS else ""
    text = (
        f"{counted(found.count, f'{kind}placement')} of {counted(queens, board.piece)} on the"
        f" {board}{kept}{_orbits(found, options.what, board.d, board.stops)}\n"
        f"{found.engine}; {found.seconds:.2f} s"
        f"{how_known(found.known, found.by, found.premises)}"
    )
    bounds = full_bounds(board) if options.what in ("regular", "full", "planar") else None
    if bounds is not None:
        entries["full"] = bounds.entries()
        text += f"\n{bounds.words()}"
        text += f"\n{bounds.rook_words()}" if bounds.d > 2 and bounds.rooks > 0 else ""
    if options.confirm and isinstance(board, Board):
        return _confirm(options, board, found, queens, split, entries, text, console)
    console.answer(entries, text)
    return DONE


def _hint(options: argparse.Namespace, board: Outline | None = None) -> str:
    """Return the number of placements where it is known, or how samples estimate it."""
    is_whole = not (options.queens or options.symmetric or options.part)
    known = counts_known(board, options.what) if isinstance(board, Board) and is_whole else []
    if known:
        number, source = known[0]
        return f"{number:,} are known: {source}"
    is_plain = board is None or is_plain_cube(board)
    is_sampled = options.what == "layered" and options.part is None and is_plain
    d = options.d if board is None else board.d
    return "--sample K estimates it by K random placements" if is_sampled and d > 2 else ""


def _report_unfinished(
    found: Count, entries: Mapping[str, object], console: Console, hint: str = ""
) -> int:
    failure = found.message if found.status is Status.FAILED else ""
    why = failure or ("interrupted" if console.interrupted else "time limit")
    more = () if failure else (found.message, hint)
    console.no_answer(entries, "; ".join(filter(None, (f"{why}: no count", *more))))
    return STATUSES[found.status]


def _check(options: argparse.Namespace, board: Outline) -> None:
    """Raise InputError for options that do not apply to the count."""
    what = options.what
    for name, goes_with in BELONGS.items():
        if what != goes_with and getattr(options, name) is not None:
            flag = "-o" if name == "output" else f"--{name}"
            raise InputError(f"{flag} goes with count {goes_with} only")
    if options.part is not None and options.method == "search":
        raise InputError("--part goes with the sum of count layered only")
    if options.part is not None and options.confirm:
        raise InputError("there is no second method for a part: leave out --confirm")
    if options.symmetric is not None and options.confirm:
        raise InputError("--symmetric does not go with --confirm")
    if options.confirm and not has_second(what):
        raise InputError(f"there is no second method for count {what}: leave out --confirm")
    if options.long:
        raise InputError("--long goes with --table only")
    if what not in SPLITTING and uses_split(options):
        raise InputError(f"count {what} does not split: leave out --executor and --checkpoint")


def _is_beyond_boards(options: argparse.Namespace) -> bool:
    """Return whether the sum for layered placements is asked of a cube with too many cells."""
    by_sum = options.what == "layered" and options.method != "search" and options.shape is None
    is_plain = not (options.torus or options.wrap_axes) and options.piece == "queen"
    if not (by_sum and is_plain) or None in (options.n, options.d):
        return False
    most = log(MAX_CELLS, options.n) if options.n > 1 else MAX_DIMENSION
    return bool(options.n > 0 and options.d > min(most, MAX_DIMENSION))


def _report_layered(options: argparse.Namespace, console: Console) -> int:
    """Count the layered placements of a cube whose cells are not listed."""
    refuse(options, ("queens", "output"), "does not go with count layered")
    if options.confirm or options.long:
        raise InputError("--confirm and --long do not go with a board of so many cells")
    n, d, split = options.n, options.d, split_of_count(options)
    if 9 < n <= inclusion_exclusion.MAX_LAYERS and options.time_limit is None:
        console.remark(whole_time(inclusion_exclusion.likely_seconds(n)))
    work = partial(count_layered, Board.cube(n, 1), split=split, d=d, part=options.part)
    found = console.work(work, options)
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # a limit for input, not for what was counted here
    try:
        entries = count_entries(found, [n] * d, n)
        if found.count is None:
            return _report_unfinished(found, entries, console, _hint(options))
        words = (
            f"{counted(found.count, f'{_kind(options)}placement')} of {counted(n)} on the"
            f" ({n},{d}) board{_orbits(found, 'layered', d)}"
        )
        console.answer(entries, f"{words}\n{found.engine}; {found.seconds:.2f} s")
    finally:
        sys.set_int_max_str_digits(digits)
    return DONE


def _report_maximal(found: MaximalCount, board: Board, console: Console) -> int:
    """Print the count of maximal placements, by their number of pieces."""
    entries: dict[str, object] = {
        "count": None if found.count is None else str(found.count),
        **outcome_entries(found),
        "shape": list(board.shape),
        "sizes": {str(size): str(count) for size, count in found.sizes.items()},
        "method": found.engine,
    }
    if found.count is None:
        return _report_unfinished(found, entries, console)
    lines = [f"{counted(found.count, 'maximal placement')} on the {board}"]
    lines += (
        f"{counted(size, board.piece)}: {count:,}" for size, count in sorted(found.sizes.items())
    )
    lines.append(
        f"{found.engine}; {found.seconds:.2f} s{how_known(found.known, found.by, found.premises)}"
    )
    console.answer(entries, "\n".join(lines))
    return DONE


def _kind(options: argparse.Namespace) -> str:
    """Return what is counted, before the word placement."""
    part = "" if options.part is None else f"{options.part} "
    if options.symmetric in CLASSES:
        part = f"{options.symmetric.replace('-', ' ')} "
    return part if options.what == "maximum" else f"{part}{options.what} "


def _orbits(found: Count, what: str, d: int, stops: bool = False) -> str:
    if found.orbits is None:
        return ""
    keeps_layers = what == "layered" and (d > 2 or stops)
    kept = "the symmetries that keep the layers" if keeps_layers else "symmetry"
    return f", {found.orbits:,} up to {kept}"


# The second method ----------------------------------------------------------------------------


def _confirm(
    options: argparse.Namespace,
    board: Board,
    first: Count,
    queens: int | None,
    split: Execution | None,
    entries: dict[str, object],
    text: str,
    console: Console,
) -> int:
    """Count again by the other method and print both."""
    split = None if split is None else Execution(split.executor)  # the file keeps the first one

    def work(run: RunContext) -> Count:
        if options.what == "layered" and options.method == "search" and not board.blocked:
            return count_layered(board, run, split=split)
        return second_count(board, run, what=options.what, queens=queens, split=split)

    second = console.work(work, options)
    ended = second.count is not None
    agrees = second.count == first.count if ended else None
    entries["second"] = {
        "count": None if second.count is None else str(second.count),
        "method": second.engine,
        "seconds": round(second.seconds, 3),
        "status": status_word(second.status),
    }
    entries["agrees"] = agrees
    if second.count is None:
        word = f"not confirmed: {second.status}, the second count did not end"
    else:
        word = "both agree" if agrees else f"THE SECOND COUNT DIFFERS: {second.count:,}"
    console.answer(entries, f"{text}\n{second.engine}; {second.seconds:.2f} s: {word}")
    if not ended:
        console.remark("interrupted" if console.interrupted else "time limit: not confirmed")
        return STATUSES[second.status]
    return DONE if agrees else NO
