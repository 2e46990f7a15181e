"""Texts of results, which the library makes in English, as drawers show them in German."""

import re

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.constructions import FAMILIES
from nqviz.core.language import texts_in
from nqviz.counting import density, orbit_density, shift_density
from nqviz.counting.densities.profile import radial_profile
from nqviz.engines.theta.engine import NAME as THETA
from nqviz.problems import membership
from nqviz.problems.beautiful import beautiful
from nqviz.problems.excluded import Exclusions, complete_excluded
from nqviz.problems.first import first_placement
from nqviz.problems.rings import distribution, explain
from nqviz.rendering.figures.charts import (
    Level,
    counts_chart,
    levels_chart,
    rings_chart,
    search_chart,
    shells_chart,
)
from nqviz.run.context import RunContext
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz_app.widgets.library_texts import (
    activity,
    ending,
    of_chart,
    of_density,
    of_family,
    of_rings,
)

ENGLISH = re.compile(
    r"\b(?:and|are|attacks?|been|case|exact|found|has|is|left|no|of|on|placements?|queens?|the"
    r"|solutions?|with|within|yet)\b"
)


@pytest.fixture(autouse=True)
def german():
    with texts_in("de"):
        yield


def english_in(texts) -> list[str]:
    return [text for text in texts if ENGLISH.search(text)]


@pytest.mark.parametrize("n", [5, 6])
def test_an_explanation_by_rings(n):
    root = explain(Placement(Board.cube(n, 2))).value.explanation
    texts = [text for node in root.walk() for text in (node.title, *node.reasons)]
    assert english_in(map(of_rings, texts)) == []


def test_ends_of_searches_on_flat_boards():
    ends = [search(Board.cube(n, 2)) for n in (3, 4) for search in (first_placement, beautiful)]
    board = Board.cube(4, 2)
    excluded = (Exclusions(), Exclusions((1,)), Exclusions((1,), (1,)))
    ends += [complete_excluded(Placement(board), exclusions=lines) for lines in excluded]
    assert english_in(ending(end.message.rstrip(".")) for end in ends) == []


def test_what_searches_do():
    assert activity(f"{THETA}, 3 of 12 subproblems") == "Theta-Suche, 3 von 12 Teilproblemen"
    assert activity("preparing") == "Vorbereitung"


def test_densities():
    board = Board.cube(3, 3)
    givens = Placement.from_coordinates(board, [(1, 1, 1)])
    found = [density(board).value, density(board, givens=givens).value]
    found += [orbit_density(givens), shift_density(Board.cube(5, 2), 1)]
    overlays = [*map(Overlay.of_density, found), Overlay.of_membership(membership(board))]
    overlays.append(Overlay.of_costs(Board.cube(5, 2)))
    for overlay in overlays:
        said = [overlay.heading, overlay.summary or f"{overlay.caption}."]
        said += [overlay.value_text(value) for value, _ in overlay.distribution]
        assert english_in(map(of_density, said)) == []


def test_charts():
    board = Board.cube(5, 2)
    levels = [Level(4, 2, True), Level(16, 1, False)]
    charts = [
        levels_chart(levels, None),
        rings_chart(distribution(board).value),
        shells_chart(board, radial_profile(board, density(board).value.counts)),
    ]
    for chart in map(of_chart, charts):
        texts = [text for series in chart.series for text in series.texts]
        assert english_in((chart.across, chart.up, *texts)) == []


def test_cells_of_maximum_placements():
    known = membership(Board.cube(4, 2))
    assert english_in([ending(known.message)]) == []


@pytest.mark.parametrize("board", [Board.cube(6, 2), Board((3, 4)), Board.cube(5, 4, torus=True)])
def test_why_families_have_nothing_for_a_board(board):
    reasons = [family.reason(board) or "" for family in FAMILIES.values()]
    assert english_in(map(of_family, reasons)) == []


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_what_families_build(name):
    family = FAMILIES[name]
    boards = (Board.cube(8, 2), Board.cube(11, 2), Board.cube(4, 3), Board.cube(5, 2, torus=True))
    suited = [board for board in boards if family.suits(board)]
    notes = [family.construct(board, {}, RunContext()).note for board in suited]
    assert notes or name == "product"
    assert name == "regular" or english_in(map(of_family, notes)) == []


def test_charts_of_the_window():
    board = Board.cube(4, 3)
    counts = of_chart(counts_chart(BoardView(board, queens=np.array([0, 30]))))
    assert (counts.up, counts.ceiling[1]) == ("Damen", "höchstens in einer Ebene")
    search = of_chart(search_chart(board, [(0.0, 0, 9), (1.0, 5, 8)]))
    assert (search.across, search.up) == ("Sekunden", "Damen")
    assert [series.name for series in search.series] == ["gefunden", "höchstens"]
