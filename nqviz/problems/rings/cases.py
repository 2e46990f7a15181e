"""Cases and sub-cases: every ring vector that a completion of given queens can have.

A ring vector is left out only when a rule forbids it (Luque 2021, section 3): its sum is n; it lies
inside the capacities and holds the given queens; and corners of rings lie on the two long
diagonals, each of which has room for one queen:

- three queens on the outermost ring mean one of them in a corner, four mean none;
- a ring of four queens has none in a corner, whichever ring it is;
- two queens on S8 mean one of them in a corner of it, one on S4 stands in a corner of it, and one
  on S1 stands on both long diagonals and attacks all of S8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.rings import capacities, check_filled, corner_cells, ring_names, ring_vector

MAX_SUB_CASES = 100_000
"""More sub-cases than this are not listed."""


@dataclass(frozen=True)
class SubCase:
    """One ring vector to search."""

    case: int
    number: int
    """`case` and `number`: both from 1; the case is given by the outermost ring and the
    innermost one or two."""
    rings: tuple[int, ...]
    """The ring vector, centre first."""

    @property
    def name(self) -> str:
        """The name as the paper writes it, such as ``1.2``."""
        return f"{self.case}.{self.number}"


def inner_rings(n: int) -> int:
    """Return how many rings at the centre have less room than four queens, 1 or 2."""
    return 2 if n % 2 and n > 3 else 1


def sub_cases(givens: Placement) -> list[SubCase]:
    """List every sub-case of completing given queens, in the order of the paper.

    `givens`: queens on a flat square that do not attack each other; possibly none.
    Raises InputError if the board has no rings, its lines stop, the givens attack each other, or
    there are more than `MAX_SUB_CASES`.
    """
    rules = _Rules(givens)
    listed: list[SubCase] = []
    case = 0
    for inner, outer in rules.cases():
        for number, middle in enumerate(rules.middles(inner, outer), start=1):
            case += number == 1
            listed.append(SubCase(case, number, (*inner, *middle, *outer)))
            if len(listed) > MAX_SUB_CASES:
                raise InputError(
                    f"there are more than {MAX_SUB_CASES:,} sub-cases; give more queens"
                )
    return listed


class _Rules:
    """What the board and the givens allow."""

    def __init__(self, givens: Placement) -> None:
        check_filled(givens.board)
        n = givens.board.n
        self.n = n
        self.given = ring_vector(givens)
        flaws = givens.flaws(1)
        if flaws:
            raise InputError(f"the given queens cannot be completed: {flaws[0].message}")
        self.inner = min(inner_rings(n), len(self.given) - 1)
        cells = givens.indices.tolist()
        self.on_corner = [
            any(cell in corner_cells(n, ring) for cell in cells) for ring in range(len(self.given))
        ]
        diagonals = [any(x == y for x, y in givens), any(x + y == n - 1 for x, y in givens)]
        self.free_diagonals = 2 - sum(diagonals)
        self.ranges = [
            range(max(low, count), (min(high, 3) if corner and high > 3 else high) + 1)
            for (low, high), count, corner in zip(
                capacities(n), self.given, self.on_corner, strict=True
            )
        ]

    def cases(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield the counts of the innermost and the outermost rings that can go together."""
        inner = [reversed(ring) for ring in self.ranges[: self.inner]]
        # Descending, as in the tables of the paper; the outermost ring comes first.
        for last, *first in product(reversed(self.ranges[-1]), *inner):
            if self._corners_fit(first, last):
                yield tuple(first), (last,)

    def _corners_fit(self, first: Sequence[int], last: int) -> bool:
        """Return whether the corners that counts ask for find room on the long diagonals."""
        n, names = self.n, ring_names(self.n)
        asks = [False] * len(names)
        asks[-1] = last == 3 and n > 3
        needed = 0
        for ring, count in enumerate(first):
            if names[ring] == "S1" and count == 1:
                needed += 0 if self.given[ring] else 2
                if any(first[ring + 1 :]):
                    return False
            asks[ring] |= (names[ring], count) in (("S4", 1), ("S8", 2))
        if n > 3 and last == 4 and self.on_corner[-1]:
            return False
        needed += sum(ask and not has for ask, has in zip(asks, self.on_corner, strict=True))
        return needed <= self.free_diagonals

    def middles(self, inner: Sequence[int], outer: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the counts of the rings between, in ascending order, so that all sum up to n."""
        yield from _parts(self.n - sum(inner) - sum(outer), self.ranges[len(inner) : -1])


def _parts(total: int, ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
    """Write a total as a sum of one number of each range."""
    if not ranges:
        if total == 0:
            yield ()
        return
    least = sum(part.start for part in ranges[1:])
    most = sum(part.stop - 1 for part in ranges[1:])
    for count in ranges[0]:
        if least <= total - count <= most:
            for rest in _parts(total - count, ranges[1:]):
                yield (count, *rest)
