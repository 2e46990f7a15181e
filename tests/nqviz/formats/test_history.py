"""Histories: undo, redo and jumps give what a plain list of states gives; edits are checked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import AttackCounts, Board, InputError, Placement
from nqviz.core.board_state import BoardState, Cut
from nqviz.formats.history import Edit, History, Load
from nqviz.formats.session import parse_session
from nqviz.formats.session_parts import Session, SessionTab, session_parts

BOARDS = (Board.cube(3, 2), Board.cube(3, 2, torus=True), Board((2, 3)), Board.cube(2, 3))
KINDS = ["cell", "given", "clear", "load", "undo", "redo", "jump"]
MOVES = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 30)), max_size=25)


class Oracle:
    """The states as a list of plain tuples: the board, its queens and the given ones."""

    def __init__(self, board, queens=()):
        self.states, self.position = [(board, frozenset(queens), frozenset())], 0

    @property
    def now(self):
        return self.states[self.position]

    def add(self, state):
        self.states[self.position + 1 :] = [state]
        self.position += 1


def now(history):
    state = history.state
    return state.board, frozenset(state.queens.tolist()), frozenset(state.givens)


def now_of(snapshot):
    return snapshot.board, frozenset(snapshot.queens.tolist()), frozenset(snapshot.givens)


def do(history, oracle, kind, number):
    """Make a move in both."""
    board, queens, givens = oracle.now
    cell = number % board.size
    if kind == "cell" and cell not in givens:
        change = {"remove" if cell in queens else "place": (cell,)}
        history.edit(Edit("a cell", **change))
        oracle.add((board, queens ^ {cell}, givens))
    elif kind == "given" and cell in queens:
        history.edit(Edit("a given", **{"unlock" if cell in givens else "lock": (cell,)}))
        oracle.add((board, queens, givens ^ {cell}))
    elif kind == "clear" and queens:
        edit = Edit("all", remove=tuple(sorted(queens)), unlock=tuple(sorted(givens)))
        history.edit(edit)
        oracle.add((board, frozenset(), frozenset()))
    elif kind == "load":
        other = BOARDS[number % len(BOARDS)]
        history.load("a board", BoardState(Placement.from_indices(other, [1, 4]), givens=[4]))
        oracle.add((other, frozenset({1, 4}), frozenset({4})))
    elif kind == "undo" and oracle.position:
        history.undo()
        oracle.position -= 1
    elif kind == "redo" and oracle.position < len(oracle.states) - 1:
        history.redo()
        oracle.position += 1
    elif kind == "jump":
        oracle.position = number % len(oracle.states)
        go(history, oracle.position)


def go(history, position):
    while history.position > position:
        history.undo()
    while history.position < position:
        history.redo()


def played(moves, after=lambda _history: None):
    history, oracle = History(BoardState(Placement(BOARDS[0]))), Oracle(BOARDS[0])
    for kind, number in moves:
        do(history, oracle, kind, number)
        after(history)
        assert now(history) == oracle.now
        assert history.position == oracle.position
    return history, oracle


@given(MOVES, st.booleans(), st.booleans())
def test_every_position_is_as_it_was(moves, is_counted, is_limited):
    def after(history):
        if is_counted:
            anew = AttackCounts.of(history.state.placement)
            assert np.array_equal(history.state.counts.counts, anew.counts)
            assert history.state.counts.conflicts == anew.conflicts
        if is_limited:
            history.limit(0, keep_steps=True)

    history, oracle = played(moves, after)
    seen = [now_of(each) for each in history.snapshots()]
    assert seen == oracle.states
    for position, state in enumerate(oracle.states):
        board, queens = history.queens_at(position)
        assert (board, queens.tolist()) == (state[0], sorted(state[1]))
    for position in (0, len(history), oracle.position):
        go(history, position)
        assert now(history) == oracle.states[position]


@given(MOVES, st.integers(-1, 30))
def test_a_session_file_keeps_a_history(moves, saved):
    history, oracle = played(moves)
    saved = min(saved, len(history))
    text = "".join(session_parts(Session((SessionTab(history, saved=saved),), 0)))
    tab = parse_session(text).front
    assert "".join(session_parts(Session((tab,), 0))) == text
    assert now(tab.history) == now(history)
    assert (tab.history.position, tab.saved) == (history.position, saved)
    assert [step.text for step in tab.history.steps] == [step.text for step in history.steps]
    assert [now_of(each) for each in tab.history.snapshots()] == oracle.states


@given(MOVES)
def test_what_is_dropped_for_memory_is_the_oldest(moves):
    history, oracle = played(moves)
    dropped = history.limit(0)
    assert dropped.steps == max(oracle.position - 1, 0)
    assert history.position == oracle.position - dropped.steps
    states = [now_of(each) for each in history.snapshots()]
    assert states == oracle.states[dropped.steps :]
    for position in (0, len(history)):
        go(history, position)
        assert now(history) == states[position]


def test_kept_states_are_dropped_before_steps():
    board = Board.cube(100, 2)
    history = History(BoardState(Placement(board)))
    for _ in range(4):
        history.load("another", BoardState(Placement(board, [(0, 0)])))
        history.edit(Edit("place", place=(7,)))
    assert history.nbytes > 4 * board.size
    dropped = history.limit(2 * board.size + 5000)
    assert dropped.states in (2, 3)
    assert dropped.steps == 0
    assert history.nbytes <= 2 * board.size + 5000
    go(history, 0)
    assert not history.state.queens.size
    assert not any((history.limit().states, history.limit().steps))


WRONG = [
    Edit("off", place=(0, 9)),
    Edit("off", place=(0, -1)),
    Edit("twice", place=(0, 0)),
    Edit("there", place=(0, 4)),
    Edit("gone", place=(0,), remove=(5,)),
    Edit("given", place=(0,), remove=(8,)),
    Edit("locked", place=(0,), lock=(8,)),
    Edit("empty", place=(0,), lock=(5,)),
    Edit("removed", remove=(4,), lock=(4,)),
    Edit("free", place=(0,), unlock=(4,)),
]


@pytest.mark.parametrize("edit", WRONG, ids=str)
@pytest.mark.parametrize("is_counted", [False, True])
def test_an_edit_that_does_not_fit_changes_nothing(edit, is_counted):
    history = History(BoardState(Placement.from_indices(Board.cube(3, 2), [4, 8]), givens=[8]))
    if is_counted:
        counts = history.state.counts.counts.copy()
    with pytest.raises(InputError, match=r"^step '.*' does not fit|^step 'off': cell .* is off"):
        history.edit(edit)
    assert history.state.queens.tolist() == [4, 8]
    assert history.state.givens == {8}
    assert len(history) == 0
    if is_counted:
        assert np.array_equal(history.state.counts.counts, counts)


def test_an_edit_is_refused_on_a_smaller_board():
    edit = Edit("Place", place=(60,))
    edit.apply(BoardState(Placement(Board.cube(8, 2))))
    with pytest.raises(InputError, match=r"^step 'Place': cell 60 is off the \(4,2\) board$"):
        edit.apply(BoardState(Placement(Board.cube(4, 2))))


def test_there_is_nothing_beyond_the_ends():
    history = History(BoardState(Placement(Board.cube(3, 2))))
    for move in (history.undo, history.redo):
        with pytest.raises(InputError):
            move()


def test_a_cut_is_part_of_the_state():
    cut = Cut(np.array([2]), np.eye(2, 3, dtype=bool), "cut")
    history = History(BoardState(Placement(Board.cube(3, 2))))
    history.load("cut", BoardState(Placement(Board.cube(3, 2)), cut=cut))
    assert isinstance(history.undo(), Load)
    assert history.state.cut is None
    history.redo()
    assert history.state.cut is cut
