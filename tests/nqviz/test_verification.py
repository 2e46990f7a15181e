"""Checks of placements: quick where there are many directions, and ended by a stop."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Placement, RunContext, construct, verify
from nqviz.core import attack_counts
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import MAX_CELLS, vast_boards
from nqviz.formats import write_placement
from nqviz.verification import PlacementCheck


@pytest.mark.parametrize("cells", [[(0,) * 11, (1,) * 11], [(0,) * 11, (1,) + (0,) * 10]])
def test_hyperplane_queens_in_many_dimensions_are_checked_at_once(
    cells: list[tuple[int, ...]],
) -> None:
    begun = time.process_time()
    check = verify(Placement(Board.cube(3, 11, piece="hyperplane-queen"), cells))
    assert isinstance(check, PlacementCheck)
    assert check.valid is False
    assert len(check.attacks) == 1
    assert check.free == 0
    assert time.process_time() - begun < 10.0


@pytest.mark.parametrize("shape", [(4, 4), (3, 3, 3), (5, 5)])
def test_attacks_of_hyperplane_queens_are_those_of_every_direction(shape: tuple[int, ...]) -> None:
    board = Board(shape, piece="hyperplane-queen")
    rng = np.random.default_rng(1)
    for _ in range(20):
        placement = Placement.from_indices(board, rng.choice(board.size, 3, replace=False))
        cells = placement.cells
        pairs = {
            (i, j)
            for i in range(3)
            for j in range(i + 1, 3)
            if (board.directions @ (cells[i] - cells[j]) % board.n == 0).any()
        }
        assert {(each.first, each.second) for each in placement.attacks()} == pairs
        assert placement.is_valid() is not bool(pairs)


def test_a_stop_ends_the_check_of_a_placement() -> None:
    stop = threading.Event()
    stop.set()
    placement = Placement(Board.cube(300, 3), [(0, 0, 0), (1, 1, 1)])
    with pytest.raises(InputError, match="stopped before its end"):
        verify(placement, run=RunContext(stop=stop))


@pytest.mark.parametrize("torus", [False, True])
def test_counts_are_the_same_block_by_block(torus: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board((5, 6, 7), torus)
    placement = Placement.from_indices(board, [0, 17, 58, 100, 209])
    whole = AttackCounts.of(placement)
    monkeypatch.setattr(attack_counts, "BLOCK", 16)
    part = AttackCounts.of(placement)
    assert (whole.counts == part.counts).all()
    assert (whole.free, whole.conflicts) == (part.free, part.conflicts)


@pytest.mark.parametrize("torus", [False, True])
def test_placements_on_boards_of_very_many_cells_are_checked(torus: bool, tmp_path: Path) -> None:
    with vast_boards():
        board = Board.cube(601, 3, torus)
    assert board.size > MAX_CELLS
    full = construct(board, "regular").placement
    path = tmp_path / "full.txt"
    write_placement(full, path)
    check = verify(path)
    assert isinstance(check, PlacementCheck)
    assert (check.valid, check.free, len(check.placement)) == (True, 0, 601**2)

    moved = full.cells.copy()
    moved[5, 2] = (moved[5, 2] + 1) % 601
    check = verify(Placement(board, moved))
    assert isinstance(check, PlacementCheck)
    assert (check.valid, check.free) == (False, None)
    assert all(5 in (attack.first, attack.second) for attack in check.attacks)


def test_boards_of_very_many_cells_are_refused_elsewhere() -> None:
    with pytest.raises(InputError, match="at most 134,217,728"):
        Board.cube(601, 3)
    with vast_boards():
        with pytest.raises(InputError, match="at most 134,217,728"):
            Board.cube(601, 3).with_blocked([0])
        with pytest.raises(InputError, match="at most 1,073,741,824"):
            Board.cube(1025, 3)
        with pytest.raises(InputError, match=r"nearest is the \(599,3\) board"):
            construct(Board.cube(600, 3), "regular")
