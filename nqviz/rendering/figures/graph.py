"""The queen graph of a board: its cells, two of which are joined when they attack each other.

A placement without an attack is an independent set of this graph, and a line is a clique.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.notation import place_text
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.flat_colours import queen_colours
from nqviz.rendering.canvas.layers_layout import block_titles
from nqviz.rendering.canvas.marks import DIAMOND, crosses
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import CONFLICT, CURSOR, MARKED, Theme, contrast, line_style, mix, rgb

from .layers import SIDE_ROOM, write_frame

MAX_VERTICES = 64
"""Boards with more cells have too many edges to be told apart in a picture."""
BEND = 0.13
"""How far an edge is bent from its chord, as a share of its length."""
VERTEX, QUEEN = 0.13, 0.25
"""Radii of a vertex and of one with a queen, in cells."""
CROSS = 0.16
"""How far the cross of a vertex reaches where no queen may stand."""
MARK_PLACE: FloatArray = np.array((-0.26, 0.26))
"""Where the diamond of a marked vertex is, from its centre."""
BEHIND = 0.45
"""How strong edges are beside those of the cursor."""


@dataclass(frozen=True, eq=False)
class GraphEdges:
    """The edges of a queen graph."""

    ends: IntArray
    """The two cells of each edge, the lower one first. Shape (k, 2)."""
    orders: IntArray
    """The class of each edge: how many entries of its direction are not zero. Shape (k,)."""


def graph_edges(board: Board) -> GraphEdges:
    """Return every pair of cells that attack each other, once.

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


_edges = lru_cache(maxsize=4)(graph_edges)


def known_edges(board: Board) -> GraphEdges:
    """Return the edges of a board that can be drawn; those of the last boards are kept.

    Raises InputError if the board has too many cells.
    """
    if board.size > MAX_VERTICES:
        raise InputError(
            f"the graph of the {board} has {board.size:,} vertices, too many to be told apart:"
            f" boards of up to {MAX_VERTICES} cells are drawn"
        )
    return _edges(board)


def graph_words(board: Board) -> str:
    """Return in a sentence how large the graph is; errors are those of `known_edges`."""
    edges = known_edges(board)
    classes = ", ".join(
        f"{int(count):,} {line_style(order).name}"
        for order, count in zip(*np.unique(edges.orders, return_counts=True), strict=True)
    )
    return (
        f"{board.size} vertices and {len(edges.ends):,} edges ({classes or 'none'}):"
        f" two cells are joined when {board.piece}s there attack each other."
    )


def edge_strength(theme: Theme) -> float:
    """Return how strongly edges are drawn: dark paper swallows more of their colours."""
    on_black = contrast(rgb(theme.background), (0, 0, 0))
    return 0.45 if on_black > contrast(rgb(theme.background), (255, 255, 255)) else 0.85


def edge_curves(arrangement: Arrangement, ends: IntArray) -> FloatArray:
    """Return edges as quadratic curves: start, control point and end, shape (k, 3, 2).

    Neighbours are joined straight. Longer edges are bent to one side, so that the edges between
    the cells of one line do not hide each other.
    """
    places = arrangement.positions(ends.ravel())[:, :2].reshape(-1, 2, 2)
    along = places[:, 1] - places[:, 0]
    length = np.linalg.norm(along, axis=1)
    aside = np.stack((-along[:, 1], along[:, 0]), axis=-1)
    upright = np.isclose(along[:, :1], 0.0)
    aside = np.where(upright, np.abs(aside), aside)  # away from the numbers at the left
    bend = np.where(length < 1.5, 0.0, BEND)[:, None] * aside
    control = places.mean(axis=1) + 2 * bend
    return np.stack((places[:, 0], control, places[:, 1]), axis=1)


def points_of(curves: FloatArray) -> FloatArray:
    """Return points on curves, shape (k, 9, 2), from their control points, shape (k, 3, 2)."""
    share = np.linspace(0.0, 1.0, 9)[:, None]
    start, control, end = (curves[:, None, place] for place in range(3))
    points: FloatArray = (1 - share) ** 2 * start + 2 * share * (1 - share) * control
    return points + share**2 * end


# Drawing ----------------------------------------------------------------------------------------


