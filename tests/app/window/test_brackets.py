"""What is known of an empty board is one pair of numbers, wherever it stands."""

import json
import re

from PySide6.QtWidgets import QLabel

from nqviz import Board, Placement
from nqviz.bounds import bracket
from nqviz.cli import main
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.solve.reasons import reasons

from ..window_driver import find, text_of, wait_for_jobs

BOARDS = [
    Board.cube(5, 3),
    Board.cube(12, 3),
    Board.cube(6, 4),
    Board((4, 5, 6)),
    Board.cube(6, 3, torus=True),
    Board.cube(5, 3, piece="rook"),
    Board((3, 5), piece="bishop"),
]


def test_all_places_name_the_same_bounds(make_window, qtbot, capsys):
    window = make_window(Placement(Board.cube(4, 2)))
    window.actions_["drawers.solve"].trigger()
    for board in BOARDS:
        check(window, qtbot, capsys, board)


def check(window, qtbot, capsys, board):
    """Compare the verdict, the Solve drawer, the atlas and the command line."""
    window.pages.show_page("scene")
    window.document.load(window_state(Placement(board)), "Another board")
    verdict = window.scene.overlays.verdict
    qtbot.waitUntil(lambda: verdict.facts().bounds is not None)
    low, high = known = verdict.facts().bounds
    shown = bracket(low, high)
    assert shown in plain(verdict.accessibleName())
    assert plain(text_of(window, "solve.numbers")) == shown
    assert reasons(board)[0].numbers.split()[0] == str(high + 1)
    window.actions_["drawers.atlas"].trigger()
    window.panels.atlas.show_board(board)
    qtbot.waitUntil(lambda: window.panels.atlas.card.facts is not None)
    assert plain(find(window, QLabel, "atlas.bracket").text()) == shown
    wait_for_jobs(qtbot, window)
    arguments = ["--shape", ",".join(map(str, board.shape)), "--piece", board.piece]
    assert main(["bounds", *arguments, *["--torus"] * board.torus, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["lower"], told["upper"]) == known


def plain(text):
    """Return a text whose numbers have neither commas nor narrow spaces within."""
    return re.sub(r"(?<=\d)[\u2009\u202f\u00a0](?=\d)", "", text)
