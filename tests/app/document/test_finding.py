"""What a search found out about the queens: kept for a tab until its queens or board change."""

import pytest

from nqviz import Board, Limit, Placement
from nqviz_app.document.board_tab import BoardTab, Finding, window_state
from nqviz_app.document.document import Document
from nqviz_app.drawers.solve.request import SolveRequest
from nqviz_app.drawers.solve.words import finding_of

FINDING = Finding("possible", 4)


@pytest.fixture
def document(qapp):
    document = Document(window_state(Placement(Board.cube(4, 2))))
    document.set_finding(FINDING)
    yield document
    document.deleteLater()


def other_queen(document):
    document.toggle(5)


def other_board(document):
    document.load(window_state(Placement(Board.cube(5, 2))), "Another board")


@pytest.mark.parametrize("change", [other_queen, other_board])
def test_a_finding_ends_with_the_queens_that_it_is_about(document, change):
    seen = []
    document.finding_changed.connect(lambda: seen.append(document.finding))
    change(document)
    assert document.finding is None
    assert seen[-1] is None


def test_a_given_queen_changes_nothing_of_it(document):
    document.toggle(5)
    document.set_finding(FINDING)
    document.toggle_given(5)
    assert document.finding == FINDING


def test_each_tab_has_a_finding_of_its_own(document):
    first, seen = document.tab, []
    document.finding_changed.connect(lambda: seen.append(document.finding))
    document.show_tab(BoardTab(window_state(Placement(Board.cube(4, 2)))))
    assert seen[-1] is None
    document.set_finding(Finding("at most", 3), first)
    assert document.finding is None
    document.show_tab(first)
    assert seen[-1] == Finding("at most", 3)


@pytest.mark.parametrize(
    ("finding", "badge", "sentence"),
    [
        (Finding("possible", 13), "13 still possible", "Can still be finished: 13 rooks found"),
        (Finding("at most", 1), "At most 1 from here", "At most 1 rook from here"),
    ],
)
def test_it_is_written_with_the_name_of_the_piece(finding, badge, sentence):
    assert finding.badge == badge
    assert finding.sentence("rook") == sentence


def test_a_limit_within_a_tolerance_is_not_called_proven():
    board = Board.cube(4, 2)
    corner = Placement(board, [(0, 0)])
    ask = SolveRequest(corner, "max", "auto", None, Limit())
    finding = finding_of(ask, corner, corner, 3, " (by HiGHS 1.15, within its tolerance)")
    assert finding.kind == "at most"
    words = "At most 3 queens from here (by HiGHS 1.15, within its tolerance)"
    assert finding.sentence() == words
