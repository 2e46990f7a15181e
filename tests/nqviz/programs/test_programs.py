"""Programs: how many rows there are, that every row holds, and that dropping some loses nothing."""

from __future__ import annotations

import time
from itertools import combinations
from math import prod

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, InputError, Placement
from nqviz.programs import CUTS, FAMILIES, build_program, dominated


def family_rows(board: Board, name: str) -> np.ndarray:
    return FAMILIES[name].rows(board).matrix.toarray()


def maximal_cliques_hold(board: Board, rows: np.ndarray) -> bool:
    """Tell whether all cells of each row attack one another, pair by pair."""
    for row in rows:
        for a, b in combinations(np.flatnonzero(row), 2):
            if board.attacking_direction(board.cell(int(a)), board.cell(int(b))) is None:
                return False
    return True


def maximum_placements(board: Board) -> list[list[int]]:
    """Enumerate every maximum placement by plain recursion over the cells."""
    attacks = board.attack_graph.toarray()
    best: list[list[int]] = [[]]

    def extend(chosen: list[int], free: list[int]) -> None:
        if len(chosen) > len(best[0]):
            best.clear()
        if not best or len(chosen) == len(best[0]):
            best.append(chosen)
        for place, cell in enumerate(free):
            if len(chosen) + len(free) - place < len(best[0]):
                return
            extend([*chosen, cell], [c for c in free[place + 1 :] if not attacks[cell, c]])

    extend([], list(range(board.size)))
    return best


@pytest.mark.parametrize("shape", [(5,), (4, 4), (3, 5), (4, 4, 4), (2, 3, 5), (3, 3, 3, 3)])
def test_lines_are_as_many_as_the_formula_says(shape: tuple[int, ...]) -> None:
    board = Board(shape)
    starts = [
        prod(n - abs(e) for n, e in zip(shape, vector, strict=True))
        - prod(max(0, n - 2 * abs(e)) for n, e in zip(shape, vector, strict=True))
        for vector in board.directions.tolist()
    ]
    assert len(family_rows(board, "base")) == sum(starts)


@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (5, 5, 5), (2, 4, 6), (3, 3, 3, 3)])
def test_cubes_are_as_many_as_there_are_places_for_them(shape: tuple[int, ...]) -> None:
    rows = family_rows(Board(shape), "cube")
    sides = range(1, min(shape))
    assert len(rows) == sum(prod(n - h for n in shape) for h in sides)
    sizes = {2 ** len(shape) + (h % 2 == 0) for h in sides}
    assert set(rows.sum(axis=1).tolist()) == sizes


def test_a_star_stands_on_every_cell_at_every_distance() -> None:
    rows = family_rows(Board.cube(4, 3), "star")
    assert len(rows) == 64 * 3
    assert rows.sum(axis=1).max() == 7  # an inner cell at distance 1 has all its arms


@pytest.mark.parametrize("name", sorted(FAMILIES))
@pytest.mark.parametrize(
    "board",
    [
        Board((3, 4)),
        Board((1, 4, 4)),
        Board.cube(5, 2),
        Board.cube(3, 3),
        Board((2, 3, 4)),
        Board.cube(5, 2, torus=True),
        Board.cube(6, 2, torus=True),
        Board((3, 4), torus=True),
        Board.cube(4, 3, torus=True),
    ],
    ids=str,
)
def test_the_cells_of_a_clique_attack_one_another(name: str, board: Board) -> None:
    rows = family_rows(board, name)
    assert len(rows)
    assert maximal_cliques_hold(board, rows)


@pytest.mark.parametrize(("n", "d", "count"), [(3, 3, 16), (4, 2, 2)])
def test_every_row_holds_for_every_maximum_placement(n: int, d: int, count: int) -> None:
    board = Board.cube(n, d)
    program = build_program(board, CUTS)
    placements = maximum_placements(board)
    assert len(placements) == count
    for placement in placements:
        sums = program.matrix[:, placement].sum(axis=1)
        assert (sums <= program.upper).all()
        assert (sums >= program.lower).all()


def test_the_program_forbids_every_pair_that_attacks() -> None:
    board = Board((3, 4, 2))
    program = build_program(board)
    rows = program.matrix.astype(np.int64)
    together = (rows.T @ rows).toarray() > 0
    np.fill_diagonal(together, False)
    assert (together == board.attack_graph.toarray()).all()


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sets(st.integers(0, 6)), st.integers(1, 2)), max_size=12))
def test_dominated_rows_are_those_within_another(rows: list[tuple[set[int], int]]) -> None:
    matrix = np.array([[c in row for c in range(7)] for row, _ in rows], dtype=np.int8)
    upper = np.array([bound for _, bound in rows], dtype=np.int64)
    found = dominated(sp.csr_array(matrix.reshape(-1, 7)), upper)
    for i, (row, bound) in enumerate(rows):
        expected = bool(row) and any(
            row <= other and limit <= bound and (row != other or limit < bound or j < i)
            for j, (other, limit) in enumerate(rows)
            if j != i
        )
        assert found[i] == expected


def test_no_row_of_a_program_lies_within_another() -> None:
    program = build_program(Board.cube(5, 3), CUTS)
    supports = [set(np.flatnonzero(row).tolist()) for row in program.matrix.toarray()]
    assert not any(a <= b for i, a in enumerate(supports) for j, b in enumerate(supports) if i != j)


def test_given_queens_leave_the_free_cells() -> None:
    board = Board.cube(5, 2)
    placement = Placement(board, [(0, 0), (1, 2)])
    program = build_program(board, full=True).given(placement.indices)
    free = [
        cell for cell in range(25) if Placement.from_indices(board, [*placement.indices, cell])
        .is_valid()
    ]  # fmt: skip
    assert program.cells.tolist() == free
    assert (program.matrix.sum(axis=1) > 0).all()
    # The rows and columns of the two queens are done, the other three of each are equations.
    assert int((program.lower == 1).sum()) == 6
    assert program.row_counts()["full"] == 6


def test_a_line_that_nothing_can_fill_stays_as_a_contradiction() -> None:
    board = Board.cube(3, 2)  # a queen in the centre attacks everything
    program = build_program(board, full=True).given([4])
    assert program.matrix.shape == (4, 0)
    assert (program.lower == 1).all()


@pytest.mark.parametrize("shape", [(1,), (1, 1, 1)])
def test_a_single_cell_has_a_program_without_rows(shape: tuple[int, ...]) -> None:
    program = build_program(Board(shape), CUTS)
    assert program.matrix.shape == (0, 1)


def test_a_large_program_is_quick() -> None:
    start = time.perf_counter()
    program = build_program(Board.cube(12, 3))
    assert time.perf_counter() - start < 1
    assert program.row_counts()["cube"] == sum(h**3 for h in range(1, 12))


@pytest.mark.parametrize(
    ("board", "cuts", "words"),
    [
        (Board.cube(4, 3), ["hexagon"], "unknown cut 'hexagon'"),
        (Board.cube(4, 3), ["base"], "unknown cut 'base'"),
        (Board.cube(4, 3, piece="rook"), ["cube"], "attack one another for queens, not for rooks"),
        (Board.cube(101, 3), ["cube"], "entries"),
    ],
)
def test_bad_cuts_are_refused_in_one_line(board: Board, cuts: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        build_program(board, cuts)
    assert "\n" not in str(caught.value)
