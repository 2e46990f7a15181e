"""A scene as a vector drawing: what is nearer is drawn later, and hides what is behind it."""

from __future__ import annotations

from math import radians, tan

import numpy as np

from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError
from nqviz.core.notation import place_text
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.layout import edge_values
from nqviz.rendering.canvas.legend import overlay_legend
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import CONFLICT, CURSOR, line_style
from nqviz.view.paper import TYPE_UNITS

from .board_scene import view_angles
from .camera import VIEW_ANGLE, CameraPose, axes_of
from .colouring import attacks_on_queens
from .depth_page import DepthPage, Projection
from .drawn_bodies import add_box, add_dense, add_queens, dense_cells
from .frame import Frame
from .lattice import Grid
from .lines import attack_lines
from .options import SceneOptions, default_scene, layer_axis
from .shapes import BOX_EDGES, CORNERS
from .wrapped import Wrapped

MOST_DRAWN = 4000
"""The most queens and cubes of a drawing; more make a file that no program opens quickly."""
ROOM, LEGEND_ROOM = 24.0, 130.0
SQUARE_ON = 89.0
"""From which elevation a face is seen square on, without perspective."""


def draw_scene(
    picture: BoardView,
    settings: ImageSettings,
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    pose: CameraPose | None = None,
) -> Canvas:
    """Draw a scene on a new canvas of the size of the settings.

    Queens are pieces, cubes or shaded circles. A cloud is drawn as cubes.

    Raises InputError if the board is drawn on a torus, or has too much to draw.
    """
    places, options = arrangement or default_scene(picture.board), options or SceneOptions()
    if isinstance(places, Wrapped):
        raise InputError("a board on a torus in space has no vector drawing: write a png")
    frame = Frame.of(picture, places, options, settings.colours, attacks_on_queens, 1.0)
    cubes = dense_cells(frame)
    count = len(frame.picture.queens) + len(cubes)
    if count > MOST_DRAWN:
        raise InputError(f"a drawing of {count:,} bodies is too large; at most {MOST_DRAWN:,}")
    project, bounds = _seen_from(places, pose, options, settings)
    right = LEGEND_ROOM if picture.overlay is not None else ROOM
    canvas = Canvas(settings.colours, settings.size, bounds, (ROOM, ROOM, right, ROOM))
    page = DepthPage(canvas, frame, project)
    _add_board(page)
    _add_lines(page)
    for cell in cubes.tolist():
        add_dense(page, cell)
    add_queens(page)
    page.finish()
    _write_edges(page)
    if picture.cursor is not None:
        x, y, _ = project(places.positions([picture.cursor]))[0]
        canvas.label(
            float(x), float(y) + 0.5, place_text(picture.board, picture.cursor), TYPE_UNITS
        )
    if picture.overlay is not None:
        overlay_legend(canvas, picture.overlay, settings.size)
    return canvas


def _seen_from(
    places: Arrangement, pose: CameraPose | None, options: SceneOptions, settings: ImageSettings
) -> tuple[Projection, tuple[float, float, float, float]]:
    """Return the projection and what has to be seen of its plane."""
    turn = view_angles("isometric", places)
    azimuth, elevation = turn if pose is None else (pose.azimuth, pose.elevation)
    low, high = _drawn(places)
    slope = tan(radians(VIEW_ANGLE) / 2)
    axes, focus = axes_of(azimuth, elevation), (low + high) / 2
    distance = float(np.linalg.norm(high - low)) / (2 * slope)
    if pose is not None and pose.place is not None:
        distance, focus = pose.place[0], np.array(pose.place[1])
    is_parallel = options.parallel or abs(elevation) >= SQUARE_ON
    project = Projection(axes, focus, float("inf") if is_parallel else distance)
    if pose is not None and pose.place is not None:
        up, width, height = distance * slope, *settings.size
        across = up * max(pose.place[2], width / height)
        return project, (-across, -up, across, up)
    corners = low + (CORNERS + 0.5) * (high - low)
    flat = project(corners)[:, :2]
    (left, bottom), (right, top) = flat.min(axis=0), flat.max(axis=0)
    edge = 0.9 if options.labels else 0.2
    return project, (
        left - edge,
        bottom - edge,
        right + edge,
        top + (0.9 if places.spread else 0.3),
    )


