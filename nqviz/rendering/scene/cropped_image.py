"""An image of a scene that is cut to what is drawn, at the width that was asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from nqviz.core.errors import InputError
from nqviz.rendering.canvas.cropping import ROUNDS
from nqviz.view.image_settings import MIN_SIDE, ImageSettings

from .offscreen_renderer import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

Draw = Callable[[ImageSettings], "Image"]
"""Draws a scene without its background on a page of other sides, or of fewer pixels."""
TRIAL = 700
"""The longer side, in pixels, of the images by which the size of the page is found."""
FAINT = 8
"""How opaque, of 255, pixels are at most that do not count: the end of a soft shadow."""


def cropped(draw: Draw, settings: ImageSettings) -> Pixels:
    """Draw a scene as wide as the settings say, with a margin round all that is drawn.

    Lines and text keep their sizes; what is drawn is enlarged until it fills the width.

    Returns shape (height, width, 3), with 4 where it is transparent, uint8.

    Raises
    ------
    InputError
        If nothing is drawn, or the image would be too large.
    """
    from PIL import Image

    from .composing import behind, composed

    page, wanted = settings, settings.size[0] - 2 * settings.margin_units
    for _ in range(ROUNDS):
        few = min(settings.scale, TRIAL / max(page.size))
        left, _, right, _ = _ink(draw(replace(page, scale=few, crop=False)))
        width = (right - left) / few
        size = tuple(round(side * wanted / width) for side in page.size)
        if abs(size[0] - page.size[0]) <= 0.004 * page.size[0]:
            break
        page = replace(settings, size=(size[0], size[1]))
    drawn = draw(replace(page, crop=False))
    box = _ink(drawn)
    margin = settings.margin_units * settings.scale
    height = max(round(box[3] - box[1] + 2 * margin), MIN_SIDE)
    whole = Image.new("RGBX", (settings.pixels[0], height), (0, 0, 0, 0))
    part = drawn.crop(box)
    whole.paste(part, ((whole.width - part.width) // 2, (height - part.height) // 2))
    sized = replace(settings, size=whole.size, scale=1.0, crop=False)
    return composed(whole, behind(sized), settings.colours.is_mono)


def _ink(drawn: Image) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what is drawn, in pixels."""
    box = drawn.getchannel(3).point(lambda value: 255 if value > FAINT else 0).getbbox()
    if box is None:
        raise InputError("there is nothing in the picture to crop it to")
    return box
