"""Random placements: maximal ones, and random subsets of other placements."""

from __future__ import annotations

import numpy as np

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement

from .family import Construction, built_in

MAX_GREEDY_CELLS = 4_000_000
"""The largest number of cells of a board for random placements."""


def random_maximal(board: Board, seed: int = 0) -> Placement:
    """Return queens placed on random free cells until none is left.

    Each queen is placed on a free cell chosen with equal probability. The result is maximal (no
    queen can be added) and rarely maximum.

    `seed`: at least 0; the same seed gives the same placement.
    """
    counts = AttackCounts(board)
    queens = []
    # The first free cell in a random order is a random free cell.
    for index in np.random.default_rng(seed).permutation(board.size).tolist():
        if counts.counts[index] == 0:
            counts.place(index)
            queens.append(index)
            if not counts.free:
                break
    return Placement.from_indices(board, queens)


def random_subset(placement: Placement, count: int, seed: int = 0) -> Placement:
    """Return a random subset of a placement, every set of `count` queens with equal probability.

    `count`: the number of queens, 0 to all of them.
    `seed`: at least 0; the same seed gives the same subset.
    Raises InputError if the placement has fewer queens.
    """
    if not 0 <= count <= len(placement):
        raise InputError(f"{count} queens cannot be chosen of {len(placement)}")
    chosen = np.random.default_rng(seed).choice(len(placement), count, replace=False)
    return Placement(placement.board, placement.cells[np.sort(chosen)])


def _why_not(board: Board) -> str | None:
    if board.size <= MAX_GREEDY_CELLS:
        return None
    return (
        f"the {board} has {board.size:,} cells, at most {MAX_GREEDY_CELLS:,} are filled at random"
    )


def _build(board: Board, *, seed: int, queens: int | None) -> Construction:
    placement = random_maximal(board, seed)
    note = "A random maximal placement: no queen can be added, but it is rarely maximum."
    parameters: dict[str, object] = {"seed": seed}
    if queens is not None:
        if queens > len(placement):
            raise InputError(
                f"the random placement of seed {seed} has {len(placement)} queens, not {queens}"
            )
        placement = random_subset(placement, queens, seed)
        note = f"{counted(queens, board.piece)} of a random maximal placement, chosen at random."
        parameters["queens"] = queens
    return Construction(placement, RANDOM.name, parameters, note)


def _build_from(placement: Placement, *, seed: int, queens: int | None) -> Construction:
    if queens is None:
        raise InputError(f"give the number of queens to keep, 0 to {len(placement):,}: queens")
    chosen = random_subset(placement, queens, seed)
    kept = counted(queens, placement.board.piece)
    note = f"{kept} of {len(placement):,}, chosen at random."
    return Construction(chosen, RANDOM.name, {"seed": seed, "queens": queens}, note)


RANDOM = built_in(
    "random", _why_not, _build, any_piece=True, takes_blocked=True, build_from=_build_from
)
