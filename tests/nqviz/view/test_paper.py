"""Papers: an image is as wide as the place that it is for, and its type has a size in points."""

import re

import pytest
from PIL import Image

from nqviz import Board, Placement
from nqviz.rendering.export.render import render
from nqviz.view.image_settings import ImageSettings
from nqviz.view.paper import INCH, PAPERS, POINTS, TYPE_UNITS

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
