"""Budgets of texts: a bomb is refused on one line, and long blanks are read at once."""

from __future__ import annotations

import json
import time
import tracemalloc
from pathlib import Path

import pytest

from nqviz import Board, Placement
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError, shorten
from nqviz.formats import parse_placement, text_layout
from nqviz.formats.history import History
from nqviz.formats.session import parse_session, read_session, write_session
from nqviz.formats.session_parts import Session, SessionTab
from nqviz.run import json_text
from nqviz.view.view_json import view_from_json


def test_a_json_text_of_many_small_values_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '{"format": "nqviz-session", "a": [' + "[]," * 1000 + "1]}"
    monkeypatch.setattr(json_text, "JSON_ELEMENTS", 1000)
    for read in (parse_placement, parse_session):
        with pytest.raises(InputError, match=r"too large: 2,0.* values of JSON; at most 1,000"):
            read(text, "F")


def test_a_table_of_many_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.formats.plain.TEXT_NUMBERS", 100)
    with pytest.raises(InputError, match="too large: 400 numbers"):
        parse_placement("1 2\n" * 200, "F")


def test_a_long_text_that_is_no_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_layout, "TEXT_CHARACTERS", 100)
    with pytest.raises(InputError, match="too large: 603 characters"):
        parse_placement("1 2\n" * 150 + "a b", "F")


@pytest.mark.parametrize("blank", ["\t", " \t ", "\u00a0"])
def test_long_blanks_take_no_time(blank: str) -> None:
    begun = time.process_time()
    file = parse_placement(f"1{blank * 100_000}2\n3 4\n", "F")
    assert file.placement.coordinates() == [[1, 2], [3, 4]]
    assert time.process_time() - begun < 1.0


@pytest.mark.parametrize(
    "text",
    ["1\t2\n3\t4", "1 ;2\n3;  4", " 1 , 2 \n\n# a\n3,4 # end", "1  2\r\n3 \t 4\r\n"],
)
def test_tables_with_tabs_and_comments_are_read_at_once(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(text_layout, "_table_by_lines")
    assert parse_placement(text, "F").placement.coordinates() == [[1, 2], [3, 4]]


def test_a_note_among_the_queens_is_kept() -> None:
    file = parse_placement("1 2\n# note: here\n2 4\n#source:  there \n", "F")
    assert (file.note, file.source) == ("here", "there")


@pytest.mark.parametrize("value", [10**5000, -(10**5000), "x" * 99, ["a"] * 99, 1.5], ids=range(5))
def test_values_in_messages_are_short(value: object) -> None:
    assert len(shorten(value)) <= 30


def test_messages_are_one_line_of_bounded_length() -> None:
    message = str(InputError("no\nfile " + "x" * 35_000 + " here"))
    assert len(message) < 600
    assert message.startswith("no file xxx")
    assert message.endswith("xxx here")


def _sheet(shape: list[int], loads: int = 0) -> dict[str, object]:
    board = {"shape": shape, "queens": [], "givens": []}
    steps = [{"text": "Load", "load": board}] * loads
    return {"start": board, "steps": steps, "position": 0}


@pytest.mark.parametrize(
    ("sheets", "reason"),
    [
        ([_sheet([2, 2])] * 1001, "too large: 1,001 boards of a session; at most 1,000"),
        ([_sheet([9000, 9000])] * 2, "too large: 162,000,000 cells on the boards of a session"),
        ([_sheet([1000] * 2, 600)], "too large: 601,000,000 cells on all boards in the history"),
    ],
    ids=["tabs", "boards", "loads"],
)
def test_a_session_of_large_boards_is_refused_before_they_are_made(
    sheets: list[object], reason: str
) -> None:
    data = {"format": "nqviz-session", "version": 1, "current": 0, "sheets": sheets}
    tracemalloc.start()
    with pytest.raises(InputError, match=reason):
        parse_session(json.dumps(data))
    assert tracemalloc.get_traced_memory()[1] < 2**24
    tracemalloc.stop()


@pytest.mark.parametrize("key", ["scene.gap", "scene.dims", "scene.clip.1.low", "layers.shown"])
@pytest.mark.parametrize("value", [10**400, -(10**400), float("inf"), "x1 " * 10_000, [1] * 9999])
def test_no_value_of_an_old_view_is_met_by_a_traceback(key: str, value: object) -> None:
    for view in ({"version": 1, "controls": {key: value}}, {"version": 3, key[6:]: value}):
        assert view_from_json(view) is not None


@pytest.mark.parametrize("key", ["azimuth", "elevation", "distance"])
def test_a_camera_of_large_numbers_is_passed_over(key: str) -> None:
    camera = {"azimuth": 1.0, "elevation": 2.0, "distance": 3.0, "focus": [0, 0, 0]}
    found = view_from_json({"version": 3, "camera": {**camera, key: 10**400}})
    assert found is not None
    assert found.camera is None or found.camera.distance is None


@pytest.mark.parametrize("budget", ["SESSION_TABS", "TAB_CELLS", "LOADED_CELLS", "JSON_ELEMENTS"])
def test_no_session_is_written_that_is_too_large_to_be_read(
    budget: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    histories = [History(BoardState(Placement(Board.cube(4, 2), [(0, 1)]))) for _ in range(3)]
    whole = Session(tuple(map(SessionTab, histories)), 0)
    write_session(whole, tmp_path / "a")
    part = "session" if budget == "JSON_ELEMENTS" else "session_parts"
    module = f"nqviz.formats.{part}."
    monkeypatch.setattr(module + budget, 2)
    with pytest.raises(InputError, match="too large: "):
        write_session(whole, tmp_path / "b")
    assert not (tmp_path / "b").exists()
    if budget == "JSON_ELEMENTS":
        monkeypatch.setattr(json_text, budget, 2)
    with pytest.raises(InputError, match="too large: "):
        read_session(tmp_path / "a")
