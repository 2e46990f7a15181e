"""Constructions on boards with blocked cells: the image that loses the fewest pieces, filled up."""

from __future__ import annotations

import numpy as np

from nqviz.bounds.filling import filled_up
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.symmetry import MAX_ORDER, symmetries, symmetry_count

MOST_IMAGES = 2**25
"""The most pieces of all images together; above, the placement itself is taken."""


def avoiding(placement: Placement, board: Board) -> tuple[Placement, str]:
    """Return a placement on a board with blocked cells, and a sentence about it.

    Of the images under the symmetries of the board without blocked cells the one with the fewest
    pieces on blocked cells is taken, the first of several; those pieces are left out, and pieces
    are placed on free cells in their order until none is left.
    `placement`: on the board without its blocked cells.
    `board`: with blocked cells.
    Raises InputError if the placement is on another board, as that of a colouring is.
    """
    if placement.board != board.without_blocked():
        raise InputError(
            f"this family builds on the {placement.board}, so that it does not take the blocked"
            f" cells of the {board}"
        )
    best = min(_images(placement), key=lambda image: _lost(image, board))
    kept = best.indices[~board.is_blocked[best.indices]]
    found = Placement.from_indices(board, filled_up(board, kept, np.arange(board.size)))
    left_out = counted(_lost(best, board), board.piece)
    more = len(found) - len(kept)
    return found, f"Blocked cells: {left_out} left out, {more:,} more on free cells."


def _images(placement: Placement) -> list[Placement]:
    board = placement.board
    order = symmetry_count(board)
    if order > MAX_ORDER or order * len(placement) > MOST_IMAGES:
        return [placement]
    return [symmetry.placement(placement) for symmetry in symmetries(board)]


def _lost(placement: Placement, board: Board) -> int:
    return int(np.count_nonzero(board.is_blocked[placement.indices]))
