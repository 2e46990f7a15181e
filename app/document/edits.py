"""The named edits of a board: for each, the step to add and the message to report."""

from __future__ import annotations

from dataclasses import dataclass

from nqviz.core.board_state import BoardState
from nqviz.core.notation import place_text
from nqviz.core.pieces import worded
from nqviz.formats.history import Edit


@dataclass(frozen=True)
class NamedEdit:
    """What a command does to a board.

    Attributes
    ----------
    edit : Edit, optional
        The step to add; None where nothing changes.
    message : str
        A line for the status bar; may be empty.
    """

    edit: Edit | None
    message: str = ""


def toggle(state: BoardState, index: int) -> NamedEdit:
    """Place a queen on a cell, or remove the one that is there; a given one stays."""
    where = place_text(state.board, index)
    if not state.occupied[index]:
        edit = _edit(state, f"Place {where}", place={index})
        is_attacked = bool(state.counts.counts[index])
        return NamedEdit(edit, f"The queen on {where} is attacked." if is_attacked else "")
    if index in state.givens:
        message = f"The queen on {where} is given: unlock it first to remove it."
        return NamedEdit(None, message)
    return NamedEdit(_edit(state, f"Remove {where}", remove={index}))


def toggle_given(state: BoardState, index: int) -> NamedEdit:
    """Lock a queen as given, or unlock it; on an empty cell place a given queen."""
    where = place_text(state.board, index)
    if index in state.givens:
        edit = _edit(state, f"Unlock {where}", unlock={index})
        return NamedEdit(edit, f"The queen on {where} is not given any more.")
    if state.occupied[index]:
        edit = _edit(state, f"Lock {where}", lock={index})
    else:
        edit = _edit(state, f"Place {where} as given", place={index}, lock={index})
    message = f"The queen on {where} is given now: clicks and completions keep it."
    return NamedEdit(edit, message)


def lock_all(state: BoardState) -> NamedEdit:
    """Lock every queen as given."""
    queens = _not_given(state)
    return NamedEdit(_edit(state, "Lock all queens", lock=queens) if queens else None)


def unlock_all(state: BoardState) -> NamedEdit:
    """Unlock every given queen."""
    givens = state.givens
    return NamedEdit(_edit(state, "Unlock all queens", unlock=givens) if givens else None)


def clear(state: BoardState) -> NamedEdit:
    """Remove all queens but the given ones."""
    queens = _not_given(state)
    if not queens:
        return NamedEdit(None, "There is no queen to remove that is not given.")
    return NamedEdit(_edit(state, "Clear the board", remove=queens))


def replace_queens(state: BoardState, queens: set[int], text: str) -> NamedEdit:
    """Put other queens in the place of those on the board."""
    old = set(state.queens.tolist())
    unlock = state.givens - queens
    return NamedEdit(_edit(state, text, place=queens - old, remove=old - queens, unlock=unlock))


def _not_given(state: BoardState) -> set[int]:
    return set(state.queens.tolist()) - state.givens


def _edit(state: BoardState, text: str, **cells: set[int]) -> Edit:
    """Return an edit whose text has the name of the piece."""
    changes = {name: tuple(sorted(each)) for name, each in cells.items()}
    return Edit(worded(text, state.board.piece), **changes)
