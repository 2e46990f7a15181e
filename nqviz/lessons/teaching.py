"""Prepare the steps of lessons: boards, frames, and demonstrations of tasks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .frames import Frame, frames_of
from .model import BoardState, Lesson, StepView
from .replies import Reply, right_reply
from .still import Still, indices, still, symmetry_of
from .tasks import Show, Task


@dataclass(frozen=True, eq=False)
class Demonstration:
    """How a task is performed."""

    place: IntArray
    remove: IntArray
    """`place` and `remove`: indices of the cells where queens are placed and removed. Shape
    (k,)."""
    point: int | None = None
    """The new cell of the cursor."""
    reply: Reply = field(default_factory=Reply)
    solve: bool = False
    """Whether the solver must be started."""


def state_at(lesson: Lesson, number: int) -> BoardState:
    """Return the board state of a step, counted from 0: its own, or the last one before it."""
    states = [step.state for step in lesson.steps[: number + 1] if step.state is not None]
    return states[-1]


@lru_cache(maxsize=64)
def _prepared(text: str) -> Still:
    return still(BoardState.model_validate_json(text))


def prepare(lesson: Lesson, number: int) -> tuple[Still, tuple[Frame, ...]]:
    """Return the still image of a step, counted from 0, and the frames of its animation.

    Raises InputError if the data of the step are inconsistent.
    """
    state, step = state_at(lesson, number), lesson.steps[number]
    picture = _prepared(state.model_dump_json(exclude_unset=True))
    _check_view(step.view, picture.board)
    second_board(lesson, number)
    if step.task is not None:
        demonstration(step.task, picture)
    return picture, () if step.frames is None else frames_of(step.frames, state)


def second_board(lesson: Lesson, number: int) -> Still | None:
    """Return the board that is drawn beside that of a step, counted from 0; None without one.

    Raises InputError if its data are inconsistent.
    """
    beside = lesson.steps[number].beside
    if beside is None:
        return None
    return _prepared(beside.state.model_dump_json(exclude_unset=True))


def _check_view(view: StepView, board: Board) -> None:
    """Raise InputError for coordinates that the board does not have."""
    coloured = [int(view.colour[1:])] if view.colour[0] == "x" else []
    for axis in (*coloured, *(view.layers or ()), *view.hold):
        if not 1 <= axis <= board.d:
            raise InputError(f"the {board} has no coordinate x{axis}")
    if view.layers is not None and view.layers[0] == view.layers[1]:
        raise InputError(f"layers show two coordinates, not x{view.layers[0]} twice")
    for axis, value in view.hold.items():
        if value > board.shape[axis - 1]:
            raise InputError(f"x{axis} is at most {board.shape[axis - 1]} on the {board}")


def demonstration(task: Task, picture: Still) -> Demonstration:
    """Return how to perform a task: by its `show`, or else by its check.

    Raises InputError if a cell is off the board, or there is no `show` and the check does not
    define the queens.
    """
    check, show, board = task.check, task.show or Show(), picture.board
    if task.show is None and check.leaves_queens_open:
        raise InputError("the task needs 'show': its check does not define the queens")
    for cells in (check.cell_chosen, check.equal_to):
        indices(board, cells or [])  # off the board they are refused
    if check.symmetric is not None:
        symmetry_of(board, check.symmetric)
    point = show.point
    if point is None and check.cell_chosen:
        point = check.cell_chosen[0]
    place = indices(board, show.place or check.queens_at or check.equal_to or [])
    remove = indices(board, show.remove or check.empty_at or [])
    reply = right_reply(check)
    if check.free_cells:
        queens = np.union1d(np.setdiff1d(picture.placement.indices, remove), place)
        free = AttackCounts.of(Placement.from_indices(board, queens)).free_cells()
        reply = replace(reply, marked=frozenset(free.tolist()))
    return Demonstration(
        place,
        remove,
        None if point is None else int(indices(board, [point])[0]),
        reply,
        check.solver is not None,
    )
