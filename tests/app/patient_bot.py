"""Waits that end with what they wait for, and never because the machine is busy."""

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

LATE_MS = 240_000
"""Milliseconds until something is missed.

A busy machine may stand still for many seconds, and what the window does in the background gives
way to everything else that the machine does.
"""


class PatientBot(QtBot):
    """The hands of a test, with one patience for all that it waits for."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = LATE_MS) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = LATE_MS, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget: QWidget, *, timeout: int = LATE_MS) -> Any:
        return super().waitExposed(widget, timeout=timeout)
