"""The square of a board: in each column of cells the last coordinate of the queens there.

The last coordinate is the one that runs fastest through the cells of a board, so that the cell
`index` is in the column `index // side` and has the symbol `index % side + 1`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.placement import Placement
from nqviz.core.rings import has_rings, ring_names, rings_of_cells
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.flat_colours import cell_colours
from nqviz.rendering.canvas.layers_layout import edge_values
from nqviz.rendering.canvas.marks import (
    LOCK,
    LOCK_DISC,
    LOCK_PLACE,
    MARK,
    crosses,
    outline,
    trimmed,
)
from nqviz.view.arrangement import FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import number_text
from nqviz.view.palette import CONFLICT, ColourArray, Theme, contrast_text, hex_colour, rgb

ROOM = 16.0
TEXT_FROM = 4.0
"""The least size of a symbol, in units."""
DOTS_FROM = 5.0
"""The least size of a cell with a dot, in units."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Columns:
    """What is in each column of a board of two or three dimensions."""

    side: int
    """How many cells a column has."""
    shape: tuple[int, int]
    """How many columns there are along the first coordinate and along the second."""
    symbols: dict[int, list[int]]
    """The (0-based) last coordinates of the queens of each column that holds any."""
    suggested: dict[int, list[int]]
    """Those that a solver proposes."""
    open: Mask
    """The columns with a free cell, shape (columns,)."""

    @classmethod
    def of(cls, view: BoardView, attacked: Mask) -> Columns:
        """Sort the queens of a board into columns.

        `attacked`, shape (size,): the cells that a queen attacks or stands on.
        """
        *others, side = view.board.shape
        width, height = (*others, 1)[:2]
        is_open: Mask = np.asarray((~attacked.reshape(-1, side)).any(axis=1))
        symbols, suggested = (_sorted(cells, side) for cells in (view.queens, view.suggested))
        return cls(side, (width, height), symbols, suggested, is_open)

    def centres(self, columns: IntArray | list[int]) -> FloatArray:
        """Return the middles of columns, shape (k, 2)."""
        places = np.divmod(np.asarray(columns, dtype=np.int64), self.shape[1])
        return np.stack(places, axis=-1).astype(np.float64)


