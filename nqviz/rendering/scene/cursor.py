"""The cell under the cursor with its attack lines, and the clique around it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from vtkmodules.vtkRenderingCore import vtkProp

from nqviz.core.board import Board, IntArray
from nqviz.core.notation import place_text
from nqviz.view.palette import CURSOR, ColourArray, Theme, rgb

from . import shapes
from .actors import Instances, Labels, Strokes
from .frame import Frame, colour, props_of
from .lines import attack_curves, attack_lines, dashed
from .wrapped import Wrapped, cell_edges, joined, raised

MOST_DIRECTIONS = 2_000
"""Of more directions no lines are drawn: in eight dimensions and more they would hide the board."""


class Cursor:
    """The cell under the cursor with its coordinates and its attack lines."""

    def __init__(self) -> None:
        self._edges = Strokes(tubes=True)
        self._rim = Strokes(tubes=True).as_outline()
        self._lines = Strokes(tubes=True)
        self._marks = Instances(shapes.class_marks(), shiny=False)
        self._label = Labels(14, bold=True)

    def props(self) -> list[vtkProp]:
        """Return the actors."""
        return props_of(self._edges, self._rim, self._lines, self._marks, self._label)

    def show(self, frame: Frame) -> None:
        """Update the cursor."""
        cursor, arrangement = frame.picture.cursor, frame.arrangement
        if cursor is not None and not arrangement.visible(cursor):
            cursor = None
        if not self._edges.is_new(cursor, arrangement, frame.theme):
            return
        here = np.array([] if cursor is None else [cursor], np.int64)
        edges = cell_edges(arrangement, here)
        self._edges.put(edges, colour(CURSOR), frame.thickness)
        self._rim.put(edges, colour("#2A2A2A"), frame.thickness * 1.4)
        texts = [] if cursor is None else [place_text(frame.picture.board, cursor)]
        self._label.put(raised(arrangement, here, 0.95), texts, frame.theme.text)
        self._label.on_plates(frame.theme.panel, 0.85)
        self._put_lines(frame, cursor)

    def _put_lines(self, frame: Frame, cursor: int | None) -> None:
        nothing = np.zeros((0, 3))
        if cursor is None or len(frame.picture.board.directions) > MOST_DIRECTIONS:
            self._lines.put(nothing.reshape(0, 2, 3), _class_colours(frame.theme, []))
            self._marks.put(nothing, _class_colours(frame.theme, []), kinds=np.zeros(0, np.int64))
            return
        arrangement = frame.arrangement
        radius = frame.thickness * 0.9
        if isinstance(arrangement, Wrapped):
            dashes, classes = attack_curves(arrangement, cursor, 2.4 * radius)
            self._lines.put(dashes, _class_colours(frame.theme, classes), radius)
            self._marks.put(nothing, _class_colours(frame.theme, []), kinds=np.zeros(0, np.int64))
            return
        lines = attack_lines(frame.picture.board, arrangement, cursor)
        dashes, classes = dashed(lines.segments, lines.segment_classes, 2.4 * radius)
        self._lines.put(dashes, _class_colours(frame.theme, classes), radius)
        self._marks.put(
            arrangement.positions(lines.lone),
            _class_colours(frame.theme, lines.lone_classes),
            kinds=np.minimum(lines.lone_classes, 4) - 1,
        )


def _class_colours(theme: Theme, classes: npt.ArrayLike) -> ColourArray:
    table = np.array([rgb(colour) for colour in theme.lines], dtype=np.uint8)
    colours: ColourArray = table[np.minimum(np.asarray(classes, dtype=np.int64), 4) - 1]
    return colours


class Outlined:
    """The selected cells, and the cells of a clique joined along the axes, or of an odd cycle."""

    def __init__(self) -> None:
        self._selected = Strokes(width=1.6)
        self._cells = Strokes(tubes=True)
        self._links = Strokes(tubes=True)

    def props(self) -> list[vtkProp]:
        """Return the actors."""
        return props_of(self._selected, self._cells, self._links)

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
