"""What drawings say of themselves, how large they are on paper, and how others draw them."""

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
import resvg_py
from PIL import Image

from nqviz.constructions import regular
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.alt_text import alt_text_of
from nqviz.rendering.figures import save_drawing
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay

SVG = "{http://www.w3.org/2000/svg}"
FULL = BoardView.of(regular(Board.cube(11, 3)))


def drawn_by_another(path, size):
    """Draw an SVG by resvg."""
    data = resvg_py.svg_to_bytes(svg_path=str(path), dpi=96, width=size[0], height=size[1])
    with Image.open(io.BytesIO(bytes(data))) as image:
        assert image.size == size
        return np.asarray(image.convert("RGB")).astype(int)


def test_another_program_draws_the_same(tmp_path):
    """Below 300 kB for eleven layers; what is smoothed in other ways fades in squares of pixels."""
    size = (1600, 1200)
    save_drawing(FULL, tmp_path / "a.svg", size=size)
    save_drawing(FULL, tmp_path / "a.png", size=size)
    assert (tmp_path / "a.svg").stat().st_size < 300_000
    theirs = drawn_by_another(tmp_path / "a.svg", size)
    with Image.open(tmp_path / "a.png") as image:
        ours = np.asarray(image.convert("RGB")).astype(int)
    apart = np.abs(in_squares(ours) - in_squares(theirs)).max(axis=-1)
    assert apart.mean() < 2
    assert (apart > 32).mean() < 0.005
    save_drawing(BoardView(FULL.board), tmp_path / "b.svg", size=size)
    empty = drawn_by_another(tmp_path / "b.svg", size)
    assert (np.abs(in_squares(ours) - in_squares(empty)).max(axis=-1) > 32).mean() > 0.005


def in_squares(pixels):
    """Average squares of four by four pixels."""
    height, width, _ = pixels.shape
    return pixels.reshape(height // 4, 4, width // 4, 4, 3).mean(axis=(1, 3))


def test_dots_per_inch_stand_in_the_file(tmp_path):
    for dpi in (72, 300, 1200):
        save_drawing(FULL, tmp_path / "a.png", size=(300, 200), dpi=dpi)
        with Image.open(tmp_path / "a.png") as image:
            assert image.size == (300, 200)
            assert image.info["dpi"] == pytest.approx((dpi, dpi), rel=1e-3)


def test_vector_files_are_as_large_as_their_pixels_at_their_dpi(tmp_path):
    for dpi, inches in ((100, 8.0), (400, 2.0)):
        save_drawing(FULL, tmp_path / "a.svg", "square", size=(800, 400), dpi=dpi)
        root = ET.parse(tmp_path / "a.svg").getroot()
        assert float(root.get("width").removesuffix("pt")) == pytest.approx(72 * inches)
        assert float(root.get("height").removesuffix("pt")) == pytest.approx(36 * inches)


def test_an_svg_has_a_text_alternative(tmp_path):
    names = set()
    for what in ("layers", "square", "contact"):
        save_drawing(FULL, tmp_path / "a.svg", what, size=(300, 200))
        root = ET.parse(tmp_path / "a.svg").getroot()
        assert root.get("role") == "img"
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert root.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
        assert list(root)[:2] == [title, description]
        assert "(11,3) board: 121 queens" in title.text
        assert "No two of the 121 queens attack each other." in description.text
        assert description.text.count("(") == 121
        names.add(title.get("id"))
    assert len(names) == 3  # several can stand in one page


def test_words_escape_into_svg(tmp_path):
    pair = BoardView.of(Placement(Board.cube(4, 3, piece="1+3"), [(0, 0, 0), (0, 0, 2)]))
    save_drawing(pair, tmp_path / "a.svg", size=(300, 200))
    assert ET.parse(tmp_path / "a.svg").getroot().find(f"{SVG}desc").text


def test_words_say_what_is_seen():
    board = Board.cube(4, 2)
    picture = BoardView.of(Placement(board, [(0, 0), (2, 2), (3, 1)]))
    words = alt_text_of(replace(picture, given=picture.queens[:1], cursor=5), "Layers")
    assert words.title == "Layers of the (4,2) board: 3 queens"
    for part in ("2 pairs attack", "(1, 1) and (3, 3)", "1 queen given", "cursor is on (2, 2)"):
        assert part in words.description, words.description
    assert "empty" in alt_text_of(BoardView(board), "Layers").description
    many = alt_text_of(BoardView.of(regular(Board.cube(23, 3))), "Layers").description
    assert "x3 = 23: 23." in many
    assert len(many) < 1000
    dense = replace(BoardView(board), overlay=Overlay(np.arange(16.0) % 4, 9))
    assert "4 of 16 cells are never used" in alt_text_of(dense, "Layers").description
    assert alt_text_of(dense, "Layers").title == "Layers of the (4,2) board: density"


def test_a_contact_sheet_counts_the_queens_of_each_layer(tmp_path):
    picture = BoardView.of(Placement(Board.cube(3, 3), [(0, 0, 0), (1, 2, 0), (2, 1, 2)]))
    from nqviz.rendering.canvas.canvas import Text
    from nqviz.rendering.canvas.layers_layout import default_layers
    from nqviz.rendering.figures.layers import draw_layers
    from nqviz.view.palette import LIGHT

    sheet = draw_layers(picture, default_layers(picture.board), LIGHT, (800, 600), ("a", "b"))
    words = {mark.text for mark in sheet.marks if isinstance(mark, Text)}
    assert {"a", "b", "Layer 1: 2 queens", "Layer 2: 0 queens", "Layer 3: 1 queen"} <= words
    for shape in ((5,), (4, 4), (2, 3, 4, 2)):
        save_drawing(BoardView(Board(shape)), tmp_path / "a.png", "contact", size=(300, 200))


def test_the_text_of_an_svg_is_text_or_outlines(tmp_path):
    """And edges of the queen graph are curves in each vector format."""
    view = BoardView(Board.cube(4, 2))
    texts = []
    for outlines in (False, True):
        save_drawing(view, tmp_path / "a.svg", "graph", outlines=outlines)
        texts.append((tmp_path / "a.svg").read_text("utf-8"))
    assert texts[0].count("<text") == 8
    assert "<text" not in texts[1]
    assert re.search(r'd="M [^"]*Q ', texts[0])
    save_drawing(view, tmp_path / "a.tex", "graph")
    assert ".. controls" in (tmp_path / "a.tex").read_text()
