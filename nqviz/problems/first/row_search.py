"""The project's way to the first placement: a linear program a row, probes, and what they teach.

The free columns of the next row are probed, lowest first: a depth-first search with the bound on
diagonals looks for any completion. A completion is kept, and all rows in which it agrees with what
is being tried are certain. A probe that comes to no end leaves its column undecided. Then a linear
program, see `refutation`, shows which columns may be left of all that are not refuted; if the
undecided one is among them it is entered, and left again when all columns of the row after it are
refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from nqviz.core.board import IntArray
from nqviz.problems.planar import as_placement
from nqviz.run.tasks import Arrays

from .completion import complete
from .probe import PAUSED, REFUTED
from .refutation import columns_left
from .rest import free_after


def is_behind(best: Sequence[int], first: Sequence[int], refuted: Sequence[int]) -> bool:
    """Return whether a placement, if it is not empty, comes before all that a search would find.

    `first`, `refuted`: see `RowSearch`.
    """
    after = [*first, max(refuted, default=-1) + 1]
    return bool(best) and list(best[: len(after)]) < after


def known_column(best: Sequence[int], tried: Sequence[int]) -> int | None:
    """Return the column of the next row in the best placement, if that begins as is tried."""
    count = len(tried)
    return best[count] if len(best) > count and list(best[:count]) == list(tried) else None


class RowTask(NamedTuple):
    """A search below the first rows.

    `first`, `is_probed`, `refuted`, `weights`: see `RowSearch`.
    `best`: the best placement that was known when the task was made, or empty.
    `shared`: from how many tasks on, this one and its first descendants, shards differ.
    """

    first: tuple[int, ...]
    is_probed: bool
    refuted: tuple[int, ...]
    weights: IntArray
    best: tuple[int, ...]
    shared: int


@dataclass
class _Level:
    """One row that is being tried.

    `refuted`: its columns without a completion, as probes and the rows below have shown.
    `left`: the columns that are still to be probed; None at the beginning.
    `is_solved`: whether the linear program has been solved for them.
    """

    refuted: list[int] = field(default_factory=list)
    left: list[int] | None = None
    is_solved: bool = False


class RowSearch:
    """The search below some first rows, in steps: one linear program or one probe each.

    Its steps depend on nothing but the arguments, and it can be saved between any two of them.

    Parameters
    ----------
    n : int
    first : sequence of int
        The columns of the first rows, from 0.
    is_probed : bool
        Whether the first rows have been probed; else that is the first step.
    refuted : sequence of int
        Columns that the next row does not have: they are refuted, or searched by others. So are
        those before the last of them.
    weights : array of shape (6 n,)
        See `Probe`; changed.
    best : sequence of int
        The columns of all rows of a placement, or empty: only placements before it are sought.
    is_over : callable
        Whether to end at once; the search cannot go on then.

    Attributes
    ----------
    tried : list of int
        The columns of the rows that are being tried, the first ones among them.
    best : list of int
        The first placement known, or empty.
    nodes, steps : int
        Queens tried, and steps done.
    is_done : bool
        Whether no placement below the first rows comes before the best one.
    """

    def __init__(
        self,
        n: int,
        first: Sequence[int],
        is_probed: bool,
        refuted: Sequence[int],
        weights: IntArray,
        best: Sequence[int] = (),
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        self.n = n
        self.first = len(first)
        self.tried = list(first)
        self.levels = [_Level(list(refuted))]
        self.weights = weights
        self.best = list(best)
        self.nodes = self.steps = 0
        self.is_done = is_behind(best, first, refuted)
        self._is_probed = is_probed
        self._is_over = is_over

    def step(self) -> None:
        """Probe the first rows or a column of the next row, or enter it, or leave the last row."""
        if not self._is_probed:
            self.is_done = self._complete(self.tried) == REFUTED
            self._is_probed = True
        elif len(self.tried) == self.n:
            self.is_done = True
        else:
            self._go_on(self.levels[-1], self._known())
        self.steps += 1

    def _go_on(self, level: _Level, known: int | None) -> None:
        if level.left is None:
            level.left = self._free(level.refuted, known)
        if level.left:
            self._try(level, level.left)
        elif known is not None and known not in level.refuted:
            self._enter(known)
        elif len(self.levels) > 1:
            self.levels.pop()
            self.levels[-1].refuted.append(self.tried.pop())
            self.levels[-1].is_solved = False
        else:
            self.is_done = True

    def _free(self, refuted: Sequence[int], known: int | None) -> list[int]:
        """Return the free columns of the next row between those refuted and the known one."""
        free = free_after(self.n, self.tried)[len(self.tried), :known]
        columns: list[int] = np.flatnonzero(free).tolist()
        return [each for each in columns if each > max(refuted, default=-1)]

    def _try(self, level: _Level, left: list[int]) -> None:
        """Probe the lowest column that is left; if that is undecided, solve the linear program."""
        column = left[0]
        answer = self._complete([*self.tried, column])
        if answer == PAUSED and not level.is_solved:
            left[:] = columns_left(self.n, self.tried, left, self._is_over)
            level.is_solved = True
            if column not in left:
                return
        left.remove(column)
        if answer == REFUTED:
            level.refuted.append(column)
        else:
            self._enter(column)

    def _enter(self, column: int) -> None:
        self.tried.append(column)
        self.levels.append(_Level())

    def _complete(self, rows: list[int]) -> int:
        """Probe for a completion of some first rows, and keep it if there is one."""
        found = complete(self.n, rows, self.weights, self._is_over)
        self.nodes += found.nodes
        self.best = found.columns or self.best
        return found.answer

    def _known(self) -> int | None:
        return known_column(self.best, self.tried)

    # States --------------------------------------------------------------------------------------

    def state(self) -> Arrays:
        """Return all that is needed to go on."""
        pairs = {
            "refuted": [(i, each) for i, level in enumerate(self.levels) for each in level.refuted],
            "left": [(i, each) for i, level in enumerate(self.levels) for each in level.left or ()],
        }
        state: dict[str, object] = {
            "tried": self.tried,
            "best": self.best,
            "weights": self.weights,
            "steps": self.steps,
            "begun": [level.left is not None for level in self.levels],
            "solved": [level.is_solved for level in self.levels],
        }
        arrays = {name: np.array(each, np.int64) for name, each in state.items()}
        for name, each in pairs.items():
            arrays[name] = np.array(each, np.int64).reshape(-1, 2)
        return arrays

    def restore(self, arrays: Arrays) -> None:
        """Go back to where another search with the same first rows was.

        Raises KeyError, ValueError if the arrays are not those of such a search.
        """
        tried, best, steps, weights = checked_state(self.n, arrays)
        count = len(tried) - self.first + 1
        if count < 1 or tried[: self.first] != self.tried:
            raise ValueError("the search is below other rows")
        begun, solved = arrays["begun"].tolist(), arrays["solved"].tolist()
        if not len(begun) == len(solved) == count:
            raise ValueError("a row is missing")
        levels = [
            _Level(left=[] if is_begun else None, is_solved=bool(is_solved))
            for is_begun, is_solved in zip(begun, solved, strict=True)
        ]
        for i, column in arrays["refuted"].tolist():
            levels[i].refuted.append(column)
        for i, column in arrays["left"].tolist():
            left = levels[i].left
            if left is None:
                raise ValueError("a column is left of a row that is not begun")
            left.append(column)
        self.tried, self.best, self.steps, self.weights = tried, best, steps, weights
        self.levels, self._is_probed = levels, True


def checked_state(n: int, arrays: Arrays) -> tuple[list[int], list[int], int, IntArray]:
    """Return the rows tried, the best placement, the steps and the weights of a saved search.

    `arrays`: those of `RowSearch.state`; the weights have the shape (6 n,).
    Raises KeyError, ValueError if the arrays are not those of a search for this n.
    """
    if any(array.dtype.kind not in "iu" for array in arrays.values()):
        raise ValueError("an array is not of integers")
    tried, best = arrays["tried"].tolist(), placement_of(n, arrays["best"])
    pairs = [*arrays["refuted"].tolist(), *arrays["left"].tolist()]
    steps, weights = int(arrays["steps"]), arrays["weights"].astype(np.int64)
    if weights.shape != (6 * n,) or len(tried) > n or steps < 0:
        raise ValueError("the search is one for another n")
    if not {*tried, *(column for _, column in pairs)} <= set(range(n)):
        raise ValueError("a column is off the board")
    if not {row for row, _ in pairs} <= set(range(n + 1)):
        raise ValueError("a row is off the board")
    return tried, best, steps, weights


def placement_of(n: int, columns: IntArray) -> list[int]:
    """Return the columns of a placement of n queens, shape (n,), or [] for none.

    Raises ValueError if it is no such placement.
    """
    found: list[int] = columns.tolist()
    is_right = columns.shape == (n,) and set(found) == set(range(n))
    if found and not (is_right and as_placement(found).is_valid()):
        raise ValueError("a placement has attacks")
    return found
