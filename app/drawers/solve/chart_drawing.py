"""How the chart of a search is drawn: axes with few numbers, two stairs, and what lies between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from nqviz.core.language import tr
from nqviz.formats.trace import Found

from ...widgets.numbers import spaced
from ...widgets.theme import current_theme

SHORTEST = 0.1
"""Seconds that a chart spans at least."""
FAR = 2
"""Values further away than so many times the last gap are cut off."""
NEAR_END = 0.25
"""From this share of the time limit on, the time axis reaches to the limit."""
LINES = 4
"""About so many numbers stand at each axis."""


def nice(width: float) -> float:
    """Return the least of 1, 2 and 5 times a power of ten that is not below a width above 0."""
    power = 10.0 ** floor(log10(width))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= 0.999 * width)


def span_of(points: Sequence[Found]) -> tuple[float, float, float]:
    """Return the lowest and the highest number of queens to show, and the step between ticks."""
    values = [value for point in points for value in point[1:] if value is not None]
    low, high = min(values), max(values)
    found, bound = points[-1][1:]
    if found is not None and bound is not None:  # early bounds are far away
        most = max(FAR * abs(bound - found), found // 8, 2)
        low, high = max(low, min(found, bound) - most), min(high, max(found, bound) + most)
    step = max(1.0, nice((high - low + 1) / LINES))
    return floor(low / step - 0.1) * step, ceil(high / step + 0.1) * step, step


@dataclass(frozen=True)
class Frame:
    """Where the values of a chart stand on a widget."""

    plot: QRectF  # the pixels between the axes
    seconds: float  # the end of the first axis, which begins at 0
    low: float  # the lower end of the second axis
    high: float  # its upper end
    across: float  # the step between two ticks of the first axis
    up: float  # that of the second
    points: tuple[Found, ...]  # what is drawn
    is_timed: bool = True  # whether it is a search; else two values that are known without one

    @classmethod
    def of(
        cls,
        points: Sequence[Found],
        width: int,
        height: int,
        font: QFont,
        *,
        is_timed: bool = True,
        limit: float = 0.0,
    ) -> Frame:
        """Return the frame for a chart on a widget of a size; there must be a value.

        `limit` is when the search ends at the latest, in seconds; 0 for no limit.
        """
        low, high, up = span_of(points)
        longest = max(points[-1][0], SHORTEST)
        if longest >= NEAR_END * limit:
            longest = max(longest, limit)
        across = nice(longest / LINES)
        metrics = QFontMetricsF(font)
        left = metrics.horizontalAdvance(f"{high:,.0f}") + 8
        right = max(map(metrics.horizontalAdvance, _names(points[-1], is_timed))) + 12
        half = metrics.height() / 2
        plot = QRectF(left, half, max(20.0, width - left - right), max(20.0, height - 4 * half))
        end = ceil(longest / across - 0.01) * across
        return cls(plot, end, low, high, across, up, tuple(points), is_timed)

    def x(self, seconds: float) -> float:
        """Return the pixel of a time."""
        return self.plot.left() + self.plot.width() * seconds / self.seconds

    def y(self, queens: float) -> float:
        """Return the pixel of a number of queens; those beyond the ends stand at the ends."""
        inside = min(max(queens, self.low), self.high)
        share = (inside - self.low) / (self.high - self.low)
        return self.plot.bottom() - self.plot.height() * share

    def second(self, x: float) -> float:
        """Return the time at a pixel."""
        return (x - self.plot.left()) / self.plot.width() * self.seconds


def _names(last: Found, is_timed: bool) -> tuple[str, str]:
    """Return what stands at the ends of the two stairs."""
    _, found, bound = last
    if found is not None and not is_timed and found == bound:
        return tr("{found} maximum", found=spaced(found)), ""
    known = ""
    if found is not None and is_timed:
        known = tr("{count} found", count=spaced(found))
    elif found is not None:
        known = tr("{count} known", count=spaced(found))
    return known, "" if bound is None else tr("{bound} limit", bound=spaced(bound))


def draw_search(painter: QPainter, frame: Frame) -> None:
    """Draw the chart of a search, or of what is known without one."""
    _draw_axes(painter, frame)
    found, bound = (_stairs(frame, frame.points, column) for column in (1, 2))
    theme = current_theme()
    if found and bound:
        _draw_gap(painter, frame)
    for line, colour, style in (
        (bound, theme.open, Qt.PenStyle.CustomDashLine),
        (found, theme.proven, Qt.PenStyle.SolidLine),
    ):
        pen = QPen(QColor(colour), 2, style)
        if style == Qt.PenStyle.CustomDashLine:
            pen.setDashPattern([2.5, 1.5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(line))
    if found and frame.is_timed:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.proven))
        painter.drawEllipse(found[-1], 4, 4)
    _draw_names(painter, frame)


def draw_read_out(painter: QPainter, frame: Frame, x: float, words: str) -> None:
    """Draw what was known at the time under the pointer."""
    if not words:
        return
    theme, metrics = current_theme(), QFontMetricsF(painter.font())
    painter.setPen(QPen(QColor(theme.text_3), 1))
    painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, frame.plot.bottom()))
    plate = QRectF(0, 0, metrics.horizontalAdvance(words) + 12, metrics.height() + 6)
    most = painter.viewport().width() / painter.device().devicePixelRatioF() - plate.width()
    plate.moveTopLeft(QPointF(min(max(0.0, x - plate.width() / 2), most), 0))
    painter.setPen(QPen(QColor(theme.control), 1))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(plate, 4, 4)
    painter.setPen(QColor(theme.text))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)


def _draw_axes(painter: QPainter, frame: Frame) -> None:
    theme, metrics, plot = current_theme(), QFontMetricsF(painter.font()), frame.plot
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for value in np.arange(frame.low, frame.high + frame.up / 2, frame.up):
        y = frame.y(value)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        painter.setPen(QColor(theme.text_3))
        box = QRectF(0, y - metrics.height() / 2, plot.left() - 6, metrics.height())
        painter.drawText(box, flags, spaced(round(value)))
    if not frame.is_timed:
        return
    ticks = np.arange(0, frame.seconds + frame.across / 2, frame.across)
    for number, value in enumerate(ticks):
        words = f"{value:,.6g}" + (" s" if number == len(ticks) - 1 else "")
        width = metrics.horizontalAdvance(words)
        box = QRectF(frame.x(value) - width / 2, plot.bottom() + 4, width + 1, metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


def _stairs(frame: Frame, points: Sequence[Found], column: int) -> list[QPointF]:
    """Return a line that keeps a value until the next point."""
    line: list[QPointF] = []
    for point in points:
        value = point[column]
        if value is not None:
            at = QPointF(frame.x(point[0]), frame.y(value))
            if line:
                line.append(QPointF(at.x(), line[-1].y()))
            line.append(at)
    return line


def _draw_gap(painter: QPainter, frame: Frame) -> None:
    """Shade what lies between both stairs."""
    both = [point for point in frame.points if None not in point]
    upper, lower = (_stairs(frame, both, column) for column in (2, 1))
    painter.setPen(Qt.PenStyle.NoPen)
    shade = QColor(current_theme().open)
    shade.setAlphaF(0.12)
    painter.setBrush(shade)
    painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))


def _draw_names(painter: QPainter, frame: Frame) -> None:
    """Write beside the end of each stair what it is, one above the other where they are near."""
    theme, metrics, last = current_theme(), QFontMetricsF(painter.font()), frame.points[-1]
    height, weight = metrics.height(), painter.font()
    weight.setWeight(QFont.Weight.DemiBold)
    painter.setFont(weight)
    ends = zip(last[1:], _names(last, frame.is_timed), (theme.proven, theme.open), strict=True)
    places = [(frame.y(value), words, ink) for value, words, ink in ends if words and value]
    places.sort()
    if len(places) == 2 and places[1][0] - places[0][0] < height:
        middle = (places[0][0] + places[1][0]) / 2
        shifts = (middle - height / 2, middle + height / 2)
        places = [(y, *place[1:]) for y, place in zip(shifts, places, strict=True)]
    right = painter.viewport().width() / painter.device().devicePixelRatioF()
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for y, words, colour in places:
        painter.setPen(QColor(colour))
        box = QRectF(frame.plot.right(), y - height / 2, right - frame.plot.right(), height)
        painter.drawText(box, flags, words)
