"""The small shapes that a scene repeats: pieces, rings, crosses. The unit is a cell."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
import pyvista as pv

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

PIECE_SCALE = 1.1
"""How many times the size of `PROFILE` queens are drawn."""

# The outline of a queen from foot to crown: pairs of (radius, height).
_OUTLINE = (
    (0.0, -0.46),
    (0.315, -0.46),
    (0.325, -0.45),
    (0.325, -0.42),
    (0.315, -0.405),
    (0.285, -0.395),
    (0.27, -0.375),
    (0.272, -0.355),
    (0.262, -0.335),
    (0.232, -0.315),
    (0.195, -0.28),
    (0.16, -0.225),
    (0.135, -0.15),
    (0.118, -0.06),
    (0.108, 0.03),
    (0.104, 0.10),
    (0.108, 0.115),
    (0.185, 0.128),
    (0.196, 0.143),
    (0.185, 0.158),
    (0.135, 0.17),
    (0.158, 0.178),
    (0.160, 0.190),
    (0.138, 0.200),
    (0.142, 0.23),
    (0.165, 0.29),
    (0.205, 0.355),
    (0.222, 0.372),
    (0.19, 0.366),
    (0.12, 0.335),
    (0.0, 0.335),
)
PROFILE: FloatArray = np.array(_OUTLINE)

# The points of the outline that are seen of a small queen, and of one a few pixels high.
_COARSE = (0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 24, 27, 29, 30)
_FAR = (0, 1, 3, 6, 10, 13, 17, 20, 27, 29)

# The balls of the crown: how many stand in a ring, its radius, their height and radius.
_BALLS = ((9, 0.203, 0.385, 0.034), (1, 0.0, 0.375, 0.075), (1, 0.0, 0.462, 0.032))

_BALL_SIDES = ((12, 8), (7, 5), (4, 3))  # of fine, plain and coarse balls
_FAR_BALLS = ((1, 0.0, 0.405, 0.10),)

RING_DEPTH = 0.425
"""How far below the centre of its cell the ring of a given queen lies."""

TURNED_QUEEN: FloatArray = np.concatenate(
    (PROFILE[1:-2], [(0.12, 0.338), (0.075, 0.36), (0.075, 0.39), (0.05, 0.43), (0.02, 0.47)])
)
"""The outline of a queen that is one surface, without balls: its rings from foot to crown."""

FINE_SIDES, PLAIN_SIDES, FEW_SIDES, FAR_SIDES = 40, 20, 14, 8
"""Sides of a few queens, of many, of all where no graphics card draws, and there of small ones."""

Outline = Literal["fine", "near", "coarse", "far"]
_OUTLINES: dict[Outline, tuple[int, ...]] = {
    "fine": tuple(range(len(_OUTLINE))),
    "near": tuple(range(len(_OUTLINE))),
    "coarse": _COARSE,
    "far": _FAR,
}


def queen_piece(sides: int, outline: Outline = "fine") -> pv.PolyData:
    """Return a chess queen that stands upright in its cell.

    Normals are made of the quadrangles before these are cut into triangles, or the shading shows
    the cuts.

    `sides`: the sides of its body.
    `outline`: "near" has plain balls in the crown, "coarse" leaves out what is not seen of a small
    queen, "far" of one a few pixels high.
    """
    body = _turned(PROFILE[list(_OUTLINES[outline])], sides).compute_normals(
        cell_normals=False, split_vertices=True, feature_angle=50.0
    )
    around, along = _BALL_SIDES[2 if outline != "fine" else int(sides < FINE_SIDES)]
    parts = [body.triangulate()]
    for count, reach, height, radius in _FAR_BALLS if outline == "far" else _BALLS:
        ball = pv.Sphere(radius=radius, theta_resolution=around, phi_resolution=along)
        for angle in np.arange(count) * 2 * np.pi / count:
            moved = ball.copy()  # a new sphere takes PyVista many times as long
            moved.points += (reach * np.cos(angle), reach * np.sin(angle), height)
            parts.append(moved)
    piece: pv.PolyData = pv.merge(parts, merge_points=False).extract_surface(algorithm=None)
    piece.points *= PIECE_SCALE
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


def _turned(profile: FloatArray, sides: int) -> pv.PolyData:
    """Turn a profile of (radius, height) about the upright axis."""
    angles = np.arange(sides + 1) * 2 * np.pi / sides
    radius, height = profile[:, 0], profile[:, 1]
    x = radius[:, None] * np.cos(angles)
    y = -radius[:, None] * np.sin(angles)  # so that faces look outwards
    z = np.repeat(height[:, None], sides + 1, axis=1)
    surface = pv.StructuredGrid(x, y, z).extract_surface(algorithm=None)
    turned: pv.PolyData = surface.clean()
    return turned


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
    products: FloatArray = first[:, here] * second[:, then] - first[:, then] * second[:, here]
    return products


def tubes(
    segments: FloatArray, radius: float, sides: int
) -> tuple[FloatArray, FloatArray, npt.NDArray[np.int64]]:
    """Return closed tubes around strokes.

    `segments`, shape (k, 2, 3): the ends of the strokes, which differ.
    Returns `points`, `normals`, shape (4 k sides, 3); `faces`, shape (t, 3): triangles,
    anticlockwise as seen from outside.
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
    points = np.concatenate((circles, circles), axis=1)
    caps = np.stack((-along, along), axis=1)[:, :, None]
    normals = np.concatenate(
        (np.broadcast_to(out[:, None], circles.shape), np.broadcast_to(caps, circles.shape)), axis=1
    )
    here, then = np.arange(sides), (np.arange(sides) + 1) % sides
    fan = np.stack((np.zeros(sides - 2, np.int64), here[1:-1], here[2:]), axis=1)
    one = np.concatenate(
        (
            np.stack((here, then, then + sides), axis=1),
            np.stack((here, then + sides, here + sides), axis=1),
            fan[:, ::-1] + 2 * sides,
            fan + 3 * sides,
        )
    )
    starts = 4 * sides * np.arange(len(segments))
    faces = (starts[:, None, None] + one).reshape(-1, 3)
    return points.reshape(-1, 3), normals.reshape(-1, 3), faces
