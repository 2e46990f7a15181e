"""What is marked on the cells of a scene: free cells and a density."""

from __future__ import annotations

import numpy as np

from nqviz.view.overlay import Overlay

from . import shapes
from .actors import Dots, Instances, Spheres
from .clouds import is_cloud
from .frame import Frame, colour, props_of
from .options import layer_axis
from .picking import ALL_MARKS, MARK_RADIUS

MOST_MARKS = 20_000
"""Beyond this many marks of free cells are points."""


EVEN_SIDES = {"colour": 0.62, "slice": 0.92}
"""The sides of cubes where they do not tell the density."""


class FreeCells:
    """Small marks on the free cells."""

    def __init__(self) -> None:
        self._balls = Spheres(flat=True)
        self._dots = Dots(2.0)
        self.props = props_of(self._balls, self._dots)

    def show(self, frame: Frame) -> None:
        """Update the marks."""
        free = frame.picture.free
        free = np.zeros(0, dtype=np.int64) if free is None else free
        layer = frame.slice_layer if len(free) > ALL_MARKS else None
        if not self._balls.is_new(free, layer, frame.arrangement, frame.theme):
            return
        axis = layer_axis(frame.arrangement)
        if layer is not None and axis is not None:
            free = free[frame.picture.board.cells(free)[:, axis] == layer]
        places = frame.arrangement.positions(frame.drawn(free))
        shade = colour(frame.theme.text_2)
        few = len(places) if len(places) <= MOST_MARKS else 0
        self._balls.put(places[:few], shade, MARK_RADIUS)
        self._dots.put(places[few:], shade)


class ValueCubes:
    """Cubes as bright as the share of placements that use a cell, or as large."""

    def __init__(self) -> None:
        self._cubes = Instances([shapes.cube(1.0)], shiny=False, key=True)
        self._never = Instances([shapes.jack(0.13, 0.018)], shiny=False)
        self.props = props_of(self._cubes, self._never)

    def show(self, frame: Frame) -> None:
        """Update the density; a queen replaces the cube of its cell."""
        picture, arrangement = frame.picture, frame.arrangement
        drawn_as = frame.options.density
        layer = frame.slice_layer if drawn_as == "slice" else None
        overlay = picture.overlay
        replaced = None if overlay is None else picture.queens
        key = (overlay, replaced, arrangement, frame.theme, drawn_as, layer)
        if not self._cubes.is_new(*key):
            return
        overlay = Overlay(np.zeros(0)) if overlay is None else overlay
        cells = frame.drawn(np.setdiff1d(np.arange(len(overlay.values)), picture.queens))
        axis = layer_axis(arrangement)
        if layer is not None and axis is not None:
            cells = cells[picture.board.cells(cells)[:, axis] == layer]
        has_value = overlay.has_value[cells]
        used = cells[has_value]
        shares = overlay.values[used] / overlay.top
        sizes = shapes.density_sides(shares)
        if drawn_as in EVEN_SIDES:
            sizes = np.full(len(used), EVEN_SIDES[drawn_as])
        shown = 0 if is_cloud(frame) else len(used)
        self._cubes.put(
            arrangement.positions(used[:shown]),
            frame.theme.ramp(shares[:shown]),
            scales=sizes[:shown],
        )
        never = cells[~has_value][:MOST_MARKS]
        self._never.put(arrangement.positions(never), colour(frame.theme.text_3))
