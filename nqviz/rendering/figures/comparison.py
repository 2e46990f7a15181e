"""A chart of a comparison: a bar of seconds for each program and engine, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nqviz.rendering.canvas.alt_text import Words
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.marks import outline
from nqviz.view.arrangement import FloatArray
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import NOT_PROVEN, PROVEN, Theme, rgb

from .write import drawing_format, write_sheet

if TYPE_CHECKING:
    from nqviz.problems.compare import Row

LEAST_SECONDS = 0.01
WIDTH, DPI = 1440, 160
ROW, BAR = 54.0, 34.0
"""The height of what stands for one run, and of its bar, in units."""
TEXT, MARGIN, BELOW = 17.0, 24.0, 92.0
LETTER = 0.58
"""The width of a letter, as a share of the size of the text."""


def save_comparison(rows: Sequence[Row], path: Path, theme: str = "light") -> tuple[int, int]:
    """Draw a comparison into a png, svg, pdf or tex file; its height follows the number of bars.

    Parameters
    ----------
    rows : sequence of Row
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
    look = ImageSettings(size, dpi=DPI, theme=theme)
    write_sheet(
        draw_comparison(shown, look.colours, size), path, ending, look, comparison_words(shown)
    )
    return size


def comparison_words(rows: Sequence[Row]) -> Words:
    """Return what the chart of rows that have seconds shows."""
    each = (f"{_label(row)}: {row.seconds:,.2f} s, {row.status}" for row in rows)
    return Words(f"Seconds of {len(rows)} runs of programs and engines", "; ".join(each) + ".")


def draw_comparison(rows: Sequence[Row], theme: Theme, size: tuple[int, int]) -> Canvas:
    """Draw the bars of rows that have seconds; those without a proof are hatched, with an open end.

    Parameters
    ----------
    rows : sequence of Row
    theme : Theme
    size : (int, int)
        Width and height of the sheet in units.
    """
    sheet = Canvas(theme, size, (0, 0, *size))
    labels, words = [_label(row) for row in rows], [_words(row) for row in rows]
    wide = LETTER * max(map(len, labels), default=1)
    text = min(TEXT, 0.4 * size[0] / wide)
    left = MARGIN + wide * text + 14
    right = size[0] - MARGIN - LETTER * TEXT * max(map(len, words), default=1) - 10
    seconds = [max(row.slowest or row.seconds or 0.0, LEAST_SECONDS) for row in rows]
    low = round(log10(LEAST_SECONDS))
    powers = np.arange(low, max(0, ceil(log10(max(seconds, default=1.0)))) + 1)

    def places(values: Sequence[float]) -> FloatArray:
        shares = (np.log10(np.maximum(values, LEAST_SECONDS)) - low) / (powers[-1] - low)
        found: FloatArray = left + shares * (right - left)
        return found

    top, bottom = size[1] - MARGIN, BELOW
    marks = places((10.0**powers).tolist()).tolist()
    sheet.strokes(np.array([((x, bottom), (x, top)) for x in marks]), theme.lattice, 1.0)
    for power, x in zip(powers.tolist(), marks, strict=True):
        sheet.text(x, bottom - 10, f"{10.0**power:,g}", TEXT, up="top")
    sheet.strokes(np.array([[(left, bottom), (left, top)]]), theme.foreground, 1.6)
    told = "seconds (median); hatched: ended without a proof"
    sheet.text(right, bottom - 46, told, TEXT, theme.muted, "right", "top")
    for place, row in enumerate(rows):
        y = top - ROW * (place + 0.5)
        sheet.text(left - 14, y, labels[place], text, across="right", up="center")
        end = max(float(places([row.seconds or 0.0])[0]), left + 4)
        _bar(sheet, row.is_solved, (left, y - BAR / 2, end, y + BAR / 2))
        if row.fastest is not None and row.slowest is not None and row.slowest > row.fastest:
            ends = places([row.fastest, row.slowest]).tolist()
            sheet.strokes(np.array([[(ends[0], y), (ends[1], y)]]), theme.foreground, 2.0)
            end = max(end, ends[1])
        sheet.text(end + 10, y, words[place], TEXT, across="left", up="center")
    return sheet


def _bar(sheet: Canvas, is_solved: bool, box: tuple[float, float, float, float]) -> None:
    boxes = np.array([box])
    if is_solved:
        sheet.rectangles(boxes, np.array([rgb(PROVEN)], np.uint8))
        return
    sheet.hatched(boxes, NOT_PROVEN)
    sheet.strokes(np.delete(outline(*box), 1, axis=0), NOT_PROVEN, 2.0)  # the right end is open


def _words(row: Row) -> str:
    return f"{row.seconds:,.2f} s" if row.is_solved else f"{row.status}: {row.interval}"


def _label(row: Row) -> str:
    instance = row.instance.removesuffix(" board")
    return "  ".join(part for part in (instance, row.program, row.engine) if part)
