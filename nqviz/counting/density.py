"""Densities: cell by cell, how many maximum placements have a queen there."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np

from ..board import Board, IntArray
from ..work import Limit, ProgressCallback, ignore_progress
from .maximum import MaximumCount, count_maximum

FORMAT = "nqviz-density"
VERSION = 1


@dataclass(frozen=True, eq=False)
class Density:
    """How many of all maximum placements use each cell of a board.

    Attributes
    ----------
    board : Board
    queens : int
        The number of queens of a maximum placement.
    total : int
        The number of maximum placements.
    counts : array of shape (size,)
        How many of them have a queen on each cell; they sum to `total * queens`.
    orbits : int, optional
        The number of maximum placements up to symmetry.
    source : str
        "counted" just now, or "shipped" with the program.
    """

    board: Board
    queens: int
    total: int
    counts: IntArray
    orbits: int | None = None
    source: str = "counted"

    @classmethod
    def of(cls, count: MaximumCount) -> Density | None:
        """Give the density that a count found; None if it did not end."""
        if count.queens is None or count.count is None or count.cells is None:
            return None
        return cls(count.board, count.queens, count.count, count.cells, count.orbits)

    def json(self) -> str:
        """Write the density as it ships: one JSON object, counts in C order of the cells."""
        board = self.board
        entries = {
            "format": FORMAT,
            "version": VERSION,
            "shape": list(board.shape),
            "torus": board.torus,
            "piece": board.piece,
            "queens": self.queens,
            "total": self.total,
            "orbits": self.orbits,
            "counts": self.counts.tolist(),
            "command": f"nqviz density --shape {','.join(map(str, board.shape))} --fresh -o FILE",
        }
        return json.dumps(entries) + "\n"


def density(
    board: Board,
    limit: Limit | None = None,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
    fresh: bool = False,
) -> Density | None:
    """Give the density of the maximum placements of a board.

    Parameters
    ----------
    board : Board
    limit, progress, stop
        As for `count_maximum`.
    fresh : bool
        Count, even if the density ships with the program.

    Returns
    -------
    Density or None
        None if the count was stopped, or came to its limit, before it ended.

    Raises
    ------
    InputError
        If the board is too large to be counted.
    """
    if not fresh and (shipped := _shipped(board)) is not None:
        return shipped
    return Density.of(count_maximum(board, limit, progress, stop))


def shipped_densities() -> list[Board]:
    """List the boards whose densities ship with the program, small ones first."""
    boards = [
        Board([int(side) for side in entry.name.removesuffix(".json").split("x")])
        for entry in (resources.files("nqviz_resources") / "densities").iterdir()
        if entry.name.endswith(".json")
    ]
    return sorted(boards, key=lambda board: (board.d, board.shape))


def _shipped(board: Board) -> Density | None:
    name = "x".join(map(str, board.shape)) + ".json"
    file = resources.files("nqviz_resources") / "densities" / name
    if board.torus or board.piece != "queen" or not file.is_file():
        return None
    entries: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    counts = np.array(entries["counts"], dtype=np.int64)
    return Density(board, entries["queens"], entries["total"], counts, entries["orbits"], "shipped")
