"""Images of pixels that were drawn: made smaller, laid over a background, or as files hold them."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageChops

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


def over(drawn: Image.Image, backdrop: Image.Image) -> Pixels:
    """Compose an image over another of the same size, shape (height, width, 3).

    `drawn`: the result of `smaller`.
    `backdrop`: opaque.
    """
    behind = backdrop.copy()
    behind.paste((0, 0, 0), mask=drawn.getchannel(3))
    return np.array(ImageChops.add(behind, drawn.convert("RGB")))


def clear(drawn: Image.Image) -> Pixels:
    """Return the result of `smaller`, shape (height, width, 4), in the form of files."""
    straight = Image.frombuffer("RGBa", drawn.size, drawn.tobytes(), "raw", "RGBa", 0, 1)
    return np.array(straight.convert("RGBA"))
