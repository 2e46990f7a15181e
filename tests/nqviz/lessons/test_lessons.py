"""The lessons as data: all that ship hold what they claim."""

import re
from itertools import permutations, product
from math import gcd

import numpy as np
import pytest

from nqviz import AttackCounts, Board, InputError, Placement
from nqviz.core.symmetry import stabiliser
from nqviz.counting.kinds import count
from nqviz.lessons import (
    Check,
    Reply,
    Seen,
    demonstration,
    frames_of,
    holds,
    lesson_template,
    lessons,
    prepare,
    still,
    to_html,
    unmet,
)
from nqviz.lessons.model import BoardState, Generated
from nqviz.lessons.proofreading import _lost_links
from nqviz.lessons.reader import parse_lesson
from nqviz.lessons.teaching import state_at
from tests.nqviz.oracle import largest_placement

LESSONS = {lesson.name: lesson for lesson in lessons()}
STEPS = [(name, number) for name, lesson in LESSONS.items() for number in range(len(lesson.steps))]


def seen(picture, **other):
    return Seen.of(AttackCounts.of(picture.placement), **other)


# The lessons that ship --------------------------------------------------------------------------


def test_at_least_ten_ship_in_order():
    assert len(LESSONS) >= 10
    assert list(LESSONS) == sorted(LESSONS)
    assert all(len(lesson.steps) >= 3 for lesson in LESSONS.values())


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_each_step_shows_what_fits_and_its_task_can_be_done(name, number):
    lesson = LESSONS[name]
    picture, frames = prepare(lesson, number)
    assert all(frame.picture.board == picture.board for frame in frames)
    assert not list(_lost_links(lesson.steps[number]))
    task = lesson.steps[number].task
    if task is None:
        return
    assert not holds(task.check, seen(picture))
    how = demonstration(task, picture)
    queens = (set(picture.placement.indices.tolist()) - set(how.remove.tolist())) | set(
        how.place.tolist()
    )
    assert not set(how.remove.tolist()) & set(picture.givens.tolist())
    after = still(state_at(lesson, number).model_copy(update={"givens": []}))
    done = Placement.from_indices(after.board, sorted(queens))
    solver = "proven" if how.solve else "none"
    end = Seen.of(AttackCounts.of(done), how.point, how.reply, solver)
    assert unmet(task.check, end) is None


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_no_frame_shows_an_attack(name, number):
    picture, frames = prepare(LESSONS[name], number)
    assert all(frame.picture.placement.is_valid() for frame in frames)
    assert picture.placement.is_valid()


ASKED = {
    "counts": r"[Ww]atch the number",
    "layers": r"strip of layers|[Tt]he number on each cell|numbers of this picture",
    "torus": r"Draw on a torus",
    "solve": r"[Pp]ress Solve|Solve again",
}
ELSEWHERE = r"above the (scene|views)|on the right|\b(drawer|panel|toolbar|menu)\b"


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_no_step_asks_for_a_control_that_it_does_not_show(name, number):
    step = LESSONS[name].steps[number]
    words = f"{step.text} {step.task.say if step.task else ''}"
    asked = {control for control, pattern in ASKED.items() if re.search(pattern, words)}
    assert asked <= step.shown_controls
    assert not re.search(ELSEWHERE, words)


def test_the_claims_about_eight_queens():
    _, frames = prepare(LESSONS["03-backtracking"], 2)
    assert sum("Place" in frame.say for frame in frames) == 113
    assert sum("back" in frame.say for frame in frames) == 105
    ways = [
        way
        for way in permutations(range(8))
        if len({x + y for x, y in enumerate(way)}) == 8 == len({x - y for x, y in enumerate(way)})
    ]
    assert len(ways) == 92
    last = frames[-1].picture.placement.cells[:, 1]
    assert tuple(last.tolist()) == min(ways)
    turned = [tuple(7 - y for y in reversed(way)) for way in ways]
    assert sum(way == other for way, other in zip(ways, turned, strict=True)) == 4


