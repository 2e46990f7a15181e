"""Colouring the cells of a board by search: tabu moves, and an exhaustive search when small."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.interruption import check_interruption
from nqviz.core.jit import compiled
from nqviz.run.context import Progress, RunContext

EXHAUSTIVE_CELLS = 25
"""The largest number of cells for the exhaustive search, however long it takes."""
TRIED_CELLS, TRIED_NODES = 64, 10_000
"""The largest number of cells for the same search, and how many colours it gives to cells there."""

_SLICE = 5 * 10**7
"""Cells, and colours of cells, that moves look at between two checks of the stop flag."""
_TENURE = 10  # the random part of the number of moves for which an old colour is tabu


def open_graph(board: Board) -> sp.csr_array:
    """Return which of the k open cells attack each other, shape (k, k), in index order."""
    cells = np.flatnonzero(~board.is_blocked)
    return sp.csr_array(board.attack_graph[cells][:, cells])


def on_board(board: Board, colours: IntArray) -> IntArray:
    """Return the colours of the open cells in the shape of the board, -1 on blocked cells."""
    square = np.full(board.size, -1, dtype=np.int64)
    square[~board.is_blocked] = colours
    return square.reshape(board.shape)


def greedy_colouring(board: Board) -> IntArray:
    """Return a colouring in the shape of the board; each cell takes the first colour left to it.

    The cells with the most others on their lines come first. The colours of each line are bits, so
    that large boards need no graph of attacks.
    """
    cells = np.flatnonzero(~board.is_blocked)
    places = board.cells(cells)
    lines, others = [], np.zeros(len(cells), dtype=np.int64)
    for direction in range(len(board.directions)):
        check_interruption()
        keys = board.line_keys(places, direction)
        others += np.bincount(keys, minlength=board.size)[keys]
        lines.append(keys.tolist())
    used: list[dict[int, int]] = [{} for _ in lines]
    colours = np.zeros(len(cells), dtype=np.int64)
    for number, cell in enumerate(np.argsort(-others, kind="stable").tolist()):
        if number % 1024 == 0:
            check_interruption()
        taken = 0
        for keys, bits in zip(lines, used, strict=True):
            taken |= bits.get(keys[cell], 0)
        first = ~taken & (taken + 1)
        colours[cell] = first.bit_length() - 1
        for keys, bits in zip(lines, used, strict=True):
            bits[keys[cell]] = bits.get(keys[cell], 0) | first
    return on_board(board, colours)


def exhaustive_colouring(
    board: Board, colours: int, look: Callable[[int], bool] = lambda _: True
) -> IntArray | None:
    """Return a colouring of a small board in its shape, int64; None if there is none.

    Blocked cells have -1. The cell with the fewest colours left is next; a colour that no cell has
    yet is tried once.

    `look`: called with the number of cells coloured so far, with repetitions; False ends the
    search, whose result is None then and proves nothing.
    """
    nodes = 0
    attack = open_graph(board).toarray()
    square = np.full(len(attack), -1, dtype=np.int64)

    def go_on(used: int) -> bool:
        nonlocal nodes
        nodes += 1
        if not look(nodes):
            return False
        left = np.flatnonzero(square < 0)
        if not len(left):
            return True
        taken = [set(square[attack[cell]].tolist()) - {-1} for cell in left]
        place = max(range(len(left)), key=lambda k: (len(taken[k]), int(attack[left[k]].sum())))
        cell = left[place]
        for colour in range(min(used + 1, colours)):
            if colour not in taken[place]:
                square[cell] = colour
                if go_on(max(used, colour + 1)):
                    return True
        square[cell] = -1
        return False

    return on_board(board, square) if go_on(0) else None


def tabu_colouring(
    board: Board, colours: int, run: RunContext, *, seed: int = 0
) -> IntArray | None:
    """Return a colouring in the shape of the board; None, which proves nothing, if the run ends.

    Each move recolours a cell that attacks a cell of its colour; the best colour that is not tabu
    is chosen (Hertz and de Werra's tabu search).
    """
    walk = TabuWalk.new(open_graph(board), colours, np.random.default_rng(seed))
    while run.ended() is None:
        conflicts = walk.go_on()
        if not conflicts:
            return on_board(board, walk.square)
        activity = f"colouring with {colours} colours, {conflicts} conflicts"
        run.progress(Progress(activity, run.seconds, nodes=walk.moves))
    return None


@dataclass
class TabuWalk:
    """A tabu search of k cells, so that it can be left and taken up between steps.

    `graph`, shape (k, k): which cells attack each other.
    `rng`: yields the seed of each step.
    `square`, shape (k,): the colours of the cells.
    `barred`, shape (k, colours): until which move a cell may not have a colour again.
    `moves`: the number of moves so far.
    """

    graph: sp.csr_array
    rng: np.random.Generator
    square: IntArray
    barred: IntArray
    moves: int = 0

    def __post_init__(self) -> None:
        colours = self.barred.shape[1]
        self._starts = self.graph.indptr.astype(np.int64)
        self._others = self.graph.indices.astype(np.int64)
        near = self.graph.astype(np.int64) @ np.eye(colours, dtype=np.int64)[self.square]
        self._counts: IntArray = np.ascontiguousarray(near)

    @classmethod
    def new(cls, graph: sp.csr_array, colours: int, rng: np.random.Generator) -> Self:
        """Begin with colours at random; `graph`, shape (k, k)."""
        size = graph.shape[0]
        square = rng.integers(0, colours, size)
        return cls(graph, rng, square, np.zeros((size, colours), dtype=np.int64))

    def go_on(self) -> int:
        """Make a step of many moves; return the number of pairs of one colour that are left."""
        conflicts, self.moves = _search(
            self.square,
            self._counts,
            self.barred,
            self._starts,
            self._others,
            self.moves,
            _SLICE,
            int(self.rng.integers(2**31)),
        )
        return conflicts


@compiled
def _search(
    square: IntArray,
    counts: IntArray,
    barred: IntArray,
    starts: IntArray,
    others: npt.NDArray[np.int64],
    move: int,
    work: int,
    seed: int,
) -> tuple[int, int]:
    """Make moves for some work; return the final number of conflicts and of moves so far."""
    np.random.seed(seed)  # noqa: NPY002 -- the generator that compiled code has
    conflicts = 0
    for cell in range(len(square)):
        conflicts += counts[cell, square[cell]]
    conflicts //= 2
    least = conflicts
    while work > 0 and conflicts > 0:
        move += 1
        attacked, chosen, hue = _best_move(square, counts, barred, move, conflicts - least)
        work -= len(square) + attacked * counts.shape[1]
        if chosen < 0:
            continue
        old = square[chosen]
        conflicts += counts[chosen, hue] - counts[chosen, old]
        square[chosen] = hue
        least = min(least, conflicts)
        barred[chosen, old] = move + attacked * 6 // 10 + np.random.randint(_TENURE)  # noqa: NPY002
        for k in range(starts[chosen], starts[chosen + 1]):
            counts[others[k], old] -= 1
            counts[others[k], hue] += 1
    return conflicts, move


@compiled
def _best_move(
    square: IntArray, counts: IntArray, barred: IntArray, move: int, above: int
) -> tuple[int, int, int]:
    """Return a random one of the best moves; a tabu move must improve on the fewest conflicts.

    Returns the number of cells in conflict, the cell (-1 without a move) and its new colour.
    """
    cells, colours = counts.shape
    attacked, chosen, hue = 0, -1, -1
    best, ties = cells * colours, 0
    for cell in range(cells):
        own = counts[cell, square[cell]]
        if own == 0:
            continue
        attacked += 1
        for colour in range(colours):
            change = counts[cell, colour] - own
            if colour == square[cell] or change > best:
                continue
            if barred[cell, colour] > move and above + change >= 0:
                continue
            ties = 1 if change < best else ties + 1
            best = change
            if np.random.randint(ties) == 0:  # noqa: NPY002
                chosen, hue = cell, colour
    return attacked, chosen, hue
