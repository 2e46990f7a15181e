"""How suggested queens are drawn with all details and without."""

from dataclasses import replace

import numpy as np

from nqviz.core.board import Board
from nqviz.rendering.scene import SceneOptions, drawn_pixels
from nqviz.rendering.scene.frame import Frame
from nqviz.rendering.scene.options import default_scene
from nqviz.rendering.scene.queens import FAR, SEVERAL, Queens, QueenShapes, shape_key
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.palette import DARK


def test_far_sides_of_suggested_queens_are_drawn_where_all_details_are(make_scene, part):
    board, seen = Board.cube(2, 3), {}
    for detail in ("plain", "fine"):
        scene = make_scene(DARK)
        scene._detail = detail
        suggested = BoardView(board, suggested=np.array([0]))
        scene.show(suggested, default_scene(board), SceneOptions(style="sphere"))
        scene.view("isometric")
        x, y = np.round(scene.project(0)).astype(int)
        pixels = drawn_pixels(scene.plotter)[::-1, :, :3]  # from below
        seen[detail] = pixels[y - 2 : y + 3, x - 2 : x + 3].mean(axis=(0, 1))
        hidden = part(scene, Queens)._pale.prop.GetProperty().GetBackfaceCulling()
        assert bool(hidden) == (detail == "plain")
    # Their opacity is about the same: the ground is far darker than the queen.
    assert np.abs(seen["plain"] - seen["fine"]).max() < 0.3 * seen["plain"].max()


def test_small_queens_have_fewer_sides_while_the_camera_moves(make_scene, part):
    board = Board.cube(11, 3)
    picture = BoardView(board, queens=np.arange(0, board.size, 11))
    scene = make_scene(DARK)
    for queens, detail, changes in (
        (121, "plain", True),
        (121, "fine", False),
        (9, "plain", False),
    ):
        scene._detail = detail
        shown = replace(picture, queens=picture.queens[:queens])
        scene.show(shown, default_scene(board), SceneOptions())
        scene.view("isometric")
        mapper = part(scene, Queens)._solids.prop.GetMapper()
        full = mapper.GetSource(0).GetNumberOfCells()
        at_rest = drawn_pixels(scene.plotter)
        assert scene.set_finish("moving") == changes
        moving = drawn_pixels(scene.plotter)
        assert (mapper.GetSource(0).GetNumberOfCells() < 0.8 * full) == changes
        assert scene.set_finish("waiting") == changes
        assert np.array_equal(drawn_pixels(scene.plotter), at_rest)
        # The outlines stay: few pixels of the picture differ much.
        apart = np.abs(moving.astype(int) - at_rest).max(axis=2) > 60
        assert apart.mean() < 0.03
        assert apart.any() == changes


def test_some_queens_that_are_not_far_have_all_details_at_rest():
    made = QueenShapes()
    for count, closeness, changes in (
        (SEVERAL, 2, True),
        (SEVERAL, 1, False),
        (SEVERAL + 1, 3, False),
    ):
        key = "piece", count, "plain", closeness
        plain, full = made.of(key), made.finished(key, "resting")
        assert (full.n_cells > 2 * plain.n_cells) == changes
        assert full is plain or changes
        assert (made.finished(key, "changing") is plain) == (closeness > FAR)


def test_far_queens_have_half_of_the_faces_and_their_size_while_the_camera_moves():
    made, key = QueenShapes(), ("piece", SEVERAL + 1, "plain", 0)
    full, quick = made.of(key), made.finished(key, "moving")
    assert quick.n_cells < full.n_cells / 2
    assert np.allclose(quick.bounds, full.bounds, atol=0.07)


def test_only_queens_that_are_drawn_count_for_the_shape_of_one():
    board = Board.cube(7, 4)
    view = BoardView(board, queens=np.arange(0, board.size, 2))
    for fixed, style, step in (({3: 3}, "piece", SEVERAL), ({}, "sphere", SEVERAL + 1)):
        frame = Frame(view, Arrangement(board, (0, 1, 2), fixed), SceneOptions(), DARK)
        assert (frame.style, shape_key(frame)[1]) == (style, step)
