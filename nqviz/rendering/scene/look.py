"""The material, the light and the strengths of shadows of a scene, one look for each theme."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.view.palette import Theme

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
