"""The real main window, driven as a person would."""

import json
import time

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QSpinBox,
    QWidget,
)

from nqviz import Board, Placement
from nqviz.constructions import classical, construct, extend
from nqviz.files import read_placement
from nqviz_app.docks import bring_up, find_dock
from nqviz_app.document import State
from nqviz_app.panels.constructions import cut_state

GOOD_8 = [(1, 1), (2, 5), (3, 8), (4, 6), (5, 3), (6, 7), (7, 2), (8, 4)]


def find(window, kind, name):
    widget = window.findChild(kind, name)
    assert widget is not None, name
    return widget


def text_of(window, name):
    return find(window, QLabel, name).text()


def press(qtbot, window, name):
    button = find(window, QPushButton, name)
    qtbot.waitUntil(button.isVisible)
    assert button.isEnabled(), f"{name}: {button.toolTip()}"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def choose(window, name, data):
    box = find(window, QComboBox, name)
    rows = [row for row in range(box.count()) if box.itemData(row) == data]
    assert rows, (name, data)
    box.setCurrentIndex(rows[0])


def wait_for_jobs(qtbot, window, timeout=60_000):
    qtbot.waitUntil(lambda: not window.runner.jobs, timeout=timeout)


def test_every_control_has_a_name_and_a_tip(make_window):
    window = make_window()
    kinds = (QPushButton, QComboBox, QSpinBox, QDoubleSpinBox, QCheckBox)
    for panel in (window.board_panel, window.constructions_panel, window.solve_panel):
        controls = [child for kind in kinds for child in panel.findChildren(kind)]
        assert controls
        for control in controls:
            assert "." in control.objectName(), control
            assert control.accessibleName(), control.objectName()
            assert control.toolTip(), control.objectName()


def test_a_click_in_the_layers_places_and_undo_takes_back(make_window, qtbot):
    window = make_window()
    grid = find(window, QWidget, "layers.grid")
    index = window.document.board.index((2, 3))
    point = window.layers.cell_center(index)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=QPointF(point).toPoint())
    assert window.document.is_queen(index)
    assert text_of(window, "counters.queens") == "1"
    window.actions_["edit.undo"].trigger()
    assert window.document.counts.queens == 0
    assert text_of(window, "counters.free") == "64"
    window.actions_["edit.redo"].trigger()
    assert window.document.is_queen(index)


def test_counters_show_conflicts_and_the_bound(make_window):
    window = make_window(Placement(Board.cube(4, 3), [(0, 0, 0), (1, 1, 1)]))
    assert text_of(window, "counters.conflicts").startswith("1")
    assert text_of(window, "counters.bound") == "7"
    window.document.toggle(0)
    assert text_of(window, "counters.conflicts") == "0"


def test_complete_in_the_background_and_accept(make_window, qtbot):
    window = make_window(Placement.from_coordinates(Board.cube(8, 2), GOOD_8[:3]))
    press(qtbot, window, "solve.run")
    wait_for_jobs(qtbot, window)
    assert window.document.suggestion is not None
    assert "proven" in text_of(window, "solve.numbers")
    assert window.document.counts.queens == 3
    press(qtbot, window, "solve.accept")
    assert window.document.counts.queens == 8
    assert window.document.placement().is_valid()
    window.actions_["edit.undo"].trigger()
    assert window.document.placement().coordinates() == [list(cell) for cell in GOOD_8[:3]]


def test_discard_leaves_the_board_alone(make_window, qtbot):
    window = make_window()
    press(qtbot, window, "solve.run")
    wait_for_jobs(qtbot, window)
    press(qtbot, window, "solve.discard")
    assert window.document.suggestion is None
    assert window.document.counts.queens == 0
    assert not find(window, QPushButton, "solve.accept").isEnabled()


def test_givens_that_attack_are_refused_in_one_line(make_window, qtbot):
    window = make_window(Placement(Board.cube(8, 2), [(0, 0), (1, 1)]))
    press(qtbot, window, "solve.run")
    wait_for_jobs(qtbot, window)
    assert "attack" in text_of(window, "solve.state")
    assert window.document.counts.queens == 2


