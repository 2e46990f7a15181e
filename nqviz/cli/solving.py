"""Common parts of the verbs that use an engine: options, and the report of an outcome."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nqviz.bounds import Bound, outline_bounds
from nqviz.core.errors import InputError
from nqviz.core.outline import TooManyCellsError
from nqviz.core.pieces import counted, either
from nqviz.core.placement import Placement
from nqviz.run.outcome import Known, Outcome, Status

from .options import check_target, names_for_help
from .output import DONE, INTERRUPTED, LIMIT, NO, Console

if TYPE_CHECKING:
    from nqviz.proofs import Certificate

STATUSES = {
    Status.OPTIMAL: DONE,
    Status.FEASIBLE: DONE,
    Status.INFEASIBLE: NO,
    Status.STOPPED: INTERRUPTED,
    Status.LIMIT: LIMIT,
    Status.FAILED: LIMIT,
}
"""The exit status for each status of an outcome; a failure counts as no answer."""


def status_word(status: Status) -> str:
    """Return the name of a status in JSON: one of five; a failure is ``limit``, too."""
    return str(Status.LIMIT if status is Status.FAILED else status)


def known_entries(outcome: Outcome[Any] | None) -> dict[str, str | None]:
    """Return in JSON how a result is known, as one word and in words; None where it is not."""
    if outcome is None or outcome.known is None:
        return {"known": None, "evidence": None}
    return {"known": str(outcome.known), "evidence": outcome.evidence or None}


def outcome_entries(outcome: Outcome[Any]) -> dict[str, object]:
    """Return in JSON how work ended: its status, its seconds, and how the result is known."""
    return {
        "status": status_word(outcome.status),
        "seconds": round(outcome.seconds, 3),
        **known_entries(outcome),
    }


def engine_values(parser: argparse.ArgumentParser) -> dict[str, Any]:
    """Return what the options that all problems for an engine share need."""
    from nqviz.engines import ENGINES
    from nqviz.ilp import FAMILIES

    engines = either(names_for_help(parser, ENGINES))
    cuts = ", ".join(name for name in names_for_help(parser, FAMILIES) if name != "base")
    return {"engines": engines, "cuts": cuts, "names": _names}


def check_certificate(options: argparse.Namespace) -> None:
    """Check that the files of the output and of the certificate can be written.

    Raises InputError if one cannot, or both are the same.
    """
    output = getattr(options, "output", None)
    check_target(output)
    if options.certificate is None:
        return
    if options.certificate == "-":
        raise InputError("a proof is written into a file, not to standard output")
    check_target(options.certificate)
    if output is not None and Path(options.certificate).resolve() == Path(output).resolve():
        raise InputError(f"{options.certificate}: --output and --certificate name one file")


def end(outcome: Outcome[Any], console: Console, missing: str) -> int:
    """Return the exit status of an outcome; say what is `missing` where the work did not end."""
    status = STATUSES[outcome.status]
    if status in (LIMIT, INTERRUPTED):
        console.remark(f"{'interrupted' if status == INTERRUPTED else missing}: {outcome.message}")
    return status


def report_outcome(
    outcome: Outcome[Placement],
    console: Console,
    options: argparse.Namespace,
    prove: Callable[[], Certificate | None] = lambda: None,
    more: Mapping[str, object] | None = None,
) -> int:
    """Report an outcome and return the exit status.

    `options`: name the file of the placement, and that of the certificate.
    `prove`: returns the proof for the certificate; None where there is none.
    `more`: further entries of the JSON object.
    """
    written, certificate = None, getattr(options, "certificate", None)
    if certificate is not None:
        written = write_certificate(outcome, console, certificate, prove())
        outcome = outcome if written is None else outcome.checked()
    found = outcome.placement
    if outcome.status is Status.INFEASIBLE:
        found = None  # the incumbent is not an answer
    entries: dict[str, object] = {
        **outcome_entries(outcome),
        "count": None if found is None else len(found),
        "bound": outcome.bound,
        "queens": None if found is None else found.coordinates(),
        "nodes": outcome.nodes,
        "engine": outcome.engine,
        "message": outcome.message,
        **(more or {}),
    }
    if certificate is not None:
        entries["certificate"] = written
    note = f"{outcome.status}: {outcome.message}"
    return answer_end(outcome, console, found, entries, note, options.output)


def answer_end(
    outcome: Outcome[Any],
    console: Console,
    found: Placement | None,
    entries: Mapping[str, object],
    note: str,
    output: str | None,
) -> int:
    """Answer with what was found, and say why where the work did not end; return the status.

    `entries`, `note`: of the answer, as JSON and in words.
    `output`: the file of the placement.
    """
    status = STATUSES[outcome.status]
    has_ended = status not in (LIMIT, INTERRUPTED)
    why = "interrupted" if status == INTERRUPTED else "no answer"
    why += " yet" if outcome.status is Status.LIMIT else ""
    why += f": {outcome.message}"
    if found is not None:
        console.answer_placement(found, entries, note, output, f"engine {outcome.engine}")
        if not has_ended:
            console.remark(why)
    elif has_ended:
        console.answer(entries, note)
    else:
        console.no_answer(entries, why)
    return status


def bounds_beyond(large: TooManyCellsError) -> tuple[tuple[Bound, ...], tuple[Bound, ...]]:
    """Return the lower and upper bounds of what is too large for a board, by formulas."""
    return outline_bounds(large.outline, large.blocked, large.stops)


def report_beyond(large: TooManyCellsError, options: argparse.Namespace, console: Console) -> int:
    """Report what is known of the maximum of a board that is too large to be searched."""
    outline = large.outline
    lowers, uppers = bounds_beyond(large)
    lower = lowers[0]
    upper = next(bound for bound in uppers if bound.proven)
    is_known = lower.value == upper.value
    known = None
    if is_known:
        known = Known.PUBLISHED if lower.published or upper.published else Known.EXACT
    outcome: Outcome[Placement] = Outcome(
        Status.OPTIMAL if is_known else Status.LIMIT,
        bound=upper.value,
        engine="known bounds",
        message=f"The {outline} has {outline.size:,} cells, too many to"
        f" search it or to list its {outline.piece}s: at least"
        f" {counted(lower.value, outline.piece)}"
        f" ({lower.source}), at most {upper.value:,} ({upper.source}).",
        known=known,
        by=upper.source if known is Known.PUBLISHED else "",
    )
    entries = {
        "shape": list(outline.shape),
        "torus": outline.torus,
        "wraps": [axis + 1 for axis in outline.wraps],
        "piece": outline.piece,
    }
    return report_outcome(outcome, console, options, more={**entries, "count": lower.value})


def write_certificate(
    outcome: Outcome[Placement],
    console: Console,
    path: str,
    proof: Certificate | None,
    missing: str | None = None,
) -> str | None:
    """Check and write the certificate of an outcome; return the file, or None without one.

    `missing`: why a proven outcome has no certificate; that its engine makes none by default.
    """
    from nqviz.proofs import save_checked

    if proof is not None:
        verdict = console.work(lambda run: save_checked(proof, path, run))
        if verdict.valid:
            return path
        console.remark(f"no certificate: {verdict.message}")
        return None
    if outcome.status.is_proof:
        board = None if outcome.value is None else outcome.value.board
        if board is not None and board.stops:
            missing = missing or "no certificates are checked where lines stop at blocked cells"
        why = missing or f"{outcome.engine} makes no certificates; try --engine theta or lp"
    else:
        why = "nothing is proven"
    console.remark(f"no certificate: {why}")
    return None


def _names(text: str) -> tuple[str, ...]:
    from nqviz.ilp import FAMILIES, cut_names

    names = () if text in ("", "none") else tuple(part.strip() for part in text.split(","))
    for name in names:
        if name not in FAMILIES or name == "base":  # also where no program gives the answer
            known = either(cut_names())
            raise argparse.ArgumentTypeError(f"unknown cut {name!r}; choose among {known}")
    return names
