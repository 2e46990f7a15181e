"""A problem to be written for other solvers: its cells, its columns and their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.errors import InputError, quoted
from nqviz.core.pieces import counted, either
from nqviz.core.placement import Placement
from nqviz.ilp import default_cuts

PROBLEMS = {
    "maximum": "the most queens that do not attack each other",
    "completion": "the same with given queens: a full placement, or a number of queens",
    "domination": "the fewest queens that occupy or attack every cell",
    "colouring": "the fewest colours, where queens of one colour do not attack each other",
}
"""The problems that can be written, with what they ask for."""

GRAPH_ENTRIES = 2**26
"""The largest attack graph that is coloured to bound the number of colours, in entries."""

Wanted = int | Literal["full"] | None


@dataclass(frozen=True)
class ExportProblem:
    """A problem of a board, for the files of other solvers.

    Raises InputError if the problem is unknown, or an option does not go with it.
    """

    givens: Placement
    """The board, and the given queens; without attacks. They are for ``completion`` alone."""
    problem: str = "maximum"
    """A name in `PROBLEMS`."""
    target: Wanted = None
    """How many queens: at least so many, for domination at most so many; ``full`` for a full
    placement; None for the most or the fewest. For colourings the number of colours."""
    cuts: tuple[str, ...] | None = None
    """Families of rows beside the lines; None: the useful ones, and none where the lines alone
    are many, see `rows.STREAMED_ENTRIES`. For ``maximum`` and ``completion``."""
    breaks_symmetry: bool = False
    """Whether only one of several symmetric solutions is allowed; see `rows.symmetry_rows`."""
    independent: bool = False
    """Whether queens of a dominating set may not attack each other."""
    complement: bool = False
    """Whether a graph is written as its complement, for solvers that look for cliques."""

    def __post_init__(self) -> None:
        if self.problem not in PROBLEMS:
            raise InputError(f"unknown problem {quoted(self.problem)}; choose {either(PROBLEMS)}")
        if len(self.givens) and self.problem != "completion":
            raise InputError(f"given queens go with completion, not with {self.problem}")
        flaws = self.givens.flaws(1)
        if flaws:
            raise InputError(f"the given {self.board.piece}s cannot stand: {flaws[0].message}")
        if self.target == "full" and not self.packs:
            raise InputError(f"the target of {self.problem} is a number, not full")
        if isinstance(self.target, int) and self.target < 1:
            raise InputError(f"target {self.target} is not possible; give 1 or more")
        if self.cuts and not self.packs:
            raise InputError(f"cuts go with maximum and completion, not with {self.problem}")
        if self.independent and self.problem != "domination":
            raise InputError(f"--independent goes with domination, not with {self.problem}")
        if self.breaks_symmetry and (len(self.givens) or self.board.blocked):
            raise InputError("symmetry breaking goes without given queens and blocked cells")

    @property
    def board(self) -> Board:
        """The board of the problem."""
        return self.givens.board

    @property
    def packs(self) -> bool:
        """Whether the queens of a solution do not attack each other and are to be many."""
        return self.problem in ("maximum", "completion")

    @property
    def wanted(self) -> int | None:
        """The target as a number, the given queens among them; None without a target."""
        return self.board.full_count if self.target == "full" else self.target

    @property
    def program_cuts(self) -> tuple[str, ...]:
        """The cuts of the integer program."""
        return default_cuts(self.board) if self.cuts is None else self.cuts

    @cached_property
    def cells(self) -> IntArray:
        """The index of the open cell of each column or vertex, shape (columns,), int64.

        All cells, without those that a given queen attacks or stands on.
        """
        if not len(self.givens):
            return np.flatnonzero(~self.board.is_blocked)
        return AttackCounts.of(self.givens).free_cells()

    @property
    def colours(self) -> int:
        """The number of colours that columns stand for; without a target it is an upper bound."""
        if self.problem != "colouring":
            return 0
        return self.target if isinstance(self.target, int) else greedy_colours(self.board)

    def name(self, column: int) -> str:
        """Return the name of a column: ``x_1_4`` for cell (1, 4), ``x_1_4_c2`` in colour 2."""
        if not self.colours:
            return cell_name(self.board, int(self.cells[column]))
        if column >= len(self.cells) * self.colours:
            return f"colour_{column - len(self.cells) * self.colours + 1}"
        place, colour = divmod(column, self.colours)
        return f"{cell_name(self.board, int(self.cells[place]))}_c{colour + 1}"

    def describe(self) -> str:
        """Return the problem in one line."""
        board, target = self.board, self.wanted
        if self.problem == "colouring":
            colours = "the fewest colours" if target is None else counted(target, "colour")
            return f"colour the {board} with {colours}"
        least = "the fewest" if self.problem == "domination" else "the most"
        many = f"{least} {board.piece}s" if target is None else counted(target, board.piece)
        if self.problem == "domination":
            return f"dominate the {board} with {many}"
        given = f" that contain {counted(len(self.givens), 'given ' + board.piece)}"
        return f"place {many} on the {board}" + (given if len(self.givens) else "")


def cell_name(board: Board, index: int) -> str:
    """Return the name of a cell: ``x_1_4``, with coordinates from 1."""
    return "x_" + "_".join(str(value + 1) for value in board.cell(index))


def greedy_colours(board: Board) -> int:
    """Return the number of colours of a greedy colouring of the open cells, cell by cell.

    Raises InputError if the attack graph, cell by cell, is too large.
    """
    if board.size * max(1, len(board.directions)) * board.n > GRAPH_ENTRIES:
        raise InputError(f"the {board} is too large to count its colours: give --target, a number")
    graph = board.attack_graph
    colours = np.full(board.size, -1, dtype=np.int64)
    for cell in np.flatnonzero(~board.is_blocked).tolist():
        near = graph.indices[graph.indptr[cell] : graph.indptr[cell + 1]]
        used = set(colours[near].tolist())
        colours[cell] = next(c for c in range(board.size + 1) if c not in used)
    return int(colours.max()) + 1
