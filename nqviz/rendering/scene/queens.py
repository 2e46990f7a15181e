"""The queens of a scene and the pairs of them that attack each other."""

from __future__ import annotations

from itertools import chain

import numpy as np
from vtkmodules.vtkRenderingCore import vtkProp

from nqviz.view.palette import CONFLICT

from . import shapes
from .actors import Instances, Spheres, Strokes
from .colouring import colour_classes, colour_key, queen_colours
from .frame import Frame, colour, props_of
from .wrapped import joined


class Queens:
    """The queens, the pins of the given ones, and the hollow suggested ones."""

    def __init__(self) -> None:
        self._balls = Spheres()
        self._solids = Instances([shapes.cube(0.66)])
        self._style = "cube"
        self._attacked = Instances(shapes.attacked_queens())
        self._pins = Instances([shapes.pin()], shiny=False)
        self._hollow = Instances([shapes.hollow_ball(shapes.QUEEN_RADIUS)]).as_lines(1.6)

    def props(self) -> list[vtkProp]:
        """Return the actors."""
        return props_of(self._balls, self._solids, self._attacked, self._pins, self._hollow)

    def show(self, frame: Frame) -> None:
        """Update the queens."""
        picture, arrangement = frame.picture, frame.arrangement
        overlay = picture.overlay if frame.options.colour_by == "density" else None
        key = (arrangement, frame.theme, frame.options.colour_by, overlay)
        if self._balls.is_new(picture.queens, frame.attacks, frame.style, *key):
            self._put_queens(frame)
        if self._pins.is_new(picture.given, arrangement, frame.theme):
            given = frame.drawn(picture.given)
            self._pins.put(arrangement.positions(given), colour(frame.theme.text))
        if self._hollow.is_new(picture.suggested, *key):
            cells = frame.drawn(picture.suggested)
            paler = queen_colours(frame, cells) * 0.75 + colour(frame.theme.background) * 0.25
            self._hollow.put(arrangement.positions(cells), paler.astype(np.uint8))

    def _put_queens(self, frame: Frame) -> None:
        cells = frame.drawn(frame.picture.queens)
        places = frame.arrangement.positions(cells)
        classes = colour_classes(frame, cells)
        colours = colour_key(frame).colours[classes]
        by_attacks = frame.options.colour_by == "attacks"
        attacked = (classes > 0) & by_attacks
        self._attacked.put(places[attacked], colours[attacked], kinds=classes[attacked] - 1)
        places, colours = places[~attacked], colours[~attacked]
        style = "sphere" if by_attacks else frame.style
        if style not in ("sphere", self._style):
            self._solids.set_shape(shapes.queen_piece() if style == "piece" else shapes.cube(0.66))
            self._style = style
        balls = len(places) if style == "sphere" else 0
        self._balls.put(places[:balls], colours[:balls], shapes.QUEEN_RADIUS * frame.queen_scale)
        self._solids.put(places[balls:], colours[balls:])


class Conflicts:
    """Pairs of queens that attack each other: joined, crossed and outlined."""

    def __init__(self) -> None:
        self._links = Strokes(tubes=True)
        self._crosses = Instances([shapes.jack(1.0, 0.22)], shiny=False)
        self._rims = Instances([shapes.ball(shapes.QUEEN_RADIUS * 1.2)]).as_outline()

    def props(self) -> list[vtkProp]:
        """Return the actors."""
        return props_of(self._links, self._crosses, self._rims)

    def show(self, frame: Frame) -> None:
        """Update the conflicts."""
        picture, arrangement = frame.picture, frame.arrangement
        if not self._links.is_new(picture.conflicts, arrangement):
            return
        pairs = np.fromiter(
            chain.from_iterable(picture.conflicts), np.int64, 2 * len(picture.conflicts)
        ).reshape(-1, 2)
        pairs = pairs[arrangement.visible(pairs).all(axis=1)]
        links, middles = joined(arrangement, pairs)
        shade = colour(CONFLICT)
        radius = frame.thickness * 2.0
        self._links.put(links, shade, radius)
        sizes = np.full(len(middles), radius * 4.6)
        self._crosses.put(middles, shade, scales=sizes)
        ends = arrangement.positions(np.unique(pairs))
        self._rims.put(ends, shade, scales=np.full(len(ends), frame.queen_scale))
