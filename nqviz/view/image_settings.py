"""How large and in which colours a picture is drawn: the same for scenes, drawings and films."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypedDict, Unpack, cast

from nqviz.core.errors import InputError

from .palette import Theme, theme_named
from .paper import INCH, Paper, paper_of

MIN_SIDE = 64
MAX_SIDE = 20_000
MAX_PIXELS = 150_000_000
DPI_RANGE = (10.0, 9600.0)
PLAIN_DPI = 100.0
PLAIN_SIZE = 1600, 1200
PLAIN_MARGIN = 1.0
MARGINS = (0.0, 100.0)
"""The least and the largest margin, in millimetres."""


class ImageChoices(TypedDict, total=False):
    """The choices of an `ImageSettings` as keywords of `ImageSettings.of`."""

    size: tuple[int, int]
    scale: float
    dpi: float
    paper: Paper | str | None
    transparent: bool
    theme: str
    outlines: bool
    fragment: bool
    crop: bool
    margin: float


@dataclass(frozen=True)
class ImageSettings:
    """How a picture is drawn.

    Raises InputError if the size is not possible or the theme unknown.
    """

    size: tuple[int, int] = PLAIN_SIZE
    """Width and height in units of the drawing, in which sizes of type and lines are fixed."""
    scale: float = 1.0
    """Pixels in a unit: the same picture with more of them."""
    dpi: float = PLAIN_DPI
    """Pixels in an inch, 10 to 9600: how large the picture is on paper, as pixels and as a vector
    file. It changes no pixel."""
    transparent: bool = False
    """Leave out the paper."""
    theme: str = "light"
    """The name of a theme."""
    outlines: bool = False
    """Draw the text of an SVG as outlines: it looks the same without the font, and is no text."""
    fragment: bool = False
    """Write the picture of a TeX file alone, to be input in a document that loads TikZ."""
    paper: Paper | None = None
    """The paper that `size`, `scale` and `dpi` are of: text and lines of a scene have the sizes of
    those of drawings there, and its ground has one colour. None where a size is given in pixels."""
    crop: bool = False
    """Cut the picture to what is drawn: as wide as asked for, as high as it then needs."""
    margin: float = PLAIN_MARGIN
    """What a cropped picture leaves free at each side, in millimetres, 0 to 100."""

    def __post_init__(self) -> None:
        theme_named(self.theme)
        if not self.scale > 0:
            raise InputError(f"a scale of {self.scale} is not possible")
        if not DPI_RANGE[0] <= self.dpi <= DPI_RANGE[1]:
            low, high = DPI_RANGE
            raise InputError(f"{self.dpi:g} dots per inch are not possible; {low:g} to {high:g}")
        if not MARGINS[0] <= self.margin <= MARGINS[1]:
            low, high = MARGINS
            raise InputError(f"a margin of {self.margin:g} mm is not possible; {low:g} to {high:g}")
        if self.crop and 2 * self.margin_units > 0.5 * self.size[0]:
            raise InputError(f"margins of {self.margin:g} mm leave no room for the picture")
        width, height = self.pixels
        if min(width, height, *self.size) < MIN_SIDE:
            raise InputError(f"{width} x {height} pixels are too few; at least {MIN_SIDE} each way")
        if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
            raise InputError(
                f"{width} x {height} pixels are too many; at most {MAX_SIDE:,} each way"
                f" and {MAX_PIXELS:,} in all"
            )

    @classmethod
    def of(cls, **choices: Unpack[ImageChoices]) -> ImageSettings:
        """Return the settings of choices; what is left out stays as it is.

        A paper, or its name or size such as ``12cm``, sets size and scale where no size is given.

        Raises InputError if they are not possible, or a choice has a name that is not known.
        """
        known = [each.name for each in fields(cls)]
        for name in choices:
            if name not in known:
                raise InputError(f"no choice {name!r} of an image; there are {', '.join(known)}")
        paper = choices.get("paper")
        paper = paper_of(paper) if isinstance(paper, str) else paper
        sized = ImageChoices(**choices)
        if paper is not None and "size" not in choices:
            sized |= cast(ImageChoices, paper.choices(choices.get("dpi")))
        return cls(**cast(dict[str, Any], sized | {"paper": paper}))

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width, height = (
            round(side * self.scale) if self.scale < MAX_SIDE else MAX_SIDE + 1
            for side in self.size
        )
        return width, height

    @property
    def units_per_inch(self) -> float:
        """Units of the drawing in an inch of paper."""
        return self.dpi / self.scale

    @property
    def margin_units(self) -> float:
        """What a cropped picture leaves free at each side, in units of the drawing."""
        return self.margin / (10 * INCH) * self.units_per_inch

    @property
    def choices(self) -> ImageChoices:
        """All of it as keywords."""
        return cast(ImageChoices, {each.name: getattr(self, each.name) for each in fields(self)})

    @property
    def colours(self) -> Theme:
        """The theme."""
        return theme_named(self.theme)


def format_of(name: str, formats: tuple[str, ...], what: str) -> str:
    """Return the format that the ending of a file's name asks for.

    `name`: the file, without its folder.
    `formats`: those that are possible.
    `what`: what is to be written, with its article.
    Raises InputError if it is none of them.
    """
    _, point, ending = name.rpartition(".")
    ending = ending.lower() if point else ""
    if ending not in formats:
        known = ", ".join(formats)
        raise InputError(f"{name}: {what} ends in {known}, not in {ending or 'nothing'}")
    return ending
