"""How the layers of a board are laid out on a page, and what is written beside them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrangement import BLOCK_MARGIN, Arrangement, FloatArray
from ..board import Board, IntArray
from ..errors import InputError


def default_layers(
    board: Board, aspect: float = 4 / 3, axis: int | None = None, layer: int | None = None
) -> Arrangement:
    """Arrange the layers of a board so that they fill a page well.

    The first two coordinates that are no layers are shown in each board. The layers of a board
    of three dimensions run on in rows, like text; in four dimensions they make a grid of rows and
    columns, and from five on grids of grids.

    Parameters
    ----------
    board : Board
    aspect : float
        Width over height of the page, above 0.
    axis : int, optional
        The coordinate (0-based) that numbers the layers; the third one without it.
    layer : int, optional
        Show this (0-based) layer alone.

    Raises
    ------
    InputError
        If there is no such coordinate or layer.
    """
    if board.d <= 2:
        return Arrangement(board, tuple(range(board.d)))
    axis = 2 if axis is None else axis
    if not 0 <= axis < board.d:
        raise InputError(f"coordinate {axis + 1} does not exist on the {board}")
    if layer is not None and not 0 <= layer < board.shape[axis]:
        raise InputError(f"layer {layer + 1} does not exist along coordinate {axis + 1}")
    first, second = [other for other in range(board.d) if other != axis][:2]
    fixed = {} if layer is None else {axis: layer}
    spread = [k for k in range(board.d) if k not in (first, second) and k not in fixed]
    columns = None
    if len(spread) == 1:
        sides = board.shape[first], board.shape[second]
        columns = _columns(board.shape[spread[0]], sides, aspect)
    return Arrangement(board, (first, second), fixed, columns=columns)


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
    """Give for each block the indices of its cells, shape (rows, columns), the lowest row first."""
    board = arrangement.board
    steps = [np.arange(board.shape[axis]) * board.strides[axis] for axis in arrangement.shown]
    across = steps[0]
    up = steps[1] if len(steps) > 1 else np.zeros(1, np.int64)
    inside = up[:, None] + across
    for start in board.indices(arrangement.blocks).tolist():
        yield start + inside


def cell_runs(values: IntArray, origin: FloatArray) -> tuple[FloatArray, IntArray]:
    """Join cells of equal value that are neighbours in a row of a block.

    Parameters
    ----------
    values : array of shape (rows, columns)
        One number a cell, the lowest row first; a negative one is left out.
    origin : array of shape (3,) or (2,)
        The middle of the first cell.

    Returns
    -------
    boxes : array of shape (k, 4)
        Left, bottom, right and top of each run.
    starts : array of shape (k,)
        The place of its first cell in the flat block.
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

    In three dimensions ``Layer 4``; in more ``(·, ·, 4, 2)``, where a point stands for each
    coordinate that is read off the edges; in two dimensions nothing.
    """
    board = arrangement.board
    if len(arrangement.shown) == board.d:
        return [""]
    if board.d == 3:
        axis = next(k for k in range(3) if k not in arrangement.shown)
        return [f"Layer {block[axis] + 1}" for block in arrangement.blocks]
    return [
        "("
        + ", ".join("·" if k in arrangement.shown else str(block[k] + 1) for k in range(board.d))
        + ")"
        for block in arrangement.blocks
    ]


def title_limit(arrangement: Arrangement, titles: list[str]) -> float:
    """Give the size of text, in cells, up to which each title ends before the next block."""
    room = float(arrangement.block_extent[0]) + 0.8 * BLOCK_MARGIN
    return room / (0.55 * max(map(len, titles), default=1) or 1.0)


def layer_axis(arrangement: Arrangement) -> int | None:
    """Give the coordinate whose values have hues of their own, None on a flat board."""
    hidden = [axis for axis in range(arrangement.board.d) if axis not in arrangement.shown]
    return hidden[0] if hidden else None


def edge_values(side: int, cell_size: float, needed: float = 13.0) -> IntArray:
    """Choose which (0-based) values to write along an edge.

    Parameters
    ----------
    side : int
        How many cells the edge has.
    cell_size, needed : float
        The size of a cell and the room that one number needs, in pixels.
    """
    if cell_size >= needed:
        return np.arange(side)
    if cell_size * max(side - 1, 0) >= 2 * needed:
        return np.array([0, side - 1])
    return np.zeros(0, np.int64)
