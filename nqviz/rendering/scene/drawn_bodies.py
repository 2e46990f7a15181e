"""Boxes, cubes and queens of a vector drawing of a scene."""

from __future__ import annotations

import numpy as np

from nqviz.core.board import IntArray
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import OUTSIDE, hex_colour, mix

from .colouring import colour_classes, colour_key, queen_colours
from .depth_page import DepthPage
from .frame import Frame
from .options import layer_axis
from .shapes import BOX_EDGES, CORNERS, PIECE_SCALE, QUEEN_RADIUS, TURNED_QUEEN, density_sides

DRAWN_SCALE = min(PIECE_SCALE, 0.98 / float(np.ptp(TURNED_QUEEN[:, 1])))
"""How much larger a piece is drawn than it was turned: it stays in its cell."""
CUBE = 0.66
"""The side of a cubic queen."""
BALL = (1.0, 0.0, -0.3), (0.9, 0.1, 0.0), (0.55, 0.55, 0.22), (0.2, 1.0, 0.7)
"""The discs of a shaded circle: radius, how far towards the light, and how light or dark."""


def add_box(page: DepthPage, centre: FloatArray, side: float, colour: str, width: float) -> None:
    """Add the edges of a box around a cell; `centre`, shape (3,)."""
    corners = centre + CORNERS * side
    if layer_axis(page.frame.arrangement) is None:
        corners[:, 2] = centre[2] - 0.5  # on the floor of a flat board
    page.stroke(corners[BOX_EDGES], colour, width)


# Bodies ------------------------------------------------------------------------------------------


def dense_cells(frame: Frame) -> IntArray:
    """Return the cells whose values are drawn as cubes, shape (k,), int64."""
    overlay, places = frame.picture.overlay, frame.arrangement
    if overlay is None:
        return np.zeros(0, np.int64)
    cells = frame.drawn(np.flatnonzero(overlay.values > 0))
    axis = layer_axis(places)
    if frame.options.density == "slice" and axis is not None:
        cells = cells[frame.picture.board.cells(cells)[:, axis] == frame.slice_layer]
    return cells


def add_dense(page: DepthPage, cell: int) -> None:
    """Add the cube of a value of the overlay."""
    overlay = page.frame.picture.overlay
    assert overlay is not None
    share = overlay.values[cell] / overlay.top
    is_sized = page.frame.options.density in ("size", "volume")
    side = float(density_sides(np.array([share]))[0]) if is_sized else CUBE
    _add_cube(page, cell, side, hex_colour(page.canvas.theme.ramp(share)))


def _add_cube(page: DepthPage, cell: int, side: float, colour: str) -> None:
    """Add the faces of a cube that look at the camera; the upper one is the lightest."""
    centre = page.frame.arrangement.positions([cell])[0]
    near = float(page.project(centre[None])[0, 2])
    towards = page.project.axes[2]
    if not np.isinf(page.project.distance):
        towards = page.project.focus + page.project.distance * towards - centre
    faces = []
    for axis, dark in ((0, 0.22), (1, 0.12), (2, 0.0)):
        sign = 1.0 if towards[axis] > 0 else -1.0
        others = [other for other in range(3) if other != axis]
        corners = np.zeros((4, 3))
        corners[:, axis] = sign
        corners[:, others] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        shade = mix(page.shade(colour, near), "#000000", dark)
        faces.append((page.project(centre + corners * side / 2)[:, :2], shade))

    def draw() -> None:
        for points, shade in faces:
            page.polygon(points, shade)
            outline = np.stack((points, np.roll(points, -1, axis=0)), axis=1)
            page.canvas.strokes(outline, mix(shade, "#000000", 0.35), 0.5)

    page.add(near, draw)


def add_queens(page: DepthPage) -> None:
    """Add the queens, those that are suggested, and the cells of dropped ones."""
    frame = page.frame
    picture, places = frame.picture, frame.arrangement
    given, dropped = set(picture.given.tolist()), frame.drawn(picture.dropped)
    style = frame.style
    for cells, is_solid in ((frame.drawn(picture.queens), True), (picture.suggested, False)):
        cells = frame.drawn(cells)
        colours, names = queen_colours(frame, cells), _names(frame, cells)
        for cell, colour, name in zip(cells.tolist(), map(hex_colour, colours), names, strict=True):
            if name:
                _add_name(page, cell, name)
            paper = page.canvas.theme.background
            shade = colour if is_solid else mix(colour, paper, 0.6)
            if style == "cube":
                _add_cube(page, cell, CUBE, shade)
                continue
            point = places.positions([cell])[0]
            _add_round(page, point, shade, style == "piece", cell in given)
    for point in places.positions(dropped):
        add_box(page, point, 0.4, OUTSIDE, 1.2)


