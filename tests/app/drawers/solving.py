"""What the tests of the Solve panel do to it or to a whole window, and read from it."""

from PySide6.QtWidgets import QPushButton

from nqviz import Placement
from nqviz_app.drawers.solve.panel import SolvePanel
from tests.app.hands import find


def settled(window):
    panel = window.findChild(SolvePanel)
    return not panel.is_running and not panel._again.isActive()


def solve(qtbot, window):
    find(window, QPushButton, "solve.run").click()
    qtbot.waitUntil(lambda: settled(window))


def suggested(window):
    cells = window.document.suggestion
    return None if cells is None else Placement.from_indices(window.document.board, cells)
