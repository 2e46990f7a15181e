"""Patterns by rings: placements for n = 8, 20, 32, 44, ... (Luque 2021, section 3.3).

A pattern is a few *runs* of queens with a constant step between them; from one member to the next
the side of the board grows by a period, and each run is shifted and gets longer. The paper states
the ring vectors of its two examples and shows their first members. The runs here have these
vectors and the marked queens in corners of inner rings; each placement is checked when it is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice

import numpy as np

from nqviz.catalogue import reference
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.core.placement import Placement

from .family import Construction, built_in

Pair = tuple[int, int]

PERIOD = 12
"""The period of the paper's patterns."""


@dataclass(frozen=True)
class Run:
    """Queens with a constant step between them, on all members of a pattern.

    `start`: the 0-based cell of the first queen on the smallest board.
    `shift`: the shift of the first queen from one member to the next.
    `step`: the step from one queen to the next.
    `length`, `growth`: the number of queens on the smallest board, and how many more on each next
    one.
    """

    start: Pair
    shift: Pair
    step: Pair
    length: int
    growth: int

    def cells(self, member: int) -> IntArray:
        """Return the 0-based cells on a member (from 0) of the pattern; shape (k, 2), int64."""
        first = np.array(self.start) + member * np.array(self.shift)
        places = np.arange(self.length + self.growth * member)
        cells: IntArray = (first + places[:, None] * np.array(self.step)).astype(np.int64)
        return cells


@dataclass(frozen=True)
class Pattern:
    """Full placements for n = first, first + period, first + 2 period, ..."""

    first: int
    period: int
    runs: tuple[Run, ...]

    def member(self, n: int) -> int | None:
        """Return the number of the member on the (n,2)-board, from 0; None without one."""
        member, rest = divmod(n - self.first, self.period)
        return member if member >= 0 and rest == 0 else None

    def sides(self) -> Iterator[int]:
        """Return the sides of the boards of the pattern, without end."""
        return count(self.first, self.period)

    def build(self, n: int) -> Placement:
        """Build the placement for n and check it.

        Raises InputError if the pattern has no member for n, or its member is not a full placement.
        """
        member = self.member(n)
        if member is None:
            raise InputError(
                f"this pattern has no placement for n = {n}: it begins with"
                f" {', '.join(map(str, islice(self.sides(), 3)))}"
            )
        board = Board.cube(n, 2)
        placement = Placement(board, np.concatenate([run.cells(member) for run in self.runs]))
        if len(placement) != n or not placement.is_valid():
            raise InputError(f"the pattern gives no full placement for n = {n}")
        return placement


def _run(a: int, b: int, c: int, d: int, e: int, f: int, length: int, growth: int) -> Run:
    return Run((a, b), (c, d), (e, f), length, growth)


_DATA = reference("rings")["runs"]
PATTERNS = {
    name: Pattern(_DATA["n"], PERIOD, tuple(_run(*run) for run in runs))
    for name, runs in _DATA["of"].items()
}
"""The two examples of the paper by name."""


def ring_pattern(n: int, pattern: str = "first") -> Placement:
    """Return a full placement for n = 8, 20, 32, 44, ... by one of the paper's patterns.

    `n`: 8 plus a multiple of 12.
    `pattern`: a key of `PATTERNS`.
    Raises InputError if there is no such pattern, or it has no member for n.
    """
    if pattern not in PATTERNS:
        raise InputError(f"unknown pattern {pattern!r}; choose {either(PATTERNS)}")
    return PATTERNS[pattern].build(n)


def _why_not(board: Board) -> str | None:
    pattern = PATTERNS["first"]
    if board.is_classical and pattern.member(board.n) is not None:
        return None
    sides = ", ".join(map(str, islice(pattern.sides(), 3)))
    return f"ring patterns are for flat squares of queens, n = {sides}, ..., not for the {board}"


def _build(board: Board, *, pattern: str) -> Construction:
    return Construction(
        ring_pattern(board.n, pattern),
        RINGS.name,
        {"pattern": pattern},
        f"The {pattern} pattern by rings, Luque 2021.",
    )


RINGS = built_in("rings", _why_not, _build, {"pattern": tuple(PATTERNS)})
