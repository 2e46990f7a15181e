"""Pages in files of every format of drawings, cut to what is drawn where that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from nqviz.run.files import atomic_write
from nqviz.view.arrangement import FloatArray
from nqviz.view.image_settings import MAX_SIDE, ImageSettings

from .alt_text import AltText
from .canvas import Bounds, Canvas, Discs, Hatching, Mark, Rectangles, Stamps, Strokes, Text

Draw = Callable[[tuple[int, int]], Canvas]
"""Draws on a new canvas of a width and height in units."""
ROUNDS = 8
HINTED = 1.015
"""How much wider text of few pixels is, whose letters are fitted to them."""
PLATE_PAD = 0.35
"""What a plate leaves free round its text, as a share of the size of the text."""


def drawn(draw: Draw, settings: ImageSettings) -> tuple[Canvas, ImageSettings]:
    """Draw on a page of the size of the settings, or on one that is cut to what is drawn.

    What is drawn is enlarged until it fills the width: type and lines keep their sizes.

    Returns the canvas and the settings of its size.
    """
    canvas = draw(settings.size)
    if not settings.crop:
        return canvas, settings
    margin, size = settings.margin_units, settings.size
    wanted = settings.size[0] - 2 * margin
    for _ in range(ROUNDS):
        left, _, right, _ = ink_bounds(canvas)
        spare = wanted - (right - left) * canvas.cell
        factor = wanted / max(wanted - spare, 1.0)
        larger = round(size[0] * factor), round(size[1] * factor)
        if abs(spare) < 1.0 or larger == size or max(larger) > MAX_SIDE:
            break
        size = larger
        canvas = draw(size)
    cut = canvas.cut(ink_bounds(canvas), settings.size[0], margin)
    return cut, replace(settings, size=cut.size)


def ink_bounds(canvas: Canvas) -> Bounds:
    """Return left, bottom, right and top of all marks, in cells; those of the page without any."""
    boxes = [box for mark in canvas.marks for box in _boxes(mark, 1 / canvas.cell)]
    if not boxes:
        return canvas.left, canvas.bottom, canvas.right, canvas.top
    lows = np.array([low for low, _ in boxes]).min(axis=0)
    highs = np.array([high for _, high in boxes]).max(axis=0)
    return float(lows[0]), float(lows[1]), float(highs[0]), float(highs[1])


def _boxes(mark: Mark, unit: float) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the lower left and upper right corners of boxes round a mark."""
    match mark:
        case Rectangles() | Hatching():
            yield mark.boxes[:, :2].min(axis=0), mark.boxes[:, 2:].max(axis=0)
        case Strokes():
            points, around = mark.segments.reshape(-1, 2), mark.width / 2 * unit
            yield points.min(axis=0) - around, points.max(axis=0) + around
        case Stamps():
            shape = np.concatenate(mark.outlines)
            low, high = shape.min(axis=0), shape.max(axis=0)
            yield mark.centres.min(axis=0) + low, mark.centres.max(axis=0) + high
        case Discs():
            around = mark.radius + (0.0 if mark.edge is None else mark.width / 2 * unit)
            yield mark.centres.min(axis=0) - around, mark.centres.max(axis=0) + around
        case Text():
            yield text_box(mark, unit)


def text_box(mark: Text, unit: float) -> tuple[FloatArray, FloatArray]:
    """Return the lower left and the upper right corner of a text, in cells of 1 / `unit` units.

    Each of shape (2,).
    """
    width, above, below = (each * mark.size * unit for each in _extent(mark.text, mark.bold))
    height = above + below
    across = {"left": 0.0, "center": -0.5, "right": -1.0}[mark.across] * width
    bottoms = {"baseline": -below, "bottom": 0.0, "top": -height}
    up = bottoms.get(mark.up, -height / 2)
    low = np.array((mark.x + across, mark.y + up))
    around = 0.0 if mark.plate is None else (PLATE_PAD * mark.size + 1.0) * unit
    return low - around, low + (width, height) + around


@cache
def _extent(text: str, bold: bool) -> tuple[float, float, float]:
    """Return the width, the height above and the depth below the line, in sizes of the text."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=100, weight="bold" if bold else "normal")
    width, height, depth = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return HINTED * width / 100, (height - depth) / 100, depth / 100


def write_canvas(
    draw: Draw, path: Path | str, ending: str, settings: ImageSettings, alt_text: AltText
) -> None:
    """Write what is drawn on a page into a file of a format.

    `draw`: draws on a page of a width and height in units; several times where it is cropped.
    Raises InputError if it cannot be written.
    """
    canvas, settings = drawn(draw, settings)
    if ending == "tex":
        from .tikz import tikz_document

        data = tikz_document(canvas, settings, alt_text).encode()
    else:
        from .matplotlib_page import encoded

        data = encoded(canvas, ending, settings, alt_text)
    atomic_write(path, data)
