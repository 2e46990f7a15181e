"""How tests ask the Planar panel."""

from PySide6.QtWidgets import QWidget

FIRST, BEAUTIFUL, COMPLETE = range(3)
"""The pages of the panel."""


def child(window, name):
    found = window.findChild(QWidget, name)
    assert found is not None, name
    return found


def words(window, name):
    return child(window, f"planar.{name}").text()


def ran(window, qtbot, name):
    child(window, f"planar.{name}").click()
    qtbot.waitUntil(lambda: not window.runner.jobs)