def test_infeasible_is_said_so(make_window, qtbot):
    window = make_window(Placement.from_coordinates(Board.cube(6, 2), [(1, 1)]))
    choose(window, "solve.target", "full")
    press(qtbot, window, "solve.run")
    wait_for_jobs(qtbot, window)
    assert "No " in text_of(window, "solve.state")


def longest_gap(qtbot, milliseconds):
    """Give the longest time in seconds between two turns of the event loop."""
    turns = []
    ticker = QTimer()
    ticker.timeout.connect(lambda: turns.append(time.perf_counter()))
    ticker.start(0)
    qtbot.wait(milliseconds)
    ticker.stop()
    return np.diff(turns).max()


def test_a_running_solve_stops_at_once_and_never_blocks(make_window, qtbot):
    window = make_window(Placement(Board.cube(9, 3)))
    press(qtbot, window, "solve.run")
    # A machine that does something else meanwhile delays anything: the best of three counts.
    longest = min(longest_gap(qtbot, 2000) for _ in range(3))
    assert longest < 0.1, f"the longest gap was {longest * 1000:.0f} ms"
    assert window.runner.jobs, "the search is still running"
    asked = time.perf_counter()
    press(qtbot, window, "solve.stop")
    wait_for_jobs(qtbot, window, 5000)
    assert time.perf_counter() - asked < 0.5
    assert "topped" in text_of(window, "solve.state")
    assert "proven" not in text_of(window, "solve.numbers")
    assert window.document.suggestion is not None
    assert Placement.from_indices(window.document.board, window.document.suggestion).is_valid()


def test_an_edit_lets_a_running_solve_go(make_window, qtbot):
    window = make_window(Placement(Board.cube(9, 3)))
    find(window, QCheckBox, "solve.follow").setChecked(False)
    press(qtbot, window, "solve.run")
    qtbot.wait(300)
    window.document.toggle(0)
    assert not window.solve_panel.is_running
    wait_for_jobs(qtbot, window, 5000)
    assert window.document.suggestion is None


@pytest.mark.parametrize(
    ("family", "n", "d", "count"),
    [("classical", 8, 2, 8), ("regular", 11, 3, 121), ("subcube", 9, 3, 67)],
)
def test_each_construction_loads(make_window, qtbot, family, n, d, count):
    window = make_window()
    choose(window, "constructions.family", family)
    find(window, QSpinBox, "constructions.n").setValue(n)
    find(window, QSpinBox, "constructions.d").setValue(d)
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert window.document.counts.queens == count
    assert window.document.counts.conflicts == 0
    assert window.document.board == Board.cube(n, d)
    window.actions_["edit.undo"].trigger()
    assert window.document.board == Board.cube(8, 2)


def test_chosen_coefficients_are_used(make_window, qtbot):
    window = make_window()
    choose(window, "constructions.family", "regular")
    find(window, QSpinBox, "constructions.n").setValue(13)
    find(window, QSpinBox, "constructions.d").setValue(3)
    find(window, QComboBox, "constructions.coefficients").setCurrentText("3, 5")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    cells = window.document.placement().cells
    assert ((3 * cells[:, 0] + 5 * cells[:, 1] - cells[:, 2]) % 13 == 0).all()


def test_no_regular_solution_names_the_nearest(make_window, qtbot):
    window = make_window()
    choose(window, "constructions.family", "regular")
    find(window, QSpinBox, "constructions.d").setValue(3)
    find(window, QSpinBox, "constructions.n").setValue(10)
    assert not find(window, QPushButton, "constructions.load").isEnabled()
    assert "11" in text_of(window, "constructions.state")
    press(qtbot, window, "constructions.use_nearest")
    assert find(window, QSpinBox, "constructions.n").value() == 11
    assert find(window, QPushButton, "constructions.load").isEnabled()


