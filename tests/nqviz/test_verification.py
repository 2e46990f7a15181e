"""Checks of placements: quick where there are many directions, and ended by a stop."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from nqviz import Board, InputError, Placement, RunContext, verify
from nqviz.core import attack_counts
from nqviz.core.attack_counts import AttackCounts
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
