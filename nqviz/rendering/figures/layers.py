"""Draw all layers of a picture on a sheet."""

from __future__ import annotations

from collections import Counter

import numpy as np

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.notation import place_text
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.layout import (
    block_indices,
    block_titles,
    cell_runs,
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
    cell_colours,
    conflict_marks,
    crosses,
    line_marks,
    outline,
    queen_colours,
    through_marks,
)
from nqviz.rendering.canvas.piece_glyphs import sign_of
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
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

LEGEND_ROOM = 120
SIDE_ROOM = 16.0
HEADING_ROOM = 96.0
TITLE_SIZE = 19.0
NUMBER_SIZE = 15.0
DETAIL = 9.0
"""Cells of fewer units get no signs and locks."""
MAX_JOINED = 12
"""More attacking pairs than this are not joined across layers, only marked in theirs."""


def draw_layers(
    picture: BoardView,
    arrangement: Arrangement,
    theme: Theme,
    size: tuple[int, int],
    heading: tuple[str, str] | None = None,
) -> Canvas:
    """Draw what a picture shows, layer by layer, on a new sheet of a size in units.

    A selection is of the work and not of the board: it is left out. With a heading of two lines
    the number of its queens stands over each layer.
    """
    low, high = arrangement.bounds
    titled = bool(block_titles(arrangement)[0])
    bounds = (low[0] - 0.7, low[1] - 0.7, high[0] + 0.2, high[1] + (0.9 if titled else 0.2))
    right = LEGEND_ROOM if picture.overlay is not None else SIDE_ROOM
    above = SIDE_ROOM if heading is None else HEADING_ROOM
    sheet = Canvas(theme, size, bounds, (SIDE_ROOM, SIDE_ROOM, right, above))
    titles = block_titles(arrangement)
    if heading is not None:
        _heading(sheet, heading)
        titles = _counted_titles(picture, arrangement, titles)
    _ground(sheet, picture, arrangement)
    _lattice(sheet, arrangement)
    write_frame(sheet, arrangement, titles)
    if picture.overlay is not None:
        overlay_legend(sheet, picture.overlay, size)
        _numbers(sheet, picture, arrangement)
    if picture.cursor is not None:
        _lines(sheet, arrangement, picture.cursor)
    _queens(sheet, picture, arrangement)
    _conflicts(sheet, picture, arrangement)
    if picture.clique is not None:
        _clique(sheet, picture, arrangement, picture.clique)
    if picture.cursor is not None:
        _cursor(sheet, arrangement, picture.cursor)
    return sheet


def _centres(arrangement: Arrangement, indices: IntArray) -> tuple[IntArray, FloatArray]:
    seen = indices[arrangement.visible(indices)]
    return seen, arrangement.positions(seen)[:, :2]


# The board --------------------------------------------------------------------------------------


def _ground(sheet: Canvas, picture: BoardView, arrangement: Arrangement) -> None:
    attacked = AttackCounts.of(Placement.from_indices(picture.board, picture.queens)).counts > 0
    boxes, colours, hatched, greyed, crossed = [], [], [], [], []
    paper = np.array(rgb(sheet.theme.background), np.uint8)
    for indices, origin in zip(block_indices(arrangement), arrangement.block_origins, strict=True):
        seen = arrangement.visible(indices)
        ground = cell_colours(picture, attacked, sheet.theme, indices)
        filled = seen & (ground != paper).any(axis=-1)
        box, first = cell_runs(np.where(filled, _colour_numbers(ground), -1), origin)
        boxes.append(box)
        colours.append(ground.reshape(-1, 3)[first])
        if picture.overlay is not None:
            never = seen & ~picture.overlay.has_value[indices]
            hatched.append(cell_runs(np.where(never, 1, -1), origin)[0])
        if picture.outside is not None:
            cut = seen & picture.outside[indices]
            greyed.append(cell_runs(np.where(cut, 1, -1), origin)[0])
        if picture.core is not None:
            core = seen & picture.core[indices]
            crossed.append(cell_runs(np.where(core, 1, -1), origin)[0])
    sheet.rectangles(np.concatenate(boxes), np.concatenate(colours))
    groups = (hatched, sheet.theme.muted), (greyed, OUTSIDE), (crossed, sheet.theme.foreground)
    for group, colour in groups:
        if group:
            sheet.hatched(np.concatenate(group), colour)


