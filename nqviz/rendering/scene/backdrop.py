"""What is behind a scene, brightest behind the board, to be composed under an image of it.

Without a graphics card OpenGL takes longer for a gradient than for all that stands before it.
"""

from __future__ import annotations

import numpy as np

from nqviz.view.palette import Theme, rgb

from .offscreen_renderer import Pixels

CENTRE, RADII = (0.50, 0.45), (0.62, 0.66)
"""The middle of the ellipse outside which all is of one colour, and its radii, as shares."""
MIDDLE = 0.55
"""Where between its middle and its edge the second colour lies."""

# When a value between two whole ones is rounded up, in a square of pixels: so that no bands are
# seen.
_ROUNDING = (np.array([(0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5)]) + 0.5) / 16


def backdrop(size: tuple[int, int], theme: Theme) -> Pixels:
    """Return the pixels behind a scene, shape (height, width, 3).

    `size`: width and height.
    """
    width, height = size
    x, y = (
        ((np.arange(side, dtype=np.float32) + 0.5) / side - middle) / radius
        for side, middle, radius in zip(size, CENTRE, RADII, strict=True)
    )
    away = np.sqrt(x**2 + y[:, None] ** 2)
    rounding = np.tile(_ROUNDING.astype(np.float32), (-(-height // 4), -(-width // 4)))
    pixels = np.empty((height, width, 3), np.uint8)
    stops = np.array([rgb(name) for name in (theme.glow, theme.canvas_mid, theme.canvas)])
    for channel in range(3):
        values = np.interp(away, (0.0, MIDDLE, 1.0), stops[:, channel])
        pixels[..., channel] = values + rounding[:height, :width]
    return pixels
