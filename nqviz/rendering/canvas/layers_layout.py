"""How the layers of a board are laid out on a page, and what is written beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError
from nqviz.view.arrangement import BLOCK_MARGIN, Arrangement, FloatArray


def default_layers(
    board: Board, aspect: float = 4 / 3, axis: int | None = None, layer: int | None = None
) -> Arrangement:
    """Arrange the layers of a board so that they fill a page well.

    The first two coordinates that are no layers are shown in each board; `arrange_layers` describes
    how the boards stand.
    `aspect`: width over height of the page, above 0.
    `axis`: the coordinate (0-based) that numbers the layers; the third one without it.
    `layer`: show this (0-based) layer alone.
    Raises InputError if there is no such coordinate or layer.
    """
    if board.d <= 2:
        return arrange_layers(board, tuple(range(board.d)), aspect)
    axis = 2 if axis is None else axis
    if not 0 <= axis < board.d:
        raise InputError(f"coordinate {axis + 1} does not exist on the {board}")
    if layer is not None and not 0 <= layer < board.shape[axis]:
        raise InputError(f"layer {layer + 1} does not exist along coordinate {axis + 1}")
    first, second = [other for other in range(board.d) if other != axis][:2]
    return arrange_layers(board, (first, second), aspect, {} if layer is None else {axis: layer})


def arrange_layers(
    board: Board,
    shown: tuple[int, ...],
    aspect: float = 4 / 3,
    fixed: Mapping[int, int] | None = None,
) -> Arrangement:
    """Return the arrangement of the layers side by side with the largest cells.

    One more coordinate runs on in rows, like text; two make a grid of rows and columns, and from
    three on grids of grids, the last of which runs on in rows again. The number of columns, or
    which coordinates make the rows, follow from the page.

    `shown`: the axes (0-based) that run across and up in each board: at most two.
    `aspect`: width over height of the page, above 0.
    `fixed`: axes that are held at one (0-based) value; all others stand side by side.
    Raises InputError if the axes do not fit the board.
    """
    fixed = fixed or {}
    spread = Arrangement(board, shown, fixed).spread
    if len(spread) > 1:
        in_rows = [None, *range(1, board.shape[spread[-1]] + 1)] if len(spread) > 2 else [None]
        variants = [
            Arrangement(board, shown, fixed, columns=columns, start=start)
            for start in (0, 1)
            for columns in in_rows
        ]
        return max(variants, key=lambda variant: _cell_size(variant, aspect))
    columns = None
    if len(spread) == 1 and len(shown) == 2:
        sides = board.shape[shown[0]], board.shape[shown[1]]
        columns = _columns(board.shape[spread[0]], sides, aspect)
    return Arrangement(board, shown, fixed, columns=columns)


def _cell_size(arrangement: Arrangement, aspect: float) -> float:
    """Return the size of cells on a page of height 1, with room for text around the boards."""
    width, height = (arrangement.size[:2] + BLOCK_MARGIN).tolist()
    return float(min(aspect / width, 1 / height))


def _columns(blocks: int, sides: tuple[int, int], aspect: float) -> int:
    """Choose how many blocks stand in a row so that cells come out as large as possible."""
    width, height = (side + BLOCK_MARGIN for side in sides)
    counts = np.arange(1, blocks + 1)
    rows = -(-blocks // counts)
    cell = np.minimum(aspect / (counts * width), 1 / (rows * height))
    best = np.flatnonzero(cell > cell.max() * 0.999)
    empty = counts[best] * rows[best] - blocks
    return int(counts[best[np.argmin(empty)]])


def block_indices(arrangement: Arrangement) -> Iterator[IntArray]:
    """Yield the indices of the cells of each block, shape (rows, columns), lowest row first."""
    board = arrangement.board
    steps = [np.arange(board.shape[axis]) * board.strides[axis] for axis in arrangement.shown]
    across = steps[0]
    up = steps[1] if len(steps) > 1 else np.zeros(1, np.int64)
    inside = up[:, None] + across
    for start in board.indices(arrangement.blocks).tolist():
        yield start + inside


def cell_runs(values: IntArray, origin: FloatArray) -> tuple[FloatArray, IntArray]:
    """Join cells of equal value that are neighbours in a row of a block.

    `values`, shape (rows, columns): one number a cell, the lowest row first; a negative one is left
    out.
    `origin`, shape (3,): the middle of the first cell.
    Returns `boxes`, shape (k, 4): left, bottom, right and top of each run; `starts`, shape (k,):
    the place of its first cell in the flat block.
    """
    columns = values.shape[1]
    flat = values.ravel()
    starts = np.flatnonzero(
        (np.diff(flat, prepend=flat[:1] - 1) != 0) | (np.arange(flat.size) % columns == 0)
    )
    ends = np.append(starts[1:], flat.size) - 1
    keep = flat[starts] >= 0
    starts, ends = starts[keep], ends[keep]
    row = starts // columns
    x, y = origin[0] - 0.5, origin[1] - 0.5
    boxes = np.stack((x + starts % columns, y + row, x + ends % columns + 1, y + row + 1), axis=-1)
    return boxes, starts


def block_titles(arrangement: Arrangement) -> list[str]:
    """Name each block: by its layer, or by the coordinates that all its cells share.

    ``Layer 4`` where the layers of one cube are shown; else ``(·, ·, 4, 2)``, where a point
    stands for each coordinate that is read off the edges; in two dimensions nothing.
    """
    board = arrangement.board
    if len(arrangement.shown) == board.d:
        return [""]
    others = [axis for axis in range(board.d) if axis not in arrangement.shown]
    places = to_coordinates(arrangement.blocks[:, others]).tolist()
    if board.d == 3 or len(arrangement.spread) == 1:
        axis = others.index((*arrangement.spread, *others)[0])
        return [f"Layer {place[axis]}" for place in places]
    shape = ", ".join("·" if axis in arrangement.shown else "%d" for axis in range(board.d))
    return [f"({shape})" % tuple(place) for place in places]


def title_limit(arrangement: Arrangement, titles: list[str]) -> float:
    """Return the size of text, in cells, up to which each title ends before the next block."""
    room = float(arrangement.block_extent[0]) + 0.8 * BLOCK_MARGIN
    return room / (0.55 * max(map(len, titles), default=1) or 1.0)


def layer_axis(arrangement: Arrangement) -> int | None:
    """Return the coordinate whose values have hues of their own, None on a flat board."""
    hidden = [axis for axis in range(arrangement.board.d) if axis not in arrangement.shown]
    return [*arrangement.spread, *hidden][0] if hidden else None


def edge_values(side: int, cell_size: float, needed: float = 13.0) -> IntArray:
    """Choose which (0-based) values to write along an edge.

    `side`: how many cells the edge has.
    `cell_size`, `needed`: the size of a cell and the room that one number needs, in pixels.
    Returns shape (k,), int64.
    """
    if cell_size >= needed:
        return np.arange(side)
    if cell_size * max(side - 1, 0) >= 2 * needed:
        return np.array([0, side - 1])
    return np.zeros(0, np.int64)