def _colour_numbers(colours: ColourArray) -> IntArray:
    numbers: IntArray = colours.astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    return numbers


def _lattice(sheet: Canvas, arrangement: Arrangement) -> None:
    width, height = arrangement.block_extent[:2].tolist()
    inner = np.array(
        [[(0, y), (width, y)] for y in range(1, round(height))]
        + [[(x, 0), (x, height)] for x in range(1, round(width))]
    ).reshape(-1, 2, 2)
    frame = outline(0, 0, width, height)
    origins = arrangement.block_origins[:, None, None, :2] - 0.5
    line = 1.0 if sheet.cell >= DETAIL else sheet.cell / DETAIL
    sheet.strokes((origins + inner).reshape(-1, 2, 2), sheet.theme.lattice, 0.8 * line)
    sheet.strokes((origins + frame).reshape(-1, 2, 2), sheet.theme.muted, 1.2 * line)


def _heading(sheet: Canvas, lines: tuple[str, str]) -> None:
    unit = 1 / sheet.cell
    left, width = sheet.left + 1.6 * SIDE_ROOM * unit, sheet.size[0] - 3.2 * SIDE_ROOM
    for place, (words, size, bold) in enumerate(((lines[0], 26, True), (lines[1], 17, False))):
        fits = min(size, width / (0.6 * max(len(words), 1)))
        y = sheet.top - (44 + 30 * place) * unit
        ink = None if bold else sheet.theme.muted
        sheet.text(left, y, words, fits, ink, "left", "baseline", bold)


def _counted_titles(picture: BoardView, arrangement: Arrangement, titles: list[str]) -> list[str]:
    """Add to the name of each block how many queens stand on it."""
    hidden = [axis for axis in range(picture.board.d) if axis not in arrangement.shown]
    if not hidden:
        return titles
    places = Counter(map(tuple, picture.board.cells(picture.queens)[:, hidden].tolist()))
    counts = (places[tuple(block)] for block in arrangement.blocks[:, hidden].tolist())
    board = picture.board
    told = [counted(count, board.piece) if board.d == 3 else f"{count:,}" for count in counts]
    return [f"{title}: {count}" for title, count in zip(titles, told, strict=True)]


def write_frame(sheet: Canvas, arrangement: Arrangement, titles: list[str]) -> None:
    """Write the names of the layers over them, and coordinates from 1 along the edges."""
    height = float(arrangement.block_extent[1])
    small = min(NUMBER_SIZE, 0.48 * sheet.cell)
    size = min(TITLE_SIZE, (0.65 if small >= 5 else 1.1) * sheet.cell)
    size = min(size, title_limit(arrangement, titles) * sheet.cell)
    sides = [arrangement.board.shape[axis] for axis in arrangement.shown[:2]]
    for title, origin in zip(titles, arrangement.block_origins - 0.5, strict=True):
        x, y = float(origin[0]), float(origin[1])
        if title and size >= 5:
            sheet.text(x, y + height + 0.25, title, size, across="left", up="baseline")
        if small < 5:
            continue
        muted = sheet.theme.muted
        for value in edge_values(sides[0], sheet.cell).tolist():
            sheet.text(x + value + 0.5, y - 0.12, str(value + 1), small, muted, up="top")
        for value in edge_values(sides[1], sheet.cell).tolist() if len(sides) > 1 else ():
            place = x - 0.14, y + value + 0.5
            sheet.text(*place, str(value + 1), small, muted, across="right")


def _numbers(sheet: Canvas, picture: BoardView, arrangement: Arrangement) -> None:
    overlay = picture.overlay
    assert overlay is not None
    cells = np.flatnonzero(overlay.has_value)
    cells = cells[~np.isin(cells, picture.queens)]
    cells, centres = _centres(arrangement, cells)
    write_numbers(sheet, centres, overlay.values[cells], overlay.top)


# What stands on it ------------------------------------------------------------------------------


