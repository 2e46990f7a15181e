"""The options of a view: written out of a view state and read again, and refused in one line."""

import argparse
import random

import numpy as np
import pytest

from nqviz.cli.figure_options import VIEW_VALUES, view_of, view_words
from nqviz.cli.option_table import add_options
from nqviz.cli.paper_options import PAPER_VALUES, settings_of, settings_words
from nqviz.core.board import Board
from nqviz.core.board_state import BoardState, Cut
from nqviz.core.placement import Placement
from nqviz.formats.history import History
from nqviz.formats.session import read_session, write_session
from nqviz.formats.session_parts import Session, SessionTab
from nqviz.view.image_settings import ImageSettings
from nqviz.view.paper import PAPERS
from nqviz.view.view_json import view_to_json
from nqviz.view.view_state import CLIQUES, QUEENS, STYLES, CameraState, Dims, ViewState


def read(words, board):
    parser = argparse.ArgumentParser()
    add_options(parser, "view", **VIEW_VALUES)
    add_options(parser, "paper", **PAPER_VALUES)
    options = parser.parse_args(words)
    return view_of(options, ViewState().on(board), board).on(board), settings_of(options)


def any_view(rng, board):
    axes = rng.sample(range(board.d), min(3, board.d))
    hidden = [axis for axis in range(board.d) if axis not in axes]
    flat = axes[:-1] if board.d > 2 else axes
    place = rng.choice([(), (rng.uniform(1, 50), (0.5, -1.25, rng.random()), rng.uniform(0.5, 2))])
    flags = ("lattice", "labels", "fade", "parallel", "wrapped", "free")
    return ViewState(
        dims=Dims(
            tuple(axes),
            tuple(rng.sample(flat, len(flat))),
            rng.randrange(board.d),
            {axis: rng.randrange(board.shape[axis]) for axis in hidden if rng.random() < 0.5},
        ),
        clip={rng.randrange(board.d): (1, 2)} if rng.random() < 0.5 else {},
        gap=rng.choice([0.0, 1.0, rng.uniform(0, 3)]),
        colour=rng.choice(["layer", "ring", "x2"]),
        style=rng.choice(STYLES),
        queens=rng.choice(QUEENS),
        clique=rng.choice([None, *CLIQUES]),
        clique_size=rng.randrange(1, 3),
        active_layer=rng.choice([None, 0, 2]),
        rings=board.is_classical and rng.random() < 0.5,
        camera=rng.choice([None, CameraState(-rng.uniform(0, 180), rng.uniform(-90, 90), *place)]),
        **{flag: rng.random() < 0.5 for flag in flags},
    ).on(board)


@pytest.mark.parametrize("board", [Board.cube(4, 2), Board.cube(4, 3), Board.cube(4, 5)], ids=str)
def test_the_options_of_a_view_make_it_again(board):
    rng = random.Random(7)
    for _ in range(60):
        view = any_view(rng, board)
        words = view_words(view, board)
        assert read(words, board)[0] == view, words
    assert view_words(ViewState(), board) == []


def test_style_and_paper_are_written_as_they_were_given():
    board = Board.cube(4, 2)
    for words in (
        [],
        ["--paper", "column"],
        ["--paper", "page", "--dpi", "250"],
        ["--paper", "12cm", "--type-size", "8", "--crop", "--margin", "2.5mm"],
        ["--paper", "12x7.5cm", "--theme", "mono", "--transparent", "--crop"],
        ["--crop", "--size", "300x200"],
        ["--theme", "dark", "--transparent", "--size", "300x200", "--scale", "1.5", "--dpi", "72"],
    ):
        settings = read(words, board)[1]
        assert read(settings_words(settings), board)[1] == settings
        assert set(settings_words(settings)) == set(words)
    assert settings_words(ImageSettings(**PAPERS["slide"].choices())) == ["--paper", "slide"]


def session(path, view, cursor=None, cut=None, torus=False):
    board = Board.cube(5, 2, torus=torus) if torus else Board.cube(5, 3)
    state = BoardState(Placement(board, [(0,) * board.d]), cut=cut)
    tab = SessionTab(History(state), view=view_to_json(view.on(board)), cursor=cursor)
    write_session(Session((tab,), 0), path)


@pytest.fixture
def drawn(run):
    """Draw a file with options; return the bytes of the image."""

    def draw(source, *options):
        target = source.with_name("drawn.svg" if "layers" in options else "drawn.png")
        assert run("render", source, "-o", target, "--size", "160x120", *options)[0] == 0
        return target.read_bytes()

    return draw


def test_a_session_keeps_torus_wrap_clique_and_cut(drawn, tmp_path):
    path = tmp_path / "a.nqviz"
    session(path, ViewState(wrapped=True), torus=True)
    wrapped = drawn(path)
    assert wrapped != drawn(path, "--no-wrap")
    session(path, ViewState(wrapped=False), torus=True)
    assert drawn(path, "--wrap") == wrapped
    session(path, ViewState(clique="cube"), cursor=0)
    clique = drawn(path, "--view", "layers")
    session(path, ViewState())
    plain = drawn(path, "--view", "layers")
    assert drawn(path, "--view", "layers", "--clique", "cube", "--at", "1,1,1") == clique != plain
    dropped = Placement(Board.cube(5, 3), [(2, 2, 2)]).indices
    deleted = [[layer == 2 for layer in range(5)]] * 3
    session(path, ViewState(), cut=Cut(dropped, np.array(deleted), "cut"))
    text = drawn(path, "--view", "layers").decode()
    assert "1 queen dropped by a cut" in text


def test_a_session_is_drawn_in_the_view_that_filled_the_window(run, tmp_path):
    path = tmp_path / "a.nqviz"
    session(path, ViewState(share="all", flat="square"))
    assert run("render", path, "-o", tmp_path / "a.svg")[0] == 0
    assert "Square of the (5,3) board" in (tmp_path / "a.svg").read_text("utf-8")


def test_a_cut_is_drawn_on_its_outer_board(run, tmp_path):
    target = tmp_path / "a.svg"
    line = ("render", "--n", 6, "--d", 3, "--cut", "--view", "layers", "-o", target)
    assert run(*line)[0] == 0
    text = target.read_text("utf-8")
    assert "Layers of the (11,3) torus" in text
    assert "queens dropped by a cut" in text
    assert run(*line, tmp_path / "none.json")[0] == 2


def test_a_wrong_cursor_of_a_session_is_passed_over(tmp_path):
    path = tmp_path / "a.nqviz"
    session(path, ViewState(), cursor=7)
    text = path.read_text("utf-8")
    assert '"cursor": [1, 2, 3]' in text
    assert read_session(path).front.cursor == 7
    for wrong in ("[1, 2, 9]", "[1]", '"here"', "null"):
        path.write_text(text.replace("[1, 2, 3]", wrong), "utf-8")
        assert read_session(path).front.cursor is None
