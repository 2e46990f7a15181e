"""Every cell has a place of its own, and every place its cell, in any arrangement."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.view.arrangement import BLOCK_MARGIN, Arrangement


@st.composite
def arrangements(draw, most_shown=3):
    shape = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5).map(tuple))
    board = Board(shape)
    axes = draw(st.permutations(range(board.d)))
    shown = tuple(axes[: draw(st.integers(1, min(most_shown, board.d)))])
    others = [axis for axis in range(board.d) if axis not in shown]
    fixed = {axis: draw(st.integers(0, shape[axis] - 1)) for axis in others if draw(st.booleans())}
    ranges = {}
    for axis in range(board.d):
        if draw(st.integers(0, 3)) == 0:
            low = draw(st.integers(0, shape[axis] - 1))
            ranges[axis] = (low, draw(st.integers(low, shape[axis] - 1)))
    columns = draw(st.none() | st.integers(1, 5))
    gap = draw(st.sampled_from([0.0, 0.5, 2.0]))
    start = draw(st.integers(0, 2 if len(shown) == 3 else 1))
    return Arrangement(board, shown, fixed, ranges, gap, columns, start)


def drawn(arrangement):
    """The visible cells, and their places, by going through the whole board."""
    board = arrangement.board
    cells = [
        index
        for index in range(board.size)
        if all(board.cell(index)[axis] == value for axis, value in arrangement.fixed.items())
        and all(
            low <= board.cell(index)[axis] <= high
            for axis, (low, high) in arrangement.ranges.items()
        )
    ]
    return np.array(cells, dtype=np.int64), arrangement.positions(cells)


@given(arrangements())
def test_visible_cells_are_those_on_the_fixed_values_and_in_the_ranges(arrangement):
    everything = np.arange(arrangement.board.size)
    assert (
        np.flatnonzero(arrangement.visible(everything)).tolist() == drawn(arrangement)[0].tolist()
    )


@given(arrangements())
def test_cells_never_overlap_and_blocks_keep_their_distance(arrangement):
    cells, places = drawn(arrangement)
    board = arrangement.board
    hidden = [axis for axis in range(board.d) if axis not in arrangement.shown]
    blocks = board.cells(cells)[:, hidden]
    for i in range(min(len(cells), 40)):
        apart = np.abs(places - places[i]).max(axis=1)
        assert (apart[np.arange(len(cells)) != i] >= 1 - 1e-9).all()
        other = (blocks != blocks[i]).any(axis=1)
        assert (apart[other] >= 1 + BLOCK_MARGIN - 1e-9).all()


@given(arrangements())
def test_all_that_is_drawn_lies_within_the_bounds(arrangement):
    _, places = drawn(arrangement)
    low, high = arrangement.bounds
    assert (places - 0.5 >= low - 1e-9).all()
    assert (places + 0.5 <= high + 1e-9).all()
    assert np.allclose(arrangement.size, high - low)


@given(arrangements(most_shown=2), st.data())
def test_the_cell_at_a_place_is_the_one_drawn_there(arrangement, data):
    cells, places = drawn(arrangement)
    if len(cells):
        i = data.draw(st.integers(0, len(cells) - 1))
        dx, dy = (data.draw(st.floats(-0.49, 0.49)) for _ in range(2))
        assert arrangement.cell_at(places[i, 0] + dx, places[i, 1] + dy) == cells[i]
    low, high = arrangement.bounds
    assert arrangement.cell_at(high[0] + 0.1, high[1]) is None
    assert arrangement.cell_at(low[0] - 0.1, low[1]) is None


@given(arrangements(most_shown=2))
def test_the_room_between_blocks_belongs_to_no_cell(arrangement):
    _, places = drawn(arrangement)
    for x, y, _ in (arrangement.block_origins - (0.5 + BLOCK_MARGIN / 2, 0, 0))[:20]:
        near = np.abs(places[:, :2] - (x, y)).max(axis=1) if len(places) else np.ones(1)
        assert near.min() > 0.5
        assert arrangement.cell_at(x, y) is None


@given(arrangements(), st.tuples(*[st.integers(-64, 64)] * 3), st.data())
def test_a_ray_meets_the_cells_that_their_boxes_say_in_order(arrangement, ray, data):
    direction = np.array(ray) / 64
    cells, places = drawn(arrangement)
    if not len(cells) or np.linalg.norm(direction) < 0.1:
        return
    target = places[data.draw(st.integers(0, len(cells) - 1))]
    target = target + [data.draw(st.floats(-0.4, 0.4)) for _ in range(3)]
    origin = target - 60 * direction
    with np.errstate(divide="ignore", invalid="ignore"):
        first = (places - 0.5 - origin) / direction
        second = (places + 0.5 - origin) / direction
    flat = direction == 0
    first[:, flat], second[:, flat] = -np.inf, np.inf
    beside = (np.abs(places - origin)[:, flat] > 0.5).any(axis=1)
    near = np.minimum(first, second).max(axis=1)
    far = np.maximum(first, second).min(axis=1)
    length = far - near
    hit = (length > 1e-6) & (far > 0) & ~beside
    sure = set(cells[hit].tolist())
    graze = set(cells[(np.abs(length) <= 1e-6)].tolist())
    found = arrangement.cells_along(origin, direction).tolist()
    assert sure - graze <= set(found) <= sure | graze
    assert len(found) == len(set(found))
    entry = dict(zip(cells.tolist(), near.tolist(), strict=True))
    entries = [entry[cell] for cell in found]
    assert entries == sorted(entries)


def test_only_what_lies_ahead_counts():
    arrangement = Arrangement(Board.cube(4, 3), (0, 1, 2))
    assert len(arrangement.cells_along((0, 0, -5), (0, 0, 1))) == 4
    assert len(arrangement.cells_along((0, 0, -5), (0, 0, -1))) == 0
    inside = arrangement.cells_along((0, 0, 1.0), (0, 0, 1))
    assert inside.tolist() == [1, 2, 3]


def test_the_gap_opens_between_layers_only():
    arrangement = Arrangement(Board.cube(3, 3), (0, 1, 2), gap=2.0)
    board = arrangement.board
    places = arrangement.positions([board.index((0, 0, z)) for z in range(3)])
    assert places[:, 2].tolist() == [0, 3, 6]
    assert arrangement.positions([board.index((2, 2, 0))])[0].tolist() == [2, 2, 0]
    assert arrangement.cells_along((0, -9, 1.5), (0, 1, 0)).tolist() == []


def test_blocks_are_read_like_text():
    board = Board((2, 2, 5))
    arrangement = Arrangement(board, (0, 1), columns=3)
    x, y = arrangement.block_origins[:, 0], arrangement.block_origins[:, 1]
    assert y[0] == y[1] == y[2] > y[3] == y[4]
    assert x[0] == x[3] < x[1] == x[4] < x[2]
    grid = Arrangement(Board((2, 2, 3, 4)), (0, 1))
    right = grid.positions([grid.board.index((0, 0, 1, 0))])[0]
    below = grid.positions([grid.board.index((0, 0, 0, 1))])[0]
    assert right.tolist() == [2 + BLOCK_MARGIN, 0, 0]
    assert below.tolist() == [0, -(2 + BLOCK_MARGIN), 0]


def test_nested_blocks_stand_further_apart():
    arrangement = Arrangement(Board.cube(2, 5), (0, 1))
    board = arrangement.board
    near = arrangement.positions([board.index((0, 0, 1, 0, 0))])[0, 0] - 2
    far = arrangement.positions([board.index((0, 0, 0, 0, 1))])[0, 0] - (4 + BLOCK_MARGIN)
    assert near == BLOCK_MARGIN
    assert far == 2 * BLOCK_MARGIN


def test_nesting_that_starts_along_y_is_tall():
    board = Board((2, 2, 3, 4, 2))
    wide, tall = (Arrangement(board, (0, 1), start=start) for start in (0, 1))
    assert wide.size[0] > wide.size[1]
    assert tall.size[0] < tall.size[1]
    below = tall.positions([board.index((0, 0, 1, 0, 0))])[0]
    assert below.tolist() == [0, -(2 + BLOCK_MARGIN), 0]
    with pytest.raises(InputError, match="start along direction 3"):
        Arrangement(board, (0, 1), start=2)


@pytest.mark.parametrize(
    ("shown", "fixed"), [((), {}), ((0, 0), {}), ((0, 3), {}), ((0, 1), {1: 0}), ((0,), {7: 0})]
)
def test_axes_that_do_not_fit_are_refused(shown, fixed):
    with pytest.raises(InputError):
        Arrangement(Board.cube(3, 3), shown, fixed)