def test_the_claims_about_rings_and_beauty():
    def rings(way):
        depth = [min(x, 7 - x, y, 7 - y) for x, y in enumerate(way)]
        return tuple(depth.count(k) for k in (3, 2, 1, 0))

    def fingerprint(way):
        return sorted(((2 * x - 7) ** 2 + (2 * y - 7) ** 2 for x, y in enumerate(way)))[::-1]

    ways = [
        way
        for way in permutations(range(8))
        if len({x + y for x, y in enumerate(way)}) == 8 == len({x - y for x, y in enumerate(way)})
    ]
    completions = [way for way in ways if way[1] == 3 and way[3] == 4]
    _, frames = prepare(LESSONS["10-rings"], 4)
    shown = {
        tuple(frame.picture.placement.cells[:, 1].tolist())
        for frame in frames
        if len(frame.picture.placement) == 8
    }
    assert shown == set(completions)
    assert {rings(way) for way in completions} == {(1, 0, 3, 4)}
    best = min(map(fingerprint, ways))
    assert best == [58, 58, 50, 50, 34, 34, 26, 26]
    _, frames = prepare(LESSONS["11-first-and-beautiful"], 3)
    first, beautiful = (frame.picture.placement.cells[:, 1].tolist() for frame in frames)
    assert tuple(first) == min(ways)
    assert fingerprint(first) == [98, 58, 50, 50, 34, 26, 10, 10]
    assert fingerprint(beautiful) == best


def test_the_claims_about_rooks_and_densities():
    rooks, _ = prepare(LESSONS["04-latin"], 1)
    queens = Placement.from_indices(Board.cube(4, 3), rooks.placement.indices)
    assert AttackCounts.of(queens).conflicts == 54
    picture, _ = prepare(LESSONS["02-corner"], 4)
    found = picture.density
    uses = found.counts.reshape(5, 5, 5)
    assert (found.total, found.queens) == (1056, 13)
    assert (uses[0, 0, 0], uses[2, 2, 2], uses.max()) == (132, 0, 240)
    middles = LESSONS["02-corner"].steps[4].task.check.cell_chosen
    assert sorted(middles) == (np.argwhere(uses == 240) + 1).tolist()
    picture, _ = prepare(LESSONS["09-densities"], 1)
    assert sorted(picture.density.counts.tolist())[::63] == [4, 18]


def test_what_the_first_cut_leaves_is_shown_as_a_cube_of_its_own():
    cut, _ = prepare(LESSONS["06-cut"], 0)
    alone, _ = prepare(LESSONS["06-cut"], 4)
    assert np.array_equal(cut.placement.cells, alone.placement.cells)


def test_the_claims_about_the_torus():
    picture, _ = prepare(LESSONS["12-torus"], 2)
    assert AttackCounts.of(picture.placement).free == 4
    assert [largest_placement(Board.cube(n, 2, torus=True)) for n in (4, 5, 6, 7)] == [2, 5, 4, 7]
    for number, n, most in ((4, 8, 6), (6, 9, 7)):
        picture, _ = prepare(LESSONS["12-torus"], number)
        assert picture.board == Board((n, n), torus=True)
        assert len(picture.placement) == most
    signs = list(product((-1, 0, 1), repeat=3))

    def serves(n, a, b):
        return all(gcd(e * a + f * b + g, n) == 1 for e, f, g in signs if (e, f, g) != (0, 0, 0))

    for n in (2, 3, 5, 7, 11, 15, 22, 25, 29, 35):
        pairs = product(range(n), repeat=2)
        assert any(serves(n, a, b) for a, b in pairs) == (n in (11, 29))


def test_the_claims_about_symmetry():
    def image(way, number):
        cells = [(x, y) for x, y in enumerate(way)]
        for _ in range(number % 4):
            cells = [(len(way) - 1 - y, x) for x, y in cells]
        if number > 3:
            cells = [(len(way) - 1 - x, y) for x, y in cells]
        return tuple(y for _, y in sorted(cells))

    def images(way):
        return {image(way, number) for number in range(8)}

    def shown(frames):
        return [tuple(frame.picture.placement.cells[:, 1].tolist()) for frame in frames]

    lesson = LESSONS["13-symmetry"]
    eight = shown(prepare(lesson, 0)[1])
    assert len(eight) == 8
    assert set(eight) == images(eight[0])
    assert eight[:5] == [image(eight[0], number) for number in range(5)]
    two = shown(prepare(lesson, 2)[1])
    assert set(two) == images(two[0])
    assert len(set(two)) == 2
    _, frames = prepare(lesson, 5)
    twelve = shown(frames)
    assert len(set().union(*map(images, twelve))) == 92
    for way, frame in zip(twelve, frames, strict=True):
        assert f"with {len(images(way))} images" in frame.say
        assert " ".join(str(y + 1) for y in way) in frame.say
    cube, _ = prepare(lesson, 6)
    assert len(stabiliser(cube.placement)) == 3


