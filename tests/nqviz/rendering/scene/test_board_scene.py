"""Pixels, picking and actors of scenes drawn off the screen."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.rendering.scene import SceneOptions, drawn_pixels
from nqviz.rendering.scene.lines import attack_lines
from nqviz.rendering.scene.options import default_scene
from nqviz.rendering.scene.queens import Queens
from nqviz.rendering.scene.wrapped import Wrapped
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import DARK, LIGHT, layer_colours, rgb
from nqviz.view.view_state import SIDES

QUEENS_8 = [(row, column) for row, column in enumerate((0, 4, 7, 5, 2, 6, 1, 3))]


def picture(board, cells, **more):
    return replace(BoardView.of(Placement(board, cells)), **more)


def look(scene, what, arrangement=None, options=None, view="isometric"):
    scene.show(what, arrangement or default_scene(what.board), options or SceneOptions())
    scene.view(view)


def image(scene):
    return drawn_pixels(scene.plotter)[..., :3]


def colour_at(pixels, place, reach=2):
    x, y = (round(value) for value in place)
    row = pixels.shape[0] - 1 - y
    patch = pixels[row - reach : row + reach + 1, x - reach : x + reach + 1]
    return patch.reshape(-1, patch.shape[-1]).mean(axis=0)[:3]


def hue(colour):
    """The direction of a colour from grey: shading changes its length, not its direction."""
    colour = np.asarray(colour, dtype=float)
    away = colour - colour.mean()
    return away / np.linalg.norm(away)


@pytest.mark.parametrize("style", ["sphere", "cube"])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_queen_has_its_layers_colour_where_its_centre_is(make_scene, theme, style):
    board = Board.cube(5, 3)
    cells = [(0, 0, 0), (1, 2, 1), (3, 0, 3), (4, 4, 4)]
    scene = make_scene(theme)
    look(scene, picture(board, cells, conflicts=()), options=SceneOptions(style=style))
    pixels = image(scene)
    shades = layer_colours(5)
    for cell in cells:
        found = colour_at(pixels, scene.project(board.index(cell)))
        assert hue(found) @ hue(shades[cell[2]]) > 0.93, cell


def test_a_piece_stands_where_its_queen_is(make_scene):
    board = Board.cube(8, 2)
    scene = make_scene()
    look(scene, picture(board, QUEENS_8), options=SceneOptions(style="piece"), view="top")
    with_queens = image(scene).astype(int)
    scene.show(BoardView(board), default_scene(board), SceneOptions(style="piece"))
    without = image(scene).astype(int)
    changed = np.abs(with_queens - without).sum(axis=2) > 60
    for cell in QUEENS_8:
        x, y = scene.project(board.index(cell))
        assert changed[changed.shape[0] - 1 - round(y), round(x)]
    x, y = scene.project(board.index((0, 7)))
    assert not changed[changed.shape[0] - 1 - round(y), round(x)]


def test_conflicts_given_suggested_and_free_cells_can_be_seen(make_scene):
    board, scene = Board.cube(4, 3), make_scene()
    plain = BoardView(board)
    look(scene, plain)
    before = image(scene).astype(int)
    for more in (
        {"queens": np.array([0, 63]), "conflicts": ((0, 63),)},
        {"queens": np.array([5]), "given": np.array([5])},
        {"suggested": np.array([40])},
        {"free": np.array([7, 9])},
        {"cursor": 21},
        {"dropped": np.array([3])},
        {"marked": np.array([3])},
        {"queens": np.array([3]), "marked": np.array([3])},
        {"outside": np.arange(64) < 16},
        {"core": np.arange(64) < 4},
        {"overlay": Overlay(np.arange(64.0), 100)},
    ):
        scene.show(replace(plain, **more), default_scene(board), SceneOptions())
        after = image(scene).astype(int)
        assert np.count_nonzero(np.abs(after - before).sum(axis=2) > 40) > 20, list(more)
    scene.show(plain, default_scene(board), SceneOptions())
    assert (image(scene) == before).all()  # nothing is left of what was shown


def test_a_conflict_is_joined_by_a_line_of_its_colour(make_scene):
    board = Board.cube(5, 3)
    scene = make_scene()
    look(scene, picture(board, [(0, 0, 0), (4, 4, 4)]))
    middle = colour_at(image(scene), scene.project(board.index((2, 2, 2))), reach=1)
    assert hue(middle) @ hue(rgb("#D55E00")) > 0.95


def test_queens_come_and_go_without_new_actors(make_scene):
    board = Board.cube(11, 3)
    scene = make_scene()
    arrangement, options = default_scene(board), SceneOptions()
    look(scene, BoardView(board))
    first = image(scene)
    actors = scene.plotter.renderer.GetViewProps().GetNumberOfItems()
    rng = np.random.default_rng(7)
    queens = rng.choice(board.size, 50, replace=False)
    for count in [*range(1, 51), *range(49, -1, -1)]:
        placement = Placement.from_indices(board, queens[:count])
        scene.show(BoardView.of(placement, free=count % 2 == 1), arrangement, options)
        assert scene.plotter.renderer.GetViewProps().GetNumberOfItems() == actors
        if count == 50:
            assert (image(scene) != first).any()
    assert (image(scene) == first).all()


def test_what_did_not_change_is_not_made_again(make_scene, part):
    board = Board.cube(6, 3)
    scene = make_scene()
    base = picture(board, [(0, 0, 0), (1, 2, 5)], free=np.array([9, 33]))
    options = SceneOptions(style="sphere")
    look(scene, base, options=options)
    balls = part(scene, Queens)._balls.data
    queens = balls.GetMTime()
    scene.show(replace(base, cursor=12, queens=base.queens.copy()), default_scene(board), options)
    assert balls.GetMTime() == queens
    scene.show(replace(base, queens=base.queens[:1]), default_scene(board), options)
    assert balls.GetMTime() > queens


# Picking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["isometric", "top", "front", "right"])
def test_projected_centres_of_queens_give_their_cells_back(make_scene, view):
    board = Board.cube(6, 3)
    cells = [(0, 0, 5), (1, 4, 2), (5, 2, 3), (3, 5, 0), (2, 1, 1)]
    scene = make_scene()
    look(scene, picture(board, cells), view=view)
    for cell in cells:
        index = board.index(cell)
        assert scene.pick(*scene.project(index)) == index


@pytest.mark.parametrize("orthographic", [False, True])
@pytest.mark.parametrize("view", ["isometric", "top"])
def test_projected_centres_of_a_flat_board_give_their_cells_back(make_scene, view, orthographic):
    board = Board((7, 5))
    scene = make_scene()
    look(scene, BoardView(board), options=SceneOptions(parallel=orthographic), view=view)
    right = 0
    for index in range(board.size):
        right += scene.pick(*scene.project(index)) == index
    assert right == board.size


@pytest.mark.parametrize("orthographic", [False, True])
def test_the_active_layer_is_picked_where_no_queen_is(make_scene, orthographic):
    board = Board((5, 4, 6))
    scene = make_scene()
    for layer in range(6):
        options = SceneOptions(active_layer=layer, parallel=orthographic)
        look(scene, BoardView(board), options=options)
        for cell in [(0, 0, layer), (4, 3, layer), (2, 1, layer), (1, 3, layer)]:
            assert scene.pick(*scene.project(board.index(cell))) == board.index(cell)


def test_with_an_active_layer_every_pixel_of_its_sheet_meets_its_cell(make_scene):
    board = Board.cube(5, 3)
    scene = make_scene()
    queens = picture(board, [(2, 2, 4), (3, 3, 0), (1, 1, 2)], free=np.array([7, 61]))
    look(scene, queens, options=SceneOptions(active_layer=2))
    for index in np.flatnonzero(board.cells(np.arange(board.size))[:, 2] == 2):
        met = scene.pick(*scene.project(int(index)))
        assert met is not None
        assert board.cell(met)[2] == 2
    assert scene.pick(*scene.project(board.index((1, 1, 2)))) == board.index((1, 1, 2))


def test_without_an_active_layer_only_queens_and_marks_are_met(make_scene):
    board = Board.cube(5, 3)
    scene = make_scene()
    queen, free = board.index((1, 1, 1)), board.index((3, 3, 3))
    look(scene, picture(board, [(1, 1, 1)], free=np.array([free])))
    met = {scene.pick(*scene.project(index)) for index in range(board.size)}
    assert met == {None, queen, free}


def test_cells_of_blocks_side_by_side_are_picked(make_scene):
    board = Board.cube(3, 4)
    scene = make_scene()
    arrangement = Arrangement(board, (0, 1, 2), columns=2)
    for layer in range(3):
        look(scene, BoardView(board), arrangement, SceneOptions(active_layer=layer), "top")
        for index in np.flatnonzero(board.cells(np.arange(board.size))[:, 2] == layer):
            assert scene.pick(*scene.project(int(index))) == index


def test_a_queen_is_picked_before_a_mark(make_scene):
    board = Board.cube(5, 3)
    scene = make_scene()
    low, high = board.index((2, 2, 1)), board.index((2, 2, 3))
    look(scene, picture(board, [(2, 2, 1)], free=np.array([high])), view="top")
    assert scene.pick(*scene.project(low)) == low
    scene.show(BoardView(board, free=np.array([high])), default_scene(board), SceneOptions())
    assert scene.pick(*scene.project(high)) == high
    scene.show(BoardView(board), default_scene(board), SceneOptions(active_layer=4))
    assert scene.pick(*scene.project(high)) == board.index((2, 2, 4))


def test_the_cubes_of_a_density_are_picked(make_scene):
    board = Board.cube(5, 3)
    uses = np.zeros(board.size)
    uses[board.index((1, 3, 2))] = 7
    scene = make_scene()
    options = SceneOptions()
    look(scene, BoardView(board, overlay=Overlay(uses, 9)), options=options, view="top")
    index = board.index((1, 3, 2))
    assert scene.pick(*scene.project(index)) == index
    scene.show(BoardView(board), default_scene(board), options)
    assert scene.pick(*scene.project(index)) != index


def test_nothing_is_picked_beside_the_board(make_scene):
    scene = make_scene()
    assert scene.pick(3, 3) is None
    look(scene, BoardView(Board.cube(4, 3)))
    assert scene.pick(1, 1) is None
    assert scene.pick(-50, 9000) is None


def test_clipped_cells_are_neither_drawn_nor_picked(make_scene):
    board = Board.cube(4, 3)
    scene = make_scene()
    arrangement = Arrangement(board, (0, 1, 2), ranges={2: (0, 1)})
    look(scene, picture(board, [(1, 1, 3)]), arrangement, view="top")
    assert scene.pick(*scene.project(board.index((1, 1, 3)))) is None
    options = SceneOptions(active_layer=3)
    look(scene, picture(board, [(1, 1, 3)]), arrangement, options, view="top")
    assert scene.pick(*scene.project(board.index((1, 1, 3)))) is None


# The eye ------------------------------------------------------------------------------------


@given(
    st.floats(-180, 180),
    st.floats(-90, 90),
    st.booleans(),
    st.tuples(st.floats(0, 499), st.floats(0, 399)),
)
def test_the_ray_through_a_pixel_meets_what_is_drawn_there(azimuth, elevation, parallel, place):
    from nqviz.rendering.scene.camera import Camera

    camera = Camera(_FakePlotter())
    camera.orthographic = parallel
    camera.look(azimuth, elevation)
    start, ray = camera.ray(*place)
    for time in (0.7, 1.3):
        assert np.allclose(camera.project(start + time * camera.distance * ray), place, atol=1e-5)


class _FakePlotter:
    """The little of a plotter that an eye needs, so that it can be tested without OpenGL."""

    class camera:  # noqa: N801
        SetViewAngle = SetParallelProjection = SetFocalPoint = SetPosition = SetViewUp = (
            SetParallelScale
        ) = staticmethod(lambda *_: None)

    class renderer:  # noqa: N801
        ResetCameraClippingRange = staticmethod(lambda *_: None)

    class render_window:  # noqa: N801
        GetSize = staticmethod(lambda: (500, 400))


def test_pixels_agree_with_the_camera_of_the_plotter(make_scene):
    board = Board((4, 7, 3))
    scene = make_scene()
    for orthographic in (False, True):
        options = SceneOptions(parallel=orthographic)
        for view in SIDES:
            if view in ("row", "rows", "table"):
                continue
            look(scene, BoardView(board), options=options, view=view)
            places = default_scene(board).positions(np.arange(board.size))
            renderer = scene.plotter.renderer
            for place, ours in zip(places[::9], scene.camera.project(places[::9]), strict=True):
                renderer.SetWorldPoint(*place, 1.0)
                renderer.WorldToDisplay()
                theirs = np.array(renderer.GetDisplayPoint()[:2])
                assert np.abs(theirs - ours).max() < 0.75


@pytest.mark.parametrize("shape", [(8, 8), (11, 11, 11), (2, 9, 4), (4, 4, 4, 4), (3, 3, 3, 3, 3)])
@pytest.mark.parametrize("orthographic", [False, True])
def test_a_reset_brings_everything_into_sight(make_scene, shape, orthographic):
    board = Board(shape)
    scene = make_scene(size=(360, 520))
    for view in ("isometric", "front", "top", "right"):
        look(scene, BoardView(board), options=SceneOptions(parallel=orthographic), view=view)
        places = scene.camera.project(default_scene(board).positions(np.arange(board.size)))
        assert (places >= 0).all()
        assert (places < (360, 520)).all()
        assert np.ptp(places, axis=0).max() > 150, "and no smaller than it needs to be"


def test_zooming_keeps_what_is_under_the_mouse(make_scene):
    board = Board.cube(6, 3)
    scene = make_scene()
    for orthographic in (False, True):
        options = SceneOptions(parallel=orthographic)
        look(scene, BoardView(board), options=options)
        start, ray = scene.camera.ray(120.0, 300.0)
        depth = (
            (scene.camera.focus - start) @ scene.camera.direction / (ray @ scene.camera.direction)
        )
        place = start + depth * ray
        scene.camera.zoom(1.4, 120.0, 300.0)
        assert np.allclose(scene.camera.project(place), (120.0, 300.0), atol=1e-6)


def test_large_boards_are_drawn(make_scene):
    n = 41
    y, z = (a.ravel() for a in np.indices((n, n)))
    board = Board.cube(n, 3)
    queens = board.indices(np.stack((y, z, (3 * y + 5 * z) % n), axis=1))
    scene = make_scene()
    look(scene, BoardView(board, queens=queens, free=np.arange(board.size)))
    pixels = image(scene)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 500


def test_closing_leaves_nothing_of_the_scene(make_scene):
    board = Board.cube(4, 3)
    scene = make_scene()
    look(scene, picture(board, [(0, 0, 0)], overlay=Overlay(np.ones(64)), cursor=5))
    renderer = scene.plotter.renderer
    kept = renderer.GetViewProps().GetNumberOfItems()
    shown = len(scene._groups.board_props) + len(scene._groups.front_props)
    scene.close()
    assert renderer.GetViewProps().GetNumberOfItems() == kept - shown
    assert scene.pick(100, 100) is None


def test_the_cursor_draws_no_lines_where_they_would_hide_the_board(make_scene, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "nqviz.rendering.scene.cursor.attack_lines",
        lambda *args: drawn.append(args) or attack_lines(*args),
    )
    for d, lines in ((4, 1), (8, 0)):
        drawn.clear()
        board = Board.cube(2, d)
        look(make_scene(), BoardView(board, cursor=1))
        assert len(drawn) == lines


def test_a_flat_board_is_not_turned_to_be_seen_from_below(make_scene):
    scene = make_scene()
    for board, turned, elevation in (
        (Board.cube(8, 2), default_scene(Board.cube(8, 2)), 3.0),
        (Board.cube(4, 3), default_scene(Board.cube(4, 3)), -90.0),
        (Board.cube(8, 2, torus=True), Wrapped.of(Board.cube(8, 2, torus=True)), -90.0),
    ):
        look(scene, BoardView(board), turned)
        scene.orbit(0, 4000)
        assert scene.camera.elevation == elevation
        scene.orbit(0, -4000)
        assert scene.camera.elevation == 90.0
