"""Texts of lessons by language: in the place of a text ``{en: A board, de: Ein Brett}``."""

from __future__ import annotations

import re

from nqviz.core.language import ENGLISH

_CODE = re.compile(r"[a-z]{2}")
_KEYS = {"of"}
"""The keys of lessons that look like codes of languages."""


def in_language(data: object, code: str) -> object:
    """Return the data of a lesson with its texts in a language.

    A text without it is in English, or else in the first of its languages.
    """
    if isinstance(data, list):
        return [in_language(item, code) for item in data]
    if not isinstance(data, dict):
        return data
    if _is_by_language(data):
        return data.get(code, data.get(ENGLISH, next(iter(data.values()))))
    return {key: in_language(value, code) for key, value in data.items()}


def languages_of(data: object) -> set[str]:
    """Return the codes of all languages of the data of a lesson; none where texts have one."""
    if isinstance(data, list):
        return set().union(*map(languages_of, data))
    if not isinstance(data, dict):
        return set()
    if _is_by_language(data):
        return set(data)
    return set().union(*map(languages_of, data.values()))


def _is_by_language(data: dict[object, object]) -> bool:
    """Return whether a mapping is a text by language: it has codes as keys, and texts."""
    return bool(data) and all(
        isinstance(key, str)
        and _CODE.fullmatch(key)
        and key not in _KEYS
        and isinstance(value, str | list)
        for key, value in data.items()
    )
