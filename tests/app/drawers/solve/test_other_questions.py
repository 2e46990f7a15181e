"""The queens that answer one question are not shown on the board beside another one."""

import pytest

from nqviz import Board, Placement
from nqviz_app.drawers.solve.panel import BEAUTIFUL, EXCLUDED, FIRST, RINGS, SolvePanel
from tests.app.window_driver import open_panel

MAXIMUM = "max"


@pytest.fixture
def solved(make_panel, qtbot):
    """Return a drawer in which something was looked for and found, and its document."""

    def solve(question):
        window = make_panel(SolvePanel, Placement(Board.cube(8, 2), [(0, 0)]))
        open_panel(window, "solve")
        panel = window.findChild(SolvePanel)
        panel.look_for(question)
        panel.start()
        qtbot.waitUntil(lambda: not window.runner.jobs)
        assert window.document.suggestion is not None
        return panel, window.document

    return solve


@pytest.mark.parametrize(
    ("question", "other"),
    [(EXCLUDED, RINGS), (RINGS, EXCLUDED), (BEAUTIFUL, FIRST), (MAXIMUM, RINGS), (FIRST, MAXIMUM)],
)
def test_suggested_queens_go_with_their_question_and_come_with_it(solved, question, other):
    panel, document = solved(question)
    found = document.suggestion.tolist()
    panel.look_for(other)
    assert document.suggestion is None
    panel.look_for(question)
    assert document.suggestion.tolist() == found
