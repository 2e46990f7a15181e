"""Strokes over edges that wrap: out at one side of a block and in at the other."""

from __future__ import annotations

from itertools import product
from math import lcm

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.pieces import LEAP

from .arrangement import Arrangement, FloatArray

BEYOND = 0.45
"""How far attacks over an edge reach out of their block, in cells: they are seen beside queens."""
_FAR = 1000
"""The longest ways that are looked for around long boards, in cells."""


def can_wrap(board: Board) -> bool:
    """Return whether a board can be drawn on a torus in space."""
    return board.torus and board.d == 2


def opened(board: Board, line: slice | IntArray) -> IntArray:
    """Return the indices of a line of attack, shape (length,); where it closes, from an edge on.

    So no run of neighbours within the board is parted at the ends of the array.
    """
    indices = np.arange(line.start, line.stop, line.step) if isinstance(line, slice) else line
    if board.is_flat or len(indices) < 3:
        return indices
    over = is_over_edge(board, np.diff(board.cells(np.append(indices, indices[0])), axis=0))
    return indices if over[-1] or not over.any() else np.roll(indices, -1 - over.argmax())


def is_over_edge(board: Board, steps: IntArray) -> npt.NDArray[np.bool_]:
    """Return which steps between cells, shape (k, d), are no step to a neighbour, shape (k,).

    On sides of 2 that wrap a step back is one over the edge.
    """
    pairs = [axis for axis in board.wraps if board.shape[axis] == 2]
    return np.asarray((np.abs(steps) > 1).any(axis=1) | (steps[:, pairs] < 0).any(axis=1))


def steps_around(board: Board, pairs: IntArray) -> IntArray:
    """Return the way along their line from the first cell of each pair to the second.

    `pairs`, shape (k, 2): cells that attack each other.
    Returns an array of shape (k, d): steps in cells, the shortest where lines meet twice. Where
    axes wrap it may lead over their edges, more than once on long boards; over those of a Moebius
    strip it leads as if the strip went on, reversed at every turn. The plain difference of
    the cells on flat boards.
    """
    ends = board.cells(pairs)
    plain: IntArray = ends[:, 1] - ends[:, 0]
    if board.is_flat or not len(pairs):
        return plain
    periods = np.zeros(board.d, dtype=np.int64)
    periods[list(board.wraps)] = np.array(board.shape)[list(board.wraps)]
    if not board.twist:
        return _shortest(board, plain, periods)[0]
    # Two turns around a strip lead back: it is a cylinder twice as long with each queen twice.
    [along] = board.wraps
    turned = plain.copy()
    turned[:, along] += board.shape[along]
    turned[:, 1 - along] = board.shape[1 - along] - 1 - ends.sum(axis=1)[:, 1 - along]
    ways = [_shortest(board, each, 2 * periods) for each in (plain, turned)]
    return np.where((ways[1][1] < ways[0][1])[:, None], ways[1][0], ways[0][0])


def _shortest(board: Board, plain: IntArray, periods: IntArray) -> tuple[IntArray, IntArray]:
    """Return the shortest steps of some differences along a line or a leap, and their lengths.

    `plain`, shape (k, d): the differences, modulo the periods, shape (d,), where these are not 0.
    Returns shapes (k, d) and (k,); differences that are on no line stay, with a great length.
    """
    steps, lengths = plain.copy(), np.full(len(plain), _FAR)
    leaps = board.directions[board.direction_classes == LEAP]
    for leap in (*leaps, *-leaps):
        found = _are_multiples(plain - leap, periods).all(axis=1)
        steps[found], lengths[found] = leap, 1
    known = np.unique(board.direction_classes)
    around = lcm(*periods[periods > 0].tolist()) // 2
    for reach in range(1, max(*board.shape, min(around, _FAR - 1)) + 1):
        left = np.flatnonzero(lengths == _FAR)
        if not len(left):
            break
        stays = _are_multiples(plain[left], periods)
        signs = np.where(_are_multiples(plain[left] - reach, periods), 1, 0)
        signs = np.where(_are_multiples(plain[left] + reach, periods) & (signs == 0), -1, signs)
        moves = ~stays
        for order in known.tolist():  # axes that come back to their place may move as well
            more = (signs != 0) & stays
            more &= np.cumsum(more, axis=1) <= (order - moves.sum(axis=1))[:, None]
            moved = moves | more
            fits = ((signs != 0) | stays).all(axis=1) & (moved.sum(axis=1) == order)
            fits &= lengths[left] == _FAR
            steps[left[fits]] = (reach * signs * moved)[fits]
            lengths[left[fits]] = reach
    return steps, lengths


