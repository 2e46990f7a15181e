"""An answer that still holds after a click is carried over as it is, with what proves it."""

from PySide6.QtWidgets import QPushButton

from nqviz import Board, Placement
from nqviz.proofs import check
from nqviz.run.context import Limit, Progress, RunContext, ignore_progress
from nqviz_app.drawers.solve import request as asking
from nqviz_app.drawers.solve.request import SolveRequest
from tests.app.window_driver import find


def test_the_proof_of_an_answer_is_carried_over_not_made_again(monkeypatch):
    board = Board.cube(4, 2)
    before = SolveRequest(Placement(board), "max", "auto", None, Limit())
    outcome = before.answer(None, RunContext(progress=ignore_progress))
    assert check(outcome.certificate).valid
    monkeypatch.delattr(asking, "certificate")  # it takes seconds for large boards
    now = SolveRequest(Placement(board, outcome.placement.cells[:2]), "max", "auto", None, Limit())
    same = now.carried_over(before, outcome)
    assert same.certificate is outcome.certificate
    assert same.certificate.bound == same.bound == 4
    assert same.seconds == 0
    other = SolveRequest(Placement(board, [(0, 0)]), "max", "auto", None, Limit())
    assert other.carried_over(before, outcome) is None


def test_nothing_that_was_found_is_nothing_to_accept(make_window):
    window = make_window(Placement(Board.cube(8, 2)))
    panel = window.solve_panel.search
    panel._asked = panel.form.question
    panel._on_outcome(panel._asked.unfinished(None, 1.0))
    assert window.document.suggestion is None
    accept = find(window, QPushButton, "solve.accept")
    assert not accept.isEnabled()
    found = Placement(Board.cube(8, 2), [(0, 0)])
    panel._on_outcome(panel._asked.unfinished(Progress("", 1.0, incumbent=found), 1.0))
    assert accept.isEnabled()
    assert accept.text() == "Accept 1 queen"
