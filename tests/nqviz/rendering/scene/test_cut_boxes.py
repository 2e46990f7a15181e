"""The boxes around what a cut leaves, and around what it deletes in every direction."""

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.rendering.scene.marks import _boxes
from nqviz.view.arrangement import Arrangement


def boxes(layers, fixed=None):
    """Return the low and high corners of the boxes around a product of sets of layers of (6,d)."""
    mask = np.ones((), np.bool_)
    for chosen in layers:
        mask = mask[..., None] & np.isin(np.arange(6), chosen)
    board = Board.cube(6, len(layers))
    arrangement = Arrangement(board, tuple(range(min(3, board.d))), fixed or {})
    found = list(_boxes(arrangement, mask.ravel()))
    assert all(edges.shape == (12, 2, 3) for edges in found)
    return arrangement, [(e.min(axis=(0, 1)), e.max(axis=(0, 1))) for e in found]


def test_adjacent_layers_make_one_box():
    _, [(low, high)] = boxes([(0, 1, 2, 3), (2, 3, 4, 5), (5,)])
    assert low.tolist() == [-0.5, 1.5, 4.5]
    assert high.tolist() == [3.5, 5.5, 5.5]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_layers_on_both_sides_of_a_cut_make_two_each_way(count):
    layers = [(0, 1, 4, 5)] * count + [(0, 1, 2, 3)] * (3 - count)
    assert len(boxes(layers)[1]) == 2**count


def test_each_block_of_more_dimensions_has_its_own():
    arrangement, found = boxes([(0, 1)] * 3 + [(1, 2, 5)])
    assert len(found) == 3
    assert all(np.allclose(high - low, 2) for low, high in found)
    lows = {tuple(low + 0.5) for low, _ in found}
    origins = {tuple(arrangement.block_origins[value]) for value in (1, 2, 5)}
    assert lows == origins
    assert len(boxes([(0, 1)] * 3 + [(1, 2, 5)], {3: 2})[1]) == 1
    assert boxes([(0, 1)] * 3 + [(1, 2, 5)], {3: 3})[1] == []
