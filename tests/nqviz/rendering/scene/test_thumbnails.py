"""Small pictures of boards from one renderer."""

from contextlib import closing

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.rendering.scene import Thumbnails
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.palette import DARK, LIGHT


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("shape", [(8, 8), (5, 5, 5), (4, 5, 6)])
def test_the_board_fills_the_picture_and_is_not_cut_off(shape, theme):
    with closing(Thumbnails(theme)) as thumbs:
        pixels = thumbs.draw(BoardView(Board(shape)), (160, 120))
    assert pixels.shape == (120, 160, 4)
    solid = pixels[..., 3] > 60
    rows, columns = (np.flatnonzero(solid.any(axis=axis)) for axis in (1, 0))
    assert min(rows[0], columns[0]) > 0
    assert rows[-1] < 119
    assert columns[-1] < 159
    assert max(np.ptp(rows) / 120, np.ptp(columns) / 160) > 0.8


def test_one_renderer_draws_other_boards_sizes_and_themes():
    board = Board.cube(4, 4)
    picture = BoardView.of(Placement(board, [(0, 0, 0, 1), (1, 2, 3, 1), (3, 3, 1, 2)]))
    with closing(Thumbnails(DARK)) as thumbs:
        cubes = [
            thumbs.draw(picture, (120, 90), arrangement=Arrangement(board, (0, 1, 2), {3: value}))
            for value in range(4)
        ]
        flat = thumbs.draw(BoardView(Board.cube(6, 2)), (64, 80), theme=LIGHT)
    assert (cubes[0] == cubes[3]).all(), "both are empty"
    assert (cubes[0] != cubes[1]).any()
    assert (cubes[1] != cubes[2]).any()
    assert flat.shape == (80, 64, 4)
    assert flat[..., :3].max() > 230
