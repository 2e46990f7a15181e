"""The cell under the cursor with its ghost and its attack lines, and the clique around it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.palette import CURSOR, ColourArray, Theme, rgb

from . import shapes
from .actors import Instances, Strokes, Tubes
from .colouring import queen_colours
from .frame import Frame, colour, props_of
from .lattice import FLOOR, Grid
from .lines import attack_curves, attack_lines, dashed, dashes_of, trimmed
from .look import look_of
from .options import layer_axis
from .queens import QueenShapes, ShapeKey, shape_key
from .wrapped import Wrapped, cell_edges, joined

MOST_DIRECTIONS = 2_000
"""Of more directions no lines are drawn: in eight dimensions and more they would hide the board."""

LINE_RADIUS, LINE_OPACITY = 0.022, 0.85
"""The radius of attack lines, in cells, and their opacity."""
LINE_SIDES = 6
LINE_HEIGHT = 0.12
"""How far above its squares the lines of a flat board run."""
GHOST = 0.5
"""The opacity of the queen that a click would place."""
OUTLINE, FLOOR_OUTLINE, CASING = 2.6, 2.0, 2.0
"""The widths of the outline of a cell, of that on the floor, and of both dark edges, in pixels."""
FLOOR_OPACITY = 0.85
DROP_WIDTH = 2.6
DROP = (0.09, 0.07)
"""The dashes and gaps of the line from a cell to the floor, in cells."""
LIFT = 0.02
"""How far outlines lie above the lower side of a cell, in cells."""
_LATE = 0.999  # translucent only so that it is drawn after the sheet of the active layer


class AttackLines:
    """The attack lines of the cell under the cursor."""

    def __init__(self) -> None:
        self._lines = Tubes(opacity=LINE_OPACITY, closed=False)
        self._marks = Instances(shapes.class_marks(), shiny=False)
        self.props = props_of(self._lines, self._marks)

    def show(self, frame: Frame) -> None:
        """Update the lines."""
        cursor, arrangement = _cursor_of(frame), frame.arrangement
        if frame.picture.overlay is not None and frame.picture.board.d > 2:
            cursor = None  # between the cubes of a density lines could not be followed
        if not self._lines.is_new(cursor, arrangement, frame.theme):
            return
        nothing = np.zeros((0, 3))
        dashes, classes = nothing.reshape(0, 2, 3), np.zeros(0, np.int64)
        lone, lone_classes = nothing, np.zeros(0, np.int64)
        thickness = max(LINE_RADIUS, 0.75 * frame.thickness)
        scale = thickness / LINE_RADIUS
        if cursor is None or len(frame.picture.board.directions) > MOST_DIRECTIONS:
            pass
        elif isinstance(arrangement, Wrapped):
            dashes, classes = attack_curves(arrangement, cursor, scale)
        else:
            lines = attack_lines(frame.picture.board, arrangement, cursor)
            strokes, orders = trimmed(lines, arrangement, cursor)
            if layer_axis(arrangement) is not None:  # straight down runs the line to the floor
                down = np.ptp(strokes[..., :2], axis=1).max(axis=1) < 1e-9
                down &= strokes[:, 1, 2] < strokes[:, 0, 2]
                strokes, orders = strokes[~down], orders[~down]
            dashes, classes = dashed(strokes, orders, scale)
            if layer_axis(arrangement) is None:
                dashes = dashes + (0.0, 0.0, FLOOR + LINE_HEIGHT)
            lone, lone_classes = arrangement.positions(lines.lone), lines.lone_classes
        self._lines.put(dashes, _class_colours(frame.theme, classes), thickness, LINE_SIDES)
        kinds = np.minimum(lone_classes, 4) - 1
        self._marks.put(lone, _class_colours(frame.theme, lone_classes), kinds=kinds)


class Cursor:
    """The outline of the cell under the cursor, its ghost, and a line from there to the floor."""

    def __init__(self, made: QueenShapes) -> None:
        self._made = made
        self._shape: ShapeKey | None = None
        self._casing = Strokes(width=OUTLINE + CASING, opacity=_LATE)
        self._floor_casing = Strokes(width=FLOOR_OUTLINE + CASING, opacity=FLOOR_OPACITY)
        self._floor = Strokes(width=FLOOR_OUTLINE, opacity=FLOOR_OPACITY)
        self._drop = Strokes(width=DROP_WIDTH, opacity=_LATE)
        self._edges = Strokes(width=OUTLINE, opacity=_LATE)
        self._ghost = Instances([shapes.cube(0.66)], translucent=True, closed=True)
        lines = (self._floor_casing, self._floor, self._casing, self._drop, self._edges)
        self.props = props_of(*lines, self._ghost)

    def show(self, frame: Frame) -> None:
        """Update the cursor."""
        cursor, arrangement, picture = _cursor_of(frame), frame.arrangement, frame.picture
        standing = np.concatenate((picture.queens, picture.suggested))
        ghost = cursor is not None and picture.overlay is None and cursor not in standing
        boxed = picture.overlay is not None
        if self._edges.is_new(cursor, arrangement, frame.theme, boxed):
            self._put_outlines(frame, cursor, boxed=boxed)
        shape = shape_key(frame)
        options = frame.options.colour
        if self._ghost.is_new(cursor if ghost else None, arrangement, frame.theme, shape, options):
            self._put_ghost(frame, cursor if ghost else None, shape)

    def _put_outlines(self, frame: Frame, cursor: int | None, *, boxed: bool) -> None:
        here = np.array([] if cursor is None else [cursor], np.int64)
        has_casing = look_of(frame.theme).casing
        casing, yellow = colour("#000000" if has_casing else CURSOR), colour(CURSOR)
        edges, below, drop = _outlines(frame.arrangement, here, boxed=boxed)
        self._edges.put(edges, yellow)
        self._casing.put(edges[: len(edges) * has_casing], casing)
        self._floor.put(below, yellow)
        self._floor_casing.put(below[: len(below) * has_casing], casing)
        self._drop.put(drop, yellow)

    def _put_ghost(self, frame: Frame, cell: int | None, shape: ShapeKey) -> None:
        if cell is not None and shape != self._shape:
            self._shape = shape
            self._ghost.set_shape(self._made.of(shape))
        self._ghost.set_material(look_of(frame.theme))
        there = np.array([] if cell is None else [cell], np.int64)
        shades = np.pad(queen_colours(frame, there), ((0, 0), (0, 1)))
        shades[:, 3] = round(255 * GHOST)
        sizes = np.full(len(there), frame.queen_scale)
        self._ghost.put(frame.arrangement.positions(there), shades, scales=sizes)


def _cursor_of(frame: Frame) -> int | None:
    """Return the cell under the cursor if it is drawn."""
    cursor = frame.picture.cursor
    return None if cursor is None or not frame.arrangement.visible(cursor) else cursor


def _outlines(
    arrangement: Arrangement, here: IntArray, *, boxed: bool
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the outline of at most one cell, that on the floor, and the line between them.

    Each has shape (k, 2, 3). With `boxed` the whole cell is outlined, as the cube of a density
    fills it and those below it hide the floor.
    """
    nothing = np.zeros((0, 2, 3))
    is_flat = layer_axis(arrangement) is None
    if isinstance(arrangement, Wrapped) or not len(here) or (boxed and not is_flat):
        return cell_edges(arrangement, here), nothing, nothing
    place = arrangement.positions(here)[0]
    grid = Grid.of(arrangement)
    if is_flat:
        return _square(place, place[2] + FLOOR + LIFT), nothing, nothing
    below = grid.origins[:, 2] + grid.low[2]
    floor = float(below[below <= place[2]].max(initial=below.min())) + LIFT
    height = place[2] - 0.5 + LIFT
    if height - floor < 0.5:
        return _square(place, height), nothing, nothing
    ends = np.array([[(*place[:2], height), (*place[:2], floor)]])
    scale = max(1.0, (height - floor) / 24)
    drop = dashes_of(ends, tuple(scale * each for each in DROP))
    return _square(place, height), _square(place, floor), drop


