"""Colourings of the planar queen graph, against the known chromatic numbers and the definition."""

import itertools
import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from nqviz.cli import main
from nqviz.constructions import construct
from nqviz.constructions.colourings import (
    colouring_placement,
    exact_colouring,
    known_chromatic,
    linear_colouring,
    product_colouring,
    shipped_colourings,
)
from nqviz.constructions.mirrored_classes import Classes, diagonal_orbits, symmetry_images
from nqviz.constructions.stacking import planar_solutions
from nqviz.constructions.symmetric_colouring import SYMMETRIES, symmetric_colouring
from nqviz.constructions.tabu_colouring import tabu_colouring
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.counting.tables import printed_table
from nqviz.problems.colouring import colour
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Known, Status


def is_colouring(square):
    """Return whether no two cells of one colour attack each other."""
    board = Board.cube(len(square), 2)
    return all(Placement(board, np.argwhere(square == c)).is_valid() for c in np.unique(square))


def is_proper(square: np.ndarray) -> bool:
    attack = Board.cube(len(square), 2).attack_graph.tocoo()
    flat = square.ravel()
    return bool((flat[attack.row] != flat[attack.col]).all())


@pytest.mark.parametrize("n", range(1, 12))
def test_the_fewest_colours_are_the_known_ones_and_proven(n: int) -> None:
    found = colour(Board.cube(n, 2))
    assert found.status is Status.OPTIMAL
    assert found.value is not None
    assert found.colours == known_chromatic()[n][0] == found.bound
    assert is_proper(found.value)
    assert is_colouring(found.value)


@pytest.mark.parametrize(
    "board",
    [
        Board.cube(11, 3),
        Board.cube(11, 3, torus=True),
        Board.cube(7, 2, wraps=(0,)),
        Board.cube(17, 4),
        Board((11, 11, 11), blocked=[(0, 0, 0)]),
    ],
    ids=str,
)
def test_shifts_of_a_regular_solution_are_the_fewest_colours(board: Board) -> None:
    found = colour(board)
    assert found.status is Status.OPTIMAL
    assert found.value is not None
    assert (found.colours, found.engine) == (board.n, "shifts of a regular solution")
    for number in range(board.n):
        cells = np.argwhere(found.value == number)
        assert Placement(board, cells).is_valid()
        assert len(cells) + len(board.blocked) >= board.n ** (board.d - 1)
    assert (found.value >= 0).sum() == board.open_count
    assert ("disjoint full solutions" in found.message) == (not board.blocked)


@pytest.mark.parametrize("n", [2, 3, 4, 6, 8, 9, 10])
def test_one_colour_less_is_refuted(n: int) -> None:
    found = colour(Board.cube(n, 2), colours=known_chromatic()[n][0] - 1)
    assert found.status is Status.INFEASIBLE
    assert found.value is None


def classes_of(square: np.ndarray) -> set[frozenset[tuple[int, int]]]:
    cells: dict[int, set[tuple[int, int]]] = {}
    for (i, j), colour_of_cell in np.ndenumerate(square):
        cells.setdefault(int(colour_of_cell), set()).add((i, j))
    return {frozenset(members) for members in cells.values()}


def test_eighteen_colours_are_eighteen_disjoint_solutions() -> None:
    found = colour(Board.cube(18, 2))
    assert found.value is not None
    for each in range(18):
        queens = Placement(Board.cube(18, 2), np.argwhere(found.value == each))
        assert len(queens) == 18
        assert queens.is_valid()
    assert "18 disjoint full solutions, the most that fit" in found.message
    table = printed_table("colourings")
    assert table.cells[18, "disjoint solutions"].cell.printed is None  # listed as at least 16


@pytest.mark.parametrize("n", sorted(shipped_colourings()))
def test_shipped_colourings_are_disjoint_solutions(n: int) -> None:
    square = shipped_colourings()[n]
    assert is_proper(square)
    assert sorted(np.unique(square, return_counts=True)[1].tolist()) == [n] * n
    assert colour(Board.cube(n, 2)).status is Status.OPTIMAL
    assert (construct(Board.cube(n, 2), "colouring").placement.cells[:, 2].max()) == n - 1


@pytest.mark.parametrize("n", [12, 14, 16, 18])
def test_as_many_colours_as_rows_by_symmetry(n: int) -> None:
    found = colour(Board.cube(n, 2))
    assert found.status is Status.OPTIMAL
    assert found.value is not None
    assert found.colours == n == known_chromatic()[n][0]
    assert is_proper(found.value)
    classes = classes_of(found.value)
    assert classes == {frozenset((i, n - 1 - j) for i, j in cells) for cells in classes}


@pytest.mark.parametrize("n", [4, 6, 8, 10])
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_no_symmetric_colouring_of_small_sides(n: int, symmetry: str) -> None:
    assert symmetric_colouring(n, symmetry) is None
    assert exact_colouring(n) is None


