"""What the Solve panel asks, and when an answer still holds after a click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from nqviz.bounds import best_upper
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.engines import AUTO, ENGINES, Problem, Target, certificate, message_for, uses_cuts
from nqviz.problems import (
    DOMINATION_ENGINES,
    automatic,
    complete,
    dominate,
    domination_objection,
    membership,
    objection,
)
from nqviz.proofs import Proof
from nqviz.run.context import RunContext
from nqviz.run.limit import Limit
from nqviz.run.outcome import Outcome, Status
from nqviz.run.progress import Progress

DOMINATE, INDEPENDENT = "dominate", "independent"
"""The fewest pieces that attack or occupy every cell, and those that do not attack each other."""
CELLS = "cells"
"""Which cells can hold a queen of a maximum placement."""


@dataclass(frozen=True)
class SolveRequest:
    """One question to an engine, with all that may change the answer.

    Attributes
    ----------
    givens : Placement
        The board, and the queens to keep.
    target : int, "max", "full", "dominate", "independent" or "cells"
    engine : str
        ``auto`` or the name of an engine.
    cuts : tuple of str, optional
        The families of rows of integer programs; None: the useful ones.
    limit : Limit
    """

    givens: Placement
    target: Target | str
    engine: str
    cuts: tuple[str, ...] | None
    limit: Limit

    @property
    def seeks_fewest(self) -> bool:
        """Whether few pieces are wanted; then no given ones are kept."""
        return self.target in (DOMINATE, INDEPENDENT)

    @property
    def who(self) -> str:
        """Name the engine, and who picked it."""
        if self.seeks_fewest:
            name = str(DOMINATION_ENGINES.default) if self.engine == AUTO else self.engine
        elif self.engine == AUTO:
            name = ENGINES[automatic(self.givens, self._wanted)].name
        else:
            return ENGINES[self.engine].name
        return f"Automatic: {name}" if self.engine == AUTO else name

    @property
    def seeks_cells(self) -> bool:
        """Whether cells are asked for, not a placement."""
        return self.target == CELLS

    @property
    def _wanted(self) -> Target:
        if self.seeks_cells:
            return "max"
        assert self.target in ("max", "full") or isinstance(self.target, int)
        return self.target

    def answer(self, start: Placement | None, run: RunContext) -> Outcome[Placement]:
        """Solve; called in the thread of a job.

        Parameters
        ----------
        start : Placement, optional
            What was shown before; used where it contains the givens.
        """
        if self.seeks_fewest:
            return dominate(
                self.givens.board,
                independent=self.target == INDEPENDENT,
                engine=self.engine,
                run=run.part(self.limit),
            )
        if self.seeks_cells:
            return membership(
                self.givens.board, givens=self.givens, engine=self.engine, run=run.part(self.limit)
            )
        if start is not None and not self.is_kept_by(start):
            start = None
        outcome = complete(
            self.givens,
            self._wanted,
            cuts=self.cuts,
            engine=self.engine,
            start=start,
            run=run.part(self.limit),
        )
        return replace(outcome, certificate=self._proof(outcome))

    def objections(self, known_free: int | None = None) -> Callable[[str], str]:
        """Return what says why an engine does not answer this; empty where it does.

        It says nothing of a question that no engine would answer.

        Parameters
        ----------
        known_free : int, optional
            How many cells the queens to keep leave free, where that has been counted already.
        """
        if self.seeks_fewest:
            return partial(domination_objection, board=self.givens.board)
        try:
            plain = Problem(self.givens, self._wanted, known_free=known_free)
        except InputError:
            return lambda _engine: ""
        cut = plain if self.cuts is None else replace(plain, cuts=self.cuts)
        return lambda engine: objection(engine, cut if uses_cuts(engine) else plain)

    def _proof(self, outcome: Outcome[Placement]) -> Proof | None:
        """Return what proves the very bound of an outcome, where that takes no time."""
        return certificate(outcome, self.givens, at_hand=True)

    def is_kept_by(self, placement: Placement) -> bool:
        """Return whether a placement contains all queens to keep."""
        queens = set(self.givens.indices.tolist())
        return placement.board == self.givens.board and queens <= set(placement.indices.tolist())

    def carried_over(
        self, before: SolveRequest, outcome: Outcome[Placement]
    ) -> Outcome[Placement] | None:
        """Return the answer to an earlier question where it answers this one, too.

        It does when more queens are kept now, all of which the answer contains: placements that
        contain more queens are no larger. What proves its bound proves that of this one, too.
        """
        found = outcome.placement
        if (
            self.seeks_fewest
            or found is None
            or outcome.status not in (Status.OPTIMAL, Status.FEASIBLE)
        ):
            return None
        same = replace(before, givens=self.givens) == self
        if not (same and before.is_kept_by(self.givens) and self.is_kept_by(found)):
            return None
        assert outcome.bound is not None
        words = message_for(outcome.status, found, outcome.bound, len(self.givens), "")
        return replace(outcome, message=words, seconds=0.0)

    @property
    def impossible(self) -> str:
        """Return in plain words that what was asked for cannot be, and what to do about it."""
        givens, piece = len(self.givens), self.givens.board.piece
        full = not isinstance(self.target, int)
        what = "full placement" if full else f"placement of {self.target:,} {piece}s"
        wanted = self.target if isinstance(self.target, int) else self.givens.board.full_count
        if not givens or best_upper(self.givens.board).value < wanted:
            return f"There is no {what} on this board."
        these = f"this {piece}" if givens == 1 else f"these {givens:,} {piece}s"
        return f"There is no {what} with {these}: take one away, or undo."

    def published(self, outcome: Outcome[Placement]) -> str:
        """Return what others have proven of this board where it goes beyond the engine's bound."""
        known = best_upper(self.givens.board)
        if self.seeks_fewest or (outcome.bound is not None and known.value >= outcome.bound):
            return ""
        reached = ": this many are here" if outcome.count == known.value else ""
        return f"Known elsewhere: at most {known.value:,} ({known.source}){reached}."

    def unfinished(self, news: Progress | None, seconds: float) -> Outcome[Placement]:
        """Return the outcome of a stopped search whose engine has not ended yet."""
        board = self.givens.board
        best, bound = (None, None) if news is None else (news.incumbent, news.bound)
        if self.seeks_fewest:
            found = (
                "nothing found yet" if best is None else f"{counted(len(best), board.piece)} found"
            )
            words = f"Stopped: {found}; nothing is proven."
            return Outcome(Status.STOPPED, best, bound, seconds=seconds, message=words)
        if self.seeks_cells:
            words = "Stopped before the maximum was proven: nothing is known of the cells."
            return Outcome(Status.STOPPED, seconds=seconds, message=words)
        best = self.givens if best is None else best
        bound = best_upper(board, published=False).value if bound is None else bound
        words = message_for(Status.STOPPED, best, bound, len(self.givens), "")
        return Outcome(Status.STOPPED, best, bound, seconds=seconds, message=words)


def bracket(count: int | None, bound: int | None, proven: bool, fewest: bool) -> str:
    """Write one number for what is proven, else two, both of them possible."""
    found = "–" if count is None else f"{count:,}"
    if proven:
        return f"[{found}] proven"
    if bound is None:
        return found if count is None else f"at {'most' if fewest else 'least'} {found}"
    gap = f", gap {abs(bound - count):,}" if count is not None else ""
    if fewest:
        return f"[{bound:,}, {found}]   at least {bound:,}{gap}"
    return f"[{found}, {bound:,}]   at most {bound:,}{gap}"


def credit(outcome: Outcome[Placement]) -> str:
    """Return who found and who proved it, in how many nodes and how long."""
    parts = [outcome.engine[:1].upper() + outcome.engine[1:]] if outcome.engine else []
    if outcome.nodes:
        parts.append(counted(outcome.nodes, "node"))
    parts.append(f"{outcome.seconds:.1f} s")
    return " · ".join(parts)
