"""How tests ask the Planar panel."""

from typing import Any

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

FIRST, BEAUTIFUL, COMPLETE = range(3)
"""The pages of the panel."""


def child(window: Any, name: str) -> Any:
    found = window.findChild(QWidget, name)
    assert found is not None, name
    return found


def words(window: Any, name: str) -> Any:
    return child(window, f"planar.{name}").text()


def ran(window: Any, qtbot: QtBot, name: str) -> None:
    child(window, f"planar.{name}").click()
    qtbot.waitUntil(lambda: not window.runner.jobs)
