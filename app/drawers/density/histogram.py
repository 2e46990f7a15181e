"""How many cells have each value of an overlay, as bars in the colours of the values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.language import counted_tr, tr
from nqviz.view.overlay import Overlay
from nqviz.view.palette import hex_colour, viridis

from ...widgets.numbers import spaced, with_spaces
from ...widgets.painting import TipsByPlace, fill_with, smooth_painter, write_in
from ...widgets.theme import current_theme, font, text_scale

MOST_BARS = 9
"""The most values that have a bar of their own; more of them are gathered in ranges."""
RANGES = 12
BARS, LINE = 96, 20
"""The height of the tallest bar, and of the numbers above and below."""
_GAP = 4


@dataclass(frozen=True)
class Bar:
    """A bar: its values, from `low` to `high`, and the number of cells that have them."""

    low: float
    high: float
    cells: int

    @property
    def text(self) -> str:
        """The values, in short."""
        low, high = _short(self.low), _short(self.high)
        return low if self.low == self.high else tr("{low} to {high}", low=low, high=high)


def _short(value: float) -> str:
    return spaced(round(value)) if value == round(value) else f"{value:.3g}"


def bars_of(overlay: Overlay) -> list[Bar]:
    """Return a bar for each value, or for ranges of equal width where there are many.

    The value 0 always has a bar of its own.
    """
    found = overlay.distribution
    if len(found) <= MOST_BARS:
        return [Bar(value, value, cells) for value, cells in found]
    bars = [Bar(0.0, 0.0, cells) for value, cells in found if value == 0]
    values = np.array([value for value, _ in found if value != 0])
    cells = np.array([cells for value, cells in found if value != 0])
    edges = np.linspace(values.min(), values.max(), RANGES + 1)
    place = np.clip(np.searchsorted(edges, values, "right") - 1, 0, RANGES - 1)
    for number in range(RANGES):
        inside = place == number
        if inside.any():
            low, high = float(values[inside].min()), float(values[inside].max())
            bars.append(Bar(low, high, int(cells[inside].sum())))
    return bars


class Histogram(TipsByPlace, QWidget):
    """The bars, each with the number of its cells above and its value below."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(tr("Cells by how often placements use them"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._overlay: Overlay | None = None
        self.bars: list[Bar] = []

    def show_overlay(self, overlay: Overlay | None) -> None:
        if overlay is self._overlay:
            return
        self._overlay = overlay
        self.bars = [] if overlay is None else bars_of(overlay)
        self.setAccessibleDescription("; ".join(map(self.words, self.bars)))
        self.update()

    def words(self, bar: Bar) -> str:
        """Return what a bar stands for."""
        return with_spaces(f"{bar.text}: {counted_tr(bar.cells, 'cell')}")

    def sizeHint(self) -> QSize:
        return QSize(240, round(BARS + 2 * LINE * text_scale(self.font())) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _boxes(self) -> list[QRectF]:
        """Return the place of each bar with its numbers."""
        count = len(self.bars)
        width = (self.width() - _GAP * (count - 1)) / max(count, 1)
        return [QRectF(place * (width + _GAP), 0, width, self.height()) for place in range(count)]

    def _labelled(self, texts: list[str], metrics: QFontMetricsF, width: float) -> list[int]:
        """Return at which bars a text stands: at all, or where not all fit, at both ends."""
        longest = max(map(metrics.horizontalAdvance, texts), default=0.0)
        if longest <= width + _GAP:
            return list(range(len(texts)))
        return sorted({0, len(texts) - 1})

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._overlay is None or not self.bars:
            return
        theme, scale, top = current_theme(), text_scale(self.font()), self._overlay.top
        plain, bold = font(13 * scale), font(13 * scale, QFont.Weight.DemiBold)
        painter = smooth_painter(self)
        boxes, tallest = self._boxes(), max(bar.cells for bar in self.bars)
        colours = viridis(np.array([bar.high / top for bar in self.bars]))
        line = LINE * scale
        counts = [spaced(bar.cells) for bar in self.bars]
        values = [_short(bar.low) for bar in self.bars]
        values[-1] = _short(self.bars[-1].high)
        above = self._labelled(counts, QFontMetricsF(plain), boxes[0].width())
        above = above if len(above) == len(counts) else []
        below = self._labelled(values, QFontMetricsF(bold), boxes[0].width())
        for place, (bar, box) in enumerate(zip(self.bars, boxes, strict=True)):
            height, foot = max(1.0, BARS * bar.cells / tallest), line + BARS
            fill_with(painter, hex_colour(colours[place]))
            radius = min(2.0, height / 2)
            plate = QRectF(box.x(), foot - height, box.width(), height)
            painter.drawRoundedRect(plate, radius, radius)
            if place in above:
                write_in(painter, plain, theme.text_2)
                _centred(painter, box, foot - height - line, line, counts[place])
            if place in below:
                write_in(painter, bold, theme.text)
                _centred(painter, box, foot + 4, line, values[place], self.width())

    def tip_at(self, place: QPoint) -> str:
        pairs = zip(self.bars, self._boxes(), strict=True)
        return next((self.words(bar) for bar, box in pairs if box.contains(place)), "")


def _centred(
    painter: QPainter, box: QRectF, top: float, height: float, text: str, within: float = 0.0
) -> None:
    """Write a text over the middle of a box, inside a width if one is given."""
    room = QRectF(0, top, painter.fontMetrics().horizontalAdvance(text) + 2, height)
    room.moveCenter(box.center())
    room.moveTop(top)
    if within:
        room.moveLeft(min(max(room.left(), 0.0), max(within - room.width(), 0.0)))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
