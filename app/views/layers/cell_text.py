"""Cells in words, for assistive technology."""

from __future__ import annotations

from nqviz.core.language import noun_tr, tr, tr_piece
from nqviz.core.notation import place_text

from ...document.document import Document


def cell_text(document: Document, index: int | None) -> str:
    """Return which cell it is and what is on it: ``(1, 4), a4, queen, attacked by 2 lines``."""
    if index is None:
        return tr("{board}, no cell chosen", board=document.board)
    words, piece = [place_text(document.board, index)], document.board.piece
    lines = int(document.counts.counts[index])
    if document.is_queen(index):
        lines -= 1  # its own
        words.append(tr_piece("given queen", piece) if document.is_given(index) else noun_tr(piece))
    elif not lines:
        words.append(tr("free"))
    if lines:
        words.append(
            tr("attacked by 1 line") if lines == 1 else tr("attacked by {lines} lines", lines=lines)
        )
    suggestion = document.suggestion
    if suggestion is not None and index in suggestion and not document.is_queen(index):
        words.append(tr("suggested"))
    words += _overlay_words(document, index)
    if index in document.selection:
        words.append(tr("selected"))
    return ", ".join(words)


def _overlay_words(document: Document, index: int) -> list[str]:
    """Return what is laid over a cell: a cut, a density, marks."""
    words = [] if document.cut is None else document.cut.words(index)
    if document.overlay is not None:
        words.append(document.overlay.cell_text(index))
    if document.marks is not None and index in document.marks.cells:
        words.append(document.marks.caption)
    if document.excluded is not None and document.excluded[index]:
        words.append(tr("excluded"))
    return words
