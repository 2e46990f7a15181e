"""The proof that the tasks of a theta search make together, and the check of those of a file."""

from __future__ import annotations

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.engines.bits import unpack
from nqviz.proofs import Entries, Flawed, Leaf
from nqviz.proofs.plain_search import PlainSearch
from nqviz.proofs.proof import FOUND, ON
from nqviz.run.tasks import TaskState

from .bound import Mask, is_below
from .free_cells import SearchCells, ThetaTask, search_cells
from .tree import LEFT, RESULTS, matrices_of, others_of, steps_of

SEARCH_NODES = 20_000


def joined(parts: dict[str, TaskState]) -> tuple[list[tuple[int, int]], list[Entries]]:
    """Return the steps of all tasks in the order of a walk through the tree, and their matrices.

    `parts`: the finished tasks by name: ``0`` is the root's, and ``0.3`` the fourth that it left.
    """
    tree: list[tuple[int, int]] = []
    matrices: list[Entries] = []

    def opened(name: str) -> tuple[str, list[Entries], list[tuple[int, int]]]:
        arrays = parts[name].arrays
        return name, matrices_of(arrays), list(steps_of(arrays))[::-1]

    stack = [opened("0")]
    while stack:
        name, own, left = stack[-1]
        if not left:
            stack.pop()
            continue
        kind, number = left.pop()
        if kind == LEFT:
            stack.append(opened(f"{name}.{number}"))
            continue
        if kind == Leaf.MATRIX:
            matrices.append(own[number])
            number = len(matrices) - 1
        tree.append((kind, number))
    return tree, matrices


def check_part(free: SearchCells, task: ThetaTask, part: TaskState, searches: bool = False) -> None:
    """Check that the tree of a finished task closes its node.

    `searches`: whether leaves that a search has closed are searched again, by the search of the
    checker of proofs.
    Raises ValueError, IndexError or KeyError if it does not.
    """
    total = int(part.arrays["need"])
    matrices, others = matrices_of(part.arrays), others_of(part)
    stack = [(task, unpack(task.cells), free.keeping(task.queens))]
    for kind, number in steps_of(part.arrays):
        node, cells, group = stack.pop()
        queens, refuted = node.queens, node.refuted
        need, closes = total - len(queens), True
        if kind == Leaf.PLACE:
            (cell,) = np.flatnonzero(free.index == number).tolist()
            closes = cell in cells
            gone = group[:, cell]
            first, second = free.pairs(queens, refuted)
            below = node._replace(queens=(*queens, cell))
            left = np.setdiff1d(free.apart(cells, cell), second[first == cell])
            if len(queens) == 1:
                node = node._replace(refuted=(*refuted, cell))
                first, second = free.pairs(queens, (cell,))
                gone = second[first == queens[0]]
            stack.append((node, np.setdiff1d(cells, gone), group))
            stack.append((below, left, group[group[:, cell] == cell]))
        elif kind == LEFT:
            other = others[number]
            closes = other[::2] == (queens, refuted) and np.array_equal(unpack(other.cells), cells)
        elif kind == Leaf.MATRIX:
            closes = _is_bounded(free, node, cells, need, matrices[number])
        elif kind == Leaf.SEARCH:
            closes = not searches or _is_empty(free.attacks_of(node, cells), need)
        else:
            closes = kind == Leaf.FEW and len(cells) < need
        if not closes:
            raise ValueError(f"its step {kind} {number} does not fit")
    if stack:
        raise ValueError("it stays open")


def _is_bounded(
    free: SearchCells, node: ThetaTask, cells: IntArray, need: int, entries: Entries
) -> bool:
    """Return whether a matrix proves that fewer than `need` of some cells are without attacks."""
    order = np.argsort(free.index[cells])
    try:
        return is_below(entries.matrix(free.attacks_of(node, cells)[order][:, order]), need)
    except Flawed:
        return False


def _is_empty(attacks: Mask, need: int) -> bool:
    """Return whether no `need` of some cells are without attacks, shape (n, n)."""
    if len(attacks) < need:
        return True
    search = PlainSearch(attacks, need)
    while (end := search.go_on(SEARCH_NODES)) == ON:
        pass
    return end != FOUND


def check_task(
    board: Board,
    givens: tuple[int, ...],
    task: ThetaTask,
    part: TaskState,
    _seconds: float,
) -> TaskState:
    """Check a finished task by other means than those that found it, and return it as it is.

    Raises InputError if its tree does not close its node.
    """
    try:
        check_part(search_cells(board, givens), task, part, searches=True)
    except (ValueError, IndexError, KeyError) as error:
        raise InputError(f"a task of the checkpoint does not close its node: {error}") from error
    return TaskState(True, part.nodes, {name: part.arrays[name] for name in RESULTS})
