"""Queens and boards as closed meshes, for printing and for other applications.

Each queen is one closed surface of revolution. With a stand it goes on downwards as a thin rod,
to the queen below it or into the plate under the board, so that all of it holds together.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import LIGHT, Theme, rgb

from .colouring import attacks_on_queens, queen_colours
from .frame import Frame
from .lattice import Grid
from .options import SceneOptions, layer_axis
from .plates import GROOVE_DEPTH, MOST_ENGRAVED, engraved_plate
from .shapes import CORNERS, QUEEN_RADIUS, TURNED_QUEEN
from .wrapped import Wrapped

ROD, THICKEST_ROD = 0.1, 0.25
"""The least and the largest radius of a rod, in cells."""
LEAST_ROD = 1.2
"""The least diameter of a rod in millimetres, where it is not thicker than the thickest."""
SLENDER = 40.0
"""How many times longer than thick the rods of a high board are at most, where they can be."""
PLATE, PLATE_MARGIN = 0.3, 0.3
"""How thick a plate is, and how far it goes beyond the cells, in cells."""
BAR = 0.03
CUBE_SIDE = 0.66
WALLS = {
    "piece": 2 * float(TURNED_QUEEN[1:-2, 0].min()),  # below its point
    "sphere": 2 * QUEEN_RADIUS,
    "cube": CUBE_SIDE,
}
"""How thick queens are at their thinnest, in cells."""
MOST_BODIES = 60_000
DETAIL = ((500, 32), (4000, 20), (MOST_BODIES, 12))
"""Up to how many queens each has how many sides."""

_BOX_FACES = np.array(
    [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)]
    + [(2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
)

Colour = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Bodies:
    """One closed surface at several places."""

    points: FloatArray
    """In cells, round the origin. Shape (v, 3)."""
    faces: IntArray
    """Corners of triangles, anticlockwise as seen from outside. Shape (f, 3)."""
    places: FloatArray
    """Shape (k, 3)."""
    names: tuple[str, ...]
    """One for each place."""
    colour: Colour
    smooth: bool = False
    """Whether neighbouring faces are meant as one curved surface."""
    wall: float = 0.0
    """How thick it is at its thinnest, in cells; the round ends of queens do not count."""


def board_bodies(
    picture: BoardView,
    arrangement: Arrangement,
    options: SceneOptions,
    *,
    stand: bool,
    theme: Theme = LIGHT,
    cell: float = 8.0,
) -> list[Bodies]:
    """Return the bodies of all queens that are drawn and of what holds or frames them.

    `arrangement`: where the cells are, in three dimensions or on a flat board.
    `options`: the style and the colours of the queens.
    `stand`: rods and a plate under each block, so that it can be printed; a frame without it.
    `cell`: millimetres in a cell, by which rods are thick enough.
    Raises InputError if there are too many queens, or the board lies on a torus or in more than two
    levels.
    """
    if isinstance(arrangement, Wrapped):
        raise InputError("a board that is laid on a torus has no solid: lay it flat first")
    frame = Frame.of(picture, arrangement, options, theme, attacks_on_queens, 1.0)
    cells = frame.drawn(frame.picture.queens)
    if len(cells) > MOST_BODIES:
        raise InputError(
            f"{counted(len(cells), picture.board.piece)} are too many for a solid; at most"
            f" {MOST_BODIES:,}"
        )
    heights = np.unique(np.round(arrangement.block_origins[:, 2], 6))
    if stand and len(heights) > 1:
        raise InputError(
            f"blocks of the {picture.board} stand above each other: without a stand only"
        )
    grid = Grid.of(arrangement)
    floor = float(grid.low[2])
    rod = rod_radius(cell, float(grid.high[2]) - floor)
    bodies = _queens(frame, cells, floor if stand else None, rod)
    is_flat = layer_axis(arrangement) is None
    colour = rgb(theme.lattice if stand else theme.text_3)
    lows, highs = grid.origins + grid.low, grid.origins + grid.high
    for number, (low, high) in enumerate(zip(lows, highs, strict=True), start=1):
        if stand:
            below = np.array((PLATE_MARGIN, PLATE_MARGIN, PLATE))
            top = np.array((*(high[:2] + PLATE_MARGIN), floor))
            plate = _plate if is_flat and max(high - low) <= MOST_ENGRAVED else _box
            bodies.append(plate(low - below, top, f"plate {number}", colour))
        elif options.lattice:
            bodies += _bars(low, high, f"frame {number}", colour)
    return bodies


def rod_radius(cell: float, height: float) -> float:
    """Return the radius of rods in cells: thick enough to print, and thicker on high boards.

    `cell`: millimetres in a cell. `height`: that of the board, in cells.
    """
    return min(THICKEST_ROD, max(ROD, LEAST_ROD / 2 / cell, height / (2 * SLENDER)))


def _queens(frame: Frame, cells: IntArray, floor: float | None, rod: float) -> list[Bodies]:
    """Group queens whose meshes have the same shape and colour."""
    picture, style = frame.picture, frame.options.style
    if style == "auto":
        style = frame.style
    colours = queen_colours(frame, cells)
    places = frame.arrangement.positions(cells)
    feet = np.full(len(cells), np.inf) if floor is None else _feet(places, floor)
    sides = next(count for most, count in DETAIL if len(cells) <= most)
    groups: defaultdict[tuple[Colour, float], list[int]] = defaultdict(list)
    for row, (colour, foot) in enumerate(zip(colours.tolist(), feet.tolist(), strict=True)):
        groups[(colour[0], colour[1], colour[2]), round(foot, 6)].append(row)
    given = set(picture.given.tolist())
    bodies = []
    for (colour, foot), rows in groups.items():
        points, faces, wall = _queen(style, sides, foot, rod)
        names = tuple(
            f"{'given ' if cells[row] in given else ''}{picture.board.piece}"
            f" {coordinate_text(picture.board.cell(cells[row]))}"
            for row in rows
        )
        bodies.append(Bodies(points, faces, places[rows], names, colour, style != "cube", wall))
    return bodies


def _feet(places: FloatArray, floor: float) -> FloatArray:
    """Return how far below its queen each rod ends: in the queen below it, or in the plate."""
    order = np.lexsort((places[:, 2], places[:, 1], places[:, 0]))
    ends = np.full(len(places), floor - PLATE / 2)
    same = (np.diff(places[order][:, :2], axis=0) == 0).all(axis=1)
    ends[order[1:][same]] = places[order[:-1][same], 2]
    return ends - places[:, 2]


def _queen(style: str, sides: int, foot: float, rod: float) -> tuple[FloatArray, IntArray, float]:
    """Return one queen round the origin, with a rod down to a foot if that lies below it.

    The last value is how thick it is at its thinnest, but for its round or pointed ends.
    """
    wall = WALLS[style]
    if style == "cube":
        half, sides = CUBE_SIDE / 2, 4
        profile = np.array([(half * np.sqrt(2), -half), (half * np.sqrt(2), half)])
        low, high = -half, half
    elif style == "piece":
        profile = TURNED_QUEEN
        low, high = float(profile[0, 1]), float(profile[-1, 1])
    else:
        angles = np.linspace(-np.pi / 2, np.pi / 2, sides // 2 + 1)[1:-1]
        profile = QUEEN_RADIUS * np.stack((np.cos(angles), np.sin(angles)), axis=1)
        low, high = -QUEEN_RADIUS, QUEEN_RADIUS
    if foot < low:
        wall = min(wall, 2 * rod)
        rod *= np.sqrt(2) if style == "cube" else 1.0
        meets = -np.sqrt(QUEEN_RADIUS**2 - rod**2) if style == "sphere" else low
        above = profile[np.argmax(profile[:, 0] > rod) :]
        profile = np.concatenate(([(rod, foot), (rod, meets)], above))
        low = foot
    points, faces = turned(profile, low, high, sides)
    return points, faces, wall


def turned(profile: FloatArray, low: float, high: float, sides: int) -> tuple[FloatArray, IntArray]:
    """Turn a profile about the upright axis into a closed surface of triangles.

    `profile`, shape (k, 2): radius, above 0, and height of each circle, from below.
    `low`, `high`: the heights of the two ends on the axis.
    Returns `points`, shape (k * sides + 2, 3); `faces`, shape (f, 3).
    """
    angles = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    circle = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    circles = np.concatenate(
        (
            profile[:, None, :1] * circle,
            np.broadcast_to(profile[:, None, 1:], (len(profile), sides, 1)),
        ),
        axis=2,
    ).reshape(-1, 3)
    points = np.concatenate((circles, [(0.0, 0.0, low), (0.0, 0.0, high)]))
    here = np.arange(sides)
    following = (here + 1) % sides
    foot, top = len(points) - 2, len(points) - 1
    last = (len(profile) - 1) * sides
    faces = [
        np.stack((np.full(sides, foot), following, here), axis=1),
        np.stack((np.full(sides, top), last + here, last + following), axis=1),
    ]
    for row in range(len(profile) - 1):
        a, b = row * sides + here, row * sides + following
        c, d = a + sides, b + sides
        faces += [np.stack((a, b, d), axis=1), np.stack((a, d, c), axis=1)]
    return points, np.concatenate(faces)


def _box(low: FloatArray, high: FloatArray, name: str, colour: Colour) -> Bodies:
    points = CORNERS * (high - low)
    wall = float((high - low).min())
    return Bodies(points, _BOX_FACES, ((low + high) / 2)[None], (name,), colour, wall=wall)


def _plate(low: FloatArray, high: FloatArray, name: str, colour: Colour) -> Bodies:
    """Return a plate with the grid of a flat board engraved."""
    lines = [np.arange(low[k] + PLATE_MARGIN, high[k] - PLATE_MARGIN + 0.5) for k in range(2)]
    points, faces = engraved_plate(low, high, (lines[0], lines[1]))
    wall = float(high[2] - low[2]) - GROOVE_DEPTH
    return Bodies(points, faces, np.zeros((1, 3)), (name,), colour, wall=wall)


def _bars(low: FloatArray, high: FloatArray, name: str, colour: Colour) -> list[Bodies]:
    """Return the twelve edges of a box as thin bars, and the eight of a flat one."""
    middle, half = (low + high) / 2, (high - low) / 2
    bars = []
    for axis in range(3):
        others = [other for other in range(3) if other != axis]
        size = np.full(3, 2 * BAR)
        # Level bars end inside the posts, so that no two bodies have a corner in common.
        size[axis] = 2 * half[axis] + (2 * BAR if axis == 2 else 0.0)
        places = np.tile(middle, (4, 1))
        for row, (a, b) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1))):
            places[row, others] += np.array((a, b)) * half[others]
        places = np.unique(places, axis=0)  # of a flat board, the upper bars are the lower ones
        names = tuple(f"{name} {'xyz'[axis]}{row}" for row in range(1, len(places) + 1))
        bars.append(Bodies(CORNERS * size, _BOX_FACES, places, names, colour, wall=2 * BAR))
    return bars


def joined(bodies: list[Bodies]) -> tuple[FloatArray, IntArray, npt.NDArray[np.uint8], IntArray]:
    """Join all meshes into one.

    Returns `points`, shape (v, 3); `faces`, shape (f, 3); `colours`, shape (f, 3); `numbers`, shape
    (f,): the (0-based) body that each face belongs to.
    """
    points: list[FloatArray] = [np.zeros((0, 3))]
    faces: list[IntArray] = [np.zeros((0, 3), np.int64)]
    colours: list[npt.NDArray[np.uint8]] = [np.zeros((0, 3), np.uint8)]
    numbers: list[IntArray] = [np.zeros(0, np.int64)]
    corners = number = 0
    for group in bodies:
        count, size = len(group.places), len(group.points)
        points.append((group.places[:, None] + group.points).reshape(-1, 3))
        starts = corners + size * np.arange(count)
        faces.append((starts[:, None, None] + group.faces).reshape(-1, 3))
        colours.append(np.tile(np.array(group.colour, np.uint8), (count * len(group.faces), 1)))
        numbers.append(np.repeat(number + np.arange(count), len(group.faces)))
        corners, number = corners + count * size, number + count
    return (
        np.concatenate(points),
        np.concatenate(faces),
        np.concatenate(colours),
        np.concatenate(numbers),
    )
