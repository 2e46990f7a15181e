"""What the views show comes back with a tab, with a session, and after a crash."""

import json

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QSlider, QSpinBox, QTabBar

from nqviz import Board, Placement
from nqviz_app.application import keep_safe
from nqviz_app.document import autosave as recovery
from nqviz_app.document.board_state import State
from nqviz_app.widgets.focus_order import in_layout

from ..hands import wait_for_jobs


def choose(window):
    """Set one control of each kind, and move the eye."""
    window.findChild(QComboBox, "scene.dims").setCurrentText("x1 x2 x4")
    window.findChild(QComboBox, "scene.axis").setCurrentText("x2")
    window.findChild(QSlider, "scene.dims.3").setValue(2)
    window.findChild(QSlider, "scene.gap").setValue(7)
    window.findChild(QSpinBox, "scene.clip.1.low").setValue(2)
    window.findChild(QCheckBox, "scene.clip.4.one").setChecked(True)
    window.findChild(QSpinBox, "scene.clip.4.low").setValue(3)
    window.findChild(QComboBox, "scene.style").setCurrentText("Cubes")
    window.findChild(QComboBox, "scene.colour").setCurrentText("By ring")
    window.findChild(QCheckBox, "scene.ortho").setChecked(True)
    window.findChild(QComboBox, "layers.shown").setCurrentText("x3, x1")
    window.findChild(QSlider, "layers.dims.4").setValue(1)
    window.findChild(QTabBar, "flat.tabs").setCurrentIndex(3)
    window.actions_["view.free"].setChecked(True)
    window.scene.scene.orbit(40, 10)
    window.scene._on_zoomed(1.5, 20, 20)
    QCoreApplication.processEvents()


def seen(window):
    window.view_memory.keep()
    eye = window.scene.scene.eye
    arrangement, options = window.scene.controls.arrangement(), window.scene.controls.options()
    flat = window.layers.arrangement
    return (
        (eye.azimuth, eye.elevation, eye.distance, *eye.focus),
        (arrangement.shown, arrangement.fixed, arrangement.ranges, arrangement.gap),
        (flat.shown, flat.fixed),
        options,
        window.document.show_free,
        window.findChild(QTabBar, "flat.tabs").currentIndex(),
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
    window.findChild(QComboBox, "scene.colour").setCurrentText("By x1")
    window.findChild(QSlider, "scene.gap").setValue(20)
    window.scene.view_top()
    window.actions_["view.free"].setChecked(False)
    assert seen(window) != before
    window.tabs.setCurrentIndex(0)
    QCoreApplication.processEvents()
    assert seen(window) == before


def test_what_the_board_has_no_use_for_is_not_kept(make_window):
    window = make_window(Placement(Board.cube(3, 5)))
    choose(window)
    window.view_memory.keep()
    assert {"layers.dims.5", "scene.dims.5"} <= window.document.tab.view["controls"].keys()
    window.document.load(State.of(Placement(Board.cube(3, 2))), "A flat board")
    window.view_memory.keep()
    kept = window.document.tab.view["controls"]
    assert not [name for name in kept if name.startswith(("layers.dims.", "scene.dims."))]
    assert not [name for name in kept if name.startswith("scene.clip.")]
    hidden = window.findChild(QSlider, "layers.dims.5")
    assert hidden not in [each for each in in_layout(window.layers) if each.isVisibleTo(window)]


def test_a_view_comes_back_after_a_crash(make_window, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv(recovery.FOLDER_VARIABLE, str(tmp_path))
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
    options = window.scene.controls.options()
    for view in WRONG:
        data["sheets"][0]["view"] = view
        path.write_text(json.dumps(data))
        window.files.open_session(path)
        wait_for_jobs(qtbot, window)
        QCoreApplication.processEvents()
        assert window.scene.controls.options() == options
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
