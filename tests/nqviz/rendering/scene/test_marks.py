"""Marked cells and cells that are left out, in blocks and on flat boards."""

from dataclasses import replace

import numpy as np
import pytest

from nqviz import Board
from nqviz.rendering.scene import SceneOptions
from nqviz.rendering.scene.cell_values import ValueCubes
from nqviz.rendering.scene.lattice import FLOOR
from nqviz.rendering.scene.marks import Cut, Marked, _boxes
from nqviz.rendering.scene.options import default_scene
from nqviz.rendering.scene.wrapped import Wrapped
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import MARKED, OUTSIDE, rgb


def shown(scene, picture, arrangement=None, **choices):
    scene.show(picture, arrangement or default_scene(picture.board), SceneOptions(**choices))
    scene.view("isometric")
    marked, cut = (
        next(group for group in scene._groups if isinstance(group, kind)) for kind in (Marked, Cut)
    )
    return marked._diamonds, cut


def points(part):
    return np.array([part.data.GetPoint(k) for k in range(part.data.GetNumberOfPoints())])


def texts(scene):
    return list(scene._groups._board[-1]._names.texts)


@pytest.mark.parametrize("board", [Board.cube(4, 3), Board.cube(4, 2), Board.cube(3, 4)], ids=str)
def test_a_diamond_lies_in_its_cell_and_steps_aside_for_a_queen(make_scene, board):
    scene, arrangement = make_scene(), default_scene(board)
    cells = np.array([1, 6, board.size - 1])
    alone, _ = shown(scene, BoardView(board, marked=cells))
    centres = arrangement.positions(cells)
    assert np.allclose(points(alone)[:, :2], centres[:, :2])
    beside, _ = shown(scene, BoardView(board, marked=cells, queens=cells[:1]))
    moved = np.abs(points(beside) - centres).max(axis=1)
    assert moved[0] > 0.3
    assert (moved < 0.5).all()
    assert np.allclose(points(beside)[1:, :2], centres[1:, :2])
    drawn = Arrangement(board, arrangement.shown, ranges={0: (0, 0)}, columns=arrangement.columns)
    clipped, _ = shown(scene, BoardView(board, marked=cells), drawn)
    assert len(points(clipped)) == int((board.cells(cells)[:, 0] == 0).sum())


def test_diamonds_lie_on_the_surface_of_a_torus(make_scene):
    board = Board.cube(8, 2, torus=True)
    diamonds, _ = shown(make_scene(), BoardView(board, marked=np.array([9])), Wrapped.of(board))
    (place,) = points(diamonds)
    assert Wrapped.of(board).cells_at(place[None]).tolist() == [9]


def test_marks_need_no_more_actors_and_leave_none(make_scene):
    board, scene = Board.cube(5, 2), make_scene()
    shown(scene, BoardView(board))
    props = scene.plotter.renderer.GetViewProps().GetNumberOfItems()
    outside = np.arange(board.size) < 7
    diamonds, cut = shown(scene, BoardView(board, marked=np.array([3, 8]), outside=outside))
    assert scene.plotter.renderer.GetViewProps().GetNumberOfItems() == props
    assert diamonds.prop.GetVisibility()
    assert cut._squares.prop.GetVisibility()
    diamonds, cut = shown(scene, BoardView(board))
    assert not diamonds.prop.GetVisibility()
    assert not cut._squares.prop.GetVisibility()


def test_cells_left_out_of_a_flat_board_are_hatched_squares_on_the_ground(make_scene):
    board, scene = Board.cube(5, 2), make_scene()
    outside = np.zeros(board.size, np.bool_)
    outside[[0, 12]] = True
    _, cut = shown(scene, BoardView(board, outside=outside))
    assert not cut._cubes.prop.GetVisibility()
    corners = points(cut._squares).reshape(-1, 4, 3)
    assert len(corners) == 2 * 4  # a square and three stripes each
    assert (np.abs(corners[..., 2] - FLOOR) < 0.02).all()
    low, high = corners.min(axis=(0, 1))[:2], corners.max(axis=(0, 1))[:2]
    assert np.allclose((low, high), ((-0.5, -0.5), (2.5, 2.5)), atol=0.05)
    _, cut = shown(scene, BoardView(board, outside=outside, core=np.arange(board.size) == 12))
    assert len(points(cut._squares)) == 4 * (2 * 4 + 3)


def test_only_sets_of_whole_layers_have_boxes():
    board = Board.cube(5, 2)
    cells = board.cells(np.arange(board.size))
    arrangement = default_scene(board)
    inner = ((cells > 0) & (cells < 4)).all(axis=1)
    (edges,) = _boxes(arrangement, inner)
    assert edges.shape == (4, 2, 3)
    assert np.ptp(edges[..., 2]) == 0
    assert list(_boxes(arrangement, ~inner)) == []
    assert list(_boxes(arrangement, np.zeros(board.size, np.bool_))) == []


def test_the_legend_names_marks_after_the_classes_of_queens(make_scene):
    board, scene = Board.cube(4, 2), make_scene()
    picture = BoardView(board, queens=np.array([2, 7]))
    shown(scene, picture)
    assert texts(scene) == []
    marked = replace(picture, marked=np.array([3]), marked_words="greedy")
    shown(scene, marked)
    assert texts(scene) == ["greedy"]
    both = replace(marked, outside=np.arange(16) > 13)
    shown(scene, both)
    assert texts(scene) == ["greedy", "no queen here"]
    shown(scene, replace(both, core=np.arange(16) > 14), colour="attacks")
    assert texts(scene) == ["none", "1", "2", "3 or more", "greedy", "cut away"]
    swatches = scene._groups._board[-1]._swatches.data.GetPointData().GetArray("colour")
    last = [swatches.GetTuple3(24 * row) for row in (4, 5)]
    assert last == [tuple(map(float, rgb(shade))) for shade in (MARKED, OUTSIDE)]
    shown(scene, both, labels=False)
    assert texts(scene) == []


def test_a_cost_of_nothing_is_drawn_and_no_cell_that_is_never_used(make_scene, part):
    board, scene = Board.cube(3, 2), make_scene()
    costs = BoardView(board, overlay=Overlay(np.arange(9.0), kind="field"))
    shown(scene, costs)
    assert part(scene, ValueCubes)._cubes.data.GetNumberOfPoints() == 9
    shown(scene, BoardView(board, overlay=Overlay(np.arange(9.0))))
    assert part(scene, ValueCubes)._cubes.data.GetNumberOfPoints() == 8
