"""View states: what a board offers of them, and what session files keep of them."""

import json
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.ilp.cliques import CLIQUE_KINDS
from nqviz.view.view_json import view_from_json, view_to_json
from nqviz.view.view_state import (
    CLIQUES,
    COLOURINGS,
    DENSITIES,
    FLAT_VIEWS,
    QUEENS,
    SHARES,
    STYLES,
    CameraState,
    Dims,
    ViewState,
)

axes, values = st.integers(0, 11), st.integers(0, 99)
numbers = st.floats(-1e6, 1e6)
tuples = st.lists(axes, max_size=3).map(tuple)
dims = st.builds(Dims, tuples, tuples, st.none() | axes, st.dictionaries(axes, values))
places = st.tuples(st.floats(1e-3, 1e6), st.tuples(numbers, numbers, numbers))
cameras = st.builds(
    lambda azimuth, elevation, place: CameraState(azimuth, elevation, *(place or ())),
    numbers,
    st.floats(-90, 90),
    st.none() | places,
)
views = st.builds(
    ViewState,
    flat=st.sampled_from(FLAT_VIEWS),
    share=st.sampled_from(SHARES),
    dims=dims,
    clip=st.dictionaries(axes, st.tuples(values, values)),
    gap=st.floats(0, 3),
    colour=st.sampled_from([*COLOURINGS, "x1", "x12"]),
    style=st.sampled_from(STYLES),
    queens=st.sampled_from(QUEENS),
    density=st.sampled_from(DENSITIES),
    lattice=st.booleans(),
    labels=st.booleans(),
    fade=st.booleans(),
    parallel=st.booleans(),
    wrapped=st.booleans(),
    active_layer=st.none() | values,
    clique=st.none() | st.sampled_from(CLIQUES),
    clique_size=st.integers(1, 99),
    free=st.booleans(),
    rings=st.booleans(),
    camera=st.none() | cameras,
)
boards = st.lists(st.integers(1, 4), min_size=1, max_size=5).map(lambda shape: Board(tuple(shape)))


@given(views)
def test_a_view_comes_back_from_its_json(view):
    assert view_from_json(json.loads(json.dumps(view_to_json(view)))) == view


@given(views, boards)
def test_a_view_on_a_board_names_what_the_board_has(view, board):
    seen = view.on(board)
    assert sorted({*seen.dims.scene, *range(board.d)}) == list(range(board.d))
    assert len(seen.dims.scene) == min(3, board.d)
    assert len(seen.dims.layers) == min(2, board.d)
    assert seen.dims.counted in range(board.d)
    assert all(value < board.shape[axis] for axis, value in seen.dims.fixed.items())
    assert all(high < board.shape[axis] for axis, (_, high) in seen.clip.items())
    assert seen.on(board) == seen
    assert view_from_json(view_to_json(seen)).on(board) == seen


def test_layers_are_those_of_the_scene():
    board = Board.cube(4, 4)
    assert Dims((0, 1, 3), (3, 2)).on(board).layers == (0, 1)
    assert Dims((0, 3, 1), (3, 0)).on(board).layers == (3, 0)
    assert Dims((0, 1), (1, 0)).on(Board.cube(4, 2)).layers == (1, 0)


def test_other_boards_bring_their_coordinates_into_the_scene():
    dims = Dims().on(Board.cube(4, 4)).focus(Board.cube(4, 4)).follow((1, 2, 3, 2))
    assert dims.fixed == {3: 2}
    assert dims.show_boards((2, 0)).scene == (0, 2, 1)
    turned = dims.show_boards((3, 1))
    assert (turned.scene, turned.layers, turned.fixed) == ((1, 3, 2), (3, 1), {0: 0})
    assert turned.show((0, 1, 2)).fixed == {3: 0}
    assert replace(dims, fixed={}).show_boards((3, 1)).fixed == {}
    flat = Dims().on(Board.cube(4, 2)).show_boards((1, 0))
    assert (flat.scene, flat.layers) == ((0, 1), (1, 0))


def test_a_new_board_of_four_dimensions_shows_one_cube():
    assert ViewState().on_other_shape(Board.cube(3, 5)).dims.fixed == {3: 0, 4: 0}
    assert ViewState().on(Board.cube(3, 5)).dims.fixed == {}


def test_views_share_the_fixed_coordinates():
    fixed = Dims((0, 2, 3), fixed={4: 1, 1: 2, 2: 0}).on(Board.cube(4, 5))
    assert fixed.fixed == {4: 1, 1: 2}
    assert fixed.follow((0, 3, 3, 2, 3)).fixed == {4: 3, 1: 3}


def test_a_coordinate_that_is_shown_is_not_fixed():
    assert Dims(fixed={0: 1, 2: 1, 3: 1}).on(Board.cube(3, 4)).fixed == {3: 1}


def test_the_colouring_waits_for_a_board_that_offers_it():
    view = ViewState(colour="x4")
    assert [view.colour_on(Board.cube(3, d)) for d in (2, 3, 4)] == ["theme", "layer", "x4"]
    assert ViewState().colour_on(Board.cube(3, 2)) == "theme"
    assert ViewState(colour="ring").colour_on(Board.cube(3, 2)) == "ring"


