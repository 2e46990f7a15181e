"""The library: every record is what it says, and bad files hide no good ones."""

import json
import time
from dataclasses import replace

import pytest

from nqviz.bounds import best_lower, best_upper, lower_bounds
from nqviz.bounds.thesis import thesis_table
from nqviz.catalogue.records import KINDS, read_folder, records
from nqviz.constructions.from_catalogue import (
    all_records,
    best_record,
    build_bound,
    check,
    find_record,
    is_in_class,
    is_maximum,
    load,
    load_record,
    standing,
)
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.symmetry.classes import is_of_class
from nqviz.formats import format_placement, write_placement

LARGE = 2**20
"""Boards above it are built and checked by `nqviz library check`, and by the known values."""

SMALL = [each for each in records() if each.board.size <= LARGE]


@pytest.mark.parametrize("dimension", sorted({each.board.d for each in SMALL}))
def test_every_record_has_its_count_and_no_attacks(dimension):
    chosen = [each for each in SMALL if each.board.d == dimension]
    assert [check(each) for each in chosen] == [None] * len(chosen)
    assert all(each.source for each in chosen)
    assert all(each.kind in KINDS for each in chosen)


def test_only_a_few_records_are_too_large_for_this_test():
    large = {each.board for each in records() if each.board.size > LARGE}
    assert large == {Board.cube(37, 5)}


def test_the_library_has_no_name_twice_and_is_sorted():
    entries = records()
    assert len(entries) >= 44
    assert len({entry.name for entry in entries}) == len(entries)
    assert [len(entry.shape) for entry in entries] == sorted(len(e.shape) for e in entries)
    assert str(find_record("3x3x3-4")) == "4 queens on the (3,3) board"


def test_the_library_reaches_the_published_tables():
    for name in ("2", "4", "5", "36"):
        for cell in thesis_table(name).cells.values():
            if cell.computed is None or min(cell.n, cell.d) < 2 or cell.n == 2:
                continue
            board = Board.cube(cell.n, cell.d)
            best = best_record(board)
            assert best is not None, board
            assert len(best) >= cell.computed


def test_what_is_proven_follows_from_the_bounds():
    best = find_record("11x11x11-121")
    assert is_maximum(best)
    assert standing(best).startswith("Maximum 121 (proven; ")
    open_one = find_record("12x12x12-133")
    assert not is_maximum(open_one)
    assert "the upper bound is 143" in standing(open_one)
    for each in records():
        most = best_upper(each.board).value
        assert each.count <= most
        assert is_maximum(each) == (each.count == most)


def test_a_recipe_is_smaller_than_its_placement():
    recipe = find_record("37x37x37x37x37-1874161-regular")
    assert recipe.count == 37**4
    cut = find_record("9x9x9-67-subcube")
    assert len(json.dumps(cut.recipe.parameters)) < len(format_placement(load(cut).placement))


def test_best_record():
    best = best_record(Board.cube(11, 3))
    assert best is not None
    assert len(best) == 121
    assert best_record(Board.cube(11, 3, torus=True)) is None
    assert best_record(Board.cube(11, 3, piece="rook")) is None
    assert best_record(Board((3, 4))) is None


def test_unknown_record():
    with pytest.raises(InputError, match=r"no record '\.\./x'"):
        load_record("../x")


# Lower bounds are placements --------------------------------------------------------------


@pytest.mark.parametrize(
    "shape",
    [(1,), (6,), (2, 2), (5, 3), (4, 9), (7, 7, 1, 2), (10, 11, 12), (2, 11, 11), (6,) * 5,
     (4,) * 8, (3, 5, 4), (22, 22, 22), (14, 14, 14), (5, 40), (26, 13, 39), (3, 4, 6, 6)],
)  # fmt: skip
def test_lower_bounds_can_be_made(shape):
    board = Board(shape)
    made = 0
    for bound in lower_bounds(board):
        if bound.witness is None and bound.value > 1:
            continue
        placement = build_bound(board, bound)
        assert placement.is_valid()
        assert len(placement) >= bound.value
        made += 1
    assert made


def test_the_torus_has_room_for_a_flat_board_of_half_its_side():
    for n in (4, 5, 7, 8):
        board = Board.cube(n, 3, torus=True)
        placement = build_bound(board, best_lower(board))
        assert placement.is_valid()
        assert len(placement) == best_lower(board).value > 1 or n < 5


