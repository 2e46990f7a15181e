"""A scene as a vector drawing: what is nearer is drawn later, and hides what is behind it."""

from __future__ import annotations

from math import radians, tan
from typing import TypeAlias

import numpy as np

from nqviz.core.errors import InputError
from nqviz.core.notation import place_text
from nqviz.rendering.canvas.canvas import Bounds, Canvas, Text
from nqviz.rendering.canvas.cropping import ink_bounds, text_box
from nqviz.rendering.canvas.legend import overlay_legend
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.camera import camera_axes
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import CONFLICT, CURSOR, line_style
from nqviz.view.paper import TYPE_UNITS
from nqviz.view.view_state import CameraState

from .camera import VIEW_ANGLE, is_square_on
from .colouring import attacks_on_queens
from .depth_page import DepthPage, PageCamera, Projection
from .drawn_bodies import add_box, add_dense, add_queens, dense_cells
from .frame import Frame
from .labels import block_labels, edges_of
from .lattice import Grid
from .lines import attack_lines
from .options import SceneOptions, default_scene, layer_axis, view_angles
from .shapes import BOX_EDGES, CORNERS
from .texts import TEXT, rows_along
from .wrapped import Wrapped

MOST_DRAWN = 4000
"""The most queens and cubes of a drawing; more make a file that no application opens quickly."""
ROOM, LEGEND_ROOM = 24.0, 130.0
TEXT_ROOM, FLAT_ROOM = (68.0, 22.0, 40.0, 58.0), (40.0, 24.0, 24.0, 40.0)
"""What texts need at the left, top, right and bottom, of scenes and of flat boards."""
FULL_TEXT = 520, 390
"""Width and height of a page from which on texts have their full size."""
MOST_TILES = 10_000
"""On more cells the floors have no dark ones."""
CLEAR = 0.35
"""What the name of a block leaves free around it, as a share of its size."""
TRIALS = 3
"""How often the room of a page grows by what texts need."""
MOST_STEPS = 12
"""How often the name of a block is moved outwards by half its size to stand clear of others."""


Box: TypeAlias = tuple[FloatArray, FloatArray]
"""The lower left and the upper right corner of a text."""


