"""What the verbs that ask an engine share: their options, and how an outcome is told."""

from __future__ import annotations

import argparse

from ..work import Outcome, Status
from .options import add_limit, add_output
from .session import DONE, INTERRUPTED, LIMIT, NO, Session
from .splitting import add_split

STATUSES = {
    Status.OPTIMAL: DONE,
    Status.FEASIBLE: DONE,
    Status.INFEASIBLE: NO,
    Status.STOPPED: INTERRUPTED,
    Status.LIMIT: LIMIT,
    Status.FAILED: LIMIT,
}
"""The exit status for each outcome; an engine that failed has not answered either."""


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the options of every question to an engine."""
    from ..problems import ENGINES
    from ..programs import CUTS

    parser.add_argument("--engine", default="auto", help=f"auto (default), {' or '.join(ENGINES)}")
    parser.add_argument(
        "--cuts", type=_names, help=f"cuts of the integer program: {', '.join(CUTS)}; or none"
    )
    add_split(parser, "; goes with exhaustive search")
    add_limit(parser)
    add_output(parser, "write the placement found into a file")


def tell(outcome: Outcome, session: Session, output: str | None) -> int:
    """Answer with an outcome and give the exit status."""
    status = STATUSES[outcome.status]
    found = outcome.placement
    if outcome.status in (Status.INFEASIBLE, Status.FAILED):
        found = None  # what was found does not answer the question
    entries: dict[str, object] = {
        "status": str(outcome.status),
        "count": None if found is None else len(found),
        "bound": outcome.bound,
        "queens": None if found is None else found.coordinates(),
        "seconds": round(outcome.seconds, 3),
        "nodes": outcome.nodes,
        "engine": outcome.engine,
        "message": outcome.message,
    }
    note = f"{outcome.status}: {outcome.message}"
    if found is None:
        session.answer(entries, note)
    else:
        source = f"engine {outcome.engine}"
        session.answer_placement(found, entries, note, output, source)
    if status in (LIMIT, INTERRUPTED):
        why = "interrupted" if status == INTERRUPTED else "no answer yet"
        session.remark(f"{why}: {outcome.message}")
    return status


def _names(text: str) -> tuple[str, ...]:
    return () if text in ("", "none") else tuple(part.strip() for part in text.split(","))
