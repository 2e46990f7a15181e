"""The verbs of the package: from a board to a file and back."""

import numpy as np
import pytest

import nqviz
from nqviz import Board, InputError, Placement
from nqviz.cli import main
from nqviz.proofs import Verdict
from nqviz.verification import LessonCheck, PlacementCheck
from nqviz.view.view_state import ViewState
from tests.guide.blocks import GUIDE, blocks

CUBE = Board.cube(4, 3)


def test_the_verbs_take_a_board_or_a_placement_first() -> None:
    assert nqviz.maximum(CUBE).count == 7
    assert nqviz.complete(Placement(Board.cube(8, 2), [(1, 3)]), "full").count == 8
    assert nqviz.count(CUBE).count == 1344
    assert nqviz.count(Board.cube(8, 2), "planar").count == 92
    assert nqviz.count(Board.cube(4, 4), "layered").count == 5313608
    density = nqviz.density(CUBE).value
    assert density is not None
    assert density.total == 1344
    assert len(nqviz.construct(Board.cube(11, 3), "regular").placement) == 121


def test_a_placement_is_written_and_read(tmp_path) -> None:
    placement = nqviz.construct(Board.cube(8, 2), "classical").placement
    for name in ("eight.json", "eight.csv"):
        nqviz.write(placement, tmp_path / name)
        assert nqviz.read(tmp_path / name) == placement


@pytest.mark.parametrize(
    ("kind", "message"),
    [("nothing", "cannot count 'nothing'; choose one of maximum"), ("planar", "d = 2")],
)
def test_what_cannot_be_counted_is_refused(kind, message) -> None:
    with pytest.raises(InputError, match=message):
        nqviz.count(CUBE, kind)
    with pytest.raises(InputError, match="maximum placements only"):
        nqviz.count(Board.cube(8, 2), "planar", queens=4)


def test_placements_are_verified() -> None:
    check = nqviz.verify(Placement(Board.cube(4, 2), [(0, 0), (1, 1)]))
    assert isinstance(check, PlacementCheck)
    assert not check.valid
    assert len(check.attacks) == 1
    assert check.message == "not valid: 2 queens on the (4,2) board, 1 attack"
    away = nqviz.verify(Placement(Board.cube(4, 2), [(0, 9)]))
    assert isinstance(away, PlacementCheck)
    assert (away.valid, away.free) == (False, None)
    twice = nqviz.verify(Placement(Board.cube(4, 2), [(0, 1), (0, 1)]))
    assert not twice.valid
    good = nqviz.verify(Placement(Board.cube(4, 2), [(0, 1), (1, 3)]))
    assert isinstance(good, PlacementCheck)
    assert (good.valid, good.free) == (True, 3)


def test_files_are_verified_by_what_they_hold(tmp_path) -> None:
    nqviz.write(Placement(Board.cube(4, 2), [(0, 1)]), tmp_path / "a.csv")
    assert nqviz.verify(tmp_path / "a.csv").valid
    lesson = tmp_path / "lesson.yaml"
    lesson.write_text(blocks(GUIDE / "extend" / "lesson.md", "yaml")[0], encoding="utf-8")
    check = nqviz.verify(lesson)
    assert isinstance(check, LessonCheck)
    assert check.valid
    proof = tmp_path / "proof.zip"
    assert main(["maximum", "--n", "3", "--d", "3", "--certificate", str(proof)]) == 0
    verdict = nqviz.verify(proof)
    assert isinstance(verdict, Verdict)
    assert verdict.valid
    proof.write_bytes(b"PK\x03\x04")
    for name in ("proof.zip", "nothing.json"):
        with pytest.raises(InputError, match=name):
            nqviz.verify(tmp_path / name)


@pytest.mark.parametrize("view", ["layers", "graph", "contact", "chart"])
def test_drawings_are_rendered(tmp_path, view) -> None:
    placement = nqviz.construct(Board.cube(5, 2), "classical").placement
    path = tmp_path / "drawing.svg"
    nqviz.render(placement, path, view=view, size=(300, 200), state=ViewState(free=True))
    assert path.stat().st_size > 1000


def test_a_board_and_a_model_are_rendered(tmp_path) -> None:
    nqviz.render(CUBE, tmp_path / "empty.svg", view="layers")
    nqviz.render(
        Placement(CUBE, np.array([[0, 0, 0]])), tmp_path / "a.stl", state=ViewState(style="cube")
    )
    assert (tmp_path / "a.stl").stat().st_size > 100
    with pytest.raises(InputError, match="no view 'side'; choose one of 3d"):
        nqviz.render(CUBE, tmp_path / "a.png", view="side")
