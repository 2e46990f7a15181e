"""Membership: which cells can hold a queen of a maximum placement.

Answered orbit by orbit: yes, with a placement that shows it; no, by a proof that no placement of as
many queens contains the cell; open, where the time was too short.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.symmetry import stabiliser, translate
from nqviz.engines import Problem, Target
from nqviz.engines.lp_bound import orbits
from nqviz.run.context import Limit, Progress, RunContext
from nqviz.run.outcome import Known, Outcome, Status, how_known

from .placements import complete, maximum

OPEN, NO, YES = -1, 0, 1
"""What is known of a cell."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Membership(Outcome[Placement]):
    """The outcome of asking for each cell whether a maximum placement has a queen there.

    OPTIMAL when every cell is answered, else STOPPED or LIMIT, or FAILED. The value is a maximum
    placement; None when none is proven to be: then all cells are open.
    """

    board: Board
    givens: Placement
    """Queens that all placements contain."""
    cells: IntArray
    """YES (1), NO (0) or OPEN (-1) for each index. Shape (size,)."""
    orbits: IntArray
    """The label of each cell's orbit; cells of one orbit have one answer. Shape (size,)."""
    witnesses: dict[int, Placement]
    """For each orbit with the answer yes, a maximum placement with a queen on it."""

    @property
    def queens(self) -> int | None:
        """The number of queens of a maximum placement; None when it is not proven."""
        return self.count

    def witness(self, index: int) -> Placement | None:
        """Return a maximum placement with a queen on a cell; None unless the answer is yes."""
        known = self.witnesses.get(int(self.orbits[index]))
        if known is None or index in known.indices:
            return known
        start = next(i for i in known.indices.tolist() if self.orbits[i] == self.orbits[index])
        if self.board.torus and not len(self.givens) and not self.board.blocked:
            vector = (self.board.cells(index) - self.board.cells(start)).tolist()
            return translate(known, vector)
        group = stabiliser(self.givens)
        return next(g.placement(known) for g in group if int(g.indices(start)) == index)


def membership(
    board: Board,
    run: RunContext | None = None,
    *,
    givens: Placement | None = None,
    engine: str = "auto",
) -> Membership:
    """Return for each cell whether a maximum placement has a queen there.

    First the maximum is proven; then each orbit of cells is asked in turn whether as many queens
    fit with one of them on it. Every placement that is found answers for all orbits that it meets.

    Parameters
    ----------
    givens : Placement, optional
        Only placements that contain these queens count.
    engine : str
        ``auto`` or a name in `nqviz.problems.ENGINES`.
    run : RunContext, optional
        The time that is left is shared equally among the orbits that are left.

    Raises
    ------
    InputError
        If the engine is unknown or does not suit the problem, or the givens do not suit the
        board.
    """
    run = run or RunContext()
    standing = Placement(board) if givens is None else givens
    if standing.board != board:
        raise InputError(
            f"the given {board.piece}s are on the {standing.board}, not on the {board}"
        )
    return _MembershipSearch(Problem(standing), engine, run).run()


