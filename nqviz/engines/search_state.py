"""The state of a search: incumbent and bound, each refused where it contradicts the other.

The status and the message of an outcome follow from them.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from nqviz.bounds import best_lower, best_upper
from nqviz.core.board import IntArray
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.ilp import FAMILIES
from nqviz.run.context import RunContext
from nqviz.run.outcome import Contradiction, Known, Status

from .problem import Problem


def status_for(count: int, bound: int, wanted: int | None) -> Status | None:
    """Return the status of a problem, None while it is open.

    `count`: queens of the incumbent.
    `bound`: proven upper bound.
    `wanted`: the target, in queens; None for a maximum.
    """
    if count >= bound and (wanted is None or count >= wanted):
        return Status.OPTIMAL
    if wanted is not None and count >= wanted:
        return Status.FEASIBLE
    if wanted is not None and bound < wanted:
        return Status.INFEASIBLE
    return None


def message_for(
    status: Status, best: Placement, bound: int, givens: int, failure: str = "", how: str = ""
) -> str:
    """Return one sentence that states what is proven, and how it is known.

    `givens`: the number of given queens.
    `failure`: why the engine ended without an answer, for `Status.FAILED`.
    `how`: how a proof is known; see `nqviz.run.outcome.how_known`.
    """
    piece = best.board.piece
    what = f"the {best.board}"
    if givens:
        what += f" that keeps the {piece if givens == 1 else counted(givens, piece)}"
    found = f"{counted(len(best), piece)} found, at most {bound:,} possible"
    if status is Status.OPTIMAL:
        return f"{counted(len(best), piece)} found, and no placement of {what} has more{how}."
    if status is Status.INFEASIBLE:
        return f"No placement of {what} has more than {counted(bound, piece)}{how}."
    if status is Status.FEASIBLE:
        return f"{found}; as many as were asked for, and nothing is proven beyond that."
    if status is Status.FAILED:
        return f"{failure}; {found}."
    ended = "Stopped" if status is Status.STOPPED else "The limit was reached"
    return f"{ended}: {found}; nothing is proven beyond that."


def premises_of(cuts: Iterable[str]) -> tuple[str, ...]:
    """Return what a proof by an integer program with cuts takes for granted."""
    published = [name for name in cuts if FAMILIES[name].is_published]
    if not published:
        return ()
    word = "cut" if len(published) == 1 else "cuts"
    return (f"published maxima of smaller boards in the {word} {', '.join(published)}",)


class EngineState(ABC):
    """What engine threads write, and their caller reads, while they work.

    `best`, `bound`: the incumbent and the proven bound.
    `context`: the time and the limits.
    `cancelled`: set when the result is no longer needed; the engine ends as soon as it can.
    `activity`: the current step, in a few words.
    `fraction`: the fraction of the work that is done, 0 to 1, where it is known.
    `known`: how the bound is known.
    `premises`: what the bound takes for granted; see `Outcome`.
    `fault`: set when a result contradicted another, and was refused.
    """

    best: Placement | None
    bound: int

    def __init__(self, activity: str, run: RunContext) -> None:
        self.context = run
        self.cancelled = threading.Event()
        self.activity = activity
        self.nodes: int | None = None
        self.fraction: float | None = None
        self.known = Known.EXACT
        self.premises: list[str] = []
        self.fault: Contradiction | None = None
        self._lock = threading.Lock()

    @property
    @abstractmethod
    def answered(self) -> bool:
        """Whether the incumbent and the bound answer the question."""

    @abstractmethod
    def submit_incumbent(self, indices: IntArray) -> bool:
        """Keep a placement, indices of shape (k,), if it is better; False if it is invalid."""

    @abstractmethod
    def tighten_bound(self, bound: int) -> None:
        """Keep a proven bound if it is tighter."""

    @abstractmethod
    def copied(self) -> Callable[[RunContext], EngineState]:
        """Return a picklable function that makes a copy of this state in another process."""

    @property
    def is_over(self) -> bool:
        """Whether it is answered or cancelled, or has visited as many nodes as its limit allows."""
        is_spent = self.context.limit.is_spent(self.nodes)
        return self.cancelled.is_set() or self.answered or is_spent

    def _refuse(self, words: str) -> Contradiction:
        """Keep and return the error for a result that contradicts another; nothing is kept of it.

        A premise, such as a damaged checkpoint, may be what is wrong.
        """
        given = f"; given {' and '.join(self.premises)}" if self.premises else ""
        self.fault = Contradiction(f"{words}{given}")
        return self.fault


class SearchState(EngineState):
    """The incumbent and bound of a search for a large placement.

    `improved`: time of the incumbent, in seconds since the start.
    `bound`: proven upper bound on the placements that contain the givens.
    `certificate`: a certificate of the bound, for provers that have one.
    `prover`: the prover that runs, where several engines share the work.
    `found_by`, `bound_by`: the sources of the incumbent and the bound; empty if known before.
    """

    best: Placement

    def __init__(self, problem: Problem, run: RunContext) -> None:
        super().__init__("preparing", run)
        self.problem = problem
        self.certificate: object | None = None
        self.prover = self.found_by = self.bound_by = ""
        known = best_upper(problem.board, published=False).value
        self.bound = known if problem.takes_bounds else problem.board.size
        self.best = problem.givens
        self.improved = 0.0
        if problem.start is not None:
            self.submit_incumbent(problem.start.indices)

    def submit_incumbent(self, indices: IntArray, by: str | None = None) -> bool:
        """Keep a placement if it is valid, contains the givens and is larger than the incumbent.

        `indices`, shape (k,): the cells of all its queens, including the given ones.
        `by`: the source; by default the prover that runs.
        Returns False if the placement is invalid or lacks a given queen.
        Raises Contradiction if it has more queens than are proven to be possible.
        """
        if len(indices) <= len(self.best):
            return True
        cells, givens = set(indices.tolist()), self.problem.givens.indices.tolist()
        if len(cells) < len(indices) or not cells.issuperset(givens):
            return False
        ordered = [*givens, *sorted(cells.difference(givens))]
        placement = Placement.from_indices(self.problem.board, ordered[: self.problem.wanted])
        if not placement.is_valid():
            return False
        known = best_upper(self.problem.board)
        with self._lock:
            if len(placement) > min(known.value, self.bound):
                source = known.source if known.value <= self.bound else self.bound_by
                most = min(known.value, self.bound)
                raise self._contradicted(f"{len(placement):,} found, at most {most:,} by {source}")
            if len(placement) > len(self.best):
                self.best = placement
                self.improved = self.context.seconds
                self.found_by = self.prover if by is None else by
        return True

    def tighten_bound(
        self, bound: int, known: Known = Known.FLOATING_POINT, by: str | None = None
    ) -> None:
        """Keep a proven upper bound on placements that contain the givens, if it is tighter.

        `by`: the source; by default the prover that runs.
        Raises Contradiction if a placement with more queens is known.
        """
        by = self.prover if by is None else by
        with self._lock:
            if bound >= self.bound:
                return
            if bound < len(self.best):
                raise self._contradicted(f"at most {bound:,} by {by}, {len(self.best):,} found")
            least = None if len(self.problem.givens) else best_lower(self.problem.board)
            if least is not None and bound < least.value:
                words = f"{least.value:,} known: {least.source}"
                raise self._contradicted(f"at most {bound:,} by {by}, {words}")
            self.bound = bound
            self.bound_by = by
            is_unchecked = known is Known.CERTIFIED and self.problem.board.stops
            self.known = Known.EXACT if is_unchecked else known

    def _contradicted(self, words: str) -> Contradiction:
        return self._refuse(f"{self.problem.board.piece}s on the {self.problem.board}: {words}")

    def copied(self) -> Callable[[RunContext], SearchState]:
        """Return a picklable function that makes a copy of the state in another process."""
        return partial(SearchState, replace(self.problem, start=self.best))

    @property
    def target(self) -> int:
        """The number of queens, the givens among them, that is to be found or refuted."""
        wanted = self.problem.wanted
        return len(self.best) + 1 if wanted is None else wanted

    @property
    def answered(self) -> bool:
        """Whether the incumbent and the bound solve the problem."""
        return status_for(len(self.best), self.bound, self.problem.wanted) is not None
