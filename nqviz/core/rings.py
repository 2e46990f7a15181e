"""Rings of the planar board: square frames of cells around its centre (Luque 2021, section 2).

The rings of the (n,2)-board are numbered from 0 at the centre to the edge. For even n they have
4, 12, 20, ... cells, for odd n 1, 8, 16, ...; the paper calls them subpanels S4, S12 and so on. A
*ring vector* holds the number of queens on each ring, centre first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .board import Board, IntArray
from .errors import InputError
from .placement import Placement


def has_rings(board: Board) -> bool:
    """Return whether a board is a flat square for queens; cells may be blocked."""
    return board.without_blocked().is_classical


def check_ringed(board: Board) -> None:
    """Raise InputError if a board has no rings: it is not a flat square of queens."""
    if not has_rings(board):
        raise InputError(f"rings are for queens on flat squares, not for the {board}")


def check_filled(board: Board) -> None:
    """Raise InputError if a board has no rings, or no full placements as its lines stop."""
    check_ringed(board)
    if board.stops:
        raise InputError(f"full placements are not defined on the {board}: its lines stop")


def ring_count(n: int) -> int:
    """Return the number of rings of the (n,2)-board."""
    return (n + 1) // 2


def ring_sides(n: int) -> tuple[int, ...]:
    """Return the sides of the rings in cells, centre first: 2, 4, 6, ... or 1, 3, 5, ..."""
    return tuple(range(2 - n % 2, n + 1, 2))


def ring_sizes(n: int) -> tuple[int, ...]:
    """Return the number of cells of the rings, centre first: 4, 12, 20, ... or 1, 8, 16, ..."""
    return tuple(max(1, 4 * side - 4) for side in ring_sides(n))


def ring_names(n: int) -> tuple[str, ...]:
    """Return the paper's names of the rings, centre first: S4, S12, ... or S1, S8, ..."""
    return tuple(f"S{size}" for size in ring_sizes(n))


def rings_of_cells(board: Board, indices: IntArray) -> IntArray:
    """Return the ring of each cell, 0 at the centre; indices and rings have shape (k,), int64.

    Raises InputError if the board has no rings.
    """
    check_ringed(board)
    cells = board.cells(indices)
    edge = np.minimum(cells, board.n - 1 - cells).min(axis=-1)
    rings: IntArray = ring_count(board.n) - 1 - edge
    return rings


def ring_vector(placement: Placement) -> tuple[int, ...]:
    """Return the number of queens on each ring, centre first.

    Raises InputError if the board has no rings or a queen is off the board.
    """
    rings = rings_of_cells(placement.board, placement.indices)
    return tuple(np.bincount(rings, minlength=ring_count(placement.board.n)).tolist())


def compact_sum(n: int, vector: Sequence[int]) -> str:
    """Return a ring vector as a sum over rings, as Luque writes it for large boards.

    Rings with equal numbers of queens whose sizes have equal distances are one sum; fewer than
    three of them stand alone: ``sum(i = 0..2) S(4+8i){0} + S28{2} + S36{4}``.

    `n`: the side of the board.
    `vector`: the number of queens on each ring, centre first.
    """
    sizes = ring_sizes(n)
    parts = []
    for queens in sorted(set(vector)):
        left = [ring for ring, count in enumerate(vector) if count == queens]
        while left:
            run = _longest_run(left, sizes)
            left = [ring for ring in left if ring not in run]
            if len(run) < 3:
                parts += [(ring, f"S{sizes[ring]}{{{queens}}}") for ring in run]
            else:
                first, step = sizes[run[0]], sizes[run[1]] - sizes[run[0]]
                text = f"sum(i = 0..{len(run) - 1}) S({first}+{step}i){{{queens}}}"
                parts.append((run[0], text))
    return " + ".join(text for _, text in sorted(parts))


def _longest_run(rings: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Return the most rings whose sizes have equal distances, the innermost of several."""
    ring_of = {sizes[ring]: ring for ring in rings}
    best = [rings[0]]
    for place, first in enumerate(rings):
        for second in rings[place + 1 :]:
            step = sizes[second] - sizes[first]
            if sizes[first] - step in ring_of:
                continue  # a longer run begins further inside
            size, run = sizes[first], []
            while size in ring_of:
                run.append(ring_of[size])
                size += step
            if len(run) > len(best):
                best = run
    return best


def capacities(n: int) -> tuple[tuple[int, int], ...]:
    """Return the fewest and the most queens on each ring of a full placement, centre first.

    A ring has four sides with at most one queen each, so at most four queens. All cells of S4
    attack each other, so it has at most one; a queen on S8 leaves one cell free on each of two
    sides, so it has at most two. A full placement has a queen on each edge of the board; a queen
    in a corner is on two edges, and two corners attack each other, so the outermost ring has three
    or four queens (Luque 2021, equations 2 and 5).
    """
    most = {1: 1, 2: 1, 3: 2}
    limits = [(0, most.get(side, 4)) for side in ring_sides(n)]
    if n >= 4:
        limits[-1] = (3, 4)
    return tuple(limits)


def corner_cells(n: int, ring: int) -> tuple[int, ...]:
    """Return the indices of the corner cells of a ring: one for a ring of one cell, else four."""
    low = ring_count(n) - 1 - ring
    high = n - 1 - low
    return tuple(sorted({x * n + y for x in (low, high) for y in (low, high)}))
