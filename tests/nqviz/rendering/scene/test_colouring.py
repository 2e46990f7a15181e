"""What colours of queens stand for, which queens are drawn, legends, fading, cliques."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import _Chosen
from nqviz.core.placement import Placement
from nqviz.ilp import clique_cells
from nqviz.rendering.scene import SceneOptions, drawn_pixels
from nqviz.rendering.scene.colouring import attacks_on_queens, colour_key, queen_colours, rings_of
from nqviz.rendering.scene.cursor import clique_edges
from nqviz.rendering.scene.frame import Frame
from nqviz.rendering.scene.legend import Legend, chosen
from nqviz.rendering.scene.options import default_scene
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import LIGHT, layer_colours


def frame_of(picture, **options):
    return Frame.of(
        picture,
        default_scene(picture.board),
        SceneOptions(**options),
        LIGHT,
        attacks_on_queens,
        1.0,
    )


def picture_of(board, cells):
    return BoardView.of(Placement(board, cells))


def test_rings_are_counted_from_the_edge():
    board = Board.cube(8, 2)
    rings = rings_of(board, np.arange(64))
    assert np.bincount(rings).tolist() == [28, 20, 12, 4]
    assert rings_of(Board((5, 1, 5)), np.array([0, 12])).tolist() == [0, 2]
    board = Board((4, 5, 6))
    for index, cell in enumerate(product(range(4), range(5), range(6))):
        nearest = min(min(c, side - 1 - c) for c, side in zip(cell, board.shape, strict=True))
        assert rings_of(board, np.array([index]))[0] == nearest


@given(st.integers(0, 2**32 - 1), st.sampled_from([(5, 5), (4, 4, 4), (3, 5, 2)]))
def test_attacks_on_queens_are_those_of_the_counts(seed, shape):
    board = Board(shape)
    rng = np.random.default_rng(seed)
    queens = rng.choice(board.size, rng.integers(0, 12), replace=False)
    placement = Placement.from_indices(board, queens)
    picture = BoardView(board, queens=queens)
    assert (
        attacks_on_queens(picture).tolist()
        == (AttackCounts.of(placement).counts[queens] - 1).tolist()
    )


def test_boards_with_very_many_directions_count_by_their_pairs(monkeypatch):
    picture = picture_of(Board.cube(5, 2), [(0, 0), (1, 1), (4, 4), (2, 3)])
    counted = attacks_on_queens(picture)
    monkeypatch.setattr("nqviz.rendering.scene.colouring.MOST_DIRECTIONS", 1)
    assert attacks_on_queens(picture).tolist() == counted.tolist()


def test_colours_follow_what_they_stand_for():
    board = Board((3, 4, 5))
    cells = [(0, 1, 2), (2, 3, 4), (1, 1, 2)]
    picture = picture_of(board, cells)
    queens = np.array([board.index(cell) for cell in cells])
    for axis in range(3):
        frame = frame_of(picture, colour=f"x{axis + 1}")
        assert colour_key(frame).title == f"x{axis + 1}"
        expected = layer_colours(board.shape[axis])[[cell[axis] for cell in cells]]
        assert (queen_colours(frame, queens) == expected).all()
    frame = frame_of(picture, colour="ring")
    assert (queen_colours(frame, queens) == layer_colours(2)[[0, 0, 1]]).all()
    assert len(colour_key(frame).names) == 2
    frame = frame_of(picture, colour="attacks")
    assert len(np.unique(queen_colours(frame, queens), axis=0)) == 2
    plain = queen_colours(frame_of(picture, colour="theme"), queens)
    assert (queen_colours(frame_of(picture, colour="density"), queens) == plain).all()
    shown = replace(picture, overlay=Overlay(np.arange(60.0)))
    assert len(np.unique(queen_colours(frame_of(shown, colour="density"), queens), axis=0)) == 3


def test_unknown_colourings_and_filters_are_refused():
    for wrong in ("hue", "x0", "x", "x123"):
        with pytest.raises(InputError, match="coloured"):
            SceneOptions(colour=wrong)
    with pytest.raises(InputError, match="no such coordinate"):
        colour_key(frame_of(BoardView(Board.cube(4, 3)), colour="x4"))
    with pytest.raises(InputError, match="queens"):
        SceneOptions(queens="some")


def test_filters_leave_out_queens_and_their_marks():
    board = Board.cube(5, 3)
    picture = picture_of(board, [(0, 0, 0), (1, 1, 1), (4, 2, 3)])
    picture = replace(picture, given=picture.queens[-1:], suggested=np.array([6, 7]))
    assert frame_of(picture).picture is picture
    layer = frame_of(picture, queens="layer", active_layer=1).picture
    assert [board.cell(int(i)) for i in layer.queens] == [(1, 1, 1)]
    assert len(layer.given) == 0
    assert layer.conflicts == ()
    assert layer.suggested.tolist() == [6]
    attacked = frame_of(picture, queens="attacked")
    assert len(attacked.picture.queens) == 2
    assert attacked.attacks.tolist() == [1, 1]
    assert attacked.picture.conflicts == picture.conflicts
    assert frame_of(picture, queens="given").picture.queens.tolist() == picture.given.tolist()


def image(scene):
    return drawn_pixels(scene.plotter)[..., :3].astype(int)


def test_a_queen_that_is_left_out_is_not_picked(make_scene):
    board = Board.cube(5, 3)
    picture = picture_of(board, [(2, 2, 1)])
    scene = make_scene()
    index = board.index((2, 2, 1))
    for queens, expected in (("all", index), ("given", None)):
        scene.show(picture, default_scene(board), SceneOptions(queens=queens))
        scene.view("top")
        assert scene.pick(*scene.project(index)) == expected


@pytest.mark.parametrize("by", ["ring", "attacks", "x1"])
def test_a_legend_says_what_colours_stand_for(make_scene, by):
    board = Board.cube(5, 3)
    picture = picture_of(board, [(2, 2, 2), (0, 1, 2), (3, 1, 2)])
    scene = make_scene()
    scene.show(picture, default_scene(board), SceneOptions(colour=by))
    scene.view("isometric")
    corner = (slice(280, 400), slice(0, 110))
    with_legend = image(scene)[corner]
    scene.show(picture, default_scene(board), SceneOptions(colour=by, labels=False))
    without = image(scene)[corner]
    assert np.count_nonzero(np.abs(with_legend - without).sum(axis=2) > 60) > 100
    for shade in colour_key(frame_of(picture, colour=by)).colours:
        assert (np.abs(with_legend - shade).sum(axis=2) < 12).any()


def test_legends_are_written_in_the_language_of_texts(monkeypatch):
    monkeypatch.setattr(_Chosen, "code", "de")
    board = Board.cube(4, 3)
    picture = replace(
        picture_of(board, [(0, 0, 0), (1, 1, 1)]), marked=np.array([5]), marked_words="marked"
    )
    legend = Legend()
    legend.show(frame_of(picture, colour="attacks"))
    assert legend._title.texts == ["Angriffe auf eine Dame"]
    assert legend._names.texts == ["keine", "1", "2", "3 oder mehr", "markiert"]
    assert colour_key(frame_of(picture, colour="ring")).title == "Zellen vom Rand"


def test_legends_of_many_classes_name_some_of_them():
    assert chosen(5).tolist() == [0, 1, 2, 3, 4]
    many = chosen(101)
    assert many[0] == 0
    assert many[-1] == 100
    assert len(many) <= 12


@pytest.mark.parametrize("orthographic", [False, True])
def test_what_is_far_away_fades(make_scene, orthographic):
    board = Board.cube(9, 3)
    picture = BoardView(board, queens=np.array([board.index((4, k, 4)) for k in (0, 8)]))
    arrangement = default_scene(board)
    scene = make_scene()
    seen = {}
    for fades in (False, True, False):
        options = SceneOptions(fade=fades, parallel=orthographic, colour="theme")
        scene.show(picture, arrangement, options)
        scene.view("isometric")
        pixels = image(scene)
        for cell in ((4, 0, 4), (4, 8, 4)):
            x, y = scene.project(board.index(cell))
            row = pixels.shape[0] - 1 - round(y)
            seen.setdefault((fades, cell), []).append(pixels[row, round(x)].sum())
    near = seen[True, (4, 0, 4)][0] - seen[False, (4, 0, 4)][0]
    far = seen[True, (4, 8, 4)][0] - seen[False, (4, 8, 4)][0]
    assert far > 150
    assert far > 2 * near
    assert seen[False, (4, 8, 4)][0] == seen[False, (4, 8, 4)][1], "and can be taken back"


def test_a_face_seen_square_on_fades_as_in_a_parallel_projection(make_scene):
    board = Board.cube(5, 3)
    picture = BoardView(board, queens=np.array([board.index((2, 2, k)) for k in (0, 4)]))
    pixels = []
    for parallel in (False, True):
        scene = make_scene()
        options = SceneOptions(fade=True, parallel=parallel, colour="theme")
        scene.show(picture, default_scene(board), options)
        scene.view("top")
        pixels.append(image(scene))
    assert np.array_equal(*pixels)


def test_cliques_are_joined_along_axes_and_to_their_centre():
    board = Board.cube(9, 3)
    cube = clique_cells(board, board.index((1, 1, 1)), "cube", 6)
    assert len(clique_edges(board, cube)) == 12 + 8
    star = clique_cells(board, board.index((4, 4, 4)), "star", 3)
    edges = clique_edges(board, star)
    middle = board.index((4, 4, 4))
    assert {middle} | {int(a) for a in edges.ravel()} == set(star.tolist())
    assert len(clique_edges(board, np.zeros(0, np.int64))) == 0


def test_cliques_and_selections_can_be_seen(make_scene):
    board = Board.cube(5, 3)
    for more in ({"clique": np.array([0, 4, 20, 24])}, {"selected": np.array([7, 62])}):
        scene = make_scene()
        scene.show(BoardView(board), default_scene(board), SceneOptions())
        scene.view("isometric")
        before = image(scene)
        scene.show(BoardView(board, **more), default_scene(board), SceneOptions())
        assert np.count_nonzero(np.abs(image(scene) - before).sum(axis=2) > 40) > 40


def test_a_reset_comes_nearer_to_what_clipping_leaves(make_scene):
    board = Board.cube(12, 3)
    scene = make_scene()
    distances = []
    for ranges in ({}, {0: (5, 6), 1: (5, 6), 2: (5, 6)}):
        scene.show(BoardView(board), Arrangement(board, (0, 1, 2), ranges=ranges), SceneOptions())
        scene.view("isometric")
        distances.append(scene.camera.distance)
    assert distances[1] < distances[0] / 2
