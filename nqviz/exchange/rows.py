"""The rows of the integer programs that are written: matrices with names, or lines in a stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.interruption import check_interruption
from nqviz.ilp import FAMILIES, Family, build_program, entries_of, families_of, separated
from nqviz.ilp.program import MAX_ENTRIES

from .lines import StreamedLines
from .problem import ExportProblem

STREAMED_ENTRIES = 2_000_000
"""Larger programs of lines alone are not built but written line by line."""
MAX_BYTES = 2**33
"""The largest problem file that is written."""
NONE = np.iinfo(np.int64).min
"""Stands for a side of a row that does not exist."""


class Row(NamedTuple):
    """A row of a program: lower <= sum(coefficient * column) <= upper."""

    name: str
    columns: list[int]
    coefficients: list[int] | None
    """None: all are 1."""
    lower: int | None
    upper: int | None


@dataclass(frozen=True)
class Group:
    """Rows with one name."""

    name: str
    matrix: sp.csr_array
    """Shape (rows, columns), integers."""
    lower: IntArray
    upper: IntArray
    """`lower` and `upper`: `NONE` where there is none; shape (rows,)."""

    def rows(self) -> Iterator[Row]:
        """Yield the rows; they are named by their number."""
        matrix = self.matrix
        ones = bool((matrix.data == 1).all())
        sides = zip(self.lower.tolist(), self.upper.tolist(), strict=True)
        for number, (lower, upper) in enumerate(sides):
            part = slice(int(matrix.indptr[number]), int(matrix.indptr[number + 1]))
            yield Row(
                f"{self.name}_{number + 1}",
                matrix.indices[part].tolist(),
                None if ones else matrix.data[part].tolist(),
                None if lower == NONE else lower,
                None if upper == NONE else upper,
            )


@dataclass(frozen=True)
class LinearProgram:
    """Maximise or minimise the sum of the last columns, all binary, under rows."""

    problem: ExportProblem
    groups: tuple[Group, ...]
    lines: StreamedLines | None = None
    """Lines of the board that are in no group; of a colouring those of each colour."""
    near: StreamedLines | None = None
    """The cells that each cell attacks, one of which or itself is chosen, where in no group."""
    cuts: tuple[Family, ...] = ()
    """Families of cliques that are in no group, and stand beside `lines`."""

    @property
    def columns(self) -> int:
        """The number of columns."""
        cells, colours = len(self.problem.cells), self.problem.colours
        return cells if not colours else cells * colours + (self.has_colour_columns * colours)

    @property
    def has_colour_columns(self) -> bool:
        """Whether there is a column for each colour, whether it is used."""
        return self.problem.problem == "colouring" and self.problem.target is None

    @property
    def maximises(self) -> bool:
        """Whether the objective is to be large."""
        return self.problem.packs

    @property
    def objective(self) -> range:
        """The columns whose sum is optimised; none in a problem of decision alone."""
        if self.problem.problem == "colouring":
            first = len(self.problem.cells) * self.problem.colours
            return range(first, self.columns)
        return range(self.columns)

    def rows(self) -> Iterator[Row]:
        """Yield all rows."""
        for group in self.groups:
            yield from group.rows()
        if self.near is not None:
            for column, near in enumerate(self.near.neighbours()):
                yield Row(f"cell_{column + 1}", np.append(near, column).tolist(), None, 1, None)
        if self.lines is not None and self.problem.colours:
            yield from self._colour_rows(self.lines)
        elif self.lines is not None:
            exact = self._exact_directions()
            for name, cells in self.lines.named():
                least = 1 if name.rpartition("_")[0] in exact else None
                yield Row(name, cells.tolist(), None, least, 1)
            for family in self.cuts:
                yield from self._clique_rows(family, self.lines)

    def _exact_directions(self) -> set[str]:
        """Return the names of the directions whose lines hold a piece each, in a full placement."""
        board = self.problem.board
        if self.problem.target != "full":
            return set()
        steps = enumerate(np.abs(board.directions))
        return {f"line_{i + 1}" for i, e in steps if e.sum() == 1 and e @ board.shape == board.n}

    def _clique_rows(self, family: Family, lines: StreamedLines) -> Iterator[Row]:
        """Yield the rows of a family, those of one column left out."""
        assert family.blocks is not None
        number = 0
        for block in family.blocks(self.problem.board):
            check_interruption()
            for cells in np.split(block.indices.astype(np.int64), block.indptr[1:-1]):
                columns = lines.columns_of(cells)
                if len(columns) > 1:
                    number += 1
                    yield Row(f"{family.name}_{number}", columns.tolist(), None, None, 1)

    def _colour_rows(self, lines: StreamedLines) -> Iterator[Row]:
        """Yield the rows of cells, which have one colour, and those of lines in each colour."""
        colours, used = self.problem.colours, len(self.problem.cells) * self.problem.colours
        for cell in range(len(self.problem.cells)):
            own = range(cell * colours, (cell + 1) * colours)
            yield Row(f"cell_{cell + 1}", list(own), None, 1, 1)
        for name, cells in lines.named():
            for colour in range(colours):
                columns = (cells * colours + colour).tolist()
                if not self.has_colour_columns:
                    yield Row(f"{name}_c{colour + 1}", columns, None, None, 1)
                    continue  # else a colour that no cell has does not count
                ones = [1] * len(columns)
                yield Row(f"{name}_c{colour + 1}", [*columns, used + colour], [*ones, -1], None, 0)

    def entries(self) -> Iterator[list[tuple[str, int]]]:
        """Yield for each column the rows that it is in, by name, and its coefficients."""
        turned = [(group.name, sp.csc_array(group.matrix)) for group in self.groups]
        streamed = self._streamed_entries()
        for column in range(self.columns):
            found: list[tuple[str, int]] = []
            for name, matrix in turned:
                part = slice(int(matrix.indptr[column]), int(matrix.indptr[column + 1]))
                pairs = zip(matrix.indices[part].tolist(), matrix.data[part].tolist(), strict=True)
                found += ((f"{name}_{row + 1}", value) for row, value in pairs)
            yield found + next(streamed)

    def _streamed_entries(self) -> Iterator[list[tuple[str, int]]]:
        """Yield for each column its entries in the rows that are in no group."""
        cells, colours = len(self.problem.cells), self.problem.colours
        of_lines = repeat([], cells) if self.lines is None else self.lines.columns()
        near = repeat(None, cells) if self.near is None else self.near.neighbours()
        for column, (names, others) in enumerate(zip(of_lines, near, strict=True)):
            if colours:
                is_streamed = self.lines is not None
                for colour in range(colours):
                    own = [(f"cell_{column + 1}", 1)] if is_streamed else []
                    yield own + [(f"{name}_c{colour + 1}", 1) for name in names]
                continue
            rows = [] if others is None else np.append(others, column).tolist()
            yield [*((f"cell_{row + 1}", 1) for row in rows), *((name, 1) for name in names)]
        for colour in range(self.columns - cells * max(1, colours)):
            named = () if self.lines is None else self.lines.named()
            yield [(f"{name}_c{colour + 1}", -1) for name, _ in named]


def linear_program(problem: ExportProblem) -> LinearProgram:
    """Return the integer program of a problem.

    Raises InputError if a cut is unknown, does not suit, or makes the program too large.
    """
    builders = {"domination": _domination, "colouring": _colouring}
    return builders.get(problem.problem, _packing)(problem)


def _packing(problem: ExportProblem) -> LinearProgram:
    board, cuts = problem.board, problem.program_cuts
    late = separated(FAMILIES[name] for name in cuts if name in FAMILIES)
    if late:
        raise InputError(
            f"the cut {late[0].name!r} is found while a program is solved; it is not written"
        )
    groups = []
    if problem.breaks_symmetry:
        groups.append(symmetry_rows(board))
    given = len(problem.givens)
    if problem.wanted is not None and problem.target != "full":
        groups.append(_sum(len(problem.cells), problem.wanted - given, NONE))
    is_large = board.size * max(1, len(board.directions)) > STREAMED_ENTRIES
    if (problem.cuts or is_large) and (problem.target != "full" or _is_plain(problem)):
        streamed = _streamed_cuts(problem) if problem.cuts else ()
        if streamed or not problem.cuts:
            return LinearProgram(problem, tuple(groups), _streamed(problem), cuts=streamed)
    program = build_program(board, cuts, problem.target == "full")
    if given:
        program = program.given(problem.givens.indices)
    for number, name in enumerate(program.families):
        rows = program.family_of == number
        if rows.any():
            matrix, lower = sp.csr_array(program.matrix[rows]), program.lower[rows]
            lower = np.where(lower > 0, lower, NONE)
            groups.append(Group(name, matrix, lower, program.upper[rows]))
    return LinearProgram(problem, tuple(groups))


def _is_plain(problem: ExportProblem) -> bool:
    """Return whether lines alone say where a full placement has its pieces: none is cut short."""
    board = problem.board
    is_open = not (len(problem.givens) or board.blocked or board.has_hyperplanes)
    return is_open and board.has_full


def _streamed_cuts(problem: ExportProblem) -> tuple[Family, ...]:
    """Return the cuts that are written part by part; none where the program is built.

    Raises InputError if a cut does not suit, or makes the file too large.
    """
    board = problem.board
    first, *cuts = families = families_of(board, problem.program_cuts)
    entries = entries_of(board, families)
    if entries <= MAX_ENTRIES or first.replaces_base or not all(each.blocks for each in cuts):
        return ()
    size = entries * (len(problem.name(0)) + 2)
    if size > MAX_BYTES:
        raise InputError(
            f"the file would have about {entries:,} entries and {size / 1e9:,.0f} GB or more; at"
            f" most {MAX_BYTES / 1e9:,.1f} GB are written"
        )
    return tuple(cuts)


def _streamed(problem: ExportProblem) -> StreamedLines:
    cells = problem.cells
    return StreamedLines(problem.board, None if len(cells) == problem.board.size else cells)


def _sum(columns: int, lower: int, upper: int) -> Group:
    """Return the row that limits the number of queens."""
    ones = sp.csr_array(np.ones((1, columns), dtype=np.int64))
    return Group("target", ones, np.array([lower]), np.array([upper]))


def _domination(problem: ExportProblem) -> LinearProgram:
    board, cells = problem.board, problem.cells
    extra = [symmetry_rows(board)] if problem.breaks_symmetry else []
    if problem.wanted is not None:
        extra.append(_sum(len(cells), NONE, problem.wanted))
    if board.size * max(1, len(board.directions)) * board.n > STREAMED_ENTRIES:
        lines = _streamed(problem)
        chosen = lines if problem.independent else None
        return LinearProgram(problem, tuple(extra), chosen, lines)
    near = board.attack_graph[cells][:, cells].astype(np.int64)
    near = sp.csr_array(near + sp.eye_array(len(cells), dtype=np.int64, format="csr"))
    ones = np.ones(len(cells), dtype=np.int64)
    groups = [Group("cell", near, ones, ones * NONE)]
    if problem.independent:
        incidence = sp.csr_array(board.incidence[:, cells])
        count = np.ones(incidence.shape[0], dtype=np.int64)
        groups.append(Group("line", incidence, count * NONE, count))
    return LinearProgram(problem, (*groups, *extra))


def _colouring(problem: ExportProblem) -> LinearProgram:
    board, colours = problem.board, problem.colours
    program = LinearProgram(problem, ())
    if board.size * (max(1, len(board.directions)) + 2) * colours > STREAMED_ENTRIES:
        order = _colour_order(problem, program) if problem.breaks_symmetry else []
        return LinearProgram(problem, tuple(order), _streamed(problem))
    used = program.has_colour_columns
    columns, size = program.columns, len(problem.cells)
    each = np.repeat(np.arange(size), colours), np.arange(size * colours)
    own = sp.csr_array((np.ones(len(each[1]), np.int64), each), shape=(size, columns))
    one = np.ones(size, dtype=np.int64)
    groups = [Group("cell", own, one, one)]
    lines = sp.csr_array(board.incidence[:, problem.cells]).tocoo()
    rows, of_line = lines.shape[0], np.asarray(lines.row, dtype=np.int64)
    of_cell = np.asarray(lines.col, dtype=np.int64)
    for colour in range(colours):
        where = [of_line], [of_cell * colours + colour], [np.ones(len(of_line), dtype=np.int64)]
        upper = np.ones(rows, dtype=np.int64)
        if used:  # a colour that no cell has does not count
            where[0].append(np.arange(rows))
            where[1].append(np.full(rows, size * colours + colour))
            where[2].append(np.full(rows, -1, dtype=np.int64))
            upper = np.zeros(rows, dtype=np.int64)
        row, column, value = (np.concatenate(part) for part in where)
        matrix = sp.csr_array((value, (row, column)), shape=(rows, columns))
        groups.append(Group(f"line_c{colour + 1}", matrix, np.full(rows, NONE), upper))
    if problem.breaks_symmetry:
        groups += _colour_order(problem, program)
    return LinearProgram(problem, tuple(groups))


def first_clique(board: Board) -> IntArray:
    """Return the open cells, shape (k,), of the longest line through the first: a clique."""
    everything, first = np.arange(board.size), int(board.is_blocked.argmin())
    lines = [everything[line] for line in board.lines_through(first)]
    lines = [line[~board.is_blocked[line]] for line in lines]
    return max(lines, key=len, default=everything[first : first + 1])


def _colour_order(problem: ExportProblem, program: LinearProgram) -> list[Group]:
    """Return the rows that give the cells of a line the first colours, in order."""
    clique = first_clique(problem.board)[: problem.colours]
    places = np.searchsorted(problem.cells, np.sort(clique))
    columns = places * problem.colours + np.arange(len(clique))
    ones = np.ones(len(clique), dtype=np.int64)
    entries, shape = (np.arange(len(clique)), columns), (len(clique), program.columns)
    fixed = sp.csr_array((ones, entries), shape=shape)
    groups = [Group("fixed", fixed, ones, ones)]
    if program.has_colour_columns and problem.colours > 1:
        steps = np.arange(problem.colours - 1)
        first = len(problem.cells) * problem.colours
        entries = np.tile(steps, 2), np.concatenate((first + steps, first + steps + 1))
        signs, shape = np.repeat([1, -1], len(steps)), (len(steps), program.columns)
        order = sp.csr_array((signs, entries), shape=shape)
        groups.append(Group("order", order, 0 * steps, np.full(len(steps), NONE)))
    return groups


def symmetry_rows(board: Board) -> Group:
    """Return the rows that keep one of several symmetric placements.

    Let F_i be the sum of 2 x_i - (side - 1) over the queens, with coordinates from 0. Turning
    axis i around changes the sign of F_i and no other, and exchanging two axes of equal sides
    that wrap alike exchanges their F. So each placement has an image with 0 <= F_i for every axis
    and F in increasing order on such axes: no maximum is lost. The piece, what wraps and the
    property to dominate are unchanged by these symmetries.
    """
    cells = 2 * board.cells(np.arange(board.size)) - (np.array(board.shape) - 1)
    rows: list[IntArray] = []
    latest: dict[tuple[int, bool], int] = {}
    for axis, side in enumerate(board.shape):
        kind = side, axis in board.wraps
        before = latest.get(kind)
        rows.append(cells[:, axis] - (0 if before is None else cells[:, before]))
        latest[kind] = axis
    matrix = sp.csr_array(np.array(rows, dtype=np.int64))
    return Group("symmetry", matrix, np.zeros(board.d, np.int64), np.full(board.d, NONE))