# The board ---------------------------------------------------------------------------------------


def _add_board(page: DepthPage) -> None:
    """Add the floors with their grids, below all that stands there, and the edges of the blocks."""
    frame, theme, canvas = page.frame, page.canvas.theme, page.canvas
    grid = Grid.of(frame.arrangement)
    is_flat = layer_axis(frame.arrangement) is None
    if frame.options.lattice:
        floor = page.project(grid.in_all_blocks(grid.sheet(float(grid.low[2]))))
        below = frame.arrangement.size.max() * (-10.0 if page.project.axes[2, 2] >= 0 else 10.0)
        page.add(below, lambda: canvas.strokes(floor[..., :2], theme.grid, 0.7))
    if is_flat:
        rim = page.project(grid.in_all_blocks(grid.rim(float(grid.low[2]))))
        canvas.strokes(rim[..., :2], theme.edges[0], 1.2)
        return
    for low, high in zip(*grid.boxes(), strict=True):
        edges = (low + (CORNERS + 0.5) * (high - low))[BOX_EDGES]
        for edge in edges:
            steps = np.linspace(0.0, 1.0, int(np.ceil(np.ptp(edge, axis=0).max())) + 1)[:, None]
            points = edge[0] + steps * (edge[1] - edge[0])
            page.stroke(np.stack((points[:-1], points[1:]), axis=1), theme.edges[0], 1.0)


def _write_edges(page: DepthPage) -> None:
    """Write coordinates along one edge of each direction, and the names of blocks over them."""
    frame, canvas = page.frame, page.canvas
    if not frame.options.labels:
        return
    arrangement, theme = frame.arrangement, canvas.theme
    low, high = _first_block(arrangement) if arrangement.spread else _drawn(arrangement)
    size = min(TYPE_UNITS, 0.5 * canvas.cell)
    if size < 5.0:
        return
    line = size / canvas.cell
    beyond = max(0.85, 0.42 + 1.5 * line)  # the names stand clear of the values
    middle = page.project((low + high)[None] / 2)[0, :2]
    corners = low + (CORNERS + 0.5) * (high - low)
    for place, axis in enumerate(arrangement.shown):
        edge = _outer_edge(page, corners, place, middle)
        if edge is None:
            continue
        side = arrangement.board.shape[axis]
        first, last = arrangement.ranges.get(axis, (0, side - 1))
        values = edge_values(side, canvas.cell)
        values = values[(values >= first) & (values <= last)]
        at = np.repeat(edge[None, 0], len(values), axis=0)
        at[:, place] = arrangement.block_origins[0, place] + values * arrangement.pitches[place]
        for point, value in zip(page.project(at)[:, :2], values.tolist(), strict=True):
            x, y = _aside(page.project(edge)[:, :2], point, middle, 0.42)
            canvas.text(x, y, str(value + 1), size, theme.text_3)
        centre = page.project(edge).mean(axis=0)[:2]
        x, y = _aside(page.project(edge)[:, :2], centre, middle, beyond)
        canvas.text(x, y, f"x{axis + 1}", size, theme.text_2, bold=True)
    _write_blocks(page, size)


def _write_blocks(page: DepthPage, size: float) -> None:
    arrangement = page.frame.arrangement
    axes = arrangement.spread
    if not axes:
        return
    for block, origin in zip(arrangement.blocks, arrangement.block_origins, strict=True):
        corners = origin - 0.5 + (CORNERS + 0.5) * arrangement.block_extent
        seen = page.project(corners)[:, :2]
        x, y = float(seen[:, 0].mean()), float(seen[:, 1].max()) + 0.35
        values = to_coordinates(block[list(axes)]).tolist()
        name = ", ".join(f"x{axis + 1} = {value}" for axis, value in zip(axes, values, strict=True))
        page.canvas.text(x, y, name, size, page.canvas.theme.text_2)


def _drawn(arrangement: Arrangement) -> tuple[FloatArray, FloatArray]:
    """Return the corners of what is drawn, without what is clipped away."""
    lows, highs = Grid.of(arrangement).boxes()
    return lows.min(axis=0), highs.max(axis=0)


def _first_block(arrangement: Arrangement) -> tuple[FloatArray, FloatArray]:
    low = arrangement.block_origins[0] - 0.5
    return low, low + arrangement.block_extent


