"""What is known about the largest number of pieces on a board, each bound with its source.

Some bounds follow by an argument that needs no more than the board; others rest on published or
computed maxima, which are data in the resources. A bound says which it is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from math import factorial, gcd, prod
from typing import Literal

import numpy as np

from .attacks import AttackCounts
from .board import Board
from .placement import Placement

Kind = Literal["lower", "upper"]


@dataclass(frozen=True)
class Bound:
    """One bound on the number of pieces that fit on a board.

    Attributes
    ----------
    value : int
    source : str
        The argument or the publication, as a clause that can follow "because" or a colon.
    kind : "lower" or "upper"
    proven : bool
        Whether a proof is known; a bound that is only believed is never used to decide anything.
    published : bool
        Whether it rests on a figure from the literature rather than on an argument alone.
    """

    value: int
    source: str
    kind: Kind
    proven: bool = True
    published: bool = False


@dataclass(frozen=True)
class _Entry:
    """A known count of queens on a flat board, its sides in increasing order."""

    shape: tuple[int, ...]
    count: int
    kinds: tuple[Kind, ...]
    proven: bool
    source: str


@lru_cache(maxsize=1)
def _known() -> tuple[_Entry, ...]:
    text = resources.files("nqviz_resources.reference").joinpath("maxima.json").read_text("utf-8")
    data = json.loads(text)
    kinds: dict[str, tuple[Kind, ...]] = {
        "maximum": ("lower", "upper"),
        "lower": ("lower",),
        "upper": ("upper",),
    }
    return tuple(
        _Entry(
            tuple(sorted(entry["shape"])),
            entry["count"],
            kinds[entry["kind"]],
            entry["proven"],
            data["sources"][entry["source"]],
        )
        for entry in data["entries"]
    )


@lru_cache(maxsize=1024)
def upper_bounds(board: Board) -> tuple[Bound, ...]:
    """Give every upper bound that is known for a board, the best first."""
    return _ordered(_upper(board), 1)


def lower_bounds(board: Board) -> tuple[Bound, ...]:
    """Give every lower bound that is known for a board, the best first."""
    return _ordered(_lower(board), -1)


def best_upper(board: Board, published: bool = True) -> Bound:
    """Give the least proven upper bound.

    Parameters
    ----------
    board : Board
    published : bool
        Whether bounds that rest on published figures count.
    """
    return next(
        bound
        for bound in upper_bounds(board)
        if bound.proven and (published or not bound.published)
    )


def best_lower(board: Board) -> Bound:
    """Give the greatest lower bound."""
    return lower_bounds(board)[0]


def completion_upper(givens: Placement) -> Bound:
    """Bound the placements that contain some given queens, by argument alone.

    The lines along an axis, and the boxes of side 2, cut the board into sets that hold one piece
    each at most: those without a given queen and without a free cell hold none.

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
    open_cells = ((counts.counts == 0) | counts.occupied).reshape(board.shape)
    best = best_upper(board, published=False)
    values: list[tuple[int, str]] = []
    if 1 in board.direction_classes:
        for axis in range(board.d):
            lines = int(np.count_nonzero(open_cells.any(axis=axis)))
            values.append((lines, f"lines along axis {axis + 1}"))
    if board.piece == "queen":
        boxes = open_cells
        for axis, side in enumerate(board.shape):
            boxes = np.logical_or.reduceat(boxes, np.arange(0, side, 2), axis=axis)
        values.append((int(np.count_nonzero(boxes)), "boxes of side 2"))
    value, words = min(values, default=(best.value, ""))
    if value >= best.value:
        return best
    return Bound(
        value, f"only {value:,} {words} hold a given {board.piece} or a free cell", "upper"
    )


# Upper bounds -----------------------------------------------------------------------------


def _upper(board: Board) -> list[Bound]:
    if 1 not in board.direction_classes and board.size > 1:
        return [Bound(board.size, "the number of cells", "upper")]
    words = f"one {board.piece} on each line along a longest side"
    found = [Bound(board.full_count, words, "upper")]
    if board.piece == "queen":
        found += [*_upper_by_boxes(board), *_upper_by_layers(board), *_upper_known(board)]
    return found


