"""Cliques of the queen graph beyond the lines: cubes, stars and crosses.

Source: Kunt, *The n-Queens Problem in Higher Dimensions* (2023), section 4.3; for d = 2 the cliques
of Fischetti and Salvagnin, *Finding First and Most-Beautiful Queens by Integer Programming*
(2019), eq. 3-5, which are also found at the root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import combinations, product
from math import prod

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError

from .families import Family, Rows, clique_rows, named
from .odd_cycles import odd_cycle_cells

BLOCK = 2**15
"""The rows that are built together."""
CLIQUE_KINDS = ("cube", "star", "cross", "odd-cycle")


def clique_cells(board: Board, index: int, kind: str, h: int) -> IntArray:
    """Return the cells of one clique or odd cycle at a cell, in order.

    Any two cells of a clique attack each other. A "cube" has the cell as a corner and stretches to
    higher coordinates, or to lower ones where the board ends; where it fits neither way there is
    none. A "star" or a "cross" has the cell in its middle; arms that leave the board are dropped.
    Along axes that wrap all of them do. Blocked cells are left out; where lines stop between the
    cells there is no clique. An "odd-cycle" is no clique, see `odd_cycle_cells`: its cells come in
    their order around it.

    Parameters
    ----------
    board : Board
        For queens.
    index : int
        The cell.
    kind : str
        One of `CLIQUE_KINDS`.
    h : int
        The side of the cube, or the distance of the arms, 1 or more; an odd cycle has 2h + 3 cells.

    Returns
    -------
    array of shape (k,)
        Empty where there is none.

    Raises
    ------
    InputError
        If the kind is unknown, h is less than 1, or the pieces are not queens.
    """
    objection = queens_only(board)
    if kind not in CLIQUE_KINDS or h < 1 or objection:
        known = ", ".join(CLIQUE_KINDS)
        problem = objection or f"there is no {kind} of size {h}; choose {known}, from 1"
        raise InputError(f"no clique at {coordinate_text(board.cell(index))}: {problem}")
    if kind == "odd-cycle":
        return odd_cycle_cells(board, index, 2 * h + 3)
    if kind == "cube":
        return _attacking(board, _cube_at(board, index, h))
    offsets = (_star_offsets if kind == "star" else _long_cross_offsets)(board, h)
    reached, present = _reached(board, np.array(board.cell(index)) + offsets)
    return _attacking(board, np.unique(reached[present]))


def _attacking(board: Board, members: IntArray) -> IntArray:
    """Return the open cells of a clique; none where lines stop between them."""
    members = members[~board.is_blocked[members]]
    if board.stops:
        lines = board.attack_graph[members][:, members]
        if lines.nnz < len(members) * (len(members) - 1):
            return members[:0]
    return members


def _cube_at(board: Board, index: int, h: int) -> IntArray:
    sides, cell = np.array(board.shape), np.array(board.cell(index))
    axes = np.flatnonzero(sides > 1)
    upward = (cell + h < sides) | np.isin(np.arange(board.d), board.shift_axes)
    shortest = min((side for side in board.shape if side > 1), default=1)
    if h >= shortest or not (upward | (cell >= h))[axes].all():
        return np.zeros(0, dtype=np.int64)
    offsets = np.zeros((len(_cube_offsets(len(axes), h)), board.d), dtype=np.int64)
    offsets[:, axes] = _cube_offsets(len(axes), h)
    reached = cell + np.where(upward, 1, -1) * offsets
    return np.unique(board.indices(reached % sides))


def _cube_offsets(axes: int, h: int) -> IntArray:
    """Return the corners of a cube of side h, and its centre when h is even, shape (k, axes)."""
    corners: IntArray = np.indices((2,) * axes).reshape(axes, 2**axes).T * h
    return corners if h % 2 else np.vstack((corners, np.full(axes, h // 2)))


def _star_offsets(board: Board, h: int) -> IntArray:
    """Return the middle of a star and the ends of its arms, shape (2 d + 1, d)."""
    arms = np.eye(board.d, dtype=np.int64) * h
    return np.vstack((np.zeros((1, board.d), dtype=np.int64), arms, -arms))


def _long_cross_offsets(board: Board, h: int) -> IntArray:
    """Return the middle of a cross and the ends of its diagonals, shape (2^k + 1, d).

    Its diagonals run along all k axes of more than one cell.
    """
    ends = [(-h, h) if side > 1 else (0,) for side in board.shape]
    return np.array([(0,) * board.d, *product(*ends)], dtype=np.int64)


def queens_only(board: Board) -> str | None:
    """Object to boards whose pieces are not queens."""
    if board.piece == "queen":
        return None
    return f"their cells attack one another for queens, not for {board.piece}s"


def far_objection(board: Board) -> str | None:
    """Object to rows of cells that others may stand between, where lines stop."""
    if board.stops:
        return "a blocked cell may stop the lines between their cells"
    return queens_only(board)


def _sides(board: Board, axes: tuple[int, ...]) -> range:
    """Return the sides h of the cubes along some axes; 1 where lines stop at blocked cells."""
    most = min((board.shape[axis] for axis in axes), default=1)
    return range(1, min(most, 2) if board.stops else most)


def _cubes(board: Board) -> Iterator[sp.csr_array]:
    """Build the cubes of every side h at every place; they wrap where the board does.

    Axes of one cell are left out: the cubes are those of the remaining axes. Any two corners
    differ by 0 or h on each axis, and the centre from each corner by h/2 on all of them.
    """
    return _cubes_along(board, _long_axes(board))


def _face_cubes(board: Board) -> Iterator[sp.csr_array]:
    """Build the cubes along some of the axes, two or more but not all, at every place."""
    for axes in _faces(board):
        yield from _cubes_along(board, axes)


def _cubes_along(board: Board, axes: tuple[int, ...]) -> Iterator[sp.csr_array]:
    """Build the cubes along some axes, of every side, at every place on the board."""
    sides = np.array(board.shape)
    for h in _sides(board, axes):
        room = sides.copy()
        offsets = np.zeros((len(_cube_offsets(len(axes), h)), board.d), dtype=np.int64)
        offsets[:, axes] = _cube_offsets(len(axes), h)
        room[[axis for axis in axes if axis not in board.shift_axes]] -= h
        starts = np.indices(tuple(room.tolist())).reshape(board.d, -1).T
        for first in range(0, len(starts), BLOCK):
            block = starts[first : first + BLOCK]
            yield clique_rows(board, _shifted(block, offsets, sides, board.strides))


def _long_axes(board: Board) -> tuple[int, ...]:
    return tuple(axis for axis, side in enumerate(board.shape) if side > 1)


def _faces(board: Board) -> list[tuple[int, ...]]:
    """Return the sets of axes of the cubes of lower dimension."""
    axes = _long_axes(board)
    return [face for k in range(2, len(axes)) for face in combinations(axes, k)]


def _shifted(starts: IntArray, offsets: IntArray, sides: IntArray, strides: IntArray) -> IntArray:
    """Return the indices of start + offset for all pairs, wrapped, shape (starts, offsets)."""
    indices = np.zeros((len(starts), len(offsets)), dtype=np.int64)
    for axis, (side, stride) in enumerate(zip(sides, strides, strict=True)):
        indices += (starts[:, None, axis] + offsets[None, :, axis]) % side * stride
    return indices


def _cube_entries(board: Board, axes: tuple[int, ...] | None = None) -> int:
    axes = _long_axes(board) if axes is None else axes
    others = prod(side for axis, side in enumerate(board.shape) if axis not in axes)
    return others * sum(
        prod(board.shape[axis] - (0 if axis in board.shift_axes else h) for axis in axes)
        * (1 + (1 << len(axes)))
        for h in _sides(board, axes)
    )


def _reached(board: Board, cells: IntArray) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Return the indices of cells, shape (..., d), that may be over edges that wrap.

    Returns also which are on the board then; both of shape (...).
    """
    wraps, sides = np.isin(np.arange(board.d), board.shift_axes), np.array(board.shape)
    around = np.where(wraps, cells % sides, cells)
    return board.indices(around), board.contains(around)


