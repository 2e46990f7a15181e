"""Upper bounds: lines, boxes, layers, the best guillotine cut, and known maxima."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod

from .bound import Bound, Shape, best_proven, box_name, ordered
from .guillotine import LINES, SIDE_2, Piece, best_partition
from .known import fits, upper_entries
from .subcubes import SIDE_3, most_subcubes

SHOWN_PIECES = 3
"""The number of kinds of parts listed in the source of a cut; its steps list all."""


@lru_cache(maxsize=4096)
def flat_upper(sides: Shape) -> tuple[Bound, ...]:
    """Return the upper bounds for queens on a flat box, the best first.

    `sides`: the sides above 1 in increasing order.
    """
    found = [Bound(prod(sides) // max(sides, default=1), LINES, "upper")]
    found += [*_uniform(sides), *_cuts(sides), *_layers(sides), *_known(sides)]
    return ordered(found, 1)


def best_flat_upper(sides: Shape, with_published: bool = True) -> Bound:
    """Return the least proven upper bound for queens on a flat box."""
    return best_proven(flat_upper(sides), with_published)


# Boxes of one size ------------------------------------------------------------------------


def box_bound(sides: Shape, m: int, count: int, reason: str, published: bool = True) -> Bound:
    """Return the bound by a cut into boxes of side m, or smaller at the edge, with a known bound.

    Kunt's thesis, Theorem 13.

    `count`: the upper bound for each box.
    `reason`: the source of `count`.
    `published`: whether `count` rests on a published figure.
    """
    grid = [-(-side // m) for side in sides]
    value = prod(grid) * count
    name = f"({m},{len(sides)})"
    each = f"at most {count:,} each: {reason}" if count > 1 else f"one queen each: {reason}"
    words = f"{prod(grid):,} = {' x '.join(map(str, grid))} boxes of {name}, {each}"
    return Bound(value, words, "upper", published=published)


def _uniform(sides: Shape) -> Iterator[Bound]:
    if not sides:
        return
    yield box_bound(sides, 2, 1, SIDE_2, published=False)
    yield from _side_three(sides)
    for entry in upper_entries():
        if entry.proven and entry.shape == (entry.shape[0],) * len(sides) != (2,) * len(sides):
            m = entry.shape[0]
            if m < max(sides):
                yield box_bound(sides, m, entry.count, entry.source)


def _side_three(sides: Shape) -> Iterator[Bound]:
    value = most_subcubes(len(sides))
    if max(sides) > 3:
        yield box_bound(sides, 3, value, SIDE_3, published=False)
    elif max(sides) == 3:
        corners = 2 ** len(sides)
        words = f"{SIDE_3}, at most {value:,} on {corners:,} corners"
        fitting = "" if min(sides) == 3 else f"it is a part of the {box_name((3,) * len(sides))}: "
        yield Bound(value, fitting + words, "upper")


# Cuts of any kind -------------------------------------------------------------------------


def _cuts(sides: Shape) -> Iterator[Bound]:
    for with_published in (False, True):
        value, pieces = best_partition(sides, with_published)
        if sum(piece.number for piece in pieces) > 1:
            yield Bound(
                value,
                _cut_words(pieces),
                "upper",
                published=any(piece.published for piece in pieces),
                steps=tuple(map(_step, pieces)) if len(pieces) > 1 else (),
            )


def _cut_words(pieces: tuple[Piece, ...]) -> str:
    if len(pieces) == 1:
        return f"cut into {_step(pieces[0])}"
    shown = ", ".join(
        f"{piece.number:,} of {box_name(piece.shape)} (at most {piece.value:,})"
        for piece in pieces[:SHOWN_PIECES]
    )
    more = len(pieces) - SHOWN_PIECES
    return f"cut into boxes: {shown}" + (f" and {more} more kinds" if more > 0 else "")


def _step(piece: Piece) -> str:
    boxes = "box" if piece.number == 1 else "boxes"
    return (
        f"{piece.number:,} {boxes} {box_name(piece.shape)}, at most {piece.value:,} each:"
        f" {piece.reason}"
    )


def _layers(sides: Shape) -> Iterator[Bound]:
    """|Qmax(n,d)| <= n |Qmax(n,d-1)|, and the same for each side of a box."""
    if len(sides) < 2:
        return
    for side in dict.fromkeys(sides):
        rest = list(sides)
        rest.remove(side)
        layer = tuple(rest)
        for with_published in (False, True):
            best = best_flat_upper(layer, with_published)
            words = (
                f"{side} layers of {box_name(layer)}, at most {best.value:,} each: {best.source}"
            )
            yield Bound(
                side * best.value, words, "upper", published=best.published, steps=best.steps
            )


def _known(sides: Shape) -> Iterator[Bound]:
    """Yield the bound by the known maximum of a board that contains this one."""
    for entry in upper_entries():
        if fits(sides, entry.shape) and len(sides) == len(entry.shape):
            part = "" if entry.shape == sides else f"it is a part of the {box_name(entry.shape)}: "
            yield Bound(entry.count, part + entry.source, "upper", entry.proven, True)
