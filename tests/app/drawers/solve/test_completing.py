"""The Solve panel follows clicks: what is shown stays an answer for the queens that stand."""

import random

import numpy as np
import pytest
from PySide6.QtWidgets import QCheckBox, QPushButton

from nqviz import Board, Placement, Status
from nqviz.constructions import regular
from nqviz_app.document.board_tab import Finding
from nqviz_app.drawers.solve.panel import SolvePanel
from tests.app.window_driver import choose, find, text_of

from .solving import follow, settled, solve, suggested

FULL_11 = regular(Board.cube(11, 3))


def shifted(n):
    """Return full placements of the (n,3) board: x3 = 3 x1 + 5 x2 + shift."""
    board = Board.cube(n, 3)
    rows = [(x, y) for x in range(n) for y in range(n)]
    for shift in range(n):
        yield Placement(board, [(x, y, (3 * x + 5 * y + shift) % n) for x, y in rows])


THREE = Placement.from_indices(FULL_11.board, FULL_11.indices[[3, 40, 77]])


def completed(window, qtbot):
    """Show the full placement that contains the three queens, and follow each click."""
    follow(window)
    choose(window, "solve.target", "full")
    solve(qtbot, window)
    assert len(suggested(window)) == 121
    return window


@pytest.fixture
def completing(make_panel, qtbot):
    return completed(make_panel(SolvePanel, THREE), qtbot)


@pytest.fixture
def completing_in_window(make_window, qtbot):
    return completed(make_window(THREE), qtbot)


# Following clicks ---------------------------------------------------------------------------


def test_a_click_on_another_cell_gives_another_full_placement(make_panel, qtbot):
    full = next(p for p in shifted(11) if p.board.index((5, 5, 5)) in p.indices)
    window = make_panel(SolvePanel, Placement(full.board, [(5, 5, 5)]))
    follow(window)
    choose(window, "solve.target", "full")
    solve(qtbot, window)
    # Reversing an axis keeps the middle cell: a second full placement that contains it.
    cells = full.cells.copy()
    cells[:, 0] = 10 - cells[:, 0]
    mirrored = Placement(full.board, cells)
    old = set(window.document.suggestion.tolist())
    both = set(full.indices.tolist()) ^ set(mirrored.indices.tolist())
    cell = min(both - old)
    window.document.toggle(cell)
    assert window.document.suggestion is None, "what was shown is not for these queens"
    qtbot.waitUntil(lambda: settled(window))
    assert cell in window.document.suggestion
    assert len(suggested(window)) == 121
    assert suggested(window).is_valid()


def test_a_click_on_a_suggested_queen_keeps_the_answer_at_once(completing, qtbot):
    window = completing
    shown = window.document.suggestion
    cell = next(c for c in shown.tolist() if not window.document.is_queen(c))
    window.document.toggle(cell)
    qtbot.waitUntil(lambda: settled(window))
    assert np.array_equal(window.document.suggestion, shown)
    assert text_of(window, "solve.state").startswith("121 queens found.")
    assert window.document.finding == Finding("possible", 121)


def test_a_click_that_makes_it_impossible_says_so_and_undo_brings_it_back(completing, qtbot):
    window = completing
    rng = random.Random(5)
    while True:
        cell = rng.choice(window.document.counts.free_cells().tolist())
        window.document.toggle(cell)
        qtbot.waitUntil(lambda: settled(window))
        if window.document.suggestion is None:
            break
    queens = window.document.counts.queens
    words = text_of(window, "solve.state")
    assert words.startswith(f"There is no full placement with these {queens} queens"), words
    assert text_of(window, "solve.numbers") == "Not possible"
    assert window.document.finding.kind == "at most"
    window.document.undo_stack.undo()
    qtbot.waitUntil(lambda: settled(window))
    assert len(suggested(window)) == 121


def test_a_click_on_an_attacked_cell_names_the_attack(completing, qtbot):
    window = completing
    counts = window.document.counts
    cell = int(np.flatnonzero((counts.counts > 0) & ~counts.occupied)[0])
    window.document.toggle(cell)
    qtbot.waitUntil(lambda: settled(window))
    assert "attack" in text_of(window, "solve.state")
    assert window.document.suggestion is None
    assert window.document.is_queen(cell), "the click is not lost"


def test_nothing_follows_when_it_is_switched_off_or_nothing_is_shown(completing, qtbot):
    window = completing
    find(window, QCheckBox, "solve.follow").setChecked(False)
    cell = int(window.document.counts.free_cells()[0])
    window.document.toggle(cell)
    assert settled(window)
    assert window.document.suggestion is None
    find(window, QCheckBox, "solve.follow").setChecked(True)
    window.document.toggle(cell)
    assert settled(window)
    assert window.document.suggestion is None


def test_accepting_and_discarding_end_it(completing, qtbot):
    window = completing
    find(window, QPushButton, "solve.accept").click()
    assert window.document.counts.queens == 121
    window.document.undo_stack.undo()
    assert settled(window)
    assert window.document.suggestion is None


def test_two_hundred_fast_clicks_leave_everything_consistent(completing_in_window, qtbot):
    window = completing_in_window
    panel, document = window.solve_panel, window.document
    rng = random.Random(1)

    def check():
        if document.suggestion is not None:
            shown = set(document.suggestion.tolist())
            kept = set(document.placement().indices.tolist())
            assert kept <= shown, "a stale suggestion is shown"

    document.overlay_changed.connect(check)
    for turn in range(200):
        if rng.random() < 0.1:
            document.undo_stack.undo()
        elif rng.random() < 0.4 and document.counts.queens:
            document.toggle(int(rng.choice(document.placement().indices.tolist())))
        else:
            free = document.counts.free_cells()
            document.toggle(int(rng.choice(free.tolist())) if len(free) else 0)
        if turn % 3 == 0:
            qtbot.wait(rng.choice([0, 1, 5, 30]))
        check()
    qtbot.waitUntil(lambda: settled(window))
    document.overlay_changed.disconnect(check)
    check()
    assert panel.search._asked.givens == document.placement()
    outcome = panel.outcome
    assert outcome is not None
    assert (outcome.status is Status.INFEASIBLE) == (document.suggestion is None)
    qtbot.waitUntil(lambda: not window.runner.jobs)


def test_a_running_search_is_replaced_without_waiting(make_panel, qtbot):
    window = make_panel(SolvePanel, Placement(Board.cube(9, 3)))
    follow(window)
    find(window, QPushButton, "solve.run").click()
    qtbot.waitUntil(lambda: window.document.suggestion is not None)
    first = window.runner.jobs[0]
    window.document.toggle(0)
    qtbot.waitUntil(lambda: window.panel.is_running)
    assert first.is_stopping
    qtbot.waitUntil(lambda: window.document.suggestion is not None)
    assert 0 in window.document.suggestion
    find(window, QPushButton, "solve.stop").click()
    qtbot.waitUntil(lambda: settled(window))


# Stopping -----------------------------------------------------------------------------------
