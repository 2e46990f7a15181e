"""Bounds for queens where lines wrap: the maximum of a square, and of squares that split a board.

A square cylinder has the attacks of the torus: a diagonal from edge to edge passes all n layers of
the axis that wraps, as the diagonal of the torus does.

The maximum of the (n,2) torus is n if n is prime to 6 (G. Polya, 1918), n - 1 if n is 2 or 10
modulo 12, and n - 2 else (P. Monsky, Problem E3162, American Mathematical Monthly 96 (1989),
258-259; OEIS A085801).

Why fewer than n - 1 in the last case: sum up the coordinates of n - 1 queens that do not attack
each other, modulo n. They use all rows but one, all columns but one, and all diagonals but one in
both directions. After a translation the free row and the free column are 0; the sums then leave
free the diagonals x + y = h and x - y = h, where h is n / 2 for even n and 0 for odd n. If n is
odd, a queen on (0, 0) makes n queens, so n is prime to 6. If n is even, squares modulo n are known
modulo 2n, and (x + y)^2 + (x - y)^2 = 2 x^2 + 2 y^2 sums up to n (n - 1)(2n - 1) / 3 + n^2 / 2 = 0
modulo 2n. A factor 3 of n, or a factor 4, divides one of the two terms more often than the other,
and less often than 2n.
"""

from __future__ import annotations

from collections import Counter
from math import gcd

from nqviz.core.outline import Outline

from .bound import Bound, Witness, bare
from .known import lower_entries, upper_entries

POLYA = "G. Polya, 1918"
STRIP_LINES = "lines along and across the strip, at most one"
MONSKY = "P. Monsky, American Mathematical Monthly 96 (1989), 258-259"


def planar_torus_maximum(n: int) -> int:
    """Return the maximum number of queens on the (n,2) torus (OEIS A085801).

    `n`: 1 or more.
    """
    if gcd(n, 6) == 1:
        return n
    return n - 1 if n % 12 in (2, 10) else max(1, n - 2)


def torus_upper(board: Outline) -> list[Bound]:
    """Return the upper bounds of queens where lines wrap: certified ones, and by squares.

    Fixing all coordinates but two of one side n, one of which wraps, splits the board into squares
    that have the attacks of the (n,2) torus. The lines along a Moebius strip have two rows each.
    """
    if board.twist:
        return [Bound(board.full_count, f"{STRIP_LINES} {board.piece} each", "upper")]
    found = [
        Bound(entry.count, entry.source, "upper", entry.proven, True)
        for entry in upper_entries(torus=True)
        if board.torus and entry.shape == bare(board.shape)
    ]
    for n, axes in Counter(board.shape).items():
        if axes > 1 and n > 1 and n in (board.shape[axis] for axis in board.wraps):
            least = planar_torus_maximum(n)
            squares = board.size // n**2
            split = f"{squares:,} squares ({n},2), at most {least:,} each on the torus: "
            source = POLYA if least == n else MONSKY
            found.append(Bound(squares * least, (split if squares > 1 else "") + source, "upper"))
    return found


def recorded_torus_lower(board: Outline) -> list[Bound]:
    """Return the lower bound by the largest placement of the library on the torus of this shape.

    It serves for every way to wrap: on the torus pieces attack most.
    """
    return [
        Bound(
            entry.count,
            entry.source,
            "lower",
            published=True,
            witness=Witness("record", board.shape, entry.record) if entry.record else None,
        )
        for entry in lower_entries(torus=True)
        if not board.twist and entry.shape == bare(board.shape)
    ]


def planar_torus_lower(board: Outline) -> list[Bound]:
    """Return the lower bound of a square that wraps by the maximum known for every side."""
    if not board.is_cube or board.d != 2 or board.n == 1 or not board.shift_axes:
        return []
    value = planar_torus_maximum(board.n)
    return [Bound(value, POLYA if value == board.n else MONSKY, "lower", published=True)]
