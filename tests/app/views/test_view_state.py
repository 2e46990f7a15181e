"""What the views show comes back with a tab, with a session, and after a crash."""

import json
from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QSlider

from nqviz import Board, Placement
from nqviz.run.temporary import FOLDER_VARIABLE
from nqviz.view.view_json import view_to_json
from nqviz.view.view_state import CameraState, Dims, ViewState
from nqviz_app.application import keep_safe
from nqviz_app.document.board_tab import window_state
from nqviz_app.views.scene.look_actions import show_axes

from ..window_driver import find, wait_for_jobs


def choose(window):
    """Change each kind of choice, and move the eye."""
    view = window.document.view
    dims = replace(show_axes(view, (0, 3, 1)).dims, fixed={2: 1})
    clip = {0: (1, 3), 3: (2, 2)}
    window.document.set_view(
        replace(
            view,
            flat="per layer",
            dims=dims,
            clip=clip,
            gap=0.7,
            style="cube",
            colour="ring",
            parallel=True,
        )
    )
    window.findChild(QComboBox, "layers.shown").setCurrentText("x4, x1")
    window.actions_["view.free"].setChecked(True)
    window.scene.scene.orbit(40, 10)
    window.scene.camera.zoom(1.5, 20, 20)
    QCoreApplication.processEvents()


def seen(window):
    camera = window.scene.scene.camera
    arrangement, options = window.scene.arrangement(), window.scene.options()
    flat = window.layers.arrangement
    return (
        (camera.azimuth, camera.elevation, camera.distance, *camera.focus),
        (arrangement.shown, arrangement.fixed, arrangement.ranges, arrangement.gap),
        (flat.shown, flat.fixed),
        options,
        window.document.view.free,
        (window.document.view.flat, window.document.view.share),
    )


def test_a_session_opens_with_its_view(make_window, qtbot, tmp_path):
    window = make_window(Placement(Board.cube(4, 4), [(0, 0, 0, 0)]))
    window.document.toggle(7)
    choose(window)
    before = seen(window)
    path = tmp_path / "a.nqviz"
    assert window.files.save_session_to(path)
    other = make_window()
    other.files.open_session(path)
    wait_for_jobs(qtbot, other)
    QCoreApplication.processEvents()
    assert seen(other) == before


def test_each_tab_has_a_view_of_its_own(make_window):
    window = make_window(Placement(Board.cube(4, 4)))
    window.document.toggle(7)
    choose(window)
    before = seen(window)
    window.new_tab()
    window.document.set_view(replace(window.document.view, colour="x1", gap=2.0))
    window.scene.camera.look_from("top")
    window.actions_["view.free"].setChecked(False)
    assert seen(window) != before
    window.tabs.show_tab(window.tabs.board_tabs[0])
    QCoreApplication.processEvents()
    assert seen(window) == before


def test_what_the_board_has_no_use_for_is_not_kept(make_window):
    window = make_window(Placement(Board.cube(3, 5)))
    choose(window)
    view = window.document.view
    assert view.dims.fixed
    assert view.clip
    window.document.load(window_state(Placement(Board.cube(3, 2))), "A flat board")
    kept = window.document.view
    assert (kept.dims, kept.clip) == (Dims().on(Board.cube(3, 2)), {})
    assert (kept.style, kept.gap) == (view.style, view.gap)
    assert not window.minimap.isVisibleTo(window)


