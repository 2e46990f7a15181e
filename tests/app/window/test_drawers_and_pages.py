"""Rail, drawers, pages and shares of the layers, by mouse and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from nqviz import Board, Placement
from nqviz_app.drawers.drawer import Drawer

from ..window_driver import find, wait_for_jobs

CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.scene.canvas.setFocus()
    return window


def press(window, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def open_drawers(window):
    names = window.drawers.names
    return [name for name in names if window.drawers.drawer(name).isVisible()]


def settled(window, qtbot):
    """Wait until the drawer has slid; its width is that of its place in the row."""
    width = window.drawers.open_width if window.drawers.current else 0
    qtbot.waitUntil(lambda: window.pages.x() == window.rail.width() + width)


def test_a_click_on_the_rail_opens_a_drawer_and_another_closes_it(window, qtbot):
    wide = window.pages.width()
    for name, button in window.rail.buttons.items():
        if name not in window.drawers.names:
            continue
        QTest.mouseClick(button, LEFT)
        assert open_drawers(window) == [name]
        assert button.isChecked()
        settled(window, qtbot)
        assert window.pages.width() == wide - window.drawers.open_width
    QTest.mouseClick(button, LEFT)
    assert window.drawers.current == ""
    assert not button.isChecked()
    settled(window, qtbot)
    qtbot.waitUntil(lambda: open_drawers(window) == [])
    assert window.pages.width() == wide


def test_the_scene_is_resized_once_at_the_end_of_a_motion(window, qtbot, monkeypatch):
    window.drawers.open("history")
    settled(window, qtbot)
    monkeypatch.setattr(window.drawers._slide, "start", lambda: None)
    open_width = window.pages.width()
    window.drawers.close_drawer()
    QApplication.processEvents()
    assert window.pages.width() == open_width, "nothing is laid out while the drawer moves"
    window.drawers.finish()
    settled(window, qtbot)
    assert window.pages.width() == open_width + window.drawers.open_width
    assert not window.drawers.isVisible()


def test_keys_open_and_close_each_entry_of_the_rail(window, qtbot):
    for number, (name, button) in enumerate(window.rail.buttons.items(), start=1):
        press(window, Qt.Key(Qt.Key.Key_0 + number), CONTROL)
        assert name in (window.drawers.current, window.pages.current)
        assert [each for each, other in window.rail.buttons.items() if other.isChecked()] == [name]
        press(window, Qt.Key(Qt.Key.Key_0 + number), CONTROL)
        assert (window.drawers.current, window.pages.current) == ("", "scene")
        assert not button.isChecked()


def test_escape_closes_the_drawer_and_the_focus_goes_to_the_scene(window, qtbot):
    press(window, Qt.Key.Key_1, CONTROL)
    drawer = window.drawers.drawer("board")
    qtbot.waitUntil(lambda: drawer.isAncestorOf(QApplication.focusWidget()))
    press(window, Qt.Key.Key_Escape)
    assert window.drawers.current == ""
    assert window.scene_page.isAncestorOf(QApplication.focusWidget())


def test_the_strip_gives_way_to_a_drawer_in_a_narrow_window(window, qtbot):
    for width, stays in ((1270, False), (1300, True)):
        window.resize(width, 800)
        qtbot.waitUntil(lambda width=width: window.width() == width)
        assert window.layers.isVisible()
        window.drawers.open("solve")
        assert window.layers.isVisible() == stays
        window.drawers.close_drawer()
        assert window.layers.isVisible()


def test_v_and_a_letter_choose_a_page_and_escape_returns(window):
    for key, page in (
        (Qt.Key.Key_S, "square"),
        (Qt.Key.Key_G, "graph"),
        (Qt.Key.Key_P, "per_layer"),
        (Qt.Key.Key_C, "chart"),
    ):
        press(window, Qt.Key.Key_V)
        press(window, key)
        assert window.pages.current == page
        assert window.pages.page(page).isVisible()
        assert not window.scene_page.isVisible()
        press(window, Qt.Key.Key_Escape)
        assert window.pages.current == "scene"
    press(window, Qt.Key.Key_V)
    press(window, Qt.Key.Key_G)
    press(window, Qt.Key.Key_V)
    press(window, Qt.Key.Key_V)
    assert window.pages.current == "scene"


def test_e_gives_the_layers_a_strip_half_and_all(window, qtbot):
    def seen():
        return window.document.view.share, window.scene.isVisible(), window.layers.isVisible()

    assert seen() == ("strip", True, True)
    press(window, Qt.Key.Key_E)
    assert seen() == ("half", True, True)
    qtbot.waitUntil(lambda: abs(window.layers.width() - window.scene_page.width() / 2) <= 1)
    press(window, Qt.Key.Key_E)
    assert seen() == ("all", False, True)
    qtbot.waitUntil(lambda: window.layers.width() == window.scene_page.width())
    press(window, Qt.Key.Key_E)
    assert seen() == ("strip", True, True)


def test_a_flat_board_has_no_strip(make_window):
    window = make_window(Placement(Board.cube(8, 2)))
    assert not window.layers.isVisible()
    assert window.scene.width() == window.scene_page.width()


@pytest.mark.parametrize("backwards", [False, True])
def test_f6_goes_round_the_regions(make_window, qtbot, backwards):
    window = make_window(Placement(Board.cube(4, 4), [(0, 0, 0, 0)]))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.drawers.open("board")
    window.toolbar.board.setFocus()
    parts = {
        "toolbar": window.toolbar,
        "rail": window.rail,
        "drawer": window.drawers,
        "scene": window.scene,
        "layers": window.layers,
    }
    order = []
    for _ in range(7):
        focus = QApplication.focusWidget()
        here = [name for name, part in parts.items() if part.isAncestorOf(focus) or part is focus]
        order.append(here[0] if here else focus.objectName().partition(".")[0])
        shift = Qt.KeyboardModifier.ShiftModifier if backwards else CONTROL & ~CONTROL
        press(window, Qt.Key.Key_F6, shift)
    expected = ["toolbar", "rail", "drawer", "scene", "layers", "minimap"]
    if backwards:
        expected = [expected[0], *expected[:0:-1]]
    assert order == [*expected, "toolbar"]


def test_alt_shows_the_menu_bar_and_hides_it(window):
    bar = window.menuBar()
    assert not bar.isVisible()
    QTest.keyClick(window.scene.canvas, Qt.Key.Key_Alt)
    assert bar.isVisible()
    QTest.keyClick(bar, Qt.Key.Key_Alt)
    assert not bar.isVisible()
    QTest.keyPress(window.scene.canvas, Qt.Key.Key_Alt)
    QTest.keyClick(window.scene.canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    QTest.keyRelease(window.scene.canvas, Qt.Key.Key_Alt)
    assert not bar.isVisible(), "Alt with another key is a shortcut"


def test_boards_of_one_name_are_numbered_and_changes_are_marked(window):
    chip = window.toolbar.board
    assert chip.text() == "(5,3)"
    window.document.toggle(7)
    assert chip.accessibleName() == "Board (5,3), with unsaved changes"
    assert "*" in window.windowTitle()
    window.actions_["edit.undo"].trigger()
    assert chip.accessibleName() == "Board (5,3)"
    window.actions_["file.new"].trigger()
    titles = window.tabs.titles()
    assert len(set(titles)) == 2
    assert [title[-1] for title in titles] == ["1", "2"]
    menu = chip.menu()
    menu.aboutToShow.emit()
    boards = [action for action in menu.actions() if action.isCheckable()]
    assert [action.isChecked() for action in boards] == [False, True]
    boards[0].trigger()
    assert window.tabs.current == 0


def test_presenting_hides_all_bars_and_leaves_all_sizes(window, qtbot):
    window.drawers.open("board")
    settled(window, qtbot)

    def sizes():
        parts = (window.drawers, window.pages, window.scene, window.layers, window.toolbar)
        return window.size(), [part.size() for part in parts], window.drawers.current

    before = sizes()
    for _ in range(2):
        press(window, Qt.Key.Key_F11)
        qtbot.waitUntil(window.isFullScreen)
        bars = (window.toolbar, window.rail, window.statusBar(), window.menuBar())
        assert not any(bar.isVisible() for bar in bars)
        press(window, Qt.Key.Key_F11)
        qtbot.waitUntil(lambda: not window.isFullScreen())
        qtbot.waitUntil(lambda: sizes() == before)


def test_the_focus_goes_from_solve_to_stop(make_window, qtbot):
    window = make_window(Placement(Board.cube(9, 3)))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.drawers.open("solve")
    run, stop = (find(window, QPushButton, f"solve.{name}") for name in ("run", "stop"))
    qtbot.waitUntil(run.isVisible)
    run.setFocus()
    press(window, Qt.Key.Key_Space)
    assert not run.isVisible()
    assert QApplication.focusWidget() is stop
    press(window, Qt.Key.Key_Space)
    wait_for_jobs(qtbot, window)


def test_a_drawer_is_painted_before_it_is_shown_for_the_first_time(make_window, monkeypatch):
    window = make_window()
    painted = []
    monkeypatch.setattr(Drawer, "paintEvent", lambda drawer, _event: painted.append(drawer.name))
    window.drawers.open("board")
    window.drawers.finish()
    while window.drawers.prepare_next():
        assert window.drawers.current == "board"
    assert set(painted) == set(window.drawers.names) - {"board"}
    assert not window.drawers.prepare_next()
    assert {window.drawers.drawer(name).width() for name in painted} == {window.drawers.open_width}
