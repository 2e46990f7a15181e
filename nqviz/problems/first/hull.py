"""The linear program of the open rows with the listed choices of diagonals: column generation.

Over the free cells x, the sums that queens stand on are a mixture of the listed choices of sums,
the differences one of those of differences, and each key has the same share in both (see
`choices`). That is far stronger than at most one queen on a diagonal: most first rows that have no
completion are refuted by it at once. The choices are columns; there may be many, so the program
begins with some, and those that its duals ask for are added.

A bound does not depend on which columns are there. For any numbers u (of open rows and columns)
and p (of diagonals), every completion with cells X and choices A of sums, B of differences has

    cost(X) >= sum(u) + sum over cells of min(0, cost - u_row - u_column - p_sum - p_difference)
               + min over keys of (min over A of p(A) + min over B of p(B)),

as p counted over the cells of X is p counted over A and B. `_bound` is the right-hand side, over
all choices, in integers, for the rounded duals: it is exact. The method is the project's.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.ilp.highs import Floats, Model, ModelStatus

from .choices import SHIFT, Choices, Words2
from .program import MARGIN, SCALE, rounded, total
from .rest import Rest

PENALTY = 1000.0
"""What a diagonal costs on which cells and choices differ: more than any column of a row."""
MOST_ITERATIONS = 100_000
"""The most simplex iterations of one program; the result is then valid but weak."""
AT_FIRST, AT_ONCE = 150, 60
"""How many choices of a family the program begins with, and how many are added at a time."""
NEVER = np.int64(2**60)
"""Stands for the price of a key without a choice."""
SLACK = 1e-6
"""A choice whose reduced cost is no further below 0 is not added."""


class HullProgram:
    """The relaxation after some first rows, with the column of the next row to minimise.

    `rest`: what the first rows leave.
    `choices`: as listed for it.
    `is_over`: interrupts the simplex method; the result is then valid but weak.
    """

    def __init__(
        self,
        rest: Rest,
        choices: Choices,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        cells, open_ = rest.cells, (np.arange(rest.size), rest.columns)
        lists = choices.sums, choices.steps
        diagonals = cells[0] + cells[1], cells[1] - cells[0] + SHIFT
        held = [np.flatnonzero(_bits(np.bitwise_or.reduce(words)[None])[0]) for words in lists]
        fits = np.isin(diagonals[0], held[0]) & np.isin(diagonals[1], held[1])
        rows, columns = cells[0][fits], cells[1][fits]
        self._held, self._size = held, rest.size
        self._is_refuted = not choices or any(
            len(np.unique(cells[i][fits])) < len(open_[i]) for i in range(2)
        )
        if self._is_refuted:
            return
        self._lists, self._keys = lists, (choices.sum_keys, choices.step_keys)
        self._key_count = int(max(choices.sum_keys.max(), choices.step_keys.max())) + 1
        self._columns, self._is_next = columns + rest.left, rows == 0
        self._cost = np.where(self._is_next, self._columns, 0).astype(np.float64)
        self._most = np.ones(len(rows))
        # Rows of the program: open rows and columns, sums, differences, keys, one choice in all.
        self._lines = len(open_[0]) + len(open_[1])
        places = [np.full(2 * SHIFT + 2, -1), np.full(2 * SHIFT + 2, -1)]
        places[0][held[0]] = self._lines + np.arange(len(held[0]))
        places[1][held[1]] = self._lines + len(held[0]) + np.arange(len(held[1]))
        self._places = places
        self._first_key = self._lines + len(held[0]) + len(held[1])
        self._height = self._first_key + self._key_count + 1
        numbers = (
            np.searchsorted(open_[0], rows),
            len(open_[0]) + np.searchsorted(open_[1], columns),
            places[0][diagonals[0][fits]],
            places[1][diagonals[1][fits]],
        )
        self._matrix = sp.csc_array(
            (np.ones(4 * len(rows)), (np.concatenate(numbers), np.tile(np.arange(len(rows)), 4))),
            shape=(self._height, len(rows)),
        )
        self._costs = self._cost.astype(np.int64) * SCALE
        self._plain = self._matrix.astype(np.int64)
        self._has = [np.zeros(len(words), dtype=np.bool_) for words in lists]
        self._model = self._begin(is_over)
        rng = np.random.default_rng(0)
        for family, keys in enumerate(self._keys):
            order = rng.permutation(len(keys))
            _, of_each_key = np.unique(keys[order], return_index=True)
            self._add(family, np.union1d(order[of_each_key], order[:AT_FIRST]))

    def _begin(self, is_over: Callable[[], bool]) -> Model:
        """Build the model of the cells and of what diagonals may differ by, without choices."""
        between = np.arange(self._lines, self._first_key)
        count = len(between)
        differ = sp.csc_array(
            (np.repeat([1.0, -1.0], count), (np.tile(between, 2), np.arange(2 * count))),
            shape=(self._height, 2 * count),
        )
        matrix = sp.csc_array(sp.hstack([self._matrix, differ]))
        sides = np.zeros(self._height)
        sides[: self._lines] = sides[-1] = 1.0
        return Model(
            matrix,
            sides,
            sides,
            np.append(self._cost, np.full(2 * count, PENALTY)),
            column_upper=np.append(self._most, np.full(2 * count, np.inf)),
            options={
                "solver": "simplex",
                "presolve": "off",
                "simplex_strategy": 4,
                "simplex_scale_strategy": 0,
                "simplex_iteration_limit": MOST_ITERATIONS,
            },
            is_over=is_over,
        )

    def _add(self, family: int, numbers: IntArray) -> int:
        """Add choices as columns; return how many were new."""
        numbers = numbers[~self._has[family][numbers]]
        self._has[family][numbers] = True
        count = len(numbers)
        if not count:
            return 0
        each, diagonal = np.nonzero(_bits(self._lists[family][numbers]))
        here = np.arange(count)
        rows = [self._places[family][diagonal], self._first_key + self._keys[family][numbers]]
        columns = [each, here]
        values = [np.full(len(each), -1.0), np.full(count, 1.0 if family == 0 else -1.0)]
        if family == 0:  # one choice of sums in all, and by the keys one of differences
            rows.append(np.full(count, self._height - 1))
            columns.append(here)
            values.append(np.ones(count))
        matrix = sp.csc_array(
            (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
            shape=(self._height, count),
        )
        self._model.add_columns(matrix)
        return count

    def forbid(self, columns: IntArray) -> None:
        """Exclude columns of the next row; `columns`, shape (k,)."""
        if not self._is_refuted:
            self._drop(self._is_next & np.isin(self._columns, columns))

    def _drop(self, is_lost: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
        lost = np.flatnonzero(is_lost & (self._most > 0))
        self._most[lost] = 0.0
        self._model.set_bounds(lost, 0.0, 0.0)

    def candidates(self) -> list[int]:
        """Return the columns left for the next row, in order; [] refutes the first rows."""
        best: int | None = None
        while not self._is_refuted:
            left: list[int] = np.sort(self._columns[self._is_next & (self._most > 0)]).tolist()
            if not left:
                break
            if self._model.solve() is not ModelStatus.OPTIMAL:
                return left
            bound, reduced = self._bound(self._model.row_duals)
            best = bound if best is None else max(best, bound)
            lowest = -(-best // SCALE)
            if lowest > left[-1]:
                break
            if lowest > left[0]:
                self._drop(self._is_next & (self._columns < lowest))
            elif self._model.objective <= left[0] + MARGIN:
                return left  # no choice that is added can make it larger
            added = [self._wanted(family, reduced[family]) for family in range(2)]
            if not any(added) and lowest <= left[0]:
                return left
        self._is_refuted = True
        return []

    def _wanted(self, family: int, reduced: IntArray) -> int:
        """Add the choices with the least reduced costs; return how many were new."""
        numbers = np.flatnonzero(reduced < -SLACK * SCALE)
        if len(numbers) > AT_ONCE:
            numbers = numbers[np.argpartition(reduced[numbers], AT_ONCE)[:AT_ONCE]]
        return self._add(family, numbers)

    def _bound(self, duals: Floats) -> tuple[int, list[IntArray]]:
        """Return a lower bound on the cost for any duals, and the reduced costs of all choices.

        All are times `SCALE`.
        """
        weights = rounded(duals)
        reduced = self._costs - self._plain.T @ weights
        bound = total(weights[: self._lines]) + total(np.minimum(reduced, 0)[self._most > 0])
        least = np.zeros(self._key_count, dtype=np.int64)
        of_choices = []
        of_keys = weights[self._first_key : -1]
        for family in range(2):
            prices = np.zeros(2 * SHIFT + 2, dtype=np.int64)
            prices[self._held[family]] = weights[self._places[family][self._held[family]]]
            value = np.empty(len(self._lists[family]), dtype=np.int64)
            fewest = np.full(self._key_count, NEVER)
            of_bytes = _OCTETS @ prices.reshape(-1, 8).T
            _price(self._lists[family], of_bytes, self._keys[family], value, fewest)
            least += fewest
            sign, fixed = (-1, weights[-1]) if family == 0 else (1, 0)
            of_choices.append(value + sign * of_keys[self._keys[family]] - fixed)
        return bound + int(least.min()), of_choices


_OCTETS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(
    np.int64
)
"""The bits of each byte."""


def _bits(words: Words2) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Write the bits of words side by side, shape (choices, 128)."""
    octets = np.ascontiguousarray(words.astype(np.dtype("<u8"))).view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little")


@compiled
def _price(
    choices: Words2, of_bytes: IntArray, keys: IntArray, value: IntArray, fewest: IntArray
) -> None:
    """Add up the prices of each choice, byte by byte; note the least of each key."""
    for i in range(len(choices)):
        price = 0
        for w in range(2):
            word = choices[i, w]
            for b in range(8):
                price += of_bytes[word & np.uint64(255), 8 * w + b]
                word >>= np.uint64(8)
        value[i] = price
        if price < fewest[keys[i]]:
            fewest[keys[i]] = price