class _MembershipSearch:
    def __init__(self, problem: Problem, engine: str, run: RunContext) -> None:
        self.engine, self.context = engine, run
        self.vain: set[int] = set()
        board, givens = problem.board, problem.givens
        self.known = Membership(
            status=Status.STOPPED,
            board=board,
            givens=givens,
            cells=np.full(board.size, OPEN, dtype=np.int64),
            orbits=orbits(givens),
            witnesses={},
        )

    def run(self) -> Membership:
        known = self.known
        outcome = self._solve(known.givens, "max", self.context.remaining)
        self.known = replace(
            known, status=outcome.status, bound=outcome.bound, engine=outcome.engine
        )
        if outcome.status is not Status.OPTIMAL or outcome.placement is None:
            return self._ended(f"The maximum is not proven, all cells are open. {outcome.message}")
        self.known = replace(self.known, value=outcome.placement)
        self._rests_on(outcome)
        self._take(outcome.placement)
        self._refute_closed()
        while self.context.ended() is None and len(left := self._open()):
            self._ask(int(left[0]), len(left))
        return self._ended("")

    def _solve(
        self, givens: Placement, target: Target, seconds: float | None
    ) -> Outcome[Placement]:
        seconds = None if seconds is None else max(seconds, 0.001)
        limit = Limit(seconds, threads=self.context.limit.threads)
        run = RunContext(limit, self._passed_on, self.context.stop)
        if target == "max" and not len(givens):
            return maximum(givens.board, run, engine=self.engine)
        return complete(givens, target, run, engine=self.engine)

    def _passed_on(self, progress: Progress) -> None:
        done = float(np.mean(self.known.cells != OPEN))
        self.context.progress(replace(progress, fraction=done, seconds=self.context.seconds))

    def _open(self) -> IntArray:
        """Return the least cell of each orbit that is open and was not asked in vain."""
        open_cells = np.flatnonzero(self.known.cells == OPEN)
        firsts = np.unique(self.known.orbits[open_cells], return_index=True)[1]
        cells = open_cells[np.sort(firsts)].tolist()
        return np.array([cell for cell in cells if cell not in self.vain], dtype=np.int64)

    def _ask(self, cell: int, left: int) -> None:
        known = self.known
        assert known.queens is not None
        remaining = self.context.remaining
        with_cell = Placement.from_indices(known.board, [*known.givens.indices.tolist(), cell])
        share = None if remaining is None else remaining / left
        # Full placements are found by exact cover, which is quicker.
        full = known.queens == known.board.full_count and known.board.has_full
        outcome = self._solve(with_cell, "full" if full else known.queens, share)
        found = outcome.placement
        if outcome.status is Status.INFEASIBLE:
            known.cells[known.orbits == known.orbits[cell]] = NO
            self._rests_on(outcome)
        elif found is not None and len(found) >= known.queens:
            self._take(found)
        else:
            self.vain.add(cell)

    def _rests_on(self, outcome: Outcome[Placement]) -> None:
        """Note that the answer depends on a proof, too; its certificate is not kept."""
        ours = self.known
        known = _weaker(*(each for each in (ours.known, outcome.known) if each is not None))
        self.known = replace(
            ours,
            known=known,
            by=outcome.by if known is outcome.known else ours.by,
            premises=tuple(dict.fromkeys((*ours.premises, *outcome.premises))),
        )

    def _take(self, placement: Placement) -> None:
        """Answer yes for every orbit that a maximum placement meets."""
        known = self.known
        for orbit in np.unique(known.orbits[placement.indices]).tolist():
            if orbit not in known.witnesses:
                known.witnesses[orbit] = placement
                known.cells[known.orbits == orbit] = YES

    def _refute_closed(self) -> None:
        """Answer no for the blocked cells, and for those that the givens attack."""
        known = self.known
        known.cells[known.board.is_blocked] = NO
        if len(known.givens):
            attacked = known.board.attack_graph[known.givens.indices].sum(axis=0) > 0
            known.cells[np.asarray(attacked).ravel()] = NO

    def _ended(self, message: str) -> Membership:
        known = replace(self.known, seconds=self.context.seconds)
        if known.queens is None:
            return replace(known, message=message)
        counts = {answer: int(np.sum(known.cells == answer)) for answer in (YES, NO, OPEN)}
        status = Status.OPTIMAL
        if counts[OPEN]:
            status = Status.STOPPED if self.context.stop.is_set() else Status.LIMIT
        words = f"{counted(counts[YES], 'cell')} can be in a placement of {known.queens}"
        words += f", {counts[NO]:,} cannot"
        if counts[OPEN]:
            words += f", {counts[OPEN]:,} {'is' if counts[OPEN] == 1 else 'are'} open"
        how = how_known(known.known, known.by, known.premises)
        return replace(known, status=status, message=f"{words}{how}.")


def _weaker(*known: Known) -> Known | None:
    """Return how an answer from several proofs is known; their certificates are not kept."""
    order = (Known.PUBLISHED, Known.FLOATING_POINT, Known.EXACT)
    kept = (Known.EXACT if each is Known.CERTIFIED else each for each in known)
    return min(kept, key=order.index, default=None)
