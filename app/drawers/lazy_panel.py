"""Panels that refresh their content only while they are visible."""

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
        """Mark the content as out of date, and refresh it if the panel is visible."""
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
