"""The program of a board: its rows, without those that others make superfluous."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.interruption import check_interruption
from nqviz.core.placement import Placement
from nqviz.run.plugins import PluginRegistry

from .cliques import CROSSES, CUBES, FACES, PLANAR, STARS
from .dominance import dominated
from .exact_cliques import EXACT_CLIQUES
from .families import LINES, REPEATED_LINES, Family, Rows, full_line_rows
from .odd_cycles import ODD_CYCLES
from .parts import BOXES, LAYERS, SUBSOLUTIONS

FAMILIES: PluginRegistry[Family] = PluginRegistry(
    "nqviz.cuts",
    Family,
    {
        family.name: family
        for family in (
            LINES,
            CUBES,
            FACES,
            STARS,
            CROSSES,
            LAYERS,
            SUBSOLUTIONS,
            BOXES,
            ODD_CYCLES,
            EXACT_CLIQUES,
            PLANAR,
            REPEATED_LINES,
        )
    },
)
"""All families of rows by name, then those of plug-ins."""

FULL = "full"
"""The name under which a program lists the equations of a full placement."""

MAX_ENTRIES = 20_000_000
"""The largest program that is built, in entries of its matrix."""


@dataclass(frozen=True)
class Program:
    """Maximise the sum of x over some cells of a board, x binary, under rows."""

    board: Board
    cells: IntArray
    """The index of each column's cell, shape (columns,)."""
    matrix: sp.csr_array
    """1 where a cell belongs to a row, shape (rows, columns)."""
    lower: IntArray
    upper: IntArray
    """`lower` and `upper`: the least and the greatest sum of each row. Shape (rows,)."""
    families: tuple[str, ...]
    """The names of the families in it."""
    family_of: IntArray
    """For each row the position of its family in `families`, shape (rows,)."""

    def __str__(self) -> str:
        rows, columns = self.matrix.shape
        return f"program of the {self.board}: {rows} rows, {columns} columns"

    def given(self, givens: Sequence[int] | IntArray) -> Program:
        """Return the program of what is left when some queens stand.

        Parameters
        ----------
        givens : sequence of int, or array of shape (k,)
            Indices of cells that hold queens; they do not attack each other.

        Returns
        -------
        Program
            Its columns are the cells that no given queen attacks or stands on.
        """
        standing = np.asarray(givens, dtype=np.int64)
        counts = AttackCounts.of(Placement.from_indices(self.board, standing)).counts
        used = self.matrix @ np.isin(self.cells, standing).astype(np.int64)
        free = counts[self.cells] == 0
        left = replace(
            self,
            cells=self.cells[free],
            matrix=sp.csr_array(self.matrix[:, free]),
            lower=self.lower - used,
            upper=self.upper - used,
        )
        return left.without_superfluous()

    def without_superfluous(self) -> Program:
        """Drop the rows that always hold and those that another row implies."""
        binds = (self.matrix.sum(axis=1, dtype=np.int64) > self.upper) | (self.lower > 0)
        left = self._keep(binds)
        # Rows that are kept as they are written do not take part in the comparison.
        compared = np.flatnonzero(~left._is_of(lambda family: family.replaces_base))
        superfluous = np.zeros(len(left.upper), dtype=np.bool_)
        superfluous[compared] = dominated(left.matrix[compared], left.upper[compared])
        return left._keep(~superfluous | (left.lower > 0))

    def extended(self, name: str, rows: Rows) -> Program:
        """Add rows over the same columns, under the name of their family."""
        families = self.families if name in self.families else (*self.families, name)
        number = np.full(rows.matrix.shape[0], families.index(name), np.int64)
        return replace(
            self,
            matrix=sp.csr_array(sp.vstack([self.matrix, rows.matrix], format="csr")),
            lower=np.concatenate((self.lower, rows.lower)),
            upper=np.concatenate((self.upper, rows.upper)),
            families=families,
            family_of=np.concatenate((self.family_of, number)),
        )

    def _is_of(self, kind: Callable[[Family], bool]) -> npt.NDArray[np.bool_]:
        """Return which rows are of the families of some kind."""
        chosen = [name != FULL and kind(FAMILIES[name]) for name in self.families]
        return np.array(chosen, dtype=np.bool_)[self.family_of]

    def _keep(self, rows: npt.NDArray[np.bool_]) -> Program:
        check_interruption()
        return replace(
            self,
            matrix=sp.csr_array(self.matrix[rows]),
            lower=self.lower[rows],
            upper=self.upper[rows],
            family_of=self.family_of[rows],
        )


