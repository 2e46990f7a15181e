"""Outcomes of counts, and the check of the boards that they are for."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.core.board import Board
from nqviz.core.errors import InputError
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


def run_tasks(runner: TaskRunner, method: str, activity: str, run: RunContext) -> Count | None:
    """Run the tasks of a count; return its outcome if they do not all end, None if they do."""

    def look() -> bool:
        run.report(runner.describe(activity), runner.fraction)
        return run.ended() is None

    try:
        runner.run(look)
    except WorkersLost as lost:
        return unfinished(method, run, failure=str(lost))
    return None if runner.done else unfinished(method, run)


def check_cube(what: str, board: Board, d: int | None = None, torus: bool = False) -> None:
    """Check that a board is a cube for queens.

    Parameters
    ----------
    what : str
        What is counted, in the plural; part of the message.
    d : int, optional
        The dimension it has to have.
    torus : bool
        Whether a torus is accepted as well.

    Raises
    ------
    InputError
        If the board does not suit.
    """
    if not board.is_cube or board.piece != "queen" or (board.torus and not torus):
        kind = "cubes" if torus else "flat cubes"
        raise InputError(f"{what} are counted for queens on {kind}, not on the {board}")
    if d not in (None, board.d):
        raise InputError(f"{what} are counted for d = {d}, not on the {board}")
