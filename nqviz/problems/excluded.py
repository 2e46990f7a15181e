"""Planar placements with excluded columns, rows and diagonals, and their counts.

The excluded diagonals problem and the generators of random questions follow I. P. Gent,
C. Jefferson and P. Nightingale, *Complexity of n-Queens Completion*, Journal of Artificial
Intelligence Research 59 (2017): some columns and as many rows are allowed, each of them holds
exactly one queen, and no queen stands on an excluded diagonal.

With all cells of excluded lines blocked, over which lines pass, it is the same problem for as many
queens as columns are allowed. The search is given the lines that hold a queen, so that it branches
on these alone, and the lines stay readable in files and in the window.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board
from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.engines.planar.engine import MANY, NAME, PlanarEngine, planar_search, search_anew
from nqviz.engines.planar.search import FOUND, PAUSED, REFUTED
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Known, Outcome, Status

NOT_FOUND = "No placement was found in time; nothing is proven."
NONE_AT_ALL = "No placement has a queen on every column and row that is allowed."
UNEQUAL = "Not as many columns as rows are allowed."
COUNT_SLICE = 20_000
"""Nodes between two looks whether to end."""


@dataclass(frozen=True)
class Exclusions:
    """The lines of a planar board on which no queen may stand, in coordinates from 1."""

    columns: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    """`columns` and `rows`: first and second coordinates."""
    sums: tuple[int, ...] = ()
    differences: tuple[int, ...] = ()
    """`sums` and `differences`: diagonals: first plus second coordinate, and second minus first
    coordinate."""

    @classmethod
    def of_diagonals(cls, text: str) -> Exclusions:
        """Read diagonals such as ``s5,d-2``: the sum 5 and the difference -2.

        Raises InputError if something else is there.
        """
        found: dict[str, list[int]] = {"s": [], "d": []}
        for word in filter(None, (part.strip() for part in text.split(","))):
            match = re.fullmatch(r"([sd])(-?\d{1,9})", word, re.ASCII)
            if match is None:
                raise InputError(
                    f"{word!r} names no diagonal: give s and a sum of coordinates or d and a"
                    " difference, such as s5 or d-2"
                )
            found[match[1]].append(int(match[2]))
        return cls(sums=tuple(found["s"]), differences=tuple(found["d"]))

    @classmethod
    def of_mask(cls, mask: npt.NDArray[np.bool_]) -> Exclusions:
        """Find lines that make a mask, shape (n, n): columns and rows first, then diagonals.

        Cells that are on no line that is excluded whole are left out.
        """
        n = len(mask)
        columns = tuple((np.flatnonzero(mask.all(axis=1)) + 1).tolist())
        rows = tuple((np.flatnonzero(mask.all(axis=0)) + 1).tolist())
        rest = mask & ~cls(columns, rows).mask(n)
        first, second = np.indices((n, n)) + 1
        sums, differences = (
            tuple(value for value in np.unique(keys[rest]).tolist() if mask[keys == value].all())
            for keys in (first + second, second - first)
        )
        return cls(columns, rows, sums, differences)

    @property
    def diagonals(self) -> str:
        """The diagonals as `of_diagonals` reads them."""
        words = [f"s{value}" for value in self.sums] + [f"d{value}" for value in self.differences]
        return ",".join(words)

    def check(self, n: int) -> None:
        """Raise InputError if a line is not on the board of side n."""
        kinds = (
            ("column", self.columns, 1, n),
            ("row", self.rows, 1, n),
            ("sum", self.sums, 2, 2 * n),
            ("difference", self.differences, 1 - n, n - 1),
        )
        for kind, values, least, greatest in kinds:
            for value in values:
                if not least <= value <= greatest:
                    raise InputError(
                        f"excluded {kind} {value} is not on the board: they go from {least} to"
                        f" {greatest}"
                    )

    @property
    def without(self) -> tuple[list[int], list[int]]:
        """The excluded columns and rows, from 0."""
        return [column - 1 for column in self.columns], [row - 1 for row in self.rows]

    def mask(self, n: int) -> npt.NDArray[np.bool_]:
        """Return which cells are excluded, shape (n, n)."""
        columns, rows = np.indices((n, n)) + 1
        mask: npt.NDArray[np.bool_] = (
            np.isin(columns, self.columns)
            | np.isin(rows, self.rows)
            | np.isin(columns + rows, self.sums)
            | np.isin(rows - columns, self.differences)
        )
        return mask


def complete_excluded(
    givens: Placement, run: RunContext | None = None, *, exclusions: Exclusions
) -> Outcome[Placement]:
    """Put a queen on every column and row that is not excluded, none of them on excluded cells.

    Parameters
    ----------
    givens : Placement
        On a flat square board, queens that do not attack each other; empty for none.

    Returns
    -------
    Outcome
        FEASIBLE: found. INFEASIBLE: proven that there is none. LIMIT, STOPPED: no answer.

    Raises
    ------
    InputError
        If the board or the given queens do not suit, or a line is not on the board.
    """
    run = run or RunContext()
    wanted = _check(givens, exclusions)
    n, mask = givens.board.n, exclusions.mask(givens.board.n)
    nodes = 0

    def left(done: int) -> int:
        nonlocal nodes
        nodes = done
        run.progress(Progress(NAME, run.seconds, None, givens, None, done))
        if run.ended() is not None:
            return 0
        return MANY if run.limit.nodes is None else run.limit.nodes - done

    end, found = REFUTED, givens
    if wanted is not None:
        search, end = search_anew(
            lambda weights, seed: planar_search(givens, mask, weights, seed, exclusions.without),
            n,
            left,
        )
        if end == FOUND:
            cells = np.concatenate((givens.indices, search.queens @ np.array([n, 1])))
            found = Placement.from_indices(givens.board, cells.tolist())
    status, message = run.ended() or Status.LIMIT, NOT_FOUND
    if end == FOUND:
        status = Status.FEASIBLE
        message = f"{counted(len(found))} found on the lines that are allowed."
    elif end == REFUTED:
        status, message = Status.INFEASIBLE, UNEQUAL if wanted is None else NONE_AT_ALL
    known = Known.EXACT if status.is_proof else None
    settings = {"target": wanted}
    return Outcome(status, found, None, NAME, settings, run.seconds, nodes, message, known=known)


def _check(givens: Placement, exclusions: Exclusions) -> int | None:
    """Return how many queens are wanted; None if columns and rows do not go together.

    Raises InputError.
    """
    board = givens.board
    if not PlanarEngine.takes_board(board):
        where = "flat square boards"
        where += " whose lines do not stop" if board.stops else ""
        raise InputError(f"counts and excluded lines are for queens on {where}, not the {board}")
    flaws = givens.flaws(1)
    if flaws:
        raise InputError(f"the queens to keep cannot stand: {flaws[0].message}")
    n = board.n
    exclusions.check(n)
    mask = exclusions.mask(n).ravel()
    for queen in givens.indices.tolist():
        if mask[queen]:
            column, row = divmod(queen, n)
            raise InputError(f"the given queen ({column + 1}, {row + 1}) is on an excluded line")
    columns, rows = len(set(exclusions.columns)), len(set(exclusions.rows))
    return n - columns if columns == rows else None


def count_completions(
    givens: Placement, run: RunContext | None = None, *, exclusions: Exclusions | None = None
) -> Outcome[int]:
    """Count the full placements of a flat square board that contain given queens.

    Parameters
    ----------
    givens, run, exclusions
        As for `complete_excluded`.

    Returns
    -------
    Outcome of int
        OPTIMAL when the value is the number of all of them. With LIMIT and STOPPED it is the number
        of those found before the end.

    Raises
    ------
    InputError
        As `complete_excluded`.
    """
    run = run or RunContext()
    exclusions = exclusions or Exclusions()
    if _check(givens, exclusions) is None:
        return _counted(Status.OPTIMAL, 0, 0, run)
    search = planar_search(givens, exclusions.mask(givens.board.n), without=exclusions.without)
    total, end = 0, PAUSED
    while end == PAUSED and run.ended() is None:
        part, end = search.count(COUNT_SLICE)
        total += part
        run.progress(Progress(f"{total:,} found", run.seconds, None, None, None, search.nodes))
        if run.limit.nodes is not None and search.nodes >= run.limit.nodes:
            break
    ended = Status.OPTIMAL if end == REFUTED else run.ended() or Status.LIMIT
    return _counted(ended, total, search.nodes, run)


def _counted(status: Status, total: int, nodes: int, run: RunContext) -> Outcome[int]:
    known = Known.EXACT if status.is_proof else None
    return Outcome(status, total, engine=NAME, seconds=run.seconds, nodes=nodes, known=known)


# Random questions ---------------------------------------------------------------------------


def random_givens(n: int, count: int, seed: int = 0) -> Placement:
    """Place queens one by one on random free cells.

    Raises InputError if n or the count is not possible, or no cell is left before all stand.
    """
    board = Board.cube(n, 2)
    if not 0 <= count <= n:
        raise InputError(f"{count} given queens are not possible; give 0 to {n}")
    rng = np.random.default_rng(seed)
    columns, rows = np.divmod(np.arange(n * n), n)
    free = np.ones(n * n, dtype=np.bool_)
    chosen: list[int] = []
    for _ in range(count):
        if not free.any():
            raise InputError(
                f"only {len(chosen)} of {count} queens found a free cell with seed {seed};"
                " try another seed"
            )
        queen = int(rng.choice(np.flatnonzero(free)))
        column, row = divmod(queen, n)
        chosen.append(queen)
        free &= (columns != column) & (rows != row)
        free &= (columns + rows != column + row) & (rows - columns != row - column)
    return Placement.from_indices(board, chosen)


def random_exclusions(
    n: int, least: int, count: int | None = None, seed: int = 0, givens: Placement | None = None
) -> Exclusions:
    """Exclude random diagonals, as long as every column and row keeps some cells.

    The 4n - 2 diagonals come in a random order; one is passed over if excluding it
    left a column or a row with fewer than `least` cells. With the same seed, fewer diagonals are
    the first of those that more give.

    `least`: how many cells each column and row keeps.
    `count`: how many diagonals; as many as can be without it, and never more than that.
    `givens`: queens of the board whose diagonals are passed over.
    Raises InputError if a number is not possible.
    """
    if n < 1:
        raise InputError(f"n = {n} is not possible; give 1 or more")
    if not 0 <= least <= n:
        raise InputError(f"columns of {least} cells are not possible; give 0 to {n}")
    if count is not None and count < 0:
        raise InputError(f"{count} diagonals are not possible; give 0 or more")
    rng = np.random.default_rng(seed)
    cells = np.zeros((0, 2), np.int64) if givens is None else to_coordinates(givens.cells)
    kept = {*(cells.sum(axis=1) - 2).tolist(), *(np.diff(cells)[:, 0] + 3 * n - 2).tolist()}
    columns, rows = np.indices((n, n)) + 1
    free = np.ones((n, n), dtype=np.bool_)
    sums: list[int] = []
    differences: list[int] = []
    for place in rng.permutation(4 * n - 2).tolist():
        if count is not None and len(sums) + len(differences) == count:
            break
        if place in kept:
            continue
        is_sum = place < 2 * n - 1
        value = place + 2 if is_sum else place - (2 * n - 1) - (n - 1)
        left = free & ((columns + rows if is_sum else rows - columns) != value)
        if left.sum(axis=0).min() >= least and left.sum(axis=1).min() >= least:
            free = left
            (sums if is_sum else differences).append(value)
    return Exclusions(sums=tuple(sums), differences=tuple(differences))
