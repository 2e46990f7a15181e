"""What a picture shows in words, for people who cannot see it and for software that searches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.coordinates import coordinate_text
from nqviz.core.pieces import counted
from nqviz.view.board_view import BoardView

MOST_LISTED = 400
"""More queens than this are counted and not listed."""
MOST_PAIRS = 20


@dataclass(frozen=True)
class AltText:
    """The text alternative of a picture."""

    title: str
    """One line."""
    description: str
    """Sentences that say all that matters of what is seen."""


def alt_text_of(view: BoardView, drawn_as: str) -> AltText:
    """Return the text alternative of a picture of a board.

    `drawn_as`: what it is drawn as, such as "Layers".
    """
    board = view.board
    piece = board.piece if board.piece in ("queen", "rook", "bishop") else "piece"
    count = len(view.queens)
    lies_alone = view.overlay is not None and not count
    title = f"{drawn_as} of the {board}: {'density' if lies_alone else counted(count, piece)}"
    sentences = [_attacks(view, piece)] if count else [f"The {board} is empty."]
    for cells, what in (
        (view.given, "given"),
        (view.suggested, "suggested"),
        (view.dropped, "dropped by a cut"),
    ):
        if len(cells):
            sentences.append(f"{counted(len(cells), piece)} {what}.")
    if view.overlay is not None:
        overlay = view.overlay
        sentences.append(f"Colours show {overlay.titles[0]}, at most {overlay.ends[1]}.")
        if overlay.zero_text == "never":
            sentences.append(f"{overlay.never:,} of {board.size:,} cells are never used.")
    if view.cursor is not None:
        where = coordinate_text(board.cell(view.cursor))
        sentences.append(f"The cursor is on {where}; its attack lines are shown.")
    if count:
        sentences.append(_listed(view))
    return AltText(title, " ".join(sentences))


def _attacks(view: BoardView, piece: str) -> str:
    pairs = view.conflicts
    if not pairs:
        return f"No two of the {counted(len(view.queens), piece)} attack each other."
    board = view.board
    some = "; ".join(
        f"{coordinate_text(board.cell(first))} and {coordinate_text(board.cell(second))}"
        for first, second in pairs[:MOST_PAIRS]
    )
    more = "" if len(pairs) <= MOST_PAIRS else f" and {len(pairs) - MOST_PAIRS:,} more pairs"
    return f"{counted(len(pairs), 'pair')} attack each other: {some}{more}."


def _listed(view: BoardView) -> str:
    """List the queens layer by layer along the last coordinate, or count them."""
    board = view.board
    layers = board.cells(view.queens)[:, -1]
    if board.d < 3:
        return f"Cells: {_cells(view, view.queens)}."
    parts = []
    for layer in np.unique(layers).tolist():
        queens = view.queens[layers == layer]
        content = _cells(view, queens) if len(view.queens) <= MOST_LISTED else f"{len(queens):,}"
        parts.append(f"x{board.d} = {layer + 1}: {content}")
    return "; ".join(parts) + "."


def _cells(view: BoardView, queens: IntArray) -> str:
    if len(queens) > MOST_LISTED:
        return f"{len(queens):,} of them"
    return ", ".join(coordinate_text(view.board.cell(queen)) for queen in queens.tolist())
