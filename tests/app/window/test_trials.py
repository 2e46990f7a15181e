"""Three people try the window from nothing, with real events alone: player, teacher, author."""

import re

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
)

from nqviz import Board, complete
from nqviz.constructions.from_catalogue import load_record
from nqviz_app.dialogs.export_dialog import ExportDialog

from ..window_driver import drag, find, wait_for_jobs

KEYS = Qt.Key
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
COLUMN = 8.6 / 2.54 * 72
"""The width of a column, in points."""


@pytest.fixture
def window(make_window, qtbot):
    """The first view, as after the first start."""
    window = make_window(load_record("11x11x11-121").placement)
    window.first_view.begin()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def click(qtbot, widget, place=None):
    qtbot.waitUntil(lambda: widget.isVisible() and widget.isEnabled())
    QApplication.processEvents()
    QTest.mouseClick(widget, LEFT, NONE, widget.rect().center() if place is None else place)
    QApplication.processEvents()


def press(window, *keys):
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or window, key)


def click_row(qtbot, window, name, index_of):
    view = find(window, QAbstractItemView, name)
    qtbot.waitUntil(lambda: view.model().rowCount() > 0)
    index = index_of(view.model())
    view.scrollTo(index)
    click(qtbot, view.viewport(), view.visualRect(index).center())


def choose_by_keys(qtbot, dialog, name, wanted):
    """Go through a field with the arrow keys until it has a value."""
    field = dialog.findChild(QComboBox, f"export.{name}")
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)  # not before the dialog is the active window
    press(dialog, KEYS.Key_Home)
    for _ in range(field.count()):
        if field.currentData() == wanted:
            return
        press(dialog, KEYS.Key_Down)
    assert field.currentData() == wanted


def test_someone_curious_places_five_queens_in_the_puzzle(window, qtbot):
    document, canvas = window.document, window.scene.canvas
    click(qtbot, find(window, QAbstractButton, "first_view.try"))
    assert document.board == Board.cube(5, 3)
    answer = complete(document.placement(), "max").placement
    left = set(answer.indices.tolist()) - set(document.placement().indices.tolist())
    assert len(left) == 5
    while left:  # the dots that no queen hides
        scene = window.scene.scene
        cell = next(each for each in left if scene.pick(*scene.project(each)) == each)
        x, y = scene.project(cell)
        click(qtbot, canvas, QPoint(round(x), round(canvas.height() - 1 - y)))
        assert document.is_queen(cell)
        left.remove(cell)
    assert find(window, QAbstractButton, "verdict.badge").accessibleName() == "Proven maximum"
    assert document.counts.conflicts == 0


def test_a_teacher_finds_and_presents_a_lesson(window, qtbot):
    click(qtbot, window.rail.buttons["lessons"])
    click_row(qtbot, window, "lessons.list", lambda model: model.index(0, 0))
    assert window.lessons_panel.run is not None
    press(window, KEYS.Key_F11)
    qtbot.waitUntil(lambda: window.presentation.is_on)
    title = find(window, QLabel, "presentation.step")
    assert title.isVisible()
    first = window.lessons_panel.run.number
    press(window, KEYS.Key_Right)
    assert window.lessons_panel.run.number == first + 1
    press(window, KEYS.Key_Escape)
    assert not window.presentation.is_on
    assert window.toolbar.isVisible()


def test_an_author_cuts_the_best_placement_and_exports_a_column_figure(
    window, qtbot, tmp_path, monkeypatch
):
    path = tmp_path / "figure.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))
    click(qtbot, window.rail.buttons["atlas"])
    wait_for_jobs(qtbot, window)
    click_row(qtbot, window, "atlas.table", lambda model: model.index_of(12, 3))
    wait_for_jobs(qtbot, window)
    click(qtbot, find(window, QAbstractButton, "atlas.open"))
    qtbot.waitUntil(lambda: window.document.board == Board.cube(12, 3))
    press(window, KEYS.Key_C)
    ruler = window.scene.overlays.ruler
    qtbot.waitUntil(lambda: ruler.is_clipping)
    x = ruler.width() - 12
    top, half = (round(ruler._edge(ruler.ticks, layer)) for layer in (12, 6))
    QTest.mousePress(ruler, LEFT, pos=QPoint(x, top))
    for y in range(top, half, 10):
        drag(ruler, LEFT, QPoint(x, y))
    drag(ruler, LEFT, QPoint(x, half))
    QTest.mouseRelease(ruler, LEFT, pos=QPoint(x, half))
    assert window.document.view.clip == {2: (0, 5)}
    click(qtbot, find(window, QAbstractButton, "toolbar.file.export"))
    dialog = next(each for each in window.findChildren(ExportDialog) if each.isVisible())
    choose_by_keys(qtbot, dialog, "format", "pdf")
    choose_by_keys(qtbot, dialog, "size", "column")
    click(qtbot, dialog.findChild(QAbstractButton, "export.ok"))
    wait_for_jobs(qtbot, window)
    box = re.search(rb"/MediaBox \[ ?0 0 ([0-9.]+)", path.read_bytes())
    assert float(box[1]) == pytest.approx(COLUMN, abs=0.5)
