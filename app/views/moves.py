"""Queens that are dragged from cell to cell."""

from __future__ import annotations

from nqviz.core.language import tr, tr_piece
from nqviz.core.notation import place_text

from ..document.document import Document


def move_queen(document: Document, start: int, end: int) -> None:
    """Move a queen to an empty cell in one step; a given one stays given.

    On an occupied cell the queen stays where it is, and the status bar says so.
    """
    if end == start or not document.is_queen(start):
        return
    where = place_text(document.board, end)
    if document.board.is_blocked[end]:
        document.report(tr("The cell {cell} is blocked: press B to open it.", cell=where))
        return
    if document.is_queen(end):
        document.report(
            tr_piece("There is a queen on {cell} already.", document.board.piece, cell=where)
        )
        return
    text = f"Move {place_text(document.board, start)} to {where}"
    given = {start} & document.givens
    document.edit(text, place={end}, remove={start}, unlock=given, lock={end} if given else set())
