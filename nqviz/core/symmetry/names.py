"""Names of symmetries in the language of texts; `Symmetry.name` is the English name."""

from __future__ import annotations

import re

from ..language import ENGLISH, language, tr
from ..made_texts import made_from, templates, tr_made

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
            joins = {_WITH: f", {tr('with')} ", _AND: f" {tr('and')} "}
            words.append(joins.get(part, part))
        elif made_from(part, templates("symmetries")) is not None:
            words.append(tr_made(part, templates("symmetries")))
        else:
            return english
    return "".join(words)
