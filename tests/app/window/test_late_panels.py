"""What a start does without, and the drawers and pages that are made only when they are used."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QLabel, QSpinBox

from nqviz import Board, Placement
from nqviz_app.views.atlas.page import PANES
from nqviz_app.window.drawer_stack import DrawerStack
from nqviz_app.window.pages import LATER
from nqviz_app.window.rail import IN_RAIL

from ..window_driver import find, make_panels

HEAVY = (
    *("matplotlib", "pyvista", "vtkmodules", "scipy", "numba", "pydantic", "rich", "yaml"),
    *("highspy", "ortools", "nqviz.engines", "nqviz.counting", "nqviz.proofs", "nqviz.problems"),
    *("nqviz.lessons", "nqviz_app.window.panels", "nqviz_app.dialogs.preferences_dialog"),
)
START = """
import json, os, sys
from PySide6.QtWidgets import QApplication
from nqviz_app.window.main_window import MainWindow
from nqviz_app.main import main

def say(*_):
    QApplication.exec = lambda: 0
    window = next(each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
    made = "panels" in vars(window)
    print(json.dumps([made, sorted(sys.modules)]), flush=True)
    os._exit(0)

QApplication.exec = say
main([])
"""


def test_a_start_loads_nothing_heavy_before_the_first_picture(tmp_path: Path) -> None:
    places = {"NQVIZ_STATE": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", START],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **places, "QT_QPA_PLATFORM": "offscreen"},
    )
    has_panels, modules = json.loads(done.stdout.splitlines()[-1])
    assert not has_panels
    assert sorted(set(HEAVY) & set(modules)) == []


@pytest.mark.parametrize("name", [entry.name for entry in IN_RAIL])
def test_each_button_of_the_rail_makes_what_it_shows(make_window, name):
    window = make_window(Placement(Board.cube(5, 3)), with_panels=False)
    assert name not in vars(window.panels)
    window.actions_[f"drawers.{name}"].trigger()
    panel = getattr(window.panels, name)
    assert panel.isVisible()
    assert window.actions_[f"drawers.{name}"].isChecked()
    assert panel.styleSheet() == window.rail.styleSheet() != ""
    controls = [each for each in panel.findChildren(QAbstractButton) if "." in each.objectName()]
    assert any(each.whatsThis() for each in controls)


def test_the_panels_are_made_one_by_one_and_once(make_window):
    window = make_window(with_panels=False)
    names = (*DrawerStack.names, *LATER)
    for count in range(len(names)):
        assert sum(name in vars(window.panels) for name in names) == count
        assert window.panels.make_next()
    for count in range(2, len(PANES)):  # the tables of the atlas are there with their page
        assert sum(name in vars(window.panels.atlas) for name in PANES) == count
        assert window.panels.make_next()
    assert not window.panels.make_next()
    before = [getattr(window.panels, name) for name in names]
    make_panels(window)
    assert [getattr(window.panels, name) for name in names] == before
    assert not any(panel.isVisible() for panel in before)


def test_a_panel_knows_what_happened_before_it_was_made(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3)), with_panels=False)
    window.services.preferences.change(time_limit=77, threads=1)
    for cell in (0, 7):
        window.document.toggle(cell)
    window.drawers.open("history")
    window.drawers.finish()
    assert window.panels.history.list.steps.rowCount() == 3  # the board, and two queens
    window.panels.make("solve")
    assert find(window, QSpinBox, "solve.seconds").value() == 77
    window.drawers.open("symmetry")
    qtbot.waitUntil(lambda: find(window, QLabel, "symmetry.count").text() != "")


def test_keys_are_in_the_tips_of_late_buttons(make_window):
    window = make_window(with_panels=False)
    early = make_window()
    for name in ("solve.run", "history.back"):
        panel = name.partition(".")[0]
        window.panels.make(panel)
        late, usual = (find(each, QAbstractButton, name) for each in (window, early))
        assert late.toolTip() == usual.toolTip() != ""
        assert late.whatsThis() == usual.whatsThis() != ""


def test_a_window_closes_without_its_panels(make_window):
    window = make_window(with_panels=False)
    left = []
    window.left.connect(lambda: left.append(True))
    window.close()
    assert left
    assert "lessons" not in vars(window.panels)


def test_the_search_begins_in_a_drawer_that_was_not_there(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 2)), with_panels=False)
    action = window.actions_["solve.most"]
    assert isinstance(action, QAction)
    action.trigger()
    assert window.drawers.current == "solve"
    qtbot.waitUntil(lambda: window.solve_panel.outcome is not None)
