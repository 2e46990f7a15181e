"""Each kind of piece has a sign of its own on its disc, the same in the window and in files."""

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.pieces import HYPERPLANE
from nqviz.rendering.canvas.canvas import Stamps
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.rendering.canvas.marks import DISC
from nqviz.rendering.canvas.piece_glyphs import CROWN, MITRE, STAR, TOWER, glyph_of
from nqviz.rendering.figures.layers import draw_layers
from nqviz.view.board_view import BoardView
from nqviz.view.palette import LIGHT


@pytest.mark.parametrize("sign", [CROWN, TOWER, MITRE, STAR])
def test_a_sign_fits_into_the_disc(sign):
    assert max(float(np.linalg.norm(part, axis=1).max()) for part in sign) < DISC


@pytest.mark.parametrize(
    ("piece", "sign"),
    [
        ("queen", CROWN),
        (HYPERPLANE, CROWN),
        ("rook", TOWER),
        ("bishop", MITRE),
        ("2+3-rider", STAR),
    ],
)
def test_a_drawing_stamps_the_sign_of_the_piece(piece, sign):
    assert glyph_of(piece) is sign
    board = Board.cube(4, 3, piece=piece)
    picture = BoardView(board, queens=np.array([0, 5]), suggested=np.array([9]))
    sheet = draw_layers(picture, default_layers(board), LIGHT, (900, 600))
    stamped = [mark for mark in sheet.marks if isinstance(mark, Stamps)]
    assert [len(mark.centres) for mark in stamped] == [1, 2]
    for mark in stamped:
        assert all(one is other for one, other in zip(mark.outlines, sign, strict=True))
