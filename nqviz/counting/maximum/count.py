"""Count all maximum placements of a small board, and for each cell those that use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from nqviz.bounds import best_lower, best_upper
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.symmetry import MAX_ORDER, symmetry_count
from nqviz.counting.count import Count, finished, prepared, unfinished
from nqviz.counting.enumerate_full import BY_LIST, PLANAR_TO, all_full, is_listed, is_plain
from nqviz.counting.planar import count_planar
from nqviz.counting.subcubes import MOST_AXES, OtherSubcubes, Subcubes, are_subcubes
from nqviz.engines import PortfolioEngine, Problem
from nqviz.engines.exhaustive.descents import likely_time
from nqviz.engines.exhaustive.engine import search_board
from nqviz.engines.portfolio import DEEP_THETA_SEARCH, EXHAUSTIVE_SEARCH, LINEAR_PROGRAM
from nqviz.engines.theta.engine import MAX_CELLS
from nqviz.engines.theta.warm_start import handed_down
from nqviz.formats.entries import board_entries
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Contradiction, Status
from nqviz.run.tasks import Execution, Planned, TaskRunner, TaskState, WorkersLost
from nqviz.run.tasks.estimate import Estimate

from .clique_cover_count import Covers, OtherCovers
from .theta_count import OtherThetaTree, ThetaTree

MAX_COUNTED_CELLS = 2**14
"""The largest number of cells of a board, for its tables."""

MANY_CELLS = 300
"""The number of free cells from which on theta bounds are used for pruning."""
REACH = (
    "in reach are, for queens on flat boards, (n,2) to n = 20, (n,3) to n = 6 in seconds and to 10"
    " in minutes or hours, (11,3), (13,3), (1..4,4), (1..3,5), (3,6), and as a long job (5,4)"
)
DESCENT_SECONDS = 2.0
"""The time of an estimate by random descents."""
UNKNOWN = Estimate(None, None)
FULL = 0.6
"""Theta bounds are used if at least this fraction of the cubes of side 2 must have a queen."""

Method: TypeAlias = Covers | ThetaTree | Subcubes

METHODS: dict[str, type[Method]] = {
    "covers": Covers,
    "other covers": OtherCovers,
    "theta": ThetaTree,
    "other theta": OtherThetaTree,
    "subcubes": Subcubes,
    "other subcubes": OtherSubcubes,
}
"""The methods by name; those named "other" confirm the results of the first ones."""

MAXIMUM_ENGINE = PortfolioEngine("maximum", [LINEAR_PROGRAM, DEEP_THETA_SEARCH, EXHAUSTIVE_SEARCH])
"""Finds the maximum, before the placements of that many queens are counted."""


@dataclass(frozen=True, kw_only=True)
class MaximumCount(Count):
    """The outcome of a count of placements of k queens.

    `orbits` is up to the symmetries of the board that keep the givens, with translations where
    it wraps; None if not known: the group of a board with many dimensions is too large to list.
    `nodes` is the number of queens that the search placed.
    """

    board: Board
    queens: int | None = None
    """k; None if the search for the maximum did not end."""
    cells: IntArray | None = None
    """The number of placements that use each cell, shape (size,)."""


def count_maximum(
    board: Board,
    run: RunContext | None = None,
    *,
    k: int | None = None,
    givens: Placement | None = None,
    split: Execution | None = None,
    method: str | None = None,
) -> MaximumCount:
    """Return the number of maximum placements, by enumeration up to symmetry.

    Parameters
    ----------
    k : int, optional
        Count placements of k queens instead of maximum ones.
    givens : Placement, optional
        Count only placements that contain these queens.
    split : Execution, optional
        Where the tasks run, and the file in which they are saved.
    method : str, optional
        One of `METHODS`; by default chosen by the board.

    Raises
    ------
    InputError
        If the method is unknown or does not apply to the board, the board has more than
        `MAX_COUNTED_CELLS` cells, k is below 1 or below the number of givens, or the givens are on
        another board or attack each other.
    """
    run = run or RunContext()
    if method is None and not givens and k in (None, board.full_count):
        if is_listed(board):
            return _listed(board, run)
        if is_plain(board) and board.d == 2 and board.n > PLANAR_TO:
            return _with_board(count_planar(board, run, split=split, tally=True), board)
    if board.size > MAX_COUNTED_CELLS:
        raise InputError(
            f"the maximum placements of the {board} are out of reach: the table of attacks is for"
            f" at most {MAX_COUNTED_CELLS:,} cells; {REACH}"
        )
    if k is not None and k < 1:
        raise InputError(f"placements of {k} {board.piece}s cannot be counted; give 1 or more")
    standing = Placement(board) if givens is None else givens
    if standing.board != board:
        raise InputError(
            f"the given {board.piece}s are on the {standing.board}, not on the {board}"
        )
    question = Problem(standing, "max" if k is None else k)
    return _Count(question, split, run).run(_method(question, method))


def _listed(board: Board, run: RunContext) -> MaximumCount:
    """Return the count of full placements by their list."""
    listed = all_full(board, run)
    if listed is None:
        return _with_board(unfinished(BY_LIST, run), board)
    members, orbits = listed
    cells = np.bincount(members.ravel(), minlength=board.size)
    return _with_board(finished(len(members), BY_LIST, run, orbits=orbits), board, cells)


def _with_board(found: Count, board: Board, cells: IntArray | None = None) -> MaximumCount:
    """Return a count of full placements as one of maximum placements."""
    known = {"cells": cells, **vars(found)}  # a tally knows its cells
    return MaximumCount(**known, board=board, queens=board.full_count)


def likely_count_time(board: Board, queens: int, run: RunContext) -> tuple[Estimate, int]:
    """Return about how long a count takes by clique covers, and the descents; see `likely_time`.

    Nothing is known where another method counts.
    """
    method = _method(Problem(Placement(board), queens), None)
    if method is not Covers:
        return UNKNOWN, 0
    cells = search_board(board.fresh(), ())
    return likely_time(cells, queens, 1.0, is_over=lambda: run.ended() is not None)


def other_method(board: Board, queens: int | None = None) -> str | None:
    """Return the variant of the chosen method that confirms it, if there is one.

    `queens`: the number of queens; by default the maximum.
    Returns one of `METHODS`; None if the sum over given cells is fast enough to confirm the count.
    """
    method = _method(Problem(Placement(board), queens or "max"), None)
    if method is ThetaTree:
        return "other theta"
    return "other subcubes" if method is Subcubes and board.d == MOST_AXES else None


def _method(question: Problem, name: str | None) -> type[Method]:
    """Return the method to count by."""
    board, givens, free = question.board, question.givens, question.free
    is_plain = board.is_flat and not board.blocked
    takes = is_plain and free <= MAX_CELLS and symmetry_count(board) <= MAX_ORDER
    packed = are_subcubes(board, question.wanted, len(givens))
    if name is None and packed:
        return Subcubes
    if name is None:
        wanted = question.wanted
        is_full = wanted is None or (wanted - len(givens)) * 2**board.d >= FULL * free
        return ThetaTree if takes and board.d > 2 and free >= MANY_CELLS and is_full else Covers
    if name not in METHODS:
        raise InputError(f"there is no method {name!r} of counting; choose {', '.join(METHODS)}")
    if issubclass(METHODS[name], Subcubes) and not packed:
        raise InputError(
            f"packings of subcubes serve to count the maximum placements of (3,3) to"
            f" (3,{MOST_AXES}), not those of the {board}"
        )
    if issubclass(METHODS[name], ThetaTree) and not takes:
        raise InputError(
            f"theta bounds serve to count on flat boards of at most {MAX_CELLS:,} free cells,"
            f" none of them blocked; the {board} has {free:,}"
        )
    return METHODS[name]


class _Count:
    """A count: the problem, the clock, the method, and its tasks."""

    def __init__(self, question: Problem, split: Execution | None, run: RunContext) -> None:
        self.board, self.givens, self.asked = question.board, question.givens, question.wanted
        self.context, self.progress, self.split = run, run.progress, split
        self.nodes = 0
        self.premises: tuple[str, ...] = ()
        self.looked = 0.0
        self.ended: Status | None = None

    def run(self, by: Callable[[Board, tuple[int, ...]], Method]) -> MaximumCount:
        method = by(self.board.fresh(), tuple(self.givens.indices.tolist()))
        self.words = method.words
        identity, run = self._identity(), self._within_sample()
        runner = prepared(lambda: method.runner(self.split, identity, run), run)
        k = self.asked if runner is None else self._queens(runner)
        if runner is None and k is not None and self._is_sampled:
            listed = len(method.tasks) if isinstance(method, Covers) else 0
            raise self._planned(Planned(listed, 0, UNKNOWN, 0.0, is_listed=False), method, k)
        if runner is None or k is None:
            return self._unfinished(None, "" if self.asked else self._open_maximum())
        need = k - len(self.givens)
        if need <= 1:
            return self._few(method, k, need)
        try:
            runner.run(
                lambda: self._look(k, runner),
                lambda i: TaskState(arrays={"need": np.array(need), **handed_down(runner, i)}),
            )
        except WorkersLost as lost:
            self.ended = Status.FAILED
            return self._unfinished(k, str(lost))
        except Planned as plan:
            raise self._planned(plan, method, k) from None
        self.looked = 0.0
        self._look(k, runner)
        if not runner.done:
            return self._unfinished(k, runner.time_left())
        with runner.reading():
            found = method.found(runner.slices)
        self.premises = runner.premises
        cells = np.zeros(self.board.size, dtype=np.int64)
        cells[method.free] = found.on_cells(method.orbits)
        return self._finished(k, found.count, found.orbits, cells)

    def _planned(self, plan: Planned, method: Method, k: int) -> Planned:
        """Return a sample of the tasks with an estimate by random descents if it has none."""
        if plan.seconds is not None or not isinstance(method, Covers) or self.split is None:
            return plan
        found, descents = likely_time(
            method.search_board,
            k - len(self.givens),
            DESCENT_SECONDS,
            self.split.seed,
            lambda: self.context.ended() is not None,
        )
        return Planned(
            plan.tasks, 0, found, 0.0, plan.is_listed, spent=plan.spent, descents=descents
        )

    def _within_sample(self) -> RunContext:
        """Return the context of a part of the work that ends with the time of a sample, if any."""
        limit = self.context.limit
        if self.split is not None and self.split.sample is not None:
            limit = replace(limit, seconds=self.split.sample)
        return self.context.part(limit, self.progress)

    @property
    def _is_sampled(self) -> bool:
        """Whether the time of a sample is over."""
        most = None if self.split is None else self.split.sample
        return most is not None and self.context.seconds > most

    def _queens(self, runner: TaskRunner) -> int | None:
        """Return the number of queens: the required one, or the maximum."""
        if self.asked is not None:
            return self.asked
        if runner.checkpoint is not None and "queens" in runner.checkpoint.best:
            with runner.reading():
                queens = int(runner.checkpoint.best["queens"])
            if not len(self.givens) <= queens <= best_upper(self.board).value:
                raise Contradiction(f"the checkpoint {runner.checkpoint.path} has {queens} queens")
            return queens
        if self.context.ended() is None:
            outcome = MAXIMUM_ENGINE.solve(Problem(self.givens), self._within_sample())
            if outcome.status is Status.OPTIMAL and outcome.count is not None:
                runner.save_best({"queens": np.array(outcome.count)})
                return outcome.count
            self.ended = outcome.status
        return None

    def _open_maximum(self) -> str:
        """Return in words that the number of queens to count is not known, where it is not."""
        board = self.board
        most = best_upper(board).value
        if len(self.givens) or best_lower(board).value == most:
            return ""
        return (
            f"the count did not begin: the maximum of the {board} is not known, {most:,} or fewer"
            f" queens, and the search for it did not end; {REACH}"
        )

    def _few(self, method: Method, k: int, need: int) -> MaximumCount:
        """Return the count if at most one queen is to be placed."""
        free = method.free if need == 1 else method.free[:0]
        cells = np.zeros(self.board.size, dtype=np.int64)
        cells[free] = 1
        count = len(free) if need == 1 else int(need == 0)
        orbits = len(np.unique(method.orbits)) if need == 1 else count
        return self._finished(k, count, orbits if method.complete else None, cells)

    def _finished(self, k: int, count: int, orbits: int | None, cells: IntArray) -> MaximumCount:
        cells[self.givens.indices] = count
        found = finished(count, self.words, self.context, orbits=orbits, premises=self.premises)
        known = {**vars(found), "nodes": self.nodes}
        return MaximumCount(**known, board=self.board, queens=k, cells=cells)

    def _look(self, k: int, runner: TaskRunner) -> bool:
        """Return how far the search is, and whether it goes on."""
        self.nodes = runner.nodes
        self.ended = self.context.ended()
        if self.context.limit.nodes is not None and self.nodes > self.context.limit.nodes:
            self.ended = Status.LIMIT
        if self.context.seconds >= self.looked:
            self.looked = self.context.seconds + 0.1
            words = runner.describe(f"counting {counted(k, self.board.piece)} on the {self.board}")
            seconds, fraction = self.context.seconds, runner.fraction
            self.progress(Progress(words, seconds, fraction, nodes=self.nodes))
        return self.ended is None

    def _unfinished(self, k: int | None, message: str = "") -> MaximumCount:
        return MaximumCount(
            status=self.ended or self.context.ended() or Status.STOPPED,
            engine=self.words,
            seconds=self.context.seconds,
            nodes=self.nodes,
            message=message,
            board=self.board,
            queens=k or self.asked,
        )

    def _identity(self) -> dict[str, object]:
        board = self.board
        what = "most" if self.asked is None else f"{self.asked}"
        return {
            "what": f"the count of placements of {what} {board.piece}s on the {board}",
            **board_entries(board),
            "givens": sorted(self.givens.indices.tolist()),
            "queens": self.asked,
            "method": self.words,
        }
