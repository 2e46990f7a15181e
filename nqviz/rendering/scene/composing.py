"""Images of drawn pixels: made smaller, laid over a background, or cut to what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PIL import Image, ImageChops

from nqviz.core.errors import InputError
from nqviz.rendering.canvas.cropping import ROUNDS
from nqviz.view.image_settings import MIN_SIDE, ImageSettings
from nqviz.view.palette import grey

from .look import backdrop
from .offscreen_renderer import Pixels

Draw = Callable[[ImageSettings], Image.Image]
"""Draws a scene without its background on a page of other sides, or of fewer pixels."""
TRIAL = 700
"""The longer side, in pixels, of the images by which the size of the page is found."""
FAINT = 8
"""How opaque, of 255, pixels are at most that do not count: the end of a soft shadow."""


def smaller(pixels: Pixels, finer: int) -> Image.Image:
    """Average squares of pixels: edges become smooth.

    `pixels`, shape (height, width, 4): colours that are multiplied by how opaque they are, and
    that; the lowest row first.
    `finer`: the sides of the squares.
    """
    height, width, _ = pixels.shape
    drawn = Image.frombuffer("RGBX", (width, height), pixels, "raw", "RGBX", 0, -1)
    return drawn.reduce(finer)


def over(drawn: Image.Image, ground: Image.Image) -> Pixels:
    """Compose an image over another of the same size, shape (height, width, 3).

    `drawn`: the result of `smaller`.
    `ground`: opaque.
    """
    under = ground.copy()
    under.paste((0, 0, 0), mask=drawn.getchannel(3))
    return np.array(ImageChops.add(under, drawn.convert("RGB")))


def clear(drawn: Image.Image) -> Pixels:
    """Return the result of `smaller`, shape (height, width, 4), in the form of files."""
    straight = Image.frombuffer("RGBa", drawn.size, drawn.tobytes(), "raw", "RGBa", 0, 1)
    return np.array(straight.convert("RGBA"))


def composed(drawn: Image.Image, behind: Image.Image | None, is_grey: bool) -> Pixels:
    """Lay the result of `smaller` over a background, as `over` does; `clear` without one.

    Returns shape (height, width, 3), with 4 where there is no background; uint8.
    """
    whole = clear(drawn) if behind is None else over(drawn, behind)
    if is_grey:
        whole[..., :3] = grey(whole[..., :3])
    return whole


def behind(settings: ImageSettings, plain: bool = False) -> Image.Image | None:
    """Return what a scene is laid over, of one colour if `plain` or on paper.

    None where the image is transparent.
    """
    if settings.transparent:
        return None
    if plain or settings.paper is not None:
        ground = settings.colours.canvas_mid if plain else settings.colours.background
        return Image.new("RGB", settings.pixels, ground)
    return Image.fromarray(backdrop(settings.pixels, settings.colours))


def cropped(draw: Draw, settings: ImageSettings) -> Pixels:
    """Draw a scene as wide as the settings say, with a margin round all that is drawn.

    Lines and text keep their sizes; what is drawn is enlarged until it fills the width.

    Returns shape (height, width, 3), with 4 where it is transparent, uint8.
    Raises InputError if nothing is drawn, or the image would be too large.
    """
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


def _ink(drawn: Image.Image) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what is drawn, in pixels."""
    box = drawn.getchannel(3).point(lambda value: 255 if value > FAINT else 0).getbbox()
    if box is None:
        raise InputError("there is nothing in the picture to crop it to")
    return box
