"""The shift classes and the pieces of the Board panel, in a whole window."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QToolButton,
)

from nqviz.constructions import classical, regular
from nqviz.constructions.regular import regular_form
from nqviz.core.board import Board
from nqviz.core.pieces import HYPERPLANE
from nqviz.core.placement import Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.drawers.constructions.shift_classes import ShiftClasses
from nqviz_app.window.main_window import MainWindow
from tests.app.hands import open_panel


@pytest.fixture
def make_window(qtbot):
    windows = []

    def make(placement, panel):
        window = MainWindow(Document(window_state(placement)))
        windows.append(window)
        with qtbot.waitExposed(window):
            window.show()
        open_panel(window, panel.lower())
        qtbot.waitUntil(window.drawers.drawer(panel.lower()).isVisible)
        QApplication.processEvents()
        return window

    yield make
    for window in windows:
        for tab in window.tabs.board_tabs:
            tab.undo_stack.setClean()
        window.close()
        window.deleteLater()
    windows.clear()


def words(window, name):
    return window.findChild(QLabel, name).text()


def press(window, name, kind=QPushButton):
    window.findChild(kind, name).click()


def choose(window, name, text):
    box = window.findChild(QComboBox, name)
    box.setCurrentIndex(next(i for i in range(box.count()) if text in box.itemText(i)))


# Shift classes -------------------------------------------------------------------------------


def test_shift_classes_are_stepped_slid_and_undone(make_window, qtbot):
    start = regular(Board.cube(11, 3))
    window = make_window(start, "Constructions")
    assert words(window, "constructions.classes") == "Coefficients 2, 4: class 1 of 11."
    press(window, "constructions.class_next", QToolButton)
    assert window.document.placement() == regular(Board.cube(11, 3), shift=1)
    press(window, "constructions.class_back", QToolButton)
    press(window, "constructions.class_back", QToolButton)
    assert words(window, "constructions.classes").endswith("class 11 of 11.")
    window.findChild(QSlider, "constructions.class").setValue(4)
    assert regular_form(window.document.placement()) == ((2, 4), 4)
    window.document.undo_stack.setIndex(0)
    assert window.document.placement() == start
    assert words(window, "constructions.classes").endswith("class 1 of 11.")


def test_shift_classes_play_until_they_are_stopped(make_window, qtbot, monkeypatch):
    monkeypatch.setattr("nqviz_app.drawers.constructions.shift_classes.PAUSE_MS", 10)
    window = make_window(regular(Board.cube(5, 2)), "Constructions")
    play = window.findChild(QToolButton, "constructions.class_play")
    seen = set()
    window.document.queens_changed.connect(
        lambda: seen.add(regular_form(window.document.placement())[1])
    )
    play.click()
    assert play.text() == "Stop"
    qtbot.waitUntil(lambda: seen == set(range(5)))
    play.click()
    assert play.text() == "Play"
    assert not window.findChild(ShiftClasses)._clock.isActive()
    number = window.document.undo_stack.count()
    QApplication.processEvents()  # a step that was due already comes now
    assert window.document.undo_stack.count() == number


def test_other_placements_have_no_shift_classes(make_window):
    window = make_window(classical(8), "Constructions")
    slider = window.findChild(QSlider, "constructions.class")
    assert not slider.isEnabled()
    assert "no regular placement" in slider.toolTip()
    assert window.findChild(ShiftClasses) is not None


# Pieces --------------------------------------------------------------------------------------


def test_the_board_panel_makes_boards_of_other_pieces(make_window):
    window = make_window(Placement(Board.cube(4, 3)), "Board")
    choose(window, "board.piece", "Classes")
    classes = window.findChild(QLineEdit, "board.classes")
    assert classes.isVisible()
    classes.setText("3, 1")
    press(window, "board.apply")
    assert window.document.board == Board.cube(4, 3, piece="1+3")
    classes.setText("0")
    press(window, "board.apply")
    assert "unknown piece '0'" in words(window, "board.error").lower()
    choose(window, "board.piece", "Hyperplane")
    assert not classes.isVisible()
    press(window, "board.apply")
    assert window.document.board == Board.cube(4, 3, piece=HYPERPLANE)
    window.document.toggle(0)
    assert window.document.counts.counts.reshape(4, 4, 4)[0].all()
