"""Charts: axes with ticks, a read-out under the pointer, and bars of queens per layer."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from nqviz.core.pieces import counted, worded
from nqviz.rendering.canvas.ticks import ticks
from nqviz.view.palette import ColourArray

from ..widgets.widgets import named
from ..widgets.wording import piece_of

Span = tuple[float, float]


class Chart(QWidget):
    """A frame with two axes; what stands in it, and what is read out of it, is the subclass's."""

    @property
    def legend_height(self) -> float:
        """Room over the frame, for a legend, in pixels."""
        return 0.0

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name, title)
        self.setToolTip("")
        self.setMouseTracking(True)
        self._pointer: QPointF | None = None

    # For the subclass. Qt has a metaclass of its own, so only mypy sees that these are abstract.

    @abstractmethod
    def spans(self) -> tuple[Span, Span] | None:
        """Return the ends of both axes; None while there is nothing to show."""

    @abstractmethod
    def empty_words(self) -> str:
        """Return what will stand here."""

    @abstractmethod
    def titles(self) -> tuple[str, str]:
        """Return the words at the ends of both axes."""

    @abstractmethod
    def paint_data(self, painter: QPainter) -> None:
        """Paint what the chart shows."""

    @abstractmethod
    def read_out(self, x: float) -> tuple[float, str] | None:
        """Return the value on the first axis next to a place, and what is there in words."""

    def tick_text(self, value: float) -> str:
        """Write a value at a tick."""
        return f"{value:,.10g}"

    def across_ticks(self, span: Span, most: int) -> list[float]:
        """Return the values of the first axis that have ticks, about `most` of them."""
        return ticks(*span, most, whole=self._is_whole)

    def across_text(self, value: float) -> str:
        """Write a value at a tick of the first axis."""
        return self.tick_text(value)

    # Places ------------------------------------------------------------------------------------

    def place(self, x: float, y: float) -> QPointF:
        """Return the pixel of a pair of values."""
        spans = self.spans()
        assert spans is not None
        (left, right), (low, high) = spans
        frame = self._frame(spans)
        return QPointF(
            frame.left() + frame.width() * (x - left) / ((right - left) or 1.0),
            frame.bottom() - frame.height() * (y - low) / ((high - low) or 1.0),
        )

    def frame(self) -> QRectF:
        """Return the box between the axes; empty while there is nothing to show."""
        spans = self.spans()
        return QRectF() if spans is None else self._frame(spans)

    def _frame(self, spans: tuple[Span, Span]) -> QRectF:
        metrics = QFontMetricsF(self.font())
        labels = map(self.tick_text, self._y_ticks(spans[1]))
        margin = max(map(metrics.horizontalAdvance, labels), default=0.0) + 12
        line = metrics.height()
        return QRectF(self.rect()).adjusted(
            margin, 1.6 * line + self.legend_height, -14, -2.7 * line
        )

    def _y_ticks(self, span: Span) -> list[float]:
        room = max(2, int(self.height() / (2.2 * QFontMetricsF(self.font()).height())))
        return ticks(*span, room, whole=True)

    # Painting ----------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self.palette().color(self.foregroundRole())
        spans = self.spans()
        painter.setPen(ink)
        if spans is None:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(QRectF(self.rect()), flags, self.empty_words())
            return
        self._paint_axes(painter, spans, ink)
        self.paint_data(painter)
        if self._pointer is not None:
            self._paint_read_out(painter, spans, ink)
        painter.end()

    def _paint_axes(self, painter: QPainter, spans: tuple[Span, Span], ink: QColor) -> None:
        frame, flags = self._frame(spans), Qt.AlignmentFlag
        line = QFontMetricsF(self.font()).height()
        faint = QColor(ink)
        faint.setAlpha(40)
        for value in self._y_ticks(spans[1]):
            y = self.place(spans[0][0], value).y()
            painter.setPen(QPen(faint, 1))
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            painter.setPen(ink)
            box = QRectF(0, y - line, frame.left() - 6, 2 * line)
            painter.drawText(box, flags.AlignRight | flags.AlignVCenter, self.tick_text(value))
        for value in self.across_ticks(spans[0], max(2, int(frame.width() / (5 * line)))):
            x = self.place(value, spans[1][0]).x()
            painter.drawLine(QPointF(x, frame.bottom()), QPointF(x, frame.bottom() + 4))
            box = QRectF(x - 60, frame.bottom() + 4, 120, line)
            painter.drawText(box, flags.AlignHCenter | flags.AlignTop, self.across_text(value))
        painter.drawLine(frame.bottomLeft(), frame.bottomRight())
        painter.drawLine(frame.bottomLeft(), frame.topLeft())
        across, up = self.titles()
        below = QRectF(frame.left(), frame.bottom() + 4 + line, frame.width(), 1.4 * line)
        painter.drawText(below, flags.AlignRight | flags.AlignBottom, across)
        above = QRectF(4, self.legend_height, self.width(), 1.3 * line)
        painter.drawText(above, flags.AlignLeft | flags.AlignVCenter, up)

    _is_whole = False

    def _paint_read_out(self, painter: QPainter, spans: tuple[Span, Span], ink: QColor) -> None:
        frame = self._frame(spans)
        assert self._pointer is not None
        share = (self._pointer.x() - frame.left()) / max(frame.width(), 1.0)
        if not 0 <= share <= 1:
            return
        found = self.read_out(spans[0][0] + share * (spans[0][1] - spans[0][0]))
        if found is None:
            return
        x = self.place(found[0], spans[1][0]).x()
        painter.setPen(QPen(ink, 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))
        metrics = QFontMetricsF(self.font())
        plate = QRectF(0, 0, metrics.horizontalAdvance(found[1]) + 14, metrics.height() + 6)
        plate.moveCenter(QPointF(x, frame.top() + 0.5 * plate.height()))
        plate.moveLeft(min(max(plate.left(), 1.0), max(self.width() - plate.width() - 1, 1.0)))
        painter.setPen(QPen(ink, 1))
        painter.setBrush(self.palette().color(self.palette().ColorRole.ToolTipBase))
        painter.drawRoundedRect(plate, 4, 4)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, found[1])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer = None
        self.update()
        super().leaveEvent(event)


