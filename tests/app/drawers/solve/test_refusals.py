"""The Solve drawer after bad input, and after engines that are missing or killed."""

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton, QSpinBox

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.solve.reasons import ReasonList
from tests.app.window_driver import choose, find, text_of

from .solving import badge, settled, solve, suggested


def test_a_target_above_a_known_bound_is_answered_by_the_bound(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(6, 3)))
    choose(window, "solve.target", "count")
    find(window, QSpinBox, "solve.count").setValue(22)
    solve(qtbot, window)
    words = text_of(window, "solve.state")
    assert words.startswith("There is no placement of 22 queens on this board.")
    assert find(window, ReasonList, "solve.reasons").reasons[0].numbers == "22 or more"


def test_cuts_that_do_not_hold_say_why(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(5, 3)))
    button = find(window, QPushButton, "solve.cuts")
    cube = button._actions["cube"]
    assert cube.isEnabled()
    cube.trigger()
    assert button.cuts == ("cube",)
    assert button.text() == "cube"
    window.document.load(window_state(Placement(Board.cube(5, 3, piece="rook"))), "rooks")
    find(window, QPushButton, "solve.run").click()
    qtbot.waitUntil(lambda: settled(window))
    assert "cube" in text_of(window, "solve.state")
    button._actions["cube"].trigger()
    button._automatic.trigger()
    assert button.cuts is None
    solve(qtbot, window)
    assert badge(window) == "Proven"


def test_a_board_too_large_is_one_line_and_the_suggestion_stays(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(17, 3)))
    window.document.set_suggestion(np.array([5]))
    choose(window, "solve.engine", "exhaustive")
    solve(qtbot, window)
    assert "at most 4\u202f096 free cells" in text_of(window, "solve.state")
    assert window.document.suggestion.tolist() == [5]
    assert find(window, QPushButton, "solve.run").isEnabled()


def test_zero_limits_are_no_limits(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(4, 3)))
    seconds = find(window, QSpinBox, "solve.seconds")
    seconds.setValue(0)
    assert seconds.text() == "no limit"
    assert find(window, QSpinBox, "solve.nodes").text() == "no limit"
    solve(qtbot, window)
    assert text_of(window, "solve.numbers") == "[7]"


def test_an_engine_that_is_not_installed_says_so(make_solve, qtbot, monkeypatch):
    monkeypatch.setattr("nqviz.engines.cp_sat._version", lambda: None)
    window = make_solve(Placement(Board.cube(5, 3)))
    choose(window, "solve.engine", "cp-sat")
    solve(qtbot, window)
    assert "not installed" in text_of(window, "solve.state")
    assert find(window, QPushButton, "solve.run").isEnabled()


def test_an_engine_killed_from_outside_is_one_line(make_solve, qtbot):
    import multiprocessing

    window = make_solve(Placement(Board.cube(9, 3)))
    choose(window, "solve.engine", "highs")
    find(window, QPushButton, "solve.run").click()
    qtbot.waitUntil(lambda: bool(multiprocessing.active_children()))
    for child in multiprocessing.active_children():
        child.kill()
    qtbot.waitUntil(lambda: settled(window))
    assert "killed from outside" in text_of(window, "solve.state")
    assert suggested(window).is_valid()
    assert find(window, QPushButton, "solve.run").isEnabled()


def test_cp_sat_killed_from_outside_is_one_line(make_solve, qtbot):
    psutil = pytest.importorskip("psutil")
    pytest.importorskip("ortools")
    window = make_solve(Placement(Board.cube(9, 3)))
    choose(window, "solve.engine", "cp-sat")
    find(window, QPushButton, "solve.run").click()

    def worker():
        children = psutil.Process().children(recursive=True)
        return [c for c in children if any("cp_sat_worker" in part for part in c.cmdline())]

    qtbot.waitUntil(lambda: bool(worker()))
    worker()[0].kill()
    qtbot.waitUntil(lambda: settled(window))
    assert "killed from outside" in text_of(window, "solve.state")
    assert find(window, QPushButton, "solve.run").isEnabled()


def test_queens_that_attack_each_other_are_named_and_stay(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(5, 3), [(0, 0, 0), (1, 1, 1), (0, 3, 4)]))
    solve(qtbot, window)
    words = "The queens to keep cannot stand: (1, 1, 1) and (2, 2, 2) attack each other"
    assert text_of(window, "solve.state").startswith(words)
    assert "\n" not in text_of(window, "solve.state")
    assert window.document.counts.queens == 3
    assert find(window, QPushButton, "solve.run").isEnabled()
    choose(window, "solve.keep", "none")
    solve(qtbot, window)
    assert text_of(window, "solve.numbers") == "[13]"


def test_no_queen_is_blamed_for_what_no_board_holds(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(3, 2), [(0, 0)]))
    choose(window, "solve.target", "full")
    solve(qtbot, window)
    assert text_of(window, "solve.state").startswith("There is no full placement on this board.")