def draw_graph(
    view: BoardView, arrangement: Arrangement, theme: Theme, size: tuple[int, int]
) -> Canvas:
    """Draw the queen graph of a board with its pieces on a new canvas of a size in units.

    Raises InputError if the board has too many cells.
    """
    edges = known_edges(view.board)
    low, high = arrangement.bounds
    above = 0.9 if block_titles(arrangement)[0] else 0.2
    bounds = (low[0] - 0.7, low[1] - 0.7, high[0] + 0.2, high[1] + above)
    if len(edges.ends):
        curves = points_of(edge_curves(arrangement, edges.ends)).reshape(-1, 2)
        least, most = curves.min(axis=0) - 0.2, curves.max(axis=0) + 0.2
        bounds = (
            min(bounds[0], least[0]),
            min(bounds[1], least[1]),
            max(bounds[2], most[0]),
            max(bounds[3], most[1]),
        )
    canvas = Canvas(theme, size, bounds, (SIDE_ROOM,) * 4)
    draw_edges(canvas, arrangement, 1.0 if view.cursor is None else BEHIND)
    write_frame(canvas, arrangement, block_titles(arrangement))
    attacked = AttackCounts.of(Placement.from_indices(view.board, view.queens)).counts > 0
    draw_vertices(canvas, view, arrangement, attacked)
    if view.cursor is not None:
        x, y = arrangement.positions([view.cursor])[0, :2].tolist()
        small = min(19.0, max(8.0, 0.3 * canvas.cell))
        canvas.label(x, y + QUEEN + 0.2, place_text(view.board, view.cursor), small)
    return canvas


def draw_edges(canvas: Canvas, arrangement: Arrangement, opacity: float = 1.0) -> None:
    """Draw all edges, those of each class with its colour and dashes."""
    strength = opacity * edge_strength(canvas.theme)
    _draw_classes(canvas, arrangement, known_edges(arrangement.board), 1.0, strength)


def _draw_classes(
    canvas: Canvas, arrangement: Arrangement, edges: GraphEdges, width: float, opacity: float = 1.0
) -> None:
    line = width * min(2.0, max(0.5, 0.02 * canvas.cell))
    for order in np.unique(edges.orders).tolist():
        style = line_style(order)
        curves = edge_curves(arrangement, edges.ends[edges.orders == order])
        canvas.strokes(curves, canvas.theme.line_colour(order), line, style.dash, opacity, True)


def draw_vertices(
    canvas: Canvas, view: BoardView, arrangement: Arrangement, attacked: npt.NDArray[np.bool_]
) -> None:
    """Draw the edges at the cursor, a dot for each cell and a disc for each queen.

    Attacking queens are ringed, vertices where no queen may stand are crossed, marked ones have a
    diamond beside them.

    `attacked`, shape (size,): the cells that a queen attacks or stands on.
    """
    theme, board, cursor = canvas.theme, view.board, view.cursor
    cells = np.arange(board.size)
    places = arrangement.positions(cells)[:, :2]
    paper = np.array([rgb(theme.background), rgb(attacked_vertex(theme))]) / 255.0
    line = min(1.6, max(0.6, 0.03 * canvas.cell))
    beside = np.zeros(board.size, np.bool_)
    if cursor is not None:
        edges = known_edges(board)
        here = (edges.ends == cursor).any(axis=1)
        beside[edges.ends[here]] = True
        strong = GraphEdges(edges.ends[here], edges.orders[here])
        _draw_classes(canvas, arrangement, strong, 2.2)
    plain = ~np.isin(cells, np.concatenate((view.queens, view.suggested)))
    for group, ink in ((plain & ~beside, theme.text_3), (plain & beside, theme.text)):
        fill = paper[attacked[group].astype(np.int64)]
        canvas.discs(places[group], VERTEX, fill, ink, line)
    hues = queen_colours(arrangement, cells, theme) / 255.0
    suggested = view.suggested
    canvas.discs(places[suggested], QUEEN, theme.background, hues[suggested], 1.6 * line)
    canvas.discs(places[view.queens], QUEEN, hues[view.queens], theme.text, line)
    attacking = np.unique(np.array(view.conflicts, dtype=np.int64).ravel())
    canvas.discs(places[attacking], QUEEN, None, CONFLICT, 2.5 * line)
    if view.outside is not None:
        canvas.strokes(crosses(places[view.outside], CROSS), theme.text, 1.2 * line)
    canvas.stamps(DIAMOND, places[view.marked] + MARK_PLACE, MARKED)
    if cursor is not None:
        for colour, width in ((theme.text, 4.0), (CURSOR, 2.4)):
            canvas.discs(places[[cursor]], QUEEN + 0.08, None, colour, width * line)


def attacked_vertex(theme: Theme) -> str:
    """Return the ground of a vertex that a queen attacks."""
    return mix(theme.background, theme.text_3, 0.45)
