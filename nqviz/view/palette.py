"""The visual language as data: colours, line styles and themes, the same in every picture.

The colours of meanings are those of Okabe and Ito, which people with any common colour vision can
tell apart (M. Okabe and K. Ito, "Color Universal Design", 2008). None of them ever carries a
meaning alone: a dash pattern, a mark or a number goes with it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.errors import InputError
from nqviz.core.shipped import shipped_text

ColourArray: TypeAlias = npt.NDArray[np.uint8]
FloatArray: TypeAlias = npt.NDArray[np.float64]

CONFLICT = "#D55E00"
CURSOR = "#F0E442"
PROVEN = "#009E73"
NOT_PROVEN = "#E69F00"
OUTSIDE = "#9AA0A8"
"""Cells that a cut deletes, and the queens that it drops."""
MARKED = "#CC79A7"
"""The diamonds of marked cells."""
GIVEN = "#E8B840"
"""The ring at the foot of a given queen in a scene, where light and shade set it off."""


GREYS = 240.0, 26.0
"""The greys of the least and the largest value, where there are no colours."""


@dataclass(frozen=True)
class LineStyle:
    """How the attack lines of one class are drawn; the colour is the theme's `line_colour`."""

    name: str
    """The name of the class."""
    dash: tuple[float, ...]
    """Lengths of strokes and gaps by turns, in line widths; empty for a solid line."""


LINE_STYLES = (
    LineStyle("axis", ()),
    LineStyle("diagonal", (4.0, 2.5)),
    LineStyle("space diagonal", (1.0, 1.8)),
    LineStyle("higher", (5.0, 2.0, 1.0, 2.0)),
)


def line_style(order: int) -> LineStyle:
    """Return the style of a class of direction; leaps, class 0, have that of the highest."""
    return LINE_STYLES[min(order, len(LINE_STYLES)) - 1]


@dataclass(frozen=True)
class Theme:
    """The colours of one look, each ``#RRGGBB``; the only place of colours."""

    name: str
    canvas: str
    canvas_mid: str
    glow: str
    """`canvas`, `canvas_mid` and `glow`: the ground of the scene from the edge to the middle."""
    bar: str
    """Toolbar, rail, filmstrip and status bar."""
    panel: str
    """Drawers and cards."""
    raised: str
    """What stands out of a bar or panel without a meaning: keys, a chosen segment, a row under
    the pointer."""
    line: str
    """Dividers; they carry no meaning."""
    control: str
    """Edges of fields and secondary buttons."""
    text: str
    text_2: str
    text_3: str
    """`text`, `text_2` and `text_3`: text; sentences and labels; coordinates and captions."""
    accent: str
    on_accent: str
    """`accent` and `on_accent`: the primary button, focus and choice, and text on it."""
    accent_soft: str
    """The ground of what is chosen: the accent mixed into the bar."""
    proven: str
    """Text of what is proven; always with a check and one number."""
    open: str
    """Text of what is open; always with a dashed circle and two numbers."""
    conflict: str
    """Text about queens that attack each other; `CONFLICT` is what is drawn."""
    given: str
    """The ring of given queens."""
    background: str
    """Boards, charts and figures, and their cells."""
    lattice: str
    """Thin lines between cells."""
    attacked: str
    """Attacked cells: the background, one step darker."""
    queen: str
    """Queens without a hue of their layer."""
    lines: tuple[str, str, str, str]
    """Attack lines along an axis, a diagonal, a space diagonal, and all higher classes."""
    tiles: tuple[str, str]
    """The two colours of the cells of a scene's floor."""
    squares: tuple[str, str]
    """The two colours of the cells of a flat board in a scene, which stand further apart."""
    grid: str
    """Lines between the cells of a scene's floor."""
    edges: tuple[str, str]
    """The edges of a scene's box behind the queens and before them."""
    cells: tuple[str, str, str]
    """Free cells, attacked cells and the lines between cells of layers in the window."""
    is_mono: bool = False
    """Whether there are greys only: patterns and numbers tell apart what colours do elsewhere."""

    def hues(self, count: int) -> ColourArray:
        """Return the colours of so many layers, shape (count, 3); one grey without colours."""
        if self.is_mono:
            return np.tile(np.array(rgb(self.queen), np.uint8), (count, 1))
        return layer_colours(count)

    def ramp(self, values: npt.ArrayLike) -> ColourArray:
        """Return the colours, shape (..., 3), of values from 0 to 1; light to dark in grey."""
        if not self.is_mono:
            return viridis(values)
        share = np.asarray(values, dtype=np.float64).clip(0.0, 1.0)[..., None]
        greys = GREYS[0] + share * (GREYS[1] - GREYS[0])
        return np.rint(np.repeat(greys, 3, axis=-1)).astype(np.uint8)

    def line_colour(self, order: int) -> str:
        """Return the colour of a class of direction; leaps, class 0, have that of the highest."""
        return self.lines[min(order, len(self.lines)) - 1]


