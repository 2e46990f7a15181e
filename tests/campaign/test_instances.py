"""A short campaign of random instances, and the attacks of many small boards."""

from __future__ import annotations

import random

import numpy as np

from .brute_force import attacks_of, open_cells
from .instances import run, some_board
from .report import Length, Report


def test_no_answer_about_a_small_instance_is_false() -> None:
    report = Report()
    run(1, Length(count=150, seconds=4.0), report)
    assert report.faults == []
    assert report.tried > 10


def test_attacks_follow_the_plain_rule() -> None:
    boards = [some_board(random.Random(seed)) for seed in range(2300, 2800)]
    assert len({(board.torus, board.is_flat, board.twist, board.stops) for board in boards}) == 8
    for board in boards:
        graph, is_open = board.attack_graph.toarray(), open_cells(board)
        for cell in np.flatnonzero(~board.is_blocked).tolist():
            attacked = sum(1 << other for other in np.flatnonzero(graph[cell]).tolist())
            assert attacked & is_open == attacks_of(board)[cell] & is_open, (board, cell)
