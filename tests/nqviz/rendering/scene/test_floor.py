"""The shadows on floors: what is added and removed one by one against all at once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nqviz import Board, Placement
from nqviz.rendering.scene import SceneOptions, scene_arrangement
from nqviz.rendering.scene import shadows as shadows_module
from nqviz.rendering.scene.floor import Floor
from nqviz.rendering.scene.shadows import ShadowMap, pixels_of
from nqviz.view.board_view import BoardView
from nqviz.view.view_state import ViewState

PLACES = pixels_of(6, 1.0, 8.0) - 0.5
SHADOWS = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 4))


@given(st.lists(SHADOWS, min_size=1, max_size=6, unique=True))
def test_a_shadow_changes_the_map_only_where_it_says(cells):
    shadows = ShadowMap(PLACES, PLACES)
    for cell in cells:
        before = shadows.opacity()
        (part,) = shadows.add(np.array([cell], float), np.ones(1))
        changed = shadows.opacity() != before
        assert changed[part].any()
        changed[part] = False
        assert not changed.any()


def show(scene, board, cells, suggested=()):
    view = ViewState().on(board)
    picture = BoardView(
        board,
        queens=Placement(board, cells).indices,
        suggested=Placement(board, suggested).indices,
    )
    scene.show(picture, scene_arrangement(view, board), SceneOptions())


def test_queens_that_come_and_go_leave_the_shadows_of_those_that_stand(make_scene, part):
    rng = np.random.default_rng(5)
    for board in (Board.cube(5, 3), Board.cube(3, 4)):
        scene = make_scene()
        known = set()
        for _ in range(12):
            known ^= {tuple(int(value) for value in rng.integers(0, board.n, board.d))}
            show(scene, board, sorted(known))
        fresh = make_scene()
        show(fresh, board, sorted(known))
        pixels = [part(each, Floor)._pixels.astype(int) for each in (scene, fresh)]
        assert pixels[1].any()
        assert np.abs(pixels[0] - pixels[1]).max() <= 1


def test_suggested_queens_have_fainter_shadows_until_they_are_accepted(make_scene, part):
    board, cell = Board.cube(3, 3), (1, 1, 1)
    scene = make_scene()
    darkest = []
    for cells in ([], [cell]):
        show(scene, board, cells, [] if cells else [cell])
        darkest.append(int(part(scene, Floor)._pixels[..., 3].max()))
    assert 0 < darkest[0] < darkest[1] / 2


def test_all_shadows_at_once_are_as_dark_as_one_by_one(monkeypatch):
    queens = np.random.default_rng(3).integers(0, 6, (60, 3)).astype(float)
    shares = np.where(queens[:, 2] < 3, 1.0, 0.25)
    one_by_one, at_once = ShadowMap(PLACES, PLACES), ShadowMap(PLACES, PLACES)
    one_by_one.add(queens, shares)
    monkeypatch.setattr(shadows_module, "MANY", 0)
    at_once.add(queens, shares)
    assert np.abs(one_by_one.opacity() - at_once.opacity()).max() < 0.015
