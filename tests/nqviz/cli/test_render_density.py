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