def _outer_edge(
    page: DepthPage, corners: FloatArray, place: int, middle: FloatArray
) -> FloatArray | None:
    """Return the edge along an axis that lies farthest out, low and left; None if it is a point."""
    lows = [edge for edge in corners[BOX_EDGES] if abs(edge[1, place] - edge[0, place]) > 1e-9]
    seen = [page.project(edge)[:, :2] for edge in lows]
    if not lows or np.linalg.norm(seen[0][1] - seen[0][0]) < 0.5:
        return None
    out = [(each.mean(axis=0) - middle).tolist() for each in seen]
    score = [-x if place == 2 else -y for x, y in out]
    edge: FloatArray = lows[int(np.argmax(np.round(score, 6)))]
    return edge


def _aside(
    edge: FloatArray, point: FloatArray, middle: FloatArray, reach: float
) -> tuple[float, float]:
    """Return the place beside a point of an edge, away from the middle."""
    along = edge[1] - edge[0]
    normal = np.array((-along[1], along[0])) / max(float(np.linalg.norm(along)), 1e-9)
    if (point - middle) @ normal < 0:
        normal = -normal
    x, y = (point + reach * normal).tolist()
    return x, y


# Lines -------------------------------------------------------------------------------------------


def _add_lines(page: DepthPage) -> None:
    """Add the attack lines of the cursor, the clique, and what joins attacking queens."""
    frame, picture, places = page.frame, page.frame.picture, page.frame.arrangement
    floor = np.array((0.0, 0.0, 0.48 if layer_axis(places) is None else 0.0))
    theme, width = page.canvas.theme, min(3.0, max(1.0, 0.05 * page.canvas.cell))
    if picture.cursor is not None and places.visible([picture.cursor])[0]:
        lines = attack_lines(picture.board, places, picture.cursor)
        for ends, order in zip(lines.segments, lines.segment_classes.tolist(), strict=True):
            strokes = _dashed(ends - floor, line_style(order).dash)
            page.stroke(strokes, theme.line_colour(order), width)
        for cell, order in zip(lines.lone.tolist(), lines.lone_classes.tolist(), strict=True):
            add_box(page, places.positions([cell])[0], 0.3, theme.line_colour(order), width)
        add_box(page, places.positions([picture.cursor])[0], 1.0, CURSOR, 1.5 * width)
    pairs = np.array(picture.conflicts, dtype=np.int64).reshape(-1, 2)
    pairs = pairs[places.visible(pairs).all(axis=1)]
    for ends in places.positions(pairs.ravel()).reshape(-1, 2, 3):
        page.stroke(_cut(ends), CONFLICT, 1.5 * width, lift=0.02)
    if picture.clique is not None:
        cells = frame.drawn(picture.clique)
        for point in places.positions(cells):
            add_box(page, point, 0.86, theme.text, width)
        around = picture.cycle_pairs[places.visible(picture.cycle_pairs).all(axis=1)]
        for ends in places.positions(around.ravel()).reshape(-1, 2, 3):
            page.stroke(_cut(ends), theme.text, width)


def _cut(ends: FloatArray) -> FloatArray:
    """Cut a stroke of space into pieces about as long as a cell, shape (k, 2, 3)."""
    count = max(int(np.ceil(np.abs(ends[1] - ends[0]).max())), 1)
    points = ends[0] + np.linspace(0.0, 1.0, count + 1)[:, None] * (ends[1] - ends[0])
    return np.stack((points[:-1], points[1:]), axis=1)


def _dashed(ends: FloatArray, dash: tuple[float, ...]) -> FloatArray:
    """Return the dashes of a stroke, a few in a cell; all of it, cut up, without dashes."""
    pieces = _cut(ends)
    if not dash:
        return pieces
    count = 3 if dash[0] > 2 else 6
    filled = dash[0] / (dash[0] + dash[1])
    starts = (np.arange(count) / count)[:, None, None]
    first = pieces[:, None, 0]
    along = pieces[:, None, 1] - first
    marks = np.stack(
        (first + starts[:, 0] * along, first + (starts[:, 0] + filled / count) * along), 2
    )
    return marks.reshape(-1, 2, 3)
