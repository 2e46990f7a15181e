"""The background gradient of a scene in a file, composed under an image with transparency.

Without a graphics card OpenGL takes longer for a gradient than for all that stands before it, and
the noise that it adds to it makes files four times as large.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageChops

from nqviz.view.palette import rgb

from .offscreen_renderer import Pixels

# When a value between two whole ones is rounded up, in a square of pixels: so that no bands are
# seen. It repeats along a row, which keeps files small.
_ROUNDING = (np.array([(0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5)]) + 0.5) / 16


def gradient(size: tuple[int, int], below: str, above: str) -> Image.Image:
    """Return an image of a size, width and height, with a gradient from bottom to top."""
    width, height = size
    rise = 1.0 - (np.arange(height) + 0.5) / height
    low, high = np.array(rgb(below)), np.array(rgb(above))
    exact = low + rise[:, None] * (high - low)
    rounding = _ROUNDING[np.arange(height) % len(_ROUNDING)]
    cycle = np.floor(exact[:, None, :] + rounding[:, :, None]).astype(np.uint8)
    times = -(-width // len(_ROUNDING))
    return Image.fromarray(np.ascontiguousarray(np.tile(cycle, (1, times, 1))[:, :width]))


def smaller(pixels: Pixels, finer: int) -> Image.Image:
    """Average squares of pixels: edges become smooth.

    Parameters
    ----------
    pixels : array of shape (height, width, 4)
        Colours that are multiplied by how opaque they are, and that; the lowest row first.
    finer : int
        The sides of the squares.
    """
    height, width, _ = pixels.shape
    drawn = Image.frombuffer("RGBX", (width, height), pixels, "raw", "RGBX", 0, -1)
    return drawn.reduce(finer)


def over(drawn: Image.Image, backdrop: Image.Image) -> Pixels:
    """Compose an image over another of the same size.

    Parameters
    ----------
    drawn : Image
        As `smaller` gives it.
    backdrop : Image
        Opaque.

    Returns
    -------
    array of shape (height, width, 3)
    """
    behind = backdrop.copy()
    behind.paste((0, 0, 0), mask=drawn.getchannel(3))
    return np.array(ImageChops.add(behind, drawn.convert("RGB")))


def clear(drawn: Image.Image) -> Pixels:
    """Return the pixels of what `smaller` gives, shape (height, width, 4), as files hold them."""
    straight = Image.frombuffer("RGBa", drawn.size, drawn.tobytes(), "raw", "RGBa", 0, 1)
    return np.array(straight.convert("RGBA"))
