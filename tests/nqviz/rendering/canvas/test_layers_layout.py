"""Layers are laid out so that they fill the page, and named so that every cell can be found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.rendering.canvas.layers_layout import (
    arrange_layers,
    block_indices,
    block_titles,
    cell_runs,
    default_layers,
    edge_values,
    layer_axis,
    title_limit,
)
from nqviz.view.arrangement import Arrangement


def shapes(least=1):
    return st.lists(st.integers(1, 5), min_size=least, max_size=5).map(tuple)


def cell_size(arrangement, aspect):
    low, high = arrangement.bounds
    return min(aspect / (high[0] - low[0] + 1.5), 1 / (high[1] - low[1] + 1.5))


@given(st.integers(1, 30), st.floats(0.2, 5))
def test_no_other_number_of_columns_gives_larger_cells(n, aspect):
    board = Board((4, 3, n))
    chosen = default_layers(board, aspect)
    best = max(
        cell_size(type(chosen)(board, (0, 1), columns=columns), aspect)
        for columns in range(1, n + 1)
    )
    assert cell_size(chosen, aspect) >= 0.99 * best


@given(st.lists(st.integers(1, 4), min_size=4, max_size=6), st.floats(0.2, 5))
def test_nesting_starts_along_the_side_that_gives_larger_cells(shape, aspect):
    board = Board(shape)
    chosen = default_layers(board, aspect)
    variants = [Arrangement(board, (0, 1), start=start) for start in (0, 1)]
    best = max(cell_size(variant, aspect) for variant in variants)
    assert cell_size(chosen, aspect) >= 0.99 * best


def test_any_two_coordinates_are_shown_and_others_held():
    board = Board((2, 3, 4, 5))
    arrangement = arrange_layers(board, (3, 1), 1.0, {0: 1})
    assert (arrangement.shown, arrangement.fixed) == ((3, 1), {0: 1})
    assert arrangement.spread == (2,)
    assert arrangement.columns is not None
    with pytest.raises(InputError, match="do not fit"):
        arrange_layers(board, (0, 1), 1.0, {1: 0})


@given(shapes(least=3), st.data())
def test_every_cell_of_the_chosen_layers_is_drawn_once(shape, data):
    board = Board(shape)
    axis = data.draw(st.integers(0, board.d - 1))
    layer = data.draw(st.none() | st.integers(0, shape[axis] - 1))
    arrangement = default_layers(board, 1.5, axis, layer)
    drawn = np.concatenate([block.ravel() for block in block_indices(arrangement)])
    everything = np.arange(board.size)
    if layer is not None:
        everything = everything[board.cells(everything)[:, axis] == layer]
    assert sorted(drawn.tolist()) == everything.tolist()
    assert axis not in arrangement.shown
    places = arrangement.positions(drawn)[:, :2]
    assert len(np.unique(places.round(6), axis=0)) == len(drawn)


@given(shapes())
def test_rows_of_a_block_go_up_and_columns_go_right(shape):
    arrangement = default_layers(Board(shape))
    for indices, origin in zip(block_indices(arrangement), arrangement.block_origins, strict=True):
        places = arrangement.positions(indices.ravel()).reshape(*indices.shape, 3)
        rows, columns = np.indices(indices.shape)
        assert np.allclose(places[..., 0], origin[0] + columns)
        assert np.allclose(places[..., 1], origin[1] + rows)


def test_titles_tell_the_coordinates_that_a_block_shares():
    assert block_titles(default_layers(Board.cube(8, 2))) == [""]
    assert block_titles(default_layers(Board.cube(5, 1))) == [""]
    assert block_titles(default_layers(Board.cube(3, 3))) == ["Layer 1", "Layer 2", "Layer 3"]
    assert block_titles(default_layers(Board.cube(3, 3), axis=0, layer=2)) == ["Layer 3"]
    titles = block_titles(default_layers(Board((2, 2, 2, 3)), axis=1))
    assert titles[:3] == ["(·, 1, ·, 1)", "(·, 1, ·, 2)", "(·, 1, ·, 3)"]
    assert len(titles) == 6


def test_hues_follow_the_first_coordinate_that_is_not_shown():
    assert layer_axis(default_layers(Board.cube(8, 2))) is None
    assert layer_axis(default_layers(Board.cube(8, 3))) == 2
    assert layer_axis(default_layers(Board.cube(8, 3), axis=0)) == 0
    assert layer_axis(default_layers(Board.cube(4, 4), axis=3, layer=1)) == 2


def test_edges_show_all_numbers_or_the_ends_or_none():
    assert edge_values(5, 20.0).tolist() == [0, 1, 2, 3, 4]
    assert edge_values(31, 6.0).tolist() == [0, 30]
    assert edge_values(3, 2.0).tolist() == []
    assert edge_values(1, 20.0).tolist() == [0]


def test_coordinates_and_layers_that_do_not_exist_are_refused():
    board = Board.cube(4, 3)
    with pytest.raises(InputError, match=r"coordinate 4 does not exist on the \(4,3\) board"):
        default_layers(board, axis=3)
    with pytest.raises(InputError, match="layer 5 does not exist along coordinate 2"):
        default_layers(board, axis=1, layer=4)


@given(st.integers(1, 5), st.integers(1, 6), st.data())
def test_runs_cover_each_cell_with_its_value_and_no_other(rows, columns, data):
    entries = st.lists(st.integers(-1, 2), min_size=rows * columns, max_size=rows * columns)
    values = np.array(data.draw(entries)).reshape(rows, columns)
    boxes, starts = cell_runs(values, np.array([10.0, 20.0]))
    painted = np.full(values.shape, -1)
    for (left, bottom, right, top), start in zip(boxes.tolist(), starts.tolist(), strict=True):
        row, first, last = round(bottom - 19.5), round(left - 9.5), round(right - 9.5)
        assert top == bottom + 1
        assert start == row * columns + first
        assert (painted[row, first:last] == -1).all()
        painted[row, first:last] = values.ravel()[start]
        assert last == columns or values[row, last] != values.ravel()[start]
    assert np.array_equal(painted, values)


def test_five_dimensions_fill_a_tall_page():
    def cell(arrangement, aspect):
        width, height = arrangement.size[:2]
        return min(aspect / width, 1 / height)

    board, aspect = Board.cube(5, 5), 0.6
    laid_out = arrange_layers(board, (0, 1), aspect)
    nested = [Arrangement(board, (0, 1), start=start) for start in (0, 1)]
    assert cell(laid_out, aspect) > 1.3 * max(cell(each, aspect) for each in nested)
    places = laid_out.positions(np.arange(board.size))
    assert len(np.unique(places.round(3), axis=0)) == board.size


def test_long_titles_are_written_smaller():
    arrangement = default_layers(Board.cube(3, 5))
    assert title_limit(arrangement, ["(·, ·, 1, 1, 1)"]) < title_limit(arrangement, ["(·, 1)"])
    assert title_limit(arrangement, [""]) > 1
