"""What the verdict says, case by case."""

from dataclasses import replace

import numpy as np
import pytest

from nqviz import Board
from nqviz.view.overlay import Overlay
from nqviz_app.document.board_tab import Finding
from nqviz_app.views.scene.density_legend import legend_words
from nqviz_app.views.scene.verdict_words import Facts, VerdictWords, spaced, verdict_words

CUBE = Board.cube(5, 3)
POSSIBLE = Finding("possible", 13)
AT_MOST = Finding("at most", 12)
COUNTS = Overlay(np.arange(125.0), 200, "counts")

CASES = [
    (
        Facts(Board.cube(11, 3), queens=121, bounds=(121, 121)),
        ("121 queens", "", "Full: a queen on every column, no free cell", "Proven maximum"),
    ),
    (
        Facts(CUBE, queens=8, given=3, free=11, bounds=(13, 13), finding=POSSIBLE),
        ("8 queens", "", "11 free cells · 3 given · maximum [13]", "13 still possible"),
    ),
    (
        Facts(CUBE, queens=8, free=11, bounds=(13, 13), finding=AT_MOST),
        ("8 queens", "", "11 free cells · maximum [13]", "At most 12 from here"),
    ),
    (
        Facts(CUBE, queens=8, free=11, bounds=(13, 13)),
        ("8 queens", "", "11 free cells · maximum [13]", ""),
    ),
    (
        Facts(CUBE, queens=1, free=1, bounds=None),
        ("1 queen", "", "1 free cell", ""),
    ),
    (
        Facts(CUBE, queens=13, bounds=(13, 13), given=2),
        ("13 queens", "", "No free cell · 2 given", "Proven maximum"),
    ),
    (
        Facts(CUBE, queens=9, bounds=(13, 13)),
        ("9 queens", "", "No free cell · maximum [13]", ""),
    ),
    (
        Facts(CUBE, queens=4, attacks=3, free=20, bounds=(13, 13)),
        ("4 queens", "", "20 free cells · maximum [13]", "3 attacks"),
    ),
    (
        Facts(CUBE, queens=13, attacks=1, bounds=(13, 13)),
        ("13 queens", "", "0 free cells · maximum [13]", "1 attack"),
    ),
    (
        Facts(Board.cube(12, 3), queens=5, free=900, given=5, bounds=(133, 143)),
        ("5 queens", "", "900 free cells · 5 given", "[133, 143]"),
    ),
    (
        Facts(Board.cube(12, 3), queens=5, suggested=128, bounds=(133, 143)),
        ("5 queens", "+ 128 suggested", "Translucent queens come from the search", ""),
    ),
    (
        Facts(Board.cube(7, 4), queens=145, bounds=(145, 149), shown={3: (3, 3)}, here=19),
        ("145 queens", "", "19 of them here, where x4 = 4", "[145, 149]"),
    ),
    (
        Facts(Board.cube(12, 3), queens=133, bounds=(133, 143), shown={2: (0, 5)}, here=67),
        ("133 queens", "", "67 of them here, where 1 ≤ x3 ≤ 6", "[133, 143]"),
    ),
    (
        Facts(CUBE, bounds=(13, 13), free=125),
        ("No queens yet", "", "Click a cell, or fill the board · maximum [13]", ""),
    ),
    (
        Facts(CUBE, bounds=(13, 13), free=125, needs_layer=True),
        ("No queens yet", "", "Choose a layer, or fill the board · maximum [13]", ""),
    ),
    (
        Facts(Board.cube(12, 3), bounds=(133, 143), free=1728),
        ("No queens yet", "", "Click a cell, or fill the board", "[133, 143]"),
    ),
    (Facts(CUBE, overlay=COUNTS), ("Density", "", "Large and bright: used often", "")),
    (Facts(CUBE, overlay=COUNTS, density="colour"), ("Density", "", "Bright: used often", "")),
    (
        Facts(Board.cube(8, 2, piece="rook"), queens=8, bounds=(8, 8)),
        ("8 rooks", "", "Full: a rook on every column, no free cell", "Proven maximum"),
    ),
]


@pytest.mark.parametrize(("facts", "expected"), CASES)
def test_the_words_of_the_verdict(facts, expected):
    words = verdict_words(facts)
    assert (words.head, words.extra, words.sentence, words.badge) == expected


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        (Facts(CUBE, queens=13, bounds=(13, 13)), "proven"),
        (Facts(CUBE, queens=8, bounds=(13, 13), finding=POSSIBLE), "proven"),
        (Facts(CUBE, queens=8, bounds=(13, 13), finding=AT_MOST), "warning"),
        (Facts(CUBE, queens=8, bounds=(13, 14)), "open"),
        (Facts(CUBE, queens=13, bounds=(13, 13), attacks=2, finding=POSSIBLE), "conflict"),
    ],
)
def test_what_kind_of_badge_it_is(facts, kind):
    assert verdict_words(facts).kind == kind


def test_the_hint_of_a_drawer_stands_in_the_place_of_the_sentence():
    facts = Facts(Board.cube(5, 3), queens=3, free=7, hint="Reversal of axis 2")
    assert verdict_words(facts).sentence == "Reversal of axis 2"
    assert verdict_words(replace(facts, hint="")).sentence.startswith("7 free cells")


def test_large_numbers_have_thin_spaces():
    assert (spaced(9999), spaced(10_201)) == ("9999", "10\N{THIN SPACE}201")
    words = verdict_words(Facts(Board.cube(101, 3), queens=10_201, bounds=(10_201, 10_201)))
    assert words.head == "10\N{THIN SPACE}201 queens"
    assert isinstance(words, VerdictWords)


def test_the_legend_names_both_ends_of_the_scale():
    counts = Overlay(np.array([0.0, 14.0]), 96, "counts")
    assert legend_words(counts) == ("never", "14 of 96")
    answer = Overlay(np.array([0.0, 1.0]), 1, "answer", "answer")
    assert legend_words(answer) == ("no", "yes")
    field = Overlay(np.array([0.0, 4.0]), 0, "cost", "field")
    assert legend_words(field) == ("0", "4")
