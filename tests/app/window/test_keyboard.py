"""The window by keyboard alone: real keys only, and what comes of each."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from nqviz import Board, Placement
from nqviz.constructions.from_catalogue import load_record

from ..window_driver import wait_for_jobs

KEYS = Qt.Key
NONE, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


@pytest.fixture
def window(make_window, qtbot):
    window = make_window(load_record("11x11x11-121").placement)
    window.resize(1366, 768)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def press(window, key, modifiers=NONE, times=1):
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)
        QApplication.processEvents()


def takes_tab(widget):
    reaches = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return reaches and widget.isVisible() and widget.isEnabled() and "." in widget.objectName()


def walk(window, most=150):
    """Press Tab until the focus comes back; return the names of what it met."""
    start = QApplication.focusWidget()
    met = []
    while len(met) < most:
        press(window, KEYS.Key_Tab)
        met.append(QApplication.focusWidget())
        if met[-1] is start:
            return met
    raise AssertionError(f"the focus does not come back: {[each.objectName() for each in met]}")


def test_tab_reaches_every_control_of_every_page(window, qtbot):
    pages = {name: window.pages.page(name) for name in window.pages.names}
    for name in pages:
        window.pages.show_page(name)
        check_page(window, qtbot, name)
    window.pages.show_page("atlas")
    for part in range(1, 6):
        window.panels.atlas.show_segment(part)
        check_page(window, qtbot, f"part {part} of the atlas")


def check_page(window, qtbot, name):
    wait_for_jobs(qtbot, window)
    QTest.qWait(100)
    window.toolbar.board.setFocus()
    met = {each.objectName() for each in walk(window)}
    controls = filter(takes_tab, window.pages.currentWidget().findChildren(QWidget))
    assert not {each.objectName() for each in controls} - met, name


def test_drawers_open_and_close_by_keys(window, qtbot):
    for number, name in enumerate(window.rail.buttons, 1):
        press(window, KEYS.Key_0 + number, CONTROL)
        wait_for_jobs(qtbot, window)
        if name == "atlas":
            assert window.pages.current == "atlas"
            place = window.pages.currentWidget()
        else:
            assert window.drawers.current == name
            place = window.drawers.drawer(name)
        assert place.isAncestorOf(QApplication.focusWidget()), name
        press(window, KEYS.Key_Escape)
        assert not window.drawers.current, name
        assert window.pages.current == "scene", name
        assert QApplication.focusWidget() is window.scene.canvas, name


def test_queens_are_placed_and_removed_in_the_scene(window, qtbot):
    document = window.document
    window.scene.canvas.setFocus()
    count = len(document.placement())
    press(window, KEYS.Key_PageUp)
    assert document.view.active_layer is not None
    press(window, KEYS.Key_Right)
    assert document.cursor is not None
    press(window, KEYS.Key_Space)
    first = len(document.placement())
    assert abs(first - count) == 1
    press(window, KEYS.Key_Space)
    assert len(document.placement()) == count


def test_queens_are_placed_and_given_in_the_layers(window, qtbot):
    document = window.document
    window.scene.canvas.setFocus()
    press(window, KEYS.Key_E)
    assert document.view.share == "half"
    press(window, KEYS.Key_F6)
    assert window.layers.isAncestorOf(QApplication.focusWidget())
    window.layers.grid.setFocus()
    press(window, KEYS.Key_Right)
    press(window, KEYS.Key_L)
    assert len(document.givens) == 1
    press(window, KEYS.Key_L)
    assert not document.givens


def test_return_presses_the_focused_button(window, qtbot):
    press(window, KEYS.Key_5, CONTROL)
    wait_for_jobs(qtbot, window)
    go_to(window, "atlas.compare")
    press(window, KEYS.Key_Return)
    assert window.pages.current == "compare"
    assert QApplication.focusWidget().objectName() == "compare.run"
    press(window, KEYS.Key_Return)
    assert window.runner.jobs
    assert QApplication.focusWidget().objectName() == "compare.stop"
    press(window, KEYS.Key_Return)
    wait_for_jobs(qtbot, window)
    assert QApplication.focusWidget().objectName() == "compare.run"


def go_to(window, name):
    """Press Tab until a control has the focus."""
    for _ in range(120):
        if QApplication.focusWidget().objectName() == name:
            return
        press(window, KEYS.Key_Tab)
    raise AssertionError(name)


def test_a_construction_fills_the_board(window, qtbot):
    window.document.clear()
    window.scene.canvas.setFocus()
    press(window, KEYS.Key_1, CONTROL)
    go_to(window, "constructions.family.regular")
    press(window, KEYS.Key_Return)
    go_to(window, "constructions.load")
    press(window, KEYS.Key_Return)
    wait_for_jobs(qtbot, window)
    assert len(window.document.placement()) == 121


def test_a_density_is_counted(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 3)))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    press(window, KEYS.Key_3, CONTROL)
    go_to(window, "density.show")
    press(window, KEYS.Key_Return)
    wait_for_jobs(qtbot, window)
    assert window.document.overlay is not None


def test_an_image_is_applied_and_a_search_is_stopped_and_accepted(make_window, qtbot):
    window = make_window(load_record("12x12x12-133").placement)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    before = set(window.document.placement().indices.tolist())
    press(window, KEYS.Key_4, CONTROL)
    wait_for_jobs(qtbot, window)
    go_to(window, "symmetry.gallery")
    press(window, KEYS.Key_Right)
    press(window, KEYS.Key_Return)
    wait_for_jobs(qtbot, window)
    assert set(window.document.placement().indices.tolist()) != before
    window.document.clear()
    press(window, KEYS.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: window.document.suggestion is not None, timeout=20_000)
    press(window, KEYS.Key_Period, CONTROL)
    wait_for_jobs(qtbot, window)
    press(window, KEYS.Key_Return, CONTROL | SHIFT)
    assert len(window.document.placement())


def test_a_lesson_is_begun_walked_through_and_left(window, qtbot):
    press(window, KEYS.Key_6, CONTROL)
    go_to(window, "lessons.list")
    press(window, KEYS.Key_Down)
    press(window, KEYS.Key_Return)
    wait_for_jobs(qtbot, window)
    run = window.lessons_panel.run
    assert run is not None
    go_to(window, "lessons.next")
    number = run.number
    press(window, KEYS.Key_Return)
    assert run.number == number + 1
    go_to(window, "lessons.leave")
    press(window, KEYS.Key_Return)
    assert window.lessons_panel.run is None


def test_dialogs_open_and_close_by_keys(window, qtbot):
    for key in (KEYS.Key_E, KEYS.Key_Comma, KEYS.Key_K):
        press(window, key, CONTROL)
        (dialog,) = [each for each in window.findChildren(QDialog) if each.isVisible()]
        dialog.activateWindow()
        qtbot.waitUntil(lambda shown=dialog: shown.isAncestorOf(QApplication.focusWidget()))
        press(window, KEYS.Key_Escape)
        assert not any(each.isVisible() for each in window.findChildren(QDialog))
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
