"""Images of pixels that were drawn: made smaller, laid over a background, or as files hold them."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageChops

from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import grey

from .backdrop import backdrop
from .offscreen_renderer import Pixels


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
