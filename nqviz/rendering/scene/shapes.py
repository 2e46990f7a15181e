"""The small shapes that a scene repeats: pieces, padlocks, crosses, rings. The unit is a cell."""

from __future__ import annotations

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

# The outline of a queen from foot to crown: pairs of (radius, height).
_PROFILE = np.array(
    [
        (0.00, -0.44),
        (0.30, -0.44),
        (0.30, -0.38),
        (0.25, -0.34),
        (0.25, -0.29),
        (0.15, -0.20),
        (0.11, 0.02),
        (0.11, 0.12),
        (0.20, 0.16),
        (0.14, 0.20),
        (0.23, 0.36),
        (0.17, 0.36),
        (0.09, 0.31),
        (0.00, 0.31),
    ]
)

TURNED_QUEEN: FloatArray = np.concatenate(
    (_PROFILE[1:-3], [(0.17, 0.36), (0.10, 0.33), (0.10, 0.37), (0.07, 0.41), (0.03, 0.43)])
)
"""The outline of a queen that is one surface, without pearls: its rings from foot to crown."""


def queen_piece() -> pv.PolyData:
    """Return a chess queen that stands upright in its cell."""
    body = _turned(_PROFILE, 20)
    angles = np.arange(7) * 2 * np.pi / 7
    balls = [
        pv.Sphere(
            radius=0.035,
            center=(0.205 * np.cos(a), 0.205 * np.sin(a), 0.375),
            theta_resolution=8,
            phi_resolution=6,
        )
        for a in angles
    ]
    top = pv.Sphere(radius=0.065, center=(0, 0, 0.36), theta_resolution=10, phi_resolution=8)
    piece: pv.PolyData = _joined([body, *balls, top]).compute_normals(
        cell_normals=False, split_vertices=True, feature_angle=40.0
    )
    return piece


def cube(side: float) -> pv.PolyData:
    """Return a cube."""
    return pv.Cube(x_length=side, y_length=side, z_length=side, clean=False)


def ball(radius: float) -> pv.PolyData:
    """Return a sphere of few faces."""
    return pv.Sphere(radius=radius, theta_resolution=18, phi_resolution=14)


def hollow_ball(radius: float) -> pv.PolyData:
    """Return a globe of thin lines: what is only suggested is hollow."""
    angles = np.linspace(0.0, 2 * np.pi, 33)
    circle = np.stack((np.cos(angles), np.sin(angles), np.zeros(33)), axis=1) * radius
    half = np.sqrt(0.5)
    turns = [circle, circle[:, [0, 2, 1]], circle[:, [2, 0, 1]]]
    turns += [circle * half + np.array([0.0, 0.0, radius * h]) for h in (-half, half)]
    return _lines(turns)


def pin() -> pv.PolyData:
    """Return the mark of a given queen: a ring around it and a small padlock above."""
    ring = pv.ParametricTorus(ringradius=0.43, crosssectionradius=0.03, u_res=28, v_res=8, w_res=8)
    body = pv.Box(bounds=(-0.12, 0.12, -0.06, 0.06, 0.42, 0.58))
    angles = np.linspace(0.0, np.pi, 9)
    arch = np.stack((0.075 * np.cos(angles), np.zeros(9), 0.61 + 0.08 * np.sin(angles)), axis=1)
    legs = arch[[0, -1]] - (0.0, 0.0, 0.04)
    shackle = _lines([np.vstack((legs[:1], arch, legs[1:]))]).tube(radius=0.018, n_sides=6)
    return _joined([ring, body, shackle])


def density_sides(shares: FloatArray) -> FloatArray:
    """Return the sides of cubes whose volumes are in proportion to shares of the largest value.

    The smallest are kept large enough to be seen.
    """
    return np.maximum(0.74 * np.cbrt(shares), 0.16)


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
    y = radius[:, None] * np.sin(angles)
    z = np.repeat(height[:, None], sides + 1, axis=1)
    surface = pv.StructuredGrid(x, y, z).extract_surface(algorithm=None)
    turned: pv.PolyData = surface.triangulate().clean()
    return turned


def _joined(parts: list[pv.PolyData]) -> pv.PolyData:
    for part in parts:
        part.clear_data()
    surface = pv.merge(parts, merge_points=False).extract_surface(algorithm=None)
    joined: pv.PolyData = surface.triangulate()
    return joined


def _lines(strokes: list[FloatArray]) -> pv.PolyData:
    points = np.concatenate(strokes)
    cells: list[int] = []
    start = 0
    for stroke in strokes:
        cells += [len(stroke), *range(start, start + len(stroke))]
        start += len(stroke)
    return pv.PolyData(points, lines=cells)