def _queens(sheet: Canvas, picture: BoardView, arrangement: Arrangement) -> None:
    theme, detail, sign = sheet.theme, sheet.cell >= DETAIL, sign_of(picture.board.piece)
    if picture.free is not None:
        _, places = _centres(arrangement, picture.free)
        sheet.discs(places, MARK, mix(theme.background, theme.foreground, 0.35))
    _, places = _centres(arrangement, picture.dropped)
    sheet.discs(places, 0.2, OUTSIDE)
    sheet.strokes(crosses(places, 0.28), theme.muted, max(1.0, 0.05 * sheet.cell))
    cells, places = _centres(arrangement, picture.suggested)
    hues = queen_colours(arrangement, cells, theme) / 255.0
    sheet.discs(places, DISC - 0.02, theme.background, hues, max(1.0, 0.04 * sheet.cell))
    if detail:
        paper = np.array(rgb(theme.background)) / 255.0
        sheet.stamps(sign, places, (hues + paper) / 2)
    cells, places = _centres(arrangement, picture.queens)
    sheet.discs(places, DISC, queen_colours(arrangement, cells, theme) / 255.0)
    if detail:
        sheet.stamps(sign, places, theme.background)
    _, places = _centres(arrangement, picture.given)
    sheet.discs(places, RING - 0.01, None, theme.foreground, max(0.8, 0.05 * sheet.cell))
    if detail:
        sheet.discs(places + LOCK_PLACE, LOCK_DISC, theme.foreground)
        sheet.stamps(LOCK, places + LOCK_PLACE, theme.background)
    _, places = _centres(arrangement, picture.marked)
    sheet.stamps(DIAMOND, places + DIAMOND_PLACE, MARKED)


def _conflicts(sheet: Canvas, picture: BoardView, arrangement: Arrangement) -> None:
    marks = conflict_marks(arrangement, picture.conflicts)
    thick = min(7.0, max(1.5, 0.1 * sheet.cell))
    middles = marks.middles
    if len(marks.apart) <= MAX_JOINED:
        sheet.strokes(marks.apart, CONFLICT, thick / 2)
        middles = np.concatenate((middles, marks.apart.mean(axis=1)))
    sheet.strokes(marks.together, CONFLICT, thick)
    sheet.strokes(crosses(middles, 0.2), CONFLICT, thick)
    sheet.discs(marks.cells, RING, None, CONFLICT, thick)


def _lines(sheet: Canvas, arrangement: Arrangement, cursor: int) -> None:
    width = min(2.5, max(0.8, 0.09 * sheet.cell))
    for marks in line_marks(arrangement, cursor):
        style = line_style(marks.order)
        boxes = np.concatenate((marks.cells - 0.5, marks.cells + 0.5), axis=1)
        tint = mix(sheet.theme.background, style.colour, 0.2)
        sheet.rectangles(boxes, np.tile(np.array(rgb(tint), np.uint8), (len(boxes), 1)))
        sheet.strokes(marks.segments, style.colour, width, style.dash)
        sheet.strokes(through_marks(marks.points, marks.order), style.colour, width)


def _clique(sheet: Canvas, picture: BoardView, arrangement: Arrangement, clique: IntArray) -> None:
    """Outline the cells of a clique or an odd cycle, and join those that follow each other."""
    width = min(3.0, max(1.0, 0.06 * sheet.cell))
    pairs = picture.cycle_pairs
    pairs = pairs[arrangement.visible(pairs).all(axis=1)]
    joined = arrangement.positions(pairs.ravel())[:, :2].reshape(-1, 2, 2)
    sheet.strokes(joined, sheet.theme.foreground, width)
    for x, y in _centres(arrangement, clique)[1].tolist():
        edges = outline(x - 0.44, y - 0.44, x + 0.44, y + 0.44)
        sheet.strokes(edges, sheet.theme.foreground, width)


def _cursor(sheet: Canvas, arrangement: Arrangement, cursor: int) -> None:
    _, places = _centres(arrangement, np.array([cursor]))
    if not len(places):
        return
    x, y = places[0].tolist()
    edges = outline(x - 0.5, y - 0.5, x + 0.5, y + 0.5)
    width = min(5.0, max(2.0, 0.08 * sheet.cell))
    sheet.strokes(edges, sheet.theme.foreground, width + 2)
    sheet.strokes(edges, CURSOR, width)
    size = min(TITLE_SIZE, max(8.0, 0.4 * sheet.cell))
    words = place_text(arrangement.board, cursor)
    sheet.label(x, y + 0.62, words, size)
