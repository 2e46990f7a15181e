"""The one legend of a density, and the numbers in its cells."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.view.arrangement import FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import contrast_text, viridis

from .canvas import Canvas
from .numbers import number_size, number_text, scale_title, scale_values

STEPS = 64
TEXT = 13.0


def write_numbers(
    sheet: Canvas, centres: FloatArray, values: npt.NDArray[np.float64], top: float
) -> None:
    """Write the number of placements into each cell, where it fits."""
    words = [number_text(value) for value in values.tolist()]
    size = number_size(words, sheet.cell)
    if not size:
        return
    inks = [contrast_text(colour) for colour in viridis(values / top)]
    for (x, y), word, ink in zip(centres.tolist(), words, inks, strict=True):
        sheet.text(x, y, word, size, ink)


def density_legend(sheet: Canvas, picture: BoardView, size: tuple[int, int]) -> None:
    """Draw the scale at the right: how many placements use a cell, and the hatch of never."""
    assert picture.density is not None
    top = float(picture.density.max(initial=0.0))
    unit = 1 / sheet.cell
    height = min(320.0, 0.55 * size[1]) * unit
    left = sheet.right - 92 * unit
    right = left + 18 * unit
    bottom = (sheet.top + sheet.bottom - height) / 2
    edges = np.linspace(bottom, bottom + height, STEPS + 1)
    boxes = np.stack((np.full(STEPS, left), edges[:-1], np.full(STEPS, right), edges[1:]), axis=-1)
    sheet.rectangles(boxes, viridis(np.linspace(0, 1, STEPS)))
    for value in scale_values(top):
        place = bottom + (value / top if top else 0.0) * height
        sheet.text(right + 7 * unit, place, number_text(value), TEXT, across="left")
    for row, words in enumerate(scale_title(picture)):
        place = bottom + height + (34 - 17 * row) * unit
        sheet.text(left, place, words, TEXT, sheet.theme.muted, "left")
    if picture.density_is_field:
        return
    swatch = np.array([[left, bottom - 38 * unit, right, bottom - 20 * unit]])
    sheet.hatched(swatch, sheet.theme.muted)
    sheet.text(right + 7 * unit, bottom - 29 * unit, "never", TEXT, across="left")