@pytest.mark.parametrize("n", [5, 13])
def test_colourings_of_odd_sides_that_turns_keep(n: int) -> None:
    square = symmetric_colouring(n, "quarter turn", 0)
    assert square is not None
    assert is_proper(square)
    assert square.max() == n - 1
    classes = classes_of(square)
    assert classes == {frozenset((j, n - 1 - i) for i, j in cells) for cells in classes}


def test_symmetric_colourings_of_other_sides() -> None:
    assert symmetric_colouring(14, "mirrors") is None
    assert symmetric_colouring(15, "quarter turn") is None
    with pytest.raises(InputError, match="for even n, not 15"):
        symmetric_colouring(15, "mirror")
    with pytest.raises(InputError, match=r"n = 12, 14, .*, 36, not 25; the nearest n is 24"):
        construct(Board.cube(25, 2), "colouring", kind="symmetric")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("n", [8, 10, 12])
def test_all_classes_that_may_go_on_are_listed_once(n: int, symmetry: str) -> None:
    """One of each class and its images, by the definition: those with the first corner."""
    search = Classes(n, symmetry, np.random.default_rng(0))
    first, size = np.arange(n), SYMMETRIES[symmetry]
    left = -(-n // size)
    expected = set()
    for row in planar_solutions(n):
        cells = search.images[first, row]
        if len(np.unique(cells)) < n * size or 0 not in cells[:, 0]:
            continue  # it meets one of its images, or has another queen in the corner
        lines = np.stack([cells // n - cells % n, cells // n + cells % n - (n - 1)])
        covered = [(lines == k).sum(axis=(1, 2)) for k in range(1 - n, n)]
        least = n - abs(np.arange(1 - n, n)) - size * (left - 1)
        if (np.array(covered) >= least[:, None]).all():
            expected.add(tuple(row.tolist()))
    listed = [tuple(row.tolist()) for row in search.listed([], left, RunContext())]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected


def test_classes_beside_others_are_disjoint_from_them() -> None:
    search = Classes(12, "mirror", np.random.default_rng(1))
    first = np.arange(12)
    chosen = next(search.listed([], 6, RunContext()))
    taken = search.images[first, chosen].ravel()
    rows = list(search.listed([chosen], 5, RunContext()))
    assert rows
    assert not np.isin(search.images[first, rows].ravel(), taken).any()


@pytest.mark.parametrize("symmetry", ["mirror", "mirrors", "half turn", "quarter turn"])
def test_orbits_of_diagonals_are_those_of_their_cells(symmetry: str) -> None:
    n = 6
    images, orbits = symmetry_images(n, symmetry), diagonal_orbits(n, symmetry)
    i, j = images // n, images % n
    falls, rises = orbits[0][j - i + n - 1], orbits[1][i + j]  # shape (n, n, g)
    both = np.sort([falls, rises], axis=0)
    assert (both == both[..., :1]).all()
    lines = np.unique(np.stack([falls, rises]))
    assert len(lines) == (2 * n - 1 if symmetry == "mirror" else 2 * n if "half" in symmetry else n)


@pytest.mark.parametrize("n", [20, 24, 28])
def test_as_many_colours_as_rows_by_both_reflections(n: int) -> None:
    square = symmetric_colouring(n, "mirrors", run=RunContext(Limit(seconds=120)))
    assert square is not None
    assert is_proper(square)
    assert square.max() == n - 1


def test_products_need_an_inner_colouring_of_the_torus() -> None:
    square = product_colouring(linear_colouring(5), linear_colouring(7))
    assert square.max() == 34
    assert is_proper(square)
    four = colour(Board.cube(4, 2)).value
    assert four is not None
    assert is_proper(product_colouring(four, linear_colouring(5)))
    assert not is_proper(product_colouring(linear_colouring(5), four))


@pytest.mark.parametrize("n", [4, 6, 9])
def test_linear_colourings_name_the_nearest_side(n: int) -> None:
    with pytest.raises(InputError, match="nearest n"):
        linear_colouring(n)


def test_a_limit_and_a_stop_prove_nothing() -> None:
    found = colour(Board.cube(9, 2), colours=9 + 1, run=RunContext(Limit(seconds=1e-9)))
    assert (found.status, found.value) == (Status.LIMIT, None)
    stop = threading.Event()
    stop.set()
    assert colour(Board.cube(22, 2), colours=22, run=RunContext(stop=stop)).status is Status.STOPPED
    assert colour(Board.cube(14, 2), colours=14, run=RunContext(stop=stop)).status is Status.STOPPED
    with pytest.raises(InputError, match="stopped before a colouring with 24"):
        construct(Board.cube(24, 2), "colouring", run=RunContext(stop=stop))
    with pytest.raises(InputError, match="cells times directions"):
        colour(Board.cube(2050, 2, piece="rook", torus=True))
    with pytest.raises(InputError, match="not possible"):
        colour(Board.cube(8, 2), colours=65)


def test_a_colouring_is_a_placement_with_a_class_in_each_layer() -> None:
    placement = construct(Board.cube(12, 2), "colouring").placement
    assert placement.board == Board.cube(12, 3, piece="rook")
    assert placement.is_valid()
    flat = Board.cube(12, 2)
    for layer in range(12):
        cells = placement.cells[placement.cells[:, 2] == layer, :2]
        assert len(cells) == 12
        assert Placement(flat, cells).is_valid()


def test_the_verb_answers_with_a_square(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["colour", "--n", "7", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    square = np.array(answer["square"])
    assert answer["status"] == "optimal"
    assert answer["colours"] == square.max() == 7
    assert square.min() == 1
    assert is_proper(square)
    assert main(["colour", "--n", "8", "--colours", "8"]) == 1
    assert "infeasible" in capsys.readouterr().out
    assert main(["colour", "--n", "22", "--colours", "22", "--time-limit", "0.2"]) == 3
    capsys.readouterr()


def test_the_verb_writes_layers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "square.json"
    assert main(["colour", "--n", "5", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    assert "25 rooks" in capsys.readouterr().out
    assert colouring_placement(linear_colouring(5)).board == Board.cube(5, 3, piece="rook")


def test_a_search_on_a_large_board_soon_looks_at_the_stop_flag() -> None:
    tabu_colouring(Board.cube(6, 2), 9, RunContext())  # what loads or compiles is not measured
    stop, spent = threading.Event(), [0.0]

    def note(_progress: object) -> None:
        spent.append(time.thread_time())
        if len(spent) == 4:
            stop.set()

    assert tabu_colouring(Board.cube(60, 2), 61, RunContext(progress=note, stop=stop)) is None
    assert max(after - before for before, after in itertools.pairwise(spent[1:])) < 0.5


def test_large_boards_are_coloured_without_a_search() -> None:
    found = colour(Board.cube(201, 2))
    assert found.status is Status.FEASIBLE
    assert "too large for a search" in found.message
    assert found.value is not None
    for number in range(found.colours or 0):
        cells = np.flatnonzero(found.value.ravel() == number)
        assert Placement.from_indices(Board.cube(201, 2), cells).is_valid()
    assert found.colours == 203
    fewer = colour(Board.cube(201, 2), colours=202)
    assert fewer.status is Status.LIMIT
    assert "The greedy colouring has 317 colours" in fewer.message
    assert colour(Board.cube(1001, 2)).status is Status.OPTIMAL


def test_a_board_too_large_to_search_is_coloured_by_a_formula():
    found = colour(Board.cube(1501, 2))
    assert (found.status, found.colours) == (Status.OPTIMAL, 1501)
    first = Placement.from_indices(Board.cube(1501, 2), np.flatnonzero(found.value == 7))
    assert (len(first), first.is_valid()) == (1501, True)
    assert colour(Board.cube(1500, 2)).colours == 1501
    for board, colours in ((Board.cube(1500, 2, torus=True), None), (Board.cube(1500, 2), 1500)):
        with pytest.raises(InputError, match="cells times directions"):
            colour(board, colours=colours)


@pytest.mark.parametrize(
    ("board", "colours", "reason"),
    [
        (Board.cube(31, 4), 30, "the cells of a line attack each other"),
        (Board.cube(4, 3), 9, "each has at most 7 of the 64 cells"),
        (Board.cube(3, 4), 15, "a box of side 2"),
    ],
)
def test_too_few_colours_are_refuted_by_a_line_or_the_maximum(board, colours, reason):
    found = colour(board, colours=colours)
    assert (found.status, found.value, found.bound) == (Status.INFEASIBLE, None, colours + 1)
    assert reason in found.message


@pytest.mark.parametrize("board", [Board((5, 12)), Board((6, 7, 8)), Board((9, 9), blocked=[3])])
def test_part_of_a_larger_regular_colouring_is_one(board):
    modulus = {2: 13, 3: 11}[board.d] if board.is_flat and not board.blocked else 11
    found = colour(board, RunContext(Limit(seconds=0.5)), colours=modulus)
    assert found.value is not None
    for number in range(modulus):
        cells = np.flatnonzero(found.value.ravel() == number)
        assert Placement.from_indices(board, cells).is_valid()


def test_boards_of_some_more_cells_are_decided():
    board = Board((6, 6), blocked=[(0, 1), (3, 3)])
    found = colour(board)
    assert (found.status, found.colours, found.known) == (Status.OPTIMAL, 7, Known.EXACT)
    assert colour(board, colours=6).status is Status.INFEASIBLE
    stop = threading.Event()
    stop.set()
    assert colour(board, RunContext(stop=stop), colours=6).status is Status.STOPPED
