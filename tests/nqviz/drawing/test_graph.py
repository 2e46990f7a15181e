"""The queen graph joins exactly the cells that attack each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.board import Board
from nqviz.drawing import default_layers
from nqviz.drawing.graph import POINTS, edge_curves, graph_edges


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.booleans())
def test_edges_are_the_attacking_pairs_with_their_class(shape, torus):
    board = Board(tuple(shape), torus=torus)
    edges = graph_edges(board)
    found = {(int(a), int(b)): int(k) for (a, b), k in zip(edges.ends, edges.orders, strict=True)}
    assert len(found) == len(edges.ends)
    for first in range(board.size):
        for second in range(first + 1, board.size):
            direction = board.attacking_direction(board.cell(first), board.cell(second))
            order = None if direction is None else int(board.direction_classes[direction])
            assert found.get((first, second)) == order


@pytest.mark.parametrize(("n", "d", "count"), [(8, 2, 728), (3, 2, 28), (2, 3, 28)])
def test_the_number_of_edges(n, d, count):
    assert len(graph_edges(Board.cube(n, d)).ends) == count


def test_curves_run_from_cell_to_cell_and_neighbours_are_joined_straight():
    board = Board.cube(4, 3)
    arrangement = default_layers(board)
    edges = graph_edges(board)
    curves = edge_curves(arrangement, edges.ends)
    assert curves.shape == (len(edges.ends), POINTS, 2)
    ends = arrangement.positions(edges.ends.ravel())[:, :2].reshape(-1, 2, 2)
    assert np.allclose(curves[:, [0, -1]], ends)
    middle = curves[:, POINTS // 2] - ends.mean(axis=1)
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    bent = np.linalg.norm(middle, axis=1) > 1e-9
    assert np.array_equal(bent, length > 1.5)
