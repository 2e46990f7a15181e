"""The Solve drawer stops at once, and says what is proven."""

import threading

import numpy as np
import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QPushButton,
    QSpinBox,
    QToolButton,
)

from nqviz import Board, InputError, Placement, Status
from nqviz.engines import ENGINES, Engine
from nqviz.engines.threads import wait_for_engines
from nqviz.proofs import check, load
from nqviz.run.context import Progress
from tests.app.window_driver import choose, find, text_of
from tests.patience import STALL

from .solving import badge, follow, settled, solve, suggested


@pytest.mark.parametrize("engine", sorted(set(ENGINES) - {"exact-cover", "planar"}))
def test_every_engine_stops_at_once_and_is_gone_soon(make_solve, qtbot, engine):
    may_end = engine == "lp"  # a linear program may be solved before the stop
    window = make_solve(Placement(Board.cube(10 if may_end else 9, 3)))
    find(window, QSpinBox, "solve.seconds").setValue(0)
    choose(window, "solve.engine", engine)
    find(window, QPushButton, "solve.run").click()
    qtbot.waitUntil(lambda: window.document.suggestion is not None)
    assert may_end or not settled(window)
    find(window, QPushButton, "solve.stop").click()
    qtbot.waitUntil(lambda: settled(window))
    assert may_end or text_of(window, "solve.state").startswith("Stopped")
    assert suggested(window).is_valid()
    # How soon says tests.benchmarks solve; without a stop each of them would take minutes.
    assert wait_for_engines(4 * STALL), "it still uses the processor"


@pytest.fixture
def release():
    """An event that an engine waits for; it is set at the end of the test in any case."""
    release = threading.Event()
    yield release
    release.set()


def test_progress_is_shown_some_times_a_second_however_often_it_comes(
    make_window, qtbot, monkeypatch, release
):
    class Waiting(Engine):
        name = "waiting"

        def prepare(self, question):
            raise NotImplementedError

        def solve(self, question, run):
            release.wait()
            raise InputError("nothing")

    monkeypatch.setitem(ENGINES, "highs", Waiting())
    window = make_window(Placement(Board.cube(4, 3)))
    choose(window, "solve.engine", "highs")
    find(window, QPushButton, "solve.run").click()
    page, shown = window.solve_panel.search, []
    page._calm.setInterval(60_000)
    window.document.overlay_changed.connect(lambda: shown.append(len(window.document.suggestion)))
    cells = [(0, 0, 0), (1, 2, 0), (2, 0, 1), (3, 2, 1)]

    def find_queens(count):
        best = Placement(window.document.board, cells[:count])
        page._on_progress(Progress("searching", 0.0, incumbent=best))

    for count in (1, 2, 3):
        find_queens(count)
    assert shown == [1]
    page._calm.timeout.emit()
    find_queens(4)
    assert shown == [1, 3]
    for _ in range(2):
        page._calm.timeout.emit()
    assert shown == [1, 3, 4]
    release.set()
    qtbot.waitUntil(lambda: not page.is_running)


@pytest.mark.parametrize("stop", ["solve.stop", "activity.job_stop_1"])
def test_an_engine_that_does_not_listen_is_left_behind(
    make_window, qtbot, monkeypatch, release, stop
):
    class Deaf(Engine):
        name = "deaf"

        def prepare(self, question):
            raise NotImplementedError

        def solve(self, question, run):
            release.wait()
            raise InputError("too late")

    monkeypatch.setitem(ENGINES, "highs", Deaf())
    window = make_window(Placement(Board.cube(6, 3), [(0, 0, 0)]))
    choose(window, "solve.engine", "highs")
    find(window, QPushButton, "solve.run").click()
    button = find(window, QAbstractButton, stop)
    qtbot.waitUntil(button.isVisible)
    button.click()
    qtbot.waitUntil(lambda: settled(window))
    assert text_of(window, "solve.state").startswith("Stopped: 1 found.")
    assert window.runner.jobs, "the engine is still waiting for the test"
    release.set()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert text_of(window, "solve.state").startswith("Stopped: 1 found.")


# What is said -------------------------------------------------------------------------------


def test_the_outcome_names_what_is_proven_and_by_whom(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(6, 3), [(0, 0, 0), (1, 2, 4)]))
    solve(qtbot, window)
    count = len(suggested(window))
    assert text_of(window, "solve.numbers") == f"[{count}]"
    assert badge(window) == "Proven"
    said = f"{count} queens found. More than {count} cannot fit with these 2 queens."
    assert text_of(window, "solve.state") == said
    assert "limit by" in text_of(window, "solve.credit")


def test_local_search_says_that_nothing_is_proven(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(6, 3)))
    choose(window, "solve.engine", "local-search")
    find(window, QSpinBox, "solve.nodes").setValue(2000)
    solve(qtbot, window)
    assert text_of(window, "solve.state").startswith("The limit was reached: ")
    assert window.panel.outcome.status is Status.LIMIT


