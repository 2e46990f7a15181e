"""Packages beside the source tree add families, engines, cuts and export formats."""

import json
import os
import sys

import pytest

from tests.process import run_process

PACKAGE = """
from functools import partial

import numpy as np

from nqviz import InputError, Placement
from nqviz.constructions import Construction, Family, Parameter
from nqviz.engines import Engine
from nqviz.ilp import FAMILIES, Family as Cut
from nqviz.rendering.export import ExportFormat


def build(board, *, rise):
    cells = [(row, rise * row) for row in range(board.n) if rise * row < board.n]
    return Construction(Placement(board, cells), "staircase", {"rise": rise}, "Stairs.")


def why_not(board):
    return None if board.is_classical else "stairs are for flat squares"


STAIRCASE = Family(
    "staircase", "Staircase", "A queen a column.", why_not, build,
    (Parameter("rise", "Rise", "int", 2, "How many cells it rises.", minimum=2),),
)


class Corner(Engine):
    @property
    def name(self):
        return "corner"

    def prepare(self, question):
        return work, {}


def work(state):
    state.submit_incumbent(np.zeros(1, dtype=np.int64))
    return "only one queen is placed"


base = FAMILIES["base"]
TWICE = Cut("twice", "Lines again", "The lines.", base.objection, base.entries, base.rows)


def write(export, path):
    path.write_text(" ".join(map(str, export.picture.queens.tolist())))


LIST = ExportFormat("list", "layers", "lst", "A list of cells", write)
"""
ENTRY_POINTS = """
[nqviz.constructions]
broken = nqviz_stairs:MISSING
regular = nqviz_stairs:STAIRCASE
other = nqviz_stairs:STAIRCASE
staircase = nqviz_stairs:STAIRCASE
[nqviz.engines]
corner = nqviz_stairs:Corner
wrong = nqviz_stairs:write
[nqviz.cuts]
twice = nqviz_stairs:TWICE
[nqviz.exports]
list = nqviz_stairs:LIST
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder on the path that holds a package as pip installs it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "nqviz_stairs.py").write_text(PACKAGE, encoding="utf-8")
    info = folder / "nqviz_stairs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nqviz-stairs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return folder


@pytest.fixture
def nqviz(installed, tmp_path):
    def run(*words):
        paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
        return run_process(
            [sys.executable, "-m", "nqviz.cli", *words],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )

    return run


def test_a_family_of_a_package_is_built_from_the_command_line(nqviz):
    done = nqviz("construct", "staircase", "--n", "9", "--d", "2", "--rise", "3", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["queens"] == [[1, 1], [2, 4], [3, 7]]


def test_what_cannot_be_loaded_is_one_line_each_and_hides_nothing(nqviz):
    done = nqviz("construct", "--help")
    assert "staircase" in done.stdout
    assert "--rise" in done.stdout
    lines = sorted(done.stderr.splitlines())
    assert [line.split()[2] for line in lines] == ["broken", "other", "regular"]
    assert "has no attribute 'MISSING'" in lines[0]
    assert "its name is 'staircase'" in lines[1]
    assert "the name is in use" in lines[2]


def test_built_in_families_do_not_search_for_packages(nqviz):
    done = nqviz("construct", "classical", "--n", "8", "--d", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_engine_of_a_package_answers(nqviz):
    done = nqviz("maximum", "--n", "3", "--d", "3", "--engine", "corner", "--json")
    answer = json.loads(done.stdout)
    assert (answer["count"], answer["engine"]) == (1, "corner")
    assert done.stderr.count("wrong") == 1
    assert "corner" in nqviz("maximum", "--help").stdout


def test_a_cut_of_a_package_is_part_of_a_program(nqviz):
    words = ("maximum", "--n", "4", "--d", "2", "--engine", "highs", "--json", "--cuts")
    assert json.loads(nqviz(*words, "twice").stdout)["count"] == 4
    assert nqviz(*words, "thrice").returncode == 2


def test_a_format_of_a_package_is_written(nqviz, tmp_path):
    nqviz("construct", "classical", "--n", "4", "--d", "2", "-o", "four.json")
    done = nqviz("render", "four.json", "--view", "layers", "-o", "four.lst")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "four.lst").read_text().split()) == 4
    wrong = nqviz("render", "four.json", "--view", "square", "-o", "four.lst")
    assert wrong.returncode == 2
