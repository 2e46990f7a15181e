"""Texts of the library, which are in English, as drawers show them in the language of texts."""

from __future__ import annotations

from dataclasses import replace

from nqviz.bounds import best_upper
from nqviz.bounds.source_texts import source_text
from nqviz.catalogue.records import Record
from nqviz.core.language import tr, tr_later
from nqviz.core.made_texts import made_from, templates, tr_made
from nqviz.rendering.figures.charts import Chart


def ending(text: str) -> str:
    """Return how a search ended, or how that is known."""
    return tr_made(text, templates("ends-of-searches"))


def activity(text: str) -> str:
    """Return what a search does."""
    return tr_made(text, templates("activities"))


def of_density(text: str) -> str:
    """Return a text about a density or other values of cells."""
    return tr_made(text, templates("densities"))


def of_family(text: str) -> str:
    """Return why a family of constructions does not apply to a board, or what it has built."""
    return tr_made(text, templates("families"))


def of_chart(chart: Chart | None) -> Chart | None:
    """Return a chart, if there is one, with its texts in the language of texts."""
    if chart is None:
        return None
    series = tuple(
        replace(each, name=of_place(each.name), texts=tuple(map(of_place, each.texts)))
        for each in chart.series
    )
    ceiling = chart.ceiling and (chart.ceiling[0], of_place(chart.ceiling[1]))
    across, up = of_place(chart.across), of_place(chart.up)
    return replace(chart, across=across, up=up, series=series, ceiling=ceiling)


def of_place(text: str) -> str:
    """Return the title of an axis, or what stands at a place of a chart."""
    return tr_made(text, templates("charts"))


def of_rings(text: str) -> str:
    """Return a sentence of an explanation by rings."""
    return tr_made(text, templates("rings"))


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
