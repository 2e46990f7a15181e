"""Texts of tables and records in the language of texts; the library has them in English."""

from __future__ import annotations

from nqviz.bounds import best_upper
from nqviz.bounds.source_texts import source_text
from nqviz.catalogue.records import Record
from nqviz.core.language import tr, tr_later
from nqviz.core.made_texts import made_from, templates, tr_made

THESIS = tr_later("Thesis, Table {name}")
_TABLES = (THESIS, tr_later("Barr & Rao, Table {name}"))
_PROVEN = (tr_later("proven: {source}"), tr_later("a lower bound, not proven: {source}"))
_IS_MAXIMUM = tr_later("Maximum {value} (proven; {source}).")
_IS_OPEN = tr_later("Not proven to be maximum: the upper bound is {value} ({source}).")


def table_title(english: str) -> str:
    return tr_made(english, _TABLES)


def method_text(english: str) -> str:
    """Return by which method a value was found."""
    proven = made_from(english, _PROVEN)
    if proven is None:
        return tr_made(english, templates("methods-of-counts"))
    template, values = proven
    return tr(template, source=source_text(values["source"]))


def standing_text(record: Record) -> str:
    """Return whether a record is proven to be maximum, and by which upper bound."""
    bound = best_upper(record.board)
    words = _IS_MAXIMUM if record.count == bound.value else _IS_OPEN
    return tr(words, value=f"{bound.value:,}", source=source_text(bound.source))


def confirmed_text(english: str) -> str:
    """Return how many values of a table a second method has found as well."""
    return tr_made(english, templates("confirmed-counts"))
