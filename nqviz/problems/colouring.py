"""Colouring the cells of a board: with a given number of colours, or with the fewest."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from nqviz.constructions.colourings import (
    EXACT_SIDE,
    exact_colouring,
    known_chromatic,
    linear_colouring,
    product_colouring,
)
from nqviz.constructions.symmetric_colouring import SYMMETRIC_SIDES, find_symmetric
from nqviz.constructions.tabu_colouring import (
    EXHAUSTIVE_CELLS,
    exhaustive_colouring,
    greedy_colouring,
    tabu_colouring,
)
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status

MAX_SIDE = 100
"""The largest n of a flat square that is accepted."""
MAX_CELLS = 2000
"""The most open cells of another board."""


@dataclass(frozen=True, eq=False)
class Colouring(Outcome[IntArray]):
    """The outcome of a search for a colouring.

    OPTIMAL: with the fewest colours, proven. FEASIBLE: with as many as asked for, or with the
    fewest that were found. INFEASIBLE: proven that so many do not suffice. LIMIT, STOPPED: no
    answer.

    The value has the shape of the board, int64: the colour, from 0, of each cell, -1 where it is
    blocked. The bound is the number of
    colours that are proven to be needed; `engine` is the method.
    """

    @property
    def colours(self) -> int | None:
        """The number of colours of the value."""
        return None if self.value is None else int(self.value.max()) + 1


def colour(
    board: Board, run: RunContext | None = None, *, colours: int | None = None, seed: int = 0
) -> Colouring:
    """Colour the open cells of a board so that pieces of one colour do not attack each other.

    Parameters
    ----------
    board : Board
        A flat square for queens with a side up to `MAX_SIDE`, or any board with up to `MAX_CELLS`
        open cells.
    run : RunContext, optional
        Without a limit, a search that finds nothing goes on until it is stopped.
    colours : int, optional
        The number of colours; without it, as few as can be found.
    seed : int
        For the search.

    Raises
    ------
    InputError
        If the board does not suit, or its side or the number of colours is out of reach.
    """
    run = run or RunContext()
    cells = board.open_count
    if board.is_classical and board.n > MAX_SIDE:
        raise InputError(f"colourings are for n = 1 to {MAX_SIDE}, not {board.n}")
    if not board.is_classical and cells > MAX_CELLS:
        raise InputError(
            f"colourings of other boards than flat squares are for at most {MAX_CELLS:,} cells; the"
            f" {board} has {cells:,}"
        )
    if colours is not None and not 1 <= colours <= cells:
        raise InputError(f"{colours} colours are not possible; give 1 to {cells}")
    search = (_SquareColouring if board.is_classical else _ColouringSearch)(board, seed, run)
    return search.fewest() if colours is None else search.given(colours)


class _ColouringSearch:
    """A search for a colouring of any board."""

    def __init__(self, board: Board, seed: int, run: RunContext) -> None:
        self.board, self.seed, self.context = board, seed, run
        self.lower, self.clique = self._largest_clique()

    def _largest_clique(self) -> tuple[int, str]:
        """Return the size of a set of cells that all attack each other, and what it is."""
        board = self.board
        is_open = ~board.is_blocked
        lines = (board.incidence @ is_open.astype(np.int64)).max(initial=1)
        boxes = is_open.reshape(board.shape).astype(np.int64)
        for axis, side in enumerate(board.shape if board.piece == "queen" else ()):
            if side > 1:
                first, second = (np.take(boxes, np.arange(k, side - 1 + k), axis) for k in (0, 1))
                boxes = first + second
        if boxes.max() > lines:
            return int(boxes.max()), "a box of side 2"
        return int(lines), "a line"

    def given(self, colours: int) -> Colouring:
        """Answer for one number of colours."""
        if colours < self.lower:
            return self._end(
                Status.INFEASIBLE,
                None,
                "clique",
                f"{counted(colours, 'colour')} cannot suffice: the cells of {self.clique} attack"
                " each other.",
            )
        known = self._construct(colours)
        if known is not None:
            return known
        if self.board.open_count <= EXHAUSTIVE_CELLS:
            square = exhaustive_colouring(self.board, colours)
            return self._decided(square, colours, "exhaustive search")
        square = tabu_colouring(self.board, colours, self.context, seed=self.seed)
        if square is not None:
            return self._decided(square, colours, "tabu search")
        ended = self.context.ended() or Status.LIMIT
        return self._end(
            ended, None, "tabu search", f"No colouring with {colours} colours was found in time."
        )

    def _construct(self, colours: int) -> Colouring | None:
        """Use the greedy colouring where its colours suffice."""
        square = greedy_colouring(self.board)
        if square.max() >= colours:
            return None
        return self._decided(square, colours, "greedy colouring")

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
            self.lower += 1
        # From above: each colouring found asks for one with a colour less.
        while colours >= self.lower and self.context.ended() is None:
            found = self.given(colours)
            if found.value is None:
                break
            best, colours = found, (found.colours or colours) - 1
        if best is None:
            return found
        if best.colours == self.lower:
            return self._decided(best.value, self.lower, best.engine)
        message = f"{best.colours} colours were found; at least {self.lower} are needed."
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
            return self._end(
                Status.INFEASIBLE,
                None,
                method,
                f"No colouring with {colours} colours exists, by {method}.",
            )
        used = int(square.max()) + 1
        fewest = used == self.lower
        message = f"{counted(used, 'colour')}, by {method}" + (": the fewest." if fewest else ".")
        if self.board.is_classical and used == self.board.n > 1:
            message += f" The colours are {used} disjoint full solutions, the most that fit."
        return self._end(Status.OPTIMAL if fewest else Status.FEASIBLE, square, method, message)

    def _end(self, status: Status, square: IntArray | None, method: str, message: str) -> Colouring:
        return Colouring(
            status,
            square,
            self.lower,
            engine=method,
            seconds=self.context.seconds,
            message=message,
            known=Known.EXACT if status.is_proof else None,
        )


class _SquareColouring(_ColouringSearch):
    """A search for a colouring of the (n,2)-board, with what is known of it."""

    def __init__(self, board: Board, seed: int, run: RunContext) -> None:
        self.n = board.n
        super().__init__(board, seed, run)

    def _largest_clique(self) -> tuple[int, str]:
        if self.n > 1 and self.n < 4:
            return 4, "a square of side 2"
        return self.n, "a row"

    def _construct(self, colours: int) -> Colouring | None:
        """Use a formula, or a search that also proves that there is none."""
        n = self.n
        if gcd(n, 6) == 1:
            return self._decided(linear_colouring(n), colours, "2i + j mod n")
        if colours == n and n <= EXACT_SIDE:
            return self._decided(exact_colouring(n), colours, "exact cover by planar solutions")
        if colours == n and n in SYMMETRIC_SIDES:
            square = find_symmetric(n, run=self.context, seed=self.seed)
            method = "exact cover by planar solutions and their mirror images"
            if square is None:
                message = f"No colouring with {n} colours was found in time."
                return self._end(self.context.ended() or Status.LIMIT, None, method, message)
            return self._decided(square, colours, method)
        for inner in range(5, n // 2 + 1):
            if n % inner or gcd(inner, 6) != 1:
                continue
            outer = known_chromatic().get(n // inner, (n * n, ""))[0]
            if outer * inner <= colours:
                base = _SquareColouring(Board.cube(n // inner, 2), self.seed, self.context)
                found = base.given(outer)
                if found.value is not None:
                    square = product_colouring(found.value, linear_colouring(inner))
                    return self._decided(square, colours, f"product of {n // inner} and {inner}")
        return None

    @property
    def _most(self) -> int:
        return self.n + max(2, self.n // 3)

    def _at_first(self) -> Colouring | None:
        found = self.given(self.lower) if self.n in SYMMETRIC_SIDES else None
        return None if found is None or found.value is None else found

    def _published(self) -> str:
        known = known_chromatic().get(self.n)
        return "" if known is None else f" {known[0]} is known to be the fewest ({known[1]})."

    def _is_slow(self, colours: int) -> bool:
        n = self.n
        if n * n <= EXHAUSTIVE_CELLS or gcd(n, 6) == 1:
            return False
        return not (colours == n and (n <= EXACT_SIDE or n in SYMMETRIC_SIDES))
