"""Explanations by rings in files: text, a page, or a drawing of their tree."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from nqviz.core.board import Board
from nqviz.core.coordinates import to_coordinates
from nqviz.core.notation import MAX_FILES, square_text
from nqviz.core.rings import rings_of_cells
from nqviz.core.shipped import shipped_text
from nqviz.problems.rings import Kind, Node, explanation_text
from nqviz.run.files import atomic_write
from nqviz.view.image_settings import format_of

from .rings_tree import save_explanation
from .write import FORMATS as DRAWINGS

CELL = 14
"""The side of a cell in units of the drawing."""

_QUEEN = "♛"
_KEY = (
    "Queens that a step places are blue; dots are squares that are left, crosses squares that the"
    " step excludes. Neighbouring rings have different grounds."
)
_OPEN = {Kind.PROBLEM, Kind.CASE}


def explanation_page(root: Node, board: Board) -> str:
    """Draw an explanation as a page that needs nothing beside it, for light and dark screens.

    `root`: the tree of `nqviz.problems.rings.explain`.
    `board`: its flat square.
    """
    style = shipped_text("page", "rings.css")
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(root.title)}</title><style>{style}</style></head><body>",
        f"<h1>{escape(root.title)}</h1>",
        f"<p>{_KEY}</p>",
        _symbol(board),
        *_step(root, board),
    ]
    for child in root.children:
        parts += _node(child, board)
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _node(node: Node, board: Board) -> list[str]:
    title = escape(node.title)
    if not node.children:
        head, tail = f'<div class="leaf {node.kind}"><div class="title">{title}</div>', "</div>"
    else:
        shown = " open" if node.kind in _OPEN else ""
        head, tail = f'<details class="{node.kind}"{shown}><summary>{title}</summary>', "</details>"
    inner = [line for child in node.children for line in _node(child, board)]
    return [head, *_step(node, board), *inner, tail]


def _step(node: Node, board: Board) -> list[str]:
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in node.reasons)
    return [f'<div class="step">{_board(node, board)}<ul>{reasons}</ul></div>']


def _symbol(board: Board) -> str:
    """Draw the empty board once; every step uses it."""
    n = board.n
    rings = rings_of_cells(board, board.cells(range(board.size)) @ board.strides).tolist()
    cells = "".join(
        f'<rect class="grid ring{ring % 2}" x="{CELL * (1 + index // n)}"'
        f' y="{CELL * (n - 1 - index % n)}" width="{CELL}" height="{CELL}"/>'
        for index, ring in enumerate(rings)
    )
    names = ""
    for place in range(n):
        number = str(int(to_coordinates(place)))
        letter = square_text((place, 0))[0] if place < MAX_FILES and n <= MAX_FILES else number
        names += _edge(place + 1.5, n + 0.7, letter) + _edge(0.5, n - place - 0.3, number)
    side = CELL * (n + 1)
    return (
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
        f'<symbol id="board" viewBox="0 0 {side} {side}">{cells}{names}</symbol></svg>'
    )


def _edge(x: float, y: float, text: str) -> str:
    return f'<text class="edge" x="{CELL * x:g}" y="{CELL * y:g}">{text}</text>'


def _board(node: Node, board: Board) -> str:
    n, side = board.n, CELL * (board.n + 1)
    old = set(node.queens) - set(node.placed)
    words = ", ".join(square_text(board.cell(index)) for index in node.queens) or "no queens"
    marks = _texts(old, n, "queen") + _texts(node.placed, n, "new")
    for x, y in _middles(node.allowed, n):
        marks += f'<circle class="free" cx="{x}" cy="{y}" r="{CELL / 7:.1f}"/>'
    for x, y in _middles(node.excluded, n):
        a, b = CELL / 5, 2 * CELL / 5
        path = f"M{x - a:.1f} {y - a:.1f}l{b} {b}m0 {-b}l{-b} {b}"
        marks += f'<path class="gone" d="{path}"/>'
    size = 20 * (n + 1) if n <= 12 else side
    return (
        f'<svg role="img" aria-label="Board with {escape(words)}" width="{size}" height="{size}"'
        f' viewBox="0 0 {side} {side}"><use href="#board" width="{side}" height="{side}"/>'
        f"{marks}</svg>"
    )


def _texts(cells: Iterable[int], n: int, kind: str) -> str:
    return "".join(
        f'<text class="{kind}" x="{x}" y="{y + CELL * 0.32:.1f}">{_QUEEN}</text>'
        for x, y in _middles(cells, n)
    )


def _middles(cells: Iterable[int], n: int) -> list[tuple[float, float]]:
    return [(CELL * (index // n + 1.5), CELL * (n - index % n - 0.5)) for index in sorted(cells)]


EXPLANATIONS = ("txt", "html", *DRAWINGS)
"""The endings of explanations; drawings are trees of boards."""


def explanation_format(path: Path | str) -> str:
    """Return the format of an explanation by the name of its file.

    Raises InputError if it is not known.
    """
    return format_of(Path(path).name, EXPLANATIONS, "an explanation")


def write_explanation(root: Node, board: Board, path: Path | str) -> None:
    """Write an explanation in the format of the name of its file.

    `root`: the tree of `nqviz.problems.rings.explain`.
    `board`: its flat square.
    Raises InputError if the format is not known, a drawing would be too large, or the file cannot
    be written.
    """
    ending = explanation_format(path)
    if ending in DRAWINGS:
        save_explanation(root, board, path)
        return
    text = explanation_text(root) if ending == "txt" else explanation_page(root, board)
    atomic_write(path, text.encode())