def _square(place: FloatArray, height: float) -> FloatArray:
    """Return the outline of a cell at a height, shape (4, 2, 3)."""
    points = shapes.rectangle(place - 0.5, place + 0.5, height)
    return np.stack((points, np.roll(points, -1, axis=0)), axis=1)


def _class_colours(theme: Theme, classes: npt.ArrayLike) -> ColourArray:
    table = np.array([rgb(colour) for colour in theme.lines], dtype=np.uint8)
    colours: ColourArray = table[np.minimum(np.asarray(classes, dtype=np.int64), 4) - 1]
    return colours


class Outlined:
    """The selected cells, and the cells of a clique joined along the axes, or of an odd cycle."""

    def __init__(self) -> None:
        self._selected = Strokes(width=1.6)
        self._cells = Tubes()
        self._links = Tubes()
        self.props = props_of(self._selected, self._cells, self._links)

    def show(self, frame: Frame) -> None:
        """Update the outlines."""
        picture, arrangement = frame.picture, frame.arrangement
        if self._selected.is_new(picture.selected, arrangement, frame.theme):
            cells = frame.drawn(picture.selected)
            self._selected.put(cell_edges(arrangement, cells), colour(frame.theme.accent))
        if self._cells.is_new(picture.clique, picture.cycle, arrangement, frame.theme):
            shade = colour(frame.theme.text)
            clique = np.zeros(0, np.int64) if picture.clique is None else picture.clique
            cells = frame.drawn(clique)
            self._cells.put(cell_edges(arrangement, cells), shade, frame.thickness * 0.7)
            pairs = clique_edges(picture.board, cells)
            if picture.cycle:
                pairs = picture.cycle_pairs
                pairs = pairs[np.isin(pairs, cells).all(axis=1)]
            links, _ = joined(arrangement, pairs)
            self._links.put(links, shade, frame.thickness * 0.45)


def clique_edges(board: Board, cells: IntArray) -> IntArray:
    """Choose the pairs of cells of a clique to join, shape (k, 2).

    Those that differ in one coordinate: the edges of a cube, the arms of a star. A cell without
    any, such as the centre of a cube, is joined to all others.
    """
    first, second = np.triu_indices(len(cells), 1)
    places = board.cells(cells)
    along_axis = (places[first] != places[second]).sum(axis=1) == 1
    lonely = np.ones(len(cells), dtype=np.bool_)
    lonely[first[along_axis]] = lonely[second[along_axis]] = False
    kept = along_axis | lonely[first] | lonely[second]
    return np.stack((cells[first[kept]], cells[second[kept]]), axis=1)
