"""Whether a task is done: the conditions of a check, compared with the board and the reply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.coordinates import coordinate_text
from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.core.placement import Placement
from nqviz.core.symmetry import symmetry_between

from .replies import NOT_YET, Reply, unmet_reply
from .still import indices, symmetry_of
from .tasks import Check, Quantity


@dataclass(frozen=True, eq=False)
class Seen:
    """The state that a check is compared with."""

    board: Board
    occupied: npt.NDArray[np.bool_]
    """True on the cells of queens, shape (size,)."""
    conflicts: int
    """The number of pairs of queens that attack each other."""
    is_free: npt.NDArray[np.bool_]
    """True on the cells that no queen attacks or occupies, shape (size,)."""
    cursor: int | None = None
    reply: Reply = field(default_factory=Reply)
    """The answer that the learner has given."""
    solver: Literal["none", "finished", "proven"] = "none"
    """The last event of the solver on this board."""

    @classmethod
    def of(
        cls,
        counts: AttackCounts,
        cursor: int | None = None,
        reply: Reply | None = None,
        solver: Literal["none", "finished", "proven"] = "none",
    ) -> Seen:
        """Return the state of a board whose attacks are counted."""
        occupied = counts.occupied.astype(np.bool_)
        is_free = np.zeros(counts.board.size, dtype=np.bool_)
        is_free[counts.free_cells()] = True
        return cls(
            counts.board, occupied, counts.conflicts, is_free, cursor, reply or Reply(), solver
        )

    @property
    def queens(self) -> int:
        """The number of queens."""
        return int(self.occupied.sum())

    @property
    def free(self) -> int:
        """The number of free cells."""
        return int(self.is_free.sum())

    @property
    def placement(self) -> Placement:
        """The queens."""
        return Placement.from_indices(self.board, np.flatnonzero(self.occupied))


def holds(check: Check, seen: Seen) -> bool:
    """Return whether every condition of a check holds."""
    return unmet(check, seen) is None


def unmet(check: Check, seen: Seen) -> str | None:
    """Return a sentence on the first unmet condition of a check; None if it holds."""
    return next((why for test in _TESTS if (why := test(check, seen)) is not None), None)


def _unmet_cells(check: Check, seen: Seen) -> str | None:
    piece = seen.board.piece
    if check.queens_at is not None:
        missing = int((~seen.occupied[indices(seen.board, check.queens_at)]).sum())
        if missing and len(check.queens_at) == 1:
            return tr("The {piece} is not on its cell yet.", piece=tr(piece))
        if missing:
            words = tr_later("{missing} of {all} cells have no {piece} yet.")
            return tr(words, missing=missing, all=len(check.queens_at), piece=tr(piece))
    if check.empty_at is not None:
        cells = indices(seen.board, check.empty_at)
        wrong = cells[seen.occupied[cells]]
        if len(wrong):
            where = coordinate_text(seen.board.cell(wrong[0]))
            if len(wrong) == 1:
                return tr("The {piece} on {cell} is out of place.", piece=tr(piece), cell=where)
            return tr("{queens} are out of place.", queens=counted_tr(len(wrong), piece))
    return None


def _unmet_cursor(check: Check, seen: Seen) -> str | None:
    if check.cell_chosen is not None:
        chosen = indices(seen.board, check.cell_chosen)
        if seen.cursor is None:
            return tr("No cell is pointed at yet.")
        if seen.cursor not in chosen:
            where = coordinate_text(seen.board.cell(seen.cursor))
            return tr("{cell} is not such a cell.", cell=where)
    return None


def _unmet_counts(check: Check, seen: Seen) -> str | None:
    piece, queens = seen.board.piece, seen.queens
    wanted = check.non_attacking or 0
    if check.full_solution:
        wanted = max(wanted, seen.board.full_count)
    if (wanted or check.maximal) and seen.conflicts:
        return tr("Attacking pairs: {count}.", count=seen.conflicts)
    if queens < wanted:
        return _too_few(queens, wanted, piece)
    if check.at_most is not None and queens > check.at_most:
        stand = counted_tr(queens, piece)
        return tr("{queens}; at most {most} are allowed.", queens=stand, most=check.at_most)
    if check.maximal and seen.free:
        return tr("Cells that are still free: {count}.", count=seen.free)
    if check.dominating and seen.free:
        return tr("Cells neither occupied nor attacked: {count}.", count=seen.free)
    return None


def _unmet_symmetry(check: Check, seen: Seen) -> str | None:
    piece = seen.board.piece
    if check.symmetric is not None:
        if not seen.queens:
            return tr("The board is still empty.")
        queens = np.flatnonzero(seen.occupied)
        images = symmetry_of(seen.board, check.symmetric).indices(queens)
        lost = np.flatnonzero(~seen.occupied[images])
        if len(lost):
            moved = [seen.board.cell(int(cells[lost[0]])) for cells in (queens, images)]
            start, end = map(coordinate_text, moved)
            words = tr_later("The {piece} on {start} is carried to {end}, where none stands.")
            return tr(words, piece=tr(piece), start=start, end=end)
    if check.equal_to is not None:
        wanted = Placement.from_indices(seen.board, np.sort(indices(seen.board, check.equal_to)))
        if seen.queens != len(wanted):
            return _too_few(seen.queens, len(wanted), piece)
        if symmetry_between(seen.placement, wanted) is None:
            return tr("No symmetry carries this placement to the other.")
    return None


def _too_few(count: int, wanted: int, piece: str) -> str:
    return tr("{count} of {wanted}.", count=count, wanted=counted_tr(wanted, piece))


_QUANTITIES: dict[Quantity, tuple[str, Callable[[Seen], int]]] = {
    "queens": (tr_later("Queens"), lambda seen: seen.queens),
    "free cells": (tr_later("Free cells"), lambda seen: seen.free),
    "attacked cells": (
        tr_later("Attacked cells"),
        lambda seen: seen.board.size - seen.free - seen.queens,
    ),
    "attacking pairs": (tr_later("Attacking pairs"), lambda seen: seen.conflicts),
}
"""The names of quantities, and how each is counted."""


def _unmet_goal(check: Check, seen: Seen) -> str | None:
    for goal in check.goal or ():
        (name, count), (low, high) = _QUANTITIES[goal.of], goal.range
        value = count(seen)
        if not low <= value <= high:
            side = tr("at least {n}", n=f"{low:.0f}")
            if value > high:
                side = tr("at most {n}", n=f"{high:.0f}")
            return tr("{name}: {value}; the goal is {side}.", name=tr(name), value=value, side=side)
    return None


def goal_values(check: Check, seen: Seen) -> Iterator[tuple[str, int]]:
    """Yield the name and the present value of each number that a goal is about."""
    for goal in check.goal or ():
        name, count = _QUANTITIES[goal.of]
        yield tr(name), count(seen)


def _unmet_reply(check: Check, seen: Seen) -> str | None:
    if not check.free_cells:
        return unmet_reply(check, seen.reply)
    marked = seen.reply.marked
    if marked is None:
        return tr(NOT_YET)
    cells = np.array(sorted(marked), dtype=np.int64)
    wrong = int((~seen.is_free[cells]).sum())
    if wrong:
        return tr("Marked cells that are not free: {wrong} of {all}.", wrong=wrong, all=len(cells))
    missing = seen.free - len(cells)
    if not missing:
        return None
    return tr("Free cells that are not marked yet: {missing}.", missing=missing)


def _unmet_solver(check: Check, seen: Seen) -> str | None:
    if check.solver is None or seen.solver in ("proven", check.solver):
        return None
    if check.solver == "proven":
        return tr("The solver has not proven it yet.")
    return tr("The solver has not ended yet.")


_TESTS = (
    _unmet_cells,
    _unmet_cursor,
    _unmet_counts,
    _unmet_symmetry,
    _unmet_goal,
    _unmet_reply,
    _unmet_solver,
)
