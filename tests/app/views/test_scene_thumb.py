"""Small pictures in perspective: queens in the colours of their layers, nothing cut off."""

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from nqviz import Board, Placement
from nqviz.view.palette import DARK, LIGHT
from nqviz_app.views.scene_thumb import scene_thumb

SIZE = QSize(160, 120)


def pixels(placement, theme=DARK, ratio=1.0):
    """Return the picture as an array of shape (height, width, 4): red, green, blue, alpha."""
    image = scene_thumb(placement, theme, SIZE, ratio).toImage()
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)
    return rows[:, : image.width()].copy()


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("shape", [(8, 8), (5, 5, 5), (4, 5, 6), (31, 31, 31), (1, 1, 1)])
def test_the_board_fills_the_picture_and_is_not_cut_off(qapp, shape, theme):
    alpha = pixels(Placement(Board(shape), [(0,) * len(shape)]), theme)[..., 3]
    rows, columns = (np.flatnonzero(alpha.any(axis=axis)) for axis in (1, 0))
    assert min(rows[0], columns[0]) > 0
    assert rows[-1] < SIZE.height() - 1
    assert columns[-1] < SIZE.width() - 1
    used = np.ptp(rows) / SIZE.height(), np.ptp(columns) / SIZE.width()
    assert max(used) > 0.8


def test_queens_of_higher_layers_stand_higher_and_have_another_hue(qapp):
    board = Board.cube(5, 3)
    empty = pixels(Placement(board)).astype(int)
    middles, hues = [], []
    for layer in (0, 4):
        changed = pixels(Placement(board, [(2, 2, layer)])).astype(int)
        rows, columns = np.nonzero((changed != empty).any(axis=2))
        middles.append(rows.mean())
        hues.append(changed[rows, columns, :3].mean(axis=0))
    assert middles[0] > middles[1]
    assert np.abs(hues[0] - hues[1]).max() > 20


def test_it_is_sharp_on_fine_screens(qapp):
    assert pixels(Placement(Board.cube(4, 3)), ratio=2.0).shape[:2] == (240, 320)
