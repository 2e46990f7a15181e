"""A file of every version of each format still opens; a new version asks for one here."""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from nqviz import Board
from nqviz.catalogue import records
from nqviz.catalogue.proofs import proof_data
from nqviz.counting.densities import exact
from nqviz.exchange import header
from nqviz.formats import layout, parse_code, parse_placement, placement_code, session_parts
from nqviz.formats.session import parse_session
from nqviz.lessons import lessons, model
from nqviz.proofs import check, container
from nqviz.run.tasks import Checkpoint, checkpoint_text, storage
from nqviz.view import view_json
from nqviz.view.view_state import ViewState

PLACEMENTS: dict[int, tuple[str, ...]] = {
    1: (
        (
            '{"format": "nqviz-placement", "version": 1, "shape": [3, 3], "torus": false,'
            ' "piece": "queen", "queens": [[1, 1], [2, 3]]}'
        ),
        "# nqviz-placement version=1 shape=3x3 torus=false piece=queen layout=queens\n1 1\n2 3\n",
    ),
    2: (
        (
            '{"format": "nqviz-placement", "version": 2, "shape": [3, 3], "torus": false,'
            ' "piece": "queen", "blocked": [[2, 2]], "queens": [[1, 1], [2, 3]]}'
        ),
    ),
    3: (
        (
            '{"format": "nqviz-placement", "version": 3, "shape": [3, 3], "torus": false,'
            ' "piece": "queen", "blocked": [[2, 2]], "stops": true, "queens": [[1, 1], [2, 3]]}'
        ),
    ),
    4: (
        (
            '{"format": "nqviz-placement", "version": 4, "shape": [3, 3], "torus": [1],'
            ' "twist": true, "piece": "queen", "queens": [[1, 1], [2, 3]]}'
        ),
    ),
}
VIEWS: dict[int, dict[str, Any]] = {
    1: {"controls": {"scene.style": "cube", "scene.gap": 7}, "free": True},
    2: {"style": "cube", "gap": 0.7, "free": True},
    3: {"style": "cube", "gap": 0.7, "free": True},
}
SESSION = """{"format": "nqviz-session", "version": 1, "current": 0, "sheets": [{"path": null,
  "start": {"shape": [3, 3], "torus": false, "piece": "queen", "queens": [[2, 2]],
  "givens": [[2, 2]]}, "steps": [{"text": "Place", "place": [[1, 1]], "remove": [], "lock": [],
  "unlock": []}], "position": 1, "saved": -1, "view": VIEW}]}"""
WORK = {"what": "adding up", "n": 2}


def test_there_is_a_file_of_every_version() -> None:
    assert list(PLACEMENTS) == list(range(1, layout.VERSION + 1))
    assert list(VIEWS) == list(range(1, view_json.VERSION + 1))
    assert (checkpoint_text.VERSION, storage.VERSION) == (2, 3)
    assert container.VERSION == 3
    others = (session_parts, placement_code, records, exact, header, model)
    assert {each.VERSION for each in others} == {1}


@pytest.mark.parametrize("version", PLACEMENTS)
def test_placements(version: int) -> None:
    for text in PLACEMENTS[version]:
        placement = parse_placement(text).placement
        assert placement.coordinates() == [[1, 1], [2, 3]]
        board = placement.board.without_blocked()
        assert board == (
            Board.cube(3, 2, wraps=(0,), twist=True) if version == 4 else Board.cube(3, 2)
        )


@pytest.mark.parametrize("version", VIEWS)
def test_views_and_the_session_around_them(version: int) -> None:
    text = SESSION.replace("VIEW", json.dumps({"version": version, **VIEWS[version]}))
    tab = parse_session(text).front
    assert tab.history.state.placement.coordinates() == [[1, 1], [2, 2]]
    assert tab.history.state.givens == {4}
    view, board = view_json.view_from_json(tab.view), Board.cube(3, 2)
    assert view is not None
    assert view.on(board) == ViewState(style="cube", gap=0.7, free=True).on(board)


def test_placement_codes() -> None:
    assert len(parse_code("nq1:BAIICAfU5qqqADb-zkg").placement) == 8


@pytest.mark.parametrize("version", [1, 2])
def test_checkpoints_of_text_become_databases(version: int, tmp_path: Path) -> None:
    head = {"format": "nqviz-checkpoint", "version": version, "work": WORK, "tasks": 2}
    lines: list[dict[str, Any]] = [head, {"task": 0, "done": True, "nodes": 7, "arrays": ""}]
    if version == 2:
        checks = [zlib.crc32(json.dumps(line, sort_keys=True).encode()) for line in lines]
        lines = [{**line, "check": check} for line, check in zip(lines, checks, strict=True)]
    file = tmp_path / "file"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    checkpoint = Checkpoint(file, WORK, 2)
    checkpoint.close()
    assert checkpoint.slices["0"].nodes == 7
    assert file.read_bytes().startswith(b"SQLite")


@pytest.mark.parametrize(("version", "name"), [(1, "5x5x5x5x5-109"), (2, "7x7x7x7-145")])
def test_certificates(version: int, name: str, tmp_path: Path) -> None:
    file = tmp_path / "old.proof"
    file.write_bytes(proof_data(name))
    found = container.load(file)
    assert (found.bound, found.version) == (int(name.split("-")[1]), version)


def test_certificates_of_the_third_version() -> None:
    found = container.load(Path(__file__).with_name("4x4x4-7.proof"))
    assert (found.bound, found.version) == (7, 3)
    assert check(found).valid


def test_lessons_that_ship_are_of_the_first_version() -> None:
    assert lessons()


def test_problems_for_other_solvers(tmp_path: Path) -> None:
    file = tmp_path / "old.lp"
    entries = '{"version": 1, "problem": "maximum", "shape": [4, 4], "piece": "queen"}'
    file.write_text(f"\\ nqviz-problem {entries}\nMaximize\n")
    assert header.read_reference(file).board == Board.cube(4, 2)
