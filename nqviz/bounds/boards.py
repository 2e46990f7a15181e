"""The bounds of a board: flat or torus, queens or other pieces."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import lcm, prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.outline import Outline
from nqviz.core.pieces import class_name, without_leaps
from nqviz.core.placement import Placement

from .bound import Bound, bare, best_proven, ordered
from .filling import MAX_FILLED, filled_bounds, open_bound
from .lower import flat_lower, is_full_window
from .subcubes import SIDE_3, most_more_subcubes
from .torus import STRIP_LINES, planar_torus_lower, recorded_torus_lower, torus_upper
from .upper import flat_upper

Mask: TypeAlias = npt.NDArray[np.bool_]

SUMS_AGREE = (
    "any two pieces attack each other: of the 2^d sums of coordinates two are equal modulo the side"
)
"""Why a side below 2^d has one hyperplane queen."""


@lru_cache(maxsize=1024)
def upper_bounds(board: Outline) -> tuple[Bound, ...]:
    """Return the known upper bounds of a board, or of an outline of any size, the best first.

    Where lines wrap pieces attack more than on the flat board, so its bounds hold as well. So do
    those of the plain board where lines pass over blocked cells.
    """
    if isinstance(board, Board) and board.blocked:
        plain = () if board.stops else upper_bounds(board.without_blocked())
        return ordered((*_open_upper(board), *plain), 1)
    base = without_leaps(board.piece)
    if base != board.piece:
        return _with_leaps(board, base)
    if board.piece == "queen":
        flat = flat_upper(bare(board.shape))
        return ordered((*torus_upper(board), *flat), 1) if board.wraps else flat
    if 1 in board.direction_classes or board.size == 1:
        places = "in each layer" if board.has_hyperplanes else "on each line along a longest side"
        words = f"one {board.piece} {places}"
        if board.has_hyperplanes and 1 < board.n < 2**board.d:
            # The sums over two sets of coordinates of a difference agree: a direction of attack.
            return (Bound(1, SUMS_AGREE, "upper"),)
        if board.twist:
            words = f"{STRIP_LINES} {board.piece} each"
        return (Bound(board.full_count, words, "upper"),)
    return ordered(_diagonals(board), 1)


def _with_leaps(board: Outline, base: str) -> tuple[Bound, ...]:
    """Return the bounds of the piece without its leaps, which is attacked by no more pieces."""
    every = Bound(board.size, "the number of cells", "upper")
    if not base:
        return (every,)
    words = f"no more {board.piece}s than {base}s, which attack less (Kunt's thesis, Prop. 2)"
    found = upper_bounds(board.with_piece(base))
    return tuple(replace(bound, source=f"{words}: {bound.source}") for bound in found)


def _open_upper(board: Board) -> list[Bound]:
    """Return the bounds of a board with blocked cells by partitions of its open cells."""
    is_open = ~board.is_blocked
    found = [Bound(board.open_count, "the number of cells that are not blocked", "upper")]
    parts = "parts of lines" if board.stops else "lines"
    for value, words in (*_lines_used(board, is_open, parts), *_boxes_used(board, is_open)):
        found.append(Bound(value, f"{value:,} {words} have an open cell", "upper"))
    return found


def _lines_used(board: Board, used: Mask, parts: str = "lines") -> list[tuple[int, str]]:
    """Return for each axis the number of lines along it that have a cell of some, in words too.

    `used`, shape (size,). `parts`: what is counted, in the plural.
    """
    if 1 not in board.direction_classes:
        return []
    cells = board.cells(np.flatnonzero(used))
    found = []
    for direction in np.flatnonzero(board.direction_classes == 1).tolist():
        count = len(np.unique(board.line_keys(cells, direction)))
        axis = int(np.flatnonzero(board.directions[direction])[0])
        found.append((count, f"{parts} along axis {axis + 1}"))
    return found


def _boxes_used(board: Board, used: Mask) -> list[tuple[int, str]]:
    """Return the number of boxes of side 2 that have a cell of some, in words too."""
    if board.piece != "queen":
        return []
    boxes = used.reshape(board.shape)
    for axis, side in enumerate(board.shape):
        boxes = np.logical_or.reduceat(boxes, np.arange(0, side, 2), axis=axis)
    return [(int(np.count_nonzero(boxes)), "boxes of side 2")]


def _diagonals(board: Outline) -> list[Bound]:
    """Return the bounds by lines: at most one piece on each line of a direction of attack."""
    found = [Bound(board.size, "the number of cells", "upper")]
    for order in sorted(board.direction_classes):
        for axes in combinations(range(board.d), order):
            sides = [board.shape[axis] for axis in axes]
            if min(sides) > 1:
                box = prod(sides)
                edges = [board.shape[axis] for axis in axes if axis not in board.wraps]
                lines = box // lcm(*sides)
                if edges:  # each line has one first cell in the layers of one edge of an axis
                    wrapped = box // prod(edges)
                    lines = wrapped * (prod(edges) - prod(side - 1 for side in edges))
                names = " and ".join(str(axis + 1) for axis in axes)
                words = f"one {board.piece} on each {class_name(order)} of axes {names}"
                if order == 2 and len(edges) == 2 and sides[0] == sides[1]:
                    lines -= 1  # two corners attack each other and are lines of their own
                    words += ", and one on two opposite corners"
                found.append(Bound(board.size // box * lines, words, "upper"))
    return found


@lru_cache(maxsize=1024)
def lower_bounds(board: Outline) -> tuple[Bound, ...]:
    """Return the known lower bounds of a board, or of an outline of any size, the best first."""
    if isinstance(board, Board) and board.blocked:
        one = Bound(1, f"a {board.piece} on any cell that is not blocked", "lower")
        if board.size > MAX_FILLED:
            return (one,)
        return ordered([open_bound(board, _argued_lower(board.without_blocked())), one], -1)
    found = _argued_lower(board)
    # Of cubes the records are as good; a test compares them.
    is_plain = board.is_cube and board.is_flat and board.piece == "queen"
    if is_plain or board.size > MAX_FILLED or not isinstance(board, Board):
        return found
    if found[0].value >= best_upper(board).value:
        return found
    best = max(filled_bounds(board, found), key=lambda bound: bound.value)
    others = bishops_lower(board) if board.piece == "bishop" else []
    better = [best, *(bound for bound in others if bound.value > best.value)]
    return ordered([*found, *better], -1) if best.value > found[0].value else found


def _argued_lower(board: Outline) -> tuple[Bound, ...]:
    """Return the lower bounds by arguments and records."""
    one = Bound(1, f"a {board.piece} on any cell", "lower")
    if board.piece == "rook":
        words = "rooks where the coordinates add up to a multiple of the longest side"
        if board.twist:
            words = "rooks on different lines along and across the strip"
        return ordered([Bound(board.full_count, words, "lower"), one], -1)
    if board.piece == "bishop" and board.size > MAX_FILLED:
        return ordered([*bishops_lower(board), one], -1)
    if board.piece != "queen":
        return (one,)
    if board.wraps:
        found = [*planar_torus_lower(board), *_wrapped_lower(board), *recorded_torus_lower(board)]
        return ordered([one, *found], -1)
    return ordered(flat_lower(board.shape), -1)


def bishops_lower(board: Outline) -> list[Bound]:
    """Return the lower bounds for bishops by whole lines of them, far enough apart.

    Bishops on a line along an axis do not attack each other. Those on two such lines, over cells c
    and c' of the other axes, differ where c and c' do, and perhaps along the lines. None attack if
    c and c' differ in two coordinates by different amounts or in three or more, as queens do that
    do not attack each other. On a torus the same holds modulo the side of a cube.
    """
    if board.twist or board.n == 1 or (board.wraps and not board.is_cube):
        return []
    found = []
    for side in set(board.shape) - {1}:
        rest = list(board.shape)
        rest.remove(side)
        queens, over = 1, f"{side:,} bishops on a line"
        if any(other > 1 for other in rest):
            best = best_lower(Outline(rest, torus=bool(board.wraps)))
            queens, over = best.value, f"lines of {side:,} bishops over queens of the other axes"
            over = f"{over}, {best.value:,} of them: {best.source}"
        found.append(Bound(side * queens, over, "lower"))
    if board.is_flat and board.is_cube and board.d == 2 and board.n > 2:
        words = "bishops along two opposite edges, without two corners"
        found.append(Bound(2 * board.n - 2, words, "lower"))
    return found


def _wrapped_lower(board: Outline) -> list[Bound]:
    if not board.is_cube or board.n == 1 or board.twist:
        return []
    if is_full_window(board.n, board.d):
        return [bound for bound in flat_lower(board.shape) if bound.value == board.full_count]
    # Cells less than half the side apart on every axis attack as on the flat board.
    half = (board.n + 1) // 2
    best = max(flat_lower((half,) * board.d), key=lambda bound: bound.value)
    words = f"it contains the flat ({half},{board.d}) board, half a side long: {best.source}"
    return [Bound(best.value, words, "lower", True, best.published, best.steps, best.witness)]


def outline_bounds(
    outline: Outline, blocked: int, stops: bool = False
) -> tuple[tuple[Bound, ...], tuple[Bound, ...]]:
    """Return the lower and upper bounds of an outline some of whose cells are blocked.

    They hold wherever the blocked cells are.

    `blocked`: the number of blocked cells. `stops`: whether lines stop at them, which leaves fewer
    attacks.
    """
    lower, upper = lower_bounds(outline), upper_bounds(outline)
    if not blocked:
        return lower, upper
    left = outline.size - blocked
    less = ", less one for each blocked cell"
    lower = tuple(
        replace(each, value=max(each.value - blocked, min(left, 1)), source=each.source + less)
        for each in lower
    )
    cells = Bound(left, "the number of cells that are not blocked", "upper")
    return ordered(lower, -1), ordered((cells, *(() if stops else upper)), 1)


def best_upper(board: Outline, published: bool = True) -> Bound:
    """Return the least proven upper bound.

    Parameters
    ----------
    published : bool
        Whether to use bounds that rest on published figures.
    """
    return best_proven(upper_bounds(board), published)


def best_lower(board: Outline) -> Bound:
    """Return the greatest lower bound."""
    return lower_bounds(board)[0]


def completion_upper(givens: Placement) -> Bound:
    """Return an upper bound on the placements that contain some given queens, without a search.

    The lines along an axis, and the boxes of side 2, partition the board into sets with at most
    one piece each; sets without a given queen and without a free cell have none. On boards of side
    3 (see `subcubes`) the given queens use up corners, and only the kinds of free cells remain.

    Parameters
    ----------
    givens : Placement
        Queens that do not attack each other.

    Raises
    ------
    InputError
        If a queen is off the board.
    """
    board = givens.board
    counts = AttackCounts.of(givens)
    used = (counts.counts == 0) | counts.occupied
    best = best_upper(board, published=False)
    values = [*_lines_used(board, used), *_boxes_used(board, used)]
    if board.piece == "queen":
        subcubes = max(board.shape) == 3 and len(givens) and not board.stops
        if subcubes and givens.is_valid():
            free = board.cells(np.flatnonzero(counts.counts == 0))
            value = len(givens) + most_more_subcubes(givens.cells, free)
            if value < min(best.value, *(value for value, _ in values)):
                words = f"{SIDE_3}; at most {value:,} with the given queens and kinds of free cells"
                return Bound(value, words, "upper")
    value, words = min(values, default=(best.value, ""))
    if value >= best.value:
        return best
    return Bound(
        value, f"only {value:,} {words} hold a given {board.piece} or a free cell", "upper"
    )
