"""What stands in the place of the scene in the very first picture, before VTK is loaded."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRadialGradient
from PySide6.QtWidgets import QWidget

from ..widgets.theme import current_theme


class FirstPicture(QWidget):
    """The ground of the scene."""

    painted = Signal()  # it is on the screen for the first time

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("first_picture")
        self._is_painted = False

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        ground = QRadialGradient(self.rect().center(), max(self.width(), self.height()) / 2)
        for place, colour in ((0.0, theme.glow), (0.5, theme.canvas_mid), (1.0, theme.canvas)):
            ground.setColorAt(place, QColor(colour))
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self, self._report)

    def _report(self) -> None:
        if self.isVisible():
            self.painted.emit()
        else:  # the window was closed, or the layers took the place
            self._is_painted = False
