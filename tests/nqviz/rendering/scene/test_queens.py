"""How suggested queens are drawn with all details and without."""

import numpy as np

from nqviz.core.board import Board
from nqviz.rendering.scene import SceneOptions, drawn_pixels
from nqviz.rendering.scene.options import default_scene
from nqviz.rendering.scene.queens import Queens
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