def test_a_view_comes_back_after_a_crash(make_window, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    window = make_window(Placement(Board.cube(4, 4)))
    kept = keep_safe(window)
    window.document.toggle(7)
    kept.write()
    choose(window)
    kept.write()  # a view alone is written, too
    before = seen(window)
    other = make_window()
    other.files.open_session(kept.path)
    wait_for_jobs(qtbot, other)
    assert seen(other) == before


WRONG = (
    7,
    {},
    {"version": 99, "controls": {"scene.gap": 4}},
    {"version": 1, "controls": "all", "eye": [], "free": "yes"},
    {"version": 1, "controls": {"scene.gap": "wide", "scene.dims.3": 10**9, "scene.style": 3}},
    {"version": 2, "gap": "wide", "fixed": {"3": 10**9}, "style": 3, "scene": [1, 2, 9]},
    {"version": 2, "colour": "x9", "clip": {"1": [3, 2]}, "flat": "Layers", "layers": [1, 1]},
    {"version": 1, "controls": {"scene.ortho": 1, "flat.tabs": {}, "scene.colour": []}},
    {"version": 1, "eye": {"azimuth": 1e400, "elevation": 5}},
    {"version": 1, "eye": {"azimuth": 10, "elevation": 5, "distance": -3, "focus": [1, 2, 3]}},
    {"version": 1, "eye": {"azimuth": "a", "elevation": 5, "distance": 3, "focus": "xyz"}},
)


def test_a_wrong_view_never_hinders_opening(make_window, qtbot, tmp_path):
    window = make_window(Placement(Board.cube(4, 4), [(0, 0, 0, 0)]))
    path = tmp_path / "a.nqviz"
    window.files.save_session_to(path)
    data = json.loads(path.read_text())
    options = window.scene.options()
    for view in WRONG:
        data["sheets"][0]["view"] = view
        path.write_text(json.dumps(data))
        window.files.open_session(path)
        wait_for_jobs(qtbot, window)
        QCoreApplication.processEvents()
        assert window.scene.options() == options
        assert len(window.document.placement()) == 1


def test_a_session_without_a_view_opens(make_window, qtbot, tmp_path):
    window = make_window(Placement(Board.cube(4, 2), [(0, 0)]))
    path = tmp_path / "a.nqviz"
    window.files.save_session_to(path)
    data = json.loads(path.read_text())
    del data["sheets"][0]["view"]
    path.write_text(json.dumps(data))
    window.files.open_session(path)
    wait_for_jobs(qtbot, window)
    assert len(window.document.placement()) == 1


OLD = {
    "version": 1,
    "controls": {
        "scene.gap": 7,
        "scene.dims": "x1 x2 x4",
        "scene.axis": "x2",
        "scene.dims.3": 2,
        "scene.clip.4.low": 3,
        "scene.clip.4.high": 3,
        "scene.clip.4.one": True,
        "scene.clique": "star",
        "scene.ortho": True,
        "layers.shown": "x2, x1",
        "layers.dims.4": 1,
        "flat.tabs": "Graph",
    },
    "free": True,
    "eye": {"azimuth": -50.0, "elevation": 31.0, "distance": 12.5, "focus": [1.0, 2.0, 3.5]},
}


def test_a_session_with_a_view_of_the_first_version_opens_with_it(make_window, qtbot, tmp_path):
    window = make_window(Placement(Board.cube(4, 4), [(0, 0, 0, 0)]))
    path = tmp_path / "a.nqviz"
    window.files.save_session_to(path)
    data = json.loads(path.read_text())
    data["sheets"][0]["view"] = OLD
    path.write_text(json.dumps(data))
    window.files.open_session(path)
    wait_for_jobs(qtbot, window)
    QCoreApplication.processEvents()
    scene, camera = window.scene.arrangement(), window.scene.scene.camera
    assert (scene.shown, scene.fixed, scene.ranges) == ((0, 3, 1), {2: 1}, {3: (2, 2)})
    assert scene.gap == 0.7
    assert window.layers.arrangement.fixed == {2: 1}
    assert window.minimap.cubes.focus == (1,)
    assert (camera.azimuth, camera.elevation, camera.distance) == (-50.0, 31.0, 12.5)
    assert window.scene.options().parallel
    assert window.document.view.clique == "star"
    assert window.document.view.flat == "graph"
    assert window.actions_["view.free"].isChecked()


def test_the_controls_show_the_view_state(make_window):
    window = make_window(Placement(Board.cube(4, 4)))
    window.document.set_view(
        ViewState(
            flat="per layer",
            dims=Dims((1, 2, 0), (2, 1), 3, {3: 1}),
            clip={1: (1, 2)},
            gap=1.2,
            colour="x3",
            active_layer=2,
            clique="cross",
            clique_size=2,
            fade=True,
            rings=True,
            camera=CameraState(12.0, 34.0),
        )
    )
    values = {
        QSlider: {"dock.gap": 12},
    }
    for kind, expected in values.items():
        assert {name: find(window, kind, name).value() for name in expected} == expected
    chosen = {
        "verdict.shows": (1, 2, 0),
        "layers.shown": (2, 1),
        "counts.axis": 3,
    }
    assert {name: find(window, QComboBox, name).currentData() for name in chosen} == chosen
    checked = {each.data() for each in window.commands.look.look_actions() if each.isChecked()}
    assert {("colour", "x3"), ("clique", "cross"), ("clique_size", 2), ("fade", True)} <= checked
    assert (window.scene.scene.camera.azimuth, window.scene.scene.camera.elevation) == (12.0, 34.0)
    assert window.scene.camera.is_fitted


def test_scene_and_layers_share_what_is_fixed(make_window):
    window = make_window(Placement(Board.cube(3, 4)))
    window.document.set_cursor(0)
    window.minimap.cubes.show((1,))
    assert window.scene.arrangement().fixed == window.layers.arrangement.fixed == {3: 1}
    assert window.document.board.cell(window.document.cursor) == (0, 0, 0, 1)
    window.minimap.cubes.show_all()
    assert window.scene.arrangement().fixed == window.layers.arrangement.fixed == {}


def test_the_session_keeps_views_by_key(make_window, tmp_path):
    window = make_window(Placement(Board.cube(4, 4)))
    choose(window)
    path = tmp_path / "a.nqviz"
    window.files.save_session_to(path)
    view = json.loads(path.read_text())["sheets"][0]["view"]
    assert view == view_to_json(window.document.view)
    assert (view["flat"], view["style"], view["scene"]) == ("per layer", "cube", [1, 4, 2])
