"""Pieces: along which classes of direction they attack, their leaps, and the rule of hyperplanes.

The class of a direction is the number of its non-zero entries: 1 axis, 2 diagonal, 3 space
diagonal (in the papers: triagonal), k k-agonal. A piece is a set of classes; pieces without a
name are *riders*, written by their classes: ``1+3-rider``. *Leapers* attack the cells at one step
whose entries have given sizes, over any queens between: ``1,2-leaper`` is the knight. A piece may
do both: ``queen+1,2-leaper`` is the superqueen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from .errors import InputError

HYPERPLANE = "hyperplane-queen"
"""The piece of Nudelman's rule: it attacks whole hyperplanes instead of lines.

Cells a and b attack each other if sum(e_i a_i) = sum(e_i b_i) mod n for some nonzero e in
{-1,0,1}^d (Kunt's thesis, Problem 2). A placement on the (n,d)-board has at most n of them.
"""

PIECES: dict[str, frozenset[int] | None] = {
    "queen": None,
    "rook": frozenset({1}),
    "bishop": frozenset({2}),
    HYPERPLANE: None,
    "knight": frozenset(),
    "superqueen": None,
}
"""The classes of direction of each piece with a name; None means every class."""

LEAPS: dict[str, tuple[tuple[int, ...], ...]] = {"knight": ((1, 2),), "superqueen": ((1, 2),)}
"""The leaps of pieces with a name: the sizes of the entries of a step that are not zero."""

LEAP = 0
"""The class of leaps, which are no directions of lines."""

PIECE_FORMS = (
    f"{', '.join(PIECES)}, classes of direction such as 1+3, or with leaps such as rook+1,2-leaper"
)
"""The forms of the name of a piece, for messages and help."""

CLASS_NAMES = ("axis", "diagonal", "space diagonal")

_QUEEN = re.compile(r"(?<![-\w{])[Qq]ueen(?=s?\b)")
_RIDER = re.compile(r"([1-9]\d?(?:[+,][1-9]\d?)*)(?:-rider)?")
_STEP = r"[1-9](?:,[1-9])*"
_LEAPER = re.compile(rf"(?:(queen|rook|bishop|[\d+]+-rider)\+)?({_STEP}(?:\+{_STEP})*)-leaper")


def counted(count: int, thing: str = "queen") -> str:
    """Return a number with a noun: ``1 queen``, ``1,369 rooks``."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def worded(text: str, piece: str) -> str:
    """Return a text about queens for another piece: ``Place a queen`` becomes ``Place a rook``.

    A text that already contains the name of the piece is not changed, nor are ``n-queens`` and the
    names of values, ``{queens}``.
    """
    if piece == "queen" or piece in text.lower():
        return text
    return _QUEEN.sub(lambda found: piece.capitalize() if found[0] == "Queen" else piece, text)


def either(names: Iterable[str]) -> str:
    """Return names as a choice: ``rows, cp or nogood``."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def class_name(order: int) -> str:
    """Return the name of the directions with `order` non-zero entries; of leaps, `LEAP`."""
    if order == LEAP:
        return "leap"
    return CLASS_NAMES[order - 1] if order <= len(CLASS_NAMES) else f"{order}-agonal"


def rider(classes: frozenset[int]) -> str:
    """Return the name of the piece with these classes: ``rook``, or ``1+3-rider``."""
    for name, named in PIECES.items():
        if classes == named:
            return name
    return "+".join(map(str, sorted(classes))) + "-rider"


def known_piece(text: object, d: int) -> str:
    """Return the one way to write a piece on boards of d dimensions.

    `text`: a name of `PIECES`, classes of direction, ``1+3``, ``1,3`` or ``1+3-rider``, or leaps,
    ``1,2-leaper`` or ``1,2+1,3-leaper``, behind a piece with lines or alone.
    `d`: a rider along all d classes is a queen.
    Raises InputError if the text is of no such form, or a leap is part of a line of the piece.
    """
    if isinstance(text, str) and text in PIECES:
        return text
    if isinstance(text, str) and (leaper := _LEAPER.fullmatch(text)):
        base = known_piece(leaper[1], d) if leaper[1] else ""
        return _with_leaps(base, leaper[2], d)
    match = _RIDER.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise InputError(f"unknown piece {text!r}; choose one of {PIECE_FORMS}")
    classes = frozenset(map(int, re.split(r"[+,]", match[1])))
    return "queen" if classes.issuperset(range(1, d + 1)) else rider(classes)


def _with_leaps(base: str, text: str, d: int) -> str:
    """Return the name of a piece with lines, or none, and with leaps: ``1,2+1,3``."""
    leaps = {tuple(sorted(map(int, step.split(",")))) for step in text.split("+")}
    lines = _classes(base) if base else frozenset[int]()
    for leap in sorted(leaps):
        if len(set(leap)) == 1 and (lines is None or len(leap) in lines):
            step = ",".join(map(str, leap))
            raise InputError(f"the leap {step} is part of a line of the {base}: leave it out")
    for name, named in LEAPS.items():
        if leaps == set(named) and lines == PIECES[name]:
            return name
    words = "+".join(",".join(map(str, leap)) for leap in sorted(leaps))
    return f"{base}+{words}-leaper" if base else f"{words}-leaper"


def without_leaps(piece: str) -> str:
    """Return the piece that attacks along the lines of a piece only; empty if it only leaps."""
    if piece not in LEAPS:
        found = _LEAPER.fullmatch(piece)
        return piece if found is None else found[1] or ""
    return "queen" if PIECES[piece] is None else ""


def leap_vectors(piece: str, d: int) -> npt.NDArray[np.int64]:
    """Return the leaps of a piece, named as by `known_piece`, on boards of d dimensions.

    Returns an array of shape (m, d) in lexicographic order; of s and -s the one whose first
    non-zero entry is positive.
    """
    leaps = LEAPS.get(piece)
    if leaps is None:
        found = _LEAPER.fullmatch(piece)
        words = found[2].split("+") if found else []
        leaps = tuple(tuple(map(int, step.split(","))) for step in words)
    steps: set[tuple[int, ...]] = set()
    for sizes in leaps:
        for axes in permutations(range(d), len(sizes)):
            for signs in product((1, -1), repeat=len(sizes)):
                step = [0] * d
                for axis, size, sign in zip(axes, sizes, signs, strict=True):
                    step[axis] = sign * size
                steps.add(tuple(step))
    zero = (0,) * d
    return np.array(sorted(step for step in steps if step > zero), dtype=np.int64).reshape(-1, d)


def board_leaps(
    piece: str, shape: Sequence[int], wraps: Sequence[int] = (), stops: bool = False
) -> npt.NDArray[np.int64]:
    """Return those of `leap_vectors` between two cells of a board, no leap twice.

    Where axes wrap a leap may come back to its cell, have the same pairs of cells as another, or
    be part of a line of the piece: these are left out.
    `wraps`: the axes that wrap. `stops`: whether lines stop at cells that leaps pass over; then
    leaps along lines stay.
    Returns shape (m, d), int64.
    """
    sides, leaps = np.array(shape), leap_vectors(piece, len(shape))
    axes = list(wraps)
    fits: npt.NDArray[np.int64] = leaps[
        (np.delete(np.abs(leaps), axes, axis=1) < np.delete(sides, axes)).all(axis=1)
    ]
    if not wraps or not len(fits):
        return fits
    vectors = board_vectors(piece, shape, wraps)
    least: dict[tuple[int, ...], None] = {}
    for leap in fits:
        both = np.array([leap, -leap])
        low = (sides[axes] - 1) // 2
        both[:, axes] = (both[:, axes] + low) % sides[axes] - low
        best = max(both.tolist())
        if any(best) and (stops or not _is_along(np.array(best), vectors, sides, axes)):
            least[tuple(best)] = None
    return np.array(sorted(least), dtype=np.int64).reshape(-1, len(shape))


def _is_along(
    leap: npt.NDArray[np.int64],
    vectors: npt.NDArray[np.int64],
    sides: npt.NDArray[np.int64],
    wraps: list[int],
) -> bool:
    """Return whether a leap is some steps along one of m vectors, shape (m, d).

    The number of steps is leap_i v_i for each axis i of a vector v: exactly, or modulo the side
    where the axis wraps. By the Chinese remainder theorem there is one if any two axes agree.
    """
    modulo = np.zeros(len(sides), dtype=np.int64)
    modulo[wraps] = sides[wraps]
    agree = ((vectors != 0) | (leap == 0)).all(axis=1)
    steps = vectors * leap
    for first in range(len(sides)):
        for second in range(first):
            apart = steps[:, first] - steps[:, second]
            common = int(np.gcd(modulo[first], modulo[second]))
            same = apart % common == 0 if common else apart == 0
            agree &= same | (vectors[:, first] == 0) | (vectors[:, second] == 0)
    return bool(agree.any())


def attack_vectors(piece: str, d: int) -> npt.NDArray[np.int64]:
    """Return the directions of the lines of a piece, named as by `known_piece`.

    Returns vectors of {-1,0,1}^d in lexicographic order; of e and -e the one whose first non-zero
    entry is 1; shape (m, d).
    """
    vectors = np.indices((3,) * d).reshape(d, -1).T.astype(np.int64) - 1
    vectors = vectors[len(vectors) // 2 + 1 :]
    classes = _classes(piece)
    if classes is None:
        return vectors
    chosen: npt.NDArray[np.int64] = vectors[
        np.isin(np.count_nonzero(vectors, axis=1), list(classes))
    ]
    return chosen


def board_vectors(
    piece: str, shape: Sequence[int], wraps: Sequence[int], twist: bool = False
) -> npt.NDArray[np.int64]:
    """Return those of `attack_vectors` that have lines of two cells on a board, no line twice.

    `wraps`, `twist`: see `Board`.
    Returns an array of shape (m, d); directions with fewer non-zero entries come first.
    """
    vectors, sides = attack_vectors(piece, len(shape)), np.array(shape)
    if piece == HYPERPLANE and len(shape) == 1:  # each hyperplane is one cell
        return vectors[:0]
    wrap = np.isin(np.arange(len(shape)), wraps)
    vectors = vectors[~(vectors[:, (sides == 1) & ~wrap] != 0).any(axis=1)]
    # Steps along sides of 1 do not move; along sides of 2 back and forward are the same.
    two = wrap & (sides == 2) & ~twist
    if two.any() or (wrap & (sides == 1) & ~twist).any():
        vectors = np.where(wrap & (sides == 1), 0, vectors)
        vectors = vectors[vectors.any(axis=1)]
        turning = np.where(two, 0, vectors)
        leading = np.take_along_axis(turning, (turning != 0).argmax(axis=1)[:, None], axis=1)
        vectors = vectors * np.where(leading < 0, -1, 1)
        vectors = np.unique(np.where(two, np.abs(vectors), vectors), axis=0)
    by_class = np.argsort(np.count_nonzero(vectors, axis=1), kind="stable")
    return np.asarray(vectors[by_class], dtype=np.int64)


def _classes(piece: str) -> frozenset[int] | None:
    piece = piece if piece in PIECES else without_leaps(piece)
    if piece in PIECES:
        return PIECES[piece]
    return frozenset(map(int, re.findall(r"\d+", piece)))
