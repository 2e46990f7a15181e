"""Names of the steps of a history in the language of texts; a session keeps them in English."""

from __future__ import annotations

import re

from nqviz.core.board_names import board_name
from nqviz.core.language import ENGLISH, language, noun_tr, tr, tr_piece
from nqviz.core.made_texts import made_from
from nqviz.core.shipped import shipped_text
from nqviz.core.symmetry import symmetry_name

STEPS = tuple(shipped_text("window", "steps.txt").splitlines())
"""The names of steps, of two that fit the first; another name is shown as it is."""
_PIECE = re.compile(r"(?<!of )(?<![-\w])(rook|bishop|hyperplane-queen|[\d+]+-rider)(?=s?\b)")
_COUNTED = re.compile(r"([\d,]+) ([-+\w ]+)")


def step_text(stored: str) -> str:
    """Return the name of a step, as it is stored, in the language of texts."""
    if language() == ENGLISH:
        return stored
    piece = _PIECE.search(stored)
    named = "queen" if piece is None else piece[1]
    about_queens = _PIECE.sub("queen", stored)
    found = made_from(about_queens, STEPS)
    if found is not None:
        template, values = found
        shown = {name: _shown(value, named) for name, value in values.items()}
        return tr_piece(template, named, **shown)
    symmetry = stored[:1].lower() + stored[1:]
    mapped = symmetry_name(symmetry)
    return stored if mapped == symmetry else mapped[:1].upper() + mapped[1:]


def _shown(value: str, piece: str) -> str:
    counted = _COUNTED.fullmatch(value)
    if counted is not None:
        noun = counted[2].replace("queen", piece)
        return f"{counted[1]} {noun_tr(noun)}"
    name = board_name(value)
    return tr(value) if name == value else name
