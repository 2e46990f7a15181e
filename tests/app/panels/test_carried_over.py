"""An answer that still holds after a click is carried over as it is, with what proves it."""

from nqviz import Board, Placement
from nqviz.proofs import check
from nqviz.work import Limit, ignore_progress
from nqviz_app.panels import asking
from nqviz_app.panels.asking import AUTOMATIC, Ask


def test_the_proof_of_an_answer_is_carried_over_not_made_again(monkeypatch):
    board = Board.cube(4, 2)
    before = Ask(Placement(board), "max", AUTOMATIC, None, Limit())
    outcome = before.answer(None, ignore_progress, None)
    assert check(outcome.evidence).valid
    monkeypatch.delattr(asking, "certificate")  # it takes seconds for large boards
    now = Ask(Placement(board, outcome.placement.cells[:2]), "max", AUTOMATIC, None, Limit())
    same = now.carried_over(before, outcome)
    assert same.evidence is outcome.evidence
    assert same.evidence.most == same.bound == 4
    assert same.seconds == 0
    other = Ask(Placement(board, [(0, 0)]), "max", AUTOMATIC, None, Limit())
    assert other.carried_over(before, outcome) is None
