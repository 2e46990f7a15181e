"""Programs: how many rows there are, that every row holds, and that dropping some loses nothing."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import prod

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, InputError, Placement
from nqviz.ilp import FAMILIES, build_program, check_cuts, cut_names
from nqviz.ilp.dominance import dominated
from tests.nqviz.ilp.row_counts import row_counts
from tests.nqviz.oracle import attacking_direction, independent_sets


def family_rows(board: Board, name: str) -> np.ndarray:
    return FAMILIES[name].rows(board).matrix.toarray()


@cache
def pairs_that_attack(board: Board) -> set[tuple[int, int]]:
    return {
        (a, b)
        for a, b in combinations(range(board.size), 2)
        if attacking_direction(board, board.cell(a), board.cell(b)) is not None
    }


def maximal_cliques_hold(board: Board, rows: np.ndarray) -> bool:
    """Return whether all cells of each row attack one another, pair by pair."""
    attacks = pairs_that_attack(board)
    return all(attacks.issuperset(combinations(np.flatnonzero(row).tolist(), 2)) for row in rows)


def maximum_placements(board: Board) -> list[list[int]]:
    """Return the cells of every maximum placement, by brute force."""
    sets = list(independent_sets(board.attack_graph.toarray(), range(board.size)))
    most = max(map(len, sets))
    return [list(cells) for cells in sets if len(cells) == most]


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


@pytest.mark.parametrize("name", ["base", "cube", "face", "star", "cross"])
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
    assert len(rows) or (name == "face" and min(board.d, sum(n > 1 for n in board.shape)) < 3)
    assert maximal_cliques_hold(board, rows)


def applicable(board: Board) -> list[str]:
    return [name for name in cut_names() if is_applicable(board, name)]


def is_applicable(board: Board, cut: str) -> bool:
    try:
        check_cuts(board, [cut])
    except InputError:
        return False
    return True


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (Board.cube(3, 3), 16),
        (Board.cube(4, 2), 2),
        (Board.cube(3, 4), 4992),
        (Board((3, 3, 4)), None),
        (Board((2, 3, 5)), None),
        (Board((4, 5), torus=True), None),
        (Board.cube(3, 3, torus=True), None),
        (Board.cube(5, 2, torus=True), 10),
    ],
    ids=str,
)
def test_every_row_holds_for_every_maximum_placement(board: Board, count: int | None) -> None:
    placements = maximum_placements(board)
    assert count is None or len(placements) == count
    chosen = np.zeros((board.size, len(placements)), dtype=np.int64)
    for column, placement in enumerate(placements):
        chosen[placement, column] = 1
    names = applicable(board)
    assert {"cube", "star", "cross", "odd-cycle", "lmr"} <= set(names)
    for name in names:
        rows = FAMILIES[name].rows(board)
        sums = rows.matrix.astype(np.int64) @ chosen
        assert (sums <= rows.upper[:, None]).all(), name
        assert (sums >= rows.lower[:, None]).all(), name


@pytest.mark.parametrize("shape", [(4, 4, 4), (3, 4, 5), (3, 3, 3, 3), (1, 4, 5, 3)])
def test_lower_cubes_are_as_many_as_there_are_places_for_them(shape: tuple[int, ...]) -> None:
    long = [axis for axis, side in enumerate(shape) if side > 1]
    expected = 0
    for k in range(2, len(long)):
        for axes in combinations(long, k):
            for h in range(1, min(shape[axis] for axis in axes)):
                expected += prod(n - h if a in axes else n for a, n in enumerate(shape))
    assert len(family_rows(Board(shape), "face")) == expected


def test_a_cross_stands_on_every_cell_at_every_distance() -> None:
    rows = family_rows(Board.cube(5, 3), "cross")
    assert len(rows) == 125 * 4
    assert sorted(set(rows.sum(axis=1).tolist())) == [1, 2, 3, 5, 9]


@pytest.mark.parametrize("shape", [(5, 5), (3, 4, 5), (1, 4), (3, 3, 3, 3)])
def test_lmr_writes_each_line_once_for_each_cell(shape: tuple[int, ...]) -> None:
    board = Board(shape)
    program = build_program(board, ["lmr"])
    through = sum(
        len(cells) >= 2
        for index in range(board.size)
        for cells in (np.arange(board.size)[line] for line in board.lines_through(index))
    )
    assert row_counts(program) == {"lmr": through}
    distinct = {tuple(row) for row in program.matrix.toarray().tolist()}
    assert distinct == {tuple(row) for row in family_rows(board, "base").tolist()}


def test_layers_hold_what_their_board_holds() -> None:
    rows = FAMILIES["layer"].rows(Board.cube(5, 4))
    assert len(rows.upper) == 4 * 5  # planar layers of five and more say no more than lines do
    assert set(rows.upper.tolist()) == {13}
    assert set(rows.matrix.sum(axis=1).tolist()) == {125}
    small = FAMILIES["layer"].rows(Board.cube(3, 4))
    assert len(small.upper) == 4 * 3 + 6 * 9
    assert sorted(set(small.upper.tolist())) == [2, 4]


def test_subcubes_are_as_many_as_the_thesis_says() -> None:
    rows = FAMILIES["subsolution"].rows(Board.cube(6, 3))
    assert len(rows.upper) == sum((6 - m + 1) ** 3 for m in range(2, 6))
    by_size = dict(zip(rows.matrix.sum(axis=1).tolist(), rows.upper.tolist(), strict=True))
    assert by_size == {8: 1, 27: 4, 64: 7, 125: 13}
    # On a torus they wrap, so each starts at every cell.
    torus = FAMILIES["subsolution"].rows(Board.cube(6, 3, torus=True))
    assert len(torus.upper) == 4 * 216


def test_boxes_are_those_that_hold_less_than_their_parts() -> None:
    board = Board.cube(4, 3)
    rows = FAMILIES["box"].rows(board)
    sums = rows.matrix.sum(axis=1)
    # Of 3 x 3 x 4 cells five hold a queen, two boxes of 3 x 3 x 2 would allow eight.
    assert int(((sums == 36) & (rows.upper == 5)).sum()) == 3 * 4
    assert (rows.upper < 7).all()  # nothing is said of the board itself
    strong = build_program(board, ["box"])
    assert row_counts(strong)["box"] == len(rows.upper)


def test_families_object_without_listing_their_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("parts were bounded")

    monkeypatch.setattr("nqviz.ilp.parts.best_upper", never)
    boards = [Board.cube(101, 3), Board.cube(10, 4), Board.cube(1000, 2), Board.cube(3, 12)]
    objections = [FAMILIES[name].objection(board) for name in cut_names() for board in boards]
    assert any(objections)
    assert not all(objections)


def test_rows_of_parts_say_that_they_rest_on_published_maxima() -> None:
    assert {name for name in cut_names() if FAMILIES[name].is_published} == {
        "layer",
        "subsolution",
        "box",
    }


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
    board = Board.cube(5, 3)
    program = build_program(board, [name for name in applicable(board) if name != "lmr"])
    supports = [set(np.flatnonzero(row).tolist()) for row in program.matrix.toarray()]
    assert not any(
        a <= b and program.upper[j] <= program.upper[i]
        for i, a in enumerate(supports)
        for j, b in enumerate(supports)
        if i != j
    )


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
    assert row_counts(program)["full"] == 6


def test_a_line_that_nothing_can_fill_stays_as_a_contradiction() -> None:
    board = Board.cube(3, 2)  # a queen in the centre attacks everything
    program = build_program(board, full=True).given([4])
    assert program.matrix.shape == (4, 0)
    assert (program.lower == 1).all()


@pytest.mark.parametrize("shape", [(1,), (1, 1, 1)])
def test_a_single_cell_has_a_program_without_rows(shape: tuple[int, ...]) -> None:
    program = build_program(Board(shape), applicable(Board(shape)))
    assert program.matrix.shape == (0, 1)


def test_a_large_program_has_a_row_for_each_cube() -> None:
    program = build_program(Board.cube(12, 3))
    assert row_counts(program)["cube"] == sum(h**3 for h in range(1, 12))


@pytest.mark.parametrize(
    ("board", "cuts", "words"),
    [
        (Board.cube(4, 3), ["hexagon"], "unknown cut 'hexagon'"),
        (Board.cube(4, 3), ["planar"], "planar cliques, and it has 3 dimensions"),
        (Board.cube(4, 3), ["layer"], "'layer' does not apply to the .4,3. board: no part"),
        (Board.cube(4, 2), ["layer"], "no layers of two or more dimensions"),
        (Board.cube(31, 3), ["box"], "boxes have 29,699 shapes; at most 4,096 are bounded"),
        (Board.cube(5, 2), ["cube", "face"], "no lower dimension"),
        (Board.cube(5, 3, piece="rook"), ["box"], "not for rooks"),
        (Board.cube(4, 3, piece="rook"), ["cube"], "attack one another for queens, not for rooks"),
        (Board.cube(101, 3), ["cube"], "entries"),
    ],
)
def test_bad_cuts_are_refused_in_one_line(board: Board, cuts: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        build_program(board, cuts)
    assert "\n" not in str(caught.value)
