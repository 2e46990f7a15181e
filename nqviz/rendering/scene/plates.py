"""Plates under printed boards: a plain box, or a board with its grid engraved."""

from __future__ import annotations

import numpy as np

from nqviz.core.board import IntArray
from nqviz.view.arrangement import FloatArray

GROOVE, GROOVE_DEPTH = 0.08, 0.1
"""The width and the depth of an engraved line, in cells."""
MOST_ENGRAVED = 150
"""On boards with a longer side no grid is engraved."""


def engraved_plate(
    low: FloatArray, high: FloatArray, lines: tuple[FloatArray, FloatArray]
) -> tuple[FloatArray, IntArray]:
    """Return a closed plate with grooves along lines, in the place where it is.

    `low`, `high`, shape (3,): its opposite corners.
    `lines`, each of shape (k,): where the grooves are along x and y; each goes from the first line
    of the other direction to its last one.
    Returns its points, shape (v, 3), and its faces, shape (f, 3), anticlockwise from outside.
    """
    xs, ys = (_breaks(low[k], high[k], lines[k]) for k in range(2))
    is_across = [_in_grooves(values, each) for values, each in zip((xs, ys), lines, strict=True)]
    inside = [_inside(values, each) for values, each in zip((xs, ys), lines, strict=True)]
    grooves = (is_across[0][:, None] & inside[1]) | (inside[0][:, None] & is_across[1])
    tops = np.where(grooves, high[2] - GROOVE_DEPTH, high[2])
    return _solid(xs, ys, float(low[2]), tops)


def _breaks(low: float, high: float, lines: FloatArray) -> FloatArray:
    """Return where heights change along one direction, with both ends."""
    edges = np.concatenate((lines - GROOVE / 2, lines + GROOVE / 2))
    return np.concatenate(([low], np.sort(edges), [high]))


def _in_grooves(breaks: FloatArray, lines: FloatArray) -> IntArray:
    """Return which of the spans between breaks are grooves across their direction."""
    middles = (breaks[1:] + breaks[:-1]) / 2
    found: IntArray = (np.abs(middles[:, None] - lines).min(axis=1) < GROOVE / 2).astype(bool)
    return found


def _inside(breaks: FloatArray, lines: FloatArray) -> IntArray:
    """Return which spans lie between the first and the last line, with their grooves."""
    middles = (breaks[1:] + breaks[:-1]) / 2
    edge = GROOVE / 2
    found: IntArray = (middles > lines.min() - edge) & (middles < lines.max() + edge)
    return found


def _solid(
    xs: FloatArray, ys: FloatArray, bottom: float, tops: FloatArray
) -> tuple[FloatArray, IntArray]:
    """Return the solid over a grid of rectangles between a bottom and the top of each.

    `tops`, shape (len(xs) - 1, len(ys) - 1): above the bottom. Faces of neighbours share their
    corners, so that the surface is closed.
    """
    columns, rows = tops.shape
    quads = []
    x0, y0 = (each[:-1] for each in (xs, ys))
    x1, y1 = xs[1:], ys[1:]
    for i in range(columns):
        for j in range(rows):
            top = tops[i, j]
            flat = [(x0[i], y0[j]), (x1[i], y0[j]), (x1[i], y1[j]), (x0[i], y1[j])]
            quads.append([(*corner, top) for corner in flat])
            quads.append([(*corner, bottom) for corner in reversed(flat)])
            for (di, dj), (a, b) in (
                ((0, -1), (0, 1)),
                ((1, 0), (1, 2)),
                ((0, 1), (2, 3)),
                ((-1, 0), (3, 0)),
            ):
                k, m = i + di, j + dj
                is_outer = not (0 <= k < columns and 0 <= m < rows)
                below = bottom if is_outer else tops[k, m]
                if below < top:
                    (ax, ay), (bx, by) = flat[a], flat[b]
                    quads.append([(ax, ay, below), (bx, by, below), (bx, by, top), (ax, ay, top)])
    corners = np.array(quads).reshape(-1, 3)
    points, where = np.unique(corners.round(9), axis=0, return_inverse=True)
    four = where.reshape(-1, 4)
    faces = np.concatenate((four[:, [0, 1, 2]], four[:, [0, 2, 3]]))
    return points, faces
