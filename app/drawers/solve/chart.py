"""A small chart of the queens found and their limit against time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QFont, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.language import tr
from nqviz.formats.trace import Found, Trace

from ...widgets.numbers import spaced
from ...widgets.painting import smooth_painter
from ...widgets.theme import font, text_scale
from ...widgets.widgets import named
from .chart_drawing import Frame, draw_read_out, draw_search

MAX_POINTS = 2000
HEIGHT = 168
"""The preferred height in pixels at the usual size of text."""


class Moments:
    """The moments of a search: seconds, queens found, and their limit.

    `fewest`: whether as few queens as possible are wanted: then the limit comes from below.
    """

    def __init__(self, fewest: bool = False) -> None:
        self.fewest = fewest
        self._points: list[Found] = []

    @property
    def trace(self) -> Trace:
        """The search so far."""
        return Trace(tuple(self._points), self.fewest)

    def add(self, seconds: float, found: int | None, bound: int | None) -> None:
        """Add a moment; moments that change nothing only stretch the last one."""
        # Engines have clocks of their own: the time does not go back from one to the next.
        seconds = max(seconds, self._points[-1][0] if self._points else 0.0)
        if len(self._points) >= 2 and (found, bound) == self._points[-1][1:]:
            if self._points[-2][1:] == (found, bound):
                self._points.pop()
        elif len(self._points) > MAX_POINTS:
            self._points = self._points[::2]
        self._points.append((seconds, found, bound))


class BoundChart(QWidget):
    """Two stairs that close in on each other: queens found, and their limit (dashed).

    Before there is a search it shows the known bounds of the board as two lines.

    `height`: in pixels, at the usual size of text.
    """

    def __init__(self, height: int = HEIGHT) -> None:
        super().__init__()
        self._height = height
        named(self, "solve.chart")
        self.setToolTip("")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.trace: Trace | None = None
        self._known: tuple[int, int] | None = None
        self._limit = 0.0
        self._pointer: float | None = None

    def sizeHint(self) -> QSize:
        return QSize(220, round(self._height * text_scale(self.font())))

    def show_trace(
        self, trace: Trace | None, known: tuple[int, int] | None = None, limit: float = 0.0
    ) -> None:
        """Show a search; without one the least and the most queens that are known to be possible.

        `limit`: when the search that is running ends at the latest, in seconds; 0 for no limit.
        """
        has_values = trace is not None and any(set(point[1:]) != {None} for point in trace.moments)
        self.trace = trace if has_values else None
        self._known, self._limit = None if has_values else known, limit
        self.setAccessibleDescription(self._description())
        self.update()

    def _description(self) -> str:
        if self.trace is not None:
            return self._words(self.trace.moments[-1])
        if self._known is None:
            return ""
        return tr(
            "{known} known, at most {most}",
            known=spaced(self._known[0]),
            most=spaced(self._known[1]),
        )

    def _words(self, moment: Found) -> str:
        seconds, found, bound = moment
        fewest = self.trace is not None and self.trace.fewest
        parts = [f"{seconds:.1f} s"]
        parts += [] if found is None else [tr("found {found}", found=spaced(found))]
        if bound is not None:
            limit = (
                tr("at least {n}", n=spaced(bound))
                if fewest
                else tr("at most {n}", n=spaced(bound))
            )
            parts.append(limit)
        return ", ".join(parts)

    def read_out(self, seconds: float) -> str:
        """Return what was known at a time; empty before the first moment."""
        moments = () if self.trace is None else self.trace.moments
        past = [moment for moment in moments if moment[0] <= seconds]
        return self._words((seconds, *past[-1][1:])) if past else ""

    # Painting --------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame | None:
        """Where values stand on the widget; None while there is nothing to show."""
        if self.trace is not None:
            moments, size = self.trace.moments, (self.width(), self.height())
            return Frame.of(moments, *size, self._font(), limit=self._limit)
        if self._known is None:
            return None
        moments = ((0.0, *self._known), (1.0, *self._known))
        return Frame.of(moments, self.width(), self.height(), self._font(), is_timed=False)

    def _font(self) -> QFont:
        return font(13 * text_scale(self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        frame = self.frame
        if frame is None:
            return
        painter = smooth_painter(self)
        painter.setFont(self._font())
        draw_search(painter, frame)
        x = self._pointer
        if x is not None and frame.is_timed and frame.plot.left() <= x <= frame.plot.right():
            draw_read_out(painter, frame, x, self.read_out(frame.second(x)))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position().x()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer = None
        self.update()
        super().leaveEvent(event)
