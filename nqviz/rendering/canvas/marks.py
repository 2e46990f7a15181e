"""The shapes of all marks as arrays of points, in cells; the window and the files share them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.pieces import LEAP
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.wrapping import BEYOND, opened, steps_around, wrapped

from .piece_glyphs import circle

DISC = 0.34
"""Radius of a queen's disc."""
RING = 0.455
"""Radius of the ring round a given queen, and round one in conflict."""
MARK = 0.09
"""Radius of the dot of a free cell."""


def _shackle() -> FloatArray:
    angles = np.linspace(0, np.pi, 9)
    arch = np.stack((np.cos(angles), np.sin(angles)), axis=-1)
    outer = np.concatenate(([[1.0, -0.7]], arch, [[-1.0, -0.7]])) * 0.075
    inner = np.concatenate(([[1.0, -1.2]], arch, [[-1.0, -1.2]])) * 0.042
    arch_line: FloatArray = np.concatenate((outer, inner[::-1])) + np.array((0.0, 0.05))
    return arch_line


LOCK: tuple[FloatArray, ...] = (
    np.array([(-0.105, -0.12), (0.105, -0.12), (0.105, 0.03), (-0.105, 0.03)]),
    _shackle(),
)
"""A small lock round the origin."""
LOCK_PLACE: FloatArray = np.array((0.29, -0.29))
LOCK_DISC = 0.19
DIAMOND: tuple[FloatArray, ...] = (circle(0.0, 0.0, 0.125, 4),)
"""What stands in the corner of a marked cell, round the origin."""
DIAMOND_PLACE: FloatArray = np.array((-0.34, 0.34))


@dataclass(frozen=True, eq=False)
class LineMarks:
    """The attack lines of one class through a cell, as they run over the drawn blocks."""

    order: int
    """The class: how many entries of the directions are not zero."""
    segments: FloatArray
    """Strokes in the plane, through the middles of cells. Shape (k, 2, 2)."""
    points: FloatArray
    """Cells where a line runs straight through the layer, shape (j, 2)."""
    cells: FloatArray
    """The middles of all cells on these lines, the first cell apart. Shape (m, 2)."""


def line_marks(arrangement: Arrangement, index: int) -> list[LineMarks]:
    """Return the attack lines through a cell, class by class, where the arrangement shows them."""
    board = arrangement.board
    runs = [opened(board, line) for line in board.lines_through(index)]
    if not runs:
        return []
    cells = np.concatenate(runs)
    direction = np.repeat(np.arange(len(runs)), [len(run) for run in runs])
    seen = arrangement.visible(cells)
    cells, direction = cells[seen], direction[seen]
    place = arrangement.positions(cells)[:, :2]
    across = _shown_part(arrangement)[direction]
    if board.twist:
        across = _local_steps(place, direction, across)
    # A stroke goes on while the line does and the next cell is the neighbour in the same block.
    follows = (np.diff(direction) == 0) & np.isclose(np.diff(place, axis=0), across[1:]).all(axis=1)
    follows &= across[1:].any(axis=1)
    first = np.flatnonzero(np.append(True, ~follows)[: len(cells)])
    last = np.append(first[1:], len(cells)) - 1
    stroke_class = board.direction_classes[direction[first]]
    reach = np.where(last > first, 0.5, 0.32)[:, None] * across[first]
    reach[stroke_class == LEAP] *= np.where(last > first, 0.0, 0.5)[stroke_class == LEAP, None]
    strokes = np.stack((place[first] - reach, place[last] + reach), axis=1)
    through = ~across[first].any(axis=1)
    cell_class = board.direction_classes[direction]
    other = cells != index
    through &= other[first]
    lonely = (first == last) & ~other[first]  # the cell itself, seen as a stroke of its own
    return [
        LineMarks(
            int(order),
            strokes[(stroke_class == order) & across[first].any(axis=1) & ~lonely],
            place[first[(stroke_class == order) & through]],
            place[(cell_class == order) & other],
        )
        for order in np.unique(board.direction_classes)
    ]


def _local_steps(place: FloatArray, direction: IntArray, plain: FloatArray) -> FloatArray:
    """Return the step from each cell to its neighbour on a line that a twist may turn.

    `place`, shape (k, 2), `direction`, shape (k,): of the cells in the order of the lines.
    `plain`, shape (k, 2): the steps of cells without a neighbour. Returns shape (k, 2).
    """
    steps, local = np.diff(place, axis=0), plain.copy()
    near = (np.abs(steps) < 1.5).all(axis=1) & (np.diff(direction) == 0)
    local[1:][near] = steps[near]
    local[:-1][near] = steps[near]
    return local


