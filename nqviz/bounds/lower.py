"""Lower bounds: placements that are known to exist, most of them without listing them.

A window of a linear set: with a_i = 2^(i-1) the cells of a box where a_1 x_1 + ... + a_k x_k = c
modulo N do not attack each other when N divides no m s with 0 < m < n, n the longest side of the
box, and 0 < s < 2^k: two cells m steps apart along e differ by m times the signed sum of the a_i
that e picks, which is such an s. The N values of c partition the cells of the box; the number of
cells for each c is computed axis by axis, and the best c is used. With N = n this is Van Rees's
full solution; with n < N it is the result of a subcube cut with the best offsets (Kunt's thesis,
section 3.2.1), if N has regular solutions. N need not have any: the window of side 5 uses N = 35
for d = 5 and N = 65 for d = 6, where signed sums share factors with N but only their later
multiples are divisible by N.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from math import gcd, prod

from .bound import Bound, Shape, Witness, bare, box_name
from .known import Entry, fits, lower_entries

MAX_MODULUS = 2**20
"""The largest N whose shifts are counted, unless all of them have as many cells."""

PLANAR = "a full placement (E. Pauls, 1874; Hoffman, Loessi and Moore, 1969)"


@lru_cache(maxsize=4096)
def window_modulus(n: int, k: int) -> int:
    """Return the least N of a linear set on k axes with no attack in boxes with sides up to n.

    N divides some m s with m < n and s < 2^k exactly if it is such a product itself.
    """
    sums: int = 2**k
    less, more = sorted((n, sums))
    return next(
        modulus
        for modulus in count(more)
        if all(modulus % factor or modulus // factor >= more for factor in range(2, less))
    )


@lru_cache(maxsize=4096)
def best_shift_count(sides: Shape, modulus: int) -> int:
    """Return how many cells of a box have x_1 + 2 x_2 + 4 x_3 + ... = c modulo N, for the best c.

    `sides`: in the order of the axes, each at most N.
    `modulus`: N.
    """
    if any(side == modulus and (not axis or modulus % 2) for axis, side in enumerate(sides)):
        return prod(sides) // modulus  # one cell along this axis for all values of the others
    counts: list[int] = [1] + [0] * (modulus - 1)
    for axis, side in enumerate(sides):
        counts = _spread(counts, 2**axis, side)
    return max(counts)


def _spread(counts: list[int], factor: int, side: int) -> list[int]:
    """Return for every r the sum of the counts of the residues r, r - factor, ..., `side` terms."""
    modulus = len(counts)
    spread = [0] * modulus
    for start in range(gcd(factor, modulus)):  # the residues r + factor, r + 2 factor, ... close
        cycle = [
            (start + factor * turn) % modulus for turn in range(modulus // gcd(factor, modulus))
        ]
        total = sum(counts[cycle[-back % len(cycle)]] for back in range(1, side + 1))
        for place, residue in enumerate(cycle):
            total += counts[residue] - counts[cycle[(place - side) % len(cycle)]]
            spread[residue] = total
    return spread


def is_full_window(n: int, k: int) -> bool:
    """Return whether a linear set is a full solution of the (n,k)-board."""
    return n >= 2**k and window_modulus(n, k) == n


def flat_lower(shape: Shape) -> Iterator[Bound]:
    """Yield the lower bounds for queens on a flat box."""
    yield Bound(1, "a queen on any cell", "lower")
    if bare(shape):
        yield _window(shape)
        yield from _planar(shape)
        yield from _product(shape)
        yield from _corollary(shape)
        yield from _known(shape)


def best_lower_count(shape: Shape) -> int:
    """Return the greatest lower bound for queens on a flat box."""
    return max(bound.value for bound in flat_lower(shape))


# Windows of linear sets -------------------------------------------------------------------


def _window(shape: Shape) -> Bound:
    """Return the bound of the best window of a linear set in the boxes inside this one.

    Their sides are those of the k longest axes, each cut to at most t.
    """
    best, choice = 0, (1, 1)
    by_length = sorted(range(len(shape)), key=lambda axis: -shape[axis])
    for k in range(1, len(bare(shape)) + 1):
        modulus = 0
        for t in range(shape[by_length[0]], 1, -1):
            inner = _cube_in(shape, by_length[:k], t)
            if prod(inner) <= best * t:
                break  # one queen on each line along a longest side is no more than that
            if window_modulus(t, k) != modulus:
                modulus = window_modulus(t, k)
                if modulus > MAX_MODULUS and modulus > t:
                    continue
                value = best_shift_count(tuple(side for side in inner if side > 1), modulus)
                if value > best:
                    best, choice = value, (k, t)
    k, t = choice
    inner, modulus = _cube_in(shape, by_length[:k], t), window_modulus(t, k)
    within = "" if inner == shape else f" in the {box_name(inner)} box in its corner"
    if inner == shape and bare(shape) == (t,) * k and modulus == t:
        words = "a regular solution (G. H. J. Van Rees, On Latin queen squares, 1981)"
    else:
        words = f"the best shift of a linear set modulo {modulus:,}{within}"
    return Bound(
        best,
        words,
        "lower",
        steps=_window_steps(inner, modulus, best),
        witness=Witness("window", inner, modulus=modulus),
    )


def _cube_in(shape: Shape, axes: list[int], t: int) -> Shape:
    """Return a box with the sides along some axes cut to at most t, and the others to 1."""
    return tuple(min(side, t) if axis in axes else 1 for axis, side in enumerate(shape))


def _window_steps(inner: Shape, modulus: int, best: int) -> tuple[str, ...]:
    k, cells = len(bare(inner)), prod(inner)
    terms = " + ".join(f"{2**i if i else ''}x{i + 1}" for i in range(k))
    where = f"in boxes with sides up to {max(inner):,}"
    return (
        f"Cells with {terms} = c modulo {modulus:,} do not attack each other {where}, for any c.",
        f"The {modulus:,} values of c share {cells:,} cells: the best has {best:,}.",
    )


# Other arguments --------------------------------------------------------------------------


def _planar(shape: Shape) -> Iterator[Bound]:
    """Yield the bound by rows of a full planar solution, as many as the second longest side."""
    if len(shape) < 2:
        return
    first, second = sorted(range(len(shape)), key=lambda axis: -shape[axis])[:2]
    n, rows = shape[first], shape[second]
    if n < 4 or rows < 2:
        return
    inner = tuple(shape[axis] if axis in (first, second) else 1 for axis in range(len(shape)))
    about = "" if bare(shape) == (n, n) else f"{rows} rows of the ({n},2) board: "
    yield Bound(rows, about + PLANAR, "lower", witness=Witness("planar", inner))


def _product(shape: Shape) -> Iterator[Bound]:
    """Yield the bound by a regular solution with a board of queens in place of each queen.

    Queens in the same copy do not attack on the inner board, all others not on the torus.
    """
    sides, d = bare(shape), len(bare(shape))
    if d < 2 or d < len(shape):
        return
    common = gcd(*sides)
    for factor in range(2**d, common + 1):
        if common % factor or not is_full_window(factor, d):
            continue
        inner = tuple(side // factor for side in shape)
        if not bare(inner):
            continue
        least = best_lower_count(inner)
        yield Bound(
            factor ** (d - 1) * least,
            f"{factor ** (d - 1):,} x {least:,}: the regular ({factor},{d}) solution with the"
            f" {box_name(inner)} board in place of each queen",
            "lower",
            witness=Witness("product", shape, modulus=factor),
        )


def _corollary(shape: Shape) -> Iterator[Bound]:
    """Yield the bound of the thesis for every (n,3), by a regular solution of a side near n."""
    sides = bare(shape)
    if len(sides) != 3 or len(set(sides)) > 1:
        return
    n = sides[0]
    least = n * n - 10 * n - 32
    if least > 0:
        yield Bound(
            least,
            "n^2 - 10 n - 32, for all n (T. Kunt, 2023, Corollary 8.2)",
            "lower",
            steps=(
                "A side m prime to 210, at most n + 10, has a regular solution of m^2 queens.",
                "Two layers less in each direction, their cube empty, leave m^2 - 6m + 12 queens.",
                "Each of 8 more layers in all directions takes at most 3k - 3 queens of side k.",
            ),
        )


def _known(shape: Shape) -> Iterator[Bound]:
    """Yield the known bounds of the box itself, and of the best box that it contains."""
    sides = bare(shape)
    contained = [entry for entry in lower_entries() if fits(entry.shape, sides)]
    best = max(contained, key=lambda entry: entry.count, default=None)
    for entry in contained:
        if entry is best or entry.shape == sides:
            witness = None
            if entry.record:
                witness = Witness("record", _embedded(entry.shape, shape), entry.record)
            words = _about(entry, sides)
            yield Bound(entry.count, words, "lower", published=True, witness=witness)


def _embedded(inner: Shape, outer: Shape) -> Shape:
    """Return a box, its sides sorted, in the axes of another: longer sides along longer axes."""
    by_length = sorted(range(len(outer)), key=lambda axis: (-outer[axis], axis))
    sides = [1] * len(outer)
    for axis, side in zip(by_length, sorted(inner, reverse=True), strict=False):
        sides[axis] = side
    return tuple(sides)


def _about(entry: Entry, sides: Shape) -> str:
    if entry.shape == sides:
        return entry.source
    return f"it contains the {box_name(entry.shape)} board: {entry.source}"
