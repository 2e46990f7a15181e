"""The shapes that a scene repeats: closed, facing outwards, of the size that is asked for."""

from collections import defaultdict

import numpy as np
import pytest

from nqviz import Board
from nqviz.constructions import regular
from nqviz.rendering.scene import SceneOptions
from nqviz.rendering.scene.actors import Tubes
from nqviz.rendering.scene.options import default_scene
from nqviz.rendering.scene.queens import Queens
from nqviz.rendering.scene.shapes import PIECE_SCALE, PROFILE, _shaded, queen_piece, tubes
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
    sides = tubes(segments, 0.25, 6, closed=False)
    assert [len(each) for each in sides] == [12, 12, 12]
    assert all(
        (one == all_of[:12]).all()
        for one, all_of in zip(sides, (points, normals, faces), strict=True)
    )


@pytest.mark.parametrize(
    ("sides", "outline"),
    [
        (14, "near"),
        (14, "coarse"),
        (8, "far"),
        (6, "tiny"),
        (5, "quick"),
        (40, "fine"),
        (20, "fine"),
    ],
)
def test_queens_are_round_and_face_outwards(sides, outline):
    piece = queen_piece(sides, outline)
    points, faces = np.array(piece.points, np.float64), piece.regular_faces
    normals = np.array(piece.point_data.active_normals, np.float64)
    assert len(np.unique(np.hstack((points, normals)), axis=0)) == len(points), "a point is twice"
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-6)
    corners = points[faces]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert ((flat[:, None] * normals[faces]).sum(axis=2) > 0).all()
    # All round the body every point has the same normal: the shading shows no seam.
    profile = {(round(r, 4), round(z, 4)) for r, z in PIECE_SCALE * PROFILE}
    radii = np.hypot(points[:, 0], points[:, 1])
    angles = np.arctan2(points[:, 1], points[:, 0])
    around = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    outwards = (normals[:, :2] * around).sum(axis=1)
    seen = defaultdict(list)
    for circle, height, out, up in zip(radii, points[:, 2], outwards, normals[:, 2], strict=True):
        place = round(circle, 4), round(height, 4)
        if place in profile and circle > 0:
            seen[(*place, round(out, 3), round(up, 3))].append(out)
    assert len(seen) >= 6
    assert {len(each) for each in seen.values()} == {sides}


def test_a_sharp_edge_has_the_normals_of_both_faces_and_a_blunt_one_their_mean():
    profile = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.8, 2.0)])
    points, normals = _shaded(profile, 1000)
    assert points.tolist() == [[0, 0], [1, 0], [1, 0], [1, 1], [0.8, 2]]
    slant = np.array([1.0, 0.2]) / np.hypot(1.0, 0.2)
    mean = np.array([1.0, 0.0]) + slant
    expected = [(0, -1), (0, -1), (1, 0), mean / np.linalg.norm(mean), slant]
    np.testing.assert_allclose(normals, expected, atol=1e-4)


def test_strokes_without_length_have_no_tube():
    drawn = Tubes()
    drawn.put(np.zeros((1, 2, 3)), np.zeros(3, np.uint8), 0.1)
    assert not drawn.prop.GetVisibility()
    both = np.array([np.zeros((2, 3)), np.eye(3)[:2]])
    drawn.put(both, np.array([(1, 2, 3), (4, 5, 6)], np.uint8), 0.1, 5)
    assert drawn.data.GetNumberOfPoints() == 20
    assert drawn.data.GetPointData().GetArray("colour").GetTuple(0) == (4, 5, 6)


@pytest.mark.parametrize("count", [30, 121])
def test_small_queens_have_fewer_faces_without_a_graphics_card(make_scene, part, count):
    board = Board.cube(11, 3)
    view = BoardView(board, queens=regular(board).indices[:count])
    scene = make_scene(size=(1100, 1100))
    scene.show(view, default_scene(board), SceneOptions())
    scene.reset()
    counts = []
    for factor in (4.0, 0.25, 0.25, 0.25):  # close, near, and far away
        scene.camera.zoom(factor)
        scene._follow_camera()
        mapper = part(scene, Queens)._solids.prop.GetMapper()
        counts.append(mapper.GetSource(0).GetNumberOfCells())
    close, near, far, farther = counts
    assert close > 2 * near > 6 * far == 6 * farther
    detailed = make_scene(size=(1100, 1100))
    detailed._detail = "fine"
    detailed.show(view, default_scene(board), SceneOptions())
    detailed.reset()
    mapper = part(detailed, Queens)._solids.prop.GetMapper()
    fine = mapper.GetSource(0).GetNumberOfCells()
    detailed.camera.zoom(0.05)
    detailed._follow_camera()
    assert mapper.GetSource(0).GetNumberOfCells() == fine
