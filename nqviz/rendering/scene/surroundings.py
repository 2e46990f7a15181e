"""The board itself: boxes, grids, squares and the texts along the edges."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from vtkmodules.vtkRenderingCore import vtkProp

from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import mix

from .actors import Labels, Strokes, Tiles
from .frame import Frame, colour, props_of
from .labels import block_labels, coordinate_labels, torus_labels
from .lattice import MAX_TILES, MOST_BLOCKS, MOST_LINES, RIM, Grid
from .options import layer_axis
from .wrapped import Wrapped

_EDGE_ON = 0.96  # cosine beyond which a row of labels is seen from its end

NUMBER_ROOM = np.array((17.0, 13.0))
"""How far apart, across or up, numbers along an edge are, in pixels of a plain screen."""

MOST_GRID_LINES = 4000
"""Beyond this many the grids on the ground are left out."""


class Surroundings:
    """The empty board."""

    def __init__(self) -> None:
        self._lines = Strokes(width=1.0)
        self._layer = Strokes(width=1.6)
        self._tiles = Tiles()
        self._surface = Tiles(lit=True)
        self._texts: list[list[str]] = [[], [], []]
        self._steps = [1, 1, 1]
        self._torus_labels: list[tuple[FloatArray, list[str], FloatArray]] = []
        self._numbers = [Labels(12) for _ in range(3)]
        self._names = [Labels(14, bold=True) for _ in range(3)]
        self._blocks = Labels(13)

    def props(self) -> list[vtkProp]:
        """Return the actors."""
        texts = [*self._numbers, *self._names, self._blocks]
        return props_of(self._tiles, self._surface, self._lines, self._layer, *texts)

    def show(self, frame: Frame) -> None:
        """Update the board."""
        arrangement, theme, options = frame.arrangement, frame.theme, frame.options
        if self._lines.is_new(arrangement, theme, options.lattice):
            self._put_lattice(frame)
        block = _block_of_cursor(frame)
        if self._layer.is_new(arrangement, theme, options.lattice, frame.active_layer, block):
            self._put_layer(frame, block)
        if self._blocks.is_new(arrangement, theme, options.labels):
            self._put_labels(frame)

    def _put_lattice(self, frame: Frame) -> None:
        theme = frame.theme
        nothing = np.zeros((0, 2, 3))
        self._surface.put(np.zeros((0, 4, 3)), colour(theme.lattice))
        if isinstance(frame.arrangement, Wrapped):
            self._put_torus(frame, frame.arrangement)
            return
        grid = Grid.of(frame.arrangement)
        if not frame.options.lattice:
            self._lines.put(nothing, colour(theme.lattice))
            self._tiles.put(np.zeros((0, 4, 3)), colour(theme.lattice))
            return
        if layer_axis(frame.arrangement) is None:
            squares, dark = grid.tiles()
            pale = colour(mix(theme.background, theme.lattice, 0.12))
            deep = colour(mix(theme.background, theme.lattice, 0.62))
            self._tiles.put(squares, np.where(dark[:, None], deep, pale))
            rims = grid.in_all_blocks(grid.rim(float(grid.low[2]) + RIM))
            self._lines.put(rims, colour(theme.text_3))
            return
        self._tiles.put(np.zeros((0, 4, 3)), colour(theme.lattice))
        boxes, floors = grid.boxes(), grid.floors()
        if len(floors) > MOST_GRID_LINES:
            floors = nothing
        strong = colour(mix(theme.lattice, theme.text_3, 0.35))
        faint = colour(mix(theme.background, theme.lattice, 0.75))
        shades = np.concatenate(
            (np.tile(faint, (len(floors), 1)), np.tile(strong, (len(boxes), 1)))
        )
        self._lines.put(np.concatenate((floors, boxes)), shades)

    def _put_torus(self, frame: Frame, arrangement: Wrapped) -> None:
        """Draw the surface, lines between cells, and stronger ones where coordinates begin."""
        theme, sides = frame.theme, arrangement.board.shape
        squares, dark = arrangement.patches(MAX_TILES)
        pale = colour(mix(theme.background, theme.lattice, 0.3))
        deep = colour(mix(theme.background, theme.lattice, 0.95))
        self._surface.put(squares, np.where(dark[:, None], deep, pale))
        self._tiles.put(np.zeros((0, 4, 3)), pale)
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

    def _put_layer(self, frame: Frame, block: FloatArray | None) -> None:
        """Outline the active layer: in every block, among very many in the cursor's alone."""
        segments: FloatArray = np.zeros((0, 2, 3))
        theme, layer = frame.theme, frame.active_layer
        axis = layer_axis(frame.arrangement)
        shades = colour(theme.accent)
        if frame.options.lattice and layer is not None and axis is not None:
            grid = Grid.of(frame.arrangement)
            low, high = frame.arrangement.ranges.get(axis, (0, frame.picture.board.shape[axis] - 1))
            if low <= layer <= high:
                height = float(grid.layers[layer - low, 0])
                inner, rim = grid.sheet(height), grid.rim(height)
                one = np.concatenate(
                    (
                        np.tile(colour(mix(theme.background, theme.text_3, 0.32)), (len(inner), 1)),
                        np.tile(colour(theme.accent), (len(rim), 1)),
                    )
                )
                origins = block if grid.is_coarse else grid.origins
                if origins is not None:
                    sheet = np.concatenate((inner, rim))
                    segments = (origins[:, None, None, :] + sheet).reshape(-1, 2, 3)
                    shades = np.tile(one, (len(origins), 1))
        self._layer.put(segments, shades)

    def _put_labels(self, frame: Frame) -> None:
        arrangement = frame.arrangement
        self._torus_labels = []
        labels = []
        if frame.options.labels and isinstance(arrangement, Wrapped):
            self._torus_labels = torus_labels(arrangement)
            labels = [(points, texts) for points, texts, _ in self._torus_labels]
        elif frame.options.labels:
            labels = coordinate_labels(arrangement)
        nothing = (np.zeros((0, 3)), list[str]())
        for place in range(3):
            points, texts = labels[place] if place < len(labels) else nothing
            self._numbers[place].put(points[:-1], texts[:-1], frame.theme.text_3)
            self._texts[place], self._steps[place] = texts[:-1], 1
            self._names[place].put(points[-1:], texts[-1:], frame.theme.text)
        points, texts = block_labels(arrangement) if frame.options.labels else nothing
        self._blocks.put(points, texts, frame.theme.text)
        self._blocks.on_plates(frame.theme.panel, 0.7)

    def text_places(self) -> list[FloatArray]:
        """Return the points where texts are written, each (k, 3)."""
        return [part.places for part in (*self._numbers, *self._names, self._blocks)]

    def thin(self, project: Callable[[FloatArray], FloatArray], scale: float) -> None:
        """Write fewer numbers along an edge that is so short on the picture that they would touch.

        Parameters
        ----------
        project : callable
            Gives the pixels of points, shape (k, 3), as rows (x, y).
        scale : float
            How many times their plain size texts have.
        """
        if self._torus_labels:
            return
        pixels = project(np.concatenate([part.places for part in self._numbers]))
        pixels /= NUMBER_ROOM * scale
        for place, part in enumerate(self._numbers):
            here, pixels = np.split(pixels, [len(part.places)])
            if len(here) < 2:
                continue
            apart = np.abs(here[1:] - here[:-1])
            step = int(np.ceil(1 / max(float(apart.max(axis=1).min()), 1e-3)))
            step = min(step, len(part.places) - 1)
            if step != self._steps[place]:
                self._steps[place] = step
                part.put_again(part.places[::step], self._texts[place][::step])

    def face(self, direction: FloatArray) -> None:
        """Hide the rows of labels that are seen from their end, where they would pile up."""
        for place, (points, texts, normals) in enumerate(self._torus_labels):
            facing = normals @ direction > 0.15
            for part, chosen in (
                (self._numbers[place], np.flatnonzero(facing[:-1])),
                (self._names[place], np.flatnonzero(facing[-1:]) + len(points) - 1),
            ):
                part.put_again(points[chosen], [texts[k] for k in chosen.tolist()])
        if self._torus_labels:
            return
        for place in range(3):
            for part in (self._numbers[place], self._names[place]):
                filled = len(part.places) > 0
                part.prop.SetVisibility(filled and abs(float(direction[place])) < _EDGE_ON)


def _block_of_cursor(frame: Frame) -> FloatArray | None:
    """Return where the block of the cursor begins, shape (1, 3), where blocks are very many."""
    arrangement, cursor = frame.arrangement, frame.picture.cursor
    if cursor is None or len(arrangement.blocks) <= MOST_BLOCKS or not arrangement.visible(cursor):
        return None
    cell = np.array(arrangement.board.cell(cursor))
    cell[list(arrangement.shown)] = 0
    return arrangement.positions(arrangement.board.indices(cell[None]))
