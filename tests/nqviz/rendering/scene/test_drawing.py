"""Scenes as vector drawings: what is near hides what is far, in every format and view."""

import re
from dataclasses import replace

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.canvas import Discs, Stamps, Strokes, Text
from nqviz.rendering.canvas.cropping import ink_bounds, text_box
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.rendering.figures.layers import draw_layers
from nqviz.rendering.scene import SceneOptions, save_scene
from nqviz.rendering.scene.drawing import draw_scene
from nqviz.rendering.scene.wrapped import Wrapped
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.overlay import Overlay
from nqviz.view.palette import rgb
from nqviz.view.view_state import CameraState

CUBE = Board.cube(4, 3)
PICTURE = BoardView.of(Placement(CUBE, [(0, 0, 0), (3, 3, 0), (1, 2, 3)]))
PAGE = ImageSettings(size=(400, 300))


def marks(picture, kind, options=None, pose=None, arrangement=None):
    canvas = draw_scene(picture, PAGE, arrangement, options, pose)
    return [mark for mark in canvas.marks if isinstance(mark, kind) and not is_floor(mark)]


def is_floor(mark):
    return isinstance(mark, Stamps) and len(mark.outlines) > 1


@pytest.mark.parametrize("style", ["piece", "sphere", "cube"])
def test_queens_are_drawn_from_the_farthest_to_the_nearest(style):
    front = CameraState(-90.0, 20.0)
    picture = BoardView.of(Placement(CUBE, [(1, y, 1) for y in (0, 2, 3)]))
    kind = Discs if style == "sphere" else Stamps
    bodies = marks(picture, kind, SceneOptions(style=style, colour="x2"), front)
    inks = [mark.fill for mark in bodies]
    groups = [ink for k, ink in enumerate(inks) if k == 0 or ink != inks[k - 1]]
    assert len(groups) >= 3
    widths = [
        mark.radius if style == "sphere" else np.ptp(mark.outlines[0][:, 0]) for mark in bodies
    ]
    step = len(widths) // 3
    assert widths[0] < widths[step] < widths[2 * step], "perspective makes near queens larger"


def test_a_parallel_projection_keeps_sizes():
    front = CameraState(-90.0, 20.0)
    picture = BoardView.of(Placement(CUBE, [(1, y, 1) for y in (0, 3)]))
    discs = marks(picture, Discs, SceneOptions(style="sphere", parallel=True), front)
    assert len({round(mark.radius, 9) for mark in discs}) == 4


@pytest.mark.parametrize("face", [(-90.0, 0.0), (0.0, 0.0), (-90.0, 90.0)])
def test_a_face_seen_square_on_is_drawn_without_perspective(face):
    deep = [(k, k, k) for k in range(4)]
    picture = BoardView.of(Placement(CUBE, deep))
    discs = marks(picture, Discs, SceneOptions(style="sphere"), CameraState(*face))
    assert len({round(mark.radius, 9) for mark in discs}) == 4, "the rings of its shading"


def test_lines_cliques_densities_and_blocks_are_drawn():
    lines = replace(PICTURE, cursor=21, clique=np.array([0, 1, 4, 5]))
    assert len(marks(lines, Strokes)) > len(marks(PICTURE, Strokes)) + 40
    dense = BoardView(CUBE, overlay=Overlay(np.arange(64.0), 70))
    assert len(marks(dense, Stamps)) == 63 * 3
    one = marks(dense, Stamps, SceneOptions(density="slice", active_layer=1))
    assert len(one) == 16 * 3
    four = BoardView(Board.cube(3, 4))
    names = [mark.text for mark in marks(four, Text)]
    assert {"x4 = 1", "x4 = 2", "x4 = 3"} <= set(names)
    clipped = marks(PICTURE, Text, arrangement=Arrangement(CUBE, (0, 1, 2), ranges={2: (1, 2)}))
    assert sorted(mark.text for mark in clipped).count("4") == 2