def _shown_part(arrangement: Arrangement) -> FloatArray:
    directions = arrangement.board.directions
    part = np.zeros((len(directions), 2))
    for column, axis in enumerate(arrangement.shown[:2]):
        part[:, column] = directions[:, axis]
    return part


@dataclass(frozen=True, eq=False)
class ConflictMarks:
    """Pairs of queens that attack each other.

    `together`, `apart`, shape (k, 2, 2): the strokes between queens of one block, and between
    queens of different blocks; those of one block leave it at one side and come in at the other
    where the board wraps.
    `middles`, shape (j, 2): the middle of each attack in one block, or of its longest piece.
    `cells`, shape (m, 2): the middles of all cells whose queens are part of a pair.
    """

    together: FloatArray
    apart: FloatArray
    middles: FloatArray
    cells: FloatArray


def conflict_marks(arrangement: Arrangement, pairs: Iterable[tuple[int, int]]) -> ConflictMarks:
    """Return the marks of attacking pairs, where the arrangement shows them."""
    board = arrangement.board
    ends = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    seen = arrangement.visible(ends)
    place = arrangement.positions(ends.ravel())[:, :2].reshape(-1, 2, 2)
    hidden = [axis for axis in range(board.d) if axis not in arrangement.shown]
    blocks = board.cells(ends)[..., hidden]
    same = (blocks[:, 0] == blocks[:, 1]).all(axis=1)
    both = seen.all(axis=1)
    cells = arrangement.positions(np.unique(ends[seen]))[:, :2]
    straight = place[both & same]
    joined, middles = trimmed(straight, RING), straight.mean(axis=1)
    if board.wraps and len(straight) and len(arrangement.shown) > 1:
        steps = steps_around(board, ends[both & same])[:, list(arrangement.shown[:2])]
        ways = trimmed(np.stack((straight[:, 0], straight[:, 0] + steps), axis=1), RING)
        pieces = wrapped(arrangement, ways[:, 0], ways[:, 1], BEYOND)
        joined = np.concatenate(pieces)
        middles = np.array([each[_lengths(each).argmax()].mean(axis=0) for each in pieces])
    return ConflictMarks(joined, trimmed(place[both & ~same], RING), middles, cells)


def _lengths(segments: FloatArray) -> FloatArray:
    lengths: FloatArray = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1)
    return lengths


def crosses(centres: FloatArray, reach: float) -> FloatArray:
    """Return two strokes for a cross at each place, shape (2k, 2, 2)."""
    arms = np.array([[(-1.0, -1.0), (1.0, 1.0)], [(-1.0, 1.0), (1.0, -1.0)]]) * reach
    return (centres[:, None, None, :] + arms).reshape(-1, 2, 2)


def trimmed(segments: FloatArray, reach: float) -> FloatArray:
    """Shorten strokes by `reach` at both ends, shape (k, 2, 2), never past their middle."""
    along = segments[:, 1] - segments[:, 0]
    length = _lengths(segments)
    share = np.minimum(reach / np.maximum(length, reach), 0.5)[:, None] * along
    return np.stack((segments[:, 0] + share, segments[:, 1] - share), axis=1)


def through_marks(centres: FloatArray, order: int) -> FloatArray:
    """Return the strokes of the marks where lines of a class run straight through a layer.

    A ring for axes, a diamond for diagonals, a triangle for triagonals, a square for the others.
    `centres`, shape (k, 2); returns shape (strokes, 2, 2).
    """
    corners, turn = {1: (16, 0.0), 2: (4, 0.0), 3: (3, np.pi / 2)}.get(order, (4, np.pi / 4))
    angles = turn + np.linspace(0, 2 * np.pi, corners, endpoint=False)
    points = 0.15 * np.stack((np.cos(angles), np.sin(angles)), axis=-1)
    edges = np.stack((points, np.roll(points, -1, axis=0)), axis=1)
    return (centres[:, None, None, :] + edges).reshape(-1, 2, 2)


def outline(left: float, bottom: float, right: float, top: float) -> FloatArray:
    """Return the four strokes round a box, shape (4, 2, 2)."""
    corners = np.array([(left, bottom), (right, bottom), (right, top), (left, top)])
    return np.stack((corners, np.roll(corners, -1, axis=0)), axis=1)
