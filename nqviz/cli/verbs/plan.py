"""``nqviz plan``: the tasks, time and memory of a long question, by a sample of its tasks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from nqviz.bounds import best_lower, best_upper
from nqviz.cli.options import required_board
from nqviz.cli.output import DONE, LIMIT, Console
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.counting.kinds import KINDS, count
from nqviz.engines import AUTO, ENGINES
from nqviz.problems import dominate, maximum
from nqviz.run.context import Limit, RunContext, core_count
from nqviz.run.outcome import Outcome, Status
from nqviz.run.tasks import Execution, Planned
from nqviz.run.tasks.estimate import Estimate, duration, likely

from .count import SPLITTING

SAMPLE_SECONDS = 20.0
VERBS = ("count", "maximum", "density", "dominate")


_PROVING = [name for name in ENGINES.built_in if ENGINES[name].proves]
VALUES = {
    "verbs": ", ".join(VERBS),
    "kinds": ", ".join(KINDS),
    "splitting": [name for name in _PROVING if ENGINES[name].takes_executor],
    "cores": core_count(),
    "sample": SAMPLE_SECONDS,
}


def run(options: argparse.Namespace, console: Console) -> int:
    """Sample the tasks and print what all of them would take."""
    if options.workers < 1:
        raise InputError(f"--workers {options.workers}: give 1 or more")
    options.assumed = options.most = None

    def work(run: RunContext) -> object:
        return _work(options)(run, Execution(sample=options.seconds, seed=options.seed))

    try:
        ended = console.work(work)
        if ended is None and _assumes_most(options):  # the search for the maximum did not end
            ended = console.work(work)
    except Planned as plan:
        return _report(plan, options, console)
    if ended is None:
        console.answer(
            {"status": "limit", "tasks": None, "sampled": 0, "seconds": None},
            f"cannot estimate: the {options.seconds:g} s of the sample ended before any task began;"
            " a longer one (--seconds) has to list the tasks and run one to its end",
        )
        return LIMIT
    console.answer(
        {"status": "optimal", "tasks": 0, "seconds": 0.0, "workers": options.workers},
        "nothing to plan: the answer is found before any task begins",
    )
    return DONE


def _assumes_most(options: argparse.Namespace) -> bool:
    """Take the most queens that are known to fit for the maximum, where it was searched for."""
    is_density = options.question == "density"
    if options.queens is not None or not (is_density or options.what == "maximum"):
        return False
    options.most = best_lower(required_board(options)).value
    return True


def _work(options: argparse.Namespace) -> Callable[[RunContext, Execution], object]:
    """Return what runs the question."""
    if options.question not in VERBS:
        endless = ": its walks have no end" if options.question == "colour" else ""
        raise InputError(f"plan takes {', '.join(VERBS)}, not {options.question}{endless}")
    board = required_board(options)
    if options.independent and options.question != "dominate":
        raise InputError("--independent goes with plan dominate")
    if options.question == "dominate":
        return _domination(board, options)
    if options.question == "maximum":
        return _maximum(board, options)
    what = options.what
    if options.question == "density":
        if (what, options.prove, options.engine, options.method) != (None,) * 4:
            raise InputError("plan density takes a board only")
        what = "maximum"
    return _count(board, what, options)


def _domination(
    board: Board, options: argparse.Namespace
) -> Callable[[RunContext, Execution], object]:
    if (options.what, options.queens, options.engine, options.method) != (None,) * 4:
        raise InputError("plan dominate takes a board, --prove and --independent only")
    alone, most = options.independent, options.prove
    return lambda run, split: _proven(
        dominate(board, run, independent=alone, at_most=most, split=split)
    )


def _maximum(
    board: Board, options: argparse.Namespace
) -> Callable[[RunContext, Execution], object]:
    if options.what is not None or options.queens is not None or options.method is not None:
        raise InputError("plan maximum takes a board, --prove and --engine only")
    engine = options.engine or AUTO
    return lambda run, split: _proven(
        maximum(board, prove=options.prove, engine=engine, split=split, run=run)
    )


def _count(
    board: Board, what: str | None, options: argparse.Namespace
) -> Callable[[RunContext, Execution], object]:
    if what not in KINDS:
        raise InputError(f"plan count needs what to count: {', '.join(KINDS)}")
    if what not in SPLITTING:
        return lambda run, split: _one_task(
            count(board, what, run=run.part(Limit(seconds=split.sample)))
        )
    by_search = options.method == "search"
    queens = options.queens
    if what == "maximum" and queens is None:
        queens = options.assumed = options.most or _known_maximum(board)
    return lambda run, split: (
        count(board, what, queens=queens, by_search=by_search, split=split, run=run).value
    )


def _known_maximum(board: Board) -> int | None:
    """Return the maximum where a placement and a bound of the catalogue meet; None elsewhere.

    A full placement needs no proof, so None is returned for it, too.
    """
    most = best_upper(board).value
    if most == board.full_count:
        return None
    return most if best_lower(board).value == most else None


def _proven(outcome: Outcome[Placement]) -> bool | None:
    """Return True for a proof before any task began; None if the time ended before."""
    if outcome.status is Status.FAILED:
        raise InputError(outcome.message)
    return outcome.status.is_proof or None


def _one_task(found: Outcome[int]) -> None:
    """Raise Planned for a count that does not split: its time, or the time it was given."""
    is_whole = found.status.is_proof
    rest = Estimate(0.0 if is_whole else None, None, found.seconds)
    raise Planned(1, int(is_whole), rest, found.seconds)


def _report(plan: Planned, options: argparse.Namespace, console: Console) -> int:
    if plan.seconds is None:
        return _report_unknown(plan, console)
    workers, memory = options.workers, _memory()
    least = max(plan.seconds / workers, plan.longest)
    machine = max(plan.seconds / core_count(), plan.longest)
    is_whole = plan.sampled == plan.tasks
    low, high = likely(plan.seconds, plan.error, plan.seconds if is_whole else plan.spent)
    between = f" (likely {duration(low)} to {duration(high)})"
    entries = {
        "status": "plan",
        "tasks": plan.tasks,
        "sampled": plan.sampled,
        "listed": plan.is_listed,
        "descents": plan.descents,
        "assumed": options.assumed,
        "seconds": round(plan.seconds, 3),
        "error": None if plan.error is None else round(plan.error, 3),
        "low": round(low, 3),
        "high": round(high, 3),
        "longest": round(plan.longest, 3),
        "memory": memory,
        "workers": workers,
        "wall_seconds": round(least, 3),
    }
    lines = [
        _sampled(plan),
        f"processor time: {duration(plan.seconds)}{'' if is_whole else between}",
        *([] if plan.descents else [f"the longest task: about {duration(plan.longest)}"]),
        f"with {workers:,} workers: {duration(least)}",
        f"with the {core_count()} cores of this machine: {duration(machine)}",
    ]
    if memory is not None:
        lines.append(f"memory of a worker: {memory / 2**20:,.0f} MiB")
    if options.assumed is not None:
        most = options.assumed
        spare = f"; --queens {most} spares it" if options.question == "count" else ""
        lines.append(f"not in it: a proof that {most} is the maximum{spare}")
    console.answer(entries, "\n".join(lines))
    return DONE


def _sampled(plan: Planned) -> str:
    """Return in words which tasks the sample was of."""
    tasks = counted(plan.tasks, "task") + ("" if plan.is_listed else " known, which add others")
    if plan.sampled == plan.tasks:
        return f"{tasks}; all run to the end"
    if plan.descents:
        listed = counted(plan.tasks, "task") + ("" if plan.is_listed else " listed so far")
        way = f"estimated by {counted(plan.descents, 'random descent')} of the search"
        return f"{listed}; none run to the end, {way}, few of which see the large parts of it"
    cut = "; the end cut off the last one, which counts with what it took" if plan.is_cut else ""
    return f"{tasks}; {plan.sampled:,} run to the end, others estimated, drawn at random{cut}"


def _report_unknown(plan: Planned, console: Console) -> int:
    """Print that nothing can be estimated, and what a longer sample has to reach."""
    if plan.is_listed:
        why = f"none of {counted(plan.tasks, 'task')} chosen at random ended"
        need = "run one of them to its end, and two for an error of the estimate"
        if plan.tasks == 1:
            why, need = "the only task did not end", "run it to its end"
    else:
        why = f"not all tasks could be listed ({plan.tasks:,} known), and none drawn ended"
        need = "run those that add others to their ends, and one of what they add"
    entries = {
        "status": "limit",
        "tasks": plan.tasks,
        "sampled": plan.sampled,
        "spent": round(plan.spent, 3),
        "seconds": None,
    }
    console.answer(
        entries,
        f"cannot estimate: in {duration(plan.spent)} of work {why};"
        f" a longer sample (--seconds) has to {need}",
    )
    return LIMIT


def _memory() -> int | None:
    """Return the most bytes of memory that this process has used; None where unknown."""
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
