"""The small shapes that a scene repeats: pieces, rings, crosses. The unit is a cell."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt
import pyvista as pv

from nqviz.core.shipped import shipped_text
from nqviz.view.arrangement import FloatArray

QUEEN_RADIUS = 0.38
"""The radius of a queen's sphere."""

CORNERS: FloatArray = np.array(
    [[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
)
BOX_EDGES: npt.NDArray[np.int64] = np.array(
    [
        (first, second)
        for first in range(8)
        for second in range(first + 1, 8)
        if (first ^ second).bit_count() == 1
    ]
)
"""The twelve edges of a box, as pairs of rows of `CORNERS`."""
SQUARE: FloatArray = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
"""The corners of a square, one after another."""

PIECE_SCALE = 1.1
"""How many times the size of `PROFILE` queens are drawn."""

_QUEEN = json.loads(shipped_text("reference", "queen.json"))
PROFILE: FloatArray = np.array(_QUEEN["outline"])
"""The outline of a queen from foot to crown: pairs of radius and height."""

# The balls of the crown: how many stand in a ring, its radius, their height and radius.
_BALLS = ((9, 0.203, 0.385, 0.034), (1, 0.0, 0.375, 0.075), (1, 0.0, 0.462, 0.032))

_BALL_SIDES = ((12, 8), (7, 5), (4, 3))  # of fine, plain and coarse balls
_FAR_BALLS = ((1, 0.0, 0.405, 0.10),)

SHARP = 50.0
"""Degrees between two faces from which on the edge between them is not shaded smooth."""

RING_DEPTH = 0.425
"""How far below the centre of its cell the ring of a given queen lies."""

TURNED_QUEEN: FloatArray = np.concatenate(
    (PROFILE[1:-2], [(0.12, 0.338), (0.075, 0.36), (0.075, 0.39), (0.05, 0.43), (0.02, 0.47)])
)
"""The outline of a queen that is one surface, without balls: its rings from foot to crown."""

FINE_SIDES, PLAIN_SIDES, SIDES = 40, 20, (6, 8, 10, 12, 14)
"""Sides of a few queens, of many, and where no graphics card draws by how close they are, as a row
of `CLOSE`."""

QUICK_SIDES = (5, 5, 8, 8)
"""Sides while the camera moves, without a graphics card, as a row of `CLOSE`."""

Outline = Literal["fine", "near", "coarse", "far", "tiny", "quick"]
_OUTLINES: dict[Outline, list[int]] = {
    "fine": list(range(len(PROFILE))),
    **{name: _QUEEN[name] for name in get_args(Outline)[1:]},
}
"""The points of the outline that are drawn; see the file."""


def rectangle(low: FloatArray, high: FloatArray, height: float) -> FloatArray:
    """Return the corners, shape (4, 3), of a level rectangle between two points at a height."""
    return np.column_stack((np.where(SQUARE > 0, high[:2], low[:2]), np.full(4, height)))


def queen_piece(sides: int, outline: Outline = "fine", *, crown: bool = True) -> pv.PolyData:
    """Return a chess queen that stands upright in its cell.

    It is made by NumPy alone: filters of PyVista take twenty times as long, and the window would
    stand still for them when a search finds its first queens.

    `sides`: the sides of its body.
    `outline`: "near" leaves out what is not seen of a queen below a hundred pixels, "coarse" of a
    small one, "far" of one a few pixels high, "tiny" of one still smaller, "quick" of such ones
    while the camera moves.
    `crown`: whether a ring of balls is on it; far ones have none.
    """
    parts = [_turned(*_shaded(PROFILE[_OUTLINES[outline]], sides), sides)]
    around, along = _BALL_SIDES[2 if outline != "fine" else int(sides < FINE_SIDES)]
    heights = np.linspace(-np.pi / 2, np.pi / 2, along)
    half = np.stack((np.cos(heights), np.sin(heights)), axis=1)
    half[[0, -1], 0] = 0.0
    points, normals, faces = _turned(half, half, around)
    balls: tuple[tuple[int, float, float, float], ...] = _BALLS if crown else _BALLS[1:]
    if outline in ("far", "tiny", "quick"):
        balls = _FAR_BALLS
    for count, reach, height, radius in balls:
        for angle in np.arange(count) * 2 * np.pi / count:
            place = reach * np.cos(angle), reach * np.sin(angle), height
            parts.append((radius * points + place, normals, faces))
    starts = np.cumsum([0, *(len(part[0]) for part in parts)])
    faces = np.concatenate([part[2] + start for part, start in zip(parts, starts, strict=False)])
    places, directions = (np.concatenate([part[k] for part in parts]) for k in (0, 1))
    # Points on the axis, which are turned in place, are kept once: each is worked out per queen.
    points, corners = np.unique(np.hstack((places, directions)), axis=0, return_inverse=True)
    faces = corners.reshape(-1)[faces]
    triangles = np.insert(faces, 0, faces.shape[1], axis=1)  # the number of corners comes first
    scaled = (PIECE_SCALE * points[:, :3]).astype(np.float32)
    piece: pv.PolyData = pv.PolyData(scaled, faces=triangles)
    piece.point_data.active_normals = points[:, 3:]
    return piece


def outline(shape: pv.PolyData, width: float) -> pv.PolyData:
    """Return a shape whose points are moved outwards by a width."""
    thicker: pv.PolyData = shape.copy()
    normals = shape.point_data.active_normals
    if normals is not None:
        thicker.points += width * normals
    return thicker


def cube(side: float) -> pv.PolyData:
    """Return a cube."""
    return pv.Cube(x_length=side, y_length=side, z_length=side, clean=False)


def ball(radius: float) -> pv.PolyData:
    """Return a sphere of few faces."""
    return pv.Sphere(radius=radius, theta_resolution=18, phi_resolution=14)


def given_mark() -> pv.PolyData:
    """Return the mark of a given queen: a ring around its foot."""
    torus = pv.ParametricTorus(
        ringradius=0.4, crosssectionradius=0.044, u_res=40, v_res=10, w_res=10
    )
    return torus.translate((0.0, 0.0, -RING_DEPTH), inplace=True)


def density_sides(shares: FloatArray) -> FloatArray:
    """Return the sides of cubes whose volumes are in proportion to shares of the largest value.

    The smallest are kept large enough to be seen.
    Shape (k,), as `shares`.
    """
    return np.maximum(0.78 * np.cbrt(shares), 0.14)


def jack(reach: float, radius: float) -> pv.PolyData:
    """Return a cross that looks like an X from every side: the four diagonals of a cube."""
    ends = CORNERS * 2 * reach / np.sqrt(3)
    diagonals = [np.stack((ends[i], ends[7 - i])) for i in range(4)]
    cross: pv.PolyData = _lines(diagonals).tube(radius=radius, n_sides=6, capping=True)
    return cross


def diamond(radius: float) -> pv.PolyData:
    """Return an octahedron with its corners on the axes: a diamond from every side."""
    model = pv.PlatonicSolid("octahedron", radius=radius)
    model.clear_data()
    turned: pv.PolyData = model.rotate_z(45.0).compute_normals(split_vertices=True)
    return turned


def class_marks() -> list[pv.PolyData]:
    """Return one solid for each class of line: cube, octahedron, tetrahedron, ball of few faces."""
    kinds = (("octahedron", 0.16), ("tetrahedron", 0.16), ("icosahedron", 0.13))
    shapes = [cube(0.19), *(pv.PlatonicSolid(kind, radius=radius) for kind, radius in kinds)]
    for shape in shapes:
        shape.clear_data()
    return shapes


def attacked_queens() -> list[pv.PolyData]:
    """Return one solid for queens attacked once, twice and more often: 4, 8 and 6 faces."""
    models = [
        pv.PlatonicSolid("tetrahedron", radius=0.56),
        pv.PlatonicSolid("octahedron", radius=0.5),
    ]
    for model in models:
        model.clear_data()
    return [*(model.compute_normals(split_vertices=True) for model in models), cube(0.6)]


def _shaded(profile: FloatArray, sides: int) -> tuple[FloatArray, FloatArray]:
    """Return a profile and its normals, with each edge sharper than `SHARP` as two points.

    Normals are the means of those of the faces around a point.
    Arrays of shape (k, 2): radius and height.
    """
    flat = np.cos(np.pi / sides)  # the middle of a side is nearer to the axis than its ends
    along = np.diff(profile, axis=0)
    faces = np.stack((along[:, 1], -flat * along[:, 0]), axis=1)
    faces /= np.linalg.norm(faces, axis=1, keepdims=True)
    is_smooth = (faces[:-1] * faces[1:]).sum(axis=1) > np.cos(np.radians(SHARP))
    points, normals = np.repeat(profile, 2, axis=0)[1:-1], np.repeat(faces, 2, axis=0)
    normals[1:-1:2][is_smooth] += normals[2::2][is_smooth]
    is_kept = np.ones(len(points), np.bool_)
    is_kept[2::2] = ~is_smooth
    points, normals = points[is_kept], normals[is_kept] * (flat, 1.0)
    normals[points[:, 0] == 0, 0] = 0.0
    return points, normals / np.linalg.norm(normals, axis=1, keepdims=True)


def _turned(
    profile: FloatArray, normals: FloatArray, sides: int
) -> tuple[FloatArray, FloatArray, npt.NDArray[np.int64]]:
    """Turn a profile with its normals about the upright axis, from its foot up.

    `profile`, `normals`, shape (k, 2): radius and height.
    Returns `points`, `normals`, shape (k sides, 3); `faces`, shape (t, 3): triangles,
    anticlockwise as seen from outside.
    """
    angles = np.arange(sides) * 2 * np.pi / sides
    across = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    spun = [
        np.dstack((pairs[:, None, :1] * across, np.repeat(pairs[:, 1:], sides, axis=1)))
        for pairs in (profile, normals)
    ]
    here = np.arange(sides)
    then = (here + 1) % sides
    faces = []
    for row, (low, high) in enumerate(pairwise(profile)):
        a, b, c, d = (row * sides + each for each in (here, then, here + sides, then + sides))
        if (low != high).any():  # else it is a sharp edge
            faces += [np.stack((a, b, d), axis=1)] if low[0] > 0 else []
            faces += [np.stack((a, d, c), axis=1)] if high[0] > 0 else []
    return spun[0].reshape(-1, 3), spun[1].reshape(-1, 3), np.concatenate(faces)


def _lines(strokes: list[FloatArray]) -> pv.PolyData:
    points = np.concatenate(strokes)
    cells: list[int] = []
    start = 0
    for stroke in strokes:
        cells += [len(stroke), *range(start, start + len(stroke))]
        start += len(stroke)
    return pv.PolyData(points, lines=cells)


def _cross(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return cross products, shape (k, 3), in a third of the time that NumPy takes for few."""
    here, then = [1, 2, 0], [2, 0, 1]
    return first[:, here] * second[:, then] - first[:, then] * second[:, here]


def tubes(
    segments: FloatArray, radius: float, sides: int, *, closed: bool = True
) -> tuple[FloatArray, FloatArray, npt.NDArray[np.int64]]:
    """Return tubes around strokes.

    `segments`, shape (k, 2, 3): the ends of the strokes, which differ.
    `closed`: whether their ends are closed.
    Returns `points`, `normals`, shape (4 k sides, 3), or (2 k sides, 3) where they are open;
    `faces`, shape (t, 3): triangles, anticlockwise as seen from outside.
    """
    along = segments[:, 1] - segments[:, 0]
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    least = np.eye(3)[np.abs(along).argmin(axis=1)]
    across = _cross(along, least)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    third = _cross(along, across)
    angles = np.arange(sides) * 2 * np.pi / sides
    out = np.cos(angles)[:, None] * across[:, None] + np.sin(angles)[:, None] * third[:, None]
    circles = segments[:, :, None] + radius * out[:, None]  # (k, end, side, 3)
    points, normals = circles, np.broadcast_to(out[:, None], circles.shape)
    here, then = np.arange(sides), (np.arange(sides) + 1) % sides
    one = np.concatenate(
        (
            np.stack((here, then, then + sides), axis=1),
            np.stack((here, then + sides, here + sides), axis=1),
        )
    )
    if closed:
        caps = np.stack((-along, along), axis=1)[:, :, None]
        points = np.concatenate((circles, circles), axis=1)
        normals = np.concatenate((normals, np.broadcast_to(caps, circles.shape)), axis=1)
        fan = np.stack((np.zeros(sides - 2, np.int64), here[1:-1], here[2:]), axis=1)
        one = np.concatenate((one, fan[:, ::-1] + 2 * sides, fan + 3 * sides))
    starts = points.shape[1] * sides * np.arange(len(segments))
    faces = (starts[:, None, None] + one).reshape(-1, 3)
    return points.reshape(-1, 3), normals.reshape(-1, 3), faces
