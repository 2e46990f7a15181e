"""What belongs together in a scene: queens, conflicts, cursor, free cells, density, cut."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Protocol

import numpy as np
import numpy.typing as npt
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkRenderingAnnotation import vtkScalarBarActor
from vtkmodules.vtkRenderingCore import vtkProp

from ..arrangement import Arrangement, FloatArray
from ..board import IntArray, coordinate_text
from ..palette import (
    CONFLICT,
    CURSOR,
    OUTSIDE,
    ColourArray,
    Theme,
    layer_colours,
    line_style,
    mix,
    rgb,
    viridis,
)
from ..picture import Picture
from . import shapes
from .lines import attack_lines, dashed
from .options import SceneOptions, layer_axis
from .parts import Dots, Instances, Labels, Part, Spheres, Strokes
from .picking import ALL_MARKS, MARK_RADIUS

MOST_PIECES = 3000
"""Beyond this many queens of any style are drawn as spheres, which cost least."""

MOST_MARKS = 20_000
"""Beyond this many marks of free cells are points."""


@dataclass(frozen=True)
class Frame:
    """One state of a scene: what, where, how and in which colours."""

    picture: Picture
    arrangement: Arrangement
    options: SceneOptions
    theme: Theme

    def drawn(self, indices: IntArray) -> IntArray:
        """Leave out the cells that the arrangement does not draw."""
        return indices[self.arrangement.visible(indices)]

    def queen_colours(self, indices: IntArray) -> ColourArray:
        """Give the colours of queens, shape (k, 3)."""
        axis = layer_axis(self.arrangement)
        if axis is None or self.options.colour_by == "theme":
            return np.tile(colour(self.theme.queen), (len(indices), 1))
        board = self.picture.board
        return layer_colours(board.shape[axis])[board.cells(indices)[:, axis]]

    @property
    def active_layer(self) -> int | None:
        """The layer that is pointed at, or the cursor's."""
        axis = layer_axis(self.arrangement)
        if axis is None:
            return None
        if self.options.active_layer is not None or self.picture.cursor is None:
            return self.options.active_layer
        return self.picture.board.cell(self.picture.cursor)[axis]

    @property
    def thickness(self) -> float:
        """The radius of tubes: thin among few cells, still to be seen among many."""
        low, high = self.arrangement.bounds
        return max(0.03, 0.0013 * float((high - low).max()))


class Group(Protocol):
    """Parts of a scene that are brought up to date together."""

    def props(self) -> list[vtkProp]:
        """Give the actors, which stay the same."""

    def show(self, frame: Frame) -> None:
        """Bring the parts up to date where anything changed."""


def colour(name: str) -> ColourArray:
    """Turn ``#RRGGBB`` into an array of shape (3,)."""
    return np.array(rgb(name), dtype=np.uint8)


def _props(*parts: Part) -> list[vtkProp]:
    return [part.prop for part in parts]


class Queens:
    """The queens, the pins of the given ones, and the hollow suggested ones."""

    def __init__(self) -> None:
        self._balls = Spheres()
        self._solids = Instances([shapes.cube(0.66)])
        self._style = "cube"
        self._pins = Instances([shapes.pin()], shiny=False)
        self._hollow = Instances([shapes.hollow_ball(shapes.QUEEN_RADIUS)]).as_lines(1.6)

    def props(self) -> list[vtkProp]:
        """Give the actors."""
        return _props(self._balls, self._solids, self._pins, self._hollow)

    def show(self, frame: Frame) -> None:
        """Bring the queens up to date."""
        picture, arrangement = frame.picture, frame.arrangement
        look = (arrangement, frame.theme, frame.options.colour_by)
        if self._balls.is_new(picture.queens, frame.options.style, *look):
            self._put_queens(frame)
        if self._pins.is_new(picture.given, arrangement, frame.theme):
            given = frame.drawn(picture.given)
            self._pins.put(arrangement.positions(given), colour(frame.theme.foreground))
        if self._hollow.is_new(picture.suggested, *look):
            cells = frame.drawn(picture.suggested)
            paler = frame.queen_colours(cells) * 0.75 + colour(frame.theme.background) * 0.25
            self._hollow.put(arrangement.positions(cells), paler.astype(np.uint8))

    def _put_queens(self, frame: Frame) -> None:
        cells = frame.drawn(frame.picture.queens)
        places = frame.arrangement.positions(cells)
        colours = frame.queen_colours(cells)
        style = frame.options.style if len(cells) <= MOST_PIECES else "sphere"
        if style not in ("sphere", self._style):
            self._solids.set_shape(shapes.queen_piece() if style == "piece" else shapes.cube(0.66))
            self._style = style
        balls = len(cells) if style == "sphere" else 0
        self._balls.put(places[:balls], colours[:balls], shapes.QUEEN_RADIUS)
        self._solids.put(places[balls:], colours[balls:])


