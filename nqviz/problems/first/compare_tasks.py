"""The runs of a comparison of engines for first placements as tasks, which run side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.problems.compare_tasks import PROVEN, ROW, case_again
from nqviz.problems.planar import as_placement
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Known, Status
from nqviz.run.tasks import (
    AbandonedFlag,
    Arrays,
    Execution,
    Recheck,
    TaskRunner,
    TaskState,
    WorkersLost,
)

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
    limit = run.limit
    work = partial(first_task, limit)
    runner = TaskRunner(
        work,
        list(pairs),
        split,
        1,
        {"what": "a comparison of first placements", "seconds": limit.seconds},
        recheck=Recheck(partial(case_again, work), (PROVEN,), (ROW, PROVEN)),
        head_start=False,
    )

    def measured() -> Measured:
        parts = zip(pairs, runner.slices, strict=True)
        return {pair: _first_from(*pair, part.arrays) for pair, part in parts if part.done}

    with runner.reading():
        measured()

    def goes_on() -> bool:
        done = measured()
        look(f"{len(done)} of {len(pairs)} are done", runner.fraction, done)
        return not run.stop.is_set()

    try:
        runner.run(goes_on)
    except WorkersLost as lost:
        raise InputError(str(lost)) from lost
    return measured()


def first_task(limit: Limit, task: tuple[int, str], part: TaskState, seconds: float) -> TaskState:
    """Run an engine on a side to its end, or until nobody waits for it."""
    n, engine = task
    first_placement(Board.cube(8, 2), engine=engine)  # compiles the kernels before it is timed
    context = RunContext(limit, stop=AbandonedFlag())
    found = first_placement(Board.cube(n, 2), context, engine=engine)
    entries = {
        "status": found.status.value,
        "seconds": found.seconds,
        "nodes": found.nodes,
        "message": found.message,
        "known": found.known,
        "by": found.by,
        "certain": found.certain,
        "best": found.best,
    }
    proven = f"{found.status.value} {found.permutation}" if found.status.is_proof else ""
    arrays = {ROW: np.array(json.dumps(entries)), PROVEN: np.array(proven)}
    return TaskState(True, int(found.nodes or 0), arrays)


def _first_from(n: int, engine: str, arrays: Arrays) -> First:
    """Return the result of a task that is done; raise KeyError, TypeError, ValueError if none.

    `arrays`: scalars, of shape ().
    """
    entries = json.loads(str(arrays[ROW]))
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