def test_what_is_said_of_a_board_goes_with_it(make_window):
    window = make_window(Placement(Board.cube(4, 2)))
    assert text_of(window, "constructions.state") == ""
    choose(window, "constructions.family", "regular")
    find(window, QSpinBox, "constructions.n").setValue(10)
    assert "10" in text_of(window, "constructions.state")
    window.document.load(State.of(Placement(Board.cube(11, 3))), "another")
    assert text_of(window, "constructions.state") == ""


def test_the_cut_is_shown_on_its_outer_board(make_window, qtbot):
    window = make_window()
    choose(window, "constructions.family", "subcube")
    find(window, QSpinBox, "constructions.n").setValue(9)
    find(window, QSpinBox, "constructions.d").setValue(3)
    find(window, QCheckBox, "constructions.show_cut").setChecked(True)
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    document = window.document
    assert document.counts.queens == 67
    assert document.board.n > 9
    outside = document.cut.outside
    assert np.count_nonzero(~outside) == 9**3
    assert not outside[np.flatnonzero(document.counts.occupied)].any()
    assert outside[document.cut.dropped].all()
    assert len(document.cut.dropped) + 67 == document.board.full_count


def test_a_density_is_shown_and_hidden(make_window, qtbot):
    window = make_window(Placement(Board.cube(3, 3)))
    bring_up(find_dock(window, "density"))
    press(qtbot, window, "density.show")
    wait_for_jobs(qtbot, window)
    assert window.document.density.total == 16
    assert window.document.density.counts.sum() == 16 * 4
    assert "16" in text_of(window, "density.state")
    press(qtbot, window, "density.hide")
    assert window.document.density is None


def test_another_board_and_back(make_window, qtbot):
    window = make_window()
    find(window, QSpinBox, "board.n").setValue(5)
    find(window, QSpinBox, "board.d").setValue(4)
    press(qtbot, window, "board.apply")
    assert window.document.board == Board.cube(5, 4)
    choose(window, "board.kind", "box")
    sides = window.board_panel.findChild(QWidget, "board.shape")
    sides.setText("4, 5, x")
    press(qtbot, window, "board.apply")
    assert "'x'" in text_of(window, "board.error") or window.document.board == Board((4, 5))


