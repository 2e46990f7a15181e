"""The queen graph of a board: its cells, two of which are joined when they attack each other.

A placement without an attack is an independent set of this graph, and a line is a clique.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrangement import Arrangement, FloatArray
from ..board import Board, IntArray

MAX_VERTICES = 64
"""Boards with more cells have too many edges to be told apart in a picture."""
BEND = 0.13
"""How far an edge is bent from its chord, as a share of its length."""
POINTS = 9


@dataclass(frozen=True, eq=False)
class GraphEdges:
    """The edges of a queen graph.

    Attributes
    ----------
    ends : array of shape (k, 2)
        The two cells of each edge, the lower one first.
    orders : array of shape (k,)
        The class of each edge: how many entries of its direction are not zero.
    """

    ends: IntArray
    orders: IntArray


def graph_edges(board: Board) -> GraphEdges:
    """Give every pair of cells that attack each other, once.

    On a torus two cells may attack each other along several directions; the edge then has the
    class of the direction with the fewest entries that are not zero.
    """
    lines = board.incidence
    ends, orders = [np.zeros((0, 2), np.int64)], [np.zeros(0, np.int64)]
    for row, direction in enumerate(board.line_directions.tolist()):
        cells = np.sort(lines.indices[lines.indptr[row] : lines.indptr[row + 1]])
        first, second = np.triu_indices(len(cells), k=1)
        ends.append(np.stack((cells[first], cells[second]), axis=-1).astype(np.int64))
        orders.append(np.full(len(first), board.direction_classes[direction], np.int64))
    pairs, classes = np.concatenate(ends), np.concatenate(orders)
    # Directions of lower classes come first in `incidence`, so the first of equal pairs stays.
    _, first_of = np.unique(pairs, axis=0, return_index=True)
    keep = np.sort(first_of)
    return GraphEdges(pairs[keep], classes[keep])


def edge_curves(arrangement: Arrangement, ends: IntArray) -> FloatArray:
    """Give edges as curves of a few points, shape (k, POINTS, 2).

    Neighbours are joined straight. Longer edges are bent to one side, so that the edges between
    the cells of one line do not hide each other.
    """
    places = arrangement.positions(ends.ravel())[:, :2].reshape(-1, 2, 2)
    along = places[:, 1] - places[:, 0]
    length = np.linalg.norm(along, axis=1)
    aside = np.stack((-along[:, 1], along[:, 0]), axis=-1)
    bend = np.where(length < 1.5, 0.0, BEND)[:, None] * aside
    share = np.linspace(0.0, 1.0, POINTS)[:, None]
    chord = places[:, None, 0] + share * along[:, None]
    curves: FloatArray = chord + 4 * share * (1 - share) * bend[:, None]
    return curves
