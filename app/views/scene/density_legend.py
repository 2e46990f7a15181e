"""The legend of the values that are shown by colour, at the lower left of the scene."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr
from nqviz.view.overlay import Overlay
from nqviz.view.palette import hex_colour, viridis

from ...document.document import Document
from ...widgets.theme import current_theme, font, text_scale
from .verdict_words import spaced

BAR, HEIGHT, GAP = 160, 10, 10


def legend_words(overlay: Overlay) -> tuple[str, str]:
    """Return what stands at the lower and at the upper end of the scale."""
    if overlay.kind == "answer":
        return tr("no"), tr("yes")
    low = tr("never") if overlay.zero_text else "0"
    if overlay.is_relative:
        share = overlay.ends[1].removesuffix(" of placements")
        return low, tr("{share} of placements", share=share)
    top = overlay.top
    value = spaced(round(top)) if top == round(top) else f"{top:.3g}"
    if overlay.kind in ("count", "sample") and overlay.total:
        return low, tr("{value} of {total}", value=value, total=spaced(overlay.total))
    if overlay.kind == "relative":
        return low, tr("{value} × mean", value=value)
    return low, value


class DensityLegend(QWidget):
    """Two words and a bar of colours; the mouse does not meet them."""

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("scene.legend")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._document = document
        self.words = ("", "")
        self._times = 1.0
        document.overlay_changed.connect(self.refresh)
        document.board_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the values of the document, or nothing."""
        overlay = self._document.overlay
        self.setVisible(overlay is not None)
        if overlay is not None:
            self.words = legend_words(overlay)
            self.setAccessibleName(
                tr("Colours: {low} to {high}", low=self.words[0], high=self.words[1])
            )
            self.updateGeometry()
            self.update()

    def enlarge(self, times: float) -> None:
        """Write so many times larger than usual."""
        self._times = times
        self.update()

    @property
    def _scale(self) -> float:
        return text_scale(self.font()) * self._times

    def sizeHint(self) -> QSize:
        scale = self._scale
        metrics = QFontMetricsF(font(13 * scale))
        words = sum(metrics.horizontalAdvance(word) for word in self.words)
        return QSize(round(words + (BAR + 2 * GAP) * scale) + 1, round(20 * scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = current_theme(), self._scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(13 * scale))
        painter.setPen(QColor(theme.text_2))
        box = QRectF(self.rect())
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, left, self.words[0])
        x = QFontMetricsF(painter.font()).horizontalAdvance(self.words[0]) + GAP * scale
        bar = QRectF(x, (box.height() - HEIGHT * scale) / 2, BAR * scale, HEIGHT * scale)
        painter.drawText(box.adjusted(bar.right() + GAP * scale, 0, 0, 0), left, self.words[1])
        colours = QLinearGradient(QPointF(bar.left(), 0), QPointF(bar.right(), 0))
        for share in np.linspace(0.0, 1.0, 17).tolist():
            colours.setColorAt(share, QColor(hex_colour(viridis(share))))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours)
        painter.drawRoundedRect(bar, 2, 2)
        painter.end()
