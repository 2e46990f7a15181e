"""The queens of a scene and the pairs of them that attack each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Literal

import numpy as np
import pyvista as pv

from nqviz.core.board import IntArray
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import CONFLICT, GIVEN, ColourArray

from . import shapes
from .actors import Instances, Spheres, Tubes
from .camera import Camera
from .colouring import colour_classes, colour_key, queen_colours
from .frame import CLOSE, Detail, Frame, colour, props_of
from .look import look_of
from .offscreen_renderer import PixelBox
from .options import layer_axis
from .wrapped import Wrapped, joined

SUGGESTED = 0.58
"""The opacity of suggested queens."""
NEAREST_FADED, FARTHEST_FADED = 0.46, 0.27
"""The opacity of queens beside the active layer, and of those that are farthest from it."""
FEW, SEVERAL = 40, 200
"""The numbers of queens from which on fewer details of each are drawn."""
FINE_UP_TO = {"fine": SEVERAL, "plain": FEW, "coarse": 0}
"""Up to so many queens all details of each are drawn, with more sides where they are close."""
FAR = 1
"""The last row of `CLOSE` in which queens are a few pixels high."""
CLOSEST_QUICK = len(shapes.QUICK_SIDES) - 1
"""The last row of `CLOSE` in which queens have fewer sides while the camera moves."""
WIDE_RING = 1.3
"""How many times their size rings have round the queens on a torus."""
CUBE_SIDE = 0.66
RIM = 0.055
"""The width of the outline of queens that attack each other, in cells."""


Finish = Literal["moving", "changing", "waiting", "resting"]
"""How queens are drawn: while the camera moves, right after a change, while a search has the
processor, and at rest."""
ShapeKey = tuple[str, int, Detail, int]


def shape_key(frame: Frame) -> ShapeKey:
    """Return what the shape of the queens of a frame depends on.

    These are the style, the number, the detail, and without a graphics card how close they are.
    """
    count = frame.queen_count + len(frame.drawn(frame.picture.suggested))
    step = next((each for each in (FEW, SEVERAL) if count <= each), SEVERAL + 1)
    closeness = frame.closeness if frame.detail == "plain" else len(CLOSE) - 1
    return frame.style, step, frame.detail, closeness


class QueenShapes:
    """The shapes of queens, each made once; for a scene and all that it draws like queens."""

    def __init__(self) -> None:
        self._made: dict[object, pv.PolyData] = {}

    def of(self, key: ShapeKey) -> pv.PolyData:
        """Return the shape of a key of `shape_key`."""
        if key not in self._made:
            self._made[key] = _shape(*key)
        return self._made[key]

    def finished(self, key: ShapeKey, finish: Finish) -> pv.PolyData:
        """Return the shape in a finish, which pieces of many have without a graphics card."""
        style, count, detail, closeness = key
        is_quick = closeness <= {"moving": CLOSEST_QUICK, "changing": FAR}.get(finish, -1)
        is_full = finish == "resting" and closeness > FAR and count <= SEVERAL
        if style != "piece" or count <= FEW or detail != "plain" or not (is_quick or is_full):
            return self.of(key)
        name = is_full, closeness if is_quick else FAR + 1
        if name not in self._made:
            self._made[name] = _full() if is_full else _quick(closeness)
        return self._made[name]


def _full() -> pv.PolyData:
    return shapes.queen_piece(shapes.PLAIN_SIDES, "fine")


def _quick(closeness: int) -> pv.PolyData:
    outline: shapes.Outline = "coarse" if closeness > FAR else "quick"
    return shapes.queen_piece(shapes.QUICK_SIDES[closeness], outline, crown=False)


def _shape(style: str, count: int, detail: Detail, closeness: int) -> pv.PolyData:
    """Return the shape of one of so many queens."""
    if style == "cube":
        return shapes.cube(CUBE_SIDE)
    if style == "sphere":
        return shapes.ball(shapes.QUEEN_RADIUS)
    if closeness <= FAR:
        return shapes.queen_piece(shapes.SIDES[closeness], "far" if closeness else "tiny")
    is_close, sides = closeness == len(CLOSE) - 1, shapes.SIDES[closeness]
    outline: shapes.Outline = "fine" if is_close else "near"
    if count <= FINE_UP_TO[detail]:
        sides, outline = shapes.FINE_SIDES if is_close else shapes.PLAIN_SIDES, "fine"
    elif detail == "fine":
        sides = shapes.PLAIN_SIDES
    elif count > SEVERAL or detail == "coarse" or closeness == FAR + 1:
        outline = "coarse"
    return shapes.queen_piece(sides, outline)


class Queens:
    """The queens, the rings of the given ones, and the translucent ones.

    Translucent are suggested queens and those outside the active layer. They are drawn from the
    farthest to the nearest.
    """

    def __init__(self, made: QueenShapes) -> None:
        self._made = made
        self._balls = Spheres()
        self._solids = Instances([shapes.cube(CUBE_SIDE)], closed=True)
        self._attacked = Instances(shapes.attacked_queens())
        self._given_marks = Instances([shapes.given_mark()])
        self._pale = Instances([shapes.cube(CUBE_SIDE)], translucent=True)
        self._pale_given = Instances([shapes.given_mark()], translucent=True)
        self._shape: ShapeKey | None = None
        # The shapes of solid queens and of translucent ones.
        self._drawn: tuple[pv.PolyData | None, pv.PolyData | None] = None, None
        self.finish: Finish = "waiting"  # how queens are drawn
        self._reach = 1.0  # of a queen from the middle of its cell, in cells
        self._pale_colours: ColourArray = np.zeros((0, 4), np.uint8)
        self._pale_scales: FloatArray = np.zeros(0)
        self.props = props_of(self._balls, self._solids, self._attacked, self._given_marks)
        self.pale_props = props_of(self._pale, self._pale_given)  # drawn after other things

    def show(self, frame: Frame) -> None:
        """Update the queens."""
        picture, arrangement = frame.picture, frame.arrangement
        overlay = picture.overlay if frame.options.colour == "density" else None
        layer = frame.active_layer
        key = (arrangement, frame.theme, frame.options.colour, overlay, layer)
        shape = shape_key(frame)
        if self._balls.is_new(picture.queens, frame.attacks, shape, *key):
            self._put_queens(frame, shape)
        if self._given_marks.is_new(picture.given, *key):
            self._put_given_marks(frame)
        if self._pale.is_new(picture.queens, picture.suggested, shape, *key):
            self._put_pale(frame)

    def _put_queens(self, frame: Frame, shape: ShapeKey) -> None:
        if shape != self._shape:
            self._shape = shape
            self._choose_shapes(shape)
        for pale in (self._pale, self._pale_given):
            pale.set_far_sides(shape[2] == "fine")
        for part in (self._balls, self._solids, self._attacked, self._given_marks, self._pale):
            part.set_material(look_of(frame.theme))
        self._reach = frame.queen_scale
        cells = frame.drawn(frame.picture.queens)
        cells = cells[frame.stands_out(cells)]
        places = frame.arrangement.positions(cells)
        classes = colour_classes(frame, cells)
        colours = colour_key(frame).colours[classes]
        by_attacks = frame.options.colour == "attacks"
        attacked = (classes > 0) & by_attacks
        self._attacked.put(places[attacked], colours[attacked], kinds=classes[attacked] - 1)
        places, colours = places[~attacked], colours[~attacked]
        style = "sphere" if by_attacks else frame.style
        balls = len(places) if style == "sphere" else 0
        self._balls.put(places[:balls], colours[:balls], shapes.QUEEN_RADIUS * frame.queen_scale)
        self._solids.put(places[balls:], colours[balls:])

    def set_finish(self, finish: Finish) -> bool:
        """Draw queens in a finish; return whether they look different now.

        What changes while the camera moves is drawn as that is.
        """
        if finish == "changing" and self.finish == "moving":
            return False
        self.finish = finish
        return self._shape is not None and self._choose_shapes(self._shape)

    def _choose_shapes(self, shape: ShapeKey) -> bool:
        before = self._drawn
        pale: Finish = "resting" if self.finish == "resting" else "waiting"
        self._drawn = self._made.finished(shape, self.finish), self._made.finished(shape, pale)
        solids, pales = (one is not other for one, other in zip(before, self._drawn, strict=True))
        if solids:
            self._solids.set_shape(self._drawn[0])
        if pales:
            self._pale.set_shape(self._drawn[1])
        return solids or (pales and bool(self._pale.prop.GetVisibility()))

    def _put_given_marks(self, frame: Frame) -> None:
        given = frame.drawn(frame.picture.given)
        out = frame.stands_out(given)
        places, gold = frame.arrangement.positions(given), colour(GIVEN)
        size = WIDE_RING if isinstance(frame.arrangement, Wrapped) else 1.0
        places[:, 2] += (size > 1.0) * size * shapes.RING_DEPTH  # round the middle of spheres
        self._given_marks.put(places[out], gold, scales=np.full(int(out.sum()), size))
        shades = _with_opacity(gold[None], _faded(frame, given[~out]), frame.detail)
        self._pale_given.put(places[~out], shades)

    def _put_pale(self, frame: Frame) -> None:
        queens, suggested = frame.drawn(frame.picture.queens), frame.drawn(frame.picture.suggested)
        queens = queens[~frame.stands_out(queens)]
        cells = np.concatenate((queens, suggested))
        if not len(cells):
            self._pale.put(np.zeros((0, 3)), np.zeros((0, 4), np.uint8))
            return
        faded = _faded(frame, cells)
        opacity = np.where(np.arange(len(cells)) < len(queens), faded, SUGGESTED * faded)
        out = frame.stands_out(cells)
        opacity[out] = SUGGESTED
        colours = _with_opacity(queen_colours(frame, cells), opacity, frame.detail)
        scales = np.full(len(cells), frame.queen_scale)
        self._pale_colours, self._pale_scales = colours, scales
        self._pale.put(frame.arrangement.positions(cells), colours, scales=scales)

    @contextmanager
    def narrowed(self, camera: Camera, box: PixelBox) -> Iterator[None]:
        """Draw meanwhile only those solid queens that may be seen in a part of the picture."""
        seen = partial(camera.sees, radius=self._reach, box=box)
        with self._balls.narrowed(seen), self._solids.narrowed(seen):
            yield

    def follow(self, direction: FloatArray) -> None:
        """Draw translucent queens, the farthest first, as seen from a direction, shape (3,)."""
        points = self._pale.points
        if not self._pale.prop.GetVisibility() or len(points) < 2:
            return
        order = np.argsort(points @ direction, kind="stable")
        if (np.diff(order) == 1).all():
            return
        self._pale_colours, self._pale_scales = self._pale_colours[order], self._pale_scales[order]
        self._pale.put(points[order], self._pale_colours, scales=self._pale_scales)


def _faded(frame: Frame, cells: IntArray) -> FloatArray:
    """Return the opacity of queens outside the active layer, the less the farther they are."""
    axis, layer = layer_axis(frame.arrangement), frame.active_layer
    if axis is None or layer is None:
        return np.ones(len(cells))
    away = np.abs(frame.picture.board.cells(cells)[:, axis] - layer)
    farthest = max(frame.picture.board.shape[axis] - 1, 2)
    share = np.clip((away - 1) / (farthest - 1), 0.0, 1.0)
    return NEAREST_FADED + share * (FARTHEST_FADED - NEAREST_FADED)


def _with_opacity(colours: ColourArray, opacity: FloatArray, detail: Detail) -> ColourArray:
    """Return colours of shape (k, 3) or (1, 3) with opacities, shape (k,), as a fourth value.

    With all details near and far sides are drawn, which together have the opacity.
    """
    opacity = 1 - np.sqrt(1 - opacity) if detail == "fine" else opacity
    wide = np.broadcast_to(colours, (len(opacity), 3))
    return np.column_stack((wide, np.rint(255 * opacity))).astype(np.uint8)


class Conflicts:
    """Pairs of queens that attack each other: joined, crossed and outlined."""

    def __init__(self, made: QueenShapes) -> None:
        self._made = made
        self._links = Tubes()
        self._crosses = Instances([shapes.jack(1.0, 0.22)], shiny=False)
        self._rims = Instances([shapes.ball(shapes.QUEEN_RADIUS * 1.2)], outline=True)
        self._rim: object = None  # of which shape they are
        self.props = props_of(self._links, self._crosses, self._rims)

    def show(self, frame: Frame) -> None:
        """Update the conflicts."""
        picture, arrangement = frame.picture, frame.arrangement
        shape = shape_key(frame)
        if not self._links.is_new(picture.conflicts, arrangement, shape):
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
        if len(ends) and shape != self._rim:
            self._rim = shape
            self._rims.set_shape(shapes.outline(self._made.of(shape), RIM))
        self._rims.put(ends, shade, scales=np.full(len(ends), frame.queen_scale))
