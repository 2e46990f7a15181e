"""Session files: what is written is read again, and what is wrong is refused in one line."""

import json

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.core.board_state import BoardState, Cut
from nqviz.core.errors import InputError
from nqviz.formats.history import Edit, History
from nqviz.formats.session import (
    is_session,
    parse_session,
    read_session,
    write_session,
)
from nqviz.formats.session_parts import Session, SessionTab, session_parts
from nqviz.formats.trace import Trace

START = {"shape": [4, 4], "torus": False, "piece": "queen", "queens": [[1, 2]], "givens": [[1, 2]]}
STEPS = [
    {"text": "Place", "place": [[2, 4], [3, 1]]},
    {"text": "Lock", "lock": [[2, 4]]},
    {"text": "Remove", "remove": [[3, 1]], "unlock": [[1, 2]]},
    {"text": "Load", "load": {**START, "shape": [3, 3, 3], "queens": [[1, 1, 1]], "givens": []}},
]


def session(**changes):
    other = {"path": None, "start": START, "steps": [], "position": 0, "saved": 0}
    tab = {"start": START, "steps": STEPS, "position": 2} | changes
    data = {"format": "nqviz-session", "version": 1, "current": 1, "sheets": [other, tab]}
    return json.dumps(data)


def test_every_step_is_there():
    tab = parse_session(session()).front
    history = tab.history
    seen = list(history.snapshots())
    assert [each.placement.coordinates() for each in seen] == [
        [[1, 2]],
        [[1, 2], [2, 4], [3, 1]],
        [[1, 2], [2, 4], [3, 1]],
        [[1, 2], [2, 4]],
        [[1, 1, 1]],
    ]
    assert [each.givens for each in seen] == [(1,), (1,), (1, 7), (7,), ()]
    assert [step.text for step in history.steps] == ["Place", "Lock", "Remove", "Load"]
    assert history.position == 2
    assert history.state.givens == {1, 7}
    assert seen[-1].board.shape == (3, 3, 3)
    assert (tab.path, tab.saved) == (None, -1)


