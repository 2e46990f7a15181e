"""What a picture shows in words, for people who cannot see it and for programs that search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nqviz.core.board import IntArray, coordinate_text
from nqviz.core.pieces import counted
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import number_text

MOST_LISTED = 400
"""More queens than this are counted and not listed."""
MOST_PAIRS = 20


@dataclass(frozen=True)
class Words:
    """The text alternative of a picture.

    Attributes
    ----------
    title : str
        One line.
    description : str
        Sentences that say all that matters of what is seen.
    """

    title: str
    description: str


def picture_words(picture: BoardView, view: str) -> Words:
    """Return what a picture of a board shows.

    Parameters
    ----------
    picture : BoardView
    view : str
        What it is drawn as, such as "Layers".
    """
    board = picture.board
    piece = board.piece if board.piece in ("queen", "rook", "bishop") else "piece"
    count = len(picture.queens)
    lies_alone = picture.overlay is not None and not count
    title = f"{view} of the {board}: {'density' if lies_alone else counted(count, piece)}"
    sentences = [_attacks(picture, piece)] if count else [f"The {board} is empty."]
    for cells, what in (
        (picture.given, "given"),
        (picture.suggested, "suggested"),
        (picture.dropped, "dropped by a cut"),
    ):
        if len(cells):
            sentences.append(f"{counted(len(cells), piece)} {what}.")
    if picture.overlay is not None:
        values = picture.overlay.values
        most, never = float(values.max(initial=0.0)), int(np.count_nonzero(values == 0))
        sentences.append(
            f"Colours tell how much each cell is used, at most {number_text(most)};"
            f" {never:,} of {board.size:,} cells are never used."
        )
    if picture.cursor is not None:
        where = coordinate_text(board.cell(picture.cursor))
        sentences.append(f"The cursor is on {where}; its attack lines are shown.")
    if count:
        sentences.append(_listed(picture))
    return Words(title, " ".join(sentences))


def _attacks(picture: BoardView, piece: str) -> str:
    pairs = picture.conflicts
    if not pairs:
        return f"No two of the {counted(len(picture.queens), piece)} attack each other."
    board = picture.board
    some = "; ".join(
        f"{coordinate_text(board.cell(first))} and {coordinate_text(board.cell(second))}"
        for first, second in pairs[:MOST_PAIRS]
    )
    more = "" if len(pairs) <= MOST_PAIRS else f" and {len(pairs) - MOST_PAIRS:,} more pairs"
    return f"{counted(len(pairs), 'pair')} attack each other: {some}{more}."


def _listed(picture: BoardView) -> str:
    """List the queens layer by layer along the last coordinate, or count them."""
    board = picture.board
    layers = board.cells(picture.queens)[:, -1]
    if board.d < 3:
        return f"Cells: {_cells(picture, picture.queens)}."
    parts = []
    for layer in np.unique(layers).tolist():
        queens = picture.queens[layers == layer]
        content = (
            _cells(picture, queens) if len(picture.queens) <= MOST_LISTED else f"{len(queens):,}"
        )
        parts.append(f"x{board.d} = {layer + 1}: {content}")
    return "; ".join(parts) + "."


def _cells(picture: BoardView, queens: IntArray) -> str:
    if len(queens) > MOST_LISTED:
        return f"{len(queens):,} of them"
    return ", ".join(coordinate_text(picture.board.cell(queen)) for queen in queens.tolist())
