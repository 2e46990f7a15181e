"""Admissible coefficients of linear sets q_d = a_1 q_1 + ... + a_(d-1) q_(d-1) + c mod n.

With cells from 0, such a set is a full solution, on the torus too, exactly when no signed sum
e_1 a_1 + ... + e_(d-1) a_(d-1) - e_d, e in {-1,0,1}^d nonzero, has a factor in common with n
(Kunt's thesis; Klarner for d = 3).

Modulo a prime p the condition says that the 2^d sums of subsets of {a_1, ..., a_(d-1), 1} differ,
so p >= 2^d; and then the powers of two satisfy it (Van Rees). An n has regular solutions exactly
when all its prime factors are 2^d or more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, islice
from math import gcd, isqrt

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError

_BLOCK = 20_000  # rows that are compared with their images at once


def has_regular(n: int, d: int) -> bool:
    """Return whether the (n,d)-board, d at least 2, has regular solutions."""
    return n == 1 or least_factor(n) >= 2**d


@lru_cache(maxsize=1024)
def least_factor(n: int) -> int:
    """Return the least prime factor of n, 2 or more."""
    return next((p for p in range(2, isqrt(n) + 1) if n % p == 0), n)


def nearest_regular(n: int, d: int) -> int:
    """Return the n' > 1 nearest to n whose (n',d)-board has regular solutions; the lower of two."""
    near = (side for distance in count() for side in (n - distance, n + distance))
    return next(side for side in near if side > 1 and has_regular(side, d))


def signed_sums(coefficients: Sequence[int]) -> tuple[IntArray, IntArray]:
    """Return the signed sums that decide whether coefficients are admissible.

    Returns
    -------
    signs : array of shape ((3^d - 1)/2, d), int64
        One of e and -e for each nonzero e in {-1,0,1}^d.
    sums : array of shape ((3^d - 1)/2,), int64
        e_1 a_1 + ... + e_(d-1) a_(d-1) - e_d.
    """
    d = len(coefficients) + 1
    signs = np.indices((3,) * d).reshape(d, -1).T.astype(np.int64) - 1
    signs = signs[len(signs) // 2 + 1 :]
    return signs, signs @ np.array((*coefficients, -1), dtype=np.int64)


def is_admissible(n: int, coefficients: Sequence[int]) -> bool:
    """Return whether coefficients a_1, ..., a_(d-1) give full solutions modulo n."""
    return _objection(n, coefficients) is None


def _objection(n: int, coefficients: Sequence[int]) -> str | None:
    """Return a text with a signed sum that has a factor in common with n; None without one."""
    signs, sums = signed_sums([a % n for a in coefficients])
    bad = np.flatnonzero(np.gcd(sums, n) != 1)
    if not len(bad):
        return None
    e, total = signs[bad[0]].tolist(), int(sums[bad[0]])
    terms = (*(a % n for a in coefficients), 1)
    signed = [
        f"{'-' if sign < 0 else '+'} {term}"
        for sign, term in zip((*e[:-1], -e[-1]), terms, strict=True)
        if sign
    ]
    text = " ".join(signed).removeprefix("+ ")
    factor = gcd(total, n)
    return f"{text} = {total} and n = {n} have the factor {factor} in common"


def admissible_coefficients(n: int, d: int, limit: int | None = None) -> IntArray:
    """Return admissible coefficients of the (n,d)-board in lexicographic order.

    Parameters
    ----------
    n, d : int
        d is 2 or more.
    limit : int, optional
        The maximum number of rows; all of them without it, about n^(d-1).

    Returns
    -------
    array of shape (k, d - 1), int64
        Entries from 0 to n - 1; no rows if n has no regular solutions.
    """
    return _gather(admissible_blocks(n, d), d, limit)


def coefficient_classes(n: int, d: int, limit: int | None = None) -> IntArray:
    """Return admissible coefficients up to symmetries of the torus, shape (k, d - 1), int64.

    Permuting and reversing axes permutes the vector (a_1, ..., a_(d-1), -1) and changes signs,
    and multiples of it describe the same set. Each class is represented by its least row whose
    entries increase and are at most n / 2.
    """
    return _gather(class_blocks(n, d), d, limit)


def class_blocks(n: int, d: int) -> Iterator[IntArray]:
    """Yield the rows of `coefficient_classes` in blocks of shape (k, d - 1), int64."""
    blocks = admissible_blocks(n, d, rising=True)
    while some := list(islice(blocks, max(1, _BLOCK // n))):
        rows = np.concatenate(some)
        yield rows[_is_least(rows, n)]


def _gather(blocks: Iterator[IntArray], d: int, limit: int | None) -> IntArray:
    kept: list[IntArray] = [np.zeros((0, d - 1), dtype=np.int64)]
    total = 0
    for block in blocks:
        kept.append(block)
        total += len(block)
        if limit is not None and total >= limit:
            break
    return np.concatenate(kept)[:limit]


def admissible_blocks(n: int, d: int, rising: bool = False) -> Iterator[IntArray]:
    """Yield admissible coefficients block by block in lexicographic order.

    A prefix of admissible coefficients is admissible one dimension down, and x can follow
    a_1, ..., a_k exactly when x + s is a unit modulo n for every signed sum s of a_1, ..., a_k
    and 1: that is, when each of x, x - a_k and x + a_k can follow a_1, ..., a_(k-1).

    Parameters
    ----------
    n, d : int
        d is 2 or more.
    rising : bool
        Whether to yield only strictly increasing rows with entries up to n / 2.

    Yields
    ------
    array of shape (k, d - 1), int64
    """
    units = np.gcd(np.arange(n), n) == 1
    allowed = units & _around(units, 1)
    yield from _continue_rows((), allowed, d - 1, rising and n > 1)


def _around(mask: npt.NDArray[np.bool_], step: int) -> npt.NDArray[np.bool_]:
    """Return for each x whether the mask holds at x - step and at x + step, cyclically."""
    twice = np.concatenate((mask, mask))
    n = len(mask)
    both: npt.NDArray[np.bool_] = twice[n - step : 2 * n - step] & twice[step : step + n]
    return both


def _continue_rows(
    prefix: tuple[int, ...], allowed: npt.NDArray[np.bool_], missing: int, rising: bool
) -> Iterator[IntArray]:
    following = np.flatnonzero(allowed)
    if rising:
        last = prefix[-1] if prefix else 0
        following = following[(following > last) & (following <= len(allowed) // 2)]
    if missing == 1:
        block = np.empty((len(following), len(prefix) + 1), dtype=np.int64)
        block[:, :-1] = prefix
        block[:, -1] = following
        yield block
        return
    for a in following.tolist():
        yield from _continue_rows((*prefix, a), allowed & _around(allowed, a), missing - 1, rising)


def _is_least(rows: IntArray, n: int) -> npt.NDArray[np.bool_]:
    """Return which increasing rows are the least of their class."""
    least = np.ones(len(rows), dtype=np.bool_)
    if n == 1:
        return least
    vectors = np.concatenate((rows, np.ones((len(rows), 1), dtype=np.int64)), axis=1)
    inverses = _inverses(n)
    for pivot in range(rows.shape[1]):
        other = vectors * inverses[vectors[:, pivot], None] % n
        other = np.sort(np.minimum(other, n - other), axis=1)[:, 1:]  # its least entry is 1
        different = other != rows
        first = different.argmax(axis=1)[:, None]
        smaller = np.take_along_axis(other, first, 1) < np.take_along_axis(rows, first, 1)
        least &= ~smaller[:, 0]
    return least


@lru_cache(maxsize=64)
def _inverses(n: int) -> IntArray:
    return np.array([pow(x, -1, n) if gcd(x, n) == 1 else 0 for x in range(n)], dtype=np.int64)


def first_admissible(n: int, d: int) -> tuple[int, ...]:
    """Return the lexicographically first admissible coefficients: 2, 4, ..., 2^(d-1).

    Raises InputError if n has no regular solutions; the message states the nearest n that has some.
    """
    if not has_regular(n, d):
        raise InputError(f"{no_regular_text(n, d)}; the nearest n is {nearest_regular(n, d)}")
    return tuple(2**i % n for i in range(1, d))


def no_regular_text(n: int, d: int) -> str:
    """Return why the (n,d)-board has no regular solutions."""
    return (
        f"a regular solution with d = {d} needs an n without prime factors below {2**d}, and {n}"
        " has one"
    )


def check_coefficients(n: int, d: int, coefficients: Sequence[int]) -> None:
    """Raise InputError if coefficients are too few, too many or not admissible."""
    if len(coefficients) != d - 1:
        raise InputError(f"{d - 1} coefficients are needed for d = {d}, not {len(coefficients)}")
    objection = _objection(n, coefficients)
    if objection is not None:
        values = ", ".join(map(str, coefficients))
        raise InputError(f"the coefficients ({values}) are not admissible: {objection}")


def linear_cells(n: int, coefficients: Sequence[int], shift: int, side: int) -> IntArray:
    """Return the cells of a linear set modulo n in a cube at the first corner.

    `n`: the modulus.
    `coefficients`: a_1, ..., a_(d-1).
    `shift`: c.
    `side`: the side of the cube, at most n.
    Returns the cells with all coordinates below `side`, in lexicographic order; shape (k, d).
    """
    last = np.array(shift % n, dtype=np.int64)
    for a in coefficients:
        last = last[..., None] + a % n * np.arange(side, dtype=np.int64)
    last %= n
    d = len(coefficients) + 1
    columns = [*np.nonzero(last < side), last[last < side]]
    cells = np.empty((len(columns[-1]), d), dtype=np.int64)
    for axis, column in enumerate(columns):
        cells[:, axis] = column
    return cells
