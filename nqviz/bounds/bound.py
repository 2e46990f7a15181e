"""Bounds, witnesses of lower bounds, and the names of boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["lower", "upper"]
Shape: TypeAlias = tuple[int, ...]
WitnessKind: TypeAlias = Literal["record", "window", "planar", "product", "filled", "open"]


@dataclass(frozen=True)
class Witness:
    """How to build a placement with as many queens as a lower bound.

    `nqviz.constructions.from_catalogue.build_bound` builds it.
    """

    kind: WitnessKind
    """"record": a record of the library. "window": cells of a linear set modulo N. "planar": a
    full planar solution. "product": a regular solution, each queen replaced by a board. "filled":
    another witness, with pieces on the free cells in their order. "open": the same on a board with
    blocked cells, the best of some tries."""
    shape: Shape
    """The box of the queens, in the axes of the board; sides of 1 beyond its dimension."""
    name: str = ""
    """The name of the record."""
    modulus: int = 0
    """N, of a window or of the regular solution of a product."""
    base: Witness | None = None
    """What is filled; None for the empty board."""
    tries: int = 0
    """Of the kind "open", the number of tries."""


@dataclass(frozen=True)
class Bound:
    """A bound on the maximum number of pieces on a board."""

    value: int
    source: str
    """The argument or the publication, as a clause that can follow "because" or a colon."""
    kind: Kind
    proven: bool = True
    """Whether a proof is known; a conjectured bound decides nothing."""
    published: bool = False
    """Whether it rests on a figure from the literature; engines do not use those in proofs."""
    steps: tuple[str, ...] = ()
    """The derivation line by line, if the source alone is not enough."""
    witness: Witness | None = None
    """For a lower bound, how to build a placement."""


def ordered(bounds: Iterable[Bound], sign: int) -> tuple[Bound, ...]:
    """Return the bounds sorted by `sign` times value, then unpublished first, each once."""
    unique: dict[tuple[int, str], Bound] = {}
    for bound in bounds:
        unique.setdefault((bound.value, bound.source), bound)
    return tuple(sorted(unique.values(), key=lambda b: (sign * b.value, b.published, not b.proven)))


def best_proven(bounds: Iterable[Bound], published: bool) -> Bound:
    """Return the first proven bound, with not `published` one without published figures."""
    return next(each for each in bounds if each.proven and (published or not each.published))


def bracket(lower: int, upper: int, write: Callable[[int], str] = "{:,}".format) -> str:
    """Return two bounds as text: one number if they are equal, else both, each of them possible.

    ``[48]`` when both are 48; ``[133, 143]`` for at least 133 and at most 143.
    """
    return f"[{write(lower)}]" if lower == upper else f"[{write(lower)}, {write(upper)}]"


def bare(shape: Iterable[int]) -> Shape:
    """Return the sides above 1 in increasing order."""
    return tuple(sorted(side for side in shape if side > 1))


def box_name(shape: Iterable[int]) -> str:
    """Return the name of a box by its sides above 1: ``(4,3)``, ``3x4x4``, ``line of 5``."""
    sides = bare(shape)
    if not sides:
        return "cell"
    if len(sides) == 1:
        return f"line of {sides[0]}"
    if len(set(sides)) == 1:
        return f"({sides[0]},{len(sides)})"
    return "x".join(map(str, sides))
