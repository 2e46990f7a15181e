"""Files that are odd, large or gone, in the real main window."""

import os
import sys
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QMessageBox

from nqviz import problems
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.engines import certificate
from nqviz.formats import text_layout
from nqviz.problems.beautiful import beautiful, beautiful_certificate
from nqviz.problems.first import first_certificate, first_placement
from nqviz.proofs import save
from nqviz.run.context import RunContext

from ..window_driver import wait_for_jobs


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
@pytest.mark.parametrize("ending", [".txt", ".nqviz"])
def test_a_pipe_is_refused_in_one_line(make_window, qtbot, tmp_path, ending):
    window = make_window()
    before = window.document.tab
    pipe = tmp_path / f"pipe{ending}"
    os.mkfifo(pipe)
    window.files.open(pipe)
    wait_for_jobs(qtbot, window)
    box = window.findChild(QMessageBox, "message")
    assert box.text() == f"{pipe}: this is a pipe, not a file"
    box.close()
    assert window.document.tab is before


def test_opening_can_be_stopped(make_window, qtbot, tmp_path, monkeypatch):
    window = make_window()
    before, said = window.document.tab, []
    window.document.message.connect(said.append)
    path = tmp_path / "large.txt"
    path.write_text("1 1\n" + "+2 2\n" * 200)
    monkeypatch.setattr(text_layout, "_PART", 16)
    step = RunContext.step

    def step_and_wait(watch, activity, fraction=None):
        step(watch, activity, fraction)
        if activity == "reading lines":
            watch.stop.wait()

    monkeypatch.setattr(RunContext, "step", step_and_wait)
    window.files.open(path)
    (job,) = window.runner.jobs
    qtbot.waitUntil(
        lambda: job.last_progress is not None and job.last_progress.activity == "reading lines"
    )
    job.stop()
    wait_for_jobs(qtbot, window)
    assert window.findChild(QMessageBox, "message") is None
    assert said[-1] == "Stopped opening large.txt."
    assert window.document.tab is before


def test_all_files_that_are_dropped_are_opened(make_window, qtbot, tmp_path):
    window = make_window()
    paths = [tmp_path / f"{name}.txt" for name in "ab"]
    for path in paths:
        path.write_text("1 2\n2 4\n")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton, Qt.KeyboardModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, buttons.LeftButton, keys.NoModifier))
    wait_for_jobs(qtbot, window)
    assert {tab.file.path for tab in window.tabs.board_tabs if tab.file} >= set(paths)


def proof_of_seven(path, most=7):
    """Write a proof that the board of side 4 has no placement of more than a number of queens."""
    board = Board.cube(4, 3)
    proof = certificate(problems.maximum(board, prove=8), Placement(board, []))
    assert proof is not None
    save(replace(proof, claim=replace(proof.claim, most=most)), path)


def test_a_proof_is_checked_and_its_board_is_opened(make_window, qtbot, tmp_path):
    window = make_window()
    path = tmp_path / "seven.proof"
    proof_of_seven(path)
    window.files.open(path)
    wait_for_jobs(qtbot, window)
    box = window.findChild(QMessageBox, "message")
    said = "No placement on the (4,3) board has more than 7 queens."
    assert box.text() == f"The proof is right.\n{said}"
    box.close()
    assert window.document.board == Board.cube(4, 3)
    assert window.document.tab.file is None


def test_a_proof_of_a_first_placement_opens_it(make_window, qtbot, tmp_path):
    window, path = make_window(), tmp_path / "first.proof"
    proof = first_certificate(first_placement(Board.cube(8, 2)))
    assert proof is not None
    save(proof, path)
    window.files.open(path)
    wait_for_jobs(qtbot, window)
    box = window.findChild(QMessageBox, "message")
    assert "The first placement of 8 queens on the (8,2) board" in box.text()
    box.close()
    assert window.document.counts.queens == 8
    columns = np.asarray(window.document.placement())[:, 1] + 1
    assert columns.tolist() == [1, 5, 8, 6, 3, 7, 2, 4]  # published: Fischetti & Salvagnin


def test_a_proof_of_a_most_beautiful_placement_opens_it(make_window, qtbot, tmp_path):
    window, path = make_window(), tmp_path / "beautiful.proof"
    found = beautiful(Board.cube(6, 2))
    proof = beautiful_certificate(found)
    assert proof is not None
    save(proof, path)
    window.files.open(path)
    wait_for_jobs(qtbot, window)
    box = window.findChild(QMessageBox, "message")
    assert "No 6 queens on the (6,2) board are more beautiful" in box.text()
    box.close()
    assert window.document.placement() == found.value


def test_a_proof_that_proves_nothing_is_refused(make_window, qtbot, tmp_path):
    window = make_window()
    before, path = window.document.tab, tmp_path / "six.proof"
    proof_of_seven(path, most=6)
    window.files.open(path)
    wait_for_jobs(qtbot, window)
    box = window.findChild(QMessageBox, "message")
    assert "six.proof: not proven" in box.text()
    box.close()
    assert window.document.tab is before
