"""Families of rows: their meaning, the boards they hold for, and its rows as one matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.shipped import shipped_text

Separation = Callable[[Board, IntArray, npt.NDArray[np.float64]], "Rows"]
"""Returns for a board, some of its cells and a value of each the rows that the values violate."""


@dataclass(frozen=True)
class Rows:
    """Inequalities lower <= sum of the cells of a row <= upper."""

    matrix: sp.csr_array
    """1 where a cell belongs to a row, shape (rows, cells)."""
    lower: IntArray
    upper: IntArray
    """`lower` and `upper`, shape (rows,)."""

    @classmethod
    def at_most_one(cls, matrix: sp.csr_array) -> Rows:
        """Make the rows of cliques: sets of cells that attack one another.

        `matrix`, shape (rows, cells).
        """
        return cls.at_most(matrix, np.ones(matrix.shape[0], np.int64))

    @classmethod
    def at_most(cls, matrix: sp.csr_array, upper: IntArray) -> Rows:
        """Make rows with a bound each, shape (rows,), int64."""
        return cls(matrix, np.zeros(matrix.shape[0], np.int64), upper)

    @classmethod
    def none(cls, columns: int) -> Rows:
        """Make no row at all."""
        return cls.at_most_one(sp.csr_array(np.zeros((0, columns), dtype=np.int8)))


@dataclass(frozen=True)
class Family:
    """A named set of rows."""

    name: str
    title: str
    description: str
    """`name`, `title` and `description`: what it is called in commands and in the window, and
    one sentence about its rows."""
    objection: Callable[[Board], str | None] = lambda board: None
    """Returns for a board the reason why the rows do not apply to it, or None when they do."""
    entries: Callable[[Board], int] = lambda board: 0
    """Returns for a board about how many cells all rows have together, before any is built."""
    rows: Callable[[Board], Rows] = lambda board: Rows.none(board.size)
    """Builds the rows for a board; none when they are separated."""
    blocks: Callable[[Board], Iterator[sp.csr_array]] | None = None
    """Yields the rows of cliques part by part, for programs that are too large to be built."""
    separate: Separation | None = None
    """Finds the rows that a solution of the linear program violates. There are too many of them
    to write down all: an engine adds those only, before it branches."""
    replaces_base: bool = False
    """Whether the rows stand in place of the lines, each as it is written: none is dropped."""
    is_published: bool = False
    """Whether the bounds of the rows rest on published maxima of smaller boards."""


_TEXTS = [line.split(" | ") for line in shipped_text("reference", "cuts.txt").splitlines()]


def named(family: str) -> tuple[str, str, str]:
    """Return the name, the title and the description of a built-in family."""
    return next((name, title, words) for name, title, words in _TEXTS if name == family)


def clique_rows(
    board: Board, members: IntArray, present: npt.NDArray[np.bool_] | None = None
) -> sp.csr_array:
    """Turn lists of cells into rows, each cell once in a row.

    `members`, shape (rows, k): indices of cells; a cell may stand twice in a row.
    `present`, shape (rows, k): which of them count; all without it.
    """
    rows = np.broadcast_to(np.arange(len(members))[:, None], members.shape)
    if present is not None:
        rows, members = rows[present], members[present]
    ones = np.ones(members.size, np.int8)
    shape = (int(rows.max(initial=-1)) + 1, board.size)
    matrix: sp.csr_array = sp.csr_array((ones, (rows.ravel(), members.ravel())), shape=shape)
    matrix.sum_duplicates()
    matrix.data[:] = 1
    return matrix


def member_matrix(members: Sequence[Sequence[int]], columns: int) -> sp.csr_array:
    """Return a matrix of ones with a row for each list of different columns.

    Its shape is (lists, `columns`), int8.
    """
    ends = np.array([0, *map(len, members)], dtype=np.int64).cumsum()
    indices = np.array([column for row in members for column in row], dtype=np.int64)
    ones = np.ones(len(indices), np.int8)
    matrix: sp.csr_array = sp.csr_array((ones, indices, ends), shape=(len(members), columns))
    return matrix


LINES = Family(
    *named("base"),
    entries=lambda board: board.size * len(board.directions),
    rows=lambda board: Rows.at_most_one(board.incidence),
)


def _repeated_line_rows(board: Board) -> Rows:
    lines = board.incidence
    once_per_cell = np.repeat(np.arange(lines.shape[0]), np.diff(lines.indptr))
    return Rows.at_most_one(sp.csr_array(lines[once_per_cell]))


REPEATED_LINES = Family(
    *named("lmr"),
    entries=lambda board: board.size * len(board.directions) * board.n,
    rows=_repeated_line_rows,
    replaces_base=True,
)


def full_line_rows(board: Board) -> Rows:
    """Return the equations of a full placement.

    There are as many lines along a longest side as a full placement has pieces, and each holds at
    most one, so each holds exactly one. Hyperplane queens fill layers instead of lines.

    Raises InputError if lines along an axis may hold several: the piece leaves them unattacked, or
    they stop.
    """
    if not board.has_full:
        raise InputError(f"a full placement is not defined on the {board}")
    parts = _layers_along if board.has_hyperplanes else _lines_along
    lines = [parts(board, axis) for axis, side in enumerate(board.shape) if side == board.n]
    matrix = clique_rows(board, np.concatenate(lines))
    ones = np.ones(matrix.shape[0], np.int64)
    return Rows(matrix, ones, ones)


def _lines_along(board: Board, axis: int) -> IntArray:
    """Return the cells of all lines along an axis, shape (lines, side)."""
    everything = np.arange(board.size, dtype=np.int64).reshape(board.shape)
    return np.moveaxis(everything, axis, -1).reshape(prod(board.shape) // board.shape[axis], -1)


def _layers_along(board: Board, axis: int) -> IntArray:
    """Return the cells of all layers across an axis, shape (side, cells of a layer)."""
    everything = np.arange(board.size, dtype=np.int64).reshape(board.shape)
    return np.moveaxis(everything, axis, 0).reshape(board.shape[axis], -1)
