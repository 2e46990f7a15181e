"""A chart of a comparison: a bar of seconds for each program and engine, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nqviz.rendering.canvas.alt_text import AltText
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.cropping import write_canvas
from nqviz.rendering.canvas.marks import outline
from nqviz.run.files import atomic_write
from nqviz.view.arrangement import FloatArray
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import NOT_PROVEN, PROVEN, Theme, rgb

from .chart_drawing import save_chart
from .charts import profiles_chart
from .write import drawing_format

if TYPE_CHECKING:
    from nqviz.problems.compare import Row

LEAST_SECONDS = 0.01
WIDTH, DPI = 1440, 160
ROW, BAR = 54.0, 34.0
"""The height of what stands for one run, and of its bar, in units."""
TEXT, MARGIN, BELOW = 17.0, 24.0, 92.0
LETTER = 0.58
"""The width of a letter, as a share of the size of the text."""
PANEL_ROW, PANEL_BAR, PANEL_BELOW = 2.9, 1.0, 3.4
"""The heights of a row, of its bar and of what is below the bars in a panel, in sizes of text."""


def save_comparison(rows: Sequence[Row], path: Path, theme: str = "light") -> tuple[int, int]:
    """Draw a comparison into a png, svg, pdf or tex file; its height follows the number of bars.

    Parameters
    ----------
    path : Path
        Its ending chooses the format.
    theme : str
        The name of a theme.

    Returns
    -------
    (int, int)
        Width and height, in pixels where it is a picture.

    Raises
    ------
    InputError
        If the ending is not known, or the file cannot be written.
    """
    ending = drawing_format(path)
    shown = [row for row in rows if row.seconds is not None]
    size = WIDTH, round(MARGIN + ROW * max(len(shown), 2) + BELOW)
    settings = ImageSettings(size, dpi=DPI, theme=theme)
    write_canvas(
        lambda page: draw_comparison(shown, settings.colours, page),
        path,
        ending,
        settings,
        comparison_alt_text(shown),
    )
    return size


def write_profiles(rows: Sequence[Row], path: Path) -> None:
    """Write the performance profiles of a comparison into a csv file, or draw them.

    Parameters
    ----------
    path : Path
        Its ending chooses the format: csv, png, svg, pdf or tex.

    Raises
    ------
    InputError
        If the ending is not known, or the file cannot be written.
    """
    from nqviz.problems.performance import performance_profiles, profiles_csv

    profiles = performance_profiles(rows)
    if path.suffix.lower() == ".csv":
        atomic_write(path, profiles_csv(profiles).encode())
    else:
        save_chart(profiles_chart(profiles), path)


def comparison_alt_text(rows: Sequence[Row]) -> AltText:
    """Return what the chart of rows that have seconds shows."""
    each = (f"{_label(row)}: {row.seconds:,.2f} s, {row.status}" for row in rows)
    return AltText(f"Seconds of {len(rows)} runs of programs and engines", "; ".join(each) + ".")


def draw_comparison(
    rows: Sequence[Row], theme: Theme, size: tuple[int, int], panel_text: float | None = None
) -> Canvas:
    """Draw the bars of rows that were run on a new canvas.

    `rows`: those with seconds.
    `panel_text`: the size of the text in a narrow panel, where each row is written over its bar and
    not beside it; such a panel is `panel_height` high.
    """
    layout = _Layout(rows, size, panel_text)
    canvas = Canvas(theme, size, (0, 0, *size))
    _axis(canvas, layout)
    for place, row in enumerate(rows):
        y = layout.bar_middle(place)
        end = max(float(layout.places([row.seconds or 0.0])[0]), layout.left + 4)
        _bar(canvas, row.is_solved, (layout.left, y - layout.bar / 2, end, y + layout.bar / 2))
        if row.fastest is not None and row.slowest is not None and row.slowest > row.fastest:
            ends = layout.places([row.fastest, row.slowest]).tolist()
            canvas.strokes(np.array([[(ends[0], y), (ends[1], y)]]), theme.text, 2.0)
            end = max(end, ends[1])
        label, result = _label(row), _words(row)
        if panel_text is None:
            label_place, result_place = (layout.left - 14, y), (end + 10, y)
            sides = "right", "left"
        else:
            above = y + layout.bar / 2 + 0.75 * panel_text
            label_place, result_place = (layout.left, above), (size[0] - 4.0, above)
            sides = "left", "right"
            letters = int((size[0] - 16) / (LETTER * panel_text)) - len(result)
            if len(label) > letters:
                half = max(letters // 2, 2)
                label = f"{label[:half]}…{label[1 - half :]}"
        canvas.text(*label_place, label, layout.label_text, across=sides[0], up="center")
        canvas.text(*result_place, result, layout.text, across=sides[1], up="center")
    return canvas


def panel_height(count: int, text: float) -> int:
    """Return how high the panel of some rows is, in units."""
    return ceil((max(count, 2) * PANEL_ROW + PANEL_BELOW) * text)


class _Layout:
    """Where the bars of a comparison are: its axis is logarithmic."""

    def __init__(
        self, rows: Sequence[Row], size: tuple[int, int], panel_text: float | None
    ) -> None:
        wide = LETTER * max((len(_label(row)) for row in rows), default=1)
        self.text = self.label_text = panel_text or TEXT
        self.size = size
        if panel_text is None:
            self.label_text = min(TEXT, 0.4 * size[0] / wide)
            self.left = MARGIN + wide * self.label_text + 14
            longest = max((len(_words(row)) for row in rows), default=1)
            self.right = size[0] - MARGIN - LETTER * TEXT * longest - 10
            self.top, self.bottom = size[1] - MARGIN, BELOW
            self.row, self.bar = ROW, BAR
            self._middle = 0.5
            self.title = "seconds (median); hatched: ended without a proof"
            self.title_drop = 46.0
        else:
            self.left, self.right = 4.0, size[0] - 10.0
            self.top, self.bottom = float(size[1]), PANEL_BELOW * panel_text
            self.row, self.bar = PANEL_ROW * panel_text, PANEL_BAR * panel_text
            self._middle = 0.66
            self.title = "seconds; hatched: no proof"
            self.title_drop = 2.0 * panel_text
        slowest = [max(row.slowest or row.seconds or 0.0, LEAST_SECONDS) for row in rows]
        low = round(log10(LEAST_SECONDS))
        high = max(0, ceil(log10(max(slowest, default=1.0))))
        self.powers = np.arange(low, high + 1)

    def places(self, seconds: Sequence[float]) -> FloatArray:
        """Return the places of seconds on the axis, shape (k,)."""
        low, high = float(self.powers[0]), float(self.powers[-1])
        shares = (np.log10(np.maximum(seconds, LEAST_SECONDS)) - low) / (high - low)
        return self.left + shares * (self.right - self.left)

    def bar_middle(self, place: int) -> float:
        """Return the height of the middle of the bar of a row."""
        return float(self.top - self.row * (place + self._middle))


def _axis(canvas: Canvas, layout: _Layout) -> None:
    theme, bottom, text = canvas.theme, layout.bottom, layout.text
    marks = layout.places((10.0**layout.powers).tolist()).tolist()
    canvas.strokes(np.array([((x, bottom), (x, layout.top)) for x in marks]), theme.lattice, 1.0)
    for power, x in zip(layout.powers.tolist(), marks, strict=True):
        label = f"{10.0**power:,g}"
        half = 0.5 * LETTER * text * len(label)
        x = min(max(x, half), layout.size[0] - half)
        canvas.text(x, bottom - 0.59 * text, label, text, up="top")
    line = np.array([[(layout.left, bottom), (layout.left, layout.top)]])
    canvas.strokes(line, theme.text, 1.6)
    below = bottom - layout.title_drop
    canvas.text(layout.right, below, layout.title, text, theme.text_3, "right", "top")


def _bar(canvas: Canvas, is_solved: bool, box: tuple[float, float, float, float]) -> None:
    boxes = np.array([box])
    if is_solved:
        canvas.rectangles(boxes, np.array([rgb(PROVEN)], np.uint8))
        return
    canvas.hatched(boxes, NOT_PROVEN)
    canvas.strokes(np.delete(outline(*box), 1, axis=0), NOT_PROVEN, 2.0)  # the right end is open


def _words(row: Row) -> str:
    return f"{row.seconds:,.2f} s" if row.is_solved else f"{row.status}: {row.interval}"


def _label(row: Row) -> str:
    instance = row.instance.removesuffix(" board")
    return "  ".join(part for part in (instance, row.program, row.engine) if part)
