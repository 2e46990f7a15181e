"""From where a scene is seen, as plain data: azimuth, elevation, and the axes of the picture.

The azimuth turns around the third direction of space, which points up; at 0 the camera stands in
the first direction. The elevation is that above the horizon.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, hypot

import numpy as np

from .arrangement import FloatArray


@lru_cache(maxsize=16)
def camera_axes(azimuth: float, elevation: float) -> FloatArray:
    """Return the directions right, up and towards a camera at angles in degrees.

    Returns shape (3, 3), float64: one direction a row; it cannot be written to.
    """
    turn, rise = np.deg2rad(azimuth), np.deg2rad(elevation)
    cos, sin, level, high = np.cos(turn), np.sin(turn), np.cos(rise), np.sin(rise)
    axes = np.array(
        (
            (-sin, cos, 0.0),
            (-cos * high, -sin * high, level),
            (cos * level, sin * level, high),
        )
    )
    axes.setflags(write=False)  # callers share it
    return axes


def angles_towards(direction: FloatArray) -> tuple[float, float]:
    """Return the azimuth and the elevation in degrees of a camera in a direction, shape (3,)."""
    x, y, z = (float(value) for value in direction)
    flat = hypot(x, y)
    return (degrees(atan2(y, x)) if flat else -90.0), degrees(atan2(z, flat))
