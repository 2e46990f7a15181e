"""What the tests of the Solve panel do to it or to a whole window, and read from it."""

from typing import Any

from PySide6.QtWidgets import QAbstractButton, QCheckBox, QPushButton
from pytestqt.qtbot import QtBot

from nqviz import Placement
from nqviz_app.drawers.solve.panel import SolvePanel
from tests.app.window_driver import find


def settled(window: Any) -> Any:
    panel = window.findChild(SolvePanel)
    return not panel.is_running and not panel.search.is_waiting


def follow(window: Any) -> None:
    """Keep solving after each change of the queens."""
    find(window, QCheckBox, "solve.follow").setChecked(True)


def solve(qtbot: QtBot, window: Any) -> None:
    find(window, QPushButton, "solve.run").click()
    qtbot.waitUntil(lambda: settled(window))


def suggested(window: Any) -> Any:
    cells = window.document.suggestion
    return None if cells is None else Placement.from_indices(window.document.board, cells)


def badge(window: Any) -> Any:
    return find(window, QAbstractButton, "solve.badge").text()
