import io
import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats import Layout, format_placement, parse_placement, read_placement, write_placement
from nqviz.run import files as source
from nqviz.run.files import atomic_write
from tests.boards import FEW_PIECES, random_boards

CUBE4 = {
    "format": "nqviz-placement",
    "version": 1,
    "shape": [4, 4, 4],
    "queens": [[1, 2, 2], [1, 4, 3], [4, 4, 4]],
}


def changed(**entries):
    return json.dumps({**CUBE4, **entries})


@st.composite
def placements(draw):
    board = draw(random_boards(6, 5, pieces=FEW_PIECES))
    indices = draw(st.lists(st.integers(0, board.size - 1), max_size=8, unique=True))
    return Placement.from_indices(board, indices)


remarks = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)

# Round trips -------------------------------------------------------------------------------


@given(placements(), remarks, remarks)
def test_json_round_trip(placement, note, source):
    file = parse_placement(format_placement(placement, Layout.JSON, note, source))
    assert file.placement.board == placement.board
    assert file.placement.coordinates() == placement.coordinates()
    assert (file.note, file.source, file.layout) == (note, source, Layout.JSON)


@given(placements(), remarks, st.booleans())
def test_text_round_trip(placement, note, comma):
    text = format_placement(placement, Layout.QUEENS, note, comma=comma)
    file = parse_placement(text)
    assert file.placement.board == placement.board
    assert file.placement.coordinates() == placement.coordinates()
    assert file.note == " ".join(note.split())
    assert file.layout is Layout.QUEENS


@given(st.integers(1, 8).flatmap(lambda n: st.permutations(range(1, n + 1))))
def test_permutation_round_trip(values):
    board = Board.cube(len(values), 2)
    placement = Placement.from_coordinates(board, [[i, v] for i, v in enumerate(values, 1)])
    text = format_placement(placement, Layout.PERMUTATION)
    assert text.splitlines()[1].split() == [str(v) for v in values]
    assert parse_placement(text).placement == placement


@given(st.integers(1, 7), st.integers(0, 6), st.integers(1, 6))
def test_latin_square_round_trip(n, shift, factor):
    rows = [[(factor * i + j + shift) % n + 1 for j in range(n)] for i in range(n)]
    board = Board.cube(n, 3)
    queens = [[i, j, v] for i, row in enumerate(rows, 1) for j, v in enumerate(row, 1)]
    placement = Placement.from_coordinates(board, queens)
    text = format_placement(placement, Layout.SQUARE)
    assert [list(map(int, line.split())) for line in text.splitlines()[1:]] == rows
    assert parse_placement(text).placement == placement


def test_layouts_that_a_placement_does_not_have():
    with pytest.raises(InputError, match="a permutation needs two dimensions"):
        format_placement(Placement(Board.cube(3, 2)), Layout.PERMUTATION)
    with pytest.raises(InputError, match="a Latin square needs three dimensions"):
        format_placement(Placement(Board.cube(3, 2)), Layout.SQUARE)
    twice = Placement.from_coordinates(Board((2, 2)), [[1, 1], [1, 2]])
    with pytest.raises(InputError, match="one queen in each row"):
        format_placement(twice, Layout.PERMUTATION)


# Guessing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "board", "shape", "layout", "count"),
    [
        ("1 3 5 2 4", None, (5, 5), "permutation", 5),
        ("2,4,1,3\n", None, (4, 4), "permutation", 4),
        ("1", None, (1,), "queens", 1),
        ("3", None, (3,), "queens", 1),
        ("1 3", None, (3, 3), "queens", 1),
        ("3 1 2", None, (3, 3, 3), "queens", 1),
        ("3 1 2", Board.cube(3, 2), (3, 3), "permutation", 3),
        ("3 1 2 2", Board.cube(3, 4), (3,) * 4, "queens", 1),
        ("1 2", Board.cube(2, 2), (2, 2), "queens", 1),
        ("1 1\n2 3\n", None, (3, 3), "queens", 2),
        ("1;1\n2;\t3\n", None, (3, 3), "queens", 2),
        ("# a comment\n\n1 1 2 # here\n2 , 3,5", None, (5, 5, 5), "queens", 2),
        ("1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1", None, (4, 4, 4), "square", 16),
        ("1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 2", None, (4, 4, 4, 4), "queens", 4),
        ("1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 2", Board.cube(4, 3), (4, 4, 4), "square", 16),
        ("1 2 3\n2 3 1\n3 1 2", None, (3, 3, 3), "queens", 3),
        ("\ufeff1 1\r\n2 3\r\n", None, (3, 3), "queens", 2),
        ("# only a remark\n", Board((2, 2)), (2, 2), "queens", 0),
    ],
)
def test_text_is_understood(text, board, shape, layout, count):
    file = parse_placement(text, board=board)
    assert file.placement.board.shape == shape
    assert file.layout == layout
    assert len(file.placement) == count


