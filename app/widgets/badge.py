"""Badges: what is known in one word, by colour and by a mark beside it."""

from __future__ import annotations

from typing import Any, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from nqviz.core.language import tr
from nqviz.run.outcome import Known, Outcome
from nqviz.view.palette import NOT_PROVEN, PROVEN, Theme

from .icons import icon_pixmap
from .painting import MIDDLE_LEFT, KeptPainting, NeverSmaller, fill_with, outline_with, write_in
from .theme import current_theme, font, metrics, text_scale

BadgeKind = Literal["proven", "open", "warning", "conflict", "stopped"]
_MARKS = {
    "proven": "circle-check",
    "open": "circle-dashed",
    "warning": "triangle-alert",
    "conflict": "x",
    "stopped": "square",
}
HEIGHT, SIDE, WORD = 24, 16, 13


def proof_badge(outcome: Outcome[Any]) -> tuple[BadgeKind, str]:
    """Return the badge of a proof: one within tolerances, or by a checkpoint, is not proven."""
    if outcome.is_certain or (outcome.known is Known.PUBLISHED and not outcome.premises):
        return "proven", tr("Proven")
    return "open", tr("By a checkpoint") if outcome.premises else tr("Within tolerance")


class Badge(NeverSmaller, QAbstractButton):
    """A rounded plate with a mark and a word; empty and hidden without a text."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.kind: BadgeKind = "proven"
        self._kept = KeptPainting()
        self.setAccessibleName(tr("What is known"))
        self.setToolTip(tr("What is known of this board"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def show_badge(self, kind: BadgeKind, text: str) -> None:
        """Show a word with the mark and the colours of its kind; hide the badge if it is empty."""
        self.kind = kind
        self.setText(text)
        self.setAccessibleName(text or tr("What is known"))
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        scale = text_scale(self.font())
        words = metrics(WORD * scale, QFont.Weight.DemiBold).horizontalAdvance(self.text())
        return QSize(round(words + (SIDE + 24) * scale), round(HEIGHT * scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        self._kept.show(self, self._paint, self.kind, self.text(), self.hasFocus())

    def _paint(self, painter: QPainter) -> None:
        theme, scale = current_theme(), text_scale(self.font())
        ink = {
            "proven": theme.proven,
            "open": theme.open,
            "warning": theme.open,
            "conflict": theme.conflict,
            "stopped": theme.text_2,
        }[self.kind]
        fill_with(painter, _ground(self.kind, theme))
        plate, radius = QRectF(self.rect()), self.height() / 2
        painter.drawRoundedRect(plate, radius, radius)
        if self.hasFocus():
            outline_with(painter, theme.accent, 1)
            painter.drawRoundedRect(plate.adjusted(1, 1, -1, -1), radius, radius)
        side = round(SIDE * scale)
        mark = icon_pixmap(_MARKS[self.kind], side, ink, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(8 * scale, (plate.height() - side) / 2), mark)
        write_in(painter, font(WORD * scale, QFont.Weight.DemiBold), ink)
        painter.drawText(plate.adjusted((SIDE + 14) * scale, 0, 0, 0), MIDDLE_LEFT, self.text())


def _ground(kind: BadgeKind, theme: Theme) -> QColor:
    """Return the colour of the plate: that of the meaning, translucent."""
    if kind not in ("proven", "open", "warning"):
        return QColor(theme.raised)
    ground = QColor(PROVEN if kind == "proven" else NOT_PROVEN)
    dark = theme.name == "dark"
    ground.setAlphaF((0.20 if dark else 0.14) if kind == "proven" else (0.16 if dark else 0.18))
    return ground
