"""Odd cycles: those that are shown, and those that a fractional solution violates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, InputError
from nqviz.ilp import FAMILIES, clique_cells
from nqviz.ilp.odd_cycles import odd_cycle_cells, violated_odd_cycles
from tests.nqviz.oracle import attacking_direction, largest_set

BOARDS = [
    Board.cube(4, 2),
    Board.cube(5, 3),
    Board((6, 1, 4)),
    Board.cube(3, 4),
    Board.cube(7, 2, torus=True),
    Board.cube(40, 3),
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("length", [5, 7])
def test_cells_of_a_cycle_attack_their_neighbours_in_it_only(board: Board, length: int) -> None:
    found = 0
    for index in range(0, board.size, max(1, board.size // 12)):
        cycle = odd_cycle_cells(board, index, length)
        if not len(cycle):
            continue
        found += 1
        assert cycle[0] == index
        cells = board.cells(cycle).tolist()
        for a in range(length):
            for b in range(a + 1, length):
                attack = attacking_direction(board, cells[a], cells[b]) is not None
                assert attack == (b - a in (1, length - 1))
    assert found or (length == 7 and board.size < 25)


def test_a_clique_kind_shows_it() -> None:
    board = Board.cube(6, 3)
    assert clique_cells(board, 7, "odd-cycle", 2).tolist() == odd_cycle_cells(board, 7, 7).tolist()


def test_where_there_is_none_nothing_is_given() -> None:
    assert len(odd_cycle_cells(Board.cube(2, 3), 0)) == 0
    assert len(odd_cycle_cells(Board.cube(5, 2, piece="rook"), 0)) == 0  # its graph is perfect


@pytest.mark.parametrize("length", [3, 4, 6, -1])
def test_a_length_that_is_no_cycle_is_refused(length: int) -> None:
    with pytest.raises(InputError, match="odd length from 5"):
        odd_cycle_cells(Board.cube(5, 2), 0, length)


def test_a_violated_cycle_is_found() -> None:
    board = Board.cube(6, 2)
    cycle = odd_cycle_cells(board, 0)
    values = np.zeros(board.size)
    values[cycle] = 0.5
    rows = violated_odd_cycles(board, np.arange(board.size), values)
    assert [set(np.flatnonzero(row)) for row in rows.matrix.toarray()] == [set(cycle.tolist())]
    assert rows.upper.tolist() == [2]


def test_columns_may_be_some_of_the_cells() -> None:
    board = Board.cube(6, 2)
    cycle = odd_cycle_cells(board, 0)
    rows = violated_odd_cycles(board, np.sort(cycle), np.full(5, 0.45))
    assert rows.matrix.toarray().tolist() == [[1, 1, 1, 1, 1]]
    assert not len(violated_odd_cycles(board, np.sort(cycle), np.full(5, 0.4)).upper)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_every_cycle_found_is_odd_violated_and_holds(seed: int) -> None:
    board = Board.cube(4, 3)
    lines = board.incidence.astype(float)
    values = np.random.default_rng(seed).random(board.size) ** 4
    values /= max(1.0, float((lines @ values).max()))
    values = np.where(values > 0.02, values, 0.0)
    rows = violated_odd_cycles(board, np.arange(board.size), values)
    assert (rows.matrix @ values > rows.upper).all()
    attacks = board.attack_graph.toarray()
    for row, upper in zip(rows.matrix.toarray(), rows.upper.tolist(), strict=True):
        cells = np.flatnonzero(row)
        assert len(cells) == 2 * upper + 1
        among = attacks[np.ix_(cells, cells)]
        assert (among.sum(axis=1) >= 2).all()
        assert largest_set(among) <= upper


def test_planar_cliques_are_those_that_are_violated() -> None:
    board = Board.cube(5, 2)
    separate = FAMILIES["planar"].separate
    assert separate is not None
    square = clique_cells(board, 0, "cube", 2)
    values = np.zeros(board.size)
    values[square] = 0.3
    rows = separate(board, np.arange(board.size), values)
    assert (rows.matrix @ values > 1).all()
    assert set(square.tolist()) in [set(np.flatnonzero(row)) for row in rows.matrix.toarray()]
    assert not len(separate(board, np.arange(board.size), np.full(25, 0.2)).upper)
