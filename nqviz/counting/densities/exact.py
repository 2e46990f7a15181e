"""Densities: for each cell the number of placements of a kind with a queen there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import resources
from typing import Any

import numpy as np

from nqviz.catalogue.counts import recorded_count
from nqviz.core.board import Board, IntArray
from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.tabular import Pictured, Tabular, coordinate_names
from nqviz.counting.count import finished, unfinished
from nqviz.counting.enumerate_full import BY_LIST, all_full, containing, is_listed
from nqviz.counting.maximum.count import MaximumCount, count_maximum
from nqviz.formats.entries import board_entries
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.tasks import Execution

FORMAT = "nqviz-density"
VERSION = 1


MAXIMUM = "maximum placements"


@dataclass(frozen=True)
class Spread:
    """The variety of a sample."""

    walks: int
    """The number of searches; those that found fewer queens than the best are left out."""
    distinct: int
    """The number of placements in the sample up to the symmetries of the board."""
    effective: float
    """The effective number of these: 1 over the probability that two draws are the same."""
    seed: int


@dataclass(frozen=True, eq=False)
class Density(Tabular, Pictured):
    """How many placements of a kind use each cell of a board."""

    board: Board
    queens: int | None
    """The number of queens of each placement; None where they differ."""
    total: int
    """The number of placements."""
    counts: IntArray
    """The number of placements with a queen on each cell; the sum is `total * queens`. Shape
    (size,)."""
    orbits: int | None = None
    """The number of placements up to the symmetries of the board that keep what is given."""
    source: str = "counted"
    """"counted" just now, "shipped" with nqviz, "loaded" from files, or "sampled"."""
    of: str = MAXIMUM
    """Which placements these are."""
    spread: Spread | None = None
    """The variety of a sample, which is never exact."""
    made: str = ""
    """For a density that ships: the command that repeats it, and the time if it takes minutes."""

    @property
    def is_exact(self) -> bool:
        """Whether it counts all placements of the kind, rather than a sample of them."""
        return self.spread is None

    @property
    def never(self) -> int:
        """The number of cells that no placement uses."""
        return int((self.counts == 0).sum())

    def words(self) -> str:
        """Return in one line what is counted, and that a sample is one."""
        queens = "" if self.queens is None else f" of {counted(self.queens, self.board.piece)}"
        of = self.of
        if self.total == 1:
            of = of.replace("placements", "placement", 1).replace("images", "image", 1)
        if self.spread is None:
            return f"{self.total:,} {of}{queens}, {self.source}"
        spread = self.spread
        return (
            f"a sample, not exact: {self.total:,} {of}{queens} out of {spread.walks:,} local"
            f" searches, {spread.distinct:,} of them different up to symmetry (effective number"
            f" {spread.effective:,.1f})"
        )

    @property
    def array(self) -> IntArray:
        """The counts as an array of the shape of the board, int64; a view of `counts`."""
        return self.counts.reshape(self.board.shape)

    def table(self) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
        """Return a row for each cell: its coordinates, from 1, and its count."""
        coordinates = to_coordinates(self.board.cells(np.arange(self.board.size)))
        rows = np.column_stack((coordinates, self.counts)).tolist()
        return (*coordinate_names(self.board.d), "count"), rows

    @classmethod
    def from_count(cls, count: MaximumCount) -> Density | None:
        """Return the density of a count; None if the count is not complete."""
        if count.queens is None or count.count is None or count.cells is None:
            return None
        return cls(count.board, count.queens, count.count, count.cells, count.orbits)

    def json(self) -> str:
        """Return JSON text as in shipped files: one object, counts in C order of the cells."""
        board = self.board
        entries: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            **board_entries(board),
            "queens": self.queens,
            "total": self.total,
            "orbits": self.orbits,
            "counts": self.counts.tolist(),
        }
        if self.of == MAXIMUM and self.spread is None:
            sides = ",".join(map(str, board.shape))
            entries["command"] = f"nqviz density --shape {sides} --fresh -o FILE"
        else:
            entries |= {"of": self.of, "source": self.source, "exact": self.is_exact}
        if self.spread is not None:
            entries |= {"spread": asdict(self.spread)}
        return json.dumps(entries) + "\n"


def density(
    board: Board,
    run: RunContext | None = None,
    *,
    fresh: bool = False,
    givens: Placement | None = None,
    split: Execution | None = None,
) -> Outcome[Density]:
    """Return the density of the maximum placements of a board.

    Parameters
    ----------
    fresh : bool
        Count, even if the density ships with nqviz.
    givens : Placement, optional
        Only placements that contain these queens count: those with as many queens as then fit.
    split : Execution, optional
        Where the count runs.

    Returns
    -------
    Outcome of Density
        Without a value unless the status is OPTIMAL: the count was stopped, came to its limit, or
        failed.

    Raises
    ------
    InputError
        If the board is too large to be counted, or the givens are on another board or attack.
    """
    run = run or RunContext()
    if givens is not None and givens.board != board:
        raise InputError(f"the given {board.piece}s are on the {givens.board}, not on the {board}")
    if givens is not None and len(givens):
        return _conditional(givens, split, run)
    if not fresh and (shipped := shipped_density(board)) is not None:
        return Outcome(
            Status.OPTIMAL, shipped, engine=shipped.made, seconds=run.seconds, known=Known.EXACT
        )
    count = count_maximum(board, run, split=split)
    return count.with_value(Density.from_count(count))


def _conditional(givens: Placement, split: Execution | None, run: RunContext) -> Outcome[Density]:
    """Return the density of the largest placements that contain some queens."""
    board = givens.board
    words = counted(len(givens), f"given {board.piece}")
    if not givens.is_valid():
        raise InputError(f"the given {board.piece}s attack each other: no placement contains them")
    if is_listed(board):
        listed = all_full(board, run)
        if listed is None:
            return unfinished(BY_LIST, run).with_value(None)
        chosen = listed[0][containing(listed[0], givens.indices)]
        if len(chosen):
            counts = np.bincount(chosen.ravel(), minlength=board.size)
            of = f"{MAXIMUM} with {words}"
            found = Density(board, board.full_count, len(chosen), counts, of=of)
            return finished(len(chosen), BY_LIST, run).with_value(found)
    count = count_maximum(board, run, givens=givens, split=split)
    largest = Density.from_count(count)
    if largest is not None:
        largest = replace(largest, of=f"largest placements with {words}")
    return count.with_value(largest)


def shipped_densities() -> list[Board]:
    """Return the boards whose densities ship with nqviz, small ones first."""
    boards = [
        Board([int(side) for side in entry.name.removesuffix(".json").split("x")])
        for entry in (resources.files("nqviz_resources") / "densities").iterdir()
        if entry.name.endswith(".json")
    ]
    return sorted(boards, key=lambda board: (board.d, board.shape))


def shipped_density(board: Board) -> Density | None:
    """Return the density that ships with nqviz; None without one."""
    name = "x".join(map(str, board.shape)) + ".json"
    file = resources.files("nqviz_resources") / "densities" / name
    if board.wraps or board.piece != "queen" or board.blocked or not file.is_file():
        return None
    entries: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    counts = np.array(entries["counts"], dtype=np.int64)
    kept = recorded_count("maximum", board.n, board.d) if board.is_cube else None
    made = entries["command"] if kept is None else f"{entries['command']}; {kept.words()}"
    return Density(
        board, entries["queens"], entries["total"], counts, entries["orbits"], "shipped", made=made
    )
