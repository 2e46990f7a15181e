"""A cell of the scene in words: for the card beside the pointer and for assistive technology."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.core.coordinates import coordinate_text
from nqviz.core.notation import has_squares, square_text

from ...document.document import Document
from .verdict_words import counted

NAMES = ("column", "row", "layer")
"""What the first three coordinates number."""


@dataclass(frozen=True)
class CellWords:
    """What the card beside the pointer says: a name, what is beside it, and a line below."""

    name: str
    state: str
    details: str


def cell_words(document: Document, index: int) -> CellWords:
    """Return what is known of a cell, in the words of the card beside the pointer."""
    board = document.board
    cell = board.cell(index)
    where, state = coordinate_text(cell), _state(document, index)
    details = _details(document, index)
    if has_squares(board):
        return CellWords(square_text(cell), f"{where} {state}", details)
    return CellWords(where, state, details)


def _state(document: Document, index: int) -> str:
    piece, suggestion = document.board.piece, document.suggestion
    if document.board.is_blocked[index]:
        return "blocked"
    if document.is_given(index):
        return f"given {piece}"
    if document.is_queen(index):
        return piece
    if suggestion is not None and index in suggestion:
        return f"suggested {piece}"
    if document.excluded is not None and document.excluded[index]:
        return "excluded"
    return "attacked" if document.counts.counts[index] else "free"


def _details(document: Document, index: int) -> str:
    if document.overlay is not None:
        return document.overlay.cell_text(index)
    counts, board = document.counts, document.board
    if board.is_blocked[index]:
        return "lines stop here" if board.stops else "lines pass over it"
    attacked = f"attacked by {len(counts.attackers(index))}"
    if document.is_given(index):
        return f"{attacked} · stays where it is"
    if counts.counts[index]:
        return attacked
    hit = count_free_attacked(document, index)
    if board.d == 2:
        return f"{attacked} · would leave {counted(counts.free - 1 - hit, 'free cell')}"
    return f"{attacked} · would attack {counted(hit, 'free cell')}"


def count_free_attacked(document: Document, index: int) -> int:
    """Return how many free cells a queen on a free cell attacks."""
    board, free = document.board, document.counts.counts == 0
    cells: set[int] = set()
    for line in board.lines_through(index):
        run = range(*line.indices(board.size)) if isinstance(line, slice) else line.tolist()
        cells.update(run)
    return sum(1 for cell in cells if free[cell]) - 1


def announced(document: Document, index: int | None) -> str:
    """Return a cell as it is read aloud: ``row 4, column 1, layer 3, free``.

    Coordinates beyond the third are added by their names: ``x4 = 2``.
    """
    if index is None:
        return f"{document.board}, no cell chosen"
    cell = [int(value) + 1 for value in document.board.cell(index)]
    words = [f"{name} {value}" for name, value in zip(NAMES, cell, strict=False)]
    words[:2] = reversed(words[:2])
    words += [f"x{axis + 4} = {value}" for axis, value in enumerate(cell[3:])]
    words.append(_state(document, index))
    is_open = not document.board.is_blocked[index]
    attackers = len(document.counts.attackers(index)) if is_open else 0
    if attackers:
        words.append(f"attacked by {attackers}")
    if index in document.selection:
        words.append("selected")
    return ", ".join(words)
