"""Drawings come out in the format and size asked for, show what they should, or say why not."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.image import imread

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.rendering.figures import save_drawing
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import CONFLICT, CURSOR, DARK, LIGHT, layer_colours, rgb


def pixels(path):
    return np.rint(imread(path) * 255).astype(int)


def shows(image, colour):
    return bool((np.abs(image[..., :3] - np.array(colour)).max(axis=-1) <= 2).any())


def example(n=4):
    board = Board.cube(n, 3)
    placement = Placement(board, [(0, 0, 0), (1, 2, 0), (2, 1, 3), (3, 3, 3)])
    return BoardView.of(placement, free=True)


@pytest.mark.parametrize(("size", "scale"), [((320, 240), 1), ((333, 217), 1.5), ((301, 99), 3)])
def test_a_png_has_exactly_the_pixels_asked_for(tmp_path, size, scale):
    save_drawing(example(), tmp_path / "a.png", size=size, scale=scale)
    height, width = pixels(tmp_path / "a.png").shape[:2]
    assert (width, height) == (round(size[0] * scale), round(size[1] * scale))


def test_queens_conflicts_and_cursor_are_to_be_seen(tmp_path):
    picture = example()
    save_drawing(picture, tmp_path / "a.png")
    image = pixels(tmp_path / "a.png")
    hues = layer_colours(4)
    assert [shows(image, hue) for hue in hues] == [True, False, False, True]
    assert shows(image, rgb(CONFLICT))
    assert not shows(image, rgb(CURSOR))
    save_drawing(replace(picture, cursor=5, conflicts=()), tmp_path / "b.png")
    image = pixels(tmp_path / "b.png")
    assert shows(image, rgb(CURSOR))
    assert not shows(image, rgb(CONFLICT))


def test_a_theme_is_paper_and_transparent_leaves_it_out(tmp_path):
    for theme in (LIGHT, DARK):
        save_drawing(example(), tmp_path / "a.png", theme=theme.name)
        assert tuple(pixels(tmp_path / "a.png")[0, 0, :3]) == rgb(theme.background)
    save_drawing(example(), tmp_path / "a.png", transparent=True)
    alpha = pixels(tmp_path / "a.png")[..., 3]
    assert alpha[0, 0] == 0
    assert alpha.max() == 255


def test_vector_files_are_what_they_say_and_the_same_each_time(tmp_path):
    for name in ("a.svg", "b.svg", "a.pdf", "b.pdf"):
        save_drawing(example(), tmp_path / name, size=(400, 300))
    root = ET.parse(tmp_path / "a.svg").getroot()
    assert root.tag.endswith("svg")
    assert float(root.get("width").removesuffix("pt")) == pytest.approx(288, abs=0.1)
    pdf = (tmp_path / "a.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    assert b"/FontFile2" in pdf  # TrueType, and in the file
    assert b"/Type3" not in pdf
    for ending in ("svg", "pdf"):
        first, second = (tmp_path / f"{name}.{ending}" for name in "ab")
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    "shape", [(6,), (5, 4), (3, 4, 2), (2, 3, 2, 2), (2, 2, 2, 2, 2), (1, 1, 1)]
)
def test_boards_of_any_dimension_are_drawn(tmp_path, shape):
    board = Board(shape, torus=len(shape) == 3)
    picture = replace(BoardView.of(Placement(board, [(0,) * len(shape)]), free=True), cursor=0)
    save_drawing(picture, tmp_path / "a.png", size=(300, 200))
    assert len(np.unique(pixels(tmp_path / "a.png").reshape(-1, 4), axis=0)) > 10


def test_every_kind_of_mark_changes_the_picture(tmp_path):
    board = Board.cube(4, 2)
    bare = BoardView.of(Placement(board, [(0, 1), (2, 2)]))
    density = np.arange(16.0)
    pictures = [
        bare,
        replace(bare, given=bare.queens[:1]),
        replace(bare, suggested=np.array([11])),
        replace(bare, free=np.array([12])),
        replace(bare, dropped=np.array([12])),
        replace(bare, outside=np.arange(16) > 11),
        replace(bare, overlay=Overlay(density, 40)),
        replace(bare, overlay=Overlay(density, 40, kind="field")),
        replace(bare, overlay=Overlay(np.zeros(16))),
        replace(bare, marked=np.array([12])),
        replace(bare, conflicts=((1, 10),)),
        replace(bare, cursor=12),
        replace(bare, clique=np.array([0, 3, 12])),
        replace(bare, clique=np.array([0, 3, 12]), cycle=True),
    ]
    for number, picture in enumerate(pictures):
        save_drawing(picture, tmp_path / f"{number}.png", size=(200, 200))
    drawn = [(tmp_path / f"{number}.png").read_bytes() for number in range(len(pictures))]
    assert len(set(drawn)) == len(pictures)


def test_one_layer_and_clipped_layers_show_less(tmp_path):
    picture = example()
    board = picture.board
    hues = layer_colours(4)
    save_drawing(picture, tmp_path / "a.png", arrangement=Arrangement(board, (0, 1), {2: 3}))
    assert [shows(pixels(tmp_path / "a.png"), hues[z]) for z in (0, 3)] == [False, True]
    clipped = Arrangement(board, (0, 1), ranges={2: (0, 2)}, columns=2)
    save_drawing(picture, tmp_path / "a.png", arrangement=clipped)
    assert [shows(pixels(tmp_path / "a.png"), hues[z]) for z in (0, 3)] == [True, False]


def test_a_square_writes_layers_in_their_hues(tmp_path):
    n = 5
    latin = Placement(
        Board.cube(n, 3), [(x, y, (2 * x + y) % n) for x in range(n) for y in range(n)]
    )
    picture = BoardView(latin.board, queens=latin.indices, given=latin.indices[:1])
    save_drawing(picture, tmp_path / "a.png", "square", size=(500, 500))
    image = pixels(tmp_path / "a.png")
    assert all(shows(image, hue) for hue in layer_colours(n))
    assert not shows(image, rgb(CONFLICT))
    twice = BoardView.of(Placement(latin.board, [(0, 0, 0), (0, 0, 3), (2, 1, 1)]))
    save_drawing(twice, tmp_path / "b.svg", "square", theme="dark")
    assert CONFLICT.lower() in (tmp_path / "b.svg").read_text(encoding="utf-8")
    save_drawing(BoardView(latin.board), tmp_path / "c.pdf", "square")


BAD = [
    ({"path": "a.bmp"}, r"a\.bmp: a drawing ends in png, svg, pdf, tex, not in bmp"),
    ({"path": "a"}, "not in nothing"),
    ({"size": (20, 400)}, "20 x 400 pixels are too few"),
    ({"size": (-300, 400)}, "too few"),
    ({"size": (30_000, 400)}, "30000 x 400 pixels are too many"),
    ({"scale": 40.0}, "too many"),
    ({"scale": float("inf")}, "too many"),
    ({"scale": float("nan")}, "a scale of nan is not possible"),
    ({"scale": 0.0}, "a scale of 0.0 is not possible"),
    ({"theme": "sepia"}, "unknown theme"),
    ({"path": "nowhere/a.png"}, "cannot be written"),
]


@pytest.mark.parametrize(("wrong", "message"), BAD)
def test_what_cannot_be_drawn_is_refused_in_one_line(tmp_path, wrong, message):
    arguments = {"path": "a.png", **wrong}
    path = tmp_path / arguments.pop("path")
    for what in ("layers", "square"):
        with pytest.raises(InputError, match=message) as caught:
            save_drawing(example(), path, what, **arguments)
        assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_wrong_boards_and_arrangements_are_refused(tmp_path):
    flat = BoardView(Board.cube(4, 2))
    with pytest.raises(InputError, match="boards of three dimensions, not the"):
        save_drawing(flat, tmp_path / "a.png", "square")
    for arrangement in (
        Arrangement(Board.cube(5, 2), (0, 1)),
        Arrangement(Board.cube(4, 3), (0, 1, 2)),
    ):
        with pytest.raises(InputError):
            save_drawing(flat, tmp_path / "a.png", arrangement=arrangement)