def cut_names() -> tuple[str, ...]:
    """Return the names of the families that can be added to the base, those of plug-ins last."""
    return tuple(name for name in FAMILIES if name != LINES.name)


def default_cuts(board: Board) -> tuple[str, ...]:
    """Return the cuts that are worth their cost: cubes for queens, none for other pieces."""
    return (CUBES.name,) if CUBES.objection(board) is None else ()


def check_cuts(board: Board, cuts: Iterable[str]) -> tuple[Family, ...]:
    """Return the families of a program by name, see `families_of`.

    Raises InputError if a cut is unknown, does not apply to this board, or makes the program too
    large.
    """
    families = families_of(board, cuts)
    entries = entries_of(board, families)
    if entries > MAX_ENTRIES:
        raise InputError(
            f"the program of the {board} with {', '.join(family.name for family in families)} has"
            f" about {entries:,} entries; at most {MAX_ENTRIES:,} are possible"
        )
    return families


def entries_of(board: Board, families: Iterable[Family]) -> int:
    """Return about how many cells all rows of some families have together."""
    return sum(family.entries(board) for family in families)


def families_of(board: Board, cuts: Iterable[str]) -> tuple[Family, ...]:
    """Return the families of a program by name, the one that stands for the base first.

    Raises
    ------
    InputError
        If a cut is unknown, or does not apply to this board.
    """
    names = list(dict.fromkeys(cuts))
    unknown = [name for name in names if name not in FAMILIES]
    if unknown:
        raise InputError(f"unknown cut {unknown[0]!r}; choose among {', '.join(cut_names())}")
    chosen = [FAMILIES[name] for name in names if name != LINES.name]
    for family in chosen:
        objection = family.objection(board)
        if objection is None and family.is_published and not family.entries(board):
            objection = "no part of it holds less than its lines allow"
        if objection is not None:
            raise InputError(f"the cut {family.name!r} does not apply to the {board}: {objection}")
    base = [family for family in chosen if family.replaces_base] or [LINES]
    return (*base, *(family for family in chosen if not family.replaces_base))


def separated(families: Iterable[Family]) -> tuple[Family, ...]:
    """Return those of some families whose rows are found at the root."""
    return tuple(family for family in families if family.separate is not None)


def build_program(board: Board, cuts: Iterable[str] = ("cube",), full: bool = False) -> Program:
    """Build the integer program of a board.

    Parameters
    ----------
    cuts : iterable of str
        Names in `FAMILIES`; the base is always there.
    full : bool
        Whether only full placements count: lines along a longest side become equations.

    Raises
    ------
    InputError
        If a cut is unknown, does not hold on this board, or makes the program too large.
    """
    families = check_cuts(board, cuts)
    parts = []
    for family in families:
        check_interruption()
        parts.append(family.rows(board))
    names = [family.name for family in families]
    if full:  # first, because of equal rows the first is kept
        parts.insert(0, full_line_rows(board))
        names.insert(0, FULL)
    check_interruption()
    cells = np.flatnonzero(~board.is_blocked)
    matrix = sp.csr_array(sp.vstack([part.matrix for part in parts], format="csr"))
    program = Program(
        board,
        cells,
        sp.csr_array(matrix[:, cells]) if board.blocked else matrix,
        np.concatenate([part.lower for part in parts]),
        np.concatenate([part.upper for part in parts]),
        tuple(names),
        np.repeat(np.arange(len(parts)), [part.matrix.shape[0] for part in parts]),
    )
    return program.without_superfluous()