def _are_multiples(values: IntArray, periods: IntArray) -> npt.NDArray[np.bool_]:
    """Return which values, shape (k, d), are multiples of the periods, shape (d,).

    Of a period 0 it is 0 alone.
    """
    found: npt.NDArray[np.bool_] = values % np.where(periods, periods, 2**40) == 0
    return found


def wrapped(
    arrangement: Arrangement, starts: FloatArray, ends: FloatArray, beyond: float = 0.0
) -> list[FloatArray]:
    """Cut strokes at the edges of the blocks they begin in.

    `starts`, `ends`, shape (k, 2): in the plane of a layer, or in space, shape (k, 3).
    `beyond`: how far the pieces reach out over those edges, in cells.
    Returns an array of shape (j, 2, 2) or (j, 2, 3): for each stroke its pieces in that block,
    where what leaves at one side comes in at the other, reversed on a Moebius strip.
    """
    board, axes = arrangement.board, arrangement.shown[: starts.shape[1]]
    places = len(axes)
    origins = arrangement.block_origins[:, :places]
    extent = arrangement.block_extent[:places]
    # Layers with a gap between them follow on each other as if one came after the last.
    sides = np.array([board.shape[axis] for axis in axes]) * arrangement.pitches[:places]
    pieces: list[FloatArray] = []
    for whole, end in zip(starts, ends[:, :places], strict=True):
        start, level = whole[:places], whole[places:]
        inside = ((start >= origins - 0.5) & (start <= origins + extent - 0.5)).all(axis=1)
        low = origins[inside.argmax()] - 0.5
        found = []
        turns = np.ceil(np.abs(end - start) / sides).astype(int).tolist()
        rounds = [
            range(-turn, turn + 1) if axis in board.wraps else (0,)
            for axis, turn in zip(axes, turns, strict=True)
        ]
        for turn in product(*rounds):
            ways = np.array((start, end)) + turn * sides
            if board.twist and places > 1 and sum(turn) % 2:
                across = axes.index(1 - board.wraps[0])
                ways[:, across] = 2 * low[across] + extent[across] - ways[:, across]
            piece = _clipped(ways[0], ways[1], low, low + extent, beyond)
            if piece is not None:
                found.append(piece)
        cut = np.array(found).reshape(-1, 2, places)
        pieces.append(np.concatenate((cut, np.tile(level, (len(cut), 2, 1))), axis=2))
    return pieces


def _clipped(
    start: FloatArray, end: FloatArray, low: FloatArray, high: FloatArray, beyond: float
) -> FloatArray | None:
    """Return the part of a stroke in a box, None if it is no longer than a point.

    It reaches `beyond` out of the box where the stroke leaves it.
    """
    along = end - start
    first, last = 0.0, 1.0
    for k in range(len(along)):
        if along[k] == 0:
            if not low[k] < start[k] < high[k]:
                return None
            continue
        near, far = sorted(((low[k] - start[k]) / along[k], (high[k] - start[k]) / along[k]))
        first, last = max(first, near), min(last, far)
    if last - first < 1e-9:
        return None
    out = beyond / np.abs(along).max()
    first, last = first - out * (first > 0.0), last + out * (last < 1.0)
    return np.array((start + first * along, start + last * along))
