"""Large files: the quick way reads what the careful way reads; pipes end, and so does the user."""

import json
import os
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats import json_layout, parse_placement, plain, read_placement, text_layout
from nqviz.run.context import RunContext
from nqviz.verification import verify
from tests.patience import STALL


def outcome(text, **options):
    """Return what is read of a text, or why it is refused."""
    try:
        file = parse_placement(text, **options)
    except InputError as error:
        return str(error)
    return file.placement.board, file.placement.coordinates(), file.layout, file.note


@given(st.text("012 ,;\n\n#x", max_size=25), st.integers(1, 9))
def test_both_ways_agree_on_text(text, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "_BLOCK", block)
        quick = outcome(text)
        patch.setattr(text_layout, "plain_rows", lambda *_: None)
        assert outcome(text) == quick


@given(st.lists(st.lists(st.integers(0, 10**18), min_size=2, max_size=2), max_size=9))
def test_numbers_of_all_lengths_are_read(rows):
    text = "".join(f"{a},{b}\n" for a, b in rows).encode()
    found = plain.plain_rows(text, RunContext())
    if any(value >= 10**18 for row in rows for value in row) or not rows:
        assert found is None
    else:
        assert found[1].tolist() == rows


FORMS = ("[[1, 2], [3, 4]]", "[[1,2],[3,4]]", "[\n [ 1,\n 2],\n [3,4]\n ]", "[[1 2],[3 4]]")
FORMS += ("[[01,2],[3,4]]", "[[1,2],[]]", "[[1,2],[3]]", "[[1,2],[3,4.0]]", "[[1,2],[3,-4]]")
FORMS += (
    "[[1,2],[3,4]], ",
    "[[1,2],[3,4]",
    "[[1,2],,[3,4]]",
    "[[1,2][3,4]]",
    "[[1,2],[9,4]]",
    "[]",
)
HEAD = '"format": "nqviz-placement", "version": 1, "shape": [4, 4]'


@pytest.mark.parametrize("queens", FORMS)
@pytest.mark.parametrize(
    "frame",
    [
        f'{{{{{HEAD}, "queens": {{}}}}}}',
        f'{{{{"queens": {{}}, "note": "\\"queens\\": [[1,1]]", {HEAD}}}}}',
        f'{{{{{HEAD}, "more": {{{{"queens": {{}}}}}}}}}}',
        f'{{{{{HEAD}, "more": {{{{"queens": {{}}}}}}, "queens": []}}}}',
        '{{"format": "nqviz-placement", "version": 1, "shape": [4, 4, 4], "queens": {}}}',
        '{{"queens": [[1, 1]], "queens": {}, "version": 1}}',
    ],
)
def test_both_ways_agree_on_json(frame, queens, monkeypatch):
    text = frame.format(queens)
    careful = outcome(text)
    monkeypatch.setattr(json_layout, "_LARGE", 0)
    assert outcome(text) == careful


def test_the_quick_way_is_taken(monkeypatch):
    monkeypatch.setattr(json_layout, "_LARGE", 0)
    monkeypatch.setattr(json_layout, "_entries", None)
    monkeypatch.setattr(text_layout, "_table_by_lines", None)
    placement = Placement(Board((5, 5)), [(0, 1), (3, 4)])
    entries = json_layout.placement_entries(placement)
    assert parse_placement(json.dumps(entries)).placement == placement
    assert parse_placement(json.dumps(entries, indent=1)).placement == placement
    assert parse_placement("# a remark\n\n1,2\r\n4,5", board=placement.board).placement == placement


@pytest.mark.parametrize("name", ["a.txt", "a.json"])
@pytest.mark.parametrize("sign", [" ", " ; "])
@pytest.mark.parametrize("steps", range(4))
def test_whoever_reads_can_stop(tmp_path, monkeypatch, sign, name, steps):
    path = tmp_path / name
    rows = [[i, i] for i in range(1, 10)]
    board = Board((9, 9))
    entries = json_layout.placement_entries(Placement.from_coordinates(board, rows))
    text = json.dumps(entries) if name.endswith(".json") else ""
    path.write_text(text or "".join(f"{i}{sign}{j}\n" for i, j in rows))
    monkeypatch.setattr(text_layout, "_PART", 3)
    monkeypatch.setattr(plain, "_BLOCK", 3)
    monkeypatch.setattr(json_layout, "_LARGE", 0)
    stop, seen = threading.Event(), []

    def look(progress):
        seen.append(progress.activity)
        if len(seen) > steps - 1:
            stop.set()

    if steps == 0:
        stop.set()
    with pytest.raises(InputError, match="stopped before its end"):
        read_placement(path, run=RunContext(None, look, stop))
    assert len(seen) == steps


def test_progress_is_told(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("\n".join(f"+{i} {i}" for i in range(1, 100)))
    monkeypatch.setattr(text_layout, "_PART", 10)
    seen = []
    read_placement(path, run=RunContext(None, lambda progress: seen.append(progress.fraction)))
    assert seen[0] is None
    assert len(seen[1:]) >= 9
    assert seen[1:] == sorted(seen[1:])


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
def test_pipes_and_devices_are_read_only_where_asked(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="this is a pipe, not a file"):
        read_placement(pipe)
    with pytest.raises(InputError, match="this is a device, not a file"):
        read_placement("/dev/zero")
    writer = threading.Thread(target=pipe.write_text, args=("1 2\n2 1\n",))
    writer.start()
    assert len(read_placement(pipe, pipes=True).placement) == 2
    writer.join()


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
@pytest.mark.parametrize("name", ["pipe", "pipe.yaml"])
def test_no_pipe_makes_a_check_wait(tmp_path, name):
    pipe = tmp_path / name
    os.mkfifo(pipe)
    answers = []

    def check():
        with pytest.raises(InputError, match="this is a pipe, not a file"):
            verify(pipe)
        answers.append(name)

    waiting = threading.Thread(target=check, daemon=True)
    waiting.start()
    waiting.join(STALL)
    assert answers == [name]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x1f\x8b\x08", "this is a file packed by gzip"),
        (b"PK\x03\x04", "this is a zip file, as proofs are"),
        ("1 2\n".encode("utf-16"), "this is text in UTF-16"),
        (b"1 2\n3 \x00", "line 2: '\\x00' is not a whole number"),
        (b"1 " + b"7" * 10**6, "line 1: 777777777777777777777777777... is too large"),
        (b'{"a": ' + b"7" * 10**6 + b"}", "a number in the JSON is too long"),
        (b"[" * 10**5, "the JSON is nested too deeply"),
        (b'{"a":' * 10**5, "the JSON is nested too deeply"),
        (b'{"version": 1, "version": 1}', "'version' is there twice"),
        (b'{"format": "nqviz-placement", "version": NaN}', "'version' is nan"),
        (b'{"format": "nqviz-placement", "version": 1e400}', "'version' is inf"),
    ],
)
def test_odd_files_get_one_line(tmp_path, data, reason):
    path = tmp_path / "odd"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_placement(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert reason in message
    assert "\n" not in message


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_that_lead_nowhere(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(InputError, match=r"loop: cannot be read: too many levels of symbolic"):
        read_placement(loop)
