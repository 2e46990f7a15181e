"""What the library words in English is shown in German: cards, tables, records and graphs."""

import re
from collections.abc import Iterable, Iterator

import pytest

from nqviz import Board
from nqviz.bounds.source_texts import source_text
from nqviz.catalogue.counts import count_tables, recorded_counts
from nqviz.catalogue.records import records
from nqviz.core.language import texts_in
from nqviz.core.made_texts import templates, tr_made
from nqviz.counting import maximal, planar, regular, rotational, subcubes, tables
from nqviz.counting.layered import inclusion_exclusion, search
from nqviz.counting.maximum import clique_cover_count, theta_count
from nqviz.ilp import FAMILIES
from nqviz.rendering.figures.graph import graph_words
from nqviz_app.views.atlas.boards import AtlasBoard
from nqviz_app.views.atlas.facts import facts_of
from nqviz_app.widgets.library_texts import (
    confirmed_text,
    method_text,
    standing_text,
    table_title,
)

ENGLISH = re.compile(
    r"\b(?:again|any|are|at least|at most|attack|attacks|axis|best|boxes|cells?|checks|contains"
    r"|core|cut|diagonal|each|edges|finds|found|full|has|is|layers?|lines?|listed|local|orbits"
    r"|placements?|plane|proven|regular|search|set|shift|solutions?|values?|window|with)\b"
)
CARDS = (
    *(AtlasBoard.cube(n, d) for n, d in ((2, 2), (3, 3), (5, 3), (8, 3), (10, 3), (12, 3))),
    *(AtlasBoard.cube(n, d) for n, d in ((11, 2), (14, 3), (16, 3), (4, 4), (9, 4), (7, 5))),
    *(AtlasBoard.cube(n, d) for n, d in ((31, 2), (26, 3), (24, 8), (40, 3))),
    AtlasBoard((6, 6), wraps=(0, 1)),
    AtlasBoard((5, 5, 5), wraps=(0, 1, 2), piece="rook"),
    AtlasBoard((4, 5, 6)),
)
METHODS = (
    *(part.METHOD for part in (maximal, planar, regular, rotational, subcubes)),
    *(part.METHOD for part in (inclusion_exclusion, search, clique_cover_count, theta_count)),
    *(part.OTHER_METHOD for part in (subcubes, inclusion_exclusion, theta_count)),
    *(words for name, words in vars(tables).items() if name.isupper() and isinstance(words, str)),
)


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with texts_in("de"):
        yield


def english_in(texts: Iterable[str]) -> list[str]:
    plain = (re.sub(r"nqviz count \w+", "", text) for text in texts)
    return [text for text in plain if ENGLISH.search(text)]


@pytest.mark.parametrize("place", CARDS, ids=str)
def test_a_card(place: AtlasBoard) -> None:
    facts = facts_of(place)
    texts = [*facts.at_hand.about, *facts.report.splitlines()]
    for argument in (facts.least, facts.most):
        texts += [argument.text, *argument.captions]
    for bound in facts.weaker:
        texts += [bound.text, bound.source]
    assert english_in(texts) == []
    assert not any(".." in text for text in texts)


def test_how_counts_were_found() -> None:
    texts = [method_text(method) for method in METHODS]
    texts += [method_text(recorded.words()) for recorded in recorded_counts()]
    texts += map(method_text, ("proven: a queen on any cell", "proven: exhaustive search"))
    words = "3 of 4 are confirmed by a second method"
    ends = ("", "; for the others none reaches so far", "; IT DIFFERS at (3,3)")
    texts += [confirmed_text(f"{words}{end}") for end in ends]
    texts += map(table_title, count_tables().values())
    assert english_in(texts) == []
    assert table_title("Thesis, Table 1") == "Dissertation, Tabelle 1"


def test_records() -> None:
    sources = {source_text(record.source) for record in records()}
    assert english_in(sources) == []
    shown = {record.board.d: record for record in records()}
    assert english_in(standing_text(record) for record in shown.values()) == []


@pytest.mark.parametrize(
    "board",
    [
        Board.cube(4, 2),
        Board.cube(3, 3, torus=True),
        Board.cube(9, 3),
        Board.cube(5, 2, piece="rook"),
        Board.cube(6, 1),
        Board.cube(5, 2).with_blocked([0]),
    ],
    ids=str,
)
def test_graphs_and_cuts(board: Board) -> None:
    try:
        words = graph_words(board)
    except ValueError as error:
        words = f"{str(error)[:1].upper()}{str(error)[1:]}."
    why = (family.objection(board) for family in FAMILIES.values())
    objections = templates("objections-to-cuts")
    texts = [tr_made(each, objections) for each in why if each]
    texts.append(tr_made(words, templates("queen-graph")))
    assert english_in(texts) == []
