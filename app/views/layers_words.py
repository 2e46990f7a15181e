"""Cells in words, for assistive technology."""

from __future__ import annotations

from nqviz.board import Board, coordinate_text
from nqviz.squares import has_squares, square_text

from ..document import Document


def place_text(board: Board, index: int) -> str:
    """Name a cell: ``(1, 4), a4`` where squares have names, else ``(1, 4)``."""
    cell = board.cell(index)
    where = coordinate_text(cell)
    return f"{where}, {square_text(cell)}" if has_squares(board) else where


def cell_text(document: Document, index: int | None) -> str:
    """Say which cell it is and what is on it: ``(1, 4), a4, queen, attacked by 2 lines``."""
    if index is None:
        return f"{document.board}, no cell chosen"
    words = [place_text(document.board, index)]
    lines = int(document.counts.counts[index])
    if document.is_queen(index):
        lines -= 1  # its own
        words.append("given queen" if document.is_given(index) else "queen")
    elif not lines:
        words.append("free")
    if lines:
        words.append("attacked by 1 line" if lines == 1 else f"attacked by {lines} lines")
    suggestion, density = document.suggestion, document.density
    if suggestion is not None and index in suggestion and not document.is_queen(index):
        words.append("suggested")
    if density is not None:
        words.append(density.words(index))
    if document.marks is not None and index in document.marks.cells:
        words.append(document.marks.caption)
    if document.excluded is not None and document.excluded[index]:
        words.append("excluded")
    if index in document.selection:
        words.append("selected")
    return ", ".join(words)
