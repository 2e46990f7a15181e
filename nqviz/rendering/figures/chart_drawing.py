"""Charts drawn on a canvas: a page with a heading for files, without one for the window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Unpack

import numpy as np

from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.cropping import write_canvas
from nqviz.view.arrangement import FloatArray
from nqviz.view.image_settings import ImageChoices, ImageSettings
from nqviz.view.palette import Theme, rgb
from nqviz.view.ticks import ticks

from .charts import Chart, Series
from .write import drawing_format

TEXT, HEADING = 17.0, 23.0
LETTER = 0.62
"""The mean width of a letter, as a share of the size of the text."""
PAGE_GAP, PANEL_GAP = 3.2, 2.4
BAR = 0.8
DASH = (4.0, 3.0)


@dataclass(frozen=True)
class Layout:
    """Where the parts of a chart are on a page, in units."""

    size: tuple[int, int]
    text: float
    """The size of the text; lines grow with it."""
    left: float
    bottom: float
    right: float
    top: float
    """`left`, `bottom`, `right` and `top`: margins round the frame of the axes."""
    has_heading: bool
    is_small: bool = False
    """Whether names stand at the ends of stairs, instead of titles and a legend."""

    @property
    def scale(self) -> float:
        """The size of the text relative to that on a large page."""
        return self.text / TEXT

    @property
    def gap(self) -> float:
        """The least distance of ticks of the second axis."""
        return (PAGE_GAP if self.has_heading else PANEL_GAP) * self.text

    @classmethod
    def page(cls, size: tuple[int, int]) -> Layout:
        """Return the layout of a page with a heading."""
        scale = min(1.0, size[0] / 640, size[1] / 480)
        left, bottom, right, top = (each * scale for each in (96.0, 82.0, 28.0, 118.0))
        return cls(size, TEXT * scale, left, bottom, right, top, has_heading=True)

    @classmethod
    def panel(cls, chart: Chart, size: tuple[int, int], text: float) -> Layout:
        """Return the layout of a chart without a heading, with text of a given size."""
        bottom, top = 3.1 * text, 2.2 * text
        values = _up_values(chart, size[1] - bottom - top, PANEL_GAP * text)
        longest = max((len(_tick(value)) for value in values), default=1)
        left = LETTER * text * longest + text
        return cls(size, text, left, bottom, 0.8 * text, top, has_heading=False)

    @classmethod
    def small(cls, chart: Chart, size: tuple[int, int], text: float) -> Layout:
        """Return the layout of a chart without titles, whose stairs have names at their ends."""
        panel = cls.panel(chart, size, text)
        right = LETTER * text * max(len(series.end) for series in chart.series) + text
        left = panel.left - 0.4 * text
        return replace(
            panel, left=left, bottom=2.0 * text, right=right, top=0.8 * text, is_small=True
        )


class Frame:
    """The frame of the axes on a page: where values are.

    `low`, `high`, shape (2,): its lower left and upper right corner, in units from the lower left
    corner of the page.
    """

    def __init__(self, chart: Chart, layout: Layout) -> None:
        self.chart, self.layout = chart, layout
        self.scale, self.text = layout.scale, layout.text
        self.low = np.array((layout.left, layout.bottom))
        self.high = np.array(layout.size) - np.array((layout.right, layout.top))
        self._start = np.array([span[0] for span in chart.span])
        self._length = np.array([(span[1] - span[0]) or 1.0 for span in chart.span])

    def places(self, points: FloatArray) -> FloatArray:
        """Return the places of points, shape (k, 2); those beyond an axis are at its end."""
        shares = ((points - self._start) / self._length).clip(0.0, 1.0)
        places: FloatArray = self.low + shares * (self.high - self.low)
        return places

    def value(self, x: float) -> float | None:
        """Return the value of the first axis at a place; None outside of the frame."""
        share = (x - self.low[0]) / max(self.high[0] - self.low[0], 1.0)
        return float(self._start[0] + share * self._length[0]) if 0 <= share <= 1 else None


def save_chart(chart: Chart, path: Path | str, **settings: Unpack[ImageChoices]) -> None:
    """Draw a chart into a png, svg, pdf or tex file.

    Parameters and errors are those of `save_drawing`.
    """
    ending, chosen = drawing_format(path), ImageSettings.of(**settings)

    def draw(size: tuple[int, int]) -> Canvas:
        return draw_chart(chart, chosen.colours, Layout.page(size))

    write_canvas(draw, path, ending, chosen, chart.alt_text)


def draw_chart(chart: Chart, theme: Theme, layout: Layout) -> Canvas:
    """Draw a chart on a new canvas."""
    canvas = Canvas(theme, layout.size, (0, 0, *layout.size))
    frame = Frame(chart, layout)
    if chart.shade and len(chart.series) > 1:
        _shade(canvas, frame, *chart.series[:2])
    _axes(canvas, frame)
    for series in chart.series:
        _DRAWN[series.form](canvas, frame, series)
    if chart.ceiling is not None:
        _ceiling(canvas, frame, *chart.ceiling)
    if chart.pointer is not None:
        width = 0.4 * frame.text
        triangle = np.array([(-width, 1.6 * width), (width, 1.6 * width), (0.0, 0.0)])
        place = frame.places(np.array([chart.pointer])) + (0.0, 0.2 * frame.text)
        canvas.stamps([triangle], place, theme.text)
    if layout.is_small:
        _ends(canvas, frame)
    else:
        _heading(canvas, frame)
    return canvas


def _shade(canvas: Canvas, frame: Frame, first: Series, second: Series) -> None:
    """Fill what lies between two stairs from where both have begun."""
    both = first.points, second.points
    x = np.unique(np.concatenate(both)[:, 0])
    x = x[x >= max(points[0, 0] for points in both)]
    rows = [np.searchsorted(points[:, 0], x[:-1], "right") - 1 for points in both]
    ends = [
        frame.places(np.stack((across, points[row, 1]), axis=1))
        for points, row, across in zip(both, rows, (x[:-1], x[1:]), strict=True)
    ]
    boxes = np.concatenate((np.minimum(*ends), np.maximum(*ends)), axis=1)
    canvas.rectangles(boxes, np.tile(np.array(rgb(frame.chart.shade), np.uint8), (len(boxes), 1)))


def _ends(canvas: Canvas, frame: Frame) -> None:
    """Write what each stairs are behind their ends, one over the other where they are near."""
    named = [series for series in frame.chart.series if series.end]
    places = [frame.places(series.points[-1:]) for series in named]
    levels = [float(place[0, 1]) for place in places]
    line = 1.3 * frame.text
    if len(levels) == 2 and abs(levels[1] - levels[0]) < line:
        up = 0.5 if levels[1] >= levels[0] else -0.5
        levels = [sum(levels) / 2 + share * line for share in (-up, up)]
    for series, place, level in zip(named, places, levels, strict=True):
        assert isinstance(series.colours, str)
        if frame.chart.unit and not series.dashed:
            canvas.discs(place, 5.0 * frame.scale, series.colours)
        x = float(frame.high[0]) + 0.5 * frame.text
        canvas.text(x, level, series.end, frame.text, series.colours, "left", "center", bold=True)


def _ceiling(canvas: Canvas, frame: Frame, value: float, name: str) -> None:
    span = frame.chart.span[0]
    ends = frame.places(np.array([(span[0], value), (span[1], value)]))
    canvas.strokes(ends[None], canvas.theme.text, 2.0 * frame.scale, DASH)
    x, y = ends[1].tolist()
    text = f"{name}: {value:,g}"
    canvas.text(x, y + 7 * frame.scale, text, frame.text, canvas.theme.text_3, "right", "baseline")


def _axes(canvas: Canvas, frame: Frame) -> None:
    chart, text, theme, scale = frame.chart, frame.text, canvas.theme, frame.scale
    (left, bottom), (right, top) = frame.low.tolist(), frame.high.tolist()
    values = _up_values(chart, top - bottom, frame.layout.gap)
    levels = frame.places(np.array([(chart.span[0][0], value) for value in values]))[:, 1]
    lines = np.array([((left, y), (right, y)) for y in levels])
    small = frame.layout.is_small
    ink, line = (theme.text_3, theme.line) if small else (theme.text, theme.lattice)
    canvas.strokes(lines, line, 1.0 * scale)
    for value, y in zip(values, levels.tolist(), strict=True):
        canvas.text(left - 9 * scale, y, _tick(value), text, ink, across="right", up="center")
    across = _across_values(chart, right - left, text, 3 if small else 5)
    for value in across:
        x = float(frame.places(np.array([(value, 0.0)]))[0, 0])
        label = chart.labels[round(value) - 1] if chart.labels else _tick(value)
        label += chart.unit if small and value == across[-1] else ""
        canvas.text(x, bottom - 10 * scale, label, text, ink, up="top")
    if small:
        return
    axes = np.array([((left, bottom), (right, bottom)), ((left, bottom), (left, top))])
    canvas.strokes(axes, theme.text, 1.6 * scale)
    below = bottom - 40 * scale if frame.layout.has_heading else 1.3 * text
    canvas.text(right, below, chart.across, text, theme.text_3, "right", "top")


def _up_values(chart: Chart, height: float, gap: float) -> list[float]:
    return ticks(*chart.span[1], max(2, int(height / gap)), whole=chart.whole_up)


def _across_values(chart: Chart, width: float, text: float, apart: int) -> list[float]:
    """Return what is written at the first axis: numbers so many sizes of text apart, or labels."""
    if not chart.labels:
        return ticks(*chart.span[0], max(2, int(width / (apart * text))), whole=chart.whole)
    widest = LETTER * text * (max(map(len, chart.labels)) + 2)
    step = max(1, ceil(widest * len(chart.labels) / max(width, 1.0)))
    return [float(place) for place in range(1, len(chart.labels) + 1, step)]


def _heading(canvas: Canvas, frame: Frame) -> None:
    """Write the heading of a page, the title of the second axis, and the legend."""
    chart, scale, text, layout = frame.chart, frame.scale, frame.text, frame.layout
    left, top = float(frame.low[0]), float(frame.high[1])
    y = top + 34 * scale
    if layout.has_heading:
        width = float(frame.high[0] - left)
        size = min(HEADING * scale, width / (0.56 * max(len(chart.title), 1)))
        canvas.text(
            left, y + 38 * scale, chart.title, size, across="left", up="baseline", bold=True
        )
    else:
        left, y = 0.4 * text, top + 0.9 * text
    canvas.text(left, y, chart.up, text, canvas.theme.text_3, "left", "baseline")
    x = left + (LETTER * len(chart.up) + 2.0) * text
    for series in chart.series:
        if not series.name:
            continue
        middle = y + 0.33 * text
        assert isinstance(series.colours, str)
        line = np.array([((x, middle), (x + 2.2 * text, middle))])
        canvas.strokes(line, series.colours, 3.0 * scale, DASH if series.dashed else ())
        canvas.text(x + 2.7 * text, y, series.name, text, across="left", up="baseline")
        x += (LETTER * len(series.name) + 4.5) * text


def _boxes(frame: Frame, series: Series) -> FloatArray:
    """Return the boxes of bars, rows of (left, bottom, right, top)."""
    x, y = series.points.T
    ends = [np.stack((x + side * BAR / 2, level), 1) for side, level in ((-1, 0 * y), (1, y))]
    return np.concatenate([frame.places(end) for end in ends], axis=1)


def _bars(canvas: Canvas, frame: Frame, series: Series) -> None:
    tall = series.points[:, 1] > 0
    colours = series.colours
    if isinstance(colours, str):
        colours = np.tile(np.array(rgb(colours), np.uint8), (len(tall), 1))
    canvas.rectangles(_boxes(frame, series)[tall], colours[tall])


def _open_bars(canvas: Canvas, frame: Frame, series: Series) -> None:
    assert isinstance(series.colours, str)
    boxes = _boxes(frame, series)
    canvas.hatched(boxes, series.colours)
    left, bottom, right, top = boxes.T
    sides = [np.stack((x, bottom, x, top), axis=1).reshape(-1, 2, 2) for x in (left, right)]
    canvas.strokes(np.concatenate(sides), series.colours, 2.0 * frame.scale)


def _line(canvas: Canvas, frame: Frame, series: Series) -> None:
    assert isinstance(series.colours, str)
    places = frame.places(series.points)
    dash = DASH if series.dashed else ()
    canvas.strokes(places[None], series.colours, 2.5 * frame.scale, dash)
    canvas.discs(places, 4.5 * frame.scale, series.colours)


def _stairs(canvas: Canvas, frame: Frame, series: Series) -> None:
    assert isinstance(series.colours, str)
    places = frame.places(series.points)
    corners = np.stack((places[1:, 0], places[:-1, 1]), axis=1)
    path = np.concatenate((np.stack((places[:-1], corners), axis=1).reshape(-1, 2), places[-1:]))
    canvas.strokes(path[None], series.colours, 3.0 * frame.scale, DASH if series.dashed else ())


_DRAWN = {"bars": _bars, "open bars": _open_bars, "line": _line, "stairs": _stairs}


def _tick(value: float) -> str:
    return f"{value:,.10g}"
