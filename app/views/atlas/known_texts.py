"""Texts of tables and records in the language of texts; the library has them in English."""

from __future__ import annotations

from nqviz.bounds import best_upper
from nqviz.bounds.source_texts import source_text
from nqviz.catalogue.records import Record
from nqviz.core.language import tr, tr_later
from nqviz.core.made_texts import made_from, tr_made

THESIS = tr_later("Thesis, Table {name}")
_TABLES = (THESIS, tr_later("Barr & Rao, Table {name}"))
_METHODS = (
    tr_later(
        "row by row on bit masks, the first row up to its mirror image; orbits by the solutions"
        " that rotations keep"
    ),
    tr_later("row by row, each queen with its images under the rotation"),
    tr_later(
        "planar solutions stacked layer by layer, the first up to the symmetries of the square"
    ),
    tr_later("backtracking with attack lists, one queen a layer, the first up to symmetry"),
    tr_later("packings of subcubes, up to symmetry, decided in another order"),
    tr_later("packings of subcubes, up to symmetry"),
    tr_later("n shifts of each admissible vector of coefficients"),
    tr_later("inclusion and exclusion over pairs of layers, in other slices"),
    tr_later("inclusion and exclusion over pairs of layers"),
    tr_later("from the density that ships, which {command} counts again"),
    tr_later("densities of the maximum placements that contain a set, up to symmetry"),
    tr_later("theta bounds over clique covers, queens up to symmetry, by another order of cells"),
    tr_later("theta bounds over clique covers, queens up to symmetry"),
    tr_later("clique-cover search, first two queens up to symmetry"),
    tr_later("a cell that nothing attacks, and each piece that would, in turn"),
    tr_later("the classes of a colouring with n colours"),
    tr_later("the list of all full placements"),
    tr_later("recorded: {command} took {seconds} s on one core ({date}); {again}"),
    tr_later("recorded: {command} took {seconds} s on one core ({date})"),
    tr_later("again in {seconds} s {how}; {check}"),
    tr_later("again in {seconds} s {how}"),
    tr_later("by another order of cells, beside other work"),
    tr_later("by another order of cells"),
    tr_later("deciding the kinds in another order"),
    tr_later("as a sum in other slices"),
    tr_later("the sum is 0 at d = 1 and 352, as known, at d = 2"),
)
_PROVEN = (tr_later("proven: {source}"), tr_later("a lower bound, not proven: {source}"))
_IS_MAXIMUM = tr_later("Maximum {value} (proven; {source}).")
_IS_OPEN = tr_later("Not proven to be maximum: the upper bound is {value} ({source}).")
_CONFIRMED = (
    tr_later(
        "{agree} of {count} are confirmed by a second method; for the others none reaches so far"
    ),
    tr_later("{agree} of {count} are confirmed by a second method; IT DIFFERS at {places}"),
    tr_later("{agree} of {count} are confirmed by a second method"),
)


def table_title(english: str) -> str:
    """Return the short title of a table."""
    return tr_made(english, _TABLES)


def method_text(english: str) -> str:
    """Return by which method a value was found."""
    proven = made_from(english, _PROVEN)
    if proven is None:
        return tr_made(english, _METHODS)
    template, values = proven
    return tr(template, source=source_text(values["source"]))


def standing_text(record: Record) -> str:
    """Return whether a record is proven to be maximum, and by which upper bound."""
    bound = best_upper(record.board)
    words = _IS_MAXIMUM if record.count == bound.value else _IS_OPEN
    return tr(words, value=f"{bound.value:,}", source=source_text(bound.source))


def confirmed_text(english: str) -> str:
    """Return how many values of a table a second method has found as well."""
    return tr_made(english, _CONFIRMED)
