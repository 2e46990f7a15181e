"""Names of symmetries in the language of texts; `Symmetry.name` is the English name."""

from __future__ import annotations

import re

from ..language import ENGLISH, language, tr, tr_later
from ..made_texts import made_from, tr_made

_PARTS = (
    tr_later("axis {number}"),
    tr_later("axes {numbers} and {number}"),
    tr_later("identity"),
    tr_later("every symmetry of the board"),
    tr_later("cycle of axes {cycle} with reversal of {axes}"),
    tr_later("cycle of axes {cycle}"),
    tr_later("half turn in {axes}"),
    tr_later("quarter turn from axis {first} to axis {second}"),
    tr_later("reversal of {axes}"),
    tr_later("swap of {axes} with both reversed"),
    tr_later("swap of {axes}"),
    tr_later("translation by {shift}"),
    tr_later("{count} translations"),
    tr_later("{first} to {second}"),
)
"""What names are made of; of two that fit the first."""
_JOINS = re.compile(r"(, with (?=\d)|, (?=[a-z])| and (?=[a-z]))")
_WITH, _AND = ", with ", " and "


def symmetry_name(english: str) -> str:
    """Return the English name of a symmetry, or of a group, in the language of texts.

    Another text is unchanged.
    """
    if language() == ENGLISH:
        return english
    words = []
    for number, part in enumerate(_JOINS.split(english)):
        if number % 2:
            words.append(_join(part))
        elif made_from(part, _PARTS) is not None:
            words.append(tr_made(part, _PARTS))
        else:
            return english
    return "".join(words)


def _join(text: str) -> str:
    return {_WITH: f", {tr('with')} ", _AND: f" {tr('and')} "}.get(text, text)
