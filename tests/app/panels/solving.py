"""What the tests of the Solve panel do to a window, and read from it."""

from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from nqviz import Placement


def find(window, kind, name):
    widget = window.findChild(kind, name)
    assert widget is not None, name
    return widget


def text_of(window, name):
    return find(window, QLabel, name).text()


def choose(window, name, data):
    box = find(window, QComboBox, name)
    place = box.findData(data)
    assert place >= 0, (name, data)
    box.setCurrentIndex(place)


def settled(window):
    panel = window.solve_panel
    return not panel.is_running and not panel._again.isActive()


def solve(qtbot, window, timeout=30000):
    find(window, QPushButton, "solve.run").click()
    qtbot.waitUntil(lambda: settled(window), timeout=timeout)


def suggested(window):
    cells = window.document.suggestion
    return None if cells is None else Placement.from_indices(window.document.board, cells)
