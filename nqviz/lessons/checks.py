"""Whether a task is done: the conditions of a check, compared with the board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board
from nqviz.core.coordinates import coordinate_text

from .model import Check
from .still import indices

_NUMBER = re.compile(r"[+-]?\d{1,15}(?:[.,]\d{1,15})?")


@dataclass(frozen=True, eq=False)
class Seen:
    """The state that a check is compared with."""

    board: Board
    occupied: npt.NDArray[np.bool_]
    """True on the cells of queens, shape (size,)."""
    conflicts: int
    """The number of pairs of queens that attack each other."""
    free: int
    """The number of cells that no queen attacks or occupies."""
    cursor: int | None = None
    answer: str = ""
    """The text typed as an answer."""
    solver: Literal["none", "finished", "proven"] = "none"
    """The last event of the solver on this board."""


def holds(check: Check, seen: Seen) -> bool:
    """Return whether every condition of a check holds."""
    return unmet(check, seen) is None


def unmet(check: Check, seen: Seen) -> str | None:
    """Return a sentence on the first unmet condition of a check; None if it holds."""
    return _unmet_cells(check, seen) or _unmet_counts(check, seen) or _unmet_others(check, seen)


def _unmet_cells(check: Check, seen: Seen) -> str | None:
    piece = seen.board.piece
    if check.queens_at is not None:
        missing = int((~seen.occupied[indices(seen.board, check.queens_at)]).sum())
        if missing and len(check.queens_at) == 1:
            return f"The {piece} is not on its cell yet."
        if missing:
            return f"{missing} of {len(check.queens_at)} cells still wait for a {piece}."
    if check.empty_at is not None:
        cells = indices(seen.board, check.empty_at)
        wrong = cells[seen.occupied[cells]]
        if len(wrong):
            where = coordinate_text(seen.board.cell(wrong[0]))
            one = f"The {piece} on {where} is out of place."
            return one if len(wrong) == 1 else f"{len(wrong)} {piece}s stand where none belongs."
    if check.cell_chosen is not None:
        chosen = indices(seen.board, check.cell_chosen)
        if seen.cursor is None:
            return "No cell is pointed at yet."
        if seen.cursor not in chosen:
            return f"{coordinate_text(seen.board.cell(seen.cursor))} is not such a cell."
    return None


def _unmet_counts(check: Check, seen: Seen) -> str | None:
    queens = int(seen.occupied.sum())
    wanted = check.non_attacking or 0
    if check.full_solution:
        wanted = max(wanted, seen.board.full_count)
    if (wanted or check.maximal) and seen.conflicts:
        pairs = "Two" if seen.conflicts == 1 else f"{seen.conflicts} pairs of"
        return f"{pairs} {seen.board.piece}s attack each other."
    if queens < wanted:
        return f"{queens} of {wanted} {seen.board.piece}s stand."
    if check.maximal and seen.free:
        return f"{seen.free} cells are still free."
    return None


def _unmet_others(check: Check, seen: Seen) -> str | None:
    if check.answer is not None:
        given = _plain(seen.answer)
        if not given:
            return "No answer yet."
        if isinstance(check.answer, int | float):
            value = number_in(given)
            if value is None:
                return "The answer is a number."
            if abs(value - check.answer) > check.tolerance:
                return "That is not it yet."
        elif given not in map(_plain, (check.answer, *check.spellings)):
            return "That is not it yet."
    if check.solver is not None and seen.solver != "proven" and seen.solver != check.solver:
        waiting = "The solver has not finished yet."
        return "The solver has not proven it yet." if check.solver == "proven" else waiting
    return None


def number_in(text: str) -> float | None:
    """Return the number of an answer such as ``40``, ``40.0``, ``1,331`` or ``40 lines``.

    None if it has no number or more than one. A comma that parts no thousands is a decimal one.
    """
    found = _NUMBER.findall(_plain(text).replace("−", "-"))
    return float(found[0].replace(",", ".")) if len(found) == 1 else None


def _plain(answer: float | str) -> str:
    """Return an answer without case, blanks and separators of thousands."""
    text = " ".join(str(answer).casefold().split()).rstrip(".")
    return re.sub(r"(?<=\d)[,'’ ](?=\d{3}(?!\d))", "", text)
