"""Completion ring by ring, complete and correct, with or without its explanation.

Each sub-case is searched from the centre to the edge: every way to put the queens that a ring
still needs on the cells that are left for it is an alternative. An alternative ends when a ring
further out cannot get its queens any more, when a file or rank has no cell left, or with a
solution (Luque 2021, appendix). Nothing else is left out, so a search that comes to its end has
found every solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.notation import squares_text
from nqviz.core.placement import Placement
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Known, Outcome, Status

from .cases import SubCase, sub_cases
from .explanation import Kind, Node
from .ringed import Cells, RingedBoard, members
from .words import Words

MAX_SEARCHED = 60
"""The largest n whose boards are searched."""

MAX_NODES = 20_000
"""The largest explanation, in nodes."""

_LOOK_EVERY = 64


@dataclass(frozen=True, eq=False)
class RingSearch:
    """The result of a search by rings."""

    cases: tuple[SubCase, ...]
    """Every sub-case, searched or not."""
    solutions: tuple[Placement, ...]
    counts: tuple[int, ...]
    """The number of them in each sub-case."""
    explanation: Node | None = None


def completions(givens: Placement, run: RunContext | None = None) -> Outcome[RingSearch]:
    """Find every full placement that contains given queens on a flat square.

    Parameters
    ----------
    givens : Placement
        They must not attack each other; possibly none.

    Returns
    -------
    Outcome of RingSearch
        OPTIMAL: all solutions, and there are some. INFEASIBLE: proven that there is none. LIMIT or
        STOPPED: the solutions so far. `nodes` is the number of alternatives tried.

    Raises
    ------
    InputError
        If the board has no rings, its lines stop, the givens attack each other, n is above
        `MAX_SEARCHED`, or there are too many sub-cases.
    """
    run = run or RunContext()
    return _RingSearch(givens, run, explains=False).run()


def explain(givens: Placement, run: RunContext | None = None) -> Outcome[RingSearch]:
    """Find every completion as `completions` does, with the tree of the search.

    An explanation ends, as a limit does, at `MAX_NODES` nodes.
    """
    run = run or RunContext()
    return _RingSearch(givens, run, explains=True).run()


class _EndedEarlyError(Exception):
    """The limit is reached or the user stops."""


class _RingSearch:
    def __init__(self, givens: Placement, run: RunContext, *, explains: bool) -> None:
        if givens.board.n > MAX_SEARCHED:
            n = givens.board.n
            raise InputError(f"the search by rings is for n up to {MAX_SEARCHED}, not {n}")
        self.cases = sub_cases(givens)
        self.board = givens.board
        self.ringed = RingedBoard(givens.board)
        self.givens: Cells = sum(1 << index for index in givens.indices.tolist())
        self.context, self.progress, self.explains = run, run.progress, explains
        self.words = Words(self.ringed)
        self.solutions: list[Placement] = []
        self.nodes, self.reported, self.fraction = 0, 0.0, 0.0
        self.ended: Status | None = None

    def run(self) -> Outcome[RingSearch]:
        """Search all sub-cases."""
        root = Node(Kind.PROBLEM, self.words.problem(self.givens), tuple(members(self.givens)))
        counts = [0] * len(self.cases)
        case: Node | None = None
        try:
            for place, sub in enumerate(self.cases):
                self.fraction = place / len(self.cases)
                before = len(self.solutions)
                try:
                    if case is None or sub.number == 1:
                        case = self._case(root, sub)
                    self._sub_case(case, sub)
                finally:
                    counts[place] = len(self.solutions) - before
        except _EndedEarlyError:
            pass
        status = self.ended or (Status.OPTIMAL if self.solutions else Status.INFEASIBLE)
        _count(root)
        root.reasons = self.words.end(status, len(self.solutions), len(self.cases))
        explanation = root if self.explains else None
        found = RingSearch(tuple(self.cases), tuple(self.solutions), tuple(counts), explanation)
        return Outcome(
            status,
            found,
            engine="search by rings",
            seconds=self.context.seconds,
            nodes=self.nodes,
            known=Known.EXACT if status.is_proof else None,
        )

    def _case(self, root: Node, sub: SubCase) -> Node:
        title, reasons = self.words.case(sub)
        case = Node(Kind.CASE, title, root.queens, reasons=reasons)
        root.children.append(case)
        return case

    def _sub_case(self, case: Node, sub: SubCase) -> None:
        ringed = self.ringed
        need = [
            count - (self.givens & ring).bit_count()
            for count, ring in zip(sub.rings, ringed.rings, strict=True)
        ]
        allowed = ringed.everything & ~ringed.attacked(self.givens)
        for ring, count in enumerate(sub.rings):
            if count == 4:
                allowed &= ~ringed.corners[ring]
            if need[ring] == 0:
                allowed &= ~ringed.rings[ring]
        node = Node(
            Kind.SUB_CASE,
            f"Sub-case {sub.name}: {' '.join(map(str, sub.rings))}",
            case.queens,
            allowed=tuple(members(allowed)),
            rings=sub.rings,
        )
        if self.explains:
            node.reasons = self.words.sub_case(sub.rings, self.givens, allowed)
            case.children.append(node)
        self._descend(node, sub.rings, need, 0, self.givens, allowed)

    # One step ------------------------------------------------------------------------------

    def _descend(
        self,
        node: Node,
        rings: tuple[int, ...],
        need: list[int],
        ring: int,
        queens: Cells,
        allowed: Cells,
    ) -> None:
        """Fill the rings from one on, under a node that holds what has been placed."""
        self._look()
        while ring < len(need) and need[ring] == 0:
            ring += 1
        if ring == len(need):
            self._solve(node, queens)
            return
        fault = self._fault(need, ring, queens, allowed, rings)
        if fault is not None:
            node.reasons += (fault,)
            node.kind = Kind.CONTRADICTION
            return
        own = allowed & self.ringed.rings[ring]
        outer = allowed & ~own
        if self.explains:
            node.reasons += (self.words.left(ring, need[ring], own),)
        for placed in self._fillings(ring, need[ring], own, queens, rings):
            left = outer & ~self.ringed.attacked(placed)
            every, own_queens = tuple(members(queens | placed)), tuple(members(placed))
            child = Node(Kind.ALTERNATIVE, "", every, own_queens)
            if self.explains:
                child.title = f"{self.words.ring(ring)}: {squares_text(self.board, child.placed)}"
                child.allowed, child.excluded = tuple(members(left)), tuple(members(outer & ~left))
                child.reasons = self.words.excluded(child.excluded)
                child.rings = rings
                node.children.append(child)
            self._descend(child, rings, need, ring + 1, queens | placed, left)

    def _solve(self, node: Node, queens: Cells) -> None:
        node.kind, node.solutions, node.allowed = Kind.SOLUTION, 1, ()
        node.reasons += (f"Solution: {squares_text(self.board, members(queens))}.",)
        cells: IntArray = self.board.cells(list(members(queens)))
        self.solutions.append(Placement(self.board, cells))

    def _needs_corner(self, ring: int, queens: Cells, rings: tuple[int, ...]) -> bool:
        """Return whether the outermost ring still has to get its corner."""
        is_last = ring == len(rings) - 1 and rings[ring] == 3 and self.ringed.n > 3
        return is_last and not queens & self.ringed.corners[ring]

    def _fault(
        self, need: list[int], first: int, queens: Cells, allowed: Cells, rings: tuple[int, ...]
    ) -> str | None:
        """Return why what is left cannot be completed, if a short look finds a reason."""
        ringed, words = self.ringed, self.words
        for ring in range(first, len(need)):
            own = allowed & ringed.rings[ring]
            if need[ring] and own.bit_count() < need[ring]:
                return words.too_few(ring, need[ring], own)
            if self._needs_corner(ring, queens, rings) and not own & ringed.corners[ring]:
                return words.no_corner(ring)
            if next(self._fillings(ring, need[ring], own, queens, rings), None) is None:
                return words.all_attack(ring, need[ring], own) if self.explains else ""
        for place, line in enumerate(ringed.lines):
            if not (queens | allowed) & line:
                return words.empty_line(place)
        return None

    def _fillings(
        self, ring: int, count: int, own: Cells, queens: Cells, rings: tuple[int, ...]
    ) -> Iterator[Cells]:
        corner = self._needs_corner(ring, queens, rings)
        for placed in self.ringed.free_sets(own, count):
            if not corner or placed & self.ringed.corners[ring]:
                yield placed

    def _look(self) -> None:
        """Check the limits and report progress at intervals."""
        self.nodes += 1
        nodes = self.context.limit.nodes
        if (nodes is not None and self.nodes > nodes) or (self.explains and self.nodes > MAX_NODES):
            self.ended = Status.LIMIT
        elif self.nodes % _LOOK_EVERY == 0:
            self.ended = self.context.ended()
        if self.ended is not None:
            raise _EndedEarlyError
        if self.context.seconds >= self.reported + 0.1:
            self.reported = self.context.seconds
            best = self.solutions[-1] if self.solutions else None
            words = f"{len(self.solutions):,} solutions so far"
            self.progress(Progress(words, self.reported, self.fraction, best, nodes=self.nodes))


def _count(node: Node) -> int:
    """Write into each node how many solutions it leads to."""
    if node.kind is not Kind.SOLUTION:
        node.solutions = sum(map(_count, node.children))
    return node.solutions
