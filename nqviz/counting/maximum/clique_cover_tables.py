"""Tables of the sets of k queens that the clique-cover search finds, task by task."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.jit import compiled
from nqviz.core.symmetry import Permutations
from nqviz.engines.bits import Words, ones, pack, pack_rows, unpack
from nqviz.engines.exhaustive.clique_cover import (
    EXHAUSTED,
    FOUND,
    PAUSED,
    CliqueCoverSearch,
    next_set,
)
from nqviz.engines.exhaustive.engine import search_board
from nqviz.engines.exhaustive.tasks import paced, search_state, taken_up
from nqviz.run.tasks import TaskState

_ONE = np.uint64(1)

CountTask = tuple[tuple[int, ...], Words, IntArray, IntArray]
"""The placed queens, a bit set of the remaining cells, and the orbits of the first two queens."""


def count_task(
    board: Board,
    givens: tuple[int, ...],
    backwards: bool,
    task: CountTask,
    part: TaskState,
    seconds: float,
) -> TaskState:
    """Continue for some seconds to find the sets of `need` cells with the queens of a task.

    `backwards`: whether the order of the cells is reversed, which gives another search.
    The state returned has arrays, one entry for each two numbers of queens on the orbits of the
    first and the second queen: "where" of shape (m, 2), these numbers; "found" of shape (m,), how
    many sets have them; "fixed", the sum of the numbers of symmetries that keep those; "used" of
    shape (m, size), how many of them use each cell.
    """
    prepared = search_board(board, givens)
    placed, need = task[0], int(part.arrays["need"])
    cells = np.ascontiguousarray(unpack(task[1])[:: -1 if backwards else 1])
    adjacent = pack_rows(prepared.neighbours[np.ix_(cells, cells)])
    tables = Tables.of(part, need, task[2:], prepared.group)
    queens = np.zeros(need, dtype=np.int64)
    queens[: len(placed)] = placed
    if need == len(placed):
        _enter(tables, queens)
        return TaskState(True, part.nodes, tables.arrays())
    sets = taken_up(adjacent, need - len(placed), part)
    end = paced(
        lambda budget: _enter_all(tables, sets, cells, queens, int(sets.nodes[0]) + budget),
        sets.nodes,
        seconds,
    )
    arrays: dict[str, npt.NDArray[Any]] = dict(tables.arrays())
    if end == PAUSED:
        arrays |= {"need": part.arrays["need"], **search_state(sets)}
    return TaskState(end == EXHAUSTED, int(sets.nodes[0]), arrays)


class Tables(NamedTuple):
    """The sums by the numbers of queens on the orbits of the first and the second queen.

    `first`, `second`, shape (words,): these orbits as bit sets.
    `group`: see `SearchBoard`.
    `found`, `fixed` have shape (a, b).
    `used` has shape (a, b, size).
    """

    first: Words
    second: Words
    group: Permutations
    found: IntArray
    fixed: IntArray
    used: IntArray

    @classmethod
    def of(
        cls, part: TaskState, need: int, orbits: tuple[IntArray, IntArray], group: Permutations
    ) -> Tables:
        """Return the tables of the results of a slice; `orbits` of shape (k,)."""
        size, counts = group.shape[1], [1 + min(need, len(orbit)) for orbit in orbits]
        shapes = (counts, counts, [*counts, size])
        sums = (np.zeros(shape, dtype=np.int64) for shape in shapes)
        tables = cls(pack(orbits[0], size), pack(orbits[1], size), group, *sums)
        if "where" in part.arrays:
            rows, columns = part.arrays["where"].T
            for name in ("found", "fixed", "used"):
                getattr(tables, name)[rows, columns] = part.arrays[name]
        return tables

    def arrays(self) -> dict[str, npt.NDArray[np.int64]]:
        """Return the entries that are not 0.

        ``where`` of shape (k, 2), ``used`` of shape (k, size), the others of shape (k,); int64.
        """
        rows, columns = np.nonzero(self.found)
        where = np.stack((rows, columns), axis=1).astype(np.int64)
        parts = {name: getattr(self, name)[rows, columns] for name in ("found", "fixed", "used")}
        return {"where": where, **parts}


@compiled
def _enter_all(
    t: Tables, sets: CliqueCoverSearch, cells: IntArray, queens: IntArray, last: int
) -> int:
    """Add the sets that a search finds until it ends or has placed `last` queens in total."""
    stop = np.zeros(1, np.uint8)
    placed = len(queens) - len(sets.queens)
    end = FOUND
    while end == FOUND and sets.nodes[0] < last:
        end = next_set(sets, last - sets.nodes[0], stop)
        if end == FOUND:
            for level in range(len(sets.queens)):
                queens[placed + level] = cells[sets.queens[level]]
            _enter(t, queens)
    return EXHAUSTED if end == EXHAUSTED else PAUSED


@compiled
def _enter(t: Tables, queens: IntArray) -> None:
    """Add one set of queens to the tables."""
    words = len(t.first)
    own = np.zeros(words, np.uint64)
    for queen in queens:
        own[queen // 64] |= _ONE << np.uint64(queen % 64)
    on_first, on_second = 0, 0
    for w in range(words):
        on_first += ones(own[w] & t.first[w])
        on_second += ones(own[w] & t.second[w])
    t.found[on_first, on_second] += 1
    for queen in queens:
        t.used[on_first, on_second, queen] += 1
    keep = 0
    for symmetry in range(len(t.group)):
        kept = True
        for queen in queens:
            image = t.group[symmetry, queen]
            if own[image // 64] >> np.uint64(image % 64) & _ONE == 0:
                kept = False
                break
        keep += kept
    t.fixed[on_first, on_second] += keep
