"""The language of texts for people: English, or one with a catalogue of translations.

A catalogue is the folder ``languages/CODE`` of the resources: files of English texts with their
translations, by parts of the program. A text that has none is shown in English. Error messages and
JSON are never translated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib import resources
from typing import TypeAlias, TypeVar

from .errors import InputError, quoted
from .pieces import either, worded

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
"""The languages of the texts that ship, by their codes (ISO 639-1)."""

_WORD = re.compile("[a-z]+")
_CONTEXT = "##"
_Text = TypeVar("_Text")
Texts: TypeAlias = dict[str, str]
"""A table of English texts by keys; where one is shown, `tr` translates it."""


class _Chosen:
    code = ENGLISH


def language() -> str:
    """Return the code of the language of texts."""
    return _Chosen.code


def use_language(code: str) -> None:
    """Set the language of texts for this process; it is English at first.

    Raises InputError if there is no catalogue for it.
    """
    if code not in LANGUAGES:
        raise InputError(f"unknown language {quoted(code)}; choose {either(LANGUAGES)}")
    _Chosen.code = code


@contextmanager
def texts_in(code: str) -> Iterator[None]:
    """Use a language inside a ``with`` block, and that of before after it."""
    before = language()
    use_language(code)
    try:
        yield
    finally:
        use_language(before)


def tr(text: str, **values: object) -> str:
    """Return the translation of an English text, with values in the place of its ``{names}``.

    What stands behind ``##`` parts texts that are alike in English, ``Open##state`` from ``Open``,
    and is not shown. A value that has a method ``translated``, as a board has, is written by it.
    """
    found = translations(_Chosen.code).get(text)
    return _filled(text.partition(_CONTEXT)[0] if found is None else found, values)


def tr_piece(text: str, piece: str, **values: object) -> str:
    """Return the translation of an English text about queens, worded for another piece.

    English names the piece. Other languages write *piece* for every piece but the queen, as names
    of pieces differ in gender there.
    """
    found = worded(text, piece) if language() == ENGLISH else tr(text)
    if piece != "queen" and language() != ENGLISH:
        for name, general in ((tr("queens"), tr("pieces")), (tr("queen"), tr("piece"))):
            found = re.sub(rf"(?<![-\w]){name}(?!\w)", general, found)
    return _filled(found, values)


def _filled(text: str, values: Mapping[str, object]) -> str:
    if not values:
        return text
    return text.format(**{name: _written(value) for name, value in values.items()})


def _written(value: object) -> object:
    """Return a value in the language of texts where it can be written so, else unchanged."""
    if isinstance(value, str | int | float):  # most are, and an attribute is looked up slowly
        return value
    translated = getattr(value, "translated", None)
    return value if translated is None else translated()


def tr_later(texts: _Text) -> _Text:
    """Return an English text, or a tuple of them, unchanged; `tr` translates where it is shown."""
    return texts


def counted_tr(count: int, thing: str, write: Callable[[int], str] = "{:,}".format) -> str:
    """Return a number with a noun in the language of texts: ``1 queen``, ``2 queens``."""
    return f"{write(count)} {noun_tr(thing if count == 1 else f'{thing}s')}"


def noun_tr(noun: str) -> str:
    """Return a noun in the language of texts; numbers in names of pieces stay: ``1+3-rider``."""
    if any(map(str.isdigit, noun)):
        return _WORD.sub(lambda found: tr(found[0]), noun)
    return tr(noun)


def within(text: str) -> str:
    """Return a translated text as it stands within a sentence: English begins it in lower case."""
    return f"{text[:1].lower()}{text[1:]}" if language() == ENGLISH else text


@lru_cache(maxsize=4)
def translations(code: str) -> dict[str, str]:
    """Return the catalogue of a language, which is empty for English."""
    if code == ENGLISH:
        return {}
    folder = resources.files("nqviz_resources") / "languages" / code
    catalogue: dict[str, str] = {}
    for file in folder.iterdir():
        if file.name.endswith(".json"):
            catalogue |= json.loads(file.read_text("utf-8"))
    return catalogue
