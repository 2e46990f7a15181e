"""Panels that read what they show only when they are seen."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget


class LazyPanel(QWidget):
    """A panel that is out of date until it comes to the front.

    A dock behind another counts as visible, but is painted only once it is in front.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_stale = True

    @abstractmethod
    def refresh(self) -> None:
        """Read everything anew."""

    def invalidate(self) -> None:
        """Take note that something else is to be shown, and show it if anyone sees it."""
        self._is_stale = True
        if not self.visibleRegion().isEmpty():
            self._catch_up()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_stale:
            self._catch_up()

    def _catch_up(self) -> None:
        self._is_stale = False
        self.refresh()
