"""Placements: every flaw is found and no other."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import Board, FlawKind, InputError, Placement

from_1_to_4 = st.lists(st.tuples(*[st.integers(-1, 4)] * 3), max_size=8)


def test_flaws_name_every_reason():
    board = Board.cube(4, 2)
    placement = Placement.from_coordinates(board, [(1, 1), (2, 2), (1, 1), (5, 1), (3, 0)])
    flaws = placement.flaws()
    kinds = [flaw.kind for flaw in flaws]
    assert kinds.count(FlawKind.OFF_BOARD) == 2
    assert kinds.count(FlawKind.TWICE) == 1
    assert kinds.count(FlawKind.ATTACK) == 2  # both queens on (1, 1) attack (2, 2)
    assert "queen 4 at (5, 1) is off the (4,2) board" in [flaw.message for flaw in flaws]
    assert "(1, 1) and (2, 2) attack each other along a diagonal" in [f.message for f in flaws]
    assert not placement.is_valid()


@given(
    st.data(),
    st.sampled_from(["queen", "rook", "bishop", "1+3"]),
    st.sampled_from([(3, 5, False), (3, 5, True), (4, 4, False), (4, 4, True), (5, 4, True)]),
)
def test_few_queens_in_many_directions_attack_as_their_lines_say(data, piece, cube):
    n, d, torus = cube
    board = Board.cube(n, d, torus, piece)
    rows = data.draw(st.lists(st.tuples(*[st.integers(0, n - 1)] * d), max_size=8))
    placement = Placement(board, rows)
    expected = []
    for direction in range(len(board.directions)):
        keys = board.line_keys(placement.cells, direction)
        expected += [
            (direction, int(keys[i]), i, j)
            for i, j in combinations(range(len(rows)), 2)
            if keys[i] == keys[j] and rows[i] != rows[j]
        ]
    once = {}
    for e, _, i, j in sorted(expected):
        once.setdefault((i, j), (e, i, j))  # on a torus two may share more than one line
    found = [(attack.direction, attack.first, attack.second) for attack in placement.attacks()]
    assert found == list(once.values())
    assert placement.is_valid() == (not expected and len(set(rows)) == len(rows))


def test_two_queens_in_eleven_dimensions_are_compared_and_no_lines_are_walked(monkeypatch):
    board = Board.cube(3, 11)
    asked = []
    line_keys = Board.line_keys
    monkeypatch.setattr(Board, "line_keys", lambda *of: (asked.append(of[-1]), line_keys(*of))[1])
    apart = Placement(board, [(0,) * 11, (1, 2, *(0,) * 9)])
    assert apart.attacks() == []
    assert apart.is_valid()
    assert not asked
    (attack,) = Placement(board, [(0,) * 11, (2,) * 11]).attacks()
    assert board.directions[attack.direction].tolist() == [1] * 11
    assert asked == [attack.direction]


@given(from_1_to_4, st.sets(st.integers(0, 2)), st.sampled_from(["queen", "rook", "bishop"]))
def test_flaws_agree_with_the_graph(rows, wraps, piece):
    board = Board((4, 3, 4), piece=piece, wraps=sorted(wraps))
    placement = Placement(board, rows)
    graph = board.attack_graph.toarray()
    inside = [i for i, row in enumerate(rows) if board.contains(row)]
    expected = {
        (i, j)
        for i in inside
        for j in inside
        if i < j and graph[board.index(rows[i]), board.index(rows[j])]
    }
    attacks = placement.attacks()
    assert len(attacks) == len(expected)
    assert {tuple(sorted((a.first, a.second))) for a in attacks} == expected
    good = len(inside) == len(rows) == len(set(rows)) and not expected
    assert placement.is_valid() == good
    assert (not placement.flaws()) == good


@given(st.permutations(range(6)))
def test_a_placement_is_a_set(order):
    board = Board.cube(6, 2)
    rows = [(i, (3 * i) % 6) for i in range(6)]
    one, other = Placement(board, rows), Placement(board, [rows[i] for i in order])
    assert one == other
    assert hash(one) == hash(other)
    assert one != Placement(board, rows[:5])
    assert one != Placement(Board.cube(7, 2), rows)


def test_is_valid_on_many_queens_marks_lines():
    n = 13
    cells = [(a, b, (3 * a + 5 * b) % n) for a in range(n) for b in range(n)]
    board = Board.cube(n, 3)
    assert Placement(board, cells).is_valid()
    cells[0] = (0, 0, 1)
    assert not Placement(board, cells).is_valid()


def test_limits_and_views():
    board = Board.cube(5, 2)
    crowd = Placement.from_indices(board, range(25))
    assert len(crowd.attacks(limit=7)) == 7
    assert len(crowd.flaws(limit=3)) == 3
    assert crowd.coordinates()[0] == [1, 1]
    assert list(crowd)[-1] == (4, 4)
    assert len(Placement(board)) == 0
    assert Placement(board).is_valid()
    with pytest.raises(InputError, match="2 coordinates"):
        Placement(board, [(1, 2, 3)])
    with pytest.raises(InputError, match="queen 2"):
        _ = Placement(board, [(1, 1), (9, 9)]).indices
    with pytest.raises(ValueError, match="read-only"):
        crowd.cells[0] = 1
    assert np.array_equal(Placement.from_indices(board, crowd.indices).cells, crowd.cells)
