"""Colouring the cells of a board: with a given number of colours, or with the fewest."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, inf

import numpy as np
import numpy.typing as npt

from nqviz.bounds import best_upper
from nqviz.constructions.colourings import (
    EXACT_SIDE,
    exact_colouring,
    known_chromatic,
    linear_colouring,
    product_colouring,
    shifted_colouring,
)
from nqviz.constructions.linear import has_regular
from nqviz.constructions.symmetric_colouring import SYMMETRIC_SIDES, find_symmetric
from nqviz.constructions.tabu_colouring import (
    EXHAUSTIVE_CELLS,
    TRIED_CELLS,
    TRIED_NODES,
    exhaustive_colouring,
    greedy_colouring,
    tabu_colouring,
)
from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Execution

from .colouring_walks import colour_by_walks

MAX_WRITTEN = 2**25
"""The largest number of cells of a board that a formula colours."""
MAX_ENTRIES = 2**23
"""The largest product of cells and directions of a board that is searched: squares to n = 1448."""
MAX_SEARCHED = 2**25
"""The largest number of colours of cells, and pairs of cells that attack, of a tabu search."""
GREEDY, BY_BOUND = "greedy colouring", "a bound without a search"
LARGER = 12
"""How much longer than twice the longest side of a flat board the cube is whose part it is."""


@dataclass(frozen=True, eq=False)
class Colouring(Outcome[IntArray]):
    """The outcome of a search for a colouring.

    OPTIMAL: with the fewest colours, proven. FEASIBLE: with as many as asked for, or with the
    fewest that were found. INFEASIBLE: proven that so many do not suffice. LIMIT, STOPPED: no
    answer.

    The value has the shape of the board, int64: the colour, from 0, of each cell, -1 where it is
    blocked. The bound is the number of colours that are proven to be needed.
    """

    @property
    def colours(self) -> int | None:
        """The number of colours of the value."""
        return None if self.value is None else int(self.value.max()) + 1


def colour(
    board: Board,
    run: RunContext | None = None,
    *,
    colours: int | None = None,
    seed: int = 0,
    split: Execution | None = None,
) -> Colouring:
    """Colour the open cells of a board so that pieces of one colour do not attack each other.

    `board`: where a search would need too much memory, there are bounds, formulas and the greedy
    colouring.
    `run`: without a limit, a search that finds nothing goes on until it is stopped.
    `colours`: the number of colours; without it, as few as can be found.
    `seed`: for the search.
    `split`: where the walks of a tabu search run, and the file in which they are saved.
    Raises InputError if the board is too large, or the number of colours is not possible; for a
    shard.
    """
    run = run or RunContext()
    cells = board.open_count
    if colours is not None and not 1 <= colours <= cells:
        raise InputError(f"{colours} colours are not possible; give 1 to {cells}")
    if board.size * max(1, len(board.directions)) > MAX_ENTRIES:
        large = _LargeColouring(board, seed, None, run)
        return large.given(large.modulus or large.lower if colours is None else colours)
    split = None if split == Execution() else split
    kind = _SquareColouring if board.is_classical else _ColouringSearch
    search = kind(board, seed, split, run)
    return search.fewest() if colours is None else search.given(colours)


class _ColouringSearch:
    """A search for a colouring of any board."""

    def __init__(self, board: Board, seed: int, split: Execution | None, run: RunContext) -> None:
        self.board, self.seed, self.context, self.split = board, seed, run, split
        self.lower, clique = self._largest_clique()
        self.reason = f"the cells of {clique} attack each other"
        self.known = Known.EXACT
        most = best_upper(board)
        if board.open_count > self.lower * most.value:
            self.lower = -(-board.open_count // most.value)
            self.known = Known.PUBLISHED if most.published else Known.EXACT
            of = f"of the {board.open_count:,} cells ({most.source})"
            self.reason = f"each has at most {most.value:,} {of}"

    def _largest_clique(self) -> tuple[int, str]:
        """Return the size of a set of cells that all attack each other, and what it is."""
        board = self.board
        lines = (board.incidence @ self._is_open.ravel().astype(np.int64)).max(initial=1)
        boxes = self._is_open.astype(np.int64)
        for axis, side in enumerate(board.shape if board.piece == "queen" else ()):
            if side > 1:
                first, second = (np.take(boxes, np.arange(k, side - 1 + k), axis) for k in (0, 1))
                boxes = first + second
        if boxes.max() > lines:
            return int(boxes.max()), "a box of side 2"
        return int(lines), "a line"

    @property
    def _is_open(self) -> npt.NDArray[np.bool_]:
        """Whether a piece may stand on each cell, with the shape of the board."""
        return ~self.board.is_blocked.reshape(self.board.shape)

    def given(self, colours: int, least: int | None = None) -> Colouring:
        """Answer for one number of colours; walks in tasks go on to fewer, down to `least`."""
        if colours < self.lower:
            message = f"{counted(colours, 'colour')} cannot suffice: {self.reason}."
            return self._end(Status.INFEASIBLE, None, BY_BOUND, message)
        known = self._construct(colours)
        if known is not None:
            return known
        if self.board.open_count <= (TRIED_CELLS if self.split is None else EXHAUSTIVE_CELLS):
            decided = self._tried(colours)
            if decided is not None:
                return decided
        if self._is_large(colours):
            return self._by_greed(colours)
        square = self._searched(colours, colours if least is None else least)
        if square is not None:
            return self._decided(square, colours, "tabu search")
        return self._out_of_time(colours, "tabu search")

    def _tried(self, colours: int) -> Colouring | None:
        """Answer by the exhaustive search; None if it has taken too long."""
        method, is_cut = "exhaustive search", False
        most = TRIED_NODES if self.board.open_count > EXHAUSTIVE_CELLS else inf

        def look(nodes: int) -> bool:
            nonlocal is_cut
            is_cut = is_cut or nodes > most or self.context.ended() is not None
            if nodes % 100 == 0:
                self.context.report(f"colouring with {colours} colours: all ways")
            return not is_cut

        square = exhaustive_colouring(self.board, colours, look)
        if square is not None or not is_cut:
            return self._decided(square, colours, method)
        return None if self.context.ended() is None else self._out_of_time(colours, method)

    def _out_of_time(self, colours: int, method: str) -> Colouring:
        message = f"No colouring with {colours} colours was found in time."
        return self._end(self.context.ended() or Status.LIMIT, None, method, message)

    def _searched(self, colours: int, least: int) -> IntArray | None:
        """Return a colouring by tabu search; None, which proves nothing, if the run ends."""
        if self.split is None:
            return tabu_colouring(self.board, colours, self.context, seed=self.seed)
        run, seed, split = self.context, self.seed, self.split
        return colour_by_walks(self.board, colours, least, run, seed=seed, split=split)

    @cached_property
    def _greedy(self) -> IntArray:
        return greedy_colouring(self.board)

    @cached_property
    def _pairs(self) -> int:
        """About how many pairs of cells attack each other, each counted both ways."""
        board = self.board
        cells = board.cells(np.flatnonzero(~board.is_blocked))
        keys = (board.line_keys(cells, direction) for direction in range(len(board.directions)))
        return sum(int((np.bincount(line) ** 2).sum()) for line in keys)

    def _is_large(self, colours: int) -> bool:
        """Return whether a tabu search would need too much memory."""
        return self.board.open_count * 2 * colours + self._pairs > MAX_SEARCHED

    def _by_greed(self, colours: int) -> Colouring:
        """Answer by the greedy colouring alone."""
        used = int(self._greedy.max()) + 1
        if used <= colours:
            return self._decided(self._greedy, colours, GREEDY)
        message = f"The greedy colouring has {used} colours; the board is too large for a search."
        return self._end(self.context.ended() or Status.LIMIT, None, GREEDY, message)

    def _construct(self, colours: int) -> Colouring | None:
        """Use the shifts of a regular solution, or the greedy colouring."""
        modulus = self.modulus
        if (
            modulus is not None
            and modulus <= colours
            and (modulus == self.lower or modulus <= self._greedy.max() + 1)
        ):
            return self._by_shifts(modulus, colours)
        return None if self._greedy.max() >= colours else self._by_greed(colours)

    @cached_property
    def modulus(self) -> int | None:
        """The number of colours of the shifts of a regular solution; None if no such are known.

        On a flat board they are those of the least larger cube that has regular solutions.
        """
        board, n = self.board, max(self.board.shape)
        if board.piece != "queen" or board.d < 2 or board.twist:
            return None
        if board.wraps:
            return n if board.is_cube and has_regular(n, board.d) else None
        sides = range(n, 2 * n + LARGER)
        return next((side for side in sides if has_regular(side, board.d)), None)

    def _by_shifts(self, modulus: int, colours: int) -> Colouring:
        square = np.where(self._is_open, shifted_colouring(self.board.shape, modulus), -1)
        return self._decided(square, colours, "shifts of a regular solution")

    def fewest(self) -> Colouring:
        """Find as few colours as possible; OPTIMAL when one fewer is proven impossible."""
        best = self._at_first()
        colours = self._most if best is None else (best.colours or self._most) - 1
        while not self._is_slow(self.lower):
            found = self.given(self.lower)
            if found.value is not None:
                return found
            if found.status is not Status.INFEASIBLE:
                break
            self.lower, self.known = self.lower + 1, Known.EXACT
        # From above: each colouring found asks for one with a colour less.
        while colours >= self.lower and self.context.ended() is None:
            found = self.given(colours, self.lower)
            if found.value is None:
                if found.status is Status.INFEASIBLE:
                    self.lower, self.known = colours + 1, Known.EXACT
                break
            best, colours = found, (found.colours or colours) - 1
        if best is None:
            return found
        if best.colours == self.lower:
            return self._decided(best.value, self.lower, best.engine)
        message = f"{best.colours} colours were found; at least {self.lower} are needed."
        if self._is_large(best.colours or 0):
            message += " The board is too large for a search for fewer."
        return self._end(Status.FEASIBLE, best.value, best.engine, message + self._published())

    @property
    def _most(self) -> int:
        """The number of colours to begin with."""
        return self.board.open_count

    def _at_first(self) -> Colouring | None:
        """Return a colouring to keep if the time ends before a better one is found."""
        return self.given(self.board.open_count)

    def _published(self) -> str:
        """Return a sentence on the published number; empty without one."""
        return ""

    def _is_slow(self, colours: int) -> bool:
        """Return whether nothing but a search that proves nothing can answer."""
        return self.board.open_count > EXHAUSTIVE_CELLS

    def _decided(self, square: IntArray | None, colours: int, method: str) -> Colouring:
        if square is None:
            message = f"No colouring with {colours} colours exists, by {method}."
            return self._end(Status.INFEASIBLE, None, method, message)
        used = int(square.max()) + 1
        fewest = used == self.lower
        message = f"{counted(used, 'colour')}, by {method}" + (": the fewest." if fewest else ".")
        board = self.board
        if board.piece == "queen" and board.d > 1 and used == board.n > 1 and self._is_open.all():
            message += f" The colours are {used} disjoint full solutions, the most that fit."
        return self._end(Status.OPTIMAL if fewest else Status.FEASIBLE, square, method, message)

    def _end(self, status: Status, square: IntArray | None, method: str, message: str) -> Colouring:
        by_bound = status is Status.OPTIMAL or method == BY_BOUND
        known = self.known if by_bound else Known.EXACT
        return Colouring(
            status,
            square,
            self.lower,
            engine=method,
            seconds=self.context.seconds,
            message=message,
            known=known if status.is_proof else None,
        )


class _LargeColouring(_ColouringSearch):
    """The colouring of a board that is too large to search; its lines are not listed."""

    def _largest_clique(self) -> tuple[int, str]:
        board = self.board
        along = 1 in board.direction_classes and not board.stops
        rows = [int(self._is_open.sum(axis).max()) for axis in range(board.d) if along]
        return max(rows, default=1), "a line"

    def _construct(self, colours: int) -> Colouring:
        """Use the shifts of a regular solution.

        Raises InputError if they need more colours, or the board has no such formula.
        """
        board, modulus = self.board, self.modulus
        if modulus is not None and modulus <= colours and board.size <= MAX_WRITTEN:
            return self._by_shifts(modulus, colours)
        formula = f"a formula takes {modulus} colours" if modulus else "no formula colours it"
        if board.size > MAX_WRITTEN:
            formula = f"a formula colours up to {MAX_WRITTEN:,} cells, not {board.size:,}"
        entries = f"{board.size * len(board.directions):,} cells times directions"
        raise InputError(
            f"the {board} is too large to search: {entries}, and {MAX_ENTRIES:,} fit; {formula}"
        )


class _SquareColouring(_ColouringSearch):
    """A search for a colouring of the (n,2)-board, with what is known of it."""

    def _largest_clique(self) -> tuple[int, str]:
        n = self.board.n
        return (4, "a square of side 2") if 1 < n < 4 else (n, "a row")

    def _construct(self, colours: int) -> Colouring | None:
        """Use a formula, or a search that also proves that there is none."""
        n = self.board.n
        if gcd(n, 6) == 1:
            return self._decided(linear_colouring(n), colours, "2i + j mod n")
        if colours == n and n <= EXACT_SIDE:
            return self._decided(exact_colouring(n), colours, "exact cover by planar solutions")
        if colours == n and n in SYMMETRIC_SIDES:
            square = find_symmetric(n, run=self.context, seed=self.seed)
            method = "exact cover by planar solutions and their images"
            if square is None:
                return self._out_of_time(n, method)
            return self._decided(square, colours, method)
        for inner in range(5, n // 2 + 1):
            if n % inner or gcd(inner, 6) != 1:
                continue
            outer = known_chromatic().get(n // inner, (n * n, ""))[0]
            if outer * inner <= colours:
                base = _SquareColouring(Board.cube(n // inner, 2), self.seed, None, self.context)
                found = base.given(outer)
                if found.value is not None:
                    square = product_colouring(found.value, linear_colouring(inner))
                    return self._decided(square, colours, f"product of {n // inner} and {inner}")
        modulus = self.modulus
        return self._by_shifts(modulus, colours) if modulus and modulus <= colours else None

    @property
    def _most(self) -> int:
        return self.board.n + max(2, self.board.n // 3)

    def _at_first(self) -> Colouring | None:
        if self._is_large(self._most):
            return self.given(self.board.open_count)
        found = self.given(self.lower) if self.board.n in SYMMETRIC_SIDES else None
        return None if found is None or found.value is None else found

    def _published(self) -> str:
        known = known_chromatic().get(self.board.n)
        return "" if known is None else f" {known[0]} is known to be the fewest ({known[1]})."

    def _is_slow(self, colours: int) -> bool:
        n = self.board.n
        if n * n <= EXHAUSTIVE_CELLS or gcd(n, 6) == 1:
            return False
        return not (colours == n and (n <= EXACT_SIDE or n in SYMMETRIC_SIDES))
