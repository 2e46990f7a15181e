"""Sizes of paper: an image as wide as a column, with type and lines in points at that width."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypedDict

from nqviz.core.errors import InputError
from nqviz.core.language import tr_later

INCH, POINTS = 2.54, 72.0
"""Centimetres and points in an inch."""
TYPE_UNITS = 15.0
"""The height of coordinates in the units of a drawing."""
CENTIMETRES = {"mm": 0.1, "cm": 1.0, "in": INCH, "pt": INCH / POINTS}
"""The units of lengths on paper."""
WIDTHS, TYPE_SIZES = (1.0, 200.0), (3.0, 200.0)
"""The least and the largest width in centimetres, and size of type in points."""
_NUMBER = r"\d{1,4}(?:\.\d{1,6})?"
_LENGTH = re.compile(rf"({_NUMBER}) *(mm|cm|in|pt)", re.ASCII)
_SIZE = re.compile(rf"({_NUMBER})(?: *[x×] *({_NUMBER}))? *(mm|cm|in|pt)", re.ASCII)


class SizeChoices(TypedDict, total=False):
    """The size, scale, dpi and paper of an `ImageSettings` as keywords."""

    size: tuple[int, int]
    scale: float
    dpi: float
    paper: Paper | None


@dataclass(frozen=True)
class Paper:
    """A place on paper or on a screen that an image fills.

    Raises InputError if its width, height or size of type is out of range.
    """

    width: float
    """In centimetres, 1 to 200, as the height."""
    height: float
    points: float = 7.0
    """The height of coordinates, 3 to 200; titles and the widths of lines follow."""
    dpi: float = 300.0
    """Pixels in an inch where nothing else is asked for."""
    title: str = ""
    """Its label in the window, in English."""
    is_printed: bool = True
    """Whether it is paper and not a screen."""

    def __post_init__(self) -> None:
        for side in (self.width, self.height):
            if not WIDTHS[0] <= side <= WIDTHS[1]:
                low, high = WIDTHS
                raise InputError(f"{side:g} cm of paper are not possible; {low:g} to {high:g} cm")
        if not TYPE_SIZES[0] <= self.points <= TYPE_SIZES[1]:
            low, high = TYPE_SIZES
            raise InputError(f"type of {self.points:g} points is not possible; {low:g} to {high:g}")

    def choices(self, dpi: float | None = None) -> SizeChoices:
        """Return size, scale, dpi and paper of an image that is exactly as wide."""
        dpi = self.dpi if dpi is None else dpi
        width, height = self.width / INCH, self.height / INCH
        units = TYPE_UNITS * POINTS / self.points
        size = round(width * units), round(height * units)
        return SizeChoices(size=size, scale=width * dpi / size[0], dpi=dpi, paper=self)

    def pixels(self, dpi: float | None = None) -> tuple[int, int]:
        """Return the width and height in pixels."""
        choices = self.choices(dpi)
        width, height = (round(side * choices["scale"]) for side in choices["size"])
        return width, height


ASPECT = 4 / 3
"""Width over height of a paper of which only the width is given."""
PAPERS = {
    "column": Paper(8.6, 6.45, 7.0, 600.0, tr_later("Column 8.6 cm")),
    "page": Paper(17.8, 13.35, 7.0, 300.0, tr_later("Page 17.8 cm")),
    "slide": Paper(33.867, 19.05, 15.0, 144.0, tr_later("Slide 16:9"), is_printed=False),
    "poster": Paper(84.1, 59.4, 24.0, 150.0, tr_later("Poster A1")),
}
"""The papers by their names: widths of journals, a slide, and A1 across."""


def paper_of(text: str) -> Paper:
    """Return a paper by its name or its size: ``column``, ``12cm``, ``3.4in`` or ``12x8cm``.

    Without a height it is three quarters of the width.

    Raises InputError if it is none of them, or out of range.
    """
    if text in PAPERS:
        return PAPERS[text]
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        names = ", ".join(PAPERS)
        raise InputError(f"{text!r} is no paper: {names}, or a size such as 12cm, 3.4in or 12x8cm")
    width, height, unit = match.groups()
    across = float(width) * CENTIMETRES[unit]
    up = across / ASPECT if height is None else float(height) * CENTIMETRES[unit]
    return Paper(across, up)


def paper_text(paper: Paper) -> str:
    """Return what `paper_of` reads as a paper of this width and height."""
    for name, known in PAPERS.items():
        if (known.width, known.height) == (paper.width, paper.height):
            return name
    width, height = (f"{side:.6f}".rstrip("0").rstrip(".") for side in (paper.width, paper.height))
    return f"{width}cm" if paper.height == paper.width / ASPECT else f"{width}x{height}cm"


def length_of(text: str) -> float:
    """Return a length such as ``2mm``, ``3.4in`` or ``12 pt`` in centimetres.

    Raises InputError if it is none.
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise InputError(f"{text!r} is no length in mm, cm, in or pt")
    return float(match[1]) * CENTIMETRES[match[2]]
