"""Placements and tables as CSV and as data frames."""

import sys

import numpy as np
import pytest

from nqviz import Board, InputError, Placement, density
from nqviz.bounds import bounds_table
from nqviz.counting import count_table

PLACEMENT = Placement(Board.cube(4, 3), [(0, 1, 2), (3, 3, 3)])


def test_a_placement_is_a_table_of_coordinates_from_1() -> None:
    assert PLACEMENT.to_csv() == "x1,x2,x3\n1,2,3\n4,4,4\n"
    assert Placement(Board.cube(4, 2)).to_csv() == "x1,x2\n"


def test_a_density_is_an_array_of_the_shape_of_the_board() -> None:
    found = density(Board((3, 3, 3))).value
    assert found is not None
    assert found.array.shape == (3, 3, 3)
    heading, *lines = found.to_csv().splitlines()
    assert heading == "x1,x2,x3,count"
    for line in lines:
        *cell, count = map(int, line.split(","))
        assert found.array[tuple(np.array(cell) - 1)] == count
    assert len(lines) == 27


def test_tables_of_bounds_and_counts_are_written() -> None:
    table = bounds_table(4, 3)
    assert "4,3,7,7" in table.to_csv().splitlines()
    assert len(table.to_csv().splitlines()) == 1 + len(table)
    counts = count_table("7").value.to_csv().splitlines()
    assert counts[0] == "n,d,column,printed,computed,corrected,method"
    assert len(counts) > 5


def test_pandas_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"^pandas .*: pip install 'nqviz-explorer\[pandas\]'$"):
        PLACEMENT.to_pandas()


def test_pandas_gets_the_table() -> None:
    pytest.importorskip("pandas")
    frame = PLACEMENT.to_pandas()
    assert list(frame.columns) == ["x1", "x2", "x3"]
    assert frame.to_numpy().tolist() == [[1, 2, 3], [4, 4, 4]]