@pytest.mark.parametrize(("number", "count"), [(0, 67), (2, 66), (3, 91)])
def test_the_claims_about_cuts(number, count):
    picture, _ = prepare(LESSONS["06-cut"], number)
    assert len(picture.placement) == count


def test_each_block_of_the_4_4_board_holds_one_queen():
    _, frames = prepare(LESSONS["07-bounds"], 3)
    assert len(frames) == 16
    for frame in frames:
        inside = np.isin(frame.picture.highlight, frame.picture.placement.indices)
        assert len(inside) == 16
        assert inside.sum() == 1


def test_shift_classes_fill_the_cube():
    lesson = LESSONS["05-klarner"]
    for number, (a, b) in ((0, (3, 5)), (4, (3, 5)), (6, (2, 4))):
        board = still(lesson.steps[number].state).placement
        x, y, z = (board.cells + 1).T  # as the axes beside them count
        assert not np.any((a * x + b * y - z) % board.board.n)
    _, frames = prepare(lesson, 5)
    cells = np.concatenate([frame.picture.placement.indices for frame in frames])
    assert sorted(cells.tolist()) == list(range(1331))


# Generators and checks --------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "found"), [(1, True), (2, False), (3, False), (4, True), (6, True)])
def test_backtracking_ends(n, found):
    frames = frames_of(Generated(generator="backtracking"), BoardState(board=[n, n]))
    assert (len(frames[-1].picture.placement) == n) == found


@pytest.mark.parametrize("shape", [[1, 1], [3, 3], [6, 6], [8, 8], [3, 3, 3], [4, 4, 4]])
def test_a_search_is_split_by_its_first_queen(shape):
    board = Board(shape)
    frames = frames_of(Generated(generator="first queens"), BoardState(board=shape))
    parts, total = frames[:-1], count(board, "layered").value
    assert len(parts) == board.n ** (board.d - 1)
    assert f"{total:,} placement" in frames[-1].say
    assert f", {total:,} in all." in parts[-1].say
    for cell, frame in enumerate(parts):
        queens = frame.picture.placement
        assert frame.picture.highlight.tolist() == [cell]
        assert queens.is_valid()
        assert cell in queens.indices
        assert (len(queens) == board.n) == (": 0 placements" not in frame.say)


def test_backtracking_marks_the_queen_that_comes_or_goes():
    how, before = Generated(generator="backtracking"), set()
    for frame in frames_of(how, BoardState(board=[6, 6])):
        now = set(frame.picture.placement.indices.tolist())
        assert now ^ before == set(frame.picture.highlight.tolist())
        assert str(tuple(x + 1 for x in divmod((now ^ before).pop(), 6))) in frame.say
        before = now


def test_classes_mark_what_a_queen_attacks():
    for shape, cell, torus, piece in (
        ([4, 5], [2, 3], False, "queen"),
        ([3, 3, 3], [1, 2, 3], False, "queen"),
        ([2, 3, 2, 3], [1, 1, 2, 2], False, "queen"),
        ([5, 5], [1, 2], True, "queen"),
        ([4, 4, 4], [2, 2, 3], False, "rook"),
    ):
        state = BoardState(board=shape, queens=[cell], cursor=cell, torus=torus, piece=piece)
        frames = frames_of(Generated(generator="classes"), state)
        board = Board(shape, torus, piece)
        marked = set(np.concatenate([frame.picture.highlight for frame in frames]).tolist())
        own = board.index([x - 1 for x in cell])
        assert marked == set(board.attack_graph[[own]].indices.tolist())


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("blocks", BoardState(board=[5, 5])),
        ("blocks", BoardState(board=[200, 200])),
        ("classes", BoardState(board=[5, 5])),
        ("cut", BoardState(board=[5, 5])),
        ("layers", BoardState(board=[5, 5])),
        ("rings", BoardState(board=[4, 5])),
        ("shift classes", BoardState(board=[5, 5])),
        ("backtracking", BoardState(board=[5, 5, 5])),
        ("first queens", BoardState(board=[9, 9])),
        ("first queens", BoardState(board=[4, 4], torus=True)),
    ],
)
def test_a_generator_says_what_it_lacks(name, state):
    with pytest.raises(InputError):
        frames_of(Generated(generator=name), state)


