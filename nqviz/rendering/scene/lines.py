"""The attack lines of a cell as strokes in space, each class in its own dashes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.chains import cycle_lengths
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.wrapping import is_over_edge, opened

from .wrapped import LIFT, Wrapped, pieces_of

DASHES = ((), (0.19, 0.11), (0.055, 0.075), (0.19, 0.075, 0.055, 0.075))
"""Dashes and gaps by turns, in cells, of axes, diagonals, space diagonals and higher classes."""
BEGIN, PAST = 0.45, 0.35
"""How far from its cell's centre a line begins, and how far past the last one it ends, in steps."""


@dataclass(frozen=True)
class AttackLines:
    """What is drawn for the attack lines of one cell."""

    segments: FloatArray
    """The ends of unbroken strokes within blocks, shape (k, 2, 3)."""
    segment_classes: IntArray
    """The class of the direction of each stroke, shape (k,)."""
    lone: IntArray
    """Attacked cells in other blocks, where no two neighbours of one line lie together. Shape
    (m,)."""
    lone_classes: IntArray
    """The class of the line through each of them, shape (m,)."""


def attack_lines(board: Board, arrangement: Arrangement, index: int) -> AttackLines:
    """Cut the lines through a cell into the runs of drawn cells that touch each other."""
    segments, orders, lone, lone_orders = [], [], [], []
    spread = list(arrangement.spread)
    for order, line in zip(board.direction_classes, board.lines_through(index), strict=True):
        indices = opened(board, line)
        steps = np.diff(board.cells(indices), axis=0)
        shown = arrangement.visible(indices)
        joined = ~(is_over_edge(board, steps) | steps[:, spread].any(axis=1))
        joined &= shown[:-1] & shown[1:]
        for run in np.split(indices, np.flatnonzero(~joined) + 1):
            if len(run) > 1:
                segments.append(arrangement.positions(run[[0, -1]]))
                orders.append(order)
            elif run[0] != index and arrangement.visible(run)[0]:
                lone.append(run[0])
                lone_orders.append(order)
    return AttackLines(
        np.array(segments).reshape(-1, 2, 3),
        np.array(orders, dtype=np.int64),
        np.array(lone, dtype=np.int64),
        np.array(lone_orders, dtype=np.int64),
    )


def trimmed(
    lines: AttackLines, arrangement: Arrangement, index: int
) -> tuple[FloatArray, IntArray]:
    """Cut the strokes of a cell where a queen stands there, and let them run out of the last cells.

    Returns `segments`, shape (m, 2, 3); `classes`, shape (m,).
    """
    starts, ends = lines.segments[:, 0], lines.segments[:, 1]
    pitches = np.ones(3)
    pitches[: len(arrangement.pitches)] = arrangement.pitches
    counts = np.abs((ends - starts) / pitches).max(axis=1, keepdims=True)
    steps = (ends - starts) / np.maximum(counts, 1.0)
    centre = arrangement.positions([index])[0]
    near = np.linalg.norm(starts - centre, axis=1) + np.linalg.norm(ends - centre, axis=1)
    meets = near < np.linalg.norm(ends - starts, axis=1) + 1e-6
    begins = BEGIN * np.sqrt(lines.segment_classes)[:, None]
    ways = steps / np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-9)
    pieces, orders = [np.zeros((0, 2, 3))], [np.zeros(0, np.int64)]
    beyond = PAST * steps
    whole = np.stack((starts - beyond, ends + beyond), axis=1)
    pieces.append(whole[~meets])
    orders.append(lines.segment_classes[~meets])
    for sign, last in ((1.0, ends), (-1.0, starts)):
        goes_on = meets & (np.linalg.norm(last - centre, axis=1) > 1e-6)
        begin = centre + sign * begins * ways
        pieces.append(np.stack((begin, last + sign * beyond), axis=1)[goes_on])
        orders.append(lines.segment_classes[goes_on])
    return np.concatenate(pieces), np.concatenate(orders)


