"""The document: every change has a name, can be undone, and leaves the counts right."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import AttackCounts, Board, InputError, Placement
from nqviz.view.overlay import Overlay
from nqviz_app.document.document import Cut, Document, State


def snapshot(document):
    counts = document.counts
    return (
        document.board,
        counts.counts.tolist(),
        np.flatnonzero(counts.occupied).tolist(),
        (counts.queens, counts.free, counts.conflicts),
        document.givens,
        document.cut,
    )


@pytest.fixture
def document(qapp):
    document = Document(State.of(Placement(Board.cube(4, 2))))
    yield document
    document.deleteLater()


def test_a_click_places_and_a_click_removes(document):
    touched = []
    document.queens_changed.connect(touched.append)
    document.toggle(5)
    assert document.is_queen(5)
    assert document.undo_stack.undoText() == "Place (2, 2), b2"
    document.toggle(5)
    assert not document.is_queen(5)
    assert document.undo_stack.undoText() == "Remove (2, 2), b2"
    assert touched == [{5}, {5}]


def test_a_given_queen_is_locked(document):
    said = []
    document.message.connect(said.append)
    document.toggle_given(5)
    document.toggle(5)
    assert document.is_queen(5)
    assert "unlock it first" in said[-1]
    document.clear()
    assert document.is_queen(5)
    document.toggle_given(5)
    assert document.is_queen(5)
    assert not document.is_given(5)
    document.lock_all()
    assert document.givens == {5}
    document.unlock_all()
    document.clear()
    assert document.counts.queens == 0


def test_an_attacked_queen_is_placed_and_said(document):
    said = []
    document.message.connect(said.append)
    document.toggle(0)
    document.toggle(5)
    assert document.counts.conflicts == 1
    assert "is attacked" in said[-1]
    assert document.picture().conflicts == ((0, 5),)


def test_a_selection_is_told_once_and_ends_with_the_board(document):
    told = []
    document.selection_changed.connect(lambda: told.append(document.selection))
    document.set_selection([5, 3, 5])
    document.set_selection({3, 5})
    assert document.picture().selected.tolist() == [3, 5]
    document.toggle(5)
    assert document.selection == {3, 5}
    document.load(State.of(Placement(Board.cube(3, 3))), "Another board")
    assert document.picture().selected.tolist() == []
    assert told == [{3, 5}, frozenset()]


def test_accepting_a_suggestion_is_one_step(document):
    document.toggle(0)
    before = snapshot(document)
    document.set_suggestion(np.array([1, 7, 8, 14]))
    assert document.picture().suggested.tolist() == [1, 7, 8, 14]
    document.accept_suggestion()
    assert document.placement().indices.tolist() == [1, 7, 8, 14]
    assert document.suggestion is None
    document.undo_stack.undo()
    assert snapshot(document) == before


def test_an_edit_drops_the_suggestion_and_a_lock_does_not(document):
    document.toggle(0)
    document.set_suggestion(np.array([0, 6]))
    document.toggle_given(0)
    assert document.suggestion is not None
    document.toggle(9)
    assert document.suggestion is None


def test_loading_another_board_can_be_undone(document):
    document.toggle(3)
    before = snapshot(document)
    deleted = np.zeros((3, 3), bool)
    deleted[1, 2] = True
    cut = Cut(np.array([7]), deleted, "a cut")
    assert cut.outside.reshape(3, 3, 3)[:, 2].all()
    assert cut.outside.sum() == 9
    state = State.of(Placement(Board.cube(3, 3), [(0, 0, 0)]), cut=cut)
    document.set_cursor(3)
    document.set_overlay(Overlay(np.ones(16), 2, "two"))
    document.load(state, "Load a cube")
    assert document.board == Board.cube(3, 3)
    assert document.cut is cut
    assert document.overlay is None
    assert document.cursor is None
    document.toggle(26)
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert snapshot(document) == before
    document.undo_stack.redo()
    document.undo_stack.redo()
    assert document.placement().indices.tolist() == [0, 26]


def test_saving_makes_it_clean(document, tmp_path):
    assert document.is_saved
    document.toggle(1)
    assert not document.is_saved
    document.set_saved(tmp_path / "a.json")
    assert document.is_saved
    assert document.title == "a.json"
    document.undo_stack.undo()
    assert not document.is_saved


def test_the_window_has_a_limit(document):
    with pytest.raises(InputError, match="the window shows at most"):
        State.of(Placement(Board.cube(300, 3)))
    with pytest.raises(InputError, match="the window shows sides of at most 10,000"):
        State.of(Placement(Board((10_001, 2))))


@given(st.lists(st.tuples(st.sampled_from("tgulcUR"), st.integers(0, 15)), max_size=25))
def test_undo_goes_back_through_everything(qapp, steps):
    document = Document(State.of(Placement(Board.cube(4, 2))))
    first = snapshot(document)
    stack = document.undo_stack
    acts = {
        "t": document.toggle,
        "g": document.toggle_given,
        "u": lambda _: document.unlock_all(),
        "l": lambda _: document.lock_all(),
        "c": lambda _: document.clear(),
        "U": lambda _: stack.undo(),
        "R": lambda _: stack.redo(),
    }
    for what, index in steps:
        acts[what](index)
        assert document.givens <= set(np.flatnonzero(document.counts.occupied).tolist())
        anew = AttackCounts.of(document.placement())
        assert (anew.counts == document.counts.counts).all()
        assert anew.conflicts == document.counts.conflicts
    last = snapshot(document)
    while stack.canRedo():
        stack.redo()
    end, names = snapshot(document), stack.count()
    while stack.canUndo():
        assert stack.undoText()
        stack.undo()
    assert snapshot(document) == first
    for _ in range(names):
        stack.redo()
    assert snapshot(document) == end
    assert last[0] == end[0]
    document.deleteLater()