class Conflicts:
    """Pairs of queens that attack each other: joined, crossed and outlined."""

    def __init__(self) -> None:
        self._links = Strokes(tubes=True)
        self._crosses = Instances([shapes.jack(1.0, 0.22)], shiny=False)
        self._rims = Instances([shapes.ball(shapes.QUEEN_RADIUS * 1.2)]).as_outline()

    def props(self) -> list[vtkProp]:
        """Give the actors."""
        return _props(self._links, self._crosses, self._rims)

    def show(self, frame: Frame) -> None:
        """Bring the conflicts up to date."""
        picture, arrangement = frame.picture, frame.arrangement
        if not self._links.is_new(picture.conflicts, arrangement):
            return
        pairs = np.fromiter(
            chain.from_iterable(picture.conflicts), np.int64, 2 * len(picture.conflicts)
        ).reshape(-1, 2)
        pairs = pairs[arrangement.visible(pairs).all(axis=1)]
        ends = arrangement.positions(pairs.ravel()).reshape(-1, 2, 3)
        shade = colour(CONFLICT)
        radius = frame.thickness * 2.0
        self._links.put(ends, shade, radius)
        sizes = np.full(len(ends), radius * 4.6)
        self._crosses.put(ends.mean(axis=1), shade, scales=sizes)
        self._rims.put(arrangement.positions(np.unique(pairs)), shade)


class Cursor:
    """The cell under the cursor with its coordinates and its attack lines."""

    def __init__(self) -> None:
        self._edges = Strokes(tubes=True)
        self._rim = Strokes(tubes=True).as_outline()
        self._lines = Strokes(tubes=True)
        self._marks = Instances(shapes.class_marks(), shiny=False)
        self._label = Labels(14, bold=True)

    def props(self) -> list[vtkProp]:
        """Give the actors."""
        return _props(self._edges, self._rim, self._lines, self._marks, self._label)

    def show(self, frame: Frame) -> None:
        """Bring the cursor up to date."""
        cursor, arrangement = frame.picture.cursor, frame.arrangement
        if cursor is not None and not arrangement.visible(cursor):
            cursor = None
        if not self._edges.is_new(cursor, arrangement, frame.theme):
            return
        places = arrangement.positions(np.array([] if cursor is None else [cursor], np.int64))
        edges = (places[:, None, :] + shapes.CORNERS)[:, shapes.BOX_EDGES].reshape(-1, 2, 3)
        self._edges.put(edges, colour(CURSOR), frame.thickness)
        self._rim.put(edges, colour("#2A2A2A"), frame.thickness * 1.4)
        texts = [] if cursor is None else [coordinate_text(frame.picture.board.cell(cursor))]
        self._label.put(places + np.array([0.0, 0.0, 0.95]), texts, frame.theme.foreground)
        self._label.text.SetBackgroundColor(*colour(frame.theme.surface) / 255)
        self._label.text.SetBackgroundOpacity(0.85)
        self._put_lines(frame, cursor)

    def _put_lines(self, frame: Frame, cursor: int | None) -> None:
        nothing = np.zeros((0, 3))
        if cursor is None:
            self._lines.put(nothing.reshape(0, 2, 3), _class_colours([]))
            self._marks.put(nothing, _class_colours([]), kinds=np.zeros(0, np.int64))
            return
        arrangement = frame.arrangement
        lines = attack_lines(frame.picture.board, arrangement, cursor)
        radius = frame.thickness * 0.9
        dashes, classes = dashed(lines.segments, lines.segment_classes, 2.4 * radius)
        self._lines.put(dashes, _class_colours(classes), radius)
        self._marks.put(
            arrangement.positions(lines.lone),
            _class_colours(lines.lone_classes),
            kinds=np.minimum(lines.lone_classes, 4) - 1,
        )


def _class_colours(classes: npt.ArrayLike) -> ColourArray:
    table = np.array([rgb(line_style(order).colour) for order in range(1, 5)], dtype=np.uint8)
    colours: ColourArray = table[np.minimum(np.asarray(classes, dtype=np.int64), 4) - 1]
    return colours


class FreeCells:
    """Small marks on the free cells."""

    def __init__(self) -> None:
        self._balls = Spheres()
        self._dots = Dots(2.0)

    def props(self) -> list[vtkProp]:
        """Give the actors."""
        return _props(self._balls, self._dots)

    def show(self, frame: Frame) -> None:
        """Bring the marks up to date."""
        free = frame.picture.free
        free = np.zeros(0, dtype=np.int64) if free is None else free
        layer = frame.active_layer if len(free) > ALL_MARKS else None
        if not self._balls.is_new(free, layer, frame.arrangement, frame.theme):
            return
        axis = layer_axis(frame.arrangement)
        if layer is not None and axis is not None:
            free = free[frame.picture.board.cells(free)[:, axis] == layer]
        places = frame.arrangement.positions(frame.drawn(free))
        shade = colour(mix(frame.theme.background, frame.theme.foreground, 0.36))
        few = len(places) if len(places) <= MOST_MARKS else 0
        self._balls.put(places[:few], shade, MARK_RADIUS)
        self._dots.put(places[few:], shade)


