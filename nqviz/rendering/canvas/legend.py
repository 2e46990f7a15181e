"""The legend of an overlay, and the numbers in its cells."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.view.arrangement import FloatArray
from nqviz.view.overlay import MOST_NUMBERS, Overlay
from nqviz.view.palette import contrast_text

from .canvas import Canvas, Text
from .cropping import text_box

STEPS = 64
TEXT = 13.0
EDGE = 4.0
"""What is free between a title and the edge of the page, in units."""


def write_numbers(
    canvas: Canvas, centres: FloatArray, values: npt.NDArray[np.float64], overlay: Overlay
) -> None:
    """Write the values into cells, in the unit of the legend, where they fit and are few enough.

    `centres`, shape (k, 2), `values`, shape (k,).
    """
    words = [overlay.number(value) for value in values.tolist()]
    size = number_size(words, canvas.cell)
    if not size or len(words) > MOST_NUMBERS:
        return
    inks = [contrast_text(colour) for colour in canvas.theme.ramp(values / overlay.top)]
    for (x, y), word, ink in zip(centres.tolist(), words, inks, strict=True):
        canvas.text(x, y, word, size, ink)


def number_size(texts: list[str], cell: float) -> float:
    """Return the text size at which the longest text fits into a cell; 0 if none does."""
    longest = max(map(len, texts), default=1)
    size = min(0.42 * cell, 0.86 * cell / (0.64 * longest), 20.0)
    return size if size >= 6.0 else 0.0


def overlay_legend(canvas: Canvas, overlay: Overlay, size: tuple[int, int]) -> None:
    """Draw the scale of an overlay at the right, and the hatching of cells never used."""
    unit = 1 / canvas.cell
    height = min(320.0, 0.55 * size[1]) * unit
    left = canvas.right - 92 * unit
    right = left + 18 * unit
    bottom = (canvas.top + canvas.bottom - height) / 2
    edges = np.linspace(bottom, bottom + height, STEPS + 1)
    boxes = np.stack((np.full(STEPS, left), edges[:-1], np.full(STEPS, right), edges[1:]), axis=-1)
    canvas.rectangles(boxes, canvas.theme.ramp(np.linspace(0, 1, STEPS)))
    for value, words in overlay.ticks():
        place = bottom + value / overlay.top * height
        tick = np.array([[(right, place), (right + 4 * unit, place)]])
        canvas.strokes(tick, canvas.theme.text_3, 1.0)
        canvas.text(right + 7 * unit, place, words, TEXT, across="left")
    for row, title in enumerate(overlay.titles):
        place = bottom + height + (34 - 17 * row) * unit
        (start, _), (end, _) = text_box(Text(left, place, title, TEXT, "", "left"), unit)
        x = min(left, canvas.right - (end - start) - EDGE * unit)
        canvas.text(x, place, title, TEXT, canvas.theme.text_3, "left")
    if not overlay.zero_text:
        return
    swatch = np.array([[left, bottom - 38 * unit, right, bottom - 20 * unit]])
    canvas.hatched(swatch, canvas.theme.text_3)
    canvas.text(right + 7 * unit, bottom - 29 * unit, overlay.zero_text, TEXT, across="left")