def test_a_board_of_another_shape_keeps_no_coordinate():
    board = Board.cube(5, 4)
    view = ViewState(
        gap=1.0, style="cube", camera=CameraState(1, 2), active_layer=3, clip={0: (1, 2)}
    )
    seen = replace(view, dims=Dims((0, 1, 3), (3, 2), 1, {3: 1})).on_other_shape(board)
    assert seen == replace(ViewState(gap=1.0, style="cube"), dims=Dims(fixed={3: 0}).on(board))


def test_a_view_without_a_share_of_the_layers_has_the_strip():
    data = view_to_json(ViewState(share="half"))
    assert view_from_json(data).share == "half"
    del data["share"]
    assert view_from_json(data).share == "strip"


def test_a_view_state_does_not_change():
    with pytest.raises(FrozenInstanceError):
        ViewState().gap = 1.0


def test_the_cliques_are_those_of_the_library():
    assert CLIQUES == CLIQUE_KINDS


# Version 1 -----------------------------------------------------------------------------------

OLD = """{"version": 1, "controls": {
    "scene.style": "cube", "scene.queens": "attacked", "scene.density": "volume",
    "scene.dims": "x1 x2 x4", "scene.axis": "x2", "scene.clique": "odd-cycle",
    "scene.colour": "ring", "scene.ortho": true, "scene.lattice": false, "scene.labels": true,
    "scene.depth": true, "scene.clip.1.low": 2, "scene.clip.1.high": 4, "scene.clip.1.one": false,
    "scene.clip.4.low": 3, "scene.clip.4.high": 3, "scene.clip.4.one": true,
    "scene.clip.2.low": 1, "scene.clip.2.high": 4, "scene.clique_size": 3, "scene.layer": 2,
    "scene.gap": 7, "scene.dims.3": 2, "layers.shown": "x3, x1", "layers.dims.2": 0,
    "layers.dims.4": 1, "counts.axis": "x4", "flat.tabs": "Per layer"},
  "free": true,
  "eye": {"azimuth": -50.5, "elevation": 31.0, "distance": 12.5, "focus": [1.0, 2.0, 3.5]}}"""


def test_a_view_of_the_first_version_is_read():
    view = view_from_json(json.loads(OLD)).on(Board.cube(4, 4))
    assert view == ViewState(
        flat="per layer",
        dims=Dims((0, 3, 1), (0, 3), 3, {2: 1}),
        clip={0: (1, 3), 3: (2, 2)},
        gap=0.7,
        colour="ring",
        style="cube",
        queens="attacked",
        density="volume",
        lattice=False,
        fade=True,
        parallel=True,
        clique="odd-cycle",
        clique_size=3,
        free=True,
        camera=CameraState(-50.5, 31.0, 12.5, (1.0, 2.0, 3.5)),
    )


def test_the_active_layer_of_older_views_is_not_read_since_it_did_not_stand_out():
    data = view_to_json(ViewState(active_layer=2, style="sphere"))
    assert view_from_json(data).active_layer == 2
    old = view_from_json({**data, "version": 2})
    assert (old.active_layer, old.style) == (None, "sphere")


def test_old_views_of_three_dimensions_name_only_the_axis_of_the_layers():
    controls = {"scene.axis": "x1", "scene.clique": "No clique", "flat.tabs": "Square"}
    view = view_from_json({"version": 1, "controls": controls, "eye": {"azimuth": 1}})
    assert view.on(Board.cube(3, 3)).dims.scene == (1, 2, 0)
    assert view.clique is None
    assert view.flat == "square"
    assert view.camera is None


# What files say wrongly ----------------------------------------------------------------------


@pytest.mark.parametrize("data", [None, 7, "view", [], {}, {"version": 4, "gap": 1.0}])
def test_what_is_no_view_gives_none(data):
    assert view_from_json(data) is None


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
wrong = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=2), inner)
)
keys = st.sampled_from([*view_to_json(ViewState()), "controls", "eye"])


@given(st.dictionaries(keys, wrong), st.sampled_from([1, 2, 3]), boards)
def test_whatever_a_file_says_a_board_can_be_seen(data, version, board):
    view = view_from_json({**data, "version": version})
    seen = view.on(board)
    assert view_from_json(view_to_json(seen)).on(board) == seen


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("gap", 3.5),
        ("gap", float("nan")),
        ("gap", "wide"),
        ("colour", "x0"),
        ("colour", "pink"),
        ("flat", "Layers"),
        ("share", "third"),
        ("style", 3),
        ("parallel", 1),
        ("fixed", {"0": 1, "x": 2, "3": "one"}),
        ("fixed", [1, 2]),
        ("clip", {"1": [2]}),
        ("clip", {"1": [2, "4"]}),
        ("scene", [1, 2, None]),
        ("active_layer", 0),
        ("clique_size", -1),
        ("clique", "No clique"),
        ("camera", {"azimuth": 1e400, "elevation": 5}),
        ("camera", {"azimuth": 1, "elevation": 91}),
        ("camera", [1, 2]),
    ],
)
def test_a_wrong_value_is_passed_over(key, value):
    view = ViewState(lattice=False)
    assert view_from_json({**view_to_json(view), key: value}) == view


@pytest.mark.parametrize("place", [{"distance": -3, "focus": [1, 2, 3]}, {"distance": 3}])
def test_a_camera_without_a_place_sees_the_whole_board(place):
    data = {"version": 2, "camera": {"azimuth": 10, "elevation": 5, **place}}
    assert view_from_json(data).camera == CameraState(10.0, 5.0)
