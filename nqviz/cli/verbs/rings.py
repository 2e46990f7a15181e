"""``nqviz rings``: the ring vector of a placement, its completions, explanations and patterns."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import partial

from nqviz.cli.options import check_output, check_target, given_board, read_file, refuse
from nqviz.cli.output import DONE, INTERRUPTED, LIMIT, NO, Console
from nqviz.cli.solving import STATUSES, outcome_entries
from nqviz.constructions.rings import Pattern
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.notation import has_squares, parse_squares, squares_text
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.rings import capacities, check_filled, compact_sum, ring_names, ring_vector
from nqviz.problems.rings import (
    MAX_SEARCHED,
    RingDistribution,
    RingSearch,
    completions,
    distribution,
    explain,
    search_patterns,
)
from nqviz.run.outcome import Outcome

MOST_SHOWN = 40
"""The maximum number of sub-cases and solutions in the text; JSON has all."""
PERIOD = 12
TOLD = 3
"""The number of boards whose ring vectors are printed."""
VALUES = {"period": PERIOD}


def run(options: argparse.Namespace, console: Console) -> int:
    """Search for the completions of the placement and print them."""
    if options.patterns is None:
        refuse(options, ("period", "grow", "output"), "goes with --patterns K")
    givens = _givens(options)
    check_filled(givens.board)
    if options.patterns is not None:
        return report_patterns(options, givens, console)
    if options.distribution:
        if options.explain is not None or len(givens):
            raise InputError("--distribution is for a whole board: leave out queens and --explain")
        return _report_distribution(options, givens.board, console)
    if options.explain is not None:
        from nqviz.rendering.figures.rings_files import explanation_format, write_explanation

        explanation_format(options.explain)
        check_target(options.explain)
    if not givens.is_valid():
        return _report_only(givens, "infeasible", givens.flaws(1)[0].message, console)
    if givens.board.n > MAX_SEARCHED and options.explain is None:
        message = f"completions are searched for n up to {MAX_SEARCHED}"
        return _report_only(givens, "limit", message, console)
    search = explain if options.explain is not None else completions
    outcome = console.work(partial(search, givens), options)
    if options.explain is not None and outcome.value is not None:
        assert outcome.value.explanation is not None
        write_explanation(outcome.value.explanation, givens.board, options.explain)
    return _report(outcome, givens, options.explain, console)


def _givens(options: argparse.Namespace) -> Placement:
    """Return the queens of the file, or of the squares on the board of the options."""
    if options.n is not None and options.d is None and options.shape is None:
        options.d = 2
    if options.file is not None:
        if options.givens is not None:
            raise InputError("give the queens either in a file or by --givens, not by both")
        return read_file(options).placement
    board = given_board(options)
    if board is None:
        raise InputError("rings needs a placement file or a board: give FILE, or --n N")
    check_filled(board)
    squares = [] if options.givens is None else parse_squares(options.givens, board)
    return Placement.from_indices(board, squares)


# Answers -----------------------------------------------------------------------------------------


def _report(
    outcome: Outcome[RingSearch], givens: Placement, path: str | None, console: Console
) -> int:
    found = outcome.value
    assert found is not None
    entries = {
        **outcome_entries(outcome),
        **_vector_entries(givens),
        "cases": [
            {"name": case.name, "rings": list(case.rings), "completions": count}
            for case, count in zip(found.cases, found.counts, strict=True)
        ],
        "solutions": [each.coordinates() for each in found.solutions],
        "nodes": outcome.nodes,
        "explanation": path,
    }
    names = ", ".join(ring_names(givens.board.n))
    lines = [_vector_line(givens), f"{counted(len(found.cases), 'sub-case')} ({names}):"]
    cases = [
        f"  {case.name:<7}{' '.join(map(str, case.rings))}  completions: {count:,}"
        for case, count in zip(found.cases, found.counts, strict=True)
    ]
    lines += _some(cases)
    lines.append(_end(outcome, len(found.solutions)))
    lines += _some([f"  {_queens(each.board, each.indices)}" for each in found.solutions])
    if path is not None:
        lines.append(f"{path}: the explanation")
    console.answer(entries, "\n".join(lines))
    status = STATUSES[outcome.status]
    if status in (LIMIT, INTERRUPTED):
        why = "interrupted" if status == INTERRUPTED else "a limit was reached"
        console.remark(f"{why}: not all sub-cases are searched to their end")
        return LIMIT if status == LIMIT and not found.solutions else status
    return DONE if found.solutions else NO


def _report_only(givens: Placement, status: str, message: str, console: Console) -> int:
    """Print the ring vector, and why there are no completions."""
    entries = {
        "status": status,
        **_vector_entries(givens),
        "cases": [],
        "solutions": [],
        "message": message,
    }
    console.answer(entries, f"{_vector_line(givens)}\nNo completion: {message}.")
    return NO if status == "infeasible" else LIMIT


def _report_distribution(options: argparse.Namespace, board: Board, console: Console) -> int:
    outcome: Outcome[RingDistribution] = console.work(partial(distribution, board), options)
    found = outcome.value
    assert found is not None
    names = ring_names(board.n)
    entries = {
        **outcome_entries(outcome),
        "names": list(names),
        "total": found.total,
        "distribution": [
            {"rings": list(vector), "solutions": count} for vector, count in found.counts.items()
        ],
    }
    lines = [f"{counted(found.total, 'solution')} by ring vector ({', '.join(names)}):"]
    lines += [f"  {' '.join(map(str, each))}  {count:,}" for each, count in found.counts.items()]
    console.answer(entries, "\n".join(lines))
    if not outcome.status.is_proof:
        console.remark("not all solutions are counted")
    return STATUSES[outcome.status]


def _vector_entries(givens: Placement) -> dict[str, object]:
    """Return the ring vector in JSON, with the names of the rings and what each can hold."""
    n, vector = givens.board.n, ring_vector(givens)
    return {
        "rings": list(vector),
        "compact": compact_sum(n, vector),
        "names": list(ring_names(n)),
        "capacities": [list(pair) for pair in capacities(n)],
    }


def _vector_line(placement: Placement) -> str:
    n, vector = placement.board.n, ring_vector(placement)
    parts = (
        f"{name}: {count} ({low}-{high})"
        for name, count, (low, high) in zip(ring_names(n), vector, capacities(n), strict=True)
    )
    return (
        f"queens by ring, with their minimum and maximum: {', '.join(parts)}\n"
        f"T{n * n}{{{len(placement)}}} = {compact_sum(n, vector)}"
    )


def _end(outcome: Outcome[RingSearch], count: int) -> str:
    words = counted(count, "completion")
    return f"{words}; there are no others" if outcome.status.is_proof else f"{words} so far"


def _queens(board: Board, indices: IntArray) -> str:
    if has_squares(board):
        return squares_text(board, indices.tolist())
    return " ".join(map(str, Placement.from_indices(board, indices).coordinates()))


def _some(lines: list[str]) -> list[str]:
    left = len(lines) - MOST_SHOWN
    return lines if left <= 0 else [*lines[:MOST_SHOWN], f"  ... and {left:,} more (--json)"]


# Patterns -----------------------------------------------------------------------------------------


def report_patterns(options: argparse.Namespace, placement: Placement, console: Console) -> int:
    """Search for patterns and print them."""
    period = PERIOD if options.period is None else options.period
    _check(options, placement, period)
    work = partial(search_patterns, placement, period=period, most=options.patterns)
    found = console.work(work, options)
    patterns = found.value or ()
    vectors = list(map(_vectors, patterns))
    entries = {
        **outcome_entries(found),
        "rings": list(ring_vector(placement)),
        "patterns": list(map(_entries, patterns, vectors)),
    }
    if patterns and options.grow is not None:
        grown = patterns[0].build(options.grow)
        note = f"{found.status}: a pattern by rings, for n = {options.grow}"
        console.answer_placement(grown, entries, note, options.output, "a pattern by rings")
    else:
        console.answer(entries, "\n".join(_lines(found, vectors)))
    status = STATUSES[found.status]
    if status in (LIMIT, INTERRUPTED):
        console.remark(f"the search has not ended; patterns found: {len(patterns)}")
    return status


def _check(options: argparse.Namespace, placement: Placement, period: int) -> None:
    """Check the options before the search begins."""
    if options.patterns < 1:
        raise InputError(f"--patterns {options.patterns}: give 1 or more")
    if options.distribution or options.explain is not None:
        raise InputError("--patterns goes without --distribution and --explain")
    if options.output is not None and options.grow is None:
        raise InputError("--output goes with --grow N")
    check_output(options)
    first = placement.board.n
    if options.grow is not None and (options.grow < first or (options.grow - first) % period):
        raise InputError(
            f"--grow {options.grow}: the boards of the pattern have n = {first},"
            f" {first + period}, {first + 2 * period}, ..."
        )


def _vectors(pattern: Pattern) -> dict[str, list[int]]:
    """Return the ring vectors on the first boards, by their sides."""
    sides = (side for side, _ in zip(pattern.sides(), range(TOLD), strict=False))
    return {str(n): list(ring_vector(pattern.build(n))) for n in sides}


def _entries(pattern: Pattern, vectors: dict[str, list[int]]) -> dict[str, object]:
    return {
        "first": pattern.first,
        "period": pattern.period,
        "rings": vectors,
        "runs": [
            {**asdict(run), "start": [each + 1 for each in run.start]} for run in pattern.runs
        ],
    }


def _lines(found: Outcome[tuple[Pattern, ...]], vectors: list[dict[str, list[int]]]) -> list[str]:
    patterns = found.value or ()
    words = f"{found.status}: {counted(len(patterns), 'pattern')}"
    if not patterns and found.status.is_proof:
        words += " with these steps and this period"
    lines = [words]
    for number, (pattern, rings) in enumerate(zip(patterns, vectors, strict=True), start=1):
        lines.append(f"pattern {number}, rings from the centre:")
        for n, vector in rings.items():
            lines.append(f"  n = {n}: {' '.join(map(str, vector))}")
            lines.append(f"    {compact_sum(int(n), vector)}")
        for run in pattern.runs:
            start = tuple(each + 1 for each in run.start)
            more = f", {run.growth} more each time" if run.growth else ""
            lines.append(
                f"  from {start}, moved by {run.shift} each time: {counted(run.length)}{more}"
                + (f", steps of {run.step}" if run.growth or run.length > 1 else "")
            )
    return lines