def test_save_open_and_drop(make_window, qtbot, tmp_path):
    window = make_window(Placement.from_coordinates(Board.cube(8, 2), GOOD_8))
    window.document.toggle(0)
    path = tmp_path / "seven.json"
    assert window.files.save_to(path)
    assert window.document.is_saved
    assert read_placement(path).placement == window.document.placement()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(50, 50),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    wait_for_jobs(qtbot, window)
    assert [sheet.title for sheet in window.tabs.sheets] == ["seven.json", "seven.json"]
    assert window.document.sheet is window.tabs.sheets[1]
    assert window.document.counts.queens == 7
    assert window.document.undo_stack.count() == 0
    assert window.files.recent == (path,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json {",
        json.dumps(
            {
                "format": "nqviz-placement",
                "version": 1,
                "shape": [4, 4],
                "torus": False,
                "piece": "queen",
                "queens": [[0, 1]],
            }
        ),
        "1.5 2\n",
    ],
)
def test_a_bad_file_leaves_the_document(make_window, qtbot, tmp_path, text):
    window = make_window(Placement.from_coordinates(Board.cube(8, 2), GOOD_8))
    before = window.document.placement()
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    window.files.open(path)
    wait_for_jobs(qtbot, window)
    box = find(window, QMessageBox, "message")
    assert "bad.json" in box.text()
    assert "\n" not in box.text()
    box.close()
    assert window.document.placement() == before
    assert window.document.undo_stack.count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_themes(make_window, qtbot, theme):
    window = make_window()
    window.actions_[f"view.theme_{theme}"].trigger()
    assert window.theme.name == theme
    image = window.grab().toImage()
    bright = image.pixelColor(QPoint(20, image.height() // 2)).lightness() > 128
    assert bright == (theme == "light")


def test_each_family_offers_its_nearest_board(make_window, qtbot):
    window = make_window(Placement(Board.cube(9, 3)))
    choose(window, "constructions.family", "colouring")
    assert not find(window, QPushButton, "constructions.load").isEnabled()
    press(qtbot, window, "constructions.use_nearest")
    assert find(window, QSpinBox, "constructions.n").value() == 7
    assert find(window, QSpinBox, "constructions.d").value() == 2
    press(qtbot, window, "constructions.load")
    qtbot.waitUntil(lambda: window.document.board.shape == (7, 7, 7), timeout=5000)
    assert find(window, QSpinBox, "constructions.d").value() == 2, "the form stays as it was asked"
    assert find(window, QPushButton, "constructions.load").isEnabled()


def test_a_family_builds_on_the_open_board_of_any_shape_and_piece(make_window, qtbot):
    window = make_window(Placement(Board((4, 5, 6), piece="rook")))
    assert find(window, QComboBox, "constructions.board").currentText() == (
        "The open 4x5x6 board of rooks"
    )
    assert find(window, QSpinBox, "constructions.n").isHidden()
    choose(window, "constructions.family", "random")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert window.document.board == Board((4, 5, 6), piece="rook")
    assert window.document.counts.queens > 10
    assert "rooks" in text_of(window, "constructions.state")
    choose(window, "constructions.family", "stacked")
    assert "not on the 4x5x6 board of rooks" in text_of(window, "constructions.state")
    press(qtbot, window, "constructions.use_nearest")
    assert find(window, QComboBox, "constructions.board").currentData() == "cube"
    assert find(window, QSpinBox, "constructions.n").value() == 6
    assert not find(window, QSpinBox, "constructions.n").isHidden()


def test_the_parts_of_a_cut_are_chosen_or_typed(make_window, qtbot):
    window = make_window(Placement(Board.cube(10, 3)))
    choose(window, "constructions.family", "subcube")
    coefficients = find(window, QComboBox, "constructions.coefficients")
    assert coefficients.count() == 1, "without an outer side there is nothing to choose"
    find(window, QSpinBox, "constructions.outer").setValue(11)
    assert coefficients.count() == 1 + 24
    assert coefficients.findText("2, 4") > 0
    coefficients.setCurrentText("4, 2")
    offsets = find(window, QLineEdit, "constructions.offsets")
    offsets.setText("1, 2")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert "3 offsets are needed" in text_of(window, "constructions.state")
    offsets.setText("1, 2, no")
    press(qtbot, window, "constructions.load")
    assert "'no' is not a whole number" in text_of(window, "constructions.state")
    assert window.document.counts.queens == 0
    offsets.setText("1 2 3")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert window.document.counts.queens == 91
    coefficients.setCurrentText("4, 4")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert "not admissible" in text_of(window, "constructions.state")
    assert window.document.counts.queens == 91


def test_some_families_start_from_the_open_placement(make_window, qtbot):
    start = classical(8)
    window = make_window(start)
    choose(window, "constructions.family", "extended")
    choose(window, "constructions.board", "placed")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert window.document.placement() == extend(start)
    choose(window, "constructions.board", "placed")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert "a queen stands on the long diagonal" in text_of(window, "constructions.state").lower()
    choose(window, "constructions.family", "random")
    choose(window, "constructions.board", "placed")
    find(window, QSpinBox, "constructions.queens").setValue(4)
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert len(window.document.placement()) == 4
    assert set(window.document.placement()) < set(extend(start))
    choose(window, "constructions.family", "regular")
    assert find(window, QComboBox, "constructions.board").findData("placed") < 0
    assert find(window, QComboBox, "constructions.board").currentData() == "cube"


def test_queens_added_to_a_cut_stand_on_its_outer_board():
    built = construct(Board.cube(5, 3), "subcube", outer=17, free="fill")
    state = cut_state(built)
    outer = Placement.from_indices(state.counts.board, state.queens)
    assert outer.is_valid()
    assert len(outer) == len(built.placement) > built.cut.count
    kept = set(state.queens.tolist()) & set(built.cut.outer_placement.indices.tolist())
    assert len(kept) == built.cut.count
    assert len(state.cut.dropped) == 17**2 - built.cut.count
