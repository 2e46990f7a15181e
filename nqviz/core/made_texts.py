"""Translations of English texts that were made elsewhere, by the templates they were made from.

Results of searches, files and histories hold English texts; a window shows them in its language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache

from .board_names import board_name
from .language import ENGLISH, language, noun_tr, tr
from .shipped import shipped_text

_NAME = re.compile(r"\\\{(\w+)\\\}")
_COUNTED = re.compile(r"([\d,]+) ([a-z][-a-z ]*|[\d+]+-riders?)")


@cache
def templates(kind: str) -> tuple[str, ...]:
    """Return the English templates of a kind in ``templates.json``; of two that fit, the first."""
    return tuple(json.loads(shipped_text("languages", "templates.json"))[kind])


def made_from(text: str, templates: Iterable[str]) -> tuple[str, dict[str, str]] | None:
    """Return the first template that an English text was made from, and its values.

    A name in a template stands for at least one character.
    """
    for template in templates:
        found = _pattern(template).fullmatch(text)
        if found is not None:
            return template, found.groupdict()
    return None


def tr_made(text: str, templates: tuple[str, ...]) -> str:
    """Return the translation of an English text that was made from one of some templates.

    Its values are translated in the same way: numbers with nouns, names of boards, and texts. A
    text that is made from none of them stays as it is.
    """
    if language() == ENGLISH:
        return text
    found = made_from(text, templates)
    if found is not None:
        template, values = found
        return tr(template, **{name: tr_made(value, templates) for name, value in values.items()})
    counted = _COUNTED.fullmatch(text)
    if counted is not None:
        return f"{counted[1]} {noun_tr(counted[2])}"
    name = board_name(text)
    return tr(text) if name == text else name


@lru_cache(maxsize=512)
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(_NAME.sub(r"(?P<\1>.+)", re.escape(template)))
