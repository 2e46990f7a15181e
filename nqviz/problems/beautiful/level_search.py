"""What is known while most beautiful queens are searched for, and whom to ask."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.placement import Placement
from nqviz.engines import ENGINES
from nqviz.ilp.highs import highs_name
from nqviz.problems.planar import as_placement, cell_costs, fingerprint, permutation
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Known, Outcome, Status, how_known

from .integer import ask_cp_sat, ask_highs
from .questions import Columns, Question, Unanswered, find_columns
from .relaxation import Solutions, probe, relax
from .tree_search import search_tree

FIRST_NODES, MORE_NODES = 20_000, 600_000
"""Nodes of the search before cells are probed, and after."""
FIRST_SECONDS = 5.0
"""The first time limit of the solver."""


@dataclass(frozen=True, kw_only=True)
class Beautiful(Outcome[Placement]):
    """The outcome of a search for a most beautiful placement.

    OPTIMAL: no placement has a lesser fingerprint than the value, one of several with it.
    INFEASIBLE: the board has no placement of n queens. LIMIT, STOPPED: the value is the best found.
    """

    n: int
    decided: int = 0
    """The number of leading entries of the fingerprint that are proven to be the least."""

    @property
    def permutation(self) -> tuple[int, ...] | None:
        """The column, from 0, of each row of the value."""
        return None if self.value is None else permutation(self.value)

    @property
    def fingerprint(self) -> tuple[int, ...] | None:
        """The costs of the cells of the value in non-increasing order."""
        return None if self.permutation is None else fingerprint(self.permutation)


@dataclass(frozen=True)
class Deciding(Progress):
    """A moment of the search."""

    decided: tuple[tuple[int, int], ...] = ()
    """Costs that are decided, the highest first, each with its proven number of queens; costs
    between them that are left out have none."""
    level: int | None = None
    """The cost that is being decided."""


class LevelSearch:
    """The state of a search for most beautiful queens, level by level."""

    def __init__(self, n: int, run: RunContext) -> None:
        self.n, self.context, self.progress = n, run, run.progress
        self.levels = np.unique(cell_costs(n))
        self.best: IntArray | None = None
        self.decided: dict[int, int] = {}
        self.is_empty = False
        # Cells of no placement that is as beautiful as the best on the decided levels.
        self.barred = np.zeros((n, n), dtype=np.bool_)
        self._solutions = Solutions()
        self._refuted: set[Hashable] = set()
        self.nodes = 0
        self.weights = np.zeros(2 * n, dtype=np.int64)
        self.cancelled = run.stop if run.limit.seconds is None else _Ended(run)

    @property
    def print(self) -> tuple[int, ...]:
        """The fingerprint of the best; without one, of nothing."""
        return () if self.best is None else fingerprint(self.best)

    @property
    def settled(self) -> int:
        """How many queens stand on decided levels."""
        return sum(self.decided.values())

    def report(self, activity: str, level: int | None = None) -> None:
        """Report."""
        self.progress(
            Deciding(
                activity,
                self.context.seconds,
                self.settled / self.n,
                None if self.best is None else as_placement(self.best),
                None,
                self.nodes,
                tuple(sorted(self.decided.items(), reverse=True)),
                level,
            )
        )

    def keep(self, columns: IntArray) -> None:
        """Keep a placement if it is more beautiful than the incumbent; `columns`, shape (n,)."""
        if self.best is None or fingerprint(columns) < self.print:
            self.best = columns

    def keeps(self, columns: Columns) -> bool:
        """Keep the placement of an answer, if there is one; return whether there is."""
        if columns is not None:
            self.keep(columns)
        return columns is not None

    def count_nodes(self, nodes: int) -> bool:
        """Count the nodes of a slice; return whether to end."""
        self.nodes += nodes
        return self.context.ended() is not None

    def ask(self, question: Question) -> bool:
        """Find and keep a placement, or prove that there is none; return whether there is one."""
        question = question.without(self.barred)
        relaxed = relax(question)
        if relaxed.least > question.most:
            return False
        return self._is_answered(question.without(relaxed.barred(question.most)))

    def keep_to(self, question: Question, columns: Columns) -> bool:
        """Keep the answer of a question that the best has to answer; return whether there is one.

        What is as beautiful as the answer, or more so, answers the question as well: its barred
        cells are barred from now on.
        """
        if columns is None:
            self._refuted.add(question.key())
        elif question.barred is not None:
            self.barred |= question.barred
        return self.keeps(columns)

    def probed(self, question: Question) -> Question | None:
        """Bar cells by probes, see `probe`; raise Unanswered if the search has to end."""
        narrow = probe(question, self.cancelled, self._solutions)
        if self.context.ended() is not None:
            raise Unanswered
        return narrow

    def _is_answered(self, question: Question) -> bool:
        with suppress(Unanswered):
            return self.keep_to(
                question, find_columns(question, FIRST_NODES, self.weights, self.count_nodes)
            )
        left = self.probed(question)
        if left is None or left.key() in self._refuted:
            return False
        return self.keep_to(left, self._answer(left))

    def restarted(self, question: Question, nodes: int) -> Columns:
        """Search a probed question; weights from questions that allow more cells mislead it."""
        return find_columns(question, nodes, np.zeros_like(self.weights), self.count_nodes)

    def _answer(self, left: Question) -> Columns:
        """Search a question by turns with the solvers."""
        seconds = FIRST_SECONDS
        nodes = MORE_NODES
        while self.context.ended() is None:
            with suppress(Unanswered):
                return search_tree(left, nodes, self.weights, self.count_nodes)
            with suppress(Unanswered):
                return self.restarted(left, nodes)
            with suppress(Unanswered):
                return ask_highs(left, self.cancelled, seconds)
            with suppress(Unanswered):
                return self._by_cp_sat(left, seconds)
            nodes, seconds = 3 * nodes, 2 * seconds
        raise Unanswered

    def _by_cp_sat(self, question: Question, seconds: float) -> Columns:
        if not ENGINES["cp-sat"].is_installed:
            raise Unanswered
        return ask_cp_sat(question, self.cancelled, seconds)

    def result(self, engine: str) -> Beautiful:
        """Return the outcome."""
        done = self.settled == self.n
        ended = self.context.ended() or Status.FAILED
        status = Status.INFEASIBLE if self.is_empty else Status.OPTIMAL if done else ended
        return Beautiful(
            status=status,
            value=None if self.best is None else as_placement(self.best),
            engine=engine,
            seconds=self.context.seconds,
            message=self._message(status),
            known=Known.FLOATING_POINT if status.is_proof else None,
            by=highs_name() if status.is_proof else "",
            n=self.n,
            decided=self.settled,
        )

    def _message(self, status: Status) -> str:
        queens = f"{self.n} queen{'s' if self.n != 1 else ''}"
        if status is Status.INFEASIBLE:
            return f"The board with n = {self.n} has no placement of {queens}."
        if status is Status.OPTIMAL:
            how = how_known(Known.FLOATING_POINT, highs_name())
            return f"No placement of {queens} has a lesser fingerprint{how}."
        if self.best is None:
            return "No placement was found in time; nothing is proven."
        return (
            f"The first {self.settled} of {self.n} costs are proven to be the least;"
            " the rest is the best found."
        )


class _Ended(threading.Event):
    """Set when a time limit is over or the stop flag is set."""

    def __init__(self, run: RunContext) -> None:
        super().__init__()
        self._watch = run

    def is_set(self) -> bool:
        """Return whether a limit is reached or the search is stopped."""
        return self._watch.ended() is not None
