"""Densities in pictures of the scene."""

import json

import pytest

from nqviz.cli import main


@pytest.fixture
def render(tmp_path, capsys):
    def call(name, *arguments):
        status = main(["render", "-o", str(tmp_path / name), "--json", *map(str, arguments)])
        told = capsys.readouterr()
        return status, json.loads(told.out) if told.out else None, told.err

    return call


def test_the_ways_to_show_a_density_in_the_scene(render, tmp_path):
    seen = set()
    board = ("--n", 4, "--d", 3, "--size", "160x120")
    for way in (*(("--density", name) for name in ("size", "colour", "slice", "volume")), ()):
        status, entries, _ = render("a.png", *board, *way)
        assert (status, entries["size"]) == (0, [160, 120])
        seen.add((tmp_path / "a.png").read_bytes())
    for layer in (1, 2):  # of four layers the second is taken without a number
        render("a.png", *board, "--density", "slice", "--layer", layer)
        seen.add((tmp_path / "a.png").read_bytes())
    assert len(seen) == 6
    (tmp_path / "one.txt").write_text("1 1 1\n")
    one = tmp_path / "one.txt"
    assert render("b.png", one, *board, "--density", "size", "--colour-by", "density")[0] == 0


NO_DENSITY = {
    "a.png --n 4 --d 3 --view square --density size": "goes with --view 3d or layers or contact",
    "a.png --n 4 --d 3 --layer 2": "--layer goes with --view layers, --density slice or",
    "a.png --n 4 --d 3 --density slice --layer 5": "the (4,3) board has layers 1 to 4",
    "a.png --n 8 --d 2 --density slice": "has no layers to draw one of",
    "a.png --n 8 --d 2 --density volume": "cannot be drawn as a cloud",
    "a.png --n 4 --d 3 --density fog": "invalid choice: 'fog'",
    "a.stl --n 4 --d 3 --density size": "--density does not apply to 3D models",
    "a.png --n 21 --d 3 --density size": "out of reach",
}


@pytest.mark.parametrize("line", NO_DENSITY)
def test_a_density_that_cannot_be_shown_so(render, tmp_path, line):
    status, _, told = render(*line.split())
    assert status == 2
    assert NO_DENSITY[line] in told
    assert not any(path.name.startswith("a.") for path in tmp_path.iterdir())