def test_every_format_has_text_and_the_words_for_readers(tmp_path):
    for ending, sign in (("svg", b"<text"), ("pdf", b"/FontFile2"), ("tex", rb"\\node")):
        save_scene(PICTURE, tmp_path / f"a.{ending}", size=(400, 300))
        data = (tmp_path / f"a.{ending}").read_bytes()
        assert re.search(sign, data), ending
    assert "Scene of the (4,3) board: 3 queens" in (tmp_path / "a.svg").read_text("utf-8")


def test_what_cannot_be_drawn_is_refused():
    torus = Board.cube(5, 2, torus=True)
    with pytest.raises(InputError, match="write a png"):
        draw_scene(BoardView(torus), PAGE, Wrapped.of(torus))
    large = Board.cube(70, 2)
    with pytest.raises(InputError, match="too large"):
        draw_scene(BoardView(large, queens=np.arange(4900)), PAGE)


@pytest.mark.parametrize("n", [4, 8, 11])
def test_names_of_coordinates_stand_clear_of_their_values(n):
    canvas = draw_scene(BoardView(Board.cube(n, 3)), PAGE, None, None, None)
    texts = [mark for mark in canvas.marks if isinstance(mark, Text)]
    names = [mark for mark in texts if mark.text.startswith("x")]
    assert len(names) == 3
    for name in names:
        for other in texts:
            if other is not name:
                apart = canvas.cell * np.hypot(name.x - other.x, name.y - other.y)
                assert apart > 1.1 * name.size, (name.text, other.text)


@pytest.mark.parametrize(("n", "d"), [(3, 4), (5, 4), (7, 4), (3, 5), (3, 6), (8, 2)])
@pytest.mark.parametrize("size", [(400, 300), (900, 700)])
def test_no_two_texts_overlap(n, d, size):
    canvas = draw_scene(BoardView(Board.cube(n, d)), ImageSettings(size=size))
    boxes = [text_box(mark, 1 / canvas.cell) for mark in canvas.marks if isinstance(mark, Text)]
    assert boxes
    for k, (low, high) in enumerate(boxes):
        for other in boxes[:k]:
            assert not ((low < other[1]).all() and (high > other[0]).all())


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_no_text_of_a_single_layer_is_cut_off(axis):
    board = Board.cube(8, 3)
    one = Arrangement(board, (0, 1, 2), ranges={axis: (2, 2)})
    canvas = draw_scene(BoardView(board), ImageSettings(size=(400, 400)), one)
    left, bottom, right, top = ink_bounds(canvas)
    unit = 1 / canvas.cell
    assert canvas.left - unit <= left < right <= canvas.right + unit
    assert canvas.bottom - unit <= bottom < top <= canvas.top + unit


@pytest.mark.parametrize("d", [4, 5])
def test_queens_side_by_side_do_not_overlap_from_four_dimensions_on(d):
    """Seen from the front in parallel, where no queen stands before another."""
    board = Board.cube(3, d)
    queens = [cell for cell in range(board.size) if board.cell(cell)[1] == 0]
    picture = BoardView(board, queens=np.array(queens[:: 3 ** (d - 4)]))
    options = SceneOptions(style="piece", parallel=True, labels=False)
    canvas = draw_scene(picture, PAGE, None, options, CameraState(-90.0, 0.0))
    bodies = [mark for mark in canvas.marks if isinstance(mark, Stamps) and not is_floor(mark)]
    assert max(np.ptp(mark.outlines[0], axis=0).max() for mark in bodies) <= 1.0
    layers = draw_layers(picture, default_layers(board), PAGE.colours, (400, 300))
    assert all(mark.radius < 0.5 for mark in layers.marks if isinstance(mark, Discs))


def test_flat_boards_in_grey_are_chequered_and_darker_than_attacked_cells():
    page = ImageSettings(size=(400, 300), theme="mono")
    board = Board.cube(4, 2)
    tiles = [m for m in draw_scene(BoardView(board), page).marks if isinstance(m, Stamps)]
    assert len(tiles[0].outlines) == 8
    dark, attacked = (sum(rgb(each)) / 3 for each in (tiles[0].fill, page.colours.attacked))
    assert attacked - dark > 25
