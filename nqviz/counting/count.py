"""Outcomes of counts, their exact numbers, and the check of the boards that they are for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.interruption import Interrupted, interrupted_by
from nqviz.core.outline import Outline
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import TaskRunner, WorkersLost


@dataclass(frozen=True)
class Count(Outcome[int]):
    """The outcome of a count: `value` is the number of placements, `engine` the method.

    The status is OPTIMAL when all are counted, STOPPED or LIMIT when not, FAILED when the worker
    processes were lost; `value` is None unless it is OPTIMAL.
    """

    orbits: int | None = None
    """The number of placements up to symmetry; None where it is not known."""

    @property
    def count(self) -> int | None:
        """The number of placements; None when the count did not end."""
        return self.value


def finished(
    total: int,
    method: str,
    run: RunContext,
    *,
    orbits: int | None = None,
    premises: tuple[str, ...] = (),
) -> Count:
    """Return the outcome of a count that ended with a total; see `Outcome` for the premises."""
    return Count(
        Status.OPTIMAL,
        total,
        engine=method,
        seconds=run.seconds,
        known=Known.EXACT,
        premises=premises,
        orbits=orbits,
    )


def unfinished(method: str, run: RunContext, *, failure: str = "") -> Count:
    """Return the outcome of a count that did not end; it failed where `failure` says why."""
    status = Status.FAILED if failure else run.ended() or Status.STOPPED
    return Count(status, engine=method, seconds=run.seconds, message=failure)


def prepared(make: Callable[[], TaskRunner | None], run: RunContext) -> TaskRunner | None:
    """Return the runner of a count whose tasks take long to list; None if the run ended before."""
    with suppress(Interrupted), interrupted_by(lambda: run.ended() is not None):
        return make()
    return None


def run_tasks(runner: TaskRunner, method: str, activity: str, run: RunContext) -> Count | None:
    """Run the tasks of a count; return its outcome if they do not all end, None if they do."""

    def look() -> bool:
        run.report(runner.describe(activity), runner.fraction)
        return run.ended() is None

    try:
        runner.run(look)
    except WorkersLost as lost:
        return unfinished(method, run, failure=str(lost))
    if runner.done:
        return None
    return replace(unfinished(method, run), message=runner.time_left())


@dataclass(frozen=True)
class Found:
    """Sets of queens beside the givens."""

    count: int
    orbits: int | None
    """Up to the symmetries that keep the givens, where all of these are known."""
    uses: list[Fraction]
    """How many queens of the sets stand on each orbit of free cells."""

    def on_cells(self, labels: IntArray) -> IntArray:
        """Spread the uses evenly over each orbit of cells, numbered by labels of shape (size,)."""
        sizes = np.bincount(labels, minlength=len(self.uses)).tolist()
        each = [whole(use / size) for use, size in zip(self.uses, sizes, strict=True)]
        return np.array(each, dtype=np.int64)[labels]


def whole(number: Fraction) -> int:
    """Return a fraction that is a whole number as one."""
    if number.denominator != 1:
        raise ArithmeticError(f"a count came out as {number}: the search is wrong")
    return number.numerator


def check_cube(what: str, board: Outline, d: int | None = None, wraps: bool = False) -> None:
    """Check that a board is a cube for queens.

    `what`: what is counted, in the plural; part of the message.
    `d`: the dimension it has to have.
    `wraps`: whether boards that wrap are accepted as well, without a twist.
    Raises InputError if the board does not suit.
    """
    is_wrong = board.twist or (bool(board.wraps) and not wraps)
    if not board.is_cube or board.piece != "queen" or is_wrong:
        kind = "cubes" if wraps else "flat cubes"
        raise InputError(f"{what} are counted for queens on {kind}, not on the {board}")
    if d not in (None, board.d):
        raise InputError(f"{what} are counted for d = {d}, not on the {board}")


def check_full(board: Board) -> None:
    """Raise InputError where the sides do not bound the pieces, so that none is full."""
    if board.stops or board.twist:
        why = "lines along it join two rows each" if board.twist else "its lines stop"
        raise InputError(f"full placements are not defined on the {board}: {why}")
