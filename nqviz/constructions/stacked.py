"""The family of stacked placements: (n,3) layer by layer from planar (partial) solutions."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import TypeAlias

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.run.context import Progress, RunContext

from .colourings import linear_colouring, nearest_linear
from .family import Construction, built_in
from .improve import improve
from .stacking import MAX_SIDE, full_stack, mark

METHODS = ("layers", "colouring", "exhaustive")
"""How layers are chosen: one at a time; among the classes of a colouring; all, exhaustively."""

MAX_STACKED = 60
"""The largest n that is stacked: a row of a layer is one word of bits."""

_BUDGET = 3000  # queens tried for one layer

_Choose: TypeAlias = Callable[[int, IntArray], IntArray]


def stack(
    n: int, method: str = "layers", tries: int = 20, seed: int = 0, run: RunContext | None = None
) -> Placement:
    """Return a stack of planar placements, each on the cells that the layers below leave free.

    `n`: 1 to `MAX_STACKED`.
    `method`: ``layers`` searches for the most queens on each layer; ``colouring`` uses for each
    layer the class of the colouring (2i + j) mod n that loses the fewest queens.
    `tries`: the number of stacks that are built; the largest is returned.
    `seed`: at least 0; the same seed gives the same placement.
    `run`: a stopped search returns the best so far, of one try at least.
    """
    rng = np.random.default_rng(seed)
    run = run or RunContext()
    best: Placement | None = None
    for number in range(tries):
        if best is not None and (run.ended() or len(best) == n * n):
            break
        classes = _classes(n) if method == "colouring" else None
        choose = _chooser(rng, classes)
        found = improve(_stacked(n, choose), way="fill", seed=int(rng.integers(2**31)))
        if best is None or len(found) > len(best):
            best = found
        text = f"stacking, {len(best):,} queens"
        run.progress(Progress(text, run.seconds, (number + 1) / tries))
    assert best is not None
    return best


def _classes(n: int) -> IntArray:
    """Return the classes of the linear colouring as bits, shape (classes, n), int64."""
    square = linear_colouring(n)
    bits = np.zeros((n, n), dtype=np.int64)
    i, j = np.indices((n, n))
    bits[square, i] = np.left_shift(1, j)
    return bits


def _chooser(rng: np.random.Generator, classes: IntArray | None) -> _Choose:
    """Return a function that chooses a layer, shape (n,), for its number and its free cells."""
    used: set[int] = set()

    def from_classes(z: int, free: IntArray) -> IntArray:
        assert classes is not None
        kept = np.bitwise_count(classes & free).sum(axis=1) + rng.random(len(classes))
        kept[list(used)] = -1
        used.add(int(kept.argmax()))
        return np.asarray(classes[kept.argmax()] & free)

    def by_search(z: int, free: IntArray) -> IntArray:
        n = len(free)
        best = np.zeros(n, dtype=np.int64)
        _fill_layer(free, rng.integers(0, n, n), best, _BUDGET)
        return best

    return by_search if classes is None else from_classes


def _stacked(n: int, choose: _Choose) -> Placement:
    forbidden = np.zeros((n + 1, n, n), dtype=np.int64)
    cells = []
    for z in range(n):
        layer = choose(z, ((1 << n) - 1) & ~forbidden[z, z])
        cells += [(x, bit.bit_length() - 1, z) for x, bit in enumerate(layer.tolist()) if bit]
        for above in range(z + 1, n):
            mark(forbidden, layer, z, above)
    return Placement(Board.cube(n, 3), cells)


@compiled
def _fill_layer(free: IntArray, turns: IntArray, best: IntArray, budget: int) -> int:
    """Search for many queens on a layer, row by row; return their number.

    The queens are written to `best` as one bit for each row, 0 for an empty row. Row x tries the
    cells from `turns[x]` on first, and to be empty last. Ends when all is tried or after `budget`
    steps.
    """
    n = len(free)
    empty = 1 << n
    rows = np.zeros((n + 1, 4), dtype=np.int64)  # columns, two diagonals, queens before the row
    tries = np.zeros(n + 1, dtype=np.int64)
    row = np.zeros(n, dtype=np.int64)
    tries[0] = free[0] | empty
    x, most = 0, -1
    for _ in range(budget):
        if x == n:
            if rows[n, 3] > most:
                most = rows[n, 3]
                best[:] = row
            x -= 1
        while x >= 0 and (not tries[x] or rows[x, 3] + n - x <= most):
            x -= 1
        if x < 0 or most == n:
            break
        cells = tries[x] & ~empty
        late = cells >> turns[x] << turns[x]
        bit = late & -late if late else cells & -cells if cells else empty
        tries[x] ^= bit
        bit &= ~empty
        row[x] = bit
        rows[x + 1, 0] = rows[x, 0] | bit
        rows[x + 1, 1] = (rows[x, 1] | bit) << 1
        rows[x + 1, 2] = (rows[x, 2] | bit) >> 1
        rows[x + 1, 3] = rows[x, 3] + (bit != 0)
        x += 1
        if x < n:
            tries[x] = (free[x] & ~(rows[x, 0] | rows[x, 1] | rows[x, 2])) | empty
    return most


# The family --------------------------------------------------------------------------------


def _why_not(board: Board) -> str | None:
    if board.d == 3 and board.is_cube and board.is_flat and board.n <= MAX_STACKED:
        return None
    return (
        f"stacks are for flat cubes of three dimensions with n up to {MAX_STACKED}, not for the"
        f" {board}"
    )


def _build(board: Board, run: RunContext, *, method: str, tries: int, seed: int) -> Construction:
    n = board.n
    if method == "exhaustive":
        return _full(board, run)
    if method == "colouring" and gcd(n, 6) != 1:
        raise InputError(
            f"2i + j mod n colours the squares with gcd(n, 6) = 1, not {n}; the nearest n is"
            f" {nearest_linear(n)}"
        )
    placement = stack(n, method, tries, seed, run)
    parameters = {"method": method, "tries": tries, "seed": seed}
    pieces = counted(len(placement), board.piece)
    note = f"{pieces}, the best of {counted(tries, 'stack')} of planar placements."
    return Construction(Placement(board, placement.cells), STACKED.name, parameters, note)


def _full(board: Board, run: RunContext) -> Construction:
    n = board.n
    if n > MAX_SIDE:
        raise InputError(f"stacking is exhaustive up to n = {MAX_SIDE}, not {n}")
    placement = full_stack(n, run)
    if placement is None and run.stop.is_set():
        raise InputError(f"stopped before a full placement of the {board} was found")
    if placement is None:
        nearest = min((11, 13), key=lambda side: abs(side - n))
        raise InputError(
            f"no full placement of the {board} exists, by exhaustive stacking of planar solutions;"
            f" the nearest n with one is {nearest}"
        )
    note = f"A full placement, {n} planar solutions stacked; found by exhaustive search."
    parameters = {"method": "exhaustive"}
    return Construction(Placement(board, placement.cells), STACKED.name, parameters, note)


STACKED = built_in(
    "stacked", _why_not, _build, {"method": METHODS}, searches=True, least_dimension=3
)
