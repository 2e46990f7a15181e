"""Set-up work of boards ends early where its result is no longer needed."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from nqviz import Board, Limit, Placement
from nqviz.core import sparse as sp
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.interruption import Interrupted, check_interruption, interrupted_by
from nqviz.counting.densities.sampling import sample_density
from nqviz.engines.threads import start_thread
from nqviz.ilp.dominance import dominated
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from tests.patience import STALL


def test_the_lines_and_the_graph_of_a_board_can_be_interrupted_and_asked_for_again() -> None:
    board = Board.cube(4, 3)
    with interrupted_by(lambda: True), pytest.raises(Interrupted):
        _ = board.incidence
    assert board.incidence.shape[1] == board.size
    with interrupted_by(lambda: True), pytest.raises(Interrupted):
        _ = board.attack_graph
    assert board.attack_graph.shape == (board.size, board.size)
    with interrupted_by(lambda: True), pytest.raises(Interrupted):
        AttackCounts.of(Placement.from_indices(board, [0]))
    check_interruption()  # nothing interrupts work outside


def test_the_graph_that_is_made_in_parts_is_the_product_of_the_lines() -> None:
    for board in (Board((5, 4, 3)), Board.cube(6, 2, torus=True), Board((1, 1))):
        lines = board.incidence.toarray().astype(np.int64)
        both = lines.T @ lines
        np.fill_diagonal(both, 0)
        assert (board.attack_graph.toarray() == (both > 0)).all()


def test_the_comparison_of_rows_can_be_interrupted() -> None:
    matrix = sp.csr_array(np.ones((2, 2), dtype=np.int8))
    upper = np.array([1, 1])
    with interrupted_by(lambda: True), pytest.raises(Interrupted):
        dominated(matrix, upper)
    assert dominated(matrix, upper).tolist() == [False, True]


def test_the_thread_of_an_engine_is_interrupted_once_it_is_cancelled() -> None:
    cancelled, began = threading.Event(), threading.Event()

    def work() -> None:
        while True:
            began.set()
            check_interruption()
            time.sleep(0.001)

    thread = start_thread(work, cancelled, "set-up")
    assert began.wait(STALL)
    cancelled.set()
    thread.join(STALL)
    assert not thread.is_alive()


def test_a_sample_ends_at_its_limit_while_it_prepares() -> None:
    board = Board.cube(2, 12, piece="hyperplane-queen")  # its graph takes a minute and more
    began = time.monotonic()
    outcome = sample_density(board, RunContext(Limit(seconds=0.2)), samples=5)
    assert outcome.status is Status.LIMIT
    assert time.monotonic() - began < STALL
