"""The cases of a comparison as tasks, which run side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

import numpy as np

from nqviz.core.errors import InputError
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import AbandonedFlag, Execution, Recheck, TaskRunner, TaskState, WorkersLost

from .compare import Case, Comparing, Row, Starts, check_seeds, no_start, row_of, words_of

ROW, PROVEN = "row", "proven"

T = TypeVar("T")


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
    settings = {"seeds": seeds, "bounds": takes_bounds, "seconds": run.limit.seconds}
    kept = {"what": "a comparison", "cases": [_identity(case) for case in chosen], **settings}

    def look(rows: Mapping[int, Row], fraction: float) -> None:
        words = f"{len(rows)} of {len(chosen)} are done"
        run.progress(Comparing(words, run.seconds, fraction, rows=tuple(rows.values())))

    work = partial(case_task, tuple(chosen), run.limit, seeds, starts, takes_bounds)
    every = range(len(chosen))
    done = results_of(work, every, split, kept, lambda _, entries: Row(**entries), look, run)
    rows = tuple(done.values())
    run.progress(Comparing("compared", run.seconds, 1.0, rows=rows))
    return rows


def results_of(
    work: partial[TaskState],
    tasks: Sequence[object],
    split: Execution,
    identity: Mapping[str, object],
    read: Callable[[int, Any], T],
    look: Callable[[Mapping[int, T], float], None],
    run: RunContext,
) -> dict[int, T]:
    """Run tasks that end with `result_state`; return those that are done when it ends.

    `identity`: what a checkpoint is of.
    `read`: makes a result of the number and the entries of a task.
    `look`: gets the results so far, by number, and the fraction that is done.
    Raises InputError if the checkpoint does not suit, or the workers are lost.
    """
    recheck = Recheck(partial(case_again, work), (PROVEN,), (ROW, PROVEN))
    runner = TaskRunner(work, tasks, split, 1, identity, recheck=recheck, head_start=False)

    def done() -> dict[int, T]:
        parts = ((i, part.arrays) for i, part in enumerate(runner.slices) if part.done)
        return {i: read(i, json.loads(str(arrays[ROW]))) for i, arrays in parts}

    def goes_on() -> bool:
        look(done(), runner.fraction)
        return not run.stop.is_set()

    with runner.reading():
        done()
    try:
        runner.run(goes_on)
    except WorkersLost as lost:
        raise InputError(str(lost)) from lost
    return done()


def result_state(entries: Mapping[str, object], proven: str, nodes: float | None) -> TaskState:
    """Return the state of a task that is done: its result in JSON types, and what it has proven."""
    arrays = {ROW: np.array(json.dumps(entries)), PROVEN: np.array(proven)}
    return TaskState(True, int(nodes or 0), arrays)


def _identity(case: Case) -> list[Any]:
    givens = None if case.instance is None else case.instance.givens.indices.tolist()
    return [words_of(case), list(case.board.shape), givens]


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
    return result_state(asdict(row), proven, row.nodes)


def case_again(work: partial[TaskState], task: int, part: TaskState, seconds: float) -> TaskState:
    """Run a case again; only a proof of something else is another result."""
    again = work(task, TaskState(), seconds)
    is_open = not str(again.arrays[PROVEN]) or not str(part.arrays[PROVEN])
    arrays = {**again.arrays, PROVEN: part.arrays[PROVEN]} if is_open else again.arrays
    return TaskState(True, again.nodes, arrays)
