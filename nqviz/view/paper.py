"""Sizes of paper: an image as wide as a column, with type and lines in points at that width."""

from __future__ import annotations

from dataclasses import dataclass

from .image_settings import SizeChoices

INCH, POINTS = 2.54, 72.0
"""Centimetres and points in an inch."""
TYPE_UNITS = 15.0
"""The height of coordinates in the units of a drawing."""


@dataclass(frozen=True)
class Paper:
    """A place on paper or on a screen that an image fills."""

    title: str
    """Its label in the window."""
    width: float
    """In centimetres, as the height."""
    height: float
    points: float
    """The height of coordinates; titles and the widths of lines follow."""
    dpi: float
    """Pixels in an inch where nothing else is asked for."""
    is_printed: bool = True
    """Whether it is paper and not a screen."""

    def choices(self, dpi: float | None = None) -> SizeChoices:
        """Return size, scale and dpi of an image that is exactly as wide."""
        dpi = self.dpi if dpi is None else dpi
        width, height = self.width / INCH, self.height / INCH
        units = TYPE_UNITS * POINTS / self.points
        size = round(width * units), round(height * units)
        return SizeChoices(size=size, scale=width * dpi / size[0], dpi=dpi)

    def pixels(self, dpi: float | None = None) -> tuple[int, int]:
        """Return the width and height in pixels."""
        choices = self.choices(dpi)
        width, height = (round(side * choices["scale"]) for side in choices["size"])
        return width, height


PAPERS = {
    "column": Paper("Column 8.6 cm", 8.6, 6.45, 7.0, 600.0),
    "page": Paper("Page 17.8 cm", 17.8, 13.35, 7.0, 300.0),
    "slide": Paper("Slide 16:9", 33.867, 19.05, 15.0, 144.0, is_printed=False),
    "poster": Paper("Poster A1", 84.1, 59.4, 24.0, 150.0),
}
"""The papers by their names: widths of journals, a slide, and A1 across."""
