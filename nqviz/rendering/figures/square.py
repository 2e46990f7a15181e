"""The square of a placement in three dimensions: each queen written as its third coordinate."""

from __future__ import annotations

import numpy as np

from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.layout import edge_values
from nqviz.rendering.canvas.marks import LOCK, LOCK_DISC, LOCK_PLACE, crosses, outline, trimmed
from nqviz.view.arrangement import FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import CONFLICT, Theme, contrast_text, layer_colours, rgb

ROOM = 16.0


def draw_square(picture: BoardView, theme: Theme, size: tuple[int, int]) -> Canvas:
    """Draw a board of three dimensions from above, on a new sheet of a size in units.

    The colour of a cell and its number are the layer of the queen there. Attacking pairs are
    joined like in the layers; pairs above one cell are crossed out.
    """
    board = picture.board
    width, height, _ = board.shape
    sheet = Canvas(theme, size, (-1.2, -1.2, width + 0.2, height + 0.2), (ROOM,) * 4)
    cells = board.cells(picture.queens)
    columns, numbers = np.unique(cells[:, :2], axis=0), cells[:, 2]
    groups = [np.sort(numbers[(cells[:, :2] == column).all(axis=1)]) + 1 for column in columns]
    hues = layer_colours(board.shape[2])
    single = np.array([len(group) == 1 for group in groups], dtype=np.bool_)
    ground = np.array([hues[group[0] - 1] for group in groups]).reshape(-1, 3)
    ground[~single] = rgb(theme.attacked)
    corners = columns.astype(np.float64)
    sheet.rectangles(np.concatenate((corners, corners + 1), axis=1), ground)
    grid = [outline(x, 0, x + 1, height) for x in range(width)]
    grid += [outline(0, y, width, y + 1) for y in range(height)]
    sheet.strokes(np.concatenate(grid), theme.lattice, min(1.0, sheet.cell / 12))
    sheet.strokes(outline(0, 0, width, height), theme.muted, 1.4)
    for column, group, colour in zip(corners.tolist(), groups, ground, strict=True):
        words = " ".join(map(str, group.tolist()))
        fit = min(0.5, 1.4 / max(len(words), 1)) * sheet.cell
        if fit >= 4:
            sheet.text(column[0] + 0.5, column[1] + 0.5, words, fit, contrast_text(colour))
    _edges(sheet, (width, height))
    _givens(sheet, picture)
    _conflicts(sheet, picture)
    return sheet


def _edges(sheet: Canvas, sides: tuple[int, int]) -> None:
    small = min(14.0, 0.5 * sheet.cell)
    if small < 5:
        return
    for value in edge_values(sides[0], sheet.cell).tolist():
        sheet.text(value + 0.5, -0.2, str(value + 1), small, sheet.theme.muted, up="top")
    for value in edge_values(sides[1], sheet.cell).tolist():
        sheet.text(-0.25, value + 0.5, str(value + 1), small, sheet.theme.muted, across="right")


def _givens(sheet: Canvas, picture: BoardView) -> None:
    places: FloatArray = picture.board.cells(picture.given)[:, :2].astype(np.float64) + 0.5
    for x, y in places.tolist():
        edges = outline(x - 0.44, y - 0.44, x + 0.44, y + 0.44)
        sheet.strokes(edges, sheet.theme.foreground, max(0.8, 0.04 * sheet.cell))
    sheet.discs(places + LOCK_PLACE, LOCK_DISC, sheet.theme.foreground)
    sheet.stamps(LOCK, places + LOCK_PLACE, sheet.theme.background)


def _conflicts(sheet: Canvas, picture: BoardView) -> None:
    pairs = np.array(picture.conflicts, dtype=np.int64).reshape(-1, 2)
    ends = picture.board.cells(pairs)[..., :2] + 0.5
    apart = (ends[:, 0] != ends[:, 1]).any(axis=1)
    thick = max(1.5, 0.07 * sheet.cell)
    sheet.strokes(trimmed(ends[apart], 0.47), CONFLICT, thick)
    sheet.strokes(crosses(ends.mean(axis=1), 0.18), CONFLICT, thick)
    for x, y in np.unique(ends.reshape(-1, 2), axis=0).tolist():
        sheet.strokes(outline(x - 0.47, y - 0.47, x + 0.47, y + 0.47), CONFLICT, thick)