def dashed(segments: FloatArray, classes: IntArray, scale: float) -> tuple[FloatArray, IntArray]:
    """Cut strokes into the dashes of their classes.

    `segments` has shape (k, 2, 3).
    `classes` has shape (k,).
    `scale`: how many times their plain length dashes have.
    Returns `segments`, shape (m, 2, 3); `classes`, shape (m,).
    """
    pieces, orders = [np.zeros((0, 2, 3))], [np.zeros(0, dtype=np.int64)]
    for ends, order in zip(segments, classes.tolist(), strict=True):
        found = dashes_of(ends[None], tuple(scale * each for each in dash_of(order)))
        pieces.append(found)
        orders.append(np.full(len(found), order, dtype=np.int64))
    return np.concatenate(pieces), np.concatenate(orders)


def dash_of(order: int) -> tuple[float, ...]:
    """Return the dashes and gaps of a class of lines, in cells; none of a solid line.

    Leaps, class 0, have those of the highest.
    """
    return DASHES[min(order, len(DASHES)) - 1]


def dashes_of(segments: FloatArray, pattern: tuple[float, ...]) -> FloatArray:
    """Cut strokes, shape (k, 2, 3), into dashes of lengths and gaps by turns, shape (m, 2, 3)."""
    pieces = [np.zeros((0, 2, 3))]
    for ends in segments:
        cuts = _dashes(float(np.linalg.norm(ends[1] - ends[0])), pattern)
        pieces.append(ends[0] + cuts[:, :, None] * (ends[1] - ends[0]))
    return np.concatenate(pieces)


def attack_curves(arrangement: Wrapped, index: int, scale: float) -> tuple[FloatArray, IntArray]:
    """Return the dashes of all attack lines of a cell along the surface of a torus.

    Every line runs on until it closes, or to the blocked cells where it stops.

    Returns `segments`, shape (m, 2, 3); `classes`, shape (m,).
    """
    board = arrangement.board
    cell = np.array(board.cell(index), dtype=np.float64)
    back, onward = (
        np.zeros(len(board.directions)),
        np.array(cycle_lengths(board.directions, board.shape)),
    )
    listed = board.stops or board.has_leaps
    for number, line in enumerate(board.lines_through(index) if listed else ()):
        cells = np.arange(board.size)[line]
        if len(cells) < onward[number]:
            back[number] = np.flatnonzero(cells == index)[0]
            onward[number] = len(cells) - 1 - back[number]
    starts = cell - board.directions * back[:, None]
    ends = cell + board.directions * onward[:, None]
    curves = arrangement.curves(starts, ends, LIFT)
    pieces, orders = [np.zeros((0, 2, 3))], [np.zeros(0, dtype=np.int64)]
    for curve, order in zip(curves, board.direction_classes.tolist(), strict=True):
        dash = tuple(scale * each for each in dash_of(order))
        if dash:
            steps = np.linalg.norm(np.diff(curve, axis=0), axis=1)
            along = np.append(0.0, np.cumsum(steps))
            cuts = _dashes(float(along[-1]), dash) * along[-1]
            found = np.stack([np.interp(cuts, along, curve[:, k]) for k in range(3)], axis=-1)
        else:
            found = pieces_of([curve])
        pieces.append(found)
        orders.append(np.full(len(found), order, dtype=np.int64))
    return np.concatenate(pieces), np.concatenate(orders)


def _dashes(length: float, pattern: tuple[float, ...]) -> FloatArray:
    """Return where dashes begin and end on a stroke, as shares of its length, shape (k, 2)."""
    if not pattern:
        return np.array([[0.0, 1.0]])
    marks = np.concatenate(([0.0], np.cumsum(pattern)))
    repeats = np.arange(int(np.ceil(length / marks[-1])) + 1) * marks[-1]
    begins = (repeats[:, None] + marks[:-1:2]).ravel()
    ends = (repeats[:, None] + marks[1::2]).ravel()
    kept = begins < length
    return np.stack((begins[kept], np.minimum(ends[kept], length)), axis=1) / length
