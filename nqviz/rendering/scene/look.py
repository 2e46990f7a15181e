"""What does not depend on the board: material, light and shadows by theme, and the backdrop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from vtkmodules.vtkRenderingCore import vtkLight, vtkRenderer

from nqviz.view.palette import Theme, rgb

from .offscreen_renderer import Pixels

LIGHTS = (((-0.7, 1.1, 1.4), 0.86), ((1.2, -0.3, 0.9), 0.30), ((0.2, 0.9, -1.0), 0.25))
"""Positions, relative to the camera, and intensities of the camera's lights."""


@dataclass(frozen=True)
class Look:
    """What differs between the themes apart from colours.

    `ambient`, `diffuse`, `specular`: the material of queens.
    `tiles`: the opacity of the cells of the floor.
    `shadow`, `plate_shadow`: the opacity of the darkest shadow of queens and of the floor.
    `sheet`: the opacity of the sheet of the active layer.
    `casing`: whether thin bright lines have a dark edge.
    """

    ambient: float
    diffuse: float
    specular: float
    tiles: float
    shadow: float
    plate_shadow: float
    sheet: float
    casing: bool


_DARK = Look(0.20, 0.86, 0.42, 0.92, 0.62, 0.55, 0.17, False)
_LIGHT = Look(0.34, 0.82, 0.30, 0.95, 0.30, 0.22, 0.20, True)


def look_of(theme: Theme) -> Look:
    """Return the look of a theme."""
    return _DARK if theme.name == "dark" else _LIGHT


def light(renderer: vtkRenderer) -> None:
    """Place the lights at the camera: from the upper left and right, and from below."""
    renderer.RemoveAllLights()
    for position, strength in LIGHTS:
        made = vtkLight()
        made.SetLightTypeToCameraLight()
        made.SetPosition(*position)
        made.SetIntensity(strength)
        renderer.AddLight(made)


CENTRE, RADII = (0.50, 0.45), (0.62, 0.66)
"""The middle of the ellipse outside which all is of one colour, and its radii, as shares."""
MIDDLE = 0.55
"""Where between its middle and its edge the second colour lies."""

# When a value between two whole ones is rounded up, in a square of pixels: so that no bands are
# seen.
_ROUNDING = (np.array([(0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5)]) + 0.5) / 16


def backdrop(size: tuple[int, int], theme: Theme) -> Pixels:
    """Return the pixels behind a scene, shape (height, width, 3), of a width and height."""
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
