"""``nqviz rings --patterns``: patterns that extend a placement to larger boards."""

from __future__ import annotations

import argparse

from nqviz.cli.options import check_output, refuse
from nqviz.cli.output import INTERRUPTED, LIMIT, Console
from nqviz.cli.solving import STATUSES, outcome_entries
from nqviz.constructions.rings import Pattern
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.rings import compact_sum, ring_vector
from nqviz.problems.rings import search_patterns
from nqviz.run.outcome import Outcome

PERIOD = 12
TOLD = 3
"""The number of boards whose ring vectors are printed."""


def wants_patterns(options: argparse.Namespace) -> bool:
    """Return whether the options select patterns.

    Raises InputError if there are only options that need --patterns.
    """
    if options.patterns is not None:
        return True
    refuse(options, ("period", "grow", "output"), "goes with --patterns K")
    return False


def report_patterns(options: argparse.Namespace, placement: Placement, console: Console) -> int:
    """Search for patterns and print them."""
    period = PERIOD if options.period is None else options.period
    _check(options, placement, period)
    found = console.work(
        lambda run: search_patterns(placement, run, period=period, most=options.patterns),
        options,
    )
    patterns = found.value or ()
    vectors = [_vectors(pattern) for pattern in patterns]
    entries = {
        **outcome_entries(found),
        "rings": list(ring_vector(placement)),
        "patterns": [
            _entries(pattern, vector) for pattern, vector in zip(patterns, vectors, strict=True)
        ],
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
            {
                "start": [each + 1 for each in run.start],
                "shift": list(run.shift),
                "step": list(run.step),
                "length": run.length,
                "growth": run.growth,
            }
            for run in pattern.runs
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