def _sorted(cells: IntArray, side: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for cell in sorted(cells.tolist()):
        found.setdefault(cell // side, []).append(cell % side)
    return found


def captions_of(view: BoardView, columns: Columns) -> dict[int, str]:
    """Return for each column with one queen the ring of its cell, or its value in a field.

    Only flat boards have captions.
    """
    cells = {
        column: column * columns.side + symbols[0]
        for column, symbols in {**columns.suggested, **columns.symbols}.items()
        if len(symbols) == 1
    }
    board = view.board
    if board.d != 2 or not cells:
        return {}
    indices = np.fromiter(cells.values(), np.int64)
    if view.overlay is not None and view.overlay.kind == "field":
        texts = [number_text(value) for value in view.overlay.values[indices].tolist()]
    elif view.rings and has_rings(board):
        names = ring_names(board.n)
        texts = [names[ring] for ring in rings_of_cells(board, indices).tolist()]
    else:
        return {}
    return dict(zip(cells, texts, strict=True))


# Drawing ----------------------------------------------------------------------------------------


def draw_square(view: BoardView, theme: Theme, size: tuple[int, int]) -> Canvas:
    """Draw the square of a board on a new canvas of a size in units."""
    attacked = AttackCounts.of(Placement.from_indices(view.board, view.queens)).counts > 0
    columns = Columns.of(view, attacked)
    width, height = columns.shape
    canvas = Canvas(theme, size, (-1.7, -1.7, width - 0.3, height - 0.3), (ROOM,) * 4)
    draw_columns(canvas, view, columns)
    _write_edges(canvas, columns.shape)
    return canvas


def draw_columns(canvas: Canvas, view: BoardView, columns: Columns) -> None:
    """Draw all columns; the middle of column (x, y), from 0, is at the place (x, y).

    The colour of a cell and its number are the layer of the queen there. Attacking pairs are
    joined like in the layers; columns with several queens are crossed.
    """
    captions = captions_of(view, columns)
    ground = _ground(view, columns, captions, canvas.theme)
    corners = columns.centres(np.arange(len(ground))) - 0.5
    filled = (ground != rgb(canvas.theme.background)).any(axis=1)
    canvas.rectangles(np.concatenate((corners, corners + 1), axis=1)[filled], ground[filled])
    _draw_grid(canvas, columns.shape)
    _draw_dots(canvas, columns)
    _draw_symbols(canvas, columns, ground)
    _write_captions(canvas, columns, captions, ground)
    _draw_givens(canvas, view, columns)
    _draw_conflicts(canvas, view, columns)


def _ground(
    view: BoardView, columns: Columns, captions: dict[int, str], theme: Theme
) -> ColourArray:
    """Return the colour of each column, shape (columns, 3).

    Columns with a caption have the colour of their queen's ring or value, not its hue.
    """
    hues = theme.hues(columns.side)
    ground: ColourArray = np.where(
        columns.open[:, None], rgb(theme.background), rgb(theme.attacked)
    ).astype(np.uint8)
    for column, symbols in columns.symbols.items():
        ground[column] = hues[symbols[0]] if len(symbols) == 1 else rgb(theme.attacked)
    chosen = sorted(captions.keys() & columns.symbols.keys())
    if chosen:
        cells = [column * columns.side + columns.symbols[column][0] for column in chosen]
        nothing = np.zeros(view.board.size, np.bool_)
        ground[chosen] = cell_colours(view, nothing, theme, np.array(cells))
    return ground


def _draw_grid(canvas: Canvas, shape: tuple[int, int]) -> None:
    right, top = (side - 0.5 for side in shape)
    grid = [((x - 0.5, -0.5), (x - 0.5, top)) for x in range(1, shape[0])]
    grid += [((-0.5, y - 0.5), (right, y - 0.5)) for y in range(1, shape[1])]
    canvas.strokes(np.array(grid), canvas.theme.lattice, min(1.0, canvas.cell / 12))
    canvas.strokes(outline(-0.5, -0.5, right, top), canvas.theme.text_3, 1.4)


def _draw_dots(canvas: Canvas, columns: Columns) -> None:
    """Draw a dot into each empty column that has a free cell."""
    taken = [*columns.symbols, *columns.suggested]
    empty = np.setdiff1d(np.flatnonzero(columns.open), taken)
    if canvas.cell >= DOTS_FROM:
        canvas.discs(columns.centres(empty), MARK / 2, canvas.theme.text_3)


def _draw_symbols(canvas: Canvas, columns: Columns, ground: ColourArray) -> None:
    """Write the symbols; those that are suggested in a frame of their hue."""
    hues = canvas.theme.hues(columns.side)
    for column, symbols in columns.suggested.items():
        if column not in columns.symbols:
            hue = hex_colour(hues[symbols[0]])
            frame = _frames(columns.centres([column]), 0.4)
            canvas.strokes(frame, hue, max(1.2, 0.08 * canvas.cell))
            _write_symbols(canvas, columns, column, hue)
    inks = {colour: contrast_text(np.array(colour)) for colour in set(map(tuple, ground.tolist()))}
    for column in columns.symbols:
        _write_symbols(canvas, columns, column, inks[tuple(ground[column].tolist())])


def _write_symbols(canvas: Canvas, columns: Columns, column: int, ink: str) -> None:
    symbols = columns.symbols.get(column) or columns.suggested[column]
    text = " ".join(str(symbol + 1) for symbol in symbols)
    size = min(0.5, 1.4 / max(len(text), 1)) * canvas.cell
    if size >= TEXT_FROM:
        x, y = divmod(column, columns.shape[1])
        canvas.text(x, y, text, size, ink)


def _write_captions(
    canvas: Canvas, columns: Columns, captions: dict[int, str], ground: ColourArray
) -> None:
    """Write the captions along the lower edges of the cells, where they can be read."""
    longest = max(map(len, captions.values()), default=1)
    size = min(0.22 * canvas.cell, 1.3 * canvas.cell / longest, 14.0)
    if size < TEXT_FROM:
        return
    for column, text in captions.items():
        x, y = divmod(column, columns.shape[1])
        ink = contrast_text(ground[column])
        canvas.text(x, y - 0.42, text, size, ink, up="baseline")


def _write_edges(canvas: Canvas, sides: tuple[int, int]) -> None:
    small = min(14.0, 0.5 * canvas.cell)
    if small < 5:
        return
    for value in edge_values(sides[0], canvas.cell).tolist():
        canvas.text(value, -0.7, str(value + 1), small, canvas.theme.text_3, up="top")
    for value in edge_values(sides[1], canvas.cell).tolist():
        canvas.text(-0.75, value, str(value + 1), small, canvas.theme.text_3, across="right")


def _frames(centres: FloatArray, reach: float) -> FloatArray:
    """Return the strokes of a frame round each place, shape (4k, 2, 2)."""
    frames: FloatArray = centres[:, None, None, :] + outline(-reach, -reach, reach, reach)
    return frames.reshape(-1, 2, 2)


def _draw_givens(canvas: Canvas, view: BoardView, columns: Columns) -> None:
    places = columns.centres(np.unique(view.given // columns.side))
    canvas.strokes(_frames(places, 0.44), canvas.theme.text, max(0.8, 0.04 * canvas.cell))
    canvas.discs(places + LOCK_PLACE, LOCK_DISC, canvas.theme.text)
    canvas.stamps(LOCK, places + LOCK_PLACE, canvas.theme.background)


def _draw_conflicts(canvas: Canvas, view: BoardView, columns: Columns) -> None:
    """Join attacking pairs, frame their columns, and cross columns with several queens.

    On flat boards, whose columns are all in one row, pairs are not joined.
    """
    pairs = np.array(view.conflicts, dtype=np.int64).reshape(-1, 2) // columns.side
    ends = columns.centres(pairs)
    apart = (pairs[:, 0] != pairs[:, 1]) & (columns.shape[1] > 1)
    thick = max(1.5, 0.07 * canvas.cell)
    canvas.strokes(trimmed(ends[apart], 0.47), CONFLICT, thick)
    canvas.strokes(crosses(ends[apart].mean(axis=1), 0.18), CONFLICT, thick)
    canvas.strokes(_frames(columns.centres(np.unique(pairs)), 0.47), CONFLICT, thick)
    several = [column for column, symbols in columns.symbols.items() if len(symbols) > 1]
    corners = columns.centres(several) + (0.32, 0.32)
    canvas.strokes(crosses(corners, 0.1), CONFLICT, thick)
