"""Convert board states of lessons to placements with their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nqviz.constructions import SubcubeCut, regular
from nqviz.constructions.from_catalogue import load_record
from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import Cut
from nqviz.core.coordinates import coordinate_text, to_cells
from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Symmetry
from nqviz.formats import parse_placement
from nqviz.formats.entries import board_of
from nqviz.formats.placement_code import NAME as CODE_NAME

from .model import MAX_CELLS, BoardState, Box, CutState

if TYPE_CHECKING:
    from nqviz.counting import Density


@dataclass(frozen=True, eq=False)
class Still:
    """A placement and the marks on its board; cells are indices."""

    placement: Placement
    givens: IntArray
    highlight: IntArray
    """`givens` and `highlight`, shape (k,)."""
    cursor: int | None = None
    cut: SubcubeCut | None = None
    """If present, the placement is the remaining queens on the outer board."""
    density: Density | None = None

    @property
    def board(self) -> Board:
        """The board."""
        return self.placement.board

    @property
    def board_cut(self) -> Cut | None:
        """The cut as a board shows it."""
        cut = self.cut
        if cut is None:
            return None
        dropped = np.sort(cut.outer_placement.indices[~cut.kept])
        words = tr(
            "{count} of {all} queens are left for side {side}",
            count=cut.count,
            all=len(cut.outer_placement),
            side=cut.m,
        )
        return Cut(dropped, cut.deleted, words)


def still(state: BoardState) -> Still:
    """Return the still image of a board state.

    Raises InputError if the state is inconsistent: a cell off the board, an unknown record,
    coefficients without a regular solution.
    """
    cut = None if state.cut is None else cut_of(state.cut)
    coded = None if state.code is None else parse_placement(state.code, CODE_NAME)
    if coded is not None:
        _check_size(coded.placement.board)
        placement = coded.placement
    else:
        placement = _placement(state) if cut is None else cut_placement(cut)
    board = placement.board
    queens = placement.indices
    givens = queens if state.givens == "all" else indices(board, state.givens)
    if coded is not None:
        givens = np.union1d(givens, np.array(coded.givens, dtype=np.int64))
    if not np.isin(givens, queens).all():
        raise InputError("a given queen is not among the queens")
    return Still(
        placement,
        np.sort(givens),
        marked(board, state.highlight),
        None if state.cursor is None else int(indices(board, [state.cursor])[0]),
        cut,
        _density(board) if state.density else None,
    )


def indices(board: Board, coordinates: Sequence[Sequence[int]]) -> IntArray:
    """Return the indices of cells, shape (k,), int64, from their coordinates, which count from 1.

    Raises InputError if a cell is off the board, or occurs twice.
    """
    for cell in coordinates:
        if len(cell) != board.d:
            raise InputError(f"{tuple(cell)} has {len(cell)} coordinates, the {board} {board.d}")
        if not board.contains(to_cells(cell)):
            raise InputError(f"{coordinate_text(to_cells(cell))} is not on the {board}")
    if not coordinates:
        return np.zeros(0, dtype=np.int64)
    found = board.indices(to_cells(coordinates))
    if len(np.unique(found)) < len(found):
        raise InputError("a cell stands twice in one list")
    return found


def symmetry_of(board: Board, axes: Sequence[int]) -> Symmetry:
    """Return the map of which each number names a coordinate of the cell, reversed if negative.

    Raises InputError if it is no symmetry of the board.
    """
    if sorted(map(abs, axes)) != list(range(1, board.d + 1)):
        listed = ", ".join(map(str, axes))
        raise InputError(f"[{listed}] is no map of the {board}: it names each coordinate once")
    source = tuple(abs(axis) - 1 for axis in axes)
    return Symmetry(board, source, tuple(axis < 0 for axis in axes))


def marked(board: Board, cells: Sequence[Sequence[int]] | Box) -> IntArray:
    """Return the indices of highlighted cells, listed or in a box: shape (k,), int64.

    Raises InputError if a cell is off the board or occurs twice, or the corners of the box are
    exchanged.
    """
    if not isinstance(cells, Box):
        return indices(board, cells)
    for corner in cells.box:
        indices(board, [corner])
    low, high = to_cells(cells.box)
    if (low > high).any():
        raise InputError("a box goes from its lowest corner to its highest")
    sides = (np.arange(first, last + 1) for first, last in zip(low, high, strict=True))
    grid = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1)
    return board.indices(grid.reshape(-1, board.d))


def cut_of(state: CutState, deleted: int | None = None) -> SubcubeCut:
    """Return the cut of a state, optionally with another number of deleted layers.

    Raises InputError if there is no such cut, or its board is too large for a lesson.
    """
    _check_size(Board.cube(state.outer, len(state.coefficients) + 1))
    offsets = tuple(to_cells(state.first).tolist())
    k = state.deleted if deleted is None else deleted
    return SubcubeCut(state.outer, tuple(state.coefficients), state.shift, k, offsets)


def cut_placement(cut: SubcubeCut) -> Placement:
    """Return the remaining queens of a cut on the outer board."""
    outer = cut.outer_placement
    return Placement(outer.board, outer.cells[cut.kept])


def _placement(state: BoardState) -> Placement:
    if state.certificate is not None:
        found = load_record(state.certificate).placement
        _check_size(found.board)
        return found
    assert state.board is not None
    wraps = {"torus": state.torus, "twist": state.twist}
    board = board_of({"shape": state.board, **wraps, "piece": state.piece})
    _check_size(board)
    if state.regular is not None:
        return regular(board, state.regular.coefficients, state.regular.shift)
    queens = state.queens or []
    if state.permutation is not None:
        queens = [list(pair) for pair in enumerate(state.permutation, start=1)]
    return Placement.from_indices(board, np.sort(indices(board, queens)))


def _check_size(board: Board) -> None:
    if board.size > MAX_CELLS:
        raise InputError(f"the {board} has {board.size:,} cells; a lesson shows {MAX_CELLS:,}")


def _density(board: Board) -> Density:
    from nqviz.counting import density, shipped_densities

    if board not in shipped_densities():
        raise InputError(f"no density ships for the {board}")
    found = density(board).value
    assert found is not None
    return found
