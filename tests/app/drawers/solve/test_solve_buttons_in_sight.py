"""The buttons of the Solve drawer stay in sight, however much stands above them."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton

from nqviz import Board, Placement

from ...window_driver import find


def is_in_sight(window, push):
    place = QRect(push.mapTo(window, QPoint()), push.size())
    return push.visibleRegion().boundingRect().size() == place.size()


def test_the_primary_button_is_in_sight_in_every_height(make_window, qtbot):
    window = make_window(Placement(Board.cube(12, 3)))
    window.resize(1366, 1080)
    window.solve_panel.look_for_number(134)
    run = find(window, QAbstractButton, "solve.run")
    qtbot.waitUntil(lambda: is_in_sight(window, run))
    foot = window.solve_panel.under
    assert not foot.isAncestorOf(run)
    window.resize(1366, 700)
    qtbot.waitUntil(lambda: is_in_sight(window, run))
    assert foot.isAncestorOf(run)
    assert window.focusWidget() is run
    window.resize(1366, 1080)
    qtbot.waitUntil(lambda: not foot.isAncestorOf(run) and is_in_sight(window, run))
