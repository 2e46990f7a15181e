"""Problems for other solvers, and their solutions, by the File menu."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox, QPushButton

from nqviz import Board, Placement
from nqviz.exchange import read_reference
from nqviz_app.document.board_tab import window_state

from ..window_driver import choose, find, press, wait_for_jobs


@pytest.fixture
def four(make_window):
    window = make_window()
    window.document.load(window_state(Placement(Board.cube(4, 2))), "x")
    return window


def test_a_problem_goes_out_and_its_solution_comes_back(four, qtbot, tmp_path, monkeypatch):
    path = tmp_path / "four.cnf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_words: (str(path), ""))
    four.actions_["file.export_problem"].trigger()
    dialog = find(four, object, "problem")
    choose(dialog, "problem.format", "cnf")
    assert "choose a target" in find(dialog, QLabel, "problem.told").text()
    assert not find(dialog, QPushButton, "problem.ok").isEnabled()
    choose(dialog, "problem.target", "full")
    press(qtbot, dialog, "problem.ok")
    wait_for_jobs(qtbot, four)
    assert read_reference(path).target == "full"
    solution = tmp_path / "four.out"
    solution.write_text("v 2 8 9 15 0\n", encoding="ascii")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_words: (str(solution), ""))
    said = []
    four.document.message.connect(said.append)
    four.actions_["file.import_solution"].trigger()
    wait_for_jobs(qtbot, four)
    assert four.document.counts.queens == 4
    assert said[-1] == "Valid: 4 queens on the (4,2) board, no attacks."


def test_what_is_wrong_is_said_in_one_line(four, qtbot, tmp_path):
    said = []
    four.document.message.connect(said.append)
    solution = Path(tmp_path / "four.sol")
    solution.write_text("x_1_1 1\nx_1_2 1\n", encoding="ascii")
    four.problem_files.import_from(solution)
    wait_for_jobs(qtbot, four)
    assert said[-1].startswith("Not a solution: (1, 1) and (1, 2) attack each other")
    solution.write_text("x_9_9 1\n", encoding="ascii")
    four.problem_files.import_from(solution)
    wait_for_jobs(qtbot, four)
    box = four.findChild(QMessageBox, "message")
    assert "Column x_9_9: cell (9, 9) is off" in box.text()
    box.close()