def test_queens_that_attack_each_other_are_read():
    assert len(parse_placement("1 1 1 1").placement.attacks()) == 6
    assert len(parse_placement(changed()).placement) == 3


# Flaws of a file ---------------------------------------------------------------------------

BAD_TEXT = {
    "": "F: the file is empty",
    "  \n\n": "F: the file is empty",
    "# nothing": "F: the file is empty: there is no queen and no board",
    "1 1\n2 0": "F: line 2: coordinate 2 is 0, off the (2,2) board; it runs from 1 to 2",
    "1 1\n2 -3": "F: line 2: coordinate 2 is -3, off the (2,2) board; it runs from 1 to 2",
    "1 1\n\n2 3\n1 1": "F: line 4: a second queen on (1, 1), the first is line 1",
    "1 1\n2 1.5": "F: line 2: 1.5 is not a whole number",
    "1 1\n2 x": "F: line 2: x is not a whole number",
    "1 1\n2 ٣": "F: line 2: ٣ is not a whole number",
    "1,1\n2,,3": "F: line 2: a number is missing",
    "1 1\n2 3 4": "F: line 2: 3 coordinates; the queens above have 2",
    "1 1\n2": "F: line 2: 1 coordinate; the queens above have 2",
    "1 1\n2 \x00": "F: line 2: '\\x00' is not a whole number",
    "1 1 1\n1 1 1001": "F: line 2: a board of 1001x1001x1001 has 1,003,003,001 cells; at most",
    "1 1\n1 999999999999999999": "F: line 2: side 1 of the board is too large",
    "1 1\n1 " + "9" * 5000: "F: line 2: 999999999999999999999999999... is too large",
    "1 " * 13 + "\n" + "2 " * 13: "F: line 1: 13 coordinates are too many",
    "1 2 3 9": "F: line 1, number 4: coordinate 2 is 9, off the (4,2) board; it runs from 1 to 4",
    "# nqviz-placement version=2 shape=3x3\n": "F: line 1: 'torus' is missing in the heading",
    "# nqviz-placement version=2 shape=3x3 torus=false piece=queen layout=queens": (
        "F: line 1: version 2 of the format is newer than this version of nqviz, which"
        " reads versions up to 1; a newer nqviz is needed"
    ),
    "# nqviz-placement version=1 shape=3x3 torus=false piece=queen layout=heap": (
        "F: line 1: unknown layout heap"
    ),
    "# nqviz-placement version=1 shape=3x3 torus=one piece=queen layout=queens": (
        "F: line 1: 'torus' is one; it has to be true or false"
    ),
    "# nqviz-placement version=1 shape=3x3 torus=false piece=queen layout=square\n1 2 3": (
        "F: a Latin square on the (3,2) board is 3 lines of 3 numbers"
    ),
    "# nqviz-placement version=1 shape=3x3 torus=false piece=queen layout=permutation\n1 2": (
        "F: a permutation on the (3,2) board is one line of 3 numbers"
    ),
}


