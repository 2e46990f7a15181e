"""The named edits of a board: for each, the step to add and the message to report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.core.notation import place_text
from nqviz.core.pieces import worded
from nqviz.formats.history import Edit

BLOCKED = tr_later("The cell {cell} is blocked: press B to open it.")
GIVEN_STAYS = tr_later("The queen on {cell} is given: unlock it first to remove it.")
GIVEN_OPEN = tr_later("The queen on {cell} is given: unlock it first to block its cell.")
GIVEN_NOW = tr_later("The queen on {cell} is given now: clicks and completions keep it.")


@dataclass(frozen=True)
class NamedEdit:
    """What a command does to a board."""

    edit: Edit | None  # the step to add; None where nothing changes
    message: str = ""  # a line for the status bar; may be empty


def toggle(state: BoardState, index: int) -> NamedEdit:
    """Place a queen on a cell, or remove the one that is there; a given one stays."""
    where, piece = place_text(state.board, index), state.board.piece
    if state.board.is_blocked[index]:
        return NamedEdit(None, tr(BLOCKED, cell=where))
    if not state.occupied[index]:
        attacked = tr_piece("The queen on {cell} is attacked.", piece, cell=where)
        message = attacked if state.counts.counts[index] else ""
        return NamedEdit(edit(state, f"Place {where}", place={index}), message)
    if index in state.givens:
        return NamedEdit(None, tr_piece(GIVEN_STAYS, piece, cell=where))
    return NamedEdit(edit(state, f"Remove {where}", remove={index}))


def toggle_given(state: BoardState, index: int) -> NamedEdit:
    """Lock a queen as given, or unlock it; on an empty cell place a given queen."""
    where, piece = place_text(state.board, index), state.board.piece
    if state.board.is_blocked[index]:
        return NamedEdit(None, tr(BLOCKED, cell=where))
    if index in state.givens:
        message = tr_piece("The queen on {cell} is not given any more.", piece, cell=where)
        return NamedEdit(edit(state, f"Unlock {where}", unlock={index}), message)
    if state.occupied[index]:
        locked = edit(state, f"Lock {where}", lock={index})
    else:
        locked = edit(state, f"Place {where} as given", place={index}, lock={index})
    return NamedEdit(locked, tr_piece(GIVEN_NOW, piece, cell=where))


def toggle_blocked(state: BoardState, index: int) -> tuple[Board | None, str, str]:
    """Return the board with a cell blocked or opened, the name of the step, and a message.

    Without a board nothing changes.
    """
    board, where = state.board, place_text(state.board, index)
    if index in state.givens:
        return None, "", tr_piece(GIVEN_OPEN, board.piece, cell=where)
    changed = set(board.blocked) ^ {index}
    if len(changed) == board.size:
        return None, "", tr("The last open cell cannot be blocked.")
    blocked = board.with_blocked(sorted(changed))
    if index not in changed:
        return blocked, f"Open {where}", tr("{cell} is open now.", cell=where)
    message = tr("{cell} is blocked now.", cell=where)
    if state.occupied[index]:
        words = tr_later("{cell} is blocked now, and its queen is removed.")
        message = tr_piece(words, board.piece, cell=where)
    return blocked, f"Block {where}", message


def move(state: BoardState, start: int, end: int) -> NamedEdit:
    """Move a queen to an empty cell; a given one stays given. On another cell it stays."""
    board, where = state.board, place_text(state.board, end)
    if end == start or not state.occupied[start]:
        return NamedEdit(None)
    if board.is_blocked[end]:
        return NamedEdit(None, tr(BLOCKED, cell=where))
    if state.occupied[end]:
        words = tr_later("There is a queen on {cell} already.")
        return NamedEdit(None, tr_piece(words, board.piece, cell=where))
    given = {start} & state.givens
    text, lock = f"Move {place_text(board, start)} to {where}", {end} if given else ()
    return NamedEdit(edit(state, text, place={end}, remove={start}, unlock=given, lock=lock))


def lock_all(state: BoardState) -> NamedEdit:
    """Lock every queen as given."""
    queens = _not_given(state)
    return NamedEdit(edit(state, tr_later("Lock all queens"), lock=queens) if queens else None)


def unlock_all(state: BoardState) -> NamedEdit:
    """Unlock every given queen."""
    givens = state.givens
    return NamedEdit(edit(state, tr_later("Unlock all queens"), unlock=givens) if givens else None)


def clear(state: BoardState) -> NamedEdit:
    """Remove all queens but the given ones."""
    queens = _not_given(state)
    if not queens:
        words = tr_later("There is no queen to remove that is not given.")
        return NamedEdit(None, tr_piece(words, state.board.piece))
    return NamedEdit(edit(state, tr_later("Clear the board"), remove=queens))


def replace_queens(state: BoardState, queens: set[int], text: str) -> NamedEdit:
    """Put other queens in the place of those on the board."""
    old = set(state.queens.tolist())
    unlock = state.givens - queens
    return NamedEdit(edit(state, text, place=queens - old, remove=old - queens, unlock=unlock))


def _not_given(state: BoardState) -> set[int]:
    return set(state.queens.tolist()) - state.givens


def edit(state: BoardState, text: str, **cells: Iterable[int]) -> Edit:
    """Return an edit with the name of the piece in its text.

    `state`: the board that it is for.
    `text`: what it does, in words for queens.
    `cells`: the cells of `place`, `remove`, `lock` and `unlock`, in any order.
    """
    changes = {name: tuple(sorted(each)) for name, each in cells.items()}
    return Edit(worded(text, state.board.piece), **changes)
