"""Sessions: everything that could be undone is still there after opening."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import Board, InputError, Placement
from nqviz.core.board_state import Cut
from nqviz.formats.session import parse_session, read_session, write_session
from nqviz.formats.session_parts import session_parts
from nqviz.formats.trace import Trace
from nqviz.view.board_overlays import Marks
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.document.session_tabs import read_for_window, session_of, tabs_of
from nqviz_app.document.tab_file import TabFile


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
    document = Document(window_state(Placement(Board.cube(3, 2), [(1, 1)]), givens=(4,)))
    cut = Cut(np.array([2]), np.eye(2, 3, dtype=bool), "cut")
    acts = {
        "t": document.toggle,
        "g": document.toggle_given,
        "u": lambda _: document.unlock_all(),
        "l": lambda _: document.lock_all(),
        "c": lambda _: document.clear(),
        "U": lambda _: document.undo_stack.undo(),
        "L": lambda i: document.load(
            window_state(
                Placement(Board.cube(3, 2, torus=bool(i % 2)), [(i // 3, i % 3)]), cut=cut
            ),
            "Load",
        ),
    }
    for what, index in steps:
        acts[what](index)
    text = "".join(session_parts(session_of([document.tab], 0)))
    other = Document()
    before = other.tab
    session = parse_session(text, "a.session")
    (tab,) = tabs_of(session, other.step)
    assert "".join(session_parts(session_of([tab], 0))) == text
    assert other.tab is before
    assert session.current == 0
    other.show_tab(tab)
    assert other.undo_stack.index() == document.undo_stack.index()
    assert history(other) == history(document)
    for each in (document, other):
        each.deleteLater()


def test_the_last_search_comes_back(qapp, tmp_path):
    document = Document(window_state(Placement(Board.cube(3, 2))))
    trace = Trace(((0.1 + 0.2, None, 9), (0.7, 2, 2)), fewest=True)
    document.record_search(trace, document.tab)
    path = tmp_path / "a.nqviz"
    write_session(session_of([document.tab], 0), path)
    (tab,) = tabs_of(read_session(path), document.step)
    assert tab.search == trace
    document.load(window_state(Placement(Board.cube(4, 2))), "Load")
    assert document.tab.search is None
    document.deleteLater()


def test_marked_and_excluded_cells_come_back(qapp, tmp_path):
    document = Document(window_state(Placement(Board.cube(3, 2))))
    document.toggle(4)
    document.set_marks(Marks(np.array([2, 5]), "where it may stand"))
    document.set_excluded(np.arange(9) % 4 == 1)
    path = tmp_path / "a.nqviz"
    write_session(session_of([document.tab], 0), path)
    (tab,) = tabs_of(read_session(path), document.step)
    assert tab.marks.cells.tolist() == [2, 5]
    assert tab.marks.caption == "where it may stand"
    assert tab.excluded.tolist() == (np.arange(9) % 4 == 1).tolist()
    assert "".join(session_parts(session_of([tab], 0))) == path.read_text(encoding="utf-8")
    document.deleteLater()


def test_paths_and_saved_marks_survive(qapp, tmp_path):
    document = Document()
    document.toggle(0)
    document.set_saved(TabFile(tmp_path / "a.json"))
    document.toggle(1)
    path = tmp_path / "b.session"
    write_session(session_of([document.tab], 0), path)
    tabs = tabs_of(read_session(path), document.step)
    assert tabs[0].file == TabFile(tmp_path / "a.json")
    assert not tabs[0].undo_stack.isClean()
    tabs[0].undo_stack.setActive()
    document.show_tab(tabs[0])
    document.undo_stack.undo()
    assert document.is_saved
    document.deleteLater()


def test_a_board_that_is_too_large_for_the_window_is_refused(qapp, tmp_path):
    document, path = Document(), tmp_path / "a.nqviz"
    document.load(window_state(Placement(Board.cube(3, 2))), "Load")
    data = json.loads("".join(session_parts(session_of([document.tab], 0))))
    data["sheets"][0]["steps"][0]["load"]["shape"] = [300, 300, 300]
    data["sheets"][0]["steps"][0]["load"]["queens"] = []
    path.write_text(json.dumps(data).replace("[3, 3]", "[300, 300, 300]"), encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.nqviz: the \(300,3\) board has .* the window shows"):
        read_for_window(path)
    document.deleteLater()
