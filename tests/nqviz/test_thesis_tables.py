"""The tables of the thesis come out of the code, corrected where they are misprinted."""

import pytest

from nqviz import Board
from nqviz.bounds import bounds_table
from nqviz.bounds.thesis import thesis_table, thesis_tables
from nqviz.constructions import best_cut
from nqviz.counting import count_maximum, count_regular
from nqviz.errors import InputError


def regular_count(n, d, _column):
    return int(count_regular(n, d).count)


def maximum_count(n, d, _column):
    """Search where that is quick; n = 11 and 13 have regular solutions only."""
    if n > 10:
        return regular_count(n, d, _column)
    return int(count_maximum(Board.cube(n, d)).count) if n <= 5 else None


RULES = {"regular-count": regular_count, "maximum-count": maximum_count}


@pytest.mark.parametrize("name", thesis_tables())
def test_every_table_comes_out_of_the_code(name):
    table = thesis_table(name, RULES)
    compared = [cell for cell in table.cells.values() if cell.printed and cell.computed]
    assert len(compared) >= 5
    for cell in compared:
        assert cell.computed == (cell.right or cell.printed), cell


def test_the_misprints_are_marked():
    table = thesis_table("5")
    [cell] = [each for each in table.cells.values() if each.is_misprint]
    assert (cell.n, cell.printed, cell.computed, cell.right) == (27, 697, 679, 679)
    assert cell.agrees
    [cell] = [each for each in thesis_table("7", RULES).cells.values() if each.is_misprint]
    assert (cell.n, cell.printed, cell.computed) == (29, 35_496, 15_312)


def test_the_columns_of_cuts_are_counts_of_real_cuts():
    for name in ("4", "5"):
        for (n, column), cell in thesis_table(name).cells.items():
            if column != "current" and cell.computed is not None:
                assert best_cut(n, 3, n + int(column[-1])).count >= cell.computed


def test_a_field_that_the_thesis_leaves_empty_is_filled_only_by_a_proof():
    cells = thesis_table("36").cells
    found = {(c.n, c.d): c.computed for c in cells.values() if not c.printed and c.computed}
    assert found == {(4, 8): 256}
    assert cells[3, "12"].computed is None


def test_an_unknown_table_names_the_known_ones():
    with pytest.raises(InputError, match="no table '3' of the thesis; choose 2, 4, 5"):
        thesis_table("3")


def test_ratios_and_brackets_of_the_table_of_cubes():
    table = bounds_table(11, 4)
    assert str(table[8, 3]) == "[48]"
    assert table[8, 3].ratio == 0.75
    assert table[11, 3].ratio == 1.0
    assert str(table[7, 4]) == "[145, 149)"
    with pytest.raises(InputError, match="goes to n = 100"):
        bounds_table(4, 9)
