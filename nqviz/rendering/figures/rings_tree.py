"""An explanation by rings as a drawing: the tree of its steps, each with its board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.rings import rings_of_cells
from nqviz.problems.rings import Kind, Node
from nqviz.rendering.canvas.alt_text import AltText
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.cropping import write_canvas
from nqviz.rendering.canvas.marks import DISC, MARK, crosses, outline
from nqviz.rendering.canvas.piece_glyphs import glyph_of
from nqviz.view.arrangement import FloatArray
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import Theme, rgb

from .write import drawing_format

CELL = 14.0
"""The side of a cell in units of the drawing, where not very many steps need smaller ones."""
ACROSS, UP = 4.0, 3.4
"""What is free between two boards side by side and above each other, in cells."""
MARGIN = 1.0
LONGEST = 18_000
"""The longest side of a drawing, in units."""
MOST_STEPS = 1500
TITLE = 0.85
"""The size of titles, in cells."""
WORDS = {Kind.CONTRADICTION: "no solution", Kind.SOLUTION: "solution"}


@dataclass(frozen=True)
class _Placed:
    """A step and where its board stands, in boards from the left and from the top."""

    node: Node
    column: int
    row: float
    parent: int
    """The place of the step above it in the list; -1 without one."""


def save_explanation(root: Node, board: Board, path: Path | str) -> None:
    """Draw an explanation as a tree into a png, svg, pdf or tex file.

    `root`: the tree of `nqviz.problems.rings.explain`.
    `board`: its flat square.
    `path`: its ending chooses the format.
    Raises InputError if there are too many steps to draw, or the file cannot be written.
    """
    ending, steps = drawing_format(path), _laid_out(root)
    if len(steps) > MOST_STEPS:
        raise InputError(
            f"a tree of {len(steps):,} steps is too large to draw, at most {MOST_STEPS:,}: write it"
            " as .html or .txt"
        )
    columns = max(step.column for step in steps) + 1
    rows = max(step.row for step in steps) + 1
    width = columns * (board.n + ACROSS) + 2 * MARGIN
    height = rows * (board.n + UP) + 2 * MARGIN
    cell = min(CELL, LONGEST / max(width, height))
    size = round(width * cell), round(height * cell)
    alt_text = AltText(root.title, " ".join(root.reasons))
    settings = ImageSettings(size)
    write_canvas(
        lambda page: _draw(steps, board, settings.colours, page, (width, height)),
        path,
        ending,
        settings,
        alt_text,
    )


def _laid_out(root: Node) -> list[_Placed]:
    """Return all steps with their places: ends below each other, a step beside its middle."""
    steps: list[_Placed] = []
    rows = 0

    def place(node: Node, column: int, parent: int) -> float:
        nonlocal rows
        number = len(steps)
        steps.append(_Placed(node, column, 0.0, parent))
        inner = [place(child, column + 1, number) for child in node.children]
        if inner:
            row = (inner[0] + inner[-1]) / 2
        else:
            row, rows = float(rows), rows + 1
        steps[number] = _Placed(node, column, row, parent)
        return row

    place(root, 0, -1)
    return steps


def _draw(
    steps: list[_Placed],
    board: Board,
    theme: Theme,
    size: tuple[int, int],
    extent: tuple[float, float],
) -> Canvas:
    n = board.n
    canvas = Canvas(theme, size, (0.0, 0.0, *extent))
    origins = np.array(
        [
            (
                MARGIN + step.column * (n + ACROSS),
                extent[1] - MARGIN - TITLE - 0.6 - step.row * (n + UP) - n,
            )
            for step in steps
        ]
    )
    _connect(canvas, steps, origins, n)
    _boards(canvas, board, origins)
    for step, origin in zip(steps, origins, strict=True):
        _mark(canvas, step.node, board, origin)
    return canvas


def _connect(canvas: Canvas, steps: list[_Placed], origins: FloatArray, n: int) -> None:
    """Join each step to the one that it belongs to."""
    strokes: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for step, (x, y) in zip(steps, origins.tolist(), strict=True):
        if step.parent < 0:
            continue
        start, above = (origins[step.parent] + (n, n / 2)).tolist()
        turn = x - ACROSS / 2
        corners = [(start, above), (turn, above), (turn, y + n / 2), (x, y + n / 2)]
        strokes += pairwise(corners)
    canvas.strokes(np.array(strokes).reshape(-1, 2, 2), canvas.theme.text_3, 1.0)


def _boards(canvas: Canvas, board: Board, origins: FloatArray) -> None:
    """Draw the empty boards; neighbouring rings have different grounds."""
    n, theme = board.n, canvas.theme
    cells = board.cells(range(board.size))
    dark = rings_of_cells(board, cells @ board.strides) % 2 == 1
    lows = (origins[:, None] + cells[None, dark]).reshape(-1, 2)
    tint = np.tile(np.array(rgb(theme.attacked), np.uint8), (len(lows), 1))
    canvas.rectangles(np.concatenate((lows, lows + 1), axis=1), tint)
    lines = np.array(
        [[(k, 0), (k, n)] for k in range(1, n)] + [[(0, k), (n, k)] for k in range(1, n)]
    ).reshape(-1, 2, 2)
    inner = (origins[:, None, None] + lines).reshape(-1, 2, 2)
    rim = (origins[:, None, None] + outline(0, 0, n, n)).reshape(-1, 2, 2)
    canvas.strokes(inner, theme.lattice, 0.5)
    canvas.strokes(rim, theme.text_3, 1.0)


def _mark(canvas: Canvas, node: Node, board: Board, origin: FloatArray) -> None:
    """Draw what a step places, leaves and excludes, with its title and how it ends."""
    theme, n = canvas.theme, board.n

    def middles(indices: IntArray | tuple[int, ...]) -> FloatArray:
        return origin + 0.5 + board.cells(np.array(sorted(indices), dtype=np.int64))

    glyph = glyph_of(board.piece)
    old = set(node.queens) - set(node.placed)
    for queens, colour in ((tuple(old), theme.text_3), (node.placed, theme.accent)):
        canvas.discs(middles(queens), DISC, colour)
        canvas.stamps(glyph, middles(queens), theme.background)
    canvas.discs(middles(node.allowed), MARK, theme.proven)
    canvas.strokes(crosses(middles(node.excluded), 0.22), theme.conflict, 1.0)
    x, y = origin.tolist()
    wide = (n + 0.4 * ACROSS) / (0.66 * max(len(node.title), 1))
    size = min(TITLE, wide) * canvas.cell
    canvas.text(x, y + n + 0.35, node.title, size, across="left", up="baseline", bold=True)
    if node.kind in WORDS:
        ink = theme.proven if node.kind is Kind.SOLUTION else theme.conflict
        small = 0.8 * TITLE * canvas.cell
        canvas.text(x + n + 0.3, y + 0.2, WORDS[node.kind], small, ink, "left", "baseline")