class Density:
    """Cubes as large and as bright as the share of placements that use a cell, with a legend."""

    def __init__(self) -> None:
        self._cubes = Instances([shapes.cube(1.0)], shiny=False).as_key()
        self._never = Instances([shapes.jack(0.13, 0.018)], shiny=False)
        self._table = vtkLookupTable()
        self.legend = vtkScalarBarActor()
        self.legend.SetLookupTable(self._table)
        self.legend.VisibilityOff()
        self.legend.UnconstrainedFontSizeOn()
        self.legend.SetNumberOfLabels(5)
        self.legend.SetPosition(0.89, 0.2)
        self.legend.SetWidth(0.075)
        self.legend.SetHeight(0.6)
        self.legend.SetBarRatio(0.3)
        self.legend.SetVerticalTitleSeparation(10)

    def props(self) -> list[vtkProp]:
        """Give the actors."""
        return [*_props(self._cubes, self._never), self.legend]

    def show(self, frame: Frame) -> None:
        """Bring the density up to date; a queen stands in place of its cell's cube."""
        picture, arrangement = frame.picture, frame.arrangement
        key = (picture.density, picture.density_total, picture.queens)
        if not self._cubes.is_new(*key, arrangement, frame.theme):
            return
        values = picture.density
        self.legend.SetVisibility(values is not None)
        if values is None:
            values, cells = np.zeros(0), np.zeros(0, dtype=np.int64)
        else:
            cells = np.setdiff1d(np.arange(len(values)), picture.queens)
            self._put_legend(values, picture.density_total, frame.theme)
        cells = frame.drawn(cells)
        used = cells[values[cells] > 0]
        shares = values[used] / max(values.max(initial=0.0), 1.0)
        self._cubes.put(
            arrangement.positions(used), viridis(shares), scales=shapes.density_sides(shares)
        )
        never = cells[values[cells] == 0][:MOST_MARKS]
        self._never.put(arrangement.positions(never), colour(frame.theme.muted))

    def _put_legend(self, values: FloatArray, total: int, theme: Theme) -> None:
        steps = np.linspace(0.0, 1.0, 256)
        self._table.SetNumberOfTableValues(256)
        for place, shade in enumerate(viridis(steps) / 255):
            self._table.SetTableValue(place, (*shade.tolist(), 1.0))
        largest = float(values.max(initial=0.0))
        self._table.SetTableRange(0.0, max(largest, 1.0))
        self.legend.SetNumberOfLabels(int(min(5, max(largest, 1.0) + 1)))
        self.legend.SetLabelFormat("{:.0f}")
        self.legend.SetTitle(f"uses\nof {total:,}" if total else "uses")
        for text in (self.legend.GetTitleTextProperty(), self.legend.GetLabelTextProperty()):
            text.SetColor(*colour(theme.foreground) / 255)
            text.SetFontFamilyToArial()
            text.SetFontSize(13)
            text.ItalicOff()
            text.BoldOff()
            text.ShadowOff()


class Cut:
    """What a cut throws away: queens small, grey and crossed, deleted cells under a grey grid."""

    def __init__(self) -> None:
        self._balls = Spheres()
        self._crosses = Instances([shapes.jack(0.34, 0.03)], shiny=False)
        self._deleted = Instances([shapes.cube(0.22)], shiny=False)
        self._window = Strokes(tubes=True)

    def props(self) -> list[vtkProp]:
        """Give the actors."""
        return _props(self._balls, self._crosses, self._deleted, self._window)

    def show(self, frame: Frame) -> None:
        """Bring the cut up to date."""
        picture, arrangement = frame.picture, frame.arrangement
        if self._balls.is_new(picture.dropped, arrangement):
            places = arrangement.positions(frame.drawn(picture.dropped))
            self._balls.put(places, colour(OUTSIDE), 0.22)
            self._crosses.put(places, colour(mix(OUTSIDE, "#000000", 0.35)))
        if self._deleted.is_new(picture.outside, arrangement, frame.theme):
            self._put_outside(frame)

    def _put_outside(self, frame: Frame) -> None:
        outside = frame.picture.outside
        everything = np.zeros(0, np.int64) if outside is None else np.flatnonzero(outside)
        places = frame.arrangement.positions(frame.drawn(everything)[:MOST_MARKS])
        shade = colour(mix(frame.theme.background, OUTSIDE, 0.6))
        self._deleted.put(places, shade, scales=np.full(len(places), 0.45))
        edges = np.zeros((0, 2, 3))
        if outside is not None and not outside.all():
            kept = frame.arrangement.positions(frame.drawn(np.flatnonzero(~outside)))
            if len(kept):
                low, high = kept.min(axis=0) - 0.5, kept.max(axis=0) + 0.5
                edges = (low + (shapes.CORNERS + 0.5) * (high - low))[shapes.BOX_EDGES]
        self._window.put(edges, colour(frame.theme.muted), frame.thickness * 0.8)
