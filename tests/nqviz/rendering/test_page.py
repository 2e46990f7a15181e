"""The page of a board: one file that needs no network and works in a browser."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.cli import main
from nqviz.constructions.from_catalogue import load_record
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.formats import parse_code, write_placement
from nqviz.formats.history import History
from nqviz.formats.session import write_session
from nqviz.formats.session_parts import Session, SessionTab
from nqviz.rendering.page import PageText, save_page
from nqviz.rendering.page.page import page_html
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import DARK, LIGHT
from nqviz.view.view_json import changed_entries
from nqviz.view.view_state import ViewState

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
PLAIN = PageText()


def html(placement, text=PLAIN, theme=LIGHT, **more):
    return page_html(replace(BoardView.of(placement), **more), text, theme)


def data_of(page):
    return json.loads(re.search(r'application/json">(.*?)</script>', page, re.DOTALL)[1])


def test_a_page_has_all_in_one_file_and_asks_no_network():
    page = html(load_record("11x11x11-121").placement, PageText("By a formula", "D. Klarner"))
    assert re.findall(r"https?:|(?:src|href)=|@import|url\(", page) == []
    assert "default-src 'none'" in page
    assert "<h1>121 queens on the (11,3) board</h1>" in page
    assert "<p>By a formula</p>" in page
    assert "<p>Source: D. Klarner</p>" in page
    code = re.search(r'<code id="code">(.*?)</code>', page)[1]
    assert parse_code(code).placement == load_record("11x11x11-121").placement
    assert len(page) < 40_000


def test_text_of_a_file_is_never_markup():
    text = PageText("<img src=x onerror=alert(1)> @SCRIPT@", "</script><script>alert(2)</script>")
    page = html(Placement(Board.cube(4, 2), [(0, 1)]), text, DARK)
    assert "<img" not in page
    assert page.count("<script") == 2
    assert "@SCRIPT@" in page


def test_a_density_is_shown_by_colours_and_words():
    values = np.zeros(16)
    values[[1, 2]] = 3, 4
    board = Board.cube(4, 2)
    data = data_of(html(Placement(board), overlay=Overlay(values, total=4)))
    assert data["values"]["of"][:3] == [0, 1, 2]
    assert data["values"]["texts"][1] == "3 of 4 placements"
    assert len(set(data["values"]["colours"])) == 3


def test_a_board_that_no_browser_draws_is_refused(tmp_path):
    with pytest.raises(InputError, match="a page shows at most"):
        save_page(BoardView(Board.cube(50, 3)), tmp_path / "a.html")


def test_the_command_line_writes_a_page_with_the_note_of_the_file(tmp_path, capsys):
    file, page = tmp_path / "two.json", tmp_path / "two.html"
    write_placement(Placement(Board.cube(4, 2), [(0, 1), (1, 3)]), file, "Two of four", "by hand")
    assert main(["render", str(file), "-o", str(page)]) == 0
    assert "Two of four" in page.read_text()
    assert "Source: by hand" in page.read_text()
    assert main(["render", str(file), "-o", str(page), "--view", "graph"]) == 2
    assert "a page does not show --view graph" in capsys.readouterr().err


def test_a_session_that_shows_a_flat_view_is_drawn_as_a_page(tmp_path):
    tab = SessionTab(
        History(BoardState(Placement(Board.cube(4, 3), [(0, 1, 2)]))),
        view=changed_entries(ViewState(flat="square", share="all")),
    )
    write_session(Session((tab,), 0), tmp_path / "a.nqviz")
    page = tmp_path / "a.html"
    assert main(["render", str(tmp_path / "a.nqviz"), "-o", str(page)]) == 0
    assert data_of(page.read_text())["queens"] == [6]


def shown(path, cell):
    """Return the document as a browser has made it, pointing at a cell."""
    command = [BROWSER, "--headless=new", "--disable-gpu", "--dump-dom", f"file://{path}#{cell}"]
    command[1:1] = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    command.insert(1, f"--user-data-dir={path.parent / 'profile'}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
@pytest.mark.parametrize(
    ("board", "queens", "cell", "words"),
    [
        (Board.cube(5, 3), [(1, 1, 1), (3, 3, 3)], "2,2,2", "attacked by 2 queens: "),
        (Board.cube(5, 2, torus=True), [(1, 2)], "2,1", "attacked by 1 queen: (1, 2)."),
        (Board((2, 3, 4, 3)), [(1, 1, 1, 1)], "2,2,2,2", "attacked by 1 queen: (1, 1, 1, 1)."),
        (Board.cube(5, 2, piece="hyperplane-queen"), [(1, 1)], "3,3", "attacked by 1 hyperplane"),
    ],
)
def test_a_browser_shows_the_attacks_of_a_cell(tmp_path, board, queens, cell, words):
    path = tmp_path / "board.html"
    save_page(BoardView.of(Placement.from_coordinates(board, queens)), path)
    page = shown(path, cell)
    assert 'data-ready="yes"' in page
    assert words in re.search(r'id="cell"[^>]*>(.*?)</p>', page)[1]
