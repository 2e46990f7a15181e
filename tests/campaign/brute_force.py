"""What is true of small boards, by the plain rule of attack and bit sets alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import prod

from nqviz import Board

Cell = tuple[int, ...]
LEAPERS: dict[str, tuple[str, tuple[Cell, ...]]] = {
    "knight": ("0", ((1, 2),)),
    "superqueen": ("queen", ((1, 2),)),
    "rook+1,1,2-leaper": ("rook", ((1, 1, 2),)),
}
"""The piece with the same lines, and the leaps, of the leapers that are tried."""
MOST_SETS = 200_000
"""Sets without attacks that brute force lists at most."""


def attack_sets(board: Board) -> list[int]:
    """Return for each cell the cells that it attacks, as bits of an integer, by the plain rule."""
    cells = list(product(*(range(side) for side in board.shape)))
    number = {cell: index for index, cell in enumerate(cells)}
    vectors = [e for e in product((-1, 0, 1), repeat=board.d) if any(e)]
    if board.has_hyperplanes:
        return [
            sum(
                1 << number[b]
                for b in cells
                if a != b and any(_on_one_plane(a, b, e, board.n) for e in vectors)
            )
            for a in cells
        ]
    lines, leaps = LEAPERS.get(board.piece, (board.piece, ()))
    if lines != "queen":
        names = {"rook": "1", "bishop": "2"}
        classes = names.get(lines, lines.removesuffix("-rider")).split("+")
        vectors = [e for e in vectors if str(sum(map(abs, e))) in classes]
    return [
        sum(1 << number[b] for b in _reached(a, vectors, board) | _leapt(a, leaps, board))
        for a in cells
    ]


def _leapt(cell: Cell, leaps: tuple[Cell, ...], board: Board) -> set[Cell]:
    """Return the other cells at one leap from a cell."""
    reached = set()
    for leap in leaps:
        steps = (*leap, *(0,) * (board.d - len(leap)))
        for way in set(permutations(steps)) if board.d >= len(leap) else ():
            for signs in product((1, -1), repeat=board.d):
                x = tuple(c + s * v for c, s, v in zip(cell, signs, way, strict=True))
                reached.add(wrapped(x, board))
    return {x for x in reached if x is not None} - {cell}


def _reached(cell: Cell, vectors: list[Cell], board: Board) -> set[Cell]:
    """Return the other cells on the lines through a cell."""
    reached = set()
    blocked = {board.cell(index) for index in board.blocked}
    for vector in vectors:
        for step in range(1, prod(board.shape) + 1):
            x = wrapped(tuple(c + step * v for c, v in zip(cell, vector, strict=True)), board)
            if x is None or x == cell or (board.stops and x in blocked):
                break
            reached.add(x)
    return reached


def wrapped(cell: Cell, board: Board) -> Cell | None:
    """Return the cell of a board at coordinates past its edges; None where it does not wrap."""
    turns = [divmod(x, side) for x, side in zip(cell, board.shape, strict=True)]
    if any(turn and axis not in board.wraps for axis, (turn, _) in enumerate(turns)):
        return None
    found = [x for _, x in turns]
    if board.twist and turns[board.wraps[0]][0] % 2:
        across = 1 - board.wraps[0]
        found[across] = board.shape[across] - 1 - found[across]
    return tuple(found)


def _on_one_plane(a: Cell, b: Cell, e: Cell, n: int) -> bool:
    return sum(v * (x - y) for v, x, y in zip(e, a, b, strict=True)) % n == 0


@dataclass(frozen=True)
class Truth:
    """What brute force says of a board with given queens.

    Attributes
    ----------
    most : int
        The largest placement that contains the given queens.
    counts : Counter
        The number of placements that contain them, by size.
    """

    most: int
    counts: Counter[int]
    attacks: tuple[int, ...]


class TooMany(Exception):  # noqa: N818 - no error: another instance is drawn
    """Brute force would list too many sets."""


@lru_cache(maxsize=2000)
def attacks_of(board: Board) -> tuple[int, ...]:
    return tuple(attack_sets(board))


def open_cells(board: Board) -> int:
    """Return the cells that are not blocked, as bits."""
    return sum(1 << cell for cell in range(board.size) if not board.is_blocked[cell])


@lru_cache(maxsize=5000)
def truth(board: Board, givens: tuple[int, ...]) -> Truth:
    """List every placement that contains the given queens."""
    attacks = attacks_of(board)
    free = open_cells(board)
    for cell in givens:
        free &= ~(attacks[cell] | 1 << cell)
    counts: Counter[int] = Counter()
    stack = [(free, len(givens))]
    listed = 0
    while stack:
        free, size = stack.pop()
        counts[size] += 1
        listed += 1
        if listed > MOST_SETS:
            raise TooMany
        while free:
            lowest = free & -free
            free ^= lowest
            stack.append((free & ~attacks[lowest.bit_length() - 1], size + 1))
    return Truth(max(counts), counts, attacks)


@lru_cache(maxsize=2000)
def least_cover(board: Board, independent: bool) -> int:
    """Return the fewest cells that occupy or attack every cell that is not blocked."""
    attacks = attacks_of(board)
    reach = [attacks[cell] | 1 << cell for cell in range(board.size)]
    whole = open_cells(board)

    def covers(covered: int, barred: int, left: int) -> bool:
        missing = whole & ~covered
        if not missing:
            return True
        if not left:
            return False
        cell = (missing & -missing).bit_length() - 1
        choices = reach[cell] & whole & ~barred
        while choices:
            lowest = choices & -choices
            choices ^= lowest
            queen = lowest.bit_length() - 1
            more = barred | (attacks[queen] if independent else 0)
            if covers(covered | reach[queen], more, left - 1):
                return True
        return False

    return next(size for size in range(1, board.size + 1) if covers(0, 0, size))


@lru_cache(maxsize=32)
def first_columns(n: int) -> tuple[int, ...] | None:
    """Return the columns of the lexicographically first placement of n queens, from 0."""
    rows: list[int] = []

    def extend() -> bool:
        row = len(rows)
        if row == n:
            return True
        for column in range(n):
            if all(column != c and abs(column - c) != row - r for r, c in enumerate(rows)):
                rows.append(column)
                if extend():
                    return True
                rows.pop()
        return False

    return tuple(rows) if extend() else None
