"""Papers: an image is as wide as the place that it is for, and its type has a size in points."""

import re

import numpy as np
import pytest
from PIL import Image

from nqviz import Board, InputError, Placement
from nqviz.rendering.export.render import render
from nqviz.view.image_settings import ImageSettings
from nqviz.view.paper import INCH, PAPERS, POINTS, TYPE_UNITS, Paper, paper_of, paper_text

PLACEMENT = Placement(Board.cube(4, 3), [(0, 0, 0), (1, 2, 1)])


@pytest.mark.parametrize("name", list(PAPERS))
@pytest.mark.parametrize("dpi", [None, 72.0])
def test_width_type_and_pixels_agree(name, dpi):
    paper = PAPERS[name]
    settings = ImageSettings(**paper.choices(dpi))
    assert settings.pixels == paper.pixels(dpi)
    assert settings.pixels[0] == round(paper.width / INCH * settings.dpi)
    assert settings.pixels[1] == pytest.approx(paper.height / INCH * settings.dpi, rel=0.002)
    assert TYPE_UNITS / settings.units_per_inch * POINTS == pytest.approx(paper.points, rel=0.002)


def test_a_column_is_as_wide_in_every_format(tmp_path):
    width = 8.6 / INCH * POINTS
    for ending in ("pdf", "svg", "tex", "png"):
        render(PLACEMENT, tmp_path / f"a.{ending}", view="layers", **PAPERS["column"].choices())
    pdf = (tmp_path / "a.pdf").read_bytes()
    assert float(re.search(rb"/MediaBox \[ 0 0 ([0-9.]+)", pdf)[1]) == pytest.approx(width)
    svg = (tmp_path / "a.svg").read_text()
    assert float(re.search(r'<svg [^>]*width="([0-9.]+)pt"', svg)[1]) == pytest.approx(width)
    tex = (tmp_path / "a.tex").read_text()
    cell = float(re.search(r"\[x=([0-9.]+)bp", tex)[1])
    left, right = re.search(
        r"boundingbox \(([-0-9.]+),[-0-9.]+\) rectangle \(([-0-9.]+)", tex
    ).groups()
    assert (float(right) - float(left)) * cell == pytest.approx(width, rel=1e-3)
    with Image.open(tmp_path / "a.png") as image:
        assert image.width / image.info["dpi"][0] * INCH == pytest.approx(8.6, abs=0.01)


def test_type_of_a_column_has_the_same_points_as_that_of_a_page(tmp_path):
    sizes = []
    for name in ("column", "page"):
        render(PLACEMENT, tmp_path / "a.tex", view="contact", **PAPERS[name].choices())
        found = re.findall(r"fontsize\{([0-9.]+)bp", (tmp_path / "a.tex").read_text())
        sizes.append(max(map(float, found)))
    assert sizes[0] == pytest.approx(sizes[1], rel=0.35)
    assert all(7 <= size <= 16 for size in sizes)


def test_a_paper_is_named_or_measured():
    for text, width, height in (
        ("column", 8.6, 6.45),
        ("12cm", 12.0, 9.0),
        ("3.4in", 8.636, 6.477),
        ("120x80mm", 12.0, 8.0),
    ):
        paper = paper_of(text)
        assert (paper.width, paper.height) == pytest.approx((width, height))
        assert paper_of(paper_text(paper)) == paper
    for text in ("", "12", "12 apples", "0.1cm", "9999cm", "cm", "1e3cm"):
        with pytest.raises(InputError):
            paper_of(text)


def ground(image):
    return np.array(image.convert("RGB"))[0, 0]


@pytest.mark.parametrize("view", ["3d", "layers", "chart"])
@pytest.mark.parametrize("margin", [0.0, 3.0])
def test_a_cropped_picture_fills_the_width_and_keeps_its_type(tmp_path, view, margin):
    paper = Paper(10.0, 7.5, points=8.0, dpi=100.0)
    path = tmp_path / "a.png"
    render(PLACEMENT, path, view=view, paper=paper, crop=True, margin=margin)
    with Image.open(path) as image:
        assert image.width == round(10 / INCH * 100)
        drawn = (np.array(image.convert("RGB")) != ground(image)).any(axis=2)
        assert (ground(image) == 255).all(), "paper is white"
    across, up = np.flatnonzero(drawn.any(axis=0)), np.flatnonzero(drawn.any(axis=1))
    wanted = margin / 25.4 * 100
    left, right = across[0], drawn.shape[1] - 1 - across[-1]
    above, below = up[0], drawn.shape[0] - 1 - up[-1]
    for free in (left, right, above, below):
        assert abs(free - wanted) <= 8, (left, right, above, below)


def test_type_has_its_points_when_a_drawing_is_cropped(tmp_path):
    path, paper = tmp_path / "a.tex", Paper(12.0, 9.0, points=8.0)
    for crop in (False, True):
        render(PLACEMENT, path, view="layers", paper=paper, crop=crop)
        sizes = set(map(float, re.findall(r"fontsize\{([0-9.]+)bp", path.read_text())))
        assert min(sizes) == pytest.approx(8.0, abs=0.05), sizes


def test_what_is_no_picture_is_not_cropped(tmp_path):
    with pytest.raises(InputError, match="a film is not cropped"):
        render(PLACEMENT, tmp_path / "a.gif", crop=True)
    with pytest.raises(InputError, match="no choice 'side' of an image; there are size, scale"):
        render(PLACEMENT, tmp_path / "a.png", side="front")
    with pytest.raises(InputError, match="no room"):
        render(PLACEMENT, tmp_path / "a.svg", paper="column", crop=True, margin=50.0)
