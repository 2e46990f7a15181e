"""The sizes of the page of a lesson: in the drawer, and in a presentation."""

from __future__ import annotations

from dataclasses import dataclass

from ..solve.chart import HEIGHT

USUAL_HEIGHT = 1080
"""The height of the page for which the sizes of a presentation are meant."""


@dataclass(frozen=True)
class PageSizes:
    """The sizes of a page, in pixels."""

    # The heights of the name of the lesson, the head of a step, its text and its formulas.
    lesson: int
    head: int
    text: int
    formula: int
    line: int  # from one line of text to the next, in percent of the usual distance
    button: int  # the diameter of the round buttons
    margins: tuple[int, int, int, int]  # left, top, right, bottom
    gap: int  # between two parts of the page
    controls: float = 1.0  # how much larger controls are than in a drawer
    chart: int = HEIGHT  # the height of the chart of a search, before it is made larger
    # Whether all follows the height of the page, and head and gaps become smaller until a step fits
    # it. The text never does, so that it is read from the back row: a step that has too much of it
    # is shown in parts.
    fits: bool = False


DRAWER = PageSizes(13, 20, 13, 17, 125, 36, (16, 0, 16, 16), 12)
PRESENTATION = PageSizes(20, 56, 28, 38, 124, 56, (56, 140, 56, 56), 26, 2.2, 90, True)
LEAST_SIDE = 36
"""The least margin of a presented page at its sides and its foot."""
