"""What the Solve panel asks, and when an answer still holds after a click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from nqviz.bounds import best_upper
from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.core.placement import Placement
from nqviz.engines import (
    AUTO,
    ENGINES,
    LocalSearchEngine,
    Problem,
    Target,
    certificate,
    message_for,
    uses_cuts,
)
from nqviz.engines.domination.certify import domination_certificate
from nqviz.problems import (
    DOMINATION_ENGINES,
    automatic,
    complete,
    dominate,
    domination_objection,
    maximum,
    membership,
    objection,
)
from nqviz.proofs import Proof
from nqviz.run.context import Limit, Progress, RunContext
from nqviz.run.outcome import Outcome, Status, how_known
from nqviz.run.tasks import Execution

DOMINATE, INDEPENDENT = "dominate", "independent"
"""The fewest pieces that attack or occupy every cell, and those that do not attack each other."""
CELLS = "cells"
"""Which cells can hold a queen of a maximum placement."""


@dataclass(frozen=True)
class SolveRequest:
    """One question to an engine, with all that may change the answer."""

    givens: Placement  # the board, and the queens to keep
    target: Target | str
    engine: str  # ``auto`` or the name of an engine
    cuts: tuple[str, ...] | None  # the families of rows of integer programs; None: the useful ones
    limit: Limit
    # Whether a proof is wanted that fewer than `target`, a number, fit; published bounds are not
    # used for it.
    proves: bool = False
    checkpoint: str | None = None  # the file in which a long search is kept
    # Where few pieces are wanted: whether so many suffice is decided; None for the fewest.
    at_most: int | None = None

    @property
    def seeks_fewest(self) -> bool:
        """Whether few pieces are wanted; then no given ones are kept."""
        return self.target in (DOMINATE, INDEPENDENT)

    @property
    def who(self) -> str:
        """Name the engine, and who picked it."""
        is_auto = self.engine == AUTO
        if self.seeks_fewest:
            name = str(DOMINATION_ENGINES.default) if is_auto else self.engine
        else:
            engine = automatic(self.givens, self._wanted) if is_auto else self.engine
            name = tr(ENGINES[engine].name)
        return tr("Automatic: {name}", name=name) if is_auto else name

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

        `start`: what was shown before; used where it contains the givens.
        """
        board = self.givens.board
        how: Any = {"engine": self.engine, "run": run.part(self.limit)}
        if self.seeks_fewest:
            independent = self.target == INDEPENDENT
            outcome = dominate(board, independent=independent, at_most=self.at_most, **how)
            proof = domination_certificate(outcome, board, independent, run.stop)
            return replace(outcome, certificate=proof)
        if self.seeks_cells:
            return membership(board, givens=self.givens, **how)
        if start is not None and not self.is_kept_by(start):
            start = None
        split = None if self.checkpoint is None else Execution(checkpoint=self.checkpoint)
        find, has_givens = partial(complete, self.givens, self._wanted), len(self.givens) > 0
        if self.proves and not has_givens:
            assert isinstance(self.target, int)
            find = partial(maximum, board, prove=self.target)
        elif self.target == "max" and not has_givens and not LocalSearchEngine.takes(board):
            find = partial(maximum, board)  # too large to search: what is built or known counts
        outcome = find(cuts=self.cuts, start=start, split=split, **how)
        return replace(outcome, certificate=self._proof(outcome))

    def objections(self, known_free: int | None = None) -> Callable[[str], str]:
        """Return what says why an engine does not answer this; empty where it does.

        It says nothing of a question that no engine would answer.

        `known_free`: how many cells the queens to keep leave free, where that has been counted
        already.
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
        if outcome.status.is_proof:
            return certificate(outcome, self.givens, at_hand=True)
        proof = outcome.certificate
        if not isinstance(proof, Proof) or proof.claim.givens != self.givens:
            return None
        return proof if proof.bound == outcome.bound else None

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
        found, is_found = outcome.placement, outcome.status in (Status.OPTIMAL, Status.FEASIBLE)
        if self.seeks_fewest or found is None or not is_found:
            return None
        same = replace(before, givens=self.givens) == self
        if not (same and before.is_kept_by(self.givens) and self.is_kept_by(found)):
            return None
        assert outcome.bound is not None
        how = how_known(outcome.known, outcome.by, outcome.premises)
        words = message_for(outcome.status, found, outcome.bound, len(self.givens), how=how)
        return replace(outcome, message=words, seconds=0.0)

    def unfinished(self, news: Progress | None, seconds: float) -> Outcome[Placement]:
        """Return the outcome of a stopped search whose engine has not ended yet."""
        board = self.givens.board
        best, bound = (None, None) if news is None else (news.incumbent, news.bound)
        if self.seeks_fewest:
            return Outcome(Status.STOPPED, best, bound, seconds=seconds)
        if self.seeks_cells:
            words = tr("Stopped before the maximum was proven: nothing is known of the cells.")
            return Outcome(Status.STOPPED, seconds=seconds, message=words)
        best = self.givens if best is None else best
        bound = best_upper(board, published=False).value if bound is None else bound
        return Outcome(Status.STOPPED, best, bound, seconds=seconds)
