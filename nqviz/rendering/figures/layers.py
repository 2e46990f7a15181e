"""Draw all layers of a picture on a page, or as the frames of an animation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.notation import place_text
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.flat_colours import cell_colours, queen_colours
from nqviz.rendering.canvas.layers_layout import (
    block_indices,
    block_titles,
    cell_runs,
    default_layers,
    edge_values,
    title_limit,
)
from nqviz.rendering.canvas.legend import overlay_legend, write_numbers
from nqviz.rendering.canvas.marks import (
    DIAMOND,
    DIAMOND_PLACE,
    DISC,
    LOCK,
    LOCK_DISC,
    LOCK_PLACE,
    MARK,
    RING,
    conflict_marks,
    crosses,
    line_marks,
    outline,
    through_marks,
)
from nqviz.rendering.canvas.piece_glyphs import glyph_of
from nqviz.view.animation import FLIGHT, REPLAY, Animation
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import (
    CONFLICT,
    CURSOR,
    MARKED,
    OUTSIDE,
    ColourArray,
    Theme,
    line_style,
    mix,
    rgb,
)
from nqviz.view.paper import TYPE_UNITS

LEGEND_ROOM = 120
SIDE_ROOM = 16.0
HEADING_ROOM = 96.0
TITLE_SIZE = 19.0
NUMBER_SIZE = TYPE_UNITS
DETAIL = 9.0
"""Cells of fewer units get no signs and locks."""
MAX_JOINED = 12
"""More attacking pairs than this are not joined across layers, only marked in theirs."""


def draw_layers(
    view: BoardView,
    arrangement: Arrangement,
    theme: Theme,
    size: tuple[int, int],
    heading: tuple[str, str] | None = None,
) -> Canvas:
    """Draw a board, layer by layer, on a new canvas of a size in units.

    A selection is of the work and not of the board: it is left out. With a heading of two lines
    the number of its queens stands over each layer.
    """
    low, high = arrangement.bounds
    titled = bool(block_titles(arrangement)[0])
    bounds = (low[0] - 0.7, low[1] - 0.7, high[0] + 0.2, high[1] + (0.9 if titled else 0.2))
    right = LEGEND_ROOM if view.overlay is not None else SIDE_ROOM
    above = SIDE_ROOM if heading is None else HEADING_ROOM
    canvas = Canvas(theme, size, bounds, (SIDE_ROOM, SIDE_ROOM, right, above))
    titles = block_titles(arrangement)
    if heading is not None:
        _heading(canvas, heading)
        titles = _counted_titles(view, arrangement, titles)
    _ground(canvas, view, arrangement)
    _lattice(canvas, arrangement)
    write_frame(canvas, arrangement, titles)
    if view.overlay is not None:
        overlay_legend(canvas, view.overlay, size)
        _numbers(canvas, view, arrangement)
    if view.cursor is not None:
        _lines(canvas, arrangement, view.cursor)
    _queens(canvas, view, arrangement)
    _conflicts(canvas, view, arrangement)
    if view.clique is not None:
        _clique(canvas, view, arrangement, view.clique)
    if view.cursor is not None:
        _cursor(canvas, arrangement, view.cursor)
    return canvas


def _centres(arrangement: Arrangement, indices: IntArray) -> tuple[IntArray, FloatArray]:
    seen = indices[arrangement.visible(indices)]
    return seen, arrangement.positions(seen)[:, :2]


# The board --------------------------------------------------------------------------------------


def _ground(canvas: Canvas, view: BoardView, arrangement: Arrangement) -> None:
    attacked = AttackCounts.of(Placement.from_indices(view.board, view.queens)).counts > 0
    theme, overlay = canvas.theme, view.overlay
    boxes, colours = [], []
    paper = np.array(rgb(theme.background), np.uint8)
    blocks = list(zip(block_indices(arrangement), arrangement.block_origins, strict=True))
    for indices, origin in blocks:
        seen = arrangement.visible(indices)
        ground = cell_colours(view, attacked, theme, indices)
        filled = seen & (ground != paper).any(axis=-1)
        box, first = cell_runs(np.where(filled, _colour_numbers(ground), -1), origin)
        boxes.append(box)
        colours.append(ground.reshape(-1, 3)[first])
    canvas.rectangles(np.concatenate(boxes), np.concatenate(colours))
    never = None if overlay is None else ~overlay.has_value
    for cells, colour in ((never, theme.text_3), (view.outside, OUTSIDE), (view.core, theme.text)):
        if cells is not None:
            runs = [
                cell_runs(np.where(arrangement.visible(own) & cells[own], 1, -1), origin)[0]
                for own, origin in blocks
            ]
            canvas.hatched(np.concatenate(runs), colour)


def _colour_numbers(colours: ColourArray) -> IntArray:
    numbers: IntArray = colours.astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    return numbers


def _lattice(canvas: Canvas, arrangement: Arrangement) -> None:
    width, height = arrangement.block_extent[:2].tolist()
    inner = np.array(
        [[(0, y), (width, y)] for y in range(1, round(height))]
        + [[(x, 0), (x, height)] for x in range(1, round(width))]
    ).reshape(-1, 2, 2)
    frame = outline(0, 0, width, height)
    origins = arrangement.block_origins[:, None, None, :2] - 0.5
    line = 1.0 if canvas.cell >= DETAIL else canvas.cell / DETAIL
    canvas.strokes((origins + inner).reshape(-1, 2, 2), canvas.theme.lattice, 0.8 * line)
    canvas.strokes((origins + frame).reshape(-1, 2, 2), canvas.theme.text_3, 1.2 * line)


def _heading(canvas: Canvas, lines: tuple[str, str]) -> None:
    unit = 1 / canvas.cell
    left, width = canvas.left + 1.6 * SIDE_ROOM * unit, canvas.size[0] - 3.2 * SIDE_ROOM
    for place, (text, size, bold) in enumerate(((lines[0], 26, True), (lines[1], 17, False))):
        fits = min(size, width / (0.6 * max(len(text), 1)))
        y = canvas.top - (44 + 30 * place) * unit
        ink = None if bold else canvas.theme.text_3
        canvas.text(left, y, text, fits, ink, "left", "baseline", bold)


def _counted_titles(view: BoardView, arrangement: Arrangement, titles: list[str]) -> list[str]:
    """Add to the name of each block how many queens stand on it."""
    hidden = [axis for axis in range(view.board.d) if axis not in arrangement.shown]
    if not hidden:
        return titles
    places = Counter(map(tuple, view.board.cells(view.queens)[:, hidden].tolist()))
    counts = (places[tuple(block)] for block in arrangement.blocks[:, hidden].tolist())
    board = view.board
    told = [counted(count, board.piece) if board.d == 3 else f"{count:,}" for count in counts]
    return [f"{title}: {count}" for title, count in zip(titles, told, strict=True)]


def write_frame(canvas: Canvas, arrangement: Arrangement, titles: list[str]) -> None:
    """Write the names of the layers over them, and coordinates from 1 along the edges."""
    height = float(arrangement.block_extent[1])
    small = min(NUMBER_SIZE, 0.48 * canvas.cell)
    size = min(TITLE_SIZE, (0.65 if small >= 5 else 1.1) * canvas.cell)
    size = min(size, title_limit(arrangement, titles) * canvas.cell)
    sides = [arrangement.board.shape[axis] for axis in arrangement.shown[:2]]
    for title, origin in zip(titles, arrangement.block_origins - 0.5, strict=True):
        x, y = float(origin[0]), float(origin[1])
        if title and size >= 5:
            canvas.text(x, y + height + 0.25, title, size, across="left", up="baseline")
        if small < 5:
            continue
        muted = canvas.theme.text_3
        for value in edge_values(sides[0], canvas.cell).tolist():
            canvas.text(x + value + 0.5, y - 0.12, str(value + 1), small, muted, up="top")
        for value in edge_values(sides[1], canvas.cell).tolist() if len(sides) > 1 else ():
            place = x - 0.14, y + value + 0.5
            canvas.text(*place, str(value + 1), small, muted, across="right")


def _numbers(canvas: Canvas, view: BoardView, arrangement: Arrangement) -> None:
    overlay = view.overlay
    assert overlay is not None
    cells = np.flatnonzero(overlay.has_value)
    cells = cells[~np.isin(cells, view.queens)]
    cells, centres = _centres(arrangement, cells)
    write_numbers(canvas, centres, overlay.values[cells], overlay)


# What stands on it ------------------------------------------------------------------------------


def _queens(canvas: Canvas, view: BoardView, arrangement: Arrangement) -> None:
    theme, detail, glyph = canvas.theme, canvas.cell >= DETAIL, glyph_of(view.board.piece)
    if view.free is not None:
        _, places = _centres(arrangement, view.free)
        canvas.discs(places, MARK, mix(theme.background, theme.text, 0.35))
    _, places = _centres(arrangement, view.dropped)
    canvas.discs(places, 0.2, OUTSIDE)
    canvas.strokes(crosses(places, 0.28), theme.text_3, max(1.0, 0.05 * canvas.cell))
    cells, places = _centres(arrangement, view.suggested)
    hues = queen_colours(arrangement, cells, theme) / 255.0
    canvas.discs(places, DISC - 0.02, theme.background, hues, max(1.0, 0.04 * canvas.cell))
    if detail:
        paper = np.array(rgb(theme.background)) / 255.0
        canvas.stamps(glyph, places, (hues + paper) / 2)
    cells, places = _centres(arrangement, view.queens)
    canvas.discs(places, DISC, queen_colours(arrangement, cells, theme) / 255.0)
    if detail:
        canvas.stamps(glyph, places, theme.background)
    _, places = _centres(arrangement, view.given)
    canvas.discs(places, RING - 0.01, None, theme.text, max(0.8, 0.05 * canvas.cell))
    if detail:
        canvas.discs(places + LOCK_PLACE, LOCK_DISC, theme.text)
        canvas.stamps(LOCK, places + LOCK_PLACE, theme.background)
    _, places = _centres(arrangement, view.marked)
    canvas.stamps(DIAMOND, places + DIAMOND_PLACE, MARKED)


def _conflicts(canvas: Canvas, view: BoardView, arrangement: Arrangement) -> None:
    marks = conflict_marks(arrangement, view.conflicts)
    thick = min(7.0, max(1.5, 0.1 * canvas.cell))
    middles = marks.middles
    if len(marks.apart) <= MAX_JOINED:
        canvas.strokes(marks.apart, CONFLICT, thick / 2)
        middles = np.concatenate((middles, marks.apart.mean(axis=1)))
    canvas.strokes(marks.together, CONFLICT, thick)
    canvas.strokes(crosses(middles, 0.2), CONFLICT, thick)
    canvas.discs(marks.cells, RING, None, CONFLICT, thick)


def _lines(canvas: Canvas, arrangement: Arrangement, cursor: int) -> None:
    width = min(2.5, max(0.8, 0.09 * canvas.cell))
    for marks in line_marks(arrangement, cursor):
        style = line_style(marks.order)
        boxes = np.concatenate((marks.cells - 0.5, marks.cells + 0.5), axis=1)
        colour = canvas.theme.line_colour(marks.order)
        tint = mix(canvas.theme.background, colour, 0.2)
        canvas.rectangles(boxes, np.tile(np.array(rgb(tint), np.uint8), (len(boxes), 1)))
        canvas.strokes(marks.segments, colour, width, style.dash)
        canvas.strokes(through_marks(marks.points, marks.order), colour, width)


def _clique(canvas: Canvas, view: BoardView, arrangement: Arrangement, clique: IntArray) -> None:
    """Outline the cells of a clique or an odd cycle, and join those that follow each other."""
    width = min(3.0, max(1.0, 0.06 * canvas.cell))
    pairs = view.cycle_pairs
    pairs = pairs[arrangement.visible(pairs).all(axis=1)]
    joined = arrangement.positions(pairs.ravel())[:, :2].reshape(-1, 2, 2)
    canvas.strokes(joined, canvas.theme.text, width)
    for x, y in _centres(arrangement, clique)[1].tolist():
        edges = outline(x - 0.44, y - 0.44, x + 0.44, y + 0.44)
        canvas.strokes(edges, canvas.theme.text, width)


def _cursor(canvas: Canvas, arrangement: Arrangement, cursor: int) -> None:
    _, places = _centres(arrangement, np.array([cursor]))
    if not len(places):
        return
    x, y = places[0].tolist()
    edges = outline(x - 0.5, y - 0.5, x + 0.5, y + 0.5)
    width = min(5.0, max(2.0, 0.08 * canvas.cell))
    canvas.strokes(edges, canvas.theme.text, width + 2)
    canvas.strokes(edges, CURSOR, width)
    size = min(TITLE_SIZE, max(8.0, 0.4 * canvas.cell))
    text = place_text(arrangement.board, cursor)
    canvas.label(x, y + 0.62, text, size)


def layer_frames(
    animation: Animation,
    view: BoardView,
    settings: ImageSettings,
    *,
    steps: Sequence[BoardView] = (),
    arrangement: Arrangement | None = None,
) -> Iterator[ColourArray]:
    """Draw the frames of an animation, each of shape (height, width, 3).

    `animation`: one of layers, each alone, or a replay.
    `steps`: the moments of a replay, at least one.
    `arrangement`: how the layers of a replay stand; all of them, filling the page, without it.
    Raises InputError if there is nothing to show in this way.
    """
    from nqviz.rendering.canvas.matplotlib_page import pixels  # with Matplotlib

    shape = settings.size[0] / settings.size[1]

    def draw(shown: BoardView, layers: Arrangement) -> ColourArray:
        return pixels(draw_layers(shown, layers, settings.colours, settings.size), settings)

    def draw_layer(layer: int) -> ColourArray:
        return draw(view, default_layers(view.board, shape, 2, layer))

    def draw_step(step: int) -> ColourArray:
        fits = arrangement is not None and arrangement.board == steps[step].board
        own = arrangement if fits else None
        return draw(steps[step], own or default_layers(steps[step].board, shape))

    if animation.kind == REPLAY:
        if not steps:
            raise InputError("there is nothing to replay")
        yield from animation.held(steps[0].board, len(steps), draw_step)
    elif animation.kind == FLIGHT:
        if view.board.d < 3:
            raise InputError(f"the {view.board} is flat: it has no layers to go through")
        yield from animation.held(view.board, view.board.shape[2], draw_layer)
    else:
        raise InputError("a drawing of layers does not turn: choose the scene, or another film")
