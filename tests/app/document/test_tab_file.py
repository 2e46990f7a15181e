"""Two windows with the same file."""

import threading

import pytest

from nqviz import Board, Placement
from nqviz.formats import read_placement, write_placement
from nqviz_app.document import tab_file
from nqviz_app.document.tab_file import FileChanged, read_tab_file

BOARD = Board.cube(4, 2)


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("NQVIZ_STATE", str(tmp_path / "state"))
    path = tmp_path / "a.json"
    write_placement(Placement(BOARD), path)
    return path


def test_of_two_windows_that_save_at_once_the_second_one_has_to_ask(path, monkeypatch):
    _, first = read_tab_file(path)
    _, second = read_tab_file(path)
    mine, other = (Placement.from_indices(BOARD, [cell]) for cell in (0, 5))
    write, refused = tab_file.write_file, []

    def save_other():
        try:
            second.written(second.contents(other, ()), second.stamp)
        except FileChanged:
            refused.append(True)

    thread = threading.Thread(target=save_other)

    def write_while_the_other_saves(*given):
        monkeypatch.setattr(tab_file, "write_file", write)
        thread.start()
        thread.join(0.2)
        write(*given)

    monkeypatch.setattr(tab_file, "write_file", write_while_the_other_saves)
    saved = first.written(first.contents(mine, ()), first.stamp)
    thread.join()
    assert refused
    assert read_placement(path).placement == mine
    assert saved.written(saved.contents(other, ()), saved.stamp).stamp != saved.stamp
    assert read_placement(path).placement == other


def test_a_file_is_saved_where_no_lock_can_be_made(path, monkeypatch, tmp_path):
    (tmp_path / "no folder").touch()
    monkeypatch.setenv("NQVIZ_STATE", str(tmp_path / "no folder"))
    _, file = read_tab_file(path)
    placement = Placement.from_indices(BOARD, [3])
    file.written(file.contents(placement, ()), file.stamp)
    assert read_placement(path).placement == placement
