"""Completions in the Solve drawer: excluded lines, counts, questions at random."""

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.problems.excluded import Exclusions
from tests.app.window_driver import LookBox, wait_for_jobs

from .planning import COMPLETE, child, ran, words


def test_completions_on_allowed_lines(open_planar, qtbot):
    window, _ = open_planar(COMPLETE, whole=True)
    document = window.document
    child(window, "planar.complete_columns").setText("1")
    child(window, "planar.complete_rows").setText("8")
    child(window, "planar.complete_diagonals").setText("s5, d-2")
    mask = Exclusions((1,), (8,), (5,), (-2,)).mask(8).ravel()
    assert document.excluded.tolist() == mask.tolist()
    document.set_cursor(0)
    assert window.layers.grid.cell_words.endswith("excluded")
    ran(window, qtbot, "complete_run")
    assert words(window, "complete_numbers") == "7"
    child(window, "planar.complete_accept").click()
    assert document.counts.queens == 7
    assert document.placement().is_valid()
    assert not mask[document.placement().indices].any()
    child(window, "planar.complete_columns").setText("9")
    assert "column 9 is not on the board" in words(window, "complete_state")
    assert document.excluded is None
    assert not child(window, "planar.complete_run").isEnabled()
    child(window, "planar.complete_columns").setText("one")
    assert "'one' is not a whole number" in words(window, "complete_state")


def test_excluded_lines_and_greedy_marks_come_back_with_a_session(open_planar, qtbot, tmp_path):
    window, _ = open_planar(COMPLETE, whole=True)
    child(window, "planar.complete_columns").setText("1,3")
    child(window, "planar.complete_diagonals").setText("d-2")
    greedy = LookBox(window, "greedy")
    greedy.click()
    mask, marks = window.document.excluded, window.document.marks
    assert window.files.save_session_to(tmp_path / "a.nqviz")
    window.new_tab()
    assert words(window, "complete_columns") == ""
    assert window.document.excluded is None
    assert not greedy.is_checked()
    window.files.open_session(tmp_path / "a.nqviz")
    wait_for_jobs(qtbot, window)
    assert words(window, "complete_columns") == "1, 3"
    assert words(window, "complete_diagonals") == "d-2"
    assert window.document.excluded.tolist() == mask.tolist()
    assert window.document.marks.cells.tolist() == marks.cells.tolist()
    assert greedy.is_checked()
    greedy.click()
    assert window.document.marks is None


def test_completions_are_counted(open_planar, qtbot):
    window, _ = open_planar(COMPLETE)
    ran(window, qtbot, "complete_count")
    assert words(window, "complete_numbers") == "[92]"
    assert words(window, "complete_state") == "92 completions, no more."
    window.document.toggle(0)
    window.document.toggle_given(0)
    ran(window, qtbot, "complete_count")
    assert words(window, "complete_numbers") == "[4]"
    assert "Keeps 1 given queen." in words(window, "complete_kept")


def test_attacking_queens_are_refused_with_the_reason(open_planar, qtbot):
    placement = Placement(Board.cube(8, 2), [(0, 0), (1, 1)])
    window, _ = open_planar(COMPLETE, placement)
    ran(window, qtbot, "complete_run")
    assert words(window, "complete_state").startswith("The queens to keep cannot stand")
    assert window.document.suggestion is None


def test_a_question_at_random_can_be_made_again(open_planar):
    window, _ = open_planar(COMPLETE)
    more = child(window, "planar.complete_more")
    assert not child(window, "planar.complete_make").isVisible()
    more.click()
    for name, value in (("n", 12), ("queens", 3), ("many", 4), ("least", 2), ("seed", 7)):
        child(window, f"planar.complete_{name}").setValue(value)
    child(window, "planar.complete_make").click()
    document = window.document
    first = document.placement(), words(window, "complete_diagonals")
    assert document.counts.queens == len(document.givens) == 3
    assert len(first[1].split(",")) == 4
    assert not document.excluded[first[0].indices].any()
    child(window, "planar.complete_make").click()
    assert (document.placement(), words(window, "complete_diagonals")) == first
    child(window, "planar.complete_queens").setValue(100)
    child(window, "planar.complete_make").click()
    assert "100 given queens are not possible" in words(window, "complete_state")
    assert document.placement() == first[0]


def test_boards_without_rows_and_columns_say_so(open_planar):
    window, _ = open_planar(COMPLETE, Placement(Board.cube(4, 2, piece="bishop")))
    assert not child(window, "planar.complete_run").isEnabled()
    assert "flat squares" in child(window, "planar.complete_run").toolTip()


def test_blocked_cells_stay_free_where_lines_pass(open_planar, qtbot):
    board = Board((6, 6), blocked=[(0, 1)])
    window, _ = open_planar(COMPLETE, Placement(board))
    child(window, "planar.complete_count").click()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert "3" in words(window, "complete_state")
    child(window, "planar.complete_run").click()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert "6 queens found" in words(window, "complete_state")


def test_where_lines_stop_no_placement_is_full(open_planar):
    window, _ = open_planar(COMPLETE, Placement(Board((6, 6), blocked=[(0, 1)], stops=True)))
    assert not child(window, "planar.complete_run").isEnabled()
    assert "no placement is full" in child(window, "planar.complete_run").toolTip()
