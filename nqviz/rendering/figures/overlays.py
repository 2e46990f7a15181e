"""What can be laid over a flat square of queens: its rings, costs, or greedy queens."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.core.rings import check_ringed
from nqviz.problems.first import greedy_rows
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay

OVERLAYS = ("rings", "costs", "greedy")
GREEDY_WORDS = "greedy sequence"


def lay_over(view: BoardView, overlay: str) -> BoardView:
    """Lay something over the board of a picture.

    `overlay`: ``rings`` tints every other ring (Luque 2021), ``costs`` colours cells by four times
    their squared distance from the middle (Fischetti and Salvagnin 2019, Fig. 4), ``greedy`` marks
    the greedy queens of the infinite board (OEIS A065188).
    Raises InputError if there is no such overlay, or the board is no flat square of queens.
    """
    if overlay not in OVERLAYS:
        raise InputError(f"unknown overlay {overlay!r}; choose {either(OVERLAYS)}")
    check_ringed(view.board)
    n = view.board.n
    if overlay == "rings":
        return replace(view, rings=True)
    if overlay == "greedy":
        return replace(view, marked=greedy_cells(n), marked_words=GREEDY_WORDS)
    return replace(view, overlay=Overlay.of_costs(view.board))


def greedy_cells(n: int) -> IntArray:
    """Return the cells of the (n,2)-board on which greedy queens of the infinite board stand."""
    columns = np.array(greedy_rows(n), dtype=np.int64)
    cells: IntArray = np.arange(n) * n + columns
    return cells[columns < n]
