"""A planar torus board on a torus in space: places, rays and picking."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.rendering.scene import SceneOptions, drawn_pixels
from nqviz.rendering.scene.lines import attack_curves
from nqviz.rendering.scene.wrapped import Wrapped, joined
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.wrapping import BEYOND, can_wrap

BOARDS = [Board.cube(5, 2, torus=True), Board((6, 13), torus=True), Board((12, 7), torus=True)]


@pytest.mark.parametrize("board", [Board.cube(5, 2), Board.cube(4, 3, torus=True)], ids=str)
def test_only_planar_torus_boards_are_wrapped(board):
    assert not can_wrap(board)
    with pytest.raises(InputError, match="wrapped"):
        Wrapped.of(board)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_places_on_the_surface_give_their_cells_back(board):
    arrangement = Wrapped.of(board)
    cells = board.cells(np.arange(board.size))
    for height in (0.0, 0.4):
        points = arrangement.surface(cells, height)
        assert arrangement.cells_at(points).tolist() == list(range(board.size))
    # One step over an edge is the opposite side.
    over = arrangement.surface(cells + np.array(board.shape))
    assert np.allclose(over, arrangement.surface(cells))
    assert np.allclose(np.linalg.norm(arrangement.normals(cells), axis=1), 1.0)


@given(
    st.sampled_from(BOARDS),
    st.tuples(*[st.floats(-30, 30)] * 3),
    st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda ray: np.linalg.norm(ray) > 0.1),
)
def test_a_ray_meets_the_surface_where_its_distance_to_it_changes_sign(board, start, ray):
    arrangement = Wrapped.of(board)
    radius, tube = arrangement.radii
    start, ray = np.array(start), np.array(ray)
    times = np.linspace(0, 100 / np.linalg.norm(ray), 20001)
    points = start + times[:, None] * ray

    def depth(places):
        out = np.hypot(places[:, 0], places[:, 1]) - radius
        return np.hypot(out, places[:, 2]) - tube

    inside = depth(points) < 0
    changes = times[1:][np.diff(inside.astype(int)) != 0]
    hits = arrangement.hits(start, ray)
    assert (np.abs(depth(start + hits[:, None] * ray)) < 1e-4).all()
    step = times[1] - times[0]
    for change in changes:
        assert np.abs(hits - change).min(initial=np.inf) < 1.5 * step


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("orthographic", [False, True])
def test_what_faces_the_eye_is_picked(make_scene, board, orthographic):
    scene = make_scene()
    arrangement = Wrapped.of(board)
    scene.show(BoardView(board), arrangement, SceneOptions(parallel=orthographic))
    picked = set()
    for azimuth, elevation in ((-90, 40), (30, 65), (150, 20), (0, -70)):
        scene.camera.look(azimuth, elevation)
        scene.reset()
        for index, cell in enumerate(board.cells(np.arange(board.size))):
            point = arrangement.surface(cell)
            x, y = scene.camera.project(point)
            start, ray = scene.camera.ray(x, y)
            time = (point - start) @ ray / (ray @ ray)
            hits = arrangement.hits(start, ray)
            if len(hits) and abs(hits[0] - time) * np.linalg.norm(ray) < 0.05:
                assert scene.pick(x, y) == index
                picked.add(index)
    assert len(picked) > 0.7 * board.size
    assert scene.pick(1, 1) is None


def test_a_queen_on_the_torus_is_picked_before_the_surface_and_hidden_behind_it(make_scene):
    board = BOARDS[1]
    arrangement = Wrapped.of(board)
    scene = make_scene()
    everywhere = np.arange(board.size)
    scene.show(BoardView(board, queens=everywhere), arrangement, SceneOptions())
    scene.view("isometric")
    towards = arrangement.normals(board.cells(everywhere)) @ scene.camera.direction
    near, far = int(np.argmax(towards)), int(np.argmin(towards))
    assert scene.pick(*scene.project(near)) == near
    scene.show(BoardView(board, queens=np.array([far])), arrangement, SceneOptions())
    assert scene.pick(*scene.project(far)) != far


def test_joins_run_over_the_edge_where_that_is_shorter():
    board = Board.cube(11, 2, torus=True)
    arrangement = Wrapped.of(board)
    pair = np.array([[board.index((0, 3)), board.index((10, 3))]])
    strokes, middles = joined(arrangement, pair)
    assert np.linalg.norm(strokes[:, 1] - strokes[:, 0], axis=1).sum() < 4
    assert np.allclose(middles, arrangement.surface([[10.5, 3.0]], 0.4))
    assert np.allclose(strokes[1:, 0], strokes[:-1, 1])


def test_attack_lines_go_round_until_they_close():
    board = Board((4, 6), torus=True)
    arrangement = Wrapped.of(board)
    dashes, classes = attack_curves(arrangement, board.index((1, 2)), 0.05)
    assert set(classes.tolist()) == {1, 2}
    axis = dashes[classes == 1].reshape(-1, 3)
    reached = set(arrangement.cells_at(axis).tolist())
    assert reached == {board.index((k, 2)) for k in range(4)} | {
        board.index((1, k)) for k in range(6)
    }


def test_the_wrapped_board_is_drawn_and_other_queens_make_no_new_actors(make_scene):
    board = BOARDS[0]
    scene = make_scene()
    arrangement = Wrapped.of(board)
    scene.show(BoardView(board, cursor=3, conflicts=((0, 12),)), arrangement, SceneOptions())
    scene.view("isometric")
    props = scene.plotter.renderer.GetViewProps()
    before = props.GetNumberOfItems()
    image = drawn_pixels(scene.plotter)[..., :3]
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 300
    for index in range(10):
        scene.show(BoardView(board, queens=np.arange(index)), arrangement, SceneOptions())
        assert props.GetNumberOfItems() == before


def test_attacks_over_the_edge_of_a_cube_reach_out_a_little() -> None:
    board = Board.cube(5, 3, torus=True)
    pair = np.array([[board.index((0, 0, 2)), board.index((4, 4, 2))]])
    strokes, middles = joined(Arrangement(board, (0, 1, 2)), pair)
    assert len(strokes) == 2, "out at one corner and in at the other"
    lengths = np.linalg.norm(np.diff(strokes, axis=1), axis=2)
    assert lengths.sum() == pytest.approx((1 + 2 * BEYOND) * np.sqrt(2))
    assert strokes.min() == pytest.approx(-0.5 - BEYOND)
    assert strokes.max() == pytest.approx(4.5 + BEYOND)
    assert np.isclose(strokes.mean(axis=1), middles).all(axis=1).any()


def test_attacks_between_blocks_of_a_torus_stay_straight() -> None:
    board = Board.cube(4, 4, torus=True)
    pair = np.array([[board.index((0, 0, 0, 0)), board.index((0, 0, 0, 3))]])
    arrangement = Arrangement(board, (0, 1, 2))
    strokes, _middles = joined(arrangement, pair)
    assert np.allclose(strokes[0], arrangement.positions(pair[0]))
