"""The ways to draw a density: cubes by size, even cubes, one layer, a cloud."""

import numpy as np
import pytest

from nqviz import Board, InputError
from nqviz.rendering.scene import SceneOptions, drawn_pixels, draws_in_software
from nqviz.rendering.scene.cell_values import ValueCubes
from nqviz.rendering.scene.clouds import can_be_cloud
from nqviz.rendering.scene.options import default_scene
from nqviz.rendering.scene.wrapped import Wrapped
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay


def middle_heavy(board):
    """A density that only the cells of the last layer and the first cell have."""
    counts = np.zeros(board.shape)
    counts[..., -1] = 8.0
    counts[0, 0, 0] = 4.0
    return BoardView(board, overlay=Overlay(counts.ravel(), 8))


def look(scene, picture, drawn_as, arrangement=None, layer=None):
    options = SceneOptions(density=drawn_as, active_layer=layer, lattice=False, labels=False)
    scene.show(picture, arrangement or default_scene(picture.board), options)
    scene.view("front")


def density(scene):
    return next(each for each in scene._groups if isinstance(each, ValueCubes))


def cubes(scene):
    return density(scene)._cubes.data.GetNumberOfPoints()


def sides(scene):
    return density(scene)._cubes.data.GetPointData().GetArray("scale").GetRange()


def image(scene):
    return drawn_pixels(scene.plotter)[..., :3].astype(float)


def between(pixels, scene, first, second):
    """The pixel between two cells, where no mark stands."""
    x, y = np.round(np.add(scene.project(first), scene.project(second)) / 2).astype(int)
    return pixels[pixels.shape[0] - 1 - y, x]


def test_cubes_by_size_even_ones_and_those_of_a_layer(make_scene):
    board, scene = Board.cube(4, 3), make_scene()
    picture = middle_heavy(board)
    look(scene, picture, "size")
    low, high = sides(scene)
    assert (cubes(scene), low < high) == (17, True)
    look(scene, picture, "colour")
    low, high = sides(scene)
    assert (cubes(scene), low) == (17, high)
    look(scene, picture, "slice", layer=3)
    assert cubes(scene) == 16
    look(scene, picture, "slice", layer=0)
    assert cubes(scene) == 1
    look(scene, picture, "slice", layer=1)
    assert cubes(scene) == 0
    look(scene, picture, "slice")  # the middle layer
    assert cubes(scene) == 0


def test_a_cloud_is_thick_where_placements_stand(make_scene):
    board, scene = Board.cube(4, 3), make_scene(size=(240, 200))
    picture = middle_heavy(board)
    look(scene, BoardView(board), "volume")
    empty = image(scene)
    look(scene, picture, "volume")
    assert cubes(scene) == 0
    change = np.abs(image(scene) - empty).sum(axis=2)
    change_at = [
        between(change, scene, board.index((1, 0, layer)), board.index((2, 0, layer)))
        for layer in (3, 1)
    ]
    assert change_at[0] > 60
    assert change_at[1] < 12
    look(scene, BoardView(board), "volume")
    assert not scene._groups._clouds._parts.GetVisibility()


def test_clouds_of_blocks_are_drawn_from_the_farthest(make_scene):
    board, scene = Board.cube(3, 4), make_scene(size=(200, 160))
    picture = BoardView(board, overlay=Overlay(np.ones(board.size), 1))
    options = SceneOptions(density="volume")
    scene.show(picture, Arrangement(board, (0, 1, 2)), options)
    for azimuth in (0.0, 90.0, 180.0, 270.0):
        scene.camera.look(azimuth, 10.0)
        scene._follow_camera()
        near = [
            float(origin @ scene.camera.direction) for origin, _ in scene._groups._clouds._clouds
        ]
        assert near == sorted(near)
        assert len(near) == 3


def test_where_there_are_no_blocks_cubes_stay(make_scene):
    board, scene = Board.cube(6, 2, torus=True), make_scene(size=(200, 160))
    picture = BoardView(board, overlay=Overlay(np.ones(board.size), 1))
    for arrangement in (default_scene(board), Wrapped.of(board)):
        assert not can_be_cloud(arrangement)
        look(scene, picture, "volume", arrangement)
        assert cubes(scene) == 36


def test_whether_a_graphics_card_draws_is_known(make_scene):
    class Window:
        def __init__(self, name):
            self.name = name

        def ReportCapabilities(self):
            return f"OpenGL vendor string:  X\nOpenGL renderer string:  {self.name}\n  llvmpipe: no"

    assert draws_in_software(Window("llvmpipe (LLVM 15.0.7, 256 bits)"))
    assert not draws_in_software(Window("NVIDIA GeForce RTX 4070/PCIe/SSE2"))


def test_an_unknown_way_is_refused():
    with pytest.raises(InputError, match="cannot be drawn as 'fog'"):
        SceneOptions(density="fog")
