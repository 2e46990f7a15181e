"""Tabs and steps have numbers of their own, so that autosave never takes one for another."""

from nqviz import Board, Placement
from nqviz.run.temporary import FOLDER_VARIABLE
from nqviz_app.document import autosave as recovery
from nqviz_app.document.board_tab import BoardTab, window_state
from nqviz_app.document.document import Document


def empty():
    return BoardTab(window_state(Placement(Board.cube(4, 2))))


def test_no_tab_has_the_number_of_another(qapp):
    numbers = []
    for _ in range(20):  # each may lie in memory where the one before it lay
        numbers.append(empty().number)  # noqa: PERF401
    assert len(set(numbers)) == 20


def test_a_tab_that_took_the_place_of_another_is_written(qapp, tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    first, second = empty(), empty()
    tabs = [first, second]
    kept = recovery.Recovery(lambda: (tabs, 0), lambda _text: None)
    written = set()
    document = Document()
    document.show_tab(first)
    document.toggle(0)
    for side in range(2, 12):
        tabs[1] = BoardTab(window_state(Placement(Board.cube(side, 2))))
        assert kept.write()
        written.add(kept.path.read_bytes())
    kept.end()
    assert len(written) == 10
    document.deleteLater()


def test_a_step_that_took_the_place_of_another_is_written(qapp, tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    document, written = Document(window_state(Placement(Board.cube(4, 2)))), set()
    kept = recovery.Recovery(lambda: ([document.tab], 0), lambda _text: None)
    for cell in range(16):
        document.toggle(cell)
        assert kept.write()
        written.add(kept.path.read_bytes())
        document.undo_stack.undo()
    kept.end()
    assert len(written) == 16
    document.deleteLater()