def _centred(board: Board, offsets_at: Callable[[Board, int], IntArray]) -> Iterator[sp.csr_array]:
    """Build a star or a cross for every cell and distance; what leaves the board is dropped.

    `offsets_at`: returns the offsets from the middle for a board and a distance, shape (k, d).
    """
    for h in range(1, board.n):
        for first in range(0, board.size, BLOCK):
            cells = board.cells(np.arange(first, min(first + BLOCK, board.size)))
            members, present = _reached(board, cells[:, None, :] + offsets_at(board, h))
            yield clique_rows(board, members, None if present.all() else present)


def _in_blocks(
    name: str,
    blocks: Callable[[Board], Iterator[sp.csr_array]],
    objection: Callable[[Board], str | None],
    entries: Callable[[Board], int],
) -> Family:
    """Return a family of cliques that are built part by part."""

    def rows(board: Board) -> Rows:
        matrices = [Rows.none(board.size).matrix, *blocks(board)]
        return Rows.at_most_one(sp.csr_array(sp.vstack(matrices, format="csr")))

    return Family(*named(name), objection, entries, rows, blocks)


def _faces_objection(board: Board) -> str | None:
    if len(_long_axes(board)) < 3:
        return "its cubes have no lower dimension but that of lines"
    return queens_only(board)


CUBES = _in_blocks("cube", _cubes, queens_only, _cube_entries)

FACES = _in_blocks(
    "face",
    _face_cubes,
    _faces_objection,
    lambda board: sum(_cube_entries(board, axes) for axes in _faces(board)),
)

STARS = _in_blocks(
    "star",
    partial(_centred, offsets_at=_star_offsets),
    far_objection,
    lambda board: board.size * (board.n - 1) * (2 * board.d + 1),
)

CROSSES = _in_blocks(
    "cross",
    partial(_centred, offsets_at=_long_cross_offsets),
    far_objection,
    lambda board: board.size * (board.n - 1) * (1 + (1 << board.d)),
)


CLIQUES = (STARS, CROSSES, CUBES)
TOLERANCE = 1e-4
MOST = 500
"""How many cliques are given at once, the most violated ones."""


def violated_planar_cliques(board: Board, cells: IntArray, values: npt.NDArray[np.float64]) -> Rows:
    """Find stars, crosses and squares that a fractional solution violates; over the k columns.

    `board`: of two dimensions.
    `cells`, `values`, shape (k,): the columns' cells and their values.
    """
    cliques = _planar_cliques(board)[:, cells]
    excess = cliques @ values - 1.0
    worst = np.argsort(-excess, kind="stable")[:MOST]
    return Rows.at_most_one(sp.csr_array(cliques[worst[excess[worst] > TOLERANCE]]))


@lru_cache(maxsize=2)
def _planar_cliques(board: Board) -> sp.csr_array:
    blocks = [family.rows(board).matrix for family in CLIQUES]
    return sp.csr_array(sp.vstack(blocks, format="csr"))


def _planar_objection(board: Board) -> str | None:
    if board.d != 2:
        return f"they are planar cliques, and it has {board.d} dimensions"
    return far_objection(board)


PLANAR = Family(
    *named("planar"),
    objection=_planar_objection,
    entries=lambda board: sum(family.entries(board) for family in CLIQUES),
    separate=violated_planar_cliques,
)