def _upper_by_boxes(board: Board) -> list[Bound]:
    """Cut the board into boxes of m^d cells, or less at the edge, and use the maximum of each."""
    boxes = prod(-(-side // 2) for side in board.shape)
    found = [Bound(boxes, f"{boxes:,} boxes of side 2, each with one queen at most", "upper")]
    for entry in _known():
        m = entry.shape[0]
        if len(entry.shape) != board.d or entry.shape[-1] != m or "upper" not in entry.kinds:
            continue
        boxes = prod(-(-side // m) for side in board.shape)
        if m > 2 and boxes > 1:
            words = f"{boxes:,} boxes of side {m}, each with {entry.count} at most: {entry.source}"
            found.append(Bound(boxes * entry.count, words, "upper", entry.proven, True))
    return found


def _upper_by_layers(board: Board) -> list[Bound]:
    """|Qmax(n,d)| <= n |Qmax(n,d-1)|, and the same for each side of a box."""
    if board.d == 1:
        return []
    found = []
    for axis, side in enumerate(board.shape):
        if side in board.shape[:axis]:
            continue
        layer = Board(board.shape[:axis] + board.shape[axis + 1 :], board.torus)
        for published in (False, True):
            best = best_upper(layer, published)
            words = f"{side} layers of the {layer}, each with {best.value:,} at most: {best.source}"
            found.append(Bound(side * best.value, words, "upper", True, best.published))
    return found


def _upper_known(board: Board) -> list[Bound]:
    """Use the maximum of a board that this one fits in; on a torus queens attack even more."""
    found = []
    for entry in _known():
        if "upper" in entry.kinds and _fits(board.shape, entry.shape):
            words = _about(entry, board.shape, "it is a part of the")
            found.append(Bound(entry.count, words, "upper", entry.proven, True))
    return found


# Lower bounds -----------------------------------------------------------------------------


def _lower(board: Board) -> list[Bound]:
    found = [Bound(1, f"a {board.piece} on any cell", "lower")]
    if board.piece == "rook":
        words = "rooks where the coordinates add up to a multiple of the longest side"
        return [Bound(board.full_count, words, "lower"), *found]
    if board.piece != "queen":
        return found
    if board.is_cube and gcd(board.n, factorial(2**board.d - 1)) == 1:
        words = "a regular solution (G. H. J. Van Rees, On Latin queen squares, 1981)"
        found.append(Bound(board.full_count, words, "lower"))
    if board.torus:
        return found
    if board.d == 2 and board.is_cube and board.n >= 4:
        words = "a full placement (E. Pauls, 1874; Hoffman, Loessi and Moore, 1969)"
        found.append(Bound(board.n, words, "lower", published=True))
    for entry in _known():
        if "lower" in entry.kinds and _fits(entry.shape, board.shape):
            words = _about(entry, board.shape, "it contains the")
            found.append(Bound(entry.count, words, "lower", published=True))
    return found


def _fits(inner: tuple[int, ...], outer: tuple[int, ...]) -> bool:
    """Tell whether a box fits in another when its axes may be permuted."""
    if len(inner) != len(outer):
        return False
    return all(a <= b for a, b in zip(sorted(inner), sorted(outer), strict=True))


def _about(entry: _Entry, shape: tuple[int, ...], relation: str) -> str:
    if entry.shape == tuple(sorted(shape)):
        return entry.source
    return f"{relation} {'x'.join(map(str, entry.shape))} board: {entry.source}"


def _ordered(bounds: list[Bound], sign: int) -> tuple[Bound, ...]:
    """Sort by value (-1: greatest first), arguments before publications, nothing said twice."""
    unique = dict.fromkeys(bounds)
    return tuple(sorted(unique, key=lambda b: (sign * b.value, b.published, not b.proven)))