class BarChart(Chart):
    """How often each of the values 1, 2, 3 … occurs, with a dashed line at the most possible."""

    _is_whole = True

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(name, title, parent)
        self.setMinimumSize(160, 120)
        self._heights: list[int] = []
        self._colours: ColourArray | None = None
        self._most: int | None = None
        self._across = ""

    def show_bars(
        self, heights: list[int], colours: ColourArray, most: int | None, across: str
    ) -> None:
        """Show bars in their colours, shape (k, 3), below the most that each can reach."""
        self._heights, self._colours, self._most = heights, colours, most
        self._across = across
        words = ", ".join(f"{value}: {height}" for value, height in enumerate(heights, start=1))
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def spans(self) -> tuple[Span, Span] | None:
        if not self._heights:
            return None
        top = 1.05 * max(self._most or 1, *self._heights, 1)
        return (0.5, len(self._heights) + 0.5), (0.0, top)

    def empty_words(self) -> str:
        return worded("queens per layer", piece_of(self))

    def titles(self) -> tuple[str, str]:
        bound = "" if self._most is None else f" (dashed: at most {self._most:,} in a layer)"
        return self._across, f"{piece_of(self)}s{bound}"

    def paint_data(self, painter: QPainter) -> None:
        assert self._colours is not None
        painter.setPen(Qt.PenStyle.NoPen)
        for value, (height, colour) in enumerate(
            zip(self._heights, self._colours.tolist(), strict=True), start=1
        ):
            if height:
                painter.setBrush(QColor(*colour))
                painter.drawRect(
                    QRectF(self.place(value - 0.4, height), self.place(value + 0.4, 0))
                )
        if self._most is None:
            return
        ink = QPen(self.palette().color(self.foregroundRole()), 1.5)
        ink.setDashPattern([4.0, 3.0])
        painter.setPen(ink)
        ends = self.place(0.5, self._most), self.place(len(self._heights) + 0.5, self._most)
        painter.drawLine(*ends)

    def read_out(self, x: float) -> tuple[float, str] | None:
        value = min(max(round(x), 1), len(self._heights))
        count = self._heights[value - 1]
        return value, f"{value}: {counted(count, piece_of(self))}"