def test_a_bound_without_a_placement_says_so():
    board = Board.cube(21, 3)
    claimed = replace(best_lower(board), value=406, witness=None)
    with pytest.raises(InputError, match="no placement is known here for 406"):
        build_bound(board, claimed)


# A folder of one's own --------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    good = load_record("4x4x4-7").placement
    write_placement(good, tmp_path / "seven.json", "mine", "by hand")
    write_placement(good, tmp_path / "seven.csv")
    write_placement(good, tmp_path / "seven.queens")
    (tmp_path / "notes.md").write_text("no placement, and not read as one")
    return tmp_path


def test_a_folder_adds_its_placements(folder):
    found, problems = all_records([folder])
    own = [each for each in found if each.kind == "own"]
    assert [each.name for each in own] == ["seven.csv", "seven.json", "seven.queens"]
    assert own[1].source == "by hand"
    assert len(load(own[0]).placement) == 7
    assert not problems
    assert len(found) == len(records()) + 3


COUNTING = (
    '{"format": "nqviz-certificates", "version": 1, "entries":'
    ' [{"shape": [4, 4], "count": %s, "family": "regular", "parameters": {}}]}'
)
BAD = {
    "empty.json": ("", "the file is empty"),
    "cut.json": ('{"format": "nqviz-placement", "ver', "not JSON"),
    "list.json": ("[1, 2]", "not a placement"),
    "attack.txt": ("1 1\n2 2\n", "attack each other"),
    "words.csv": ("queen,here\n", "line 1"),
    "newer.json": ('{"format": "nqviz-certificates", "version": 9, "entries": []}', "version 9"),
    "infinite.json": (COUNTING % "Infinity", "entry 1: 'count' is inf; it has to be a whole"),
    "huge.json": (COUNTING % ("1" + 400 * "0"), "entry 1: 100000000... queens do not fit on the"),
    "entry.json": (
        '{"format": "nqviz-certificates", "version": 1, "entries": [{"shape": [4, 4]}]}',
        "entry 1: 'family' is missing",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gives_one_line_and_hides_no_other(folder, name):
    text, says = BAD[name]
    (folder / name).write_text(text)
    listed = read_folder(folder)
    assert len(listed.records) == 3
    assert len(listed.problems) == 1
    assert name in listed.problems[0]
    assert says in listed.problems[0]
    assert "\n" not in listed.problems[0]


def test_a_folder_that_is_not_there_is_one_line(tmp_path):
    listed = read_folder(tmp_path / "nothing")
    assert not listed.records
    assert len(listed.problems) == 1
    assert "no such file" in listed.problems[0]


def test_records_of_ones_own_are_built_and_checked_before_they_are_listed(tmp_path):
    entries = [
        {"shape": [11, 11, 11], "count": 121, "family": "regular", "parameters": {}},
        {"shape": [11, 11, 11], "count": 120, "family": "regular", "parameters": {}},
        {"shape": [8, 8, 8], "count": 64, "family": "regular", "parameters": {}},
        {"shape": [5, 5], "count": 5, "family": "magic", "parameters": {}},
        {"shape": [4, 4], "permutation": [1, 2, 3, 4]},
    ]
    text = json.dumps({"format": "nqviz-certificates", "version": 1, "entries": entries})
    (tmp_path / "own.json").write_text(text)
    found, reasons = all_records([tmp_path])
    assert [each.count for each in found if each.path is not None] == [121]
    assert len(reasons) == 4
    assert any("121 queens, not 120" in reason for reason in reasons)
    assert any("unknown family 'magic'" in reason for reason in reasons)
    assert any("attack each other" in reason for reason in reasons)


def test_every_reference_placement_is_in_the_library():
    names = [each.name for each in records() if each.recipe is None]
    listed = [name for name in names if "x" in name]
    assert len(listed) >= 44
    assert {"5x5x5x5x5-94", "3x3x3x3x3x3x3x3x3-88", "14x14x14-172", "56x56-56-first"} <= set(names)


def test_regular_records_are_doubly_periodic_without_a_look_at_their_queens():
    regular = [each for each in records() if each.recipe and each.recipe.family == "regular"]
    small = [each for each in regular if each.count < 20_000]
    assert len(small) > 3
    assert all(is_of_class(load(each).placement, "doubly-periodic") for each in small)
    largest = max(regular, key=lambda each: each.count)
    began = time.process_time()
    assert is_in_class(largest, "doubly-periodic")
    assert time.process_time() - began < 0.5  # 27 s with all lines
