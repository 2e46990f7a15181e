"""The Solve drawer stops at once, says what is proven, and survives bad input."""

import threading
from functools import partial

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
from nqviz.engines import ENGINES, Engine, wait_for_engines
from nqviz.proofs import check, load
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.solve.panel import SolvePanel
from nqviz_app.drawers.solve.reasons import ReasonList
from nqviz_app.widgets.numbers import with_spaces
from tests.app.hands import choose, find, text_of
from tests.patience import STALL

from .solving import follow, settled, solve, suggested


@pytest.fixture
def make_solve(make_panel):
    return partial(make_panel, SolvePanel)


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


def badge(window):
    return find(window, QAbstractButton, "solve.badge").text()


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


# Bad input ----------------------------------------------------------------------------------


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


# What is offered ----------------------------------------------------------------------------


def offered(window, name):
    """Return the choices of a box as somebody sees them who opens it: greyed ones say why."""
    box = find(window, QComboBox, name)
    box.showPopup()
    box.hidePopup()
    items = [box.model().item(place) for place in range(box.count())]
    reasons = ["" if each.isEnabled() else each.toolTip().replace("\n", " ") for each in items]
    return dict(zip(map(box.itemData, range(box.count())), reasons, strict=True))


def test_engines_are_greyed_with_the_line_of_their_refusal(make_solve, qtbot):
    window = make_solve()
    for board, target, refused in (
        (Board.cube(8, 2), "max", {"exact-cover", "planar"}),
        (Board.cube(8, 2), "full", set()),
        (Board.cube(13, 3), "full", {"planar"}),
        (Board.cube(8, 2), "dominate", {"exact-cover", "planar", "lp", "theta"}),
        (Board.cube(17, 3), "cells", {"exact-cover", "planar", "exhaustive"}),
    ):
        window.document.load(window_state(Placement(board)), "another board")
        choose(window, "solve.target", target)
        engines = offered(window, "solve.engine")
        assert {engine for engine, why in engines.items() if why} == refused, (board, target)
        for engine in refused:
            choose(window, "solve.engine", engine)
            solve(qtbot, window)
            said = text_of(window, "solve.state")
            assert said[1:] == with_spaces(f"{engines[engine][1:]}."), (
                "the drawer says another line"
            )
        choose(window, "solve.engine", "auto")


def test_engines_follow_the_queens_and_questions_without_an_answer_blame_none(make_solve):
    window = make_solve(Placement(Board.cube(12, 3), [(0, 0, 0)]))
    assert "1,650" in offered(window, "solve.engine")["theta"]
    for cell in (700, 1001):  # they leave fewer than 1,500 cells free
        window.document.toggle(cell)
    assert offered(window, "solve.engine")["theta"] == ""
    window.document.toggle(1)  # it attacks the first
    assert not any(offered(window, "solve.engine").values())


def test_what_no_bishops_can_be_asked_is_greyed(make_solve):
    window = make_solve(Placement(Board.cube(8, 2, piece="bishop")))
    targets = offered(window, "solve.target")
    assert "not defined for bishops" in targets.pop("full")
    for flat in ("excluded", "rings"):
        assert "flat squares" in targets.pop(flat)
    assert not any(targets.values())


def test_more_bishops_than_a_side_can_be_asked_for(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(4, 2, piece="bishop")))
    choose(window, "solve.target", "count")
    count = find(window, QSpinBox, "solve.count")
    count.setValue(6)
    assert count.value() == 6
    solve(qtbot, window)
    assert len(suggested(window)) == 6


def test_queens_that_are_all_given_are_named_so_once(make_solve):
    window = make_solve(Placement(Board.cube(5, 2), [(0, 0), (1, 2)]))
    keep = find(window, QComboBox, "solve.keep")
    assert [keep.itemText(row) for row in range(3)] == ["All 2 queens", "0 given", "Nothing"]
    window.document.lock_all()
    assert keep.itemText(0) == "2 given"
    assert keep.view().isRowHidden(1)
    window.document.toggle(24)
    assert [keep.itemText(row) for row in range(2)] == ["All 3 queens", "2 given"]
    assert not keep.view().isRowHidden(1)