_COLOURS: list[dict[str, Any]] = [
    {key: tuple(each) if isinstance(each, list) else each for key, each in theme.items()}
    for theme in json.loads(shipped_text("reference", "themes.json")).values()
]
LIGHT, DARK = Theme("light", **_COLOURS[0]), Theme("dark", **_COLOURS[1])
MONO = replace(LIGHT, name="mono", is_mono=True, **_COLOURS[2])
"""MONO, which differs from LIGHT in what the file has of it, is for print and photocopies."""
THEMES = {theme.name: theme for theme in (LIGHT, DARK, MONO)}


def theme_named(name: str) -> Theme:
    """Return a theme by its name; raise InputError if there is no such theme."""
    if name not in THEMES:
        raise InputError(f"unknown theme {name!r}; choose one of {', '.join(THEMES)}")
    return THEMES[name]


def rgb(colour: str) -> tuple[int, int, int]:
    """Turn ``#RRGGBB`` into three values of 0 to 255."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def hex_colour(values: npt.ArrayLike) -> str:
    """Turn three values of 0 to 255 into ``#RRGGBB``."""
    return "#{:02X}{:02X}{:02X}".format(*(int(value) for value in np.asarray(values)))


def grey(values: npt.ArrayLike) -> ColourArray:
    """Return the greys that are as light as colours of values from 0 to 255, shape (..., 3)."""
    light = np.asarray(values, dtype=np.float64) @ np.array((0.299, 0.587, 0.114))
    greys: ColourArray = np.rint(np.repeat(light[..., None], 3, axis=-1)).astype(np.uint8)
    return greys


def mix(first: str, second: str, share: float) -> str:
    """Blend two colours: `share` (0 to 1) of the second one, the rest of the first."""
    blend = np.array(rgb(first)) * (1 - share) + np.array(rgb(second)) * share
    return hex_colour(np.rint(blend))


# Colours of values --------------------------------------------------------------------------

LAYER_LIGHTNESS = 0.65
LAYER_CHROMA = 0.11
FIRST_HUE = 250.0


def layer_colours(count: int) -> ColourArray:
    """Return one colour for each layer: hues once round the circle, all equally light.

    Every one of them stands out, at a contrast of 3 or more, from the background of both themes.
    Shape (count, 3), for a `count` of 0 or more.
    """
    hue = np.deg2rad(FIRST_HUE + np.arange(count) * 360.0 / max(count, 1))
    return _from_oklch(LAYER_LIGHTNESS, LAYER_CHROMA, hue)


def _from_oklch(lightness: float, chroma: float, hue: FloatArray) -> ColourArray:
    """Turn OKLCH into sRGB; B. Ottosson, "A perceptual color space for image processing", 2020."""
    light = np.full(hue.shape, lightness)
    lab = np.stack((light, chroma * np.cos(hue), chroma * np.sin(hue)), axis=-1)
    cone_roots = lab @ np.array(
        [
            [1.0, 1.0, 1.0],
            [0.3963377774, -0.1055613458, -0.0894841775],
            [0.2158037573, -0.0638541728, -1.2914855480],
        ]
    )
    linear = cone_roots**3 @ np.array(
        [
            [4.0767416621, -1.2684380046, -0.0041960863],
            [-3.3077115913, 2.6097574011, -0.7034186147],
            [0.2309699292, -0.3413193965, 1.7076147010],
        ]
    )
    linear = linear.clip(0.0, 1.0)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    colours: ColourArray = np.rint(encoded * 255).astype(np.uint8)
    return colours


def viridis(values: npt.ArrayLike) -> ColourArray:
    """Return the viridis colours, shape (..., 3), of values from 0 to 1, shape (...)."""
    array = np.asarray(values, dtype=np.float64)
    if not array.size:
        return np.zeros((*array.shape, 3), np.uint8)
    table = _viridis_table()
    colours: ColourArray = table[np.rint(array.clip(0.0, 1.0) * (len(table) - 1)).astype(np.int64)]
    return colours


@cache
def _viridis_table() -> ColourArray:
    lines = shipped_text("reference", "viridis.txt").splitlines()
    return np.loadtxt(lines, dtype=np.uint8)


# Contrast -----------------------------------------------------------------------------------


def luminance(values: npt.ArrayLike) -> float:
    """Return the relative luminance, 0 to 1, of an sRGB colour of three values of 0 to 255.

    As defined in the Web Content Accessibility Guidelines 2.1.
    """
    # Three plain numbers: this is asked for each cell of a board, where arrays would be slow.
    red, green, blue = (_linear(value / 255) for value in np.asarray(values).tolist())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(encoded: float) -> float:
    return encoded / 12.92 if encoded <= 0.04045 else float(((encoded + 0.055) / 1.055) ** 2.4)


def contrast(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return the contrast ratio of two colours, 1 (none) to 21 (black on white)."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def contrast_text(background: npt.ArrayLike) -> str:
    """Return black or white, whichever contrasts more with a colour of three values of 0 to 255."""
    light = luminance(background) + 0.05
    return "#000000" if light / 0.05 >= 1.05 / light else "#FFFFFF"