def test_a_check_says_what_is_missing():
    board = Board.cube(4, 2)

    def at(*cells, **other):
        return seen(still(BoardState(board=[4, 4], queens=[list(each) for each in cells])), **other)

    assert unmet(Check(non_attacking=2), at((1, 1), (1, 2))) == "Attacking pairs: 1."
    assert unmet(Check(non_attacking=2), at((1, 1))) == "1 of 2 queens."
    assert holds(Check(non_attacking=2), at((1, 1), (2, 3)))
    assert holds(Check(full_solution=True), at((1, 2), (2, 4), (3, 1), (4, 3)))
    assert not holds(Check(full_solution=True), at((1, 1), (2, 3)))
    assert holds(Check(maximal=True), at((1, 1), (2, 3), (4, 2)))
    assert not holds(Check(maximal=True), at((1, 1)))
    assert holds(Check(empty_at=[[1, 1]]), at((2, 2)))
    assert holds(Check(cell_chosen=[[2, 2]]), at(cursor=board.index((1, 1))))
    assert unmet(Check(cell_chosen=[[2, 2]]), at()) == "No cell is pointed at yet."
    elsewhere = at(cursor=board.index((0, 1)))
    assert unmet(Check(cell_chosen=[[2, 2]]), elsewhere) == "(1, 2) is not such a cell."
    assert unmet(Check(queens_at=[[1, 1]]), at((1, 2))) == "The queen is not on its cell yet."
    two = Check(queens_at=[[1, 1], [2, 3]])
    assert unmet(two, at((1, 1))) == "1 of 2 cells have no queen yet."
    empty = Check(empty_at=[[1, 1], [2, 3]])
    assert unmet(empty, at((1, 1))) == "The queen on (1, 1) is out of place."
    assert unmet(empty, at((1, 1), (2, 3))) == "2 queens are out of place."
    assert holds(Check(answer=1331), at(reply=Reply(" 1,331 ")))
    assert holds(Check(answer="Yes"), at(reply=Reply("yes")))
    for answer in ("1331", "1 331.", "1’331"):
        assert holds(Check(answer=1331), at(reply=Reply(answer)))
    for answer in ("13,31", "133,1", "-1331"):
        assert unmet(Check(answer=1331), at(reply=Reply(answer))) == "That is not it yet."
    assert unmet(Check(answer=1331), at(reply=Reply("1331 2"))) == "The answer is a number."
    assert unmet(Check(answer=5), at(reply=Reply(" "))) == "No answer yet."
    assert unmet(Check(answer=5), at(reply=Reply("five"))) == "The answer is a number."
    assert not holds(Check(answer=5), at(reply=Reply("51")))
    assert not holds(Check(solver="proven"), at(solver="finished"))
    assert holds(Check(solver="finished"), at(solver="proven"))


def test_a_highlighted_box_holds_all_its_cells():
    state = BoardState(board=[3, 4, 5], highlight={"box": [[1, 2, 3], [2, 2, 5]]})
    cells = {(x, 1, z) for x in (0, 1) for z in (2, 3, 4)}
    picture = still(state)
    assert set(map(tuple, picture.board.cells(picture.highlight).tolist())) == cells


@pytest.mark.parametrize(
    ("placement", "givens"),
    [
        (Placement(Board.cube(4, 2)), ()),
        (Placement(Board((2, 3, 4), torus=True, piece="1+2"), [(0, 1, 3), (1, 2, 0)]), (7,)),
        (Placement(Board((2, 3, 4), wraps=(0, 2)), [(0, 1, 3)]), ()),
        (Placement(Board((4, 6), wraps=(1,), twist=True), [(0, 1)]), ()),
    ],
)
def test_the_template_of_a_lesson_shows_the_board(placement, givens):
    lesson = parse_lesson(lesson_template(placement, givens), "mine.yaml")
    shown = still(lesson.steps[0].state)
    assert shown.placement == placement
    assert shown.board == placement.board
    assert shown.givens.tolist() == list(givens)
    assert 'class="formula"' in to_html(lesson.steps[0].text)


def test_a_board_that_is_too_large_makes_no_lesson():
    with pytest.raises(InputError, match="a lesson shows"):
        lesson_template(Placement(Board.cube(100, 3)))
