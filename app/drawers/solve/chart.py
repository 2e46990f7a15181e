"""A small chart of the queens found and their limit against time."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy

from nqviz.core.board import Board
from nqviz.core.language import tr, tr_later
from nqviz.formats.trace import Found, Trace
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.figures.chart_drawing import Layout
from nqviz.rendering.figures.charts import Chart, Series, search_chart
from nqviz.view.palette import Theme, mix
from nqviz.view.ticks import ticks

from ...views.charts import ChartView
from ...widgets.library_texts import of_chart
from ...widgets.numbers import spaced, with_spaces
from ...widgets.theme import text_scale

LINES = 4
"""About so many numbers stand at the time axis."""
SHADE = 0.12
"""How strong the colour of what is open is between the stairs."""
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


class BoundChart(ChartView):
    """Two stairs that close in on each other: queens found, and their limit (dashed).

    Before there is a search it shows the known bounds of the board as two lines.

    `height`: in pixels, at the usual size of text.
    """

    def __init__(self, height: int = HEIGHT) -> None:
        super().__init__("solve.chart", "", "", (220, height))
        self.setMinimumSize(0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.trace: Trace | None = None

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(size.width(), round(size.height() * text_scale(self.font())))

    def show_trace(
        self,
        board: Board,
        trace: Trace | None,
        known: tuple[int, int] | None = None,
        limit: float = 0.0,
    ) -> None:
        """Show a search; without one the least and the most queens that are known to be possible.

        `limit`: when the search that is running ends at the latest, in seconds; 0 for no limit.
        """
        has_values = trace is not None and any(set(point[1:]) != {None} for point in trace.moments)
        self.trace = trace if has_values else None
        if self.trace is not None:
            chart = of_search(board, self.trace, limit)
            _, words = chart.read_out(self.trace.moments[-1][0]) or (0.0, "")
            self.show_chart(chart, with_spaces(words))
        elif known is not None:
            least, most = map(spaced, known)
            words = tr("{known} known, at most {most}", known=least, most=most)
            self.show_chart(of_known(board, *known), words)
        else:
            self.show_chart(None)

    def _layout(self, chart: Chart) -> Layout:
        return Layout.small(chart, (self.width(), self.height()), self._text)

    def _drawn(self, chart: Chart, theme: Theme) -> Canvas:
        """Draw the chart in the colours that the window has for what is proven and open."""
        series = tuple(
            replace(each, colours=theme.open if each.dashed else theme.proven)
            for each in chart.series
        )
        shade = mix(theme.panel, theme.open, SHADE)
        return super()._drawn(replace(chart, series=series, shade=shade), theme)


def of_search(board: Board, trace: Trace, limit: float = 0.0) -> Chart:
    """Return the chart of a search, with round numbers at the ends of its axes."""
    made = of_chart(search_chart(board, trace.moments, trace.fewest, limit))
    assert made is not None
    ends = {False: tr_later("{count} found"), True: tr_later("{bound} limit")}
    series = tuple(_ended(each, ends[each.dashed]) for each in made.series)
    span = _rounded(made.span[0], whole=False), _rounded(made.span[1], whole=True)
    return replace(made, series=series, span=span, unit=" s")


def of_known(board: Board, least: int, most: int) -> Chart:
    """Return two lines for what is known of a board; one where the maximum is known."""
    made = search_chart(board, ((0.0, least, most), (1.0, least, most)))
    found, bound = made.series
    series: tuple[Series, ...] = (_ended(found, tr_later("{found} maximum")),)
    if least < most:
        series = _ended(found, tr_later("{count} known")), _ended(bound, tr_later("{bound} limit"))
    span = made.span[0], _rounded(made.span[1], whole=True)
    return replace(made, series=series, span=span, labels=("",))


def _rounded(span: tuple[float, float], whole: bool) -> tuple[float, float]:
    """Return the ends of an axis that begins and ends at numbers written at it."""
    first, *others = ticks(*span, LINES, whole=whole)
    step = others[0] - first if others else 1.0
    return floor(span[0] / step) * step, ceil(span[1] / step - 0.01) * step


def _ended(series: Series, text: str) -> Series:
    """Write a number of queens behind the end of stairs, in a text that has one name for it."""
    count = spaced(round(series.points[-1, 1]))
    return replace(series, end=tr(text, found=count, count=count, bound=count))
