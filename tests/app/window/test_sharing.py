"""Boards copied as text from which they can be made again, in the real main window."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from nqviz import Board, Placement
from nqviz.formats import parse_code
from nqviz.view.view_state import CameraState

from ..window_driver import wait_for_jobs


def test_a_code_is_copied_and_opens_by_paste_as_it_was_seen(make_window, qtbot):
    placement = Placement.from_coordinates(Board.cube(5, 3), [(1, 1, 1), (2, 3, 5)])
    window = make_window(placement, [placement.board.index((0, 0, 0))])
    document = window.document
    document.set_view(replace(document.view, gap=1.5, colour="x2", camera=CameraState(30.0, 10.0)))
    view = document.view
    window.actions_["edit.copy_code"].trigger()
    code = QApplication.clipboard().text()
    assert parse_code(code).placement == placement
    before = document.tab
    QApplication.clipboard().setText(f" {code[:20]}\n{code[20:]} ")
    window.actions_["edit.paste"].trigger()
    wait_for_jobs(qtbot, window)
    assert document.tab is not before
    assert document.placement() == placement
    assert document.givens == {0}
    assert document.tab.file is None
    assert document.view == view
    assert not window.files.recent


def test_the_history_is_copied_as_a_script_that_makes_the_board(make_window):
    window = make_window(Placement.from_coordinates(Board.cube(5, 2), [(1, 1)]))
    document = window.document
    document.toggle(7)
    document.lock_all()
    window.actions_["edit.copy_python"].trigger()
    names = {}
    exec(QApplication.clipboard().text(), names)
    assert names["placement"] == document.placement()
    assert len(names["given"]) == 2


@pytest.mark.parametrize("how", ["paste", "open"])
def test_a_damaged_code_is_refused_on_one_line(make_window, qtbot, how):
    window = make_window()
    before = window.document.tab
    if how == "paste":
        QApplication.clipboard().setText("nq1:BAIICAfU5qqqADb-zkX")
        window.actions_["edit.paste"].trigger()
    else:
        window.files.open(Path("nq1:BAIICAfU5qqqADb-zkX"))
    wait_for_jobs(qtbot, window)
    box = window.findChild(QMessageBox, "message")
    assert box.text().startswith("Placement code: it is damaged")
    box.close()
    assert window.document.tab is before
