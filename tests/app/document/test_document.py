"""The document: every change has a name, can be undone, and leaves the counts right."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import AttackCounts, Board, InputError, Placement
from nqviz.core.board_state import Cut
from nqviz.formats.history import Edit
from nqviz.formats.trace import Trace
from nqviz.view.board_overlays import Marks
from nqviz.view.overlay import Overlay
from nqviz_app.document.board_tab import BoardTab, window_state
from nqviz_app.document.document import Document
from nqviz_app.document.tab_file import TabFile


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
    document = Document(window_state(Placement(Board.cube(4, 2))))
    yield document
    document.deleteLater()


def test_a_click_places_and_a_click_removes(document):
    counts = []
    document.queens_changed.connect(lambda: counts.append(document.counts.queens))
    document.toggle(5)
    assert document.is_queen(5)
    assert document.undo_stack.undoText() == "Place (2, 2), b2"
    document.toggle(5)
    assert not document.is_queen(5)
    assert document.undo_stack.undoText() == "Remove (2, 2), b2"
    assert counts == [1, 0]


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
    document.load(window_state(Placement(Board.cube(3, 3))), "Another board")
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
    state = window_state(Placement(Board.cube(3, 3), [(0, 0, 0)]), cut=cut)
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
    document.set_saved(TabFile(tmp_path / "a.json"))
    assert document.is_saved
    assert document.tab.title == "a.json"
    document.undo_stack.undo()
    assert not document.is_saved


def test_the_window_has_a_limit(document):
    with pytest.raises(InputError, match="the window shows at most"):
        window_state(Placement(Board.cube(300, 3)))
    with pytest.raises(InputError, match="the window shows sides of at most 10,000"):
        window_state(Placement(Board((10_001, 2))))


@given(st.lists(st.tuples(st.sampled_from("tgulcUR"), st.integers(0, 15)), max_size=25))
def test_undo_goes_back_through_everything(qapp, steps):
    document = Document(window_state(Placement(Board.cube(4, 2))))
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


def test_a_step_that_does_not_fit_changes_nothing(document):
    document.toggle(5)
    before = snapshot(document)
    for change in ({"place": (3, 16)}, {"place": (3, 5)}, {"remove": (5, 6)}, {"lock": (3,)}):
        with pytest.raises(InputError, match=r"^step 'x'"):
            document.edit("x", **change)
        assert snapshot(document) == before
        assert document.undo_stack.count() == 1


def test_undo_has_a_memory_limit(document):
    said = []
    document.message.connect(said.append)
    document.undo_bytes = 12_000
    for number in range(6):
        placement = Placement(Board.cube(40, 2), [(number, 0)])
        document.load(window_state(placement), "Load")
    assert said
    assert set(said) == {"Undo is limited to 0 MB: undoing to older boards takes longer."}
    assert document.undo_stack.count() == 6
    document.undo_stack.setIndex(2)
    assert document.placement().coordinates() == [[2, 1]]
    assert document.counts.queens == 1
    document.undo_stack.setIndex(6)
    said.clear()
    document.set_saved(TabFile(Path("a.json")))
    document.undo_bytes = 1000
    document.toggle(5)
    assert said[0] == "Undo is limited to 0 MB: 4 old steps can no longer be undone."
    assert [document.undo_stack.count(), document.undo_stack.index()] == [3, 3]
    document.undo_stack.undo()
    assert document.is_saved
    assert document.placement().coordinates() == [[6, 1]]
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.placement().coordinates() == [[4, 1]]
    assert not document.undo_stack.canUndo()


def test_another_start_ends_the_history(document):
    document.toggle(5)
    document.restart_after(Edit("", place=(3,), lock=(5,)))
    assert document.placement().indices.tolist() == [3, 5]
    assert document.undo_stack.count() == 0
    document.toggle(9)
    document.restart(window_state(Placement(Board.cube(3, 3))))
    assert document.board == Board.cube(3, 3)
    assert document.undo_stack.count() == len(document.tab.history) == 0


def test_another_tab_is_changed_without_a_signal(document):
    seen, other = [], BoardTab(window_state(Placement(Board.cube(4, 2))))
    document.overlay_changed.connect(lambda: seen.append(1))
    document.set_suggestion(np.array([1]), other)
    document.set_marks(Marks(np.array([2]), "two"), other)
    document.record_search(Trace(((1.0, 2, 3),)), other, has_ended=True)
    assert not seen
    assert document.suggestion is None
    assert document.marks is None
    document.show_tab(other)
    assert document.suggestion.tolist() == [1]
    assert document.marks.caption == "two"


def test_a_hovered_layer_is_announced_once_and_leaves_the_active_one(document):
    view, seen = document.view, []
    document.layer_hovered.connect(lambda: seen.append(document.hovered_layer))
    for layer in (2, 2, None):
        document.hover_layer(layer)
    assert seen == [2, None]
    assert document.view == view


def test_a_preview_is_no_change_and_ends_with_the_next_one(document):
    seen = []
    document.overlay_changed.connect(lambda: seen.append(1))
    document.toggle(5)
    document.set_preview(np.array([2, 3]))
    assert document.picture().queens.tolist() == [2, 3]
    assert document.counts.queens == document.undo_stack.count() == len(seen) == 1
    document.set_preview(None)
    document.set_preview(None)
    assert document.picture().queens.tolist() == [5]
    assert len(seen) == 2
    for change in (
        lambda: document.toggle(9),
        lambda: document.load(window_state(Placement(Board.cube(3, 2))), "Load"),
        lambda: document.show_tab(BoardTab(window_state(Placement(Board.cube(2, 2))))),
    ):
        document.set_preview(np.array([1]))
        change()
        assert document.picture().queens.tolist() != [1]
        assert document.tab.preview is None


def test_a_cell_is_blocked_and_opened(document):
    said = []
    document.message.connect(said.append)
    document.toggle(5)
    document.toggle_given(0)
    document.set_cursor(5)
    document.set_selection([0, 5])
    before = snapshot(document)
    file, document_number = document._tab.file, document._tab.history.document
    document.toggle_blocked(5)
    assert document.board == Board((4, 4), blocked=[5])
    assert not document.is_queen(5)
    assert document.givens == {0}
    assert document.counts.free == AttackCounts.of(document.placement()).free
    assert document.undo_stack.undoText() == "Block (2, 2), b2"
    assert said[-1] == "(2, 2), b2 is blocked now, and its queen is removed."
    assert (document.cursor, document.selection) == (5, frozenset({0, 5}))
    assert (document._tab.file, document._tab.history.document) == (file, document_number)
    document.toggle(5)
    assert "press B to open it" in said[-1]
    document.toggle_given(5)
    assert not document.is_queen(5)
    with pytest.raises(InputError, match="is put on a blocked cell"):
        document.edit("Place it", place={5})
    document.toggle_blocked(0)
    assert "is given" in said[-1]
    assert document.board.blocked == (5,)
    document.undo_stack.undo()
    assert snapshot(document) == before
    document.undo_stack.redo()
    document.toggle_blocked(5)
    assert document.board == Board((4, 4))
    document.load(window_state(Placement(Board((1, 2), blocked=[1]))), "two cells")
    document.toggle_blocked(0)
    assert document.board.blocked == (1,), "one cell stays open"


def test_whether_lines_stop_is_a_step(document):
    stopping = Board((4, 4), blocked=[5], stops=True)
    document.load(window_state(Placement(stopping, [(0, 0), (2, 2)])), "holes")
    assert document.counts.conflicts == 0
    document.toggle_blocked(5)
    assert document.board == Board((4, 4))
    assert document.counts.conflicts == 1
    document.undo_stack.undo()
    assert document.board == stopping


@pytest.mark.parametrize(("cell", "fixed"), [((0, 0, 0, 2, 1), {3: 2, 4: 1}), (None, {3: 0, 4: 0})])
def test_a_board_of_five_dimensions_is_shown_where_it_has_queens(cell, fixed):
    board = Board.cube(3, 5)
    placement = Placement.from_indices(board, [] if cell is None else [board.index(cell)])
    document = Document(window_state(placement))
    assert document.view.dims.fixed == fixed
    other = Document(window_state(Placement(Board.cube(4, 3))))
    other.load(window_state(placement), "another board")
    assert other.view.dims.fixed == fixed
