"""The cases of a comparison as tasks, which run side by side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np

from nqviz.core.errors import InputError
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import (
    AbandonedFlag,
    Arrays,
    Execution,
    Recheck,
    TaskRunner,
    TaskState,
    WorkersLost,
)

from .compare import Case, Comparing, Row, Starts, check_seeds, no_start, row_of, words_of

ROW, PROVEN = "row", "proven"


def compare_in_tasks(
    chosen: Sequence[Case],
    split: Execution,
    run: RunContext | None = None,
    *,
    seeds: int = 1,
    starts: Starts = no_start,
    takes_bounds: bool = True,
) -> tuple[Row, ...]:
    """Run each case as a task; rows that are not done when it ends are left out.

    `split`: where the cases run, and where their rows are kept.
    `chosen`, `run`, `seeds`, `starts`, `takes_bounds`: see `compare`.
    Raises InputError if the number of seeds is not positive, the checkpoint does not suit, or the
    workers are lost; and see `TaskRunner.run`.
    """
    check_seeds(seeds)
    run = run or RunContext()
    limit = run.limit
    settings = {"seeds": seeds, "bounds": takes_bounds, "seconds": limit.seconds}
    work = partial(case_task, tuple(chosen), limit, seeds, starts, takes_bounds)
    runner = TaskRunner(
        work,
        range(len(chosen)),
        split,
        1,
        {"what": "a comparison", "cases": [_identity(case) for case in chosen], **settings},
        recheck=Recheck(partial(case_again, work), (PROVEN,), (ROW, PROVEN)),
        head_start=False,
    )
    with runner.reading():
        _rows(runner)

    def look() -> bool:
        rows = _rows(runner)
        words = f"{len(rows)} of {len(chosen)} are done"
        run.progress(Comparing(words, run.seconds, runner.fraction, rows=rows))
        return not run.stop.is_set()

    try:
        runner.run(look)
    except WorkersLost as lost:
        raise InputError(str(lost)) from lost
    rows = _rows(runner)
    run.progress(Comparing("compared", run.seconds, 1.0, rows=rows))
    return rows


def _identity(case: Case) -> list[Any]:
    givens = None if case.instance is None else case.instance.givens.indices.tolist()
    return [words_of(case), list(case.board.shape), givens]


def _rows(runner: TaskRunner) -> tuple[Row, ...]:
    return tuple(row_from(part.arrays) for part in runner.slices if part.done)


def row_from(arrays: Arrays) -> Row:
    """Return the row of a task that is done; raise KeyError, TypeError, ValueError if it is none.

    `arrays`: scalars, of shape ().
    """
    return Row(**json.loads(str(arrays[ROW])))


def case_task(
    chosen: Sequence[Case],
    limit: Limit,
    seeds: int,
    starts: Starts,
    takes_bounds: bool,
    task: int,
    part: TaskState,
    seconds: float,
) -> TaskState:
    """Run the case with a number to its end, or until nobody waits for it."""
    context = RunContext(limit, stop=AbandonedFlag())
    row = row_of(chosen[task], context, seeds=seeds, starts=starts, takes_bounds=takes_bounds)
    proven = f"{row.status} {row.bound}" if row.is_solved else ""
    arrays = {ROW: np.array(json.dumps(asdict(row))), PROVEN: np.array(proven)}
    return TaskState(True, int(row.nodes or 0), arrays)


def case_again(work: partial[TaskState], task: int, part: TaskState, seconds: float) -> TaskState:
    """Run a case again; only a proof of something else is another result."""
    again = work(task, TaskState(), seconds)
    is_open = not str(again.arrays[PROVEN]) or not str(part.arrays[PROVEN])
    arrays = {**again.arrays, PROVEN: part.arrays[PROVEN]} if is_open else again.arrays
    return TaskState(True, again.nodes, arrays)
