"""Placement codes: short, read back as they were, and refused on one line when damaged."""

import base64
import zlib

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nqviz.cli import main
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats import format_code, is_code, parse_code, parse_placement, read_placement
from nqviz.run.budgets import CODE_CHARACTERS, CODE_VIEW_BYTES
from nqviz.view.view_json import changed_entries, view_from_json, view_to_json
from nqviz.view.view_state import CameraState, Dims, ViewState
from tests.boards import random_boards

EIGHT = "nq1:BAIICAfU5qqqADb-zkg"
"""Eight queens on the chessboard."""
QUEENS = [[1, 1], [2, 5], [3, 8], [4, 6], [5, 3], [6, 7], [7, 2], [8, 4]]

boards = random_boards(7, 5, pieces=("queen", "rook", "1+3"))


@st.composite
def contents(draw):
    board = draw(boards)
    cells = draw(st.sets(st.integers(0, board.size - 1), max_size=40))
    kept = draw(st.sets(st.sampled_from(sorted(cells)))) if cells else set()
    return Placement.from_indices(board, sorted(cells)), tuple(sorted(kept))


views = st.builds(
    ViewState,
    flat=st.sampled_from(["layers", "square"]),
    gap=st.floats(0, 3),
    dims=st.builds(Dims, fixed=st.dictionaries(st.integers(0, 4), st.integers(0, 5), max_size=2)),
    labels=st.booleans(),
    camera=st.none() | st.builds(CameraState, st.floats(-180, 180), st.floats(-90, 90)),
)


@given(contents(), views)
def test_a_code_is_read_as_it_was_written(content, view):
    placement, givens = content
    code = format_code(placement, givens, changed_entries(view))
    file = parse_code(code)
    assert (file.placement, file.givens) == (placement, givens)
    assert (view_from_json(file.view) or ViewState()) == view_from_json(view_to_json(view))
    assert is_code(code)
    assert code.isascii()
    assert "/" not in code  # it may stand where a path may


@example(len(EIGHT) - 1, "h")  # differs in bits that belong to no byte
@given(st.integers(4, len(EIGHT) - 1), st.characters())
def test_a_changed_character_is_never_another_placement(place, letter):
    changed = EIGHT[:place] + letter + EIGHT[place + 1 :]
    if changed != EIGHT:
        with pytest.raises(InputError):
            parse_code(changed)


def test_a_code_of_version_1_is_read_for_ever():
    assert parse_code(EIGHT).placement == Placement.from_coordinates(Board.cube(8, 2), QUEENS)
    assert format_code(Placement.from_coordinates(Board.cube(8, 2), QUEENS)) == EIGHT


def test_blocked_cells_are_kept():
    board = Board((4, 4), blocked=[0, 5])
    placement = Placement(board, [(0, 1), (3, 2)])
    file = parse_code(format_code(placement, (1,)))
    assert (file.placement.board, file.placement, file.givens) == (board, placement, (1,))


def test_a_mail_may_break_its_lines():
    broken = f"  {EIGHT[:9]}\r\n  {EIGHT[9:]}\n"
    assert parse_placement(broken).placement == parse_code(EIGHT).placement


@pytest.mark.parametrize("count", [0, 1, 961, 29791])
def test_large_boards_take_few_characters(count):
    board = Board.cube(31, 3)
    cells = np.random.default_rng(count).permutation(board.size)[:count]
    placement = Placement.from_indices(board, np.sort(cells))
    code = format_code(placement)
    assert parse_code(code).placement == placement
    bits = count * (2 + np.log2(board.size / max(count, 1)))
    assert len(code) <= 30 + bits / 6


def packed(body: bytes) -> str:
    data = body + zlib.crc32(body).to_bytes(4, "big")
    return "nq1:" + base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (EIGHT[:-1], "it is damaged"),
        (EIGHT.swapcase().replace("NQ", "nq"), "it is damaged"),
        ("nq1:", "it is damaged"),
        ("nq7:" + EIGHT[4:], "version 7 of placement codes is unknown"),
        (EIGHT[:8] + "=" + EIGHT[9:], "'=' does not occur in a placement code"),
        (packed(b""), "it is damaged"),
        (packed(bytes([4, 2])), "lengths that they state"),
        (packed(bytes([4, 200, 1, 8])), "200 dimensions are too many"),
        (packed(bytes([4, 3, 255, 255, 255, 127, 0, 0])), "is too large"),
        (packed(bytes([4, 2, 8, 200, 1])), "200 members of a set of 64"),
        (packed(bytes([4, 2, 8, 0, 0, 0])), "1 bytes more than it should have"),
        (packed(bytes([4, 2, 8, 0, 1, 0])), "1 members of a set of 0"),
        (packed(bytes([2, 2, 8, 8, 3]) + b"pig" + bytes([0, 0])), "pig"),
        (packed(bytes([132, 2, 8, 0, 0])), "parts that nqviz does not know"),
        (packed(bytes([20, 2, 2, 1, 32, 1, 32, 0])), "stands on a blocked cell"),
        (packed(bytes([12, 2, 8, 0, 0, 9]) + b"nonsense"), "its view cannot be unpacked"),
        (packed(bytes([12, 2, 8, 0, 0, 9]) + zlib.compress(b"{}" * 99)), "its view does not"),
        (packed(bytes([12, 2, 8, 0, 0]) + bytes([255] * 8 + [127])), "bytes of a view"),
        ("nq1:" + "A" * CODE_CHARACTERS, "too large"),
    ],
)
def test_what_is_wrong_with_a_code_is_said_on_one_line(code, words):
    with pytest.raises(InputError, match=words) as error:
        read_placement(code)
    assert str(error.value).startswith("placement code: ")
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


def test_a_view_that_unpacks_to_very_much_is_refused():
    bomb = zlib.compress(b" " * 10**7)
    size = CODE_VIEW_BYTES
    body = bytes([12, 2, 8, 0, 0, size & 127 | 128, size >> 7 & 127 | 128, size >> 14]) + bomb
    with pytest.raises(InputError, match="its view does not have the length"):
        parse_code(packed(body))


def test_the_command_line_takes_a_code_where_it_takes_a_file(capsys, tmp_path):
    assert main(["verify", EIGHT]) == 0
    assert main(["symmetry", EIGHT]) == 0
    assert main(["verify", EIGHT[:-2]]) == 2
    assert "placement code: it is damaged" in capsys.readouterr().err
    path = tmp_path / "eight.json"
    assert main(["code", EIGHT, "-o", str(path)]) == 0
    capsys.readouterr()
    assert main(["code", str(path)]) == 0
    assert capsys.readouterr().out == EIGHT + "\n"
    path.write_text(EIGHT)  # a code in a file
    assert main(["verify", str(path)]) == 0
    board = Board.cube(31, 3)
    long = format_code(Placement.from_indices(board, np.arange(0, board.size, 31)))
    assert len(long) > 300  # longer than the name of a file may be
    assert main(["verify", long]) == 1
    assert main(["render", long, "-o", str(tmp_path / "a.svg"), "--view", "layers"]) == 0
