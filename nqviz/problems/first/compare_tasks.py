"""The runs of a comparison of engines for first placements as tasks, which run side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from nqviz.core.board import Board
from nqviz.problems.compare_tasks import result_state, results_of
from nqviz.problems.planar import as_placement
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Known, Status
from nqviz.run.tasks import AbandonedFlag, Execution, TaskState

from .engines import First, first_placement

Measured: TypeAlias = Mapping[tuple[int, str], First]
"""What an engine came to, by the side and the name of the engine."""


def measure_in_tasks(
    pairs: Sequence[tuple[int, str]],
    split: Execution,
    look: Callable[[str, float, Measured], None],
    run: RunContext,
) -> Measured:
    """Run each engine on its side as a task; what is not done when it ends is left out.

    Parameters
    ----------
    pairs : sequence of (int, str)
        The sides, and the names of the engines.
    split : Execution
        Where they run, and where their results are kept.
    look : callable
        Called with words, the fraction that is done, and what is measured.

    Raises
    ------
    InputError
        If the checkpoint does not suit, or the workers are lost; and see `TaskRunner.run`.
    """
    kept = {"what": "a comparison of first placements", "seconds": run.limit.seconds}

    def measured(done: Mapping[int, First]) -> Measured:
        return {pairs[number]: first for number, first in done.items()}

    def tell(done: Mapping[int, First], fraction: float) -> None:
        look(f"{len(done)} of {len(pairs)} are done", fraction, measured(done))

    work = partial(first_task, run.limit)
    read = partial(_first_from, pairs)
    return measured(results_of(work, list(pairs), split, kept, read, tell, run))


def first_task(limit: Limit, task: tuple[int, str], part: TaskState, seconds: float) -> TaskState:
    """Run an engine on a side to its end, or until nobody waits for it."""
    n, engine = task
    first_placement(Board.cube(8, 2), engine=engine)  # compiles the kernels before it is timed
    context = RunContext(limit, stop=AbandonedFlag())
    found = first_placement(Board.cube(n, 2), context, engine=engine)
    names = ("status", "seconds", "nodes", "message", "known", "by", "certain", "best")
    entries = {name: getattr(found, name) for name in names}
    proven = f"{found.status.value} {found.permutation}" if found.status.is_proof else ""
    return result_state(entries, proven, found.nodes)


def _first_from(pairs: Sequence[tuple[int, str]], number: int, entries: Any) -> First:
    """Return the result of a task that is done; raise KeyError, TypeError, ValueError if none."""
    n, engine = pairs[number]
    best, known = entries["best"], entries["known"]
    return First(
        status=Status(entries["status"]),
        value=None if best is None else as_placement(best),
        engine=engine,
        seconds=float(entries["seconds"]),
        nodes=None if entries["nodes"] is None else int(entries["nodes"]),
        message=str(entries["message"]),
        known=None if known is None else Known(known),
        by=str(entries["by"]),
        n=n,
        certain=tuple(map(int, entries["certain"])),
    )
