"""What the Solve drawer offers: engines, questions and counts that fit the board."""

from PySide6.QtWidgets import QComboBox, QSpinBox

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.widgets.numbers import with_spaces
from tests.app.window_driver import choose, find, text_of

from .solving import solve, suggested


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
        (Board.cube(8, 2), "dominate", {"exact-cover", "planar", "theta"}),
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
    for flat in ("first", "beautiful", "excluded", "rings"):
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
