"""The panels at the sides: those of the first start, and how a person comes to the others."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QListWidget, QMainWindow, QWidget

from nqviz import Board, Placement
from nqviz_app.actions.search import CommandPalette
from nqviz_app.document.board_tab import window_state
from nqviz_app.widgets.docks import LEFT, RIGHT, Workspace, arrange, make_dock
from tests.app.hands import find_dock


def in_front(dock):
    return dock.isVisible() and not dock.visibleRegion().isEmpty()


@pytest.fixture
def bare(qtbot):
    """A window with five empty panels."""
    window = QMainWindow()
    window.setCentralWidget(QWidget())
    for title in "ABCDE":
        make_dock(window, title, QWidget(), f"Panel {title}")
    with qtbot.waitExposed(window):
        window.show()
    yield window
    window.close()
    window.deleteLater()


def test_the_first_start_shows_few_panels(make_window, qtbot):
    window = make_window()
    shown = {dock.windowTitle() for dock in window.docks if not dock.isHidden()}
    assert shown == {"Board", "Constructions", "Lessons", "Solve", "Density", "Bounds", "Library"}
    fronts = {"Board", "Constructions", "Solve"}
    qtbot.waitUntil(lambda: {d.windowTitle() for d in window.docks if in_front(d)} == fronts)
    for dock in window.docks:
        assert window.actions_[f"panels.{dock.windowTitle().lower()}"].toolTip()


@pytest.mark.parametrize("title", ["symmetry", "density"])
def test_a_panel_comes_to_the_front_and_goes(title, make_window, qtbot):
    window = make_window()
    action, dock = window.actions_[f"panels.{title}"], find_dock(window, title)
    action.trigger()
    qtbot.waitUntil(lambda: in_front(dock))
    assert action.isChecked()
    assert dock.isAncestorOf(window.focusWidget())
    action.trigger()
    assert dock.isHidden()
    assert not action.isChecked()
    action.trigger()
    qtbot.waitUntil(lambda: in_front(dock))


def test_the_palette_says_that_a_command_is_a_panel(make_window):
    window = make_window()
    window.show_palette()
    palette = window.findChild(CommandPalette)
    entries = palette.findChild(QListWidget, "palette.list")
    names = [entries.item(row).text() for row in range(entries.count())]
    assert {"Panel Bounds", "Panel Tables", "Solve", "Panel Solve"} <= set(names)
    palette.close()


def test_the_palette_survives_a_change_of_the_board(make_window):
    window = make_window()
    window.show_palette()
    palette = window.findChild(CommandPalette)
    window.document.load(window_state(Placement(Board.cube(4, 3))), "Another board")
    window.editing.board_actions()  # the menus of symmetries delete their actions
    palette._line.setText("reverse x1")
    entries = palette.findChild(QListWidget, "palette.list")
    assert entries.count() == 0
    palette.close()


def test_searching_brings_its_panel_up(make_window, qtbot):
    window = make_window()
    dock = find_dock(window, "solve")
    dock.close()
    window.actions_["solve.run"].trigger()
    qtbot.waitUntil(lambda: in_front(dock))
    qtbot.waitUntil(lambda: not window.runner.jobs)


def test_a_workspace_places_every_panel(bare):
    workspace = Workspace((("B", "A"),), (("C",), ("D",)), closed=frozenset("A"))
    for _ in range(2):  # from any arrangement
        arrange(bare, bare.findChildren(QDockWidget), workspace)
        docks = {dock.windowTitle(): dock for dock in bare.findChildren(QDockWidget)}
        assert {title for title, dock in docks.items() if dock.isHidden()} == {"A", "E"}
        areas = {title: bare.dockWidgetArea(dock) for title, dock in docks.items()}
        assert [areas[title] for title in "ABCDE"] == [LEFT, LEFT, RIGHT, RIGHT, RIGHT]
        docks["E"].show()
        assert docks["E"] in bare.tabifiedDockWidgets(docks["D"])
        docks["C"].setFloating(True)


def test_a_panel_is_set_free_by_a_key_and_put_back(make_window, qtbot):
    window = make_window()
    dock = find_dock(window, "density")
    window.actions_["panels.density"].trigger()
    window.activateWindow()
    qtbot.waitUntil(lambda: dock.isAncestorOf(QApplication.focusWidget()))
    for free in (True, False):
        qtbot.keyClick(
            QApplication.focusWidget(),
            Qt.Key.Key_D,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )
        assert dock.isFloating() is free
        qtbot.waitUntil(lambda: dock.isAncestorOf(QApplication.focusWidget()))


def test_without_the_focus_in_a_panel_it_is_said(make_window, qtbot):
    window = make_window()
    window.layers.grid.setFocus()
    window.actions_["view.free_panel"].trigger()
    assert "No panel has the focus" in window.statusBar().currentMessage()
    assert not any(dock.isFloating() for dock in window.docks)


def test_the_views_have_half_of_a_small_window(make_window, qtbot):
    window = make_window()
    for size in ((1280, 720), (1366, 768)):
        window.resize(*size)
        qtbot.waitUntil(lambda size=size: (window.width(), window.height()) == size)
        window.actions_["view.reset_layout"].trigger()
        qtbot.waitUntil(lambda: window.splitter.width() >= window.width() / 2)
        board = find_dock(window, "board")
        if board.isVisible() and in_front(board):  # behind another where both do not fit
            assert board.widget().verticalScrollBar().maximum() == 0


def test_stacks_that_do_not_fit_lie_behind_each_other(bare, qtbot):
    docks = {dock.windowTitle(): dock for dock in bare.findChildren(QDockWidget)}
    for dock in docks.values():
        dock.widget().widget().setMinimumHeight(300)
    bare.resize(900, 900)
    qtbot.waitUntil(lambda: bare.height() == 900)
    arrange(bare, bare.findChildren(QDockWidget), Workspace((("A",), ("B",)), (("C",),)))
    assert not bare.tabifiedDockWidgets(docks["A"])
    for dock in docks.values():
        dock.widget().setMinimumHeight(0)
    bare.resize(900, 500)
    qtbot.waitUntil(lambda: bare.height() == 500)
    arrange(bare, bare.findChildren(QDockWidget), Workspace((("A",), ("B",)), (("C",),)))
    assert bare.tabifiedDockWidgets(docks["A"]) == [docks["B"]]


@pytest.mark.parametrize(("percent", "size"), [(100, (1024, 700)), (150, (1280, 720))])
def test_a_window_with_any_panel_in_front_fits_a_small_screen(percent, size, make_window, qtbot):
    window = make_window()
    try:
        window.services.preferences.change(text_size=percent)
        for dock in window.docks:
            dock.show()
            dock.raise_()
            qtbot.waitUntil(lambda dock=dock: in_front(dock))
            window.resize(*size)
            qtbot.waitUntil(lambda: (window.width(), window.height()) == size)
            scroll = dock.widget()
            qtbot.waitUntil(lambda s=scroll: s.widget().width() <= s.viewport().width())
    finally:
        window.services.preferences.change(text_size=100)