def _names(frame: Frame, cells: IntArray) -> list[str]:
    """Return what tells queens apart where there are no colours: the names of their classes."""
    names = colour_key(frame).names
    if not frame.theme.is_mono or not names:
        return [""] * len(cells)
    return [names[k] for k in colour_classes(frame, cells).tolist()]


def _add_name(page: DepthPage, cell: int, name: str) -> None:
    """Add the name of the class of a queen, on the queen."""
    x, y, near = page.project(page.frame.arrangement.positions([cell]))[0].tolist()
    scale = page.project.scale(near)
    size = 0.34 * scale * page.canvas.cell / max(len(name), 1) ** 0.5
    page.add(near + 0.2, lambda: page.canvas.text(x, y, name, size, "#FFFFFF", bold=True))


def _add_round(
    page: DepthPage, point: FloatArray, colour: str, is_piece: bool, is_given: bool
) -> None:
    """Add a shaded circle or a piece; a given one stands in a ring."""
    x, y, near = page.project(point[None])[0].tolist()
    scale, colour = page.project.scale(near), page.shade(colour, near)
    rise = float(page.project.axes[1, 2]), float(page.project.axes[2, 2])

    def draw() -> None:
        if is_given:
            ring = _ellipse(0.44 * scale, 0.44 * scale * abs(rise[1])) + (
                x,
                y - 0.42 * scale * rise[0],
            )
            edges = np.stack((ring, np.roll(ring, -1, axis=0)), axis=1)
            page.canvas.strokes(edges, page.canvas.theme.text, 1.6)
        if is_piece:
            _draw_piece(page, (x, y), scale, rise, colour)
        else:
            _draw_ball(page, np.array(((x, y),)), QUEEN_RADIUS * scale, colour)

    page.add(near, draw)


def _draw_ball(page: DepthPage, place: FloatArray, radius: float, colour: str) -> None:
    """Draw a shaded circle: four discs, each lighter and nearer to the light."""
    light = np.array((-0.35, 0.42))
    for share, offset, tint in BALL:
        ink = mix(colour, "#FFFFFF" if tint > 0 else "#000000", abs(tint))
        page.canvas.discs(place + light * offset * radius, share * radius, ink)


def _draw_piece(
    page: DepthPage,
    place: tuple[float, float],
    scale: float,
    rise: tuple[float, float],
    colour: str,
) -> None:
    """Draw the outline of a turned queen with a lighter and a darker side and its crown.

    `rise`: how long an upright stroke of one cell is in the drawing, and a level one towards the
    camera.
    """
    up, deep = rise
    profile = TURNED_QUEEN * DRAWN_SCALE * scale
    radii, heights = profile[:, 0], profile[:, 1] * up
    origin = np.array(place)

    def between(left: float, right: float) -> FloatArray:
        sides = np.stack((right * radii, heights), 1), np.stack((left * radii, heights), 1)[::-1]
        outline: FloatArray = np.concatenate(sides) + origin
        return outline

    widest = int(np.argmax(radii))
    foot = _ellipse(radii[widest], radii[widest] * abs(deep)) + origin + (0.0, heights[widest])
    crown = int(np.argmax(heights * (radii > 0.5 * radii.max())))
    top = _ellipse(radii[crown], radii[crown] * abs(deep)) + origin + (0.0, heights[crown])
    dark, light = mix(colour, "#000000", 0.25), mix(colour, "#FFFFFF", 0.3)
    page.polygon(foot, dark)
    page.polygon(between(-1.0, 1.0), colour)
    page.polygon(between(0.35, 1.0), dark)
    page.polygon(between(-0.75, -0.4), light)
    if deep > 0:
        page.polygon(top, light)
        ball = np.array([origin + (0.0, heights[-1] - 0.03 * scale)])
        page.canvas.discs(ball, 0.07 * scale, colour)


def _ellipse(across: float, up: float) -> FloatArray:
    angles = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    return np.stack((across * np.cos(angles), up * np.sin(angles)), axis=1)
