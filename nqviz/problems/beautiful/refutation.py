"""The linear program of a node of a proof: which of its free cells can hold a queen.

Over the free cells x there is one queen on each open row and column, at most one on each diagonal,
as many on each level as the node says, and no more on the last. Where this has no solution with a
queen on a cell, the ray that shows it has prices that remove the cell, and often others. Where the
simplex method stalls, interior points solve the elastic program, in which each unit by which a row
is missed costs one: there its duals are such prices, without a ray. A queen far from the middle
leaves the least room, so that these cells are tried first. The method is the project's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.ilp.highs import Floats, Model, ModelStatus
from nqviz.proofs.level_node import LevelNode

from .relaxation import INTERIOR, MOST_ITERATIONS, PROBING, ROUNDING, SURE

LARGEST = 8.0
"""The largest price of a ray."""


class CellProgram:
    """The program of a node, from whose cells others are removed by and by.

    `is_over` ends a solve.
    """

    def __init__(self, node: LevelNode, is_over: Callable[[], bool]) -> None:
        self.node = node
        n, count = len(node.free), int(node.free.sum())
        rows, columns = np.nonzero(node.free)
        self._cells: IntArray = rows * n + columns
        self._order = np.argsort(-node.claim.costs[rows, columns], kind="stable")
        # Without queens a node has all symmetries of the square: one cell of each orbit will do.
        is_first = (rows <= columns) & (rows + columns < n)
        self._is_tried = is_first if not node.queens else np.ones(count, np.bool_)
        self._lines, groups = node.lines(), node.groups()
        of_rows, _ = node.open_lines()
        kinds = (rows, columns, rows + columns, columns - rows)
        sizes = [len(each) for each in (of_rows, *self._lines, groups.room)]
        self._starts = np.cumsum([0, *sizes])
        where = [
            start + np.searchsorted(numbers, kind)
            for start, numbers, kind in zip(
                self._starts, (of_rows, *self._lines), kinds, strict=False
            )
        ]
        group, inside = np.nonzero(groups.cells[:, rows, columns])
        places = np.concatenate([*where, self._starts[4] + group])
        cells = np.concatenate([np.tile(np.arange(count), 4), inside])
        matrix = sp.csc_array(
            (np.ones(len(places)), (places, cells)), shape=(self._starts[-1], count)
        )
        upper = np.ones(self._starts[-1])
        upper[self._starts[4] :] = groups.room
        is_equal = np.ones(len(upper), np.bool_)
        is_equal[self._starts[2] : self._starts[4]] = is_equal[-1] = False
        sides = np.where(is_equal, upper, -np.inf), upper
        self._model = Model(
            matrix,
            *sides,
            np.zeros(count),
            column_upper=np.full(count, np.inf),
            options={**PROBING, "simplex_iteration_limit": MOST_ITERATIONS},
            is_over=is_over,
        )
        one = sp.csc_array(sp.eye_array(len(upper)))
        missed = sp.hstack([-one, one[:, is_equal]])
        self._elastic = Model(
            sp.csc_array(sp.hstack([matrix, missed])),
            *sides,
            np.repeat([0.0, 1.0], [count, missed.shape[1]]),
            column_upper=np.full(count + missed.shape[1], np.inf),
            options=INTERIOR,
            is_over=is_over,
        )

    def refuting(self) -> Iterator[Floats]:
        """Yield prices that remove cells, shape (prices,), not rounded, until no more do.

        After each of them `node` is to be set to what it leaves.
        """
        count = -1
        while count != (count := int(self.node.free.sum())):
            if (prices := self._prices()) is not None:
                yield prices
                return
            possible = ~self._is_tried
            for place in self._order:
                if possible[place] or not self.node.free.flat[self._cells[place]]:
                    continue
                self._set_bounds(np.array([place]), 1.0, 1.0)
                prices = self._prices()
                self._set_bounds(np.array([place]), 0.0, np.inf)
                if prices is None:
                    possible |= self._values > SURE
                    continue
                yield prices
                lost = np.flatnonzero(~self.node.free.flat[self._cells])
                self._set_bounds(lost, 0.0, 0.0)

    def _set_bounds(self, places: IntArray, lower: float, upper: float) -> None:
        for model in (self._model, self._elastic):
            model.set_bounds(places, lower, upper)

    def _prices(self) -> Floats | None:
        """Return the prices by which the program has no solution; None if it has one."""
        model, status = self._model, self._model.solve()
        ray = model.dual_ray() if status is ModelStatus.INFEASIBLE else None
        if status is ModelStatus.LIMIT or (status is ModelStatus.INFEASIBLE and ray is None):
            model = self._elastic
            status = model.solve()
            if status is ModelStatus.OPTIMAL and model.objective > ROUNDING:
                ray = model.row_duals
        if ray is None or not ray.any():
            is_solved = status is ModelStatus.OPTIMAL
            values = model.values if is_solved else np.ones(len(self._cells))
            self._values = values[: len(self._cells)]
            return None
        ray *= LARGEST / np.abs(ray).max()
        _, columns, sums, steps, levels = np.split(-ray, self._starts[1:-1])
        _, sums_left, steps_left = self.node.lines()
        sums = sums[np.isin(self._lines[1], sums_left)]
        steps = steps[np.isin(self._lines[2], steps_left)]
        levels[-1] = max(levels[-1], 0.0)
        return np.concatenate((columns, np.maximum(np.concatenate((sums, steps)), 0.0), levels))
