"""A history as a script: what it makes is what the history has made."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats.history import Edit, History
from nqviz.formats.history_script import history_script


def run(script):
    names = {"__builtins__": __builtins__, "print": lambda *_: None}
    exec(script, names)
    return names


@given(st.lists(st.integers(0, 26), max_size=12), st.integers(0, 12), st.booleans())
def test_a_script_makes_the_same_board(cells, back, torus):
    board = Board.cube(3, 3, torus=torus, piece="rook")
    history = History(BoardState(Placement.from_indices(board, [0, 13]), [13]))
    for number, cell in enumerate(cells):
        state = history.state
        if cell in state.givens:
            history.edit(Edit("Unlock\nit", unlock=(cell,)))
        elif state.occupied[cell] and number % 2:
            history.edit(Edit("Lock", lock=(cell,)))
        elif state.occupied[cell]:
            history.edit(Edit("Remove", remove=(cell,)))
        else:
            history.edit(Edit("Place", place=(cell,)))
    for _ in range(min(back, history.position)):
        history.undo()
    names = run(history_script(history))
    assert names["placement"] == history.state.placement
    assert names["board"] == board
    assert names["given"] == {
        tuple(value + 1 for value in board.cell(index)) for index in history.state.givens
    }


def test_a_step_to_another_board_is_repeated():
    history = History(BoardState(Placement(Board.cube(4, 2), [(0, 0)])))
    history.load("Another", BoardState(Placement(Board((2, 3)), [(1, 2)]), [5]))
    names = run(history_script(history))
    assert names["placement"] == history.state.placement
    assert names["given"] == {(2, 3)}


def test_a_very_long_history_is_refused():
    board = Board.cube(40, 3)
    placement = Placement.from_indices(board, np.arange(60_000))
    with pytest.raises(InputError, match="save the session instead"):
        history_script(History(BoardState(placement)))
