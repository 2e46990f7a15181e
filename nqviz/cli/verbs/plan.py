"""``nqviz plan``: the tasks, time and memory of a long question, by a sample of its tasks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from nqviz.cli.options import add_board, required_board, seconds, whole
from nqviz.cli.output import DONE, LIMIT, Session
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.counting.kinds import KINDS, count
from nqviz.engines import AUTO
from nqviz.problems import maximum
from nqviz.run.context import RunContext
from nqviz.run.limit import Limit, core_count
from nqviz.run.outcome import Outcome, Status
from nqviz.run.tasks import Execution, Planned
from nqviz.run.tasks.estimate import Estimate, duration

from .count import SPLITTING

SAMPLE_SECONDS = 20.0
SPLIT_ENGINES = ("theta", "exhaustive")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the question, the workers, and the time of the sample."""
    parser.add_argument("question", choices=["count", "maximum"], help="the verb to plan")
    parser.add_argument("what", nargs="?", metavar="WHAT", help=f"of count: {', '.join(KINDS)}")
    add_board(parser)
    parser.add_argument("--queens", type=whole, metavar="K", help="of count maximum")
    parser.add_argument("--prove", type=whole, metavar="K", help="of maximum: K queens")
    parser.add_argument("--engine", choices=SPLIT_ENGINES, help="of maximum")
    parser.add_argument("--method", choices=("sum", "search"), help="of count layered")
    parser.add_argument("--workers", type=whole, default=core_count(), metavar="N")
    parser.add_argument(
        "--seconds", type=seconds, default=SAMPLE_SECONDS, help="of the sample; 20 by default"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the choice of tasks")


def run(options: argparse.Namespace, session: Session) -> int:
    """Sample the tasks and print what all of them would take."""
    if options.workers < 1:
        raise InputError(f"--workers {options.workers}: give 1 or more")
    work = _work(options)
    try:
        ended = session.work(
            lambda run: work(run, Execution(sample=options.seconds, seed=options.seed))
        )
    except Planned as plan:
        return _tell(plan, options.workers, session)
    if ended is None:
        session.answer({"status": "limit", "tasks": None}, "the sample ended before any task began")
        return LIMIT
    session.answer(
        {"status": "optimal", "tasks": 0, "seconds": 0.0, "workers": options.workers},
        "nothing to plan: the answer is found before any task begins",
    )
    return DONE


def _work(options: argparse.Namespace) -> Callable[[RunContext, Execution], object]:
    """Return what runs the question."""
    board = required_board(options)
    if options.question == "maximum":
        if options.what is not None or options.queens is not None or options.method is not None:
            raise InputError("plan maximum takes a board, --prove and --engine only")
        engine = options.engine or AUTO
        return lambda run, split: _proven(
            maximum(board, prove=options.prove, engine=engine, split=split, run=run)
        )
    what = options.what
    if what not in KINDS:
        raise InputError(f"plan count needs what to count: {', '.join(KINDS)}")
    if what not in SPLITTING:
        return lambda run, split: _one_task(count(board, what, run=run.part(_limit(split))))
    by_search = options.method == "search"
    return lambda run, split: (
        count(board, what, queens=options.queens, by_search=by_search, split=split, run=run).value
    )


def _proven(outcome: Outcome[Placement]) -> bool | None:
    """Return True for a proof before any task began; None if the time ended before."""
    if outcome.status is Status.FAILED:
        raise InputError(outcome.message)
    return outcome.status.is_proof or None


def _limit(split: Execution) -> Limit:
    return Limit(seconds=split.sample)


def _one_task(found: Outcome[int]) -> None:
    """Raise Planned for a count that does not split: its time, or the time it was given."""
    is_whole = found.status.is_proof
    whole = Estimate(0.0, None, found.seconds)
    raise Planned(1, int(is_whole), whole, found.seconds, not is_whole)


def _tell(plan: Planned, workers: int, session: Session) -> int:
    memory = _memory()
    least = max(plan.seconds / workers, plan.longest)
    machine = max(plan.seconds / core_count(), plan.longest)
    prefix = "at least " if plan.at_least else ""
    known = None if plan.at_least else plan.error
    error = " (error unknown)" if known is None else f" ± {duration(known)}"
    entries = {
        "status": "plan",
        "tasks": plan.tasks,
        "sampled": plan.sampled,
        "seconds": round(plan.seconds, 3),
        "error": None if known is None else round(known, 3),
        "at_least": plan.at_least,
        "longest": round(plan.longest, 3),
        "memory": memory,
        "workers": workers,
        "wall_seconds": round(least, 3),
    }
    lines = [
        f"{prefix}{counted(plan.tasks, 'task')}; {plan.sampled:,} run to the end, chosen at random",
        f"processor time: {prefix}{duration(plan.seconds)}{error}",
        f"the longest task of the sample: {duration(plan.longest)}",
        f"with {workers:,} workers: {prefix}{duration(least)}",
        f"with the {core_count()} cores of this machine: {prefix}{duration(machine)}",
    ]
    if memory is not None:
        lines.append(f"memory of a worker: {memory / 2**20:,.0f} MiB")
    session.answer(entries, "\n".join(lines))
    return DONE


def _memory() -> int | None:
    """Return the most bytes of memory that this process has used; None where unknown."""
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