BAD_JSON = {
    "{": "F: line 1: not JSON: expecting property name",
    '{\n"format": nqviz}': "F: line 2: not JSON: expecting value",
    "[]": "F: not a placement: the JSON is no object",
    "[[1, 2]]": "F: not a placement: the JSON is no object",
    "{}": "F: not a placement: 'format' has to be 'nqviz-placement'; it is missing",
    '{"format": "GeoJSON"}': (
        "F: not a placement: 'format' has to be 'nqviz-placement'; it is GeoJSON"
    ),
    "[" * 100_000: "F: the JSON is nested too deeply",
    "[" + "1" * 5000 + "]": "F: a number in the JSON is too long",
    changed(version=None): "F: 'version' is missing",
    changed(version="1"): "F: 'version' is 1; it has to be a whole number",
    changed(version=True): "F: 'version' is True; it has to be a whole number",
    changed(version=0): "F: version 0 of the format does not exist",
    changed(version=7): "F: version 7 of the format is newer than this version of nqviz",
    changed(shape=None): "F: 'shape' is missing",
    changed(shape=4): "F: 'shape' is 4; it has to be a list",
    changed(shape=[4, 4.0, 4]): "F: side 2 of 'shape' is 4.0, not a whole number",
    changed(shape=[]): "F: a board needs at least one dimension",
    changed(shape=[4, 0, 4]): "F: side 2 of the board is 0",
    changed(shape=[1000, 1000, 1000]): "F: a board of 1000x1000x1000 has 1,000,000,000 cells",
    changed(shape=[10**4000] * 3): "F: side 1 of the board is too large",
    changed(shape=[1] * 13): "F: 13 dimensions are too many",
    changed(torus="no"): "F: 'torus' is no; it has to be true or false",
    changed(piece="king"): "F: unknown piece 'king'; choose one of queen, rook, bishop",
    changed(piece=3): "F: 'piece' is 3; it has to be text",
    changed(note=["x"]): "F: 'note' is ['x']; it has to be text",
    changed(queens=None): "F: 'queens' is missing",
    changed(queens={}): "F: 'queens' is {}; it has to be a list",
    changed(queens=[[1, 1, 1], 7]): "F: queen 2: 7 is no list of coordinates",
    changed(queens=[[1, 1, 1], [1, 2]]): "F: queen 2: 2 coordinates; the board has 3 dimensions",
    changed(queens=[[1, 1, 1.5]]): "F: queen 1: 1.5 is not a whole number",
    changed(queens=[[1, 1, "1"]]): "F: queen 1: 1 is not a whole number",
    changed(queens=[[1, 1, True]]): "F: queen 1: True is not a whole number",
    changed(queens=[[1, 1, float("nan")]]): "F: queen 1: nan is not a whole number",
    changed(queens=[[1, 1, 0]]): "F: queen 1: coordinate 3 is 0, off the (4,3) board; it runs",
    changed(queens=[[1, 1, 1], [1, 5, 1]]): "F: queen 2: coordinate 2 is 5, off the (4,3) board",
    changed(queens=[[1, 1, 1], [1, 10**30, 1]]): "F: queen 2: coordinate 2 is 10000",
    changed(queens=[[1, 1, 1], [-(2**63), 1, 1]]): "F: queen 2: coordinate 1 is -9223372036",
    changed(queens=[[1, 2, 1], [2, 1, 1], [1, 2, 1]]): (
        "F: queen 3: a second queen on (1, 2, 1), the first is queen 1"
    ),
}


BAD = BAD_TEXT | BAD_JSON


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_bad_text_is_refused_with_place_and_reason(text):
    with pytest.raises(InputError) as caught:
        parse_placement(text, "F")
    assert str(caught.value).startswith(BAD[text])
    assert len(str(caught.value).splitlines()) == 1


def test_a_json_file_is_read_as_json_whatever_it_holds():
    with pytest.raises(InputError, match=r"a\.json: line 1: not JSON"):
        parse_placement("1 2 3", "a.json")


def test_a_file_for_another_board_is_refused():
    with pytest.raises(InputError, match=r"the file is for the \(4,3\) board, not for the \(5,3\)"):
        parse_placement(changed(), board=Board.cube(5, 3))
    text = format_placement(Placement(Board((3, 3))), Layout.QUEENS)
    with pytest.raises(InputError, match=r"the file is for the \(3,2\) board, not for the \(4,2\)"):
        parse_placement(text, board=Board((4, 4)))


# Fuzzing -----------------------------------------------------------------------------------


