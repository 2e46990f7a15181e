"""Sessions: everything that could be undone is still there after opening."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import Board, InputError, Placement
from nqviz.formats.session import read_history
from nqviz.formats.trace import Trace
from nqviz_app.document.document import Cut, Document, Marks, State
from nqviz_app.document.session_file import parse_session, read_session, session_text, write_session


def history(document):
    """Return what the board is at every position of the undo stack."""
    stack = document.undo_stack
    now = stack.index()
    seen = []
    for position in range(stack.count() + 1):
        stack.setIndex(position)
        seen.append((document.placement(), document.givens, document.cut is None))
    stack.setIndex(now)
    return seen


@given(st.lists(st.tuples(st.sampled_from("tgulcUL"), st.integers(0, 8)), max_size=12))
def test_a_session_keeps_the_whole_history(qapp, steps):
    document = Document(State.of(Placement(Board.cube(3, 2), [(1, 1)]), givens=(4,)))
    cut = Cut(np.array([2]), np.eye(2, 3, dtype=bool), "cut")
    acts = {
        "t": document.toggle,
        "g": document.toggle_given,
        "u": lambda _: document.unlock_all(),
        "l": lambda _: document.lock_all(),
        "c": lambda _: document.clear(),
        "U": lambda _: document.undo_stack.undo(),
        "L": lambda i: document.load(
            State.of(Placement(Board.cube(3, 2, torus=bool(i % 2)), [(i // 3, i % 3)]), cut=cut),
            "Load",
        ),
    }
    for what, index in steps:
        acts[what](index)
    text = session_text([document.tab], 0)
    other = Document()
    before = other.tab
    tabs, current = parse_session(text, "a.session", other)
    assert other.tab is before
    assert current == 0
    other.show_tab(tabs[0])
    assert other.undo_stack.index() == document.undo_stack.index()
    assert history(other) == history(document)
    assert session_text([other.tab], 0) == text
    for each in (document, other):
        each.deleteLater()


def test_the_last_search_comes_back(qapp, tmp_path):
    document = Document(State.of(Placement(Board.cube(3, 2))))
    trace = Trace(((0.1 + 0.2, None, 9), (0.7, 2, 2)), fewest=True)
    document.tab.search = trace
    path = tmp_path / "a.nqviz"
    write_session(path, [document.tab], 0)
    (tab,), _ = read_session(path, document)
    assert tab.search == trace
    assert read_history(path).search == trace
    data = json.loads(path.read_text(encoding="utf-8"))
    data["sheets"][0]["search"]["moments"][1] = [0.2, 2, 2]
    with pytest.raises(InputError, match=r"^x: moment 2 of the search is \[0\.2, 2, 2\]"):
        parse_session(json.dumps(data), "x", document)
    del data["sheets"][0]["search"]  # as in older files
    (tab,), _ = parse_session(json.dumps(data), "x", document)
    assert tab.search is None
    document.load(State.of(Placement(Board.cube(4, 2))), "Load")
    assert document.tab.search is None
    document.deleteLater()


def test_marked_and_excluded_cells_come_back(qapp, tmp_path):
    document = Document(State.of(Placement(Board.cube(3, 2))))
    document.toggle(4)
    document.set_marks(Marks(np.array([2, 5]), "where it may stand"))
    document.set_excluded(np.arange(9) % 4 == 1)
    path = tmp_path / "a.nqviz"
    write_session(path, [document.tab], 0)
    (tab,), _ = read_session(path, document)
    assert tab.marks.cells.tolist() == [2, 5]
    assert tab.marks.caption == "where it may stand"
    assert tab.excluded.tolist() == (np.arange(9) % 4 == 1).tolist()
    assert session_text([tab], 0) == path.read_text(encoding="utf-8")
    data = json.loads(path.read_text(encoding="utf-8"))
    for key in ("marks", "excluded"):  # as in older files
        del data["sheets"][0][key]
    (tab,), _ = parse_session(json.dumps(data), "x", document)
    assert tab.marks is None
    assert tab.excluded is None
    data["sheets"][0]["excluded"] = [[9, 9]]
    with pytest.raises(InputError, match=r"^x: "):
        parse_session(json.dumps(data), "x", document)
    document.deleteLater()


def test_paths_and_saved_marks_survive(qapp, tmp_path):
    document = Document()
    document.toggle(0)
    document.set_saved(tmp_path / "a.json")
    document.toggle(1)
    path = tmp_path / "b.session"
    write_session(path, [document.tab], 0)
    tabs, _ = read_session(path, document)
    assert tabs[0].path == tmp_path / "a.json"
    assert not tabs[0].undo_stack.isClean()
    tabs[0].undo_stack.setActive()
    document.show_tab(tabs[0])
    document.undo_stack.undo()
    assert document.is_saved
    document.deleteLater()


def _damaged():
    good = {
        "format": "nqviz-session",
        "version": 1,
        "current": 0,
        "sheets": [
            {
                "path": None,
                "start": {
                    "shape": [3, 3],
                    "torus": False,
                    "piece": "queen",
                    "queens": [[1, 1]],
                    "givens": [],
                },
                "steps": [{"text": "Place", "place": [[2, 3]]}],
                "position": 1,
                "saved": 0,
            }
        ],
    }
    yield good, None
    for path, value in (
        (("version",), 2),
        (("format",), "other"),
        (("current",), 5),
        (("sheets",), None),
        (("sheets", 0, "position"), 3),
        (("sheets", 0, "start", "shape"), [0, 3]),
        (("sheets", 0, "start", "queens"), [[4, 1]]),
        (("sheets", 0, "start", "givens"), [[2, 2]]),
        (("sheets", 0, "steps", 0, "place"), [[1, 1]]),
        (("sheets", 0, "steps", 0, "place"), "x"),
        (("sheets", 0, "steps", 0), {"text": "Remove", "remove": [[3, 3]]}),
        (("sheets", 0, "steps", 0), {"text": "Lock", "lock": [[3, 3]]}),
    ):
        bad = json.loads(json.dumps(good))
        inner = bad
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        yield bad, path


@pytest.mark.parametrize(("data", "wrong"), list(_damaged()))
def test_damaged_sessions_are_refused_in_one_line(qapp, data, wrong):
    document = Document()
    before = document.tab
    if wrong is None:
        assert len(parse_session(json.dumps(data), "x", document)[0]) == 1
    else:
        with pytest.raises(InputError, match=r"^x: ") as caught:
            parse_session(json.dumps(data), "x", document)
        assert "\n" not in str(caught.value)
    assert document.tab is before
    assert document.undo_stack.count() == 0
    document.deleteLater()


def test_a_session_that_is_cut_off_anywhere_is_refused_in_one_line(qapp, tmp_path):
    document = Document(State.of(Placement(Board.cube(3, 2))))
    for cell in (1, 5, 1, 7):
        document.toggle(cell)
    document.tab.path = tmp_path / "größe.json"
    whole = session_text([document.tab], 0).encode()
    before, path = document.tab, tmp_path / "a.nqviz"
    for length in range(0, len(whole), 5):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"a\.nqviz: ") as caught:
            read_session(path, document)
        assert "\n" not in str(caught.value)
        assert document.tab is before
    assert document.undo_stack.count() == 4
    document.deleteLater()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "1", "[" * 10**5, "9" * 10**5, '{"format": "nqviz-placement"}']
)
def test_what_is_no_session_is_refused(qapp, text):
    document = Document()
    with pytest.raises(InputError):
        parse_session(text, "x", document)
    document.deleteLater()


def test_what_is_missing_is_named(qapp, tmp_path):
    document = Document()
    data = next(_damaged())[0]
    del data["sheets"][0]["start"]
    with pytest.raises(InputError, match=r"^x: the session is damaged: 'start' is missing$"):
        parse_session(json.dumps(data), "x", document)
    (tmp_path / "a.nqviz").write_bytes(b"\xff")
    with pytest.raises(InputError, match=r"a\.nqviz: this is not UTF-8 text$"):
        read_session(tmp_path / "a.nqviz", document)
    with pytest.raises(InputError, match=r"b\.nqviz: cannot be read: no such file or directory$"):
        read_session(tmp_path / "b.nqviz", document)
    document.deleteLater()
