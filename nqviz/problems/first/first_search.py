"""The state of a search for the first placement: limits, progress and results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nqviz.problems.planar import as_placement
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Status

MOMENT = 0.1
"""Seconds between two reports of rows that are only tried."""


@dataclass(frozen=True)
class Filling(Progress):
    """A moment of the search for a first placement."""

    certain: tuple[int, ...] = ()
    """The columns of the first rows that are proven, from 0: they never change again."""
    tried: tuple[int, ...] = ()
    """The columns of the first rows as they are being tried; begins with those that are certain."""


class Ended(Exception):  # noqa: N818 - it is no error
    """The search is over before its answer."""

    def __init__(self, status: Status) -> None:
        super().__init__(str(status))
        self.status = status


class FirstSearch:
    """A search for the first placement: its limits, progress and results.

    `nodes`: queens tried, or linear or integer programs solved, by engine.
    `certain`: the columns of the first rows that are proven.
    `best`: a full placement, not always the first.
    `deepest`: the most rows filled so far, apart from full placements.
    `premises`: what a proof takes for granted; see `Outcome`.
    `failure`: why the search failed; empty if it did not.
    """

    def __init__(self, n: int, run: RunContext) -> None:
        self.n = n
        self.nodes = 0
        self.certain: tuple[int, ...] = ()
        self.best: list[int] | None = None
        self.deepest = 0
        self.premises: tuple[str, ...] = ()
        self.failure = ""
        self.context = run
        self._progress = run.progress
        self._reported = 0.0

    def check(self, nodes: int = 0) -> None:
        """Count nodes, and end the search at a limit or a stop.

        Raises Ended.
        """
        self.nodes += nodes
        ended = self.ended()
        if ended is not None:
            raise Ended(ended)

    def ended(self) -> Status | None:
        """Return why the search has to end, or None."""
        if self.failure:
            return Status.FAILED
        ended, most = self.context.ended(), self.context.limit.nodes
        return Status.LIMIT if ended is None and most is not None and self.nodes >= most else ended

    def is_over(self) -> bool:
        """Return whether a limit is reached or the search is stopped; polled by solvers."""
        return self.context.ended() is not None

    def report(self, tried: Callable[[], Sequence[int]] | Sequence[int] = ()) -> None:
        """Report the rows that are tried, at most ten times a second."""
        if callable(tried):
            tried = tried()
        self.deepest = max(self.deepest, len(tried))
        if self.context.seconds >= self._reported + MOMENT:
            self._report_now(tried)

    def settle(self, rows: Sequence[int]) -> None:
        """Record first rows as proven, and report each of them."""
        for count in range(len(self.certain) + 1, len(rows) + 1):
            self.certain = tuple(rows[:count])
            self._report_now(self.certain)

    def _report_now(self, tried: Sequence[int]) -> None:
        self._reported = self.context.seconds
        best = None if self.best is None else as_placement(self.best)
        self._progress(
            Filling(
                f"column {len(self.certain) + 1} of {self.n}"
                if len(self.certain) < self.n
                else "all columns are certain",
                self._reported,
                len(self.certain) / self.n,
                best,
                nodes=self.nodes,
                certain=self.certain,
                tried=tuple(tried),
            )
        )
