"""A scroll area for a panel: it scrolls up and down only, and is as wide as its panel needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QStyle, QWidget


class PanelScroll(QScrollArea):
    """Holds one panel; when its text grows, so does the room that it asks for."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._panel = panel
        self.setWidget(panel)
        self._keep_width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the panel's layout."""
        if watched is self._panel and event.type() == QEvent.Type.LayoutRequest:
            self._keep_width()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        asked = self._panel.sizeHint().expandedTo(self._panel.minimumSize())
        return asked + QSize(self._bar_width(), 0)

    def _keep_width(self) -> None:
        self.setMinimumWidth(self._panel.minimumSizeHint().width() + self._bar_width())

    def _bar_width(self) -> int:
        return self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent) + 4
