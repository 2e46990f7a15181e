"""Placements as sets of cells, as arrays, and what their constructors refuse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import Board, InputError, Placement

SQUARE = Board.cube(5, 2)
CELLS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8, unique=True)


@given(CELLS, CELLS)
def test_operators_agree_with_sets_of_cells(first, second):
    a, b = Placement(SQUARE, first), Placement(SQUARE, second)
    one, two = set(first), set(second)
    assert set(a | b) == one | two
    assert set(a & b) == one & two
    assert set(a - b) == one - two
    assert (a <= b, a < b, a >= b, a > b) == (one <= two, one < two, one >= two, one > two)
    assert (a == b) == (one == two)
    assert len({a, Placement(SQUARE, first[::-1])}) == 1
    assert all(cell in a for cell in first)
    assert ((4, 4) in a) == ((4, 4) in one)


def test_the_order_of_results_is_that_of_the_first_placement():
    a, b = Placement(SQUARE, [(3, 3), (0, 0), (2, 1)]), Placement(SQUARE, [(4, 4), (2, 1), (3, 3)])
    assert list(a | b) == [(3, 3), (0, 0), (2, 1), (4, 4)]
    assert list(a & b) == [(3, 3), (2, 1)]
    assert list(a - b) == [(0, 0)]
    assert len(Placement(SQUARE, [(1, 1), (1, 1)]) | Placement(SQUARE)) == 1


@pytest.mark.parametrize("operate", ["__or__", "__and__", "__sub__", "__le__", "__lt__"])
def test_operators_need_one_board(operate):
    other = Placement(Board.cube(5, 2, torus=True))
    with pytest.raises(InputError, match=r"different boards: the \(5,2\) board and the .* torus"):
        getattr(Placement(SQUARE), operate)(other)
    with pytest.raises(TypeError, match="a Placement is needed, not set"):
        getattr(Placement(SQUARE), operate)({(1, 1)})


def test_a_placement_is_an_array_of_its_cells():
    placement = Placement(SQUARE, [(3, 3), (0, 1)])
    array = np.asarray(placement)
    assert (array.shape, array.dtype) == ((2, 2), np.int64)
    assert array.tolist() == [[3, 3], [0, 1]]
    assert np.asarray(Placement(Board.cube(3, 4))).shape == (0, 4)
    assert np.array(placement).flags.writeable
    assert np.asarray(placement, dtype=float).dtype == float
    with pytest.raises(TypeError):
        np.zeros((2, 2), dtype=np.int64) | placement


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([(1.5, 2)], "1.5 is not an integer"),
        ([(1.0, 2)], "1.0 is not an integer"),
        ([(float("nan"), 2)], "nan is not an integer"),
        ([(True, False)], "True is not an integer"),
        ([("1", "2")], "1 is not an integer"),
        ([(None, 2)], "None is not an integer"),
        ([(2**70, 1)], "too large"),
        ([(2**63, 2**63)], "too large"),
        ([(1, 2, 3)], r"shape \(k, 2\), not \(1, 3\)"),
        ([(1, 2), (3,)], "rows of equal length"),
        ((1, 2), r"not \(2,\)"),
        (7, r"not \(\)"),
        (np.zeros((0, 3), dtype=np.int64), r"not \(0, 3\)"),
    ],
)
def test_cells_are_rows_of_integers(cells, message):
    with pytest.raises(InputError, match=message):
        Placement(SQUARE, cells)
    with pytest.raises(InputError):
        Placement.from_coordinates(SQUARE, cells)


@pytest.mark.parametrize("indices", [[25], [-1], [1.5], np.array([0.0])])
def test_indices_are_integers_on_the_board(indices):
    with pytest.raises(InputError, match=r"off the \(5,2\) board|is not an integer"):
        Placement.from_indices(SQUARE, indices)


def test_no_cells_make_an_empty_placement():
    for cells in ((), [], np.zeros((0, 2), dtype=np.int64)):
        assert len(Placement(SQUARE, cells)) == 0
    assert len(Placement.from_indices(SQUARE, [])) == 0


@pytest.mark.parametrize(
    "make",
    [
        lambda: Board(4),
        lambda: Board(None),
        lambda: Board("44"),
        lambda: Board((4.0, 4)),
        lambda: Board((4, 4), "rook"),
        lambda: Board((4, 4), torus=None),
        lambda: Board((4, 4), piece=3),
        lambda: Board((4, 4), piece=["queen"]),
        lambda: Board.cube(8, 2.0),
        lambda: Board.cube(8, "2"),
        lambda: Board.cube("8", 2),
        lambda: Placement((4, 4), [(1, 1)]),
        lambda: (1,) in Placement(SQUARE),
    ],
)
def test_wrong_types_are_refused_in_one_line(make):
    with pytest.raises(InputError) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_the_classical_board_is_a_flat_square_of_queens():
    assert Board.cube(8, 2).is_classical
    others = [
        Board((8, 7)),
        Board.cube(8, 3),
        Board.cube(8, 2, torus=True),
        Board.cube(8, 2, piece="rook"),
    ]
    assert not any(board.is_classical for board in others)
