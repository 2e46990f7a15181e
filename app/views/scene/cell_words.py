"""A cell of the scene in words: for the card beside the pointer and for assistive technology."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.core.coordinates import coordinate_text
from nqviz.core.language import counted_tr, noun_tr, tr, tr_later, tr_piece
from nqviz.core.notation import has_squares, square_text

from ...document.document import Document
from .verdict_words import spaced

NAMES = tr_later(("column", "row", "layer"))
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
        return tr("blocked")
    if document.is_given(index):
        return tr_piece("given queen", piece)
    if document.is_queen(index):
        return noun_tr(piece)
    if suggestion is not None and index in suggestion:
        return tr_piece("suggested queen", piece)
    if document.excluded is not None and document.excluded[index]:
        return tr("excluded")
    return tr("attacked") if document.counts.counts[index] else tr("free")


def _details(document: Document, index: int) -> str:
    if document.overlay is not None:
        return document.overlay.cell_text(index)
    counts, board = document.counts, document.board
    if board.is_blocked[index]:
        return tr("lines stop here") if board.stops else tr("lines pass over it")
    attacked = tr("attacked by {count}", count=len(counts.attackers(index)))
    if document.is_given(index):
        return tr("{attacked} · stays where it is", attacked=attacked)
    if counts.counts[index]:
        return attacked
    hit = count_free_attacked(document, index)
    if board.d == 2:
        return tr(
            "{attacked} · would leave {cells}",
            attacked=attacked,
            cells=counted_tr(counts.free - 1 - hit, "free cell", spaced),
        )
    cells = counted_tr(hit, "free cell", spaced)
    return tr("{attacked} · would attack {cells}", attacked=attacked, cells=cells)


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
        return tr("{board}, no cell chosen", board=document.board)
    cell = [int(value) + 1 for value in document.board.cell(index)]
    words = [f"{tr(name)} {value}" for name, value in zip(NAMES, cell, strict=False)]
    words[:2] = reversed(words[:2])
    words += [f"x{axis + 4} = {value}" for axis, value in enumerate(cell[3:])]
    words.append(_state(document, index))
    is_open = not document.board.is_blocked[index]
    attackers = len(document.counts.attackers(index)) if is_open else 0
    if attackers:
        words.append(tr("attacked by {count}", count=attackers))
    if index in document.selection:
        words.append(tr("selected"))
    return ", ".join(words)