def test_sessions_are_recognized(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(session())
    assert is_session(path)
    assert read_session(path).front.history.state.givens == {1, 7}
    path.write_text('{"format": "nqviz-placement"}')
    assert not is_session(path)
    assert not is_session(tmp_path / "none")


def test_all_that_belongs_to_a_tab_comes_back(tmp_path):
    board = Board.cube(3, 2)
    cut = Cut(np.array([2]), np.eye(2, 3, dtype=bool), "cut")
    history = History(BoardState(Placement(board, [(1, 1)]), givens=[4], cut=cut))
    history.edit(Edit("Place", place=(0,)))
    tab = SessionTab(
        history,
        tmp_path / "größe.json",
        saved=1,
        view={"version": 1},
        marks=(np.array([2, 5]), "where it may stand"),
        excluded=np.arange(9) % 4 == 1,
        greedy=True,
        costs=True,
        search=Trace(((0.1 + 0.2, None, 9), (0.7, 2, 2)), fewest=True),
    )
    write_session(Session((tab,), 0), tmp_path / "a.session")
    again = read_session(tmp_path / "a.session").front
    assert again.path == tab.path
    assert (again.saved, again.view, again.search) == (1, tab.view, tab.search)
    assert (again.greedy, again.costs) == (True, True)
    assert again.marks[0].tolist() == [2, 5]
    assert again.marks[1] == "where it may stand"
    assert np.array_equal(again.excluded, tab.excluded)
    assert np.array_equal(again.history.start.cut.deleted, cut.deleted)
    text = (tmp_path / "a.session").read_text(encoding="utf-8")
    assert "".join(session_parts(Session((again,), 0))) == text


def test_marks_of_old_files_are_the_greedy_queens():
    marks = {"cells": [[1, 1]], "caption": "greedy queen of the infinite board"}
    tab = parse_session(session(marks=marks)).front
    assert tab.marks is None
    assert tab.greedy


def start(**changes):
    return session(start={**START, **changes}, steps=[], position=0)


def load(**changes):
    return session(steps=[{"text": "Load", "load": {**START, **changes}}], position=0)


def step(**changes):
    return session(steps=[{"text": "x", **changes}], position=0)


CUT = {"dropped": [], "deleted": [[1], []], "caption": ""}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 10**5, "nested too deeply"),
        ("9" * 10**5, "a number in the JSON is too long"),
        ("1", "not a session"),
        ("[]", "not a session"),
        ('{"format": "nqviz-placement"}', "not a session"),
        ('{"format": "nqviz-session", "version": 2}', "version 2 of a session"),
        ('{"format": "nqviz-session", "version": "1"}', "'version' is 1; it has to be a whole"),
        ('{"format": "nqviz-session", "version": 1, "current": 0, "sheets": []}', "'current'"),
        ('{"format": "nqviz-session", "version": 1, "current": 0, "sheets": [1]}', "tab: 1 is not"),
        ('{"format": "nqviz-session", "version": 1, "current": 0}', "'sheets' is missing"),
        (session(position=9), "'position' is 9; it runs from 0 to 4"),
        (session(position="1"), "'position' is 1; it has to be a whole number"),
        (session(position=float("inf")), "'position'"),
        (session(saved=5), "'saved' is 5"),
        (session(path=3), "'path' is 3; it has to be text"),
        (session(start=[]), r"'start' is \[\]; it has to be an object"),
        (session(start={}), "'shape' is missing"),
        (session(search={}), "the search has no list"),
        (session(excluded=[[9, 9]]), "'excluded': cell 1: coordinate 1 is 9"),
        (session(marks={"cells": [[1, 1]]}), "'caption' is missing"),
        (start(shape=[0]), "side 1"),
        (start(shape=[4, 4.0]), "side 2 of 'shape' is 4.0, not a whole number"),
        (start(shape="44"), "'shape' is 44; it has to be a list"),
        (start(torus="no"), "'torus' is no; it has to be true or false"),
        (start(piece=1), "'piece' is 1; it has to be text"),
        (start(piece="dragon"), "dragon"),
        (start(givens=[[2, 2]]), "a given queen is not on the board"),
        (start(queens="x"), "'queens' is x; it has to be a list"),
        (start(queens=[[1.9, 2]]), "'queens': cell 1: 1.9 is not a whole number"),
        (start(queens=[["1", "2"]]), "'queens': cell 1: 1 is not a whole number"),
        (start(queens=[[True, 2]]), "'queens': cell 1: True is not a whole number"),
        (start(queens=[[1, 2], [1]]), "'queens': cell 2: 1 coordinate"),
        (start(queens=[[1, 2], 3]), "'queens': cell 2: 3 is no list"),
        (start(queens=[[1, 2], [1, 2]]), r"'queens': cell 2: a second queen on \(1, 2\)"),
        (start(queens=[[1, 2], [5, 1]]), r"'queens': cell 2: coordinate 1 is 5, off the \(4,2\)"),
        (start(queens=[[10**30, 1]]), "'queens': cell 1: coordinate 1 is 1000"),
        (start(cut={**CUT, "deleted": [[0], []]}), "layer 0 of the cut is not from 1 to 4"),
        (start(cut={**CUT, "deleted": [[1.5], []]}), "layer 1.5 of the cut"),
        (start(cut={**CUT, "deleted": [[1]]}), "'deleted' of the cut has to be 2 lists"),
        (load(torus="no"), "step 'Load': 'torus' is no"),
        (load(queens=[[1.9, 2]]), "step 'Load': 'queens': cell 1: 1.9 is not"),
        (session(steps=["x"]), "step 1: x is not an object"),
        (session(steps=[{}]), "'text' is missing"),
        (step(place="x"), "step 'x': 'place' is x; it has to be a list"),
        (step(place=[[9, 9]]), "step 'x': 'place': cell 1: coordinate 1 is 9"),
        (step(place=[["1", "1"]]), "step 'x': 'place': cell 1: 1 is not a whole number"),
        (step(place=[[1, 2]]), "step 'x' does not fit the queens before it"),
        (step(remove=[[3, 3]]), "step 'x' does not fit the queens before it"),
        (step(remove=[[1, 2]]), "step 'x' does not fit the queens before it"),
        (step(lock=[[3, 3]]), "step 'x' does not fit the queens before it"),
    ],
)
def test_a_damaged_session_is_refused_in_one_line(text, reason):
    with pytest.raises(InputError, match=f"^a: .*{reason}") as caught:
        parse_session(text, "a")
    assert "\n" not in str(caught.value)


def test_a_session_that_is_cut_off_anywhere_is_refused_in_one_line(tmp_path):
    whole, path = session().encode(), tmp_path / "a.nqviz"
    for length in range(0, len(whole), 5):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"a\.nqviz: ") as caught:
            read_session(path)
        assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "a.nqviz").write_bytes(b"\xff")
    with pytest.raises(InputError, match=r"a\.nqviz: this is not UTF-8 text$"):
        read_session(tmp_path / "a.nqviz")
    with pytest.raises(InputError, match=r"b\.nqviz: cannot be read: no such file or directory$"):
        read_session(tmp_path / "b.nqviz")
