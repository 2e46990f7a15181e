"""The surface of a torus in space with the lines between its cells."""

from __future__ import annotations

import numpy as np

from nqviz.view.palette import mix

from .actors import Strokes, Tiles
from .frame import Frame, colour, props_of
from .lattice import MOST_LINES
from .wrapped import Wrapped

MOST_PIECES = 40_000
"""Beyond this many pieces all of the surface has one shade."""


class TorusSurface:
    """The surface, lines between cells, and stronger ones where coordinates begin."""

    def __init__(self) -> None:
        self._surface = Tiles(lit=True)
        self._lines = Strokes(width=1.0)
        self.props = props_of(self._surface, self._lines)

    def show(self, frame: Frame) -> None:
        """Update the surface; other boards have none."""
        arrangement, theme = frame.arrangement, frame.theme
        if not self._surface.is_new(arrangement, theme, frame.options.lattice):
            return
        if not isinstance(arrangement, Wrapped):
            self._surface.put(np.zeros((0, 4, 3)), colour(theme.lattice))
            self._lines.put(np.zeros((0, 2, 3)), colour(theme.lattice))
            return
        sides = arrangement.board.shape
        squares, dark = arrangement.patches(MOST_PIECES)
        pale, deep = (colour(name) for name in theme.squares)
        self._surface.put(squares, np.where(dark[:, None], deep, pale))
        seams = [arrangement.grid(axis, np.array([-0.5])) for axis in range(2)]
        thin = [
            arrangement.grid(axis, np.arange(1, sides[axis]) - 0.5)
            for axis in range(2)
            if frame.options.lattice and max(sides) <= MOST_LINES
        ]
        lines, marked = np.concatenate([*thin, *seams]), sum(map(len, seams))
        shades = np.tile(colour(mix(theme.lattice, theme.text_3, 0.2)), (len(lines), 1))
        shades[len(lines) - marked :] = colour(theme.text)
        self._lines.put(lines, shades)
