"""A view that the tests of drawings share."""

from dataclasses import replace

import numpy as np

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay


def everything() -> BoardView:
    """Return a view with every kind of mark."""
    board = Board.cube(4, 3)
    cells = [(0, 0, 0), (1, 2, 0), (2, 1, 3), (3, 3, 3)]
    picture = BoardView.of(Placement(board, cells), free=True)
    return replace(
        picture,
        given=picture.queens[:1],
        suggested=np.array([9]),
        dropped=np.array([30]),
        outside=np.arange(64) > 60,
        overlay=Overlay(np.arange(64.0), 70),
        marked=np.array([5]),
        cursor=5,
        clique=np.array([0, 1, 2]),
    )