def refuses_or_reads(text, read=parse_placement):
    """Read without any error but InputError; give its message, empty when there was none."""
    try:
        file = read(text)
    except InputError as error:
        message = str(error)
    else:
        assert file.placement.board.contains(file.placement.cells).all()
        return ""
    assert len(message.splitlines()) == 1
    return message


@given(st.text())
def test_any_text_is_read_or_refused(text):
    refuses_or_reads(text)


@given(st.text(alphabet="0123456789-+., ;#\n\tx=", max_size=60))
def test_any_numbers_are_read_or_refused(text):
    refuses_or_reads(text)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    message = refuses_or_reads(data, lambda data: read_placement("-", io.BytesIO(data)))
    assert message == "" or message.startswith("standard input: ")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)
keys = st.sampled_from(["format", "version", "shape", "torus", "piece", "queens", "note", "source"])


@given(st.dictionaries(keys, values, min_size=1, max_size=2))
def test_any_wrong_entry_is_read_or_refused(entries):
    refuses_or_reads(json.dumps({**CUBE4, **entries}))


@given(st.lists(st.lists(values | st.integers(-1, 5), max_size=4), max_size=4))
def test_any_queens_are_read_or_refused(queens):
    refuses_or_reads(changed(queens=queens))


@given(st.integers(0, 200), st.text(max_size=3), st.integers(0, 5))
def test_any_damage_to_json_is_read_or_refused(position, inserted, removed):
    text = changed()
    refuses_or_reads(text[:position] + inserted + text[position + removed :])


# Disk --------------------------------------------------------------------------------------

SMALL = Placement.from_coordinates(Board((3, 3)), [[1, 2], [3, 3]])


@pytest.mark.parametrize("name", ["a.json", "a.csv", "a.txt", "a", "ü ñ.json"])
def test_write_and_read(tmp_path, name):
    path = tmp_path / name
    write_placement(SMALL, path, note="n", source="s")
    file = read_placement(path)
    assert file.placement == SMALL
    assert (file.note, file.source, file.name) == ("n", "s", str(path))
    assert [entry.name for entry in tmp_path.iterdir()] == [name]
    assert ("," in path.read_text().splitlines()[-1]) == (name != "a.txt")


def test_bad_files(tmp_path, monkeypatch):
    def refusal(path):
        with pytest.raises(InputError) as caught:
            read_placement(path)
        assert str(path) in str(caught.value)
        return str(caught.value)

    assert refusal(tmp_path).endswith(": this is a folder, not a file")
    assert refusal(tmp_path / "none").endswith(": cannot be read: no such file or directory")
    binary = tmp_path / "binary"
    binary.write_bytes(b"1 2\n3 \xff\n")
    assert refusal(binary).endswith(": line 2: this is not UTF-8 text")
    monkeypatch.setattr(source, "FILE_BYTES", 3)
    assert refusal(binary).endswith(": the file is too large; at most 3 bytes are read")
    with pytest.raises(InputError, match="not the name of a file"):
        read_placement("a\0b")


def test_writing_keeps_what_is_there_when_it_fails(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_text("before")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"a\.json: cannot be written: no space left on device"):
        write_placement(SMALL, path)
    assert path.read_text() == "before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


def test_writing_where_nothing_can_be_written(tmp_path):
    with pytest.raises(InputError, match="cannot be written: no such file or directory"):
        write_placement(SMALL, tmp_path / "no" / "a.json")
    with pytest.raises(InputError, match="cannot be written: is a directory"):
        write_placement(SMALL, tmp_path)
    with pytest.raises(InputError, match="not the name of a file"):
        write_placement(SMALL, "a\0b")


def test_a_replaced_file_keeps_its_permissions_and_links(tmp_path):
    path = tmp_path / "a.json"
    link = tmp_path / "link.json"
    path.write_text("before")
    path.chmod(0o640)
    link.symlink_to(path)
    write_placement(SMALL, link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert read_placement(path).placement == SMALL


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_writing_to_a_device():
    atomic_write("/dev/null", b"gone")
    with pytest.raises(InputError, match="no space left on device"):
        atomic_write("/dev/full", b"too much")
