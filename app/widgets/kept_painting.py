"""What a widget paints, kept as a pixmap for as long as it would be painted alike."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from .painting import clear_pixmap
from .theme import current_theme


class KeptPainting:
    """The painting of one widget that lies over another.

    Whatever lies over the scene is painted with every picture of the scene; words and rounded
    plates would take longer than the scene.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._pixmap = QPixmap()
        self.count = 0  # how often it was painted anew

    def forget(self) -> None:
        """Paint anew the next time."""
        self._key = None

    def show(self, widget: QWidget, paint: Callable[[QPainter], None], *key: object) -> None:
        """Paint the widget; anew if the key, which is all that is shown, has changed.

        Size, font, theme and screen of the widget need not be in the key.
        """
        size, ratio = widget.size(), widget.devicePixelRatioF()
        whole = (key, size, ratio, widget.font(), current_theme())
        if whole != self._key:
            self._key = whole
            self.count += 1
            self._pixmap = clear_pixmap(size, ratio)
            painter = QPainter(self._pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(painter)
            painter.end()
        painter = QPainter(widget)
        painter.drawPixmap(0, 0, self._pixmap)
        painter.end()
