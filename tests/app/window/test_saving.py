"""Saving keeps all that a file says, and replaces no file that is not known without a question."""

import json

import pytest
from PySide6.QtWidgets import QFileDialog

from nqviz import Board, Placement
from nqviz.formats import read_placement, write_placement
from nqviz.formats.session import read_session, write_session
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.session_tabs import session_of
from nqviz_app.window.file_handling import FileHandling

from ..window_driver import wait_for_jobs

LATIN = "1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1\n"


@pytest.fixture
def asked(monkeypatch):
    """Answer questions with yes, and note what they say."""
    words = []

    def confirm(_files, _title, text, _action):
        words.append(text)
        return True

    monkeypatch.setattr(FileHandling, "_confirm", confirm)
    return words


@pytest.fixture
def named(monkeypatch):
    """Answer the file dialog with nothing, and note what it proposes."""
    proposed = []

    def ask(_parent, _title, start, _filters):
        proposed.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return proposed


def opened(make_window, qtbot, path):
    window = make_window()
    window.files.open(path)
    wait_for_jobs(qtbot, window)
    return window


def test_another_board_in_a_saved_document_is_a_new_document(make_window, qtbot, tmp_path, named):
    path = tmp_path / "five.json"
    write_placement(Placement(Board.cube(5, 2), [(0, 1)]), path)
    before = path.read_bytes()
    window = opened(make_window, qtbot, path)
    document = window.document
    document.load(window_state(Placement(Board.cube(6, 2))), "New board")
    assert document.tab.title == "(6,2) board"
    assert not window.files.save()
    document.load(window_state(Placement(Board.cube(5, 2))), "New board")
    assert not window.files.save()
    assert len(named) == 2
    assert path.read_bytes() == before
    document.undo_stack.setIndex(0)
    assert document.tab.title == "five.json"
    assert document.is_saved
    document.load(window_state(Placement(Board.cube(5, 2), [(0, 3)])), "Fill the same board")
    assert window.files.save()
    assert len(read_placement(path).placement) == 1


def test_json_keeps_all_that_it_says(make_window, qtbot, tmp_path, asked):
    path = tmp_path / "a.json"
    data = {
        "format": "nqviz-placement",
        "version": 1,
        "shape": [4, 4],
        "queens": [[1, 2], [2, 4]],
        "given": [[2, 4]],
        "note": "a note",
        "source": "a source",
        "colour": {"of": ["another", 1.5, None]},
    }
    path.write_text(json.dumps(data))
    window = opened(make_window, qtbot, path)
    assert window.document.given_placement().coordinates() == [[2, 4]]
    window.document.toggle(window.document.board.index((2, 0)))
    assert window.files.save()
    now = json.loads(path.read_text())
    expected = {**data, "torus": False, "piece": "queen", "queens": [[1, 2], [2, 4], [3, 1]]}
    assert now == expected
    assert asked == []


def test_a_given_queen_that_is_none_is_refused(tmp_path):
    from nqviz.core.errors import InputError

    data = {"format": "nqviz-placement", "version": 1, "shape": [4, 4], "queens": [[1, 2]]}
    (tmp_path / "a.json").write_text(json.dumps({**data, "given": [[2, 4]]}))
    with pytest.raises(InputError, match="given queen 1 is not among the queens"):
        read_placement(tmp_path / "a.json")


def test_a_latin_square_stays_one_or_asks(make_window, qtbot, tmp_path, asked):
    path = tmp_path / "a.txt"
    path.write_text(LATIN)
    window = opened(make_window, qtbot, path)
    document = window.document
    document.toggle_given(0)
    document.toggle_given(0)
    assert window.files.save()
    assert path.read_text().splitlines()[1:] == LATIN.splitlines()
    document.toggle(0)
    assert window.files.save()
    assert asked == [
        "a.txt cannot keep its form as a Latin square, which these queens no longer have."
    ]
    assert len(read_placement(path).placement) == 15


def test_what_a_text_cannot_keep_is_asked_once(make_window, qtbot, tmp_path, asked):
    path = tmp_path / "a.csv"
    path.write_text("1,2\n2,4\n")
    window = opened(make_window, qtbot, path)
    window.document.lock_all()
    assert window.files.save()
    assert window.files.save()
    assert asked == ["a.csv cannot keep which queens are given."]


def test_a_file_that_another_program_changes_is_not_replaced(
    make_window, qtbot, tmp_path, monkeypatch
):
    path = tmp_path / "a.txt"
    path.write_text("1 2\n2 4\n")
    window = opened(make_window, qtbot, path)
    window.document.toggle(0)
    path.write_text("1 2\n2 4\n3 1\n")
    asked = []
    monkeypatch.setattr(FileHandling, "_confirm", lambda *words: bool(asked.append(words[2])))
    assert not window.files.save()
    assert asked == ["a.txt was changed elsewhere since it was opened here."]
    assert path.read_text() == "1 2\n2 4\n3 1\n"
    path.unlink()  # a file that is gone is written again
    assert window.files.save()
    assert window.files.save()
    assert len(asked) == 1


def test_the_path_of_a_session_is_only_proposed(make_window, qtbot, tmp_path, named):
    victim, session = tmp_path / "victim.json", tmp_path / "a.nqviz"
    write_placement(Placement(Board.cube(5, 2), [(0, 1)]), victim)
    window = opened(make_window, qtbot, victim)
    write_session(session_of(window.tabs.board_tabs, window.tabs.current), session)
    assert read_session(session).front.path == victim
    before = victim.read_bytes()
    other = opened(make_window, qtbot, session)
    other.document.toggle(0)
    assert not other.files.save()
    assert named == [str(victim)]
    assert victim.read_bytes() == before


def test_a_name_without_an_ending_replaces_nothing_silently(make_window, tmp_path, monkeypatch):
    (tmp_path / "a.json").write_text("kept")
    window = make_window()
    name = str(tmp_path / "a")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (name, ""))
    monkeypatch.setattr(FileHandling, "_confirm", lambda *_: False)
    assert not window.files.save_dialog()
    assert (tmp_path / "a.json").read_text() == "kept"
