"""Boards against the definition of an attack, cell by cell."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import Board, InputError, to_cells, to_coordinates
from nqviz.core.board import MAX_CELLS
from nqviz.core.coordinates import coordinate_text
from nqviz.core.pieces import HYPERPLANE, LEAPS, PIECES, class_name
from tests.nqviz.oracle import attacking_direction

shapes = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)
boards = st.builds(
    Board,
    shapes.filter(lambda shape: np.prod(shape) <= 40),
    st.booleans(),
    st.sampled_from([*sorted(PIECES.keys() - LEAPS.keys() - {HYPERPLANE}), "1+3", "2,3", "3"]),
)
LEAPERS = {
    "knight": (set(), {(1, 2)}),
    "superqueen": ({1, 2, 3, 4}, {(1, 2)}),
    "rook+1,1,2-leaper": ({1}, {(1, 1, 2)}),
    "3-rider+1,2+2,4-leaper": ({3}, {(1, 2), (2, 4)}),
    "1+1,1-leaper": (set(), {(1,), (1, 1)}),
}
boards_of_leapers = st.builds(
    Board,
    st.one_of(shapes, st.tuples(st.integers(1, 9), st.integers(1, 9))).filter(
        lambda shape: np.prod(shape) <= 60
    ),
    st.just(False),
    st.sampled_from(sorted(LEAPERS)),
)
cubes_of_hyperplanes = st.sampled_from(
    [
        Board.cube(n, d, piece=HYPERPLANE)
        for n, d in ((1, 2), (2, 3), (4, 1), (6, 2), (3, 3), (2, 4))
    ]
)
boards |= cubes_of_hyperplanes | boards_of_leapers
RIDERS = {"1+3-rider": {1, 3}, "2+3-rider": {2, 3}, "3-rider": {3}, "1+2-rider": {1, 2}}


def attacked_from(board, a):
    """Return by the definition the cells that a attacks: a + m e (mod the sides on a torus)."""
    if board.piece == HYPERPLANE:
        return {b for b in all_cells(board) if a != b and in_hyperplane(board, a, b)}
    if board.piece in LEAPERS:
        return {b for b in all_cells(board) if a != b and leaps(board, a, b)}
    classes = RIDERS[board.piece] if board.piece in RIDERS else PIECES[board.piece]
    found = set()
    for e in product((-1, 0, 1), repeat=board.d):
        order = sum(map(abs, e))
        if not order or (classes is not None and order not in classes):
            continue
        for m in range(1, int(np.lcm.reduce(board.shape)) + 1):
            c = tuple(x + m * y for x, y in zip(a, e, strict=True))
            if board.torus:
                c = tuple(x % n for x, n in zip(c, board.shape, strict=True))
            elif not all(0 <= x < n for x, n in zip(c, board.shape, strict=True)):
                break
            found.add(c)
    return found - {a}


def leaps(board, a, b):
    classes, steps = LEAPERS[board.piece]
    sizes = sorted(abs(x - y) for x, y in zip(a, b, strict=True) if x != y)
    return tuple(sizes) in steps or (len(set(sizes)) == 1 and len(sizes) in classes)


def in_hyperplane(board, a, b):
    signs = product((-1, 0, 1), repeat=board.d)
    difference = [x - y for x, y in zip(a, b, strict=True)]
    return any(
        sum(x * y for x, y in zip(e, difference, strict=True)) % board.n == 0
        for e in signs
        if any(e)
    )


def all_cells(board):
    return list(product(*map(range, board.shape)))


@given(boards)
def test_lines_join_exactly_the_cells_that_attack(board):
    cells = all_cells(board)
    reach = [attacked_from(board, cell) for cell in cells]
    expected = np.array([[b in found for b in cells] for found in reach])
    assert (board.attack_graph.toarray() == expected).all()
    for index, row in enumerate(expected):
        reached = np.zeros(board.size, bool)
        for line in board.lines_through(index):
            members = np.zeros(board.size, int)
            members[line] += 1
            assert members[index] == 1
            reached |= members > 0
        reached[index] = False
        assert (reached == row).all()


@given(boards)
def test_incidence_holds_every_line_of_two_cells_once(board):
    rows = board.incidence
    sets = [
        frozenset(rows.indices[a:b].tolist())
        for a, b in zip(rows.indptr, rows.indptr[1:], strict=False)
    ]
    assert all(len(line) >= 2 for line in sets)
    assert len(board.line_directions) == len(sets)
    named = set(zip(board.line_directions.tolist(), sets, strict=True))
    assert len(named) == len(sets)
    if board.is_cube or not board.torus:  # on a box torus two directions may wind around alike
        assert len(set(sets)) == len(sets)
    graph = board.attack_graph.toarray()
    for line in sets:
        assert all(graph[a, b] for a in line for b in line if a != b)


@given(boards, st.data())
def test_attacking_direction_agrees_with_the_graph(board, data):
    a, b = (data.draw(st.integers(0, board.size - 1)) for _ in range(2))
    direction = attacking_direction(board, board.cell(a), board.cell(b))
    assert (direction is not None) == bool(board.attack_graph.toarray()[a, b])


@given(boards, st.data())
def test_cells_and_indices_are_inverse(board, data):
    index = data.draw(st.integers(0, board.size - 1))
    assert board.index(board.cell(index)) == index
    assert board.indices(board.cells([index])).tolist() == [index]


@pytest.mark.parametrize(("n", "d"), [(8, 2), (5, 3), (4, 4), (3, 5)])
def test_queen_directions_and_reach(n, d):
    board = Board.cube(n, d)
    assert len(board.directions) == (3**d - 1) // 2
    reach = np.asarray(board.attack_graph.sum(axis=0)).ravel() + 1
    assert reach.min() == (2**d - 1) * (n - 1) + 1  # mathematics: in a corner
    if n % 2:
        assert reach.max() == (3**d - 1) * (n - 1) // 2 + 1  # in the centre of an odd board
    assert (board.direction_steps > 0).all()


def test_line_count_of_the_chessboard():
    assert Board.cube(8, 2).incidence.shape == (8 + 8 + 13 + 13, 64)


def test_lines_of_a_large_board_are_slices():
    board = Board.cube(101, 3)
    lines = board.lines_through(board.index((50, 50, 50)))
    assert len(lines) == 13
    assert all(isinstance(line, slice) for line in lines)
    assert all(len(range(*line.indices(board.size))) == 101 for line in lines)


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: Board(()), "dimension"),
        (lambda: Board((0, 3)), "side 1"),
        (lambda: Board((3, -1)), "side 2"),
        (lambda: Board((3, 2.5)), "side 2"),
        (lambda: Board((True, 2)), "side 1"),
        (lambda: Board((1000, 1000, 1000)), "1,000,000,000 cells"),
        (lambda: Board.cube(2, 13), "dimensions"),
        (lambda: Board.cube(2, 0), "dimension"),
        (lambda: Board((2, 2), piece="king"), "king"),
        (lambda: Board((4, 4)).index((4, 0)), r"\(5, 1\)"),
        (lambda: Board((4, 4)).index((0, 0, 0)), "3 coordinates"),
    ],
)
def test_bad_boards_are_refused_in_one_line(make, word):
    with pytest.raises(InputError, match=word) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_the_largest_board_is_cheap_to_name():
    assert Board.cube(37, 5).size <= MAX_CELLS
    assert Board((1, 1)).directions.shape == (0, 2)


def test_names():
    assert str(Board.cube(11, 3)) == "(11,3) board"
    assert str(Board((4, 5, 6), torus=True, piece="rook")) == "4x5x6 torus of rooks"
    assert [class_name(i) for i in (1, 2, 3, 4)] == [
        "axis",
        "diagonal",
        "space diagonal",
        "4-agonal",
    ]
    assert coordinate_text((0, 3, 1)) == "(1, 4, 2)"
    assert to_cells(to_coordinates([[0, 1]])).tolist() == [[0, 1]]
