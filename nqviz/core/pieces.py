"""Pieces: along which classes of direction they attack, and the rule of hyperplanes.

The class of a direction is the number of its non-zero entries: 1 axis, 2 diagonal, 3 space
diagonal (in the papers: triagonal), k k-agonal. A piece is a set of classes; pieces without a
name are *riders*, written by their classes: ``1+3-rider``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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
}
"""The classes of direction of each piece with a name; None means every class."""

PIECE_FORMS = f"{', '.join(PIECES)}, or classes of direction such as 1+3"
"""The forms of the name of a piece, for messages and help."""

CLASS_NAMES = ("axis", "diagonal", "space diagonal")

_QUEEN = re.compile(r"(?<![-\w{])[Qq]ueen(?=s?\b)")
_RIDER = re.compile(r"([1-9]\d?(?:[+,][1-9]\d?)*)(?:-rider)?")


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
    """Return the name of the directions with `order` (at least 1) non-zero entries."""
    return CLASS_NAMES[order - 1] if order <= len(CLASS_NAMES) else f"{order}-agonal"


def rider(classes: frozenset[int]) -> str:
    """Return the name of the piece with these classes: ``rook``, or ``1+3-rider``."""
    for name, named in PIECES.items():
        if classes == named:
            return name
    return "+".join(map(str, sorted(classes))) + "-rider"


def known_piece(text: object, d: int) -> str:
    """Return the one way to write a piece on boards of d dimensions.

    Parameters
    ----------
    text : str
        A name of `PIECES`, or classes of direction: ``1+3``, ``1,3`` or ``1+3-rider``.
    d : int
        A rider along all d classes is a queen.

    Raises
    ------
    InputError
        If the text is no name and no list of classes.
    """
    if isinstance(text, str) and text in PIECES:
        return text
    match = _RIDER.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise InputError(f"unknown piece {text!r}; choose one of {PIECE_FORMS}")
    classes = frozenset(map(int, re.split(r"[+,]", match[1])))
    return "queen" if classes.issuperset(range(1, d + 1)) else rider(classes)


def attack_vectors(piece: str, d: int) -> npt.NDArray[np.int64]:
    """Return the directions along which a piece, named as by `known_piece`, attacks.

    Returns
    -------
    array of shape (m, d), int64
        Vectors of {-1,0,1}^d in lexicographic order; of e and -e the one whose first non-zero
        entry is 1.
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


def board_vectors(piece: str, shape: Sequence[int], torus: bool) -> npt.NDArray[np.int64]:
    """Return those of `attack_vectors` that have lines of two cells on a board, no line twice.

    Returns
    -------
    array of shape (m, d), int64
        Directions with fewer non-zero entries come first.
    """
    vectors, sides = attack_vectors(piece, len(shape)), np.array(shape)
    if piece == HYPERPLANE and len(shape) == 1:  # each hyperplane is one cell
        return vectors[:0]
    if torus:  # steps along sides of 1 do not move; along sides of 2 back and forward are the same
        vectors = np.where(sides == 1, 0, vectors)
        vectors = np.where(sides == 2, np.abs(vectors), vectors)
        vectors = vectors[vectors.any(axis=1)]
        leading = np.take_along_axis(vectors, (vectors != 0).argmax(axis=1)[:, None], axis=1)
        vectors = np.unique(vectors * leading, axis=0)
    else:
        vectors = vectors[~(vectors[:, sides == 1] != 0).any(axis=1)]
    by_class = np.argsort(np.count_nonzero(vectors, axis=1), kind="stable")
    return np.asarray(vectors[by_class], dtype=np.int64)


def _classes(piece: str) -> frozenset[int] | None:
    if piece in PIECES:
        return PIECES[piece]
    return frozenset(map(int, piece.removesuffix("-rider").split("+")))
