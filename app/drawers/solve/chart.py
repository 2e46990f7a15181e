"""A small chart of the incumbent and the bound against time."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from nqviz.formats.trace import Trace
from nqviz.rendering.figures.charts import moments_chart

from ...views.charts import ChartView
from ...widgets.wording import piece_of

SHORTEST = 0.1
"""Seconds that the chart spans at least."""
MAX_POINTS = 2000


class BoundChart(ChartView):
    """Two stairs that close in on each other: queens found, and their bound (dashed)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        title = "Chart of queens found and their bound against time"
        super().__init__("solve.chart", title, "", parent=parent)
        self.fix_height()
        self._points: list[tuple[float, int | None, int | None]] = []
        self._fewest = False

    @property
    def empty_text(self) -> str:
        """What stands here before there is a search."""
        return f"Here: {piece_of(self)}s found, and their bound, over time"

    @property
    def trace(self) -> Trace | None:
        """The search that is shown; None without one."""
        return None if self.chart is None else Trace(tuple(self._points), self._fewest)

    def show_trace(self, trace: Trace | None) -> None:
        """Show an earlier search, or nothing."""
        self.clear(trace is not None and trace.fewest)
        for moment in () if trace is None else trace.moments:
            self._append(*moment)
        self._draw()

    def clear(self, fewest: bool = False) -> None:
        """Remove all points; `fewest`: as few queens as possible are wanted from now on."""
        self._points, self._fewest = [], fewest
        self.show_chart(None)

    def add(self, seconds: float, found: int | None, bound: int | None) -> None:
        """Add a moment; moments that change nothing only stretch the last one."""
        self._append(seconds, found, bound)
        self._draw()

    def _append(self, seconds: float, found: int | None, bound: int | None) -> None:
        # Engines have clocks of their own: the time does not go back from one to the next.
        seconds = max(seconds, self._points[-1][0] if self._points else 0.0)
        if len(self._points) >= 2 and (found, bound) == self._points[-1][1:]:
            if self._points[-2][1:] == (found, bound):
                self._points.pop()
        elif len(self._points) > MAX_POINTS:
            self._points = self._points[::2]
        self._points.append((seconds, found, bound))

    def _draw(self) -> None:
        piece = piece_of(self)
        chart = moments_chart(self._points, self._fewest, piece=piece, shortest=SHORTEST)
        now = None if chart is None else chart.read_out(self._points[-1][0])
        self.show_chart(chart, "" if now is None else now[1])
