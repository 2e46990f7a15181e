"""What the Solve panel asks, and when an answer still holds after a click."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from nqviz.placement import Placement
from nqviz.problems import complete
from nqviz.solvers import Target, message_for
from nqviz.work import Limit, Outcome, ProgressCallback, Status

AUTOMATIC = "auto"
"""Stands for the engine that is picked by board and question."""


@dataclass(frozen=True)
class Ask:
    """One question to an engine, with all that may change the answer.

    Attributes
    ----------
    givens : Placement
        The board, and the queens to keep.
    target : int, "max" or "full"
    engine : str
        ``auto`` or the name of an engine.
    cuts : tuple of str, optional
        The families of rows of integer programs; None: the useful ones.
    limit : Limit
    """

    givens: Placement
    target: Target
    engine: str
    cuts: tuple[str, ...] | None
    limit: Limit

    def answer(
        self, start: Placement | None, progress: ProgressCallback, stop: threading.Event
    ) -> Outcome:
        """Solve; called in the thread of a job.

        Parameters
        ----------
        start : Placement, optional
            What was shown before; used where it contains the givens.
        """
        if start is not None and not self.is_kept_by(start):
            start = None
        return complete(
            self.givens,
            self.target,
            cuts=self.cuts,
            engine=self.engine,
            start=start,
            limit=self.limit,
            progress=progress,
            stop=stop,
        )

    def is_kept_by(self, placement: Placement) -> bool:
        """Tell whether a placement contains all queens to keep."""
        queens = set(self.givens.indices.tolist())
        return placement.board == self.givens.board and queens <= set(placement.indices.tolist())

    def carried_over(self, before: Ask, outcome: Outcome) -> Outcome | None:
        """Give the answer to an earlier question where it answers this one, too.

        It does when more queens are kept now, all of which the answer contains: placements that
        contain more queens are no larger.
        """
        found = outcome.placement
        if found is None or outcome.status not in (Status.OPTIMAL, Status.FEASIBLE):
            return None
        same = replace(before, givens=self.givens) == self
        if not (same and before.is_kept_by(self.givens) and self.is_kept_by(found)):
            return None
        assert outcome.bound is not None
        words = message_for(outcome.status, found, outcome.bound, len(self.givens), "")
        return replace(outcome, message=words, seconds=0.0)
