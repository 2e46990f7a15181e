"""Pieces: the classes of direction along which they attack, their leaps, and their names.

The class of a direction is the number of its non-zero entries: 1 axis, 2 diagonal, 3 space
diagonal (in the papers: triagonal), k k-agonal. A piece is a set of classes; pieces without a
name are *riders*, written by their classes: ``1+3-rider``. *Leapers* attack the cells at one step
whose entries have given sizes, over any queens between: ``1,2-leaper`` is the knight. A piece may
do both: ``queen+1,2-leaper`` is the superqueen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

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
    lines = classes_of(base) if base else frozenset[int]()
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


def leaps_of(piece: str) -> tuple[tuple[int, ...], ...]:
    """Return the leaps of a piece: the sizes of the entries of each that are not zero."""
    if piece in LEAPS:
        return LEAPS[piece]
    found = _LEAPER.fullmatch(piece)
    words = found[2].split("+") if found else []
    return tuple(tuple(map(int, step.split(","))) for step in words)


def classes_of(piece: str) -> frozenset[int] | None:
    """Return the classes of direction of a piece; None means every class."""
    piece = piece if piece in PIECES else without_leaps(piece)
    if piece in PIECES:
        return PIECES[piece]
    return frozenset(map(int, re.findall(r"\d+", piece)))
