"""Colouring the planar queen graph: with a given number of colours, or with the fewest."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

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
    tabu_colouring,
)
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status

from .planar import check_classical

MAX_SIDE = 100
"""The largest n that is accepted."""


@dataclass(frozen=True, eq=False)
class Colouring(Outcome[IntArray]):
    """The outcome of a search for a colouring.

    OPTIMAL: with the fewest colours, proven. FEASIBLE: with as many as asked for, or with the
    fewest that were found. INFEASIBLE: proven that so many do not suffice. LIMIT, STOPPED: no
    answer.

    The value has shape (n, n), int64: the colour, from 0, of each cell. The bound is the number of
    colours that are proven to be needed; `engine` is the method.
    """

    @property
    def colours(self) -> int | None:
        """The number of colours of the value."""
        return None if self.value is None else int(self.value.max()) + 1


def colour(
    board: Board, run: RunContext | None = None, *, colours: int | None = None, seed: int = 0
) -> Colouring:
    """Colour the cells of the (n,2)-board so that queens of one colour do not attack each other.

    Parameters
    ----------
    board : Board
        A flat square for queens, with a side up to `MAX_SIDE`.
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
    n = check_classical("colourings", board)
    run = run or RunContext()
    if n > MAX_SIDE:
        raise InputError(f"colourings are for n = 1 to {MAX_SIDE}, not {n}")
    if colours is not None and not 1 <= colours <= n * n:
        raise InputError(f"{colours} colours are not possible; give 1 to {n * n}")
    search = _ColouringSearch(n, seed, run)
    return search.fewest() if colours is None else search.given(colours)


class _ColouringSearch:
    def __init__(self, n: int, seed: int, run: RunContext) -> None:
        self.n, self.context, self.progress, self.seed = n, run, run.progress, seed
        # The cells of a row, or of a square of side 2, all attack each other.
        self.lower = n if n == 1 else max(n, 4)

    def given(self, colours: int) -> Colouring:
        """Answer for one number of colours."""
        if colours < self.lower:
            what = "a row" if self.lower == self.n else "a square of side 2"
            return self._end(
                Status.INFEASIBLE,
                None,
                "clique",
                f"{counted(colours, 'colour')} cannot suffice: the cells of {what} attack each"
                " other.",
            )
        known = self._construct(colours)
        if known is not None:
            return known
        if self.n * self.n <= EXHAUSTIVE_CELLS:
            square = exhaustive_colouring(self.n, colours)
            return self._decided(square, colours, "exhaustive search")
        square = tabu_colouring(self.n, colours, self.context, seed=self.seed)
        if square is not None:
            return self._decided(square, colours, "tabu search")
        ended = self.context.ended() or Status.LIMIT
        return self._end(
            ended, None, "tabu search", f"No colouring with {colours} colours was found in time."
        )

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
                base = _ColouringSearch(n // inner, self.seed, self.context).given(outer)
                if base.value is not None:
                    square = product_colouring(base.value, linear_colouring(inner))
                    return self._decided(square, colours, f"product of {n // inner} and {inner}")
        return None

    def fewest(self) -> Colouring:
        """Find as few colours as possible; OPTIMAL when one fewer is proven impossible."""
        best, colours = None, self.n + max(2, self.n // 3)
        if self.n in SYMMETRIC_SIDES:  # one to keep if the time ends before the best is found
            found = self.given(colours)
            best = None if found.value is None else found
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
        if best is not None and best.colours == self.lower:
            return best
        if best is None:
            return found
        message = f"{best.colours} colours were found; at least {self.lower} are needed."
        known = known_chromatic().get(self.n)
        if known is not None:
            message += f" {known[0]} is known to be the fewest ({known[1]})."
        return self._end(Status.FEASIBLE, best.value, best.engine, message)

    def _is_slow(self, colours: int) -> bool:
        """Return whether nothing but a search that proves nothing can answer."""
        n = self.n
        if n * n <= EXHAUSTIVE_CELLS or gcd(n, 6) == 1:
            return False
        return not (colours == n and (n <= EXACT_SIDE or n in SYMMETRIC_SIDES))

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
        if used == self.n > 1:
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