def draw_scene(
    picture: BoardView,
    settings: ImageSettings,
    arrangement: Arrangement | None = None,
    options: SceneOptions | None = None,
    camera: CameraState | None = None,
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
    project, bounds = _seen_from(places, camera, options, settings)
    room = _room(options, settings.size, is_flat=layer_axis(places) is None)
    if picture.overlay is not None:
        room = (*room[:2], max(room[2], LEGEND_ROOM), room[3])
    page = DepthPage(Canvas(settings.colours, settings.size, bounds, room), frame, project)
    if camera is None or camera.distance is None:
        for _ in range(TRIALS):
            room = _with_texts(page, room)
            page = DepthPage(Canvas(settings.colours, settings.size, bounds, room), frame, project)
    canvas = page.canvas
    _add_board(page)
    _add_lines(page)
    for cell in cubes.tolist():
        add_dense(page, cell)
    add_queens(page)
    page.finish()
    _write_texts(page)
    if picture.cursor is not None:
        x, y, _ = project(places.positions([picture.cursor]))[0]
        canvas.label(
            float(x), float(y) + 0.5, place_text(picture.board, picture.cursor), TYPE_UNITS
        )
    if picture.overlay is not None:
        overlay_legend(canvas, picture.overlay, settings.size)
    return canvas


def _room(options: SceneOptions, size: tuple[int, int], is_flat: bool) -> Bounds:
    """Return what stays free at the left, bottom, right and top, for texts along edges."""
    if not options.labels:
        return (ROOM,) * 4
    scale = _text_scale(size)
    left, top, right, bottom = (each * scale for each in (FLAT_ROOM if is_flat else TEXT_ROOM))
    return left, bottom, right, top


def _with_texts(page: DepthPage, room: Bounds) -> Bounds:
    """Return the room that a page needs so that no text along an edge is cut off."""
    _write_texts(page)
    canvas, (left, bottom, right, top) = page.canvas, ink_bounds(page.canvas)
    beyond = canvas.left - left, canvas.bottom - bottom, right - canvas.right, top - canvas.top
    more = [
        side + (1.5 * each * canvas.cell if each > 0 else 0.0)
        for side, each in zip(room, beyond, strict=True)
    ]
    return more[0], more[1], more[2], more[3]


def _seen_from(
    places: Arrangement, camera: CameraState | None, options: SceneOptions, settings: ImageSettings
) -> tuple[Projection, tuple[float, float, float, float]]:
    """Return the projection and what has to be seen of its plane."""
    turn = view_angles("isometric", places)
    azimuth, elevation = turn if camera is None else (camera.azimuth, camera.elevation)
    low, high = _drawn(places)
    slope = tan(radians(VIEW_ANGLE) / 2)
    axes, focus = camera_axes(azimuth, elevation), (low + high) / 2
    distance = float(np.linalg.norm(high - low)) / (2 * slope)
    if camera is not None and camera.distance is not None:
        distance, focus = camera.distance, np.array(camera.focus)
    is_parallel = options.parallel or is_square_on(azimuth, elevation)
    project = Projection(axes, focus, float("inf") if is_parallel else distance)
    if camera is not None and camera.distance is not None:
        up, width, height = distance * slope, *settings.size
        across = up * max(camera.aspect or 0.0, width / height)
        return project, (-across, -up, across, up)
    points = low + (CORNERS + 0.5) * (high - low)
    if options.labels:
        points = np.concatenate((points, block_labels(places)[0]))
    flat = project(points)[:, :2]
    (left, bottom), (right, top) = (
        (flat.min(axis=0) - 0.2).tolist(),
        (flat.max(axis=0) + 0.2).tolist(),
    )
    return project, (left, bottom, right, top)


# The board ---------------------------------------------------------------------------------------


def _add_board(page: DepthPage) -> None:
    """Add the floors with their grids, below all that stands there, and the edges of the blocks."""
    frame, theme, canvas = page.frame, page.canvas.theme, page.canvas
    grid = Grid.of(frame.arrangement)
    is_flat = layer_axis(frame.arrangement) is None
    if frame.options.lattice:
        tiles = [page.project(corners)[:, :2] for corners in _dark_tiles(grid)]
        shade = (theme.squares if is_flat else theme.tiles)[1]
        canvas.stamps(tiles, np.zeros((1, 2)), shade)
        floor = page.project(grid.in_all_blocks(grid.grid_lines(float(grid.low[2]))))
        below = frame.arrangement.size.max() * (-10.0 if page.project.axes[2, 2] >= 0 else 10.0)
        page.add(below, lambda: canvas.strokes(floor[..., :2], theme.grid, 0.7))
    if is_flat:
        rim = page.project(grid.in_all_blocks(grid.rim(float(grid.low[2]))))
        canvas.strokes(rim[..., :2], theme.edges[0], 1.2)
        return
    for low, high in zip(*grid.boxes(), strict=True):
        edges = (low + (CORNERS + 0.5) * (high - low))[BOX_EDGES]
        for edge in edges:
            page.stroke(_cut(edge), theme.edges[0], 1.0)


def _dark_tiles(grid: Grid) -> FloatArray:
    """Return the corners of every second cell of the floors, shape (k, 4, 3)."""
    xs, ys = grid.faces[:2]
    if grid.is_coarse or len(grid.origins) * len(xs) * len(ys) > MOST_TILES:
        return np.zeros((0, 4, 3))
    corners = np.array(
        [
            [(xs[i], ys[j]), (xs[i + 1], ys[j]), (xs[i + 1], ys[j + 1]), (xs[i], ys[j + 1])]
            for i in range(len(xs) - 1)
            for j in range(len(ys) - 1)
            if (i + j) % 2 == 0
        ]
    ).reshape(-1, 4, 2)
    floor = np.concatenate((corners, np.full((*corners.shape[:2], 1), grid.low[2])), axis=2)
    tiles: FloatArray = (grid.origins[:, None, None] + floor).reshape(-1, 4, 3)
    return tiles


def _write_texts(page: DepthPage) -> None:
    """Write coordinates along the outermost edges, and the names of blocks beside them."""
    frame, canvas, theme = page.frame, page.canvas, page.canvas.theme
    if not frame.options.labels:
        return
    scale = _text_scale(canvas.size)
    camera = PageCamera(canvas, page.project)
    for row in rows_along(edges_of(frame.arrangement), camera, scale):
        places = camera.cells(row.places[:, :2]).tolist()
        for (x, y), text in zip(places, row.texts, strict=True):
            canvas.text(x, y, text, TEXT * scale, theme.text_3, up="center")
        if row.name:
            x, y = camera.cells(row.name_place[None, :2])[0].tolist()
            canvas.text(x, y, row.name, TEXT * scale, theme.text_2, up="center", bold=True)
    written = [text_box(mark, 1 / canvas.cell) for mark in canvas.marks if isinstance(mark, Text)]
    points, texts = block_labels(frame.arrangement)
    for place, text in zip(page.project(points)[:, :2], texts, strict=True):
        _write_clear(canvas, place, text, TEXT * scale, written)


def _write_clear(
    canvas: Canvas, place: FloatArray, text: str, size: float, written: list[Box]
) -> None:
    """Write the name of a block, farther out where it would lie on what is written already."""
    outwards = place / max(float(np.linalg.norm(place)), 1e-9) * size / canvas.cell / 2
    for _ in range(MOST_STEPS):
        x, y = place.tolist()
        mark = Text(x, y, text, size, canvas.theme.text_2, up="center")
        low, high = text_box(mark, 1 / canvas.cell)
        low, high = low - CLEAR * size / canvas.cell, high + CLEAR * size / canvas.cell
        if not any((low < other[1]).all() and (high > other[0]).all() for other in written):
            break
        place = place + outwards
    written.append((low, high))
    canvas.text(x, y, text, size, canvas.theme.text_2, up="center")


def _text_scale(size: tuple[int, int]) -> float:
    """Return how many times larger texts are than on a screen; less on a small page."""
    return TYPE_UNITS / TEXT * min(1.0, size[0] / FULL_TEXT[0], size[1] / FULL_TEXT[1])


def _drawn(arrangement: Arrangement) -> tuple[FloatArray, FloatArray]:
    """Return the corners of what is drawn, without what is clipped away."""
    lows, highs = Grid.of(arrangement).boxes()
    return lows.min(axis=0), highs.max(axis=0)


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
