"""Figures without colours: greys only, told apart by patterns and numbers, in every format."""

import re
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.canvas import Text
from nqviz.rendering.export import Figure, write_export
from nqviz.rendering.scene.drawing import draw_scene
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import MONO, contrast, rgb
from nqviz.view.view_state import ViewState
from tests.nqviz.rendering.marks import everything

GREY = ImageSettings(size=(320, 240), theme="mono")


@pytest.mark.parametrize("what", ["scene", "layers", "square", "graph", "contact", "chart"])
def test_a_drawing_has_greys_only(tmp_path, what):
    figure = Figure(what, everything(), GREY, ViewState(active_layer=1))
    write_export(figure, tmp_path / "a.svg")
    colours = set(re.findall(r"#[0-9a-fA-F]{6}\b", (tmp_path / "a.svg").read_text("utf-8")))
    assert len(colours) > 3
    assert all(len(set(rgb(colour))) == 1 for colour in colours), colours


def test_an_image_of_a_scene_has_greys_only(tmp_path):
    write_export(Figure("scene", everything(), GREY), tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    assert np.ptp(pixels, axis=2).max() == 0
    assert np.ptp(pixels) > 150


def test_queens_of_a_scene_have_the_numbers_of_their_layers():
    picture = BoardView.of(Placement(Board.cube(4, 3), [(0, 0, 0), (1, 2, 2), (2, 1, 3)]))
    bold = [mark for mark in draw_scene(picture, GREY).marks if isinstance(mark, Text)]
    assert sorted(mark.text for mark in bold if mark.bold and mark.text.isdecimal()) == list("134")


def test_attacked_cells_differ_from_free_ones_and_from_squares():
    greys = [MONO.background, MONO.attacked, MONO.squares[1], MONO.queen]
    for first, second in pairwise(greys):
        assert contrast(rgb(first), rgb(second)) > 1.3, (first, second)
