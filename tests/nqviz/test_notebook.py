"""Values show themselves in notebooks; the notebook of the guide runs."""

import json
import sys

import nqviz
from nqviz import Board, Placement
from nqviz.run.outcome import Outcome, Status
from tests.guide.blocks import GUIDE
from tests.process import run_process


def test_placements_and_densities_are_drawn():
    placement = Placement(Board.cube(4, 3), [(0, 1, 2), (1, 3, 0)])
    svg = placement._repr_svg_()
    assert "<svg" in svg
    assert "2 queens" in svg
    density = nqviz.density(Board.cube(4, 2)).value
    assert "<svg" in density._repr_svg_()


def test_what_cannot_be_drawn_is_left_to_its_text():
    assert Placement(Board.cube(40, 3))._repr_svg_() is None
    assert Placement(Board.cube(3, 2), [(5, 5)])._repr_svg_() is None


def test_an_outcome_shows_its_message_and_its_placement():
    outcome = nqviz.maximum(Board.cube(3, 2))
    html = outcome._repr_html_()
    assert outcome.message in html
    assert "<svg" in html
    assert "<?xml" not in html
    assert Outcome(Status.LIMIT, message="a < b")._repr_html_() == "<p>a &lt; b</p>"


def test_the_notebook_of_the_guide_runs(tmp_path):
    notebook = json.loads((GUIDE / "library" / "notebook.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
    assert len(cells) > 4
    done = run_process([sys.executable, "-c", "\n".join(cells)], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
