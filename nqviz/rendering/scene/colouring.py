"""What the colours of queens stand for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.view.board_view import BoardView
from nqviz.view.palette import ColourArray, rgb
from nqviz.view.view_state import coordinate_named

from .frame import Frame, colour
from .options import layer_axis

ATTACK_COLOURS = ("#E69F00", "#D55E00", "#CC79A7")
"""Queens that are attacked once, twice, and more often."""

MOST_DIRECTIONS = 4000
"""Boards with more directions than this count attacks by the pairs that the picture lists."""

_SHADES = 256


@dataclass(frozen=True, eq=False)
class Key:
    """The classes into which a colouring puts queens."""

    title: str
    """What is told apart, in the language of texts; empty where all queens have one colour."""
    names: tuple[str, ...]
    """One for each class that a legend names."""
    colours: ColourArray
    """Shape (classes, 3)."""


def colour_key(frame: Frame) -> Key:
    """Return what the colours of a frame stand for.

    Raises InputError if the board has no such coordinate.
    """
    board, by = frame.picture.board, frame.options.colour
    axis = _axis(frame)
    if axis is not None:
        side = board.shape[axis]
        return Key(f"x{axis + 1}", tuple(map(str, range(1, side + 1))), frame.theme.hues(side))
    if by == "ring":
        rings = (min((side for side in board.shape if side > 1), default=1) + 1) // 2
        names = tuple(map(str, range(rings)))
        return Key(tr("Cells from the edge"), names, frame.theme.hues(rings))
    if by == "attacks":
        shades = [frame.theme.queen, *ATTACK_COLOURS]
        names = (tr_later("none"), "1", "2", tr_later("3 or more"))
        title = tr_piece("Attacks on a queen", board.piece)
        return Key(title, names, np.array([rgb(c) for c in shades], np.uint8))
    if by == "density" and frame.picture.overlay is not None:
        return Key("", (), frame.theme.ramp(np.linspace(0.0, 1.0, _SHADES)))
    title = tr("No density is shown") if by == "density" else ""
    return Key(title, (), colour(frame.theme.queen)[None])


def colour_classes(frame: Frame, indices: IntArray) -> IntArray:
    """Return the class of queens on cells, shape (k,), as rows of the colours of the key."""
    picture, by = frame.picture, frame.options.colour
    axis = _axis(frame)
    if axis is not None:
        return picture.board.cells(indices)[:, axis]
    if by == "ring":
        return rings_of(picture.board, indices)
    if by == "attacks":
        attacks = dict(zip(picture.queens.tolist(), frame.attacks.tolist(), strict=True))
        return np.array([min(attacks.get(i, 0), 3) for i in indices.tolist()], dtype=np.int64)
    if by == "density" and picture.overlay is not None:
        shares = picture.overlay.values[indices] / picture.overlay.top
        return np.rint(shares * (_SHADES - 1)).astype(np.int64)
    return np.zeros(len(indices), dtype=np.int64)


def queen_colours(frame: Frame, indices: IntArray) -> ColourArray:
    """Return the colours of queens on cells, shape (k, 3)."""
    return colour_key(frame).colours[colour_classes(frame, indices)]


def rings_of(board: Board, indices: IntArray) -> IntArray:
    """Return how many cells lie between each cell and the nearest face of the board, shape (k,).

    In the plane the cells at one distance are a ring of Luque's; axes of one cell do not count.
    """
    sides = np.array(board.shape)
    cells = board.cells(indices)
    distances = np.minimum(cells, sides - 1 - cells)[:, sides > 1]
    rings: IntArray = distances.min(axis=1, initial=board.n).astype(np.int64)
    return rings if (sides > 1).any() else np.zeros(len(indices), dtype=np.int64)


def attacks_on_queens(picture: BoardView) -> IntArray:
    """Count for each queen of a picture the attacks on it: other queens on its lines, shape (k,).

    On a torus two queens may share more than one line and attack each other along each of them.
    """
    board, queens = picture.board, picture.queens
    counts = np.zeros(len(queens), dtype=np.int64)
    if len(board.directions) > MOST_DIRECTIONS:
        ends = np.array(picture.conflicts, dtype=np.int64).ravel()
        order = np.argsort(queens)
        np.add.at(counts, order[np.searchsorted(queens, ends, sorter=order)], 1)
        return counts
    cells = board.cells(queens)
    for direction in range(len(board.directions)):
        _, line, together = np.unique(
            board.line_keys(cells, direction), return_inverse=True, return_counts=True
        )
        counts += together[line] - 1
    return counts


def _axis(frame: Frame) -> int | None:
    """Return the coordinate by which queens are coloured, if they are."""
    by = frame.options.colour
    axis = layer_axis(frame.arrangement) if by == "layer" else coordinate_named(by)
    if axis is not None and axis >= frame.picture.board.d:
        raise InputError(f"queens cannot be coloured by {by}: the board has no such coordinate")
    return axis
