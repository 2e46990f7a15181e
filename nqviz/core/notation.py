"""Algebraic names of the cells of planar boards: the file as a letter, the rank as a number.

The first coordinate is the file, a to z from the left, and the second the rank from below, so b4 is
the cell (2, 4) wherever boards are drawn. Boards of more than 26 files have no such names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from .board import Board
from .coordinates import coordinate_text, to_cells, to_coordinates
from .errors import InputError

MAX_FILES = len(ascii_lowercase)


def has_squares(board: Board) -> bool:
    """Return whether the cells of a board have algebraic names."""
    return board.d == 2 and board.shape[0] <= MAX_FILES


def square_text(cell: Sequence[int]) -> str:
    """Return the name of a 0-based cell: ``b4`` if its file has a letter, else ``(30, 4)``."""
    if len(cell) != 2 or not 0 <= cell[0] < MAX_FILES:
        return coordinate_text(cell)
    return f"{ascii_lowercase[cell[0]]}{int(to_coordinates(cell[1]))}"


def place_text(board: Board, index: int) -> str:
    """Return the coordinates of a cell, and its name if it has one: ``(2, 4), b4``."""
    cell = board.cell(index)
    where = coordinate_text(cell)
    return f"{where}, {square_text(cell)}" if has_squares(board) else where


def squares_text(board: Board, indices: Iterable[int]) -> str:
    """Return the names of cells, sorted by file: ``b4, d5``; ``none`` without cells."""
    return ", ".join(square_text(board.cell(index)) for index in sorted(indices)) or "none"


def parse_square(text: str, board: Board) -> int:
    """Return the index of a cell from its name.

    Raises InputError if the board has no such names, the text is not a name, or the cell is off the
    board.
    """
    if not has_squares(board):
        raise InputError(f"names like b4 are for planar boards up to 26 files, not the {board}")
    word = text.strip().lower()
    if re.fullmatch(r"[a-z][1-9][0-9]{0,8}", word) is None:
        raise InputError(f"{text.strip()!r} is not a square; write a file and a rank, such as b4")
    cell = (ascii_lowercase.index(word[0]), int(to_cells(int(word[1:]))))
    if not board.contains(cell):
        raise InputError(f"{word} is off the {board}")
    return board.index(cell)


def parse_squares(text: str, board: Board) -> list[int]:
    """Return the indices of cells from their names, separated by commas or spaces.

    Raises InputError if a name is invalid or occurs twice.
    """
    indices: list[int] = []
    for word in text.replace(",", " ").split():
        index = parse_square(word, board)
        if index in indices:
            raise InputError(f"{word} is given twice")
        indices.append(index)
    return indices
