"""What the Atlas says of boards: numbers, colours, arguments and sources."""

from dataclasses import replace

import pytest

from nqviz.bounds import bounds_table, lower_bounds
from nqviz.core.errors import InputError
from nqviz.view.palette import DARK, LIGHT, contrast, rgb
from nqviz_app.views.atlas.boards import AtlasBoard, read_board
from nqviz_app.views.atlas.cells import LARGEST, full_cell, maximum_cell, ratio_cell
from nqviz_app.views.atlas.facts import facts_of, placement_at_hand
from nqviz_app.widgets.numbers import short, short_bracket, spaced, with_spaces

THIN = "\u202f"


# Numbers and cells ----------------------------------------------------------------------------


def test_numbers_have_thin_spaces_and_in_tables_thousands_and_millions():
    assert spaced(1221) == f"1{THIN}221"
    assert short(99_999) == f"99{THIN}999"
    assert short(112_419) == f"112{THIN}k"
    assert short(999_700) == f"1.00{THIN}M"
    assert short(1_673_097) == f"1.67{THIN}M"
    assert short(266_352_831) == f"266.4{THIN}M"
    assert short(3_318_643_713) == f"3.32{THIN}G"
    assert short_bracket(72_114, 111_507) == f"[72{THIN}k, 112{THIN}k]"
    assert short_bracket(48, 48) == "48"
    assert with_spaces("(12,3): 1,728 of 1,234,567, so") == (
        f"(12,3): 1{THIN}728 of 1{THIN}234{THIN}567, so"
    )


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_text_has_a_contrast_of_six_on_every_cell(theme):
    for bounds in bounds_table(*LARGEST).values():
        for cell in (maximum_cell(bounds), full_cell(bounds)):
            ink = theme.text_2 if cell.kind == "none" else theme.text
            assert contrast(rgb(ink), rgb(cell.ground(theme))) >= 6


def test_open_cells_are_stronger_the_wider_the_gap():
    table = bounds_table(*LARGEST)
    narrow, wide = (maximum_cell(table[place]) for place in ((7, 4), (5, 7)))
    assert narrow.gap < wide.gap
    assert narrow.ground(DARK) != wide.ground(DARK) != maximum_cell(table[8, 3]).ground(DARK)
    assert ratio_cell(table[8, 3]).text == "0.7500"
    assert full_cell(table[11, 3]).text == "121"
    assert full_cell(table[12, 3]).kind == "none"
    assert full_cell(table[18, 3]).kind == "open"


# Boards and facts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("12,3", "(12,3) board"),
        ("(4,5,6)", "4x5x6 board"),
        ("5x7", "5x7 board"),
        ("12,3 torus", "(12,3) torus"),
        ("8,2 rooks", "(8,2) board of rooks"),
        ("40,8", "(40,8) board"),
        ("6,2 cylinder", "(6,2) cylinder along axis 1"),
        ("4,5,6 cylinder 3, 1", "4x5x6 cylinder along axes 1 and 3"),
        ("4x6 rook Moebius strip along axis 2", "4x6 Moebius strip of rooks along axis 2"),
        ("(6,2)-Möbiusband entlang Achse 2", "(6,2) Moebius strip along axis 2"),
        ("200,8", "(200,8) board"),
        ("600,3 torus", "(600,3) torus"),
    ],
)
def test_a_board_is_read_as_people_write_it(text, name):
    assert str(read_board(text)) == name


@pytest.mark.parametrize(
    "text", ["", "torus", "12,3 pawn", "8,0", "200,13", "8,2 torus big", "8,2 cylinder 3"]
)
def test_what_is_no_board_is_refused(text):
    with pytest.raises(InputError):
        read_board(text)


def test_facts_tell_arguments_sources_and_how_to_repeat_them():
    facts = facts_of(AtlasBoard.cube(12, 3))
    assert (facts.least.value, facts.most.value) == (133, 143)
    assert facts.least.text.startswith("The best shift of a linear set modulo 13.")
    assert any("Kunt" in caption for caption in facts.least.captions)
    assert facts.most.text.startswith("One queen on each line along a side gives 144. No full")
    assert facts.most.captions == ("Repeat it: nqviz count full --n 12 --d 3",)
    values = [(each.sign, each.value) for each in facts.weaker]
    assert ("≤", 168) in values
    assert ("≥", 12) in values
    assert [each.place.n for each in facts.neighbours] == [10, 11, 13]
    assert len(facts.at_hand.placement) == 133
    assert "At most 143: no full placement exists" in facts.report


def test_what_is_known_but_not_at_hand_and_what_is_too_large_is_said():
    place = AtlasBoard.cube(21, 3)
    bounds = lower_bounds(place.board)
    claimed = replace(bounds[0], value=406, witness=None)
    known = placement_at_hand(place, (claimed, *bounds))
    assert len(known.placement) == 405
    assert "406 are known to exist, but are not at hand." in known.about
    large = facts_of(AtlasBoard.cube(40, 8)).at_hand
    assert large.placement is None
    assert "too many cells" in large.about[0]


def test_a_board_too_large_to_show_has_bounds_by_formulas():
    facts = facts_of(read_board("600,3 torus"))
    assert (facts.least.value, facts.most.value) == (89_401, 600 * 598)
    assert facts.at_hand.placement is None
