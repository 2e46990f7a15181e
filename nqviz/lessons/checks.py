"""Whether a task is done: the conditions of a check against what is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..board import Board
from .model import Check
from .still import indices


@dataclass(frozen=True, eq=False)
class Seen:
    """What is there when a check looks.

    Attributes
    ----------
    board : Board
    occupied : array of shape (size,), bool
        Where queens stand.
    conflicts : int
        How many pairs of them attack each other.
    free : int
        How many cells no queen attacks or stands on.
    cursor : int, optional
    answer : str
        What was typed.
    solver : str
        What the solver has done on this board.
    """

    board: Board
    occupied: npt.NDArray[np.bool_]
    conflicts: int
    free: int
    cursor: int | None = None
    answer: str = ""
    solver: Literal["none", "finished", "proven"] = "none"


def holds(check: Check, seen: Seen) -> bool:
    """Tell whether every condition of a check holds."""
    return unmet(check, seen) is None


def unmet(check: Check, seen: Seen) -> str | None:
    """Say in one sentence what a check still misses; None when it holds."""
    return _unmet_cells(check, seen) or _unmet_counts(check, seen) or _unmet_others(check, seen)


def _unmet_cells(check: Check, seen: Seen) -> str | None:
    if check.queens_at is not None:
        missing = int((~seen.occupied[indices(seen.board, check.queens_at)]).sum())
        if missing:
            return f"{missing} of {len(check.queens_at)} cells still wait for a {seen.board.piece}."
    if check.empty_at is not None:
        left = int(seen.occupied[indices(seen.board, check.empty_at)].sum())
        if left:
            return f"{left} of {len(check.empty_at)} cells are still to be cleared."
    if check.cell_chosen is not None:
        chosen = indices(seen.board, check.cell_chosen)
        if seen.cursor is None or seen.cursor not in chosen:
            return "The cursor is not there yet."
    return None


def _unmet_counts(check: Check, seen: Seen) -> str | None:
    queens = int(seen.occupied.sum())
    wanted = check.non_attacking or 0
    if check.full_solution:
        wanted = max(wanted, seen.board.full_count)
    if (wanted or check.maximal) and seen.conflicts:
        pairs = "pair attacks" if seen.conflicts == 1 else "pairs attack"
        return f"{seen.conflicts} {pairs} each other."
    if queens < wanted:
        return f"{queens} of {wanted} {seen.board.piece}s stand."
    if check.maximal and seen.free:
        return f"{seen.free} cells are still free."
    return None


def _unmet_others(check: Check, seen: Seen) -> str | None:
    if check.answer is not None:
        given, right = (
            " ".join(str(text).casefold().split()) for text in (seen.answer, check.answer)
        )
        if given.replace(",", "") != right.replace(",", ""):
            return "That is not it yet." if given else "No answer yet."
    if check.solver is not None and seen.solver != "proven" and seen.solver != check.solver:
        waiting = "The solver has not finished yet."
        return "The solver has not proven it yet." if check.solver == "proven" else waiting
    return None
