"""What the problems of the planar board share: permutations, costs of cells and fingerprints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from nqviz.catalogue import reference
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome, Status

_Found = TypeVar("_Found", bound=Outcome[Placement])
_Proof = TypeVar("_Proof")


def check_classical(what: str, board: Board) -> int:
    """Return the side of a flat square board for queens.

    Raises InputError if the board is another one; `what`, in the plural, begins the message.
    """
    if not board.is_classical:
        raise InputError(f"{what} are for queens on flat squares, not on the {board}")
    return board.n


def check_full(what: str, placement: Placement) -> int:
    """Return the side of a flat square board that a placement of queens fills.

    Raises InputError as `check_classical` does, or if it is not n queens without attacks.
    """
    n = check_classical(what, placement.board)
    if len(placement) != n or not placement.is_valid():
        raise InputError(f"the placement is not {n} queens without attacks on the ({n},2) board")
    return n


def proven(
    claimed: _Found,
    certificate: Callable[[_Found, RunContext], _Proof | None],
    unproven: str,
    run: RunContext,
    **unknown: Any,
) -> tuple[_Found, _Proof | None]:
    """Return a claimed outcome with its certificate, which is not checked yet.

    If the run ends before, the outcome has the message `unproven`, the fields of `unknown`, and no
    certificate.
    """
    proof = certificate(claimed, run)
    found = replace(claimed, seconds=run.seconds)
    if proof is not None:
        return found, proof
    status = run.ended() or Status.STOPPED
    return replace(found, status=status, message=unproven, known=None, **unknown), None


def permutation(placement: Placement) -> tuple[int, ...]:
    """Return the column, from 0, of each row of a placement with one queen in each row."""
    cells = placement.cells
    return tuple(cells[np.argsort(cells[:, 0]), 1].tolist())


def as_placement(columns: Sequence[int] | IntArray) -> Placement:
    """Return the placement of queens in columns, from 0, one for each row; shape (n,)."""
    return Placement(Board.cube(len(columns), 2), list(enumerate(columns)))


def cell_costs(n: int) -> IntArray:
    """Return the cost of every cell: four times its squared distance from the centre, shape (n, n).

    Source: M. Fischetti and D. Salvagnin, *Finding First and Most-Beautiful Queens by Integer
    Programming* (2019), section 5: (2i - n - 1)^2 + (2j - n - 1)^2 for i, j = 1 .. n.
    """
    squares = (2 * np.arange(n, dtype=np.int64) - n + 1) ** 2
    costs: IntArray = squares[:, None] + squares
    return costs


def fingerprint(permutation: Sequence[int] | IntArray) -> tuple[int, ...]:
    """Return the costs of the cells of a permutation in non-increasing order.

    Parameters
    ----------
    permutation : sequence of int
        The column of each row, from 0; shape (n,).
    """
    columns = np.asarray(permutation, dtype=np.int64)
    costs = cell_costs(len(columns))[np.arange(len(columns)), columns]
    return tuple(np.sort(costs)[::-1].tolist())


def published_beautiful(n: int) -> tuple[int, ...] | None:
    """Return the column, from 0, of each row of a published most beautiful placement."""
    columns = reference("beautiful-queens")["permutations"].get(str(n))
    return None if columns is None else tuple(column - 1 for column in columns)


def greedy_rows(count: int) -> tuple[int, ...]:
    """Return the columns, from 0, of the first rows of the greedy placement on the infinite board.

    Row by row the queen takes the first column that no queen above attacks. First placements of
    growing boards agree with it ever longer (Fischetti and Salvagnin, 2019, section 1).

    Parameters
    ----------
    count : int
        How many rows, 0 or more.
    """
    columns: list[int] = []
    used: set[int] = set()
    sums: set[int] = set()
    steps: set[int] = set()
    lowest = 0
    for row in range(count):
        while lowest in used:
            lowest += 1
        column = lowest
        while column in used or row + column in sums or column - row in steps:
            column += 1
        columns.append(column)
        used.add(column)
        sums.add(row + column)
        steps.add(column - row)
    return tuple(columns)
