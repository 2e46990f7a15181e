"""How tests ask the Solve drawer what there is for flat boards."""

from typing import Any

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

FIRST, BEAUTIFUL, COMPLETE = "first", "beautiful", "excluded"
"""What can be looked for."""
_SHARED = ("numbers", "state", "credit", "run", "stop", "accept", "discard")
"""What all pages have in common: the answer and its buttons."""


def child(window: Any, name: str) -> Any:
    page, _, part = name.removeprefix("planar.").partition("_")
    if name.startswith("planar.") and part in _SHARED:
        name = f"solve.{part}"
    found = window.findChild(QWidget, name)
    assert found is not None, (name, page)
    return found


def words(window: Any, name: str) -> Any:
    return child(window, f"planar.{name}").text()


def ran(window: Any, qtbot: QtBot, name: str) -> None:
    """Press a button, and wait for the end of its work; a search that runs is stopped."""
    stop = child(window, "solve.stop")
    push = stop if stop.isVisible() else child(window, f"planar.{name}")
    assert push.isEnabled(), push.toolTip()
    push.click()
    qtbot.waitUntil(lambda: not window.runner.jobs)
