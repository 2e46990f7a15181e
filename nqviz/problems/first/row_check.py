"""A check of finished tasks of the search for the first placement, on the mirrored board.

A task claims that some first rows have no completion. Each of these is refuted again with all
columns reversed, and without the weights and the placement that the task began with, so in another
order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nqviz.core.errors import InputError
from nqviz.run.tasks import TaskState, is_abandoned

from .completion import complete
from .probe import FOUND, PAUSED
from .refutation import columns_left
from .rest import free_after
from .row_search import (
    RowTask,
    checked_state,
    is_behind,
    known_column,
    placement_of,
)


def check_row_task(n: int, task: RowTask, part: TaskState, _seconds: float) -> TaskState:
    """Check what a finished task has refuted, and return it as it is, done if nobody stops that.

    Raises InputError if some first rows that it has refuted have a completion, or if its state is
    not one of such a task.
    """
    try:
        for rows in refuted_rows(n, task, part):
            is_refuted = _is_refuted(n, [n - 1 - column for column in rows])
            if is_abandoned():
                return part
            if not is_refuted:
                shown = " ".join(str(column + 1) for column in rows)
                raise InputError(
                    f"a task of the checkpoint refutes the first rows {shown}, wrongly"
                )
    except (ValueError, IndexError, KeyError) as error:
        raise InputError(f"a task of the checkpoint is none of this search: {error}") from error
    return TaskState(True, part.nodes, part.arrays)


def refuted_rows(n: int, task: RowTask, part: TaskState) -> Iterator[tuple[int, ...]]:
    """Yield the first rows that a finished task has refuted, without attacks among themselves.

    `part`: its result; see `RowSearch.state`.
    Raises KeyError, ValueError if it is none.
    """
    tried, best, _, _ = checked_state(n, part.arrays)
    first, begin = list(task.first), placement_of(n, part.arrays["begin"])
    if is_behind(begin, first, task.refuted):
        return
    start = len(first)
    last: range | list[int] = range(0)
    if "open" not in part.arrays:  # all is refuted that comes before the best placement
        is_below = best[:start] == first
        tried = best if is_below else first
        last = range(0 if is_below else n)
    elif part.arrays["solved"][-1]:
        level = len(part.arrays["solved"]) - 1
        left = {column for at, column in part.arrays["left"].tolist() if at == level}
        known = known_column(best, tried)
        end = n if known is None else known
        last = [column for column in range(end) if column not in left]
    else:
        level = len(part.arrays["solved"]) - 1
        refuted = [column for at, column in part.arrays["refuted"].tolist() if at == level]
        last = range(max(refuted, default=-1) + 1)
    for row in range(start, len(tried) + 1):
        columns = range(tried[row]) if row < len(tried) else last
        free = free_after(n, tried[:row])
        skipped = max(task.refuted, default=-1) if row == start else -1
        for column in columns:
            if column > skipped and free[row, column]:
                yield (*tried[:row], column)


def _is_refuted(n: int, rows: Sequence[int]) -> bool:
    """Return whether some first rows have no completion, by probes and linear programs."""
    if len(rows) == n or is_abandoned():
        return False
    end = complete(n, rows, np.zeros(6 * n, np.int64), is_abandoned).answer
    if end != PAUSED:
        return end != FOUND
    return all(
        _is_refuted(n, [*rows, column]) for column in columns_left(n, rows, range(n), is_abandoned)
    )
