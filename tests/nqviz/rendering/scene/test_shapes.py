"""The shapes that a scene repeats: closed, facing outwards, of the size that is asked for."""

import numpy as np
import pytest

from nqviz import Board
from nqviz.constructions import regular
from nqviz.rendering.scene import SceneOptions, default_scene
from nqviz.rendering.scene.actors import Tubes
from nqviz.rendering.scene.queens import Queens
from nqviz.rendering.scene.shapes import tubes
from nqviz.view.board_view import BoardView


@pytest.mark.parametrize("end", [(4.0, 0.0, 0.0), (0.0, 0.0, -2.0), (1.0, 2.0, 3.0)])
def test_tubes_are_closed_and_face_outwards(end):
    segments = np.array([[(1.0, 1.0, 1.0), np.add((1.0, 1.0, 1.0), end)]])
    points, normals, faces = tubes(segments, 0.25, 6)
    assert points.shape == normals.shape == (24, 3)
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0)
    corners = points[faces]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert ((flat[:, None] * normals[faces]).sum(axis=2) > 0).all()
    volume = (corners[:, 0] * np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    hexagon = 6 * 0.25**2 * np.sin(np.pi / 3) / 2
    assert volume == pytest.approx(hexagon * np.linalg.norm(end))


def test_strokes_without_length_have_no_tube():
    drawn = Tubes()
    drawn.put(np.zeros((1, 2, 3)), np.zeros(3, np.uint8), 0.1)
    assert not drawn.prop.GetVisibility()
    both = np.array([np.zeros((2, 3)), np.eye(3)[:2]])
    drawn.put(both, np.array([(1, 2, 3), (4, 5, 6)], np.uint8), 0.1, 5)
    assert drawn.data.GetNumberOfPoints() == 20
    assert drawn.data.GetPointData().GetArray("colour").GetTuple(0) == (4, 5, 6)


def test_small_queens_have_fewer_faces_without_a_graphics_card(make_scene, part):
    board = Board.cube(11, 3)
    view = BoardView(board, queens=regular(board).indices)
    scene = make_scene(size=(1100, 1100))
    scene.show(view, default_scene(board), SceneOptions())
    scene.reset()
    counts = []
    for _ in range(3):
        mapper = part(scene, Queens)._solids.prop.GetMapper()
        counts.append(mapper.GetSource(0).GetNumberOfCells())
        scene.camera.zoom(0.25)
        scene._follow_camera()
    assert counts[0] > 4 * counts[1] == 4 * counts[2]
    detailed = make_scene(size=(1100, 1100))
    detailed._detail = "fine"
    detailed.show(view, default_scene(board), SceneOptions())
    detailed.reset()
    mapper = part(detailed, Queens)._solids.prop.GetMapper()
    fine = mapper.GetSource(0).GetNumberOfCells()
    detailed.camera.zoom(0.05)
    detailed._follow_camera()
    assert mapper.GetSource(0).GetNumberOfCells() == fine
