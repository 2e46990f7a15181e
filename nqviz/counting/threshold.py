"""The completion threshold: how many queens can always be completed to a maximum placement.

qc(n,d) is the largest q such that every set of at most q queens that do not attack each other is
part of a maximum placement (thesis, Definition 7). Sets are grown queen by queen, up to the
symmetries of the board: where all sets of q queens can be completed, the density of the maximum
placements that contain one of them shows which further queen cannot join it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nqviz.bounds import best_lower, best_upper
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.engines.exhaustive.engine import MAX_CELLS
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Execution, WorkersLost
from nqviz.run.tasks.estimate import duration

from . import planar
from .enumerate_full import is_listed
from .maximum.count import MAX_COUNTED_CELLS, likely_count_time
from .threshold_bounds import THEOREM_15, THEOREM_16, ThresholdBounds, threshold_bounds
from .threshold_tasks import ThresholdTasks

BY_COUNTS = "densities of the maximum placements that contain a set, up to symmetry"
BY_BOUNDS = "bounds without a search"
BY_LIST = "the list of all full placements"
REACH = "(1..9,3), (11,3), (13,3), (1..4,4), (1..3,5) and (n,2) to n = 14"
REACH_BLOCKED = "(1..7,3), (1..4,4), (1..3,5) and (n,2) to n = 10"
TABLE = f"the table of attacks is for at most {MAX_COUNTED_CELLS:,} cells"
MOST_PLANAR = 10
LARGEST = {3: 7, 4: 4, 5: 3}
"""The largest n whose (n,d)-board is searched."""


@dataclass(frozen=True, kw_only=True)
class Threshold(Outcome[int]):
    """The outcome of a search for the completion threshold, which is its value."""

    board: Board
    queens: int | None = None
    """The number of queens of a maximum placement."""
    witness: Placement | None = None
    """`value` + 1 queens that do not attack each other and are in no maximum placement; None
    where every maximal placement is maximum."""
    at_least: int = 0
    """All sets of so many queens can be completed."""
    at_most: int | None = None
    """Some set of one queen more cannot; None where no bound is known."""
    bounds: ThresholdBounds | None = None
    """What is proven without a search, for boards that none reaches."""


def completion_threshold(
    board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> Threshold:
    """Find the completion threshold of a board, and a smallest set that cannot be completed.

    Where no search ends soon, the outcome has bounds and a set that cannot be completed; its status
    is LIMIT then, unless the bounds are equal. A search begins there with a limit or a checkpoint.

    Parameters
    ----------
    board : Board
        A flat cube of two dimensions or more, for queens. Cells may be blocked, for which there are
        no bounds; a maximum placement is one on the open cells.
    split : Execution, optional
        Where the tasks run, and the file in which they are saved.

    Raises
    ------
    InputError
        If the board does not suit, or has blocked cells and more than `MAX_COUNTED_CELLS` cells.
    """
    run = run or RunContext()
    if not board.is_cube or board.wraps or board.piece != "queen" or board.d < 2:
        raise InputError(
            f"completion thresholds are of queens on flat cubes of two dimensions or more, not of"
            f" the {board}"
        )
    if is_reached(board):
        return _searched(board, split, run)
    is_listed_in_memory = board.size <= MAX_COUNTED_CELLS
    if board.blocked and not is_listed_in_memory:
        raise InputError(
            f"the completion threshold of the {board} is out of reach: {TABLE}; in reach are, with"
            f" blocked cells, {REACH_BLOCKED}"
        )
    begins = run.limit.seconds is not None or (split is not None and split.checkpoint is not None)
    if board.blocked:
        return _searched(board, split, run)
    bounded = _bounded(board, run)
    if bounded.value is not None or _why_none_begins(board) or not begins:
        return bounded
    found = _searched(board, split, run)
    if found.value is not None:
        return found
    at_least = max(found.at_least, bounded.at_least)
    return replace(bounded, status=found.status, seconds=run.seconds, at_least=at_least)


def is_reached(board: Board) -> bool:
    """Return whether the completion threshold of a flat cube for queens is searched for."""
    largest = LARGEST.get(board.d, MOST_PLANAR if board.d == 2 else 2 if board.d < 9 else 1)
    return _is_listed(board) or board.n <= largest


def _is_listed(board: Board) -> bool:
    return not board.blocked and is_listed(board)


def _bounded(board: Board, run: RunContext) -> Threshold:
    """Return the outcome for a board that no search reaches."""
    found = threshold_bounds(board)
    is_proof = found.at_least == found.at_most
    lines = [] if is_proof else [_out_of_reach(board, run)]
    if board.d == 2:
        lines += [THEOREM_15, THEOREM_16]
    return Threshold(
        status=Status.OPTIMAL if is_proof else Status.LIMIT,
        value=found.at_least if is_proof else None,
        engine=BY_BOUNDS,
        seconds=run.seconds,
        message="\n".join(lines),
        known=Known.EXACT,
        board=board,
        queens=found.queens,
        witness=found.witness,
        at_least=found.at_least,
        at_most=found.at_most,
        bounds=found,
    )


def _why_none_begins(board: Board) -> str:
    """Return why no search begins on a board without blocked cells; empty where one does."""
    if board.size > MAX_COUNTED_CELLS:
        return TABLE
    if board.d == 2 and board.n > planar.MAX_SIDE:
        return f"rows of more than {planar.MAX_SIDE} cells do not fit into words of 64 bits"
    return ""


def _out_of_reach(board: Board, run: RunContext) -> str:
    """Return in words why there are bounds only, and how a search begins."""
    words = f"no search of the {board} ends soon; in reach are {REACH}"
    if _why_none_begins(board):
        return f"{words}; none begins, because {_why_none_begins(board)}"
    words += "; with a time limit or a checkpoint a search begins"
    step = "its first step, the density of"
    if board.d == 2:
        time = f"some {duration(2.0 * planar.likely_seconds(board.n))}"
        return f"{words}; {step} full placements, takes {time} of one core"
    known, most = best_lower(board).value, best_upper(board).value
    if known < most:
        words += f"; the maximum is not known, {known:,} to {most:,}"
    if board.size <= MAX_CELLS:
        found, descents = likely_count_time(board, known, run)
        if found.seconds is not None:
            return (
                f"{words}; {step} placements of {known:,} queens, takes some"
                f" {duration(found.seconds)} of one core, by {descents:,} random descents"
            )
    return (
        f"{words}; nqviz plan count maximum --n {board.n} --d {board.d} --queens {known} estimates"
        f" how long {step} maximum placements, takes"
    )


def _searched(board: Board, split: Execution | None, run: RunContext) -> Threshold:
    """Search set by set, in tasks."""
    listed = _is_listed(board)
    tasks = ThresholdTasks(board, listed, split, run)

    def report(level: int, fraction: float) -> bool:
        run.report(f"completing every {level} queens on the {board}", fraction)
        return run.ended() is None

    failure = ""
    try:
        tasks.run(report)
    except WorkersLost as lost:
        failure = str(lost)
    end, status = tasks.end, run.ended() or Status.STOPPED
    if end is not None:
        status = Status.OPTIMAL
    elif failure:
        status = Status.FAILED
    witness = None
    if end is not None and end.witness:
        witness = Placement.from_indices(board, end.witness)
    return Threshold(
        status=status,
        value=None if end is None else end.value,
        engine=BY_LIST if listed else BY_COUNTS,
        seconds=run.seconds,
        message=failure,
        known=None if end is None else Known.EXACT,
        premises=() if end is None else tasks.runner.premises,
        board=board,
        queens=tasks.queens,
        witness=witness,
        at_least=tasks.level if end is None else end.value,
        at_most=None if end is None else end.value,
    )
