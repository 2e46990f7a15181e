"""Strokes over edges that wrap: out at one side of a block and in at the other."""

from __future__ import annotations

from itertools import product

import numpy as np

from nqviz.core.board import Board, IntArray

from .arrangement import Arrangement, FloatArray


def can_wrap(board: Board) -> bool:
    """Return whether a board can be drawn on a torus in space."""
    return board.torus and board.d == 2


def steps_around(board: Board, pairs: IntArray) -> IntArray:
    """Return the way along their line from the first cell of each pair to the second.

    `pairs`, shape (k, 2): cells that lie on a line of the board.
    Returns an array of shape (k, d): steps in cells. Where axes wrap the shortest that stays below
    a side in each direction; it may lead over their edges. The plain difference of the cells
    elsewhere, and on a Moebius strip.
    """
    ends = board.cells(pairs)
    plain: IntArray = ends[:, 1] - ends[:, 0]
    best = plain.copy()
    if not board.shift_axes or not len(pairs):
        return best
    wraps, sides = np.isin(np.arange(board.d), board.shift_axes), np.array(board.shape)
    axis = (plain != 0).argmax(axis=1)
    near = np.abs(np.take_along_axis(plain, axis[:, None], axis=1)[:, 0])
    length = np.full(len(pairs), sides.max())
    for reach in (near, np.where(wraps[axis], sides[axis] - near, near)):
        options = np.stack((plain, plain - sides * wraps, plain + sides * wraps))
        fits = (np.abs(options) == reach[:, None]) | (plain == 0)
        shorter = fits.any(axis=0).all(axis=1) & (reach < length)
        chosen = np.take_along_axis(options, fits.argmax(axis=0)[None], axis=0)[0]
        best[shorter] = chosen[shorter]
        length[shorter] = reach[shorter]
    return best


def wrapped(arrangement: Arrangement, starts: FloatArray, ends: FloatArray) -> list[FloatArray]:
    """Cut strokes at the edges of the blocks they begin in.

    `starts`, `ends`, shape (k, 2): in the plane of a layer, or in space.
    Returns an array of shape (j, 2, 2): for each stroke its pieces inside that block, where what
    leaves at one side comes in at the other.
    """
    axes = arrangement.shown[: starts.shape[1]]
    places = len(axes)
    origins = arrangement.block_origins[:, :places]
    extent = arrangement.block_extent[:places]
    # Layers with a gap between them follow on each other as if one came after the last.
    sides = np.array([arrangement.board.shape[axis] for axis in axes])
    sides = sides * arrangement.pitches[:places]
    pieces = []
    for start, end in zip(starts, ends, strict=True):
        inside = ((start >= origins - 0.5) & (start <= origins + extent - 0.5)).all(axis=1)
        low = origins[inside.argmax()] - 0.5
        found = []
        for turn in product((-1, 0, 1), repeat=places):
            piece = _clipped(start + turn * sides, end + turn * sides, low, low + extent)
            if piece is not None:
                found.append(piece)
        pieces.append(np.array(found).reshape(-1, 2, places))
    return pieces


def _clipped(
    start: FloatArray, end: FloatArray, low: FloatArray, high: FloatArray
) -> FloatArray | None:
    """Return the part of a stroke in a box, None if it is no longer than a point."""
    along = end - start
    first, last = 0.0, 1.0
    for k in range(len(along)):
        if along[k] == 0:
            if not low[k] < start[k] < high[k]:
                return None
            continue
        near, far = sorted(((low[k] - start[k]) / along[k], (high[k] - start[k]) / along[k]))
        first, last = max(first, near), min(last, far)
    return None if last - first < 1e-9 else np.array((start + first * along, start + last * along))