def test_the_fewest_that_dominate(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(6, 2), [(0, 0)]))
    choose(window, "solve.target", "dominate")
    assert not find(window, QComboBox, "solve.keep").isVisible()
    solve(qtbot, window)
    assert text_of(window, "solve.numbers") == "[3]"
    assert len(suggested(window)) == 3
    said = "3 queens attack every cell. Fewer than 3 cannot."
    assert text_of(window, "solve.state").startswith(said), "then perhaps by which engine"
    window.document.toggle(35)
    assert settled(window), "the queens on the board are no part of the question"
    choose(window, "solve.target", "independent")
    solve(qtbot, window)
    assert text_of(window, "solve.numbers") == "[4]"
    assert suggested(window).is_valid()


def test_so_many_that_dominate_or_a_proof_that_they_do_not(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(6, 2)))
    most = find(window, QSpinBox, "solve.suffice")
    assert not most.isVisible()
    choose(window, "solve.target", "dominate")
    assert most.isVisible()
    assert most.text() == "the fewest"
    most.setValue(2)
    solve(qtbot, window)
    assert window.panel.outcome.status is Status.INFEASIBLE
    said = "2 queens cannot attack every cell: at least 3 are needed."
    assert text_of(window, "solve.state") == said
    assert text_of(window, "solve.numbers") == "≥ 3"
    assert find(window, QPushButton, "solve.save_proof").text() == "Save the proof of 3"
    assert check(window.panel.outcome.certificate).valid
    choose(window, "solve.target", "independent")
    most.setValue(5)
    solve(qtbot, window)
    assert len(suggested(window)) <= 5
    assert suggested(window).is_valid()


def test_the_cells_of_maximum_placements_are_a_heat_map(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(4, 2)))
    follow(window)
    choose(window, "solve.target", "cells")
    solve(qtbot, window)
    heat = window.document.overlay.values.reshape(4, 4)
    # The two solutions for n = 4 use neither corners nor the middle.
    assert heat.tolist() == [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]
    words = "8 cells can be in a placement of 4, 8 cannot."
    assert text_of(window, "solve.state").startswith(words)
    window.document.toggle(1)
    qtbot.waitUntil(lambda: settled(window))
    heat = window.document.overlay.values
    assert np.flatnonzero(heat).tolist() == [1, 7, 8, 14]
    find(window, QCheckBox, "solve.follow").setChecked(False)
    window.document.toggle(7)
    assert window.document.overlay is None, "it is for other queens"


def test_a_proof_can_be_saved_and_checks(make_solve, qtbot, tmp_path):
    window = make_solve(Placement(Board.cube(5, 3)))
    save = find(window, QPushButton, "solve.save_proof")
    assert not save.isVisible()
    choose(window, "solve.engine", "theta")
    solve(qtbot, window)
    assert save.text() == "Save the proof of 13"
    assert save.isVisible()
    save.save_to(tmp_path / "five.proof")
    qtbot.waitUntil(lambda: not window.runner.jobs)
    verdict = check(load(tmp_path / "five.proof"))
    assert verdict.valid
    assert "13" in verdict.claim
    window.document.toggle(0)
    qtbot.waitUntil(lambda: not save.isVisible())  # it is of another question
    window.panel.stop()
    qtbot.waitUntil(lambda: settled(window))


def test_a_proof_by_exhaustion_or_of_given_queens_can_be_saved_too(make_solve, qtbot, tmp_path):
    window = make_solve(Placement(Board.cube(4, 3)))
    save = find(window, QPushButton, "solve.save_proof")
    choose(window, "solve.engine", "exhaustive")
    solve(qtbot, window)
    save.save_to(tmp_path / "four.proof")
    qtbot.waitUntil(lambda: not window.runner.jobs)
    verdict = check(load(tmp_path / "four.proof"))
    assert verdict.valid
    assert "7" in verdict.claim
    choose(window, "solve.engine", "local-search")
    find(window, QSpinBox, "solve.nodes").setValue(2000)
    solve(qtbot, window)
    assert not save.isVisible()  # it proves nothing


def test_cuts_are_asked_for_where_they_have_an_effect(make_solve):
    window = make_solve(Placement(Board.cube(4, 3)))
    find(window, QToolButton, "solve.more").click()
    cuts = find(window, QPushButton, "solve.cuts")
    assert cuts.isVisible()
    choose(window, "solve.engine", "theta")
    assert not cuts.isVisible()
    assert window.panel.search.form.question.cuts is None
    choose(window, "solve.engine", "highs")
    assert cuts.isVisible()


def test_more_shows_and_hides_what_is_rarely_needed(make_solve):
    window = make_solve()
    more = find(window, QToolButton, "solve.more")
    engine = find(window, QComboBox, "solve.engine")
    assert not engine.isVisible()
    more.click()
    assert engine.isVisible()
    more.click()
    assert not engine.isVisible()
