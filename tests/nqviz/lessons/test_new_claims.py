"""What the lessons on domination, proofs, colourings, dimensions, counting and questions claim."""

from itertools import combinations, permutations
from math import comb, factorial

import numpy as np
import pytest

from nqviz import AttackCounts, Board, InputError, Placement
from nqviz.bounds import best_lower, best_upper
from nqviz.catalogue import reference
from nqviz.lessons import frames_of, lessons, prepare
from nqviz.lessons.model import BoardState, Generated
from nqviz.proofs import check, load

LESSONS = {lesson.name: lesson for lesson in lessons()}


def guards(n):
    """Return for each cell of the (n,2) board the cells that a queen there guards, as bits."""
    graph = Board.cube(n, 2).attack_graph
    return [
        1 << cell | sum(1 << int(other) for other in graph[[cell]].indices) for cell in range(n * n)
    ]


def dominating_sets(n, k):
    """Return the number of ways in which k queens dominate the (n,2) board.

    The lowest cell that is left out needs a queen that guards it: each of them in turn, without
    those that were tried before.
    """
    sets = guards(n)
    reach = max(each.bit_count() for each in sets)

    def go(missing, barred, left):
        if not missing:
            return comb(n * n - barred.bit_count(), left)
        if not left or missing.bit_count() > left * reach:
            return 0
        found, lowest = 0, (missing & -missing).bit_length() - 1
        for queen in range(n * n):
            if sets[lowest] >> queen & 1 and not barred >> queen & 1:
                barred |= 1 << queen
                found += go(missing & ~sets[queen], barred, left - 1)
        return found

    return go((1 << n * n) - 1, 0, k)


def full_placements(n):
    return [
        way
        for way in permutations(range(n))
        if len({x + y for x, y in enumerate(way)}) == n == len({x - y for x, y in enumerate(way)})
    ]


def seen(name, number):
    return AttackCounts.of(prepare(LESSONS[name], number)[0].placement)


def table(name):
    tables = reference("count-tables")["tables"]
    [found] = [each for each in tables if each["name"] == name]
    return {row[0]: row[1:] for row in found["values"]}


def test_the_claims_about_domination():
    assert seen("14-domination", 0).free == 8
    assert dominating_sets(5, 2) == 0
    assert dominating_sets(5, 3) == 186
    assert comb(64, 4) == 635_376
    assert [table("domination")[n][0] for n in (5, 8)] == [3, 5]
    assert [table("domination")[n][4] for n in (3, 4, 5, 6, 7)] == [1, 4, 6, 8, None]
    assert table("domination")[6][:2] == [3, 4]
    three = Placement(Board.cube(6, 2), [(0, 0), (2, 4), (4, 2)])
    assert AttackCounts.of(three).free == 0
    middle = Placement(Board.cube(3, 3), [(1, 1, 1)])
    assert AttackCounts.of(middle).free == 0


def test_four_queens_never_dominate_the_chessboard_and_five_do_in_4860_ways():
    assert dominating_sets(8, 4) == 0
    assert dominating_sets(8, 5) == 4860


def test_the_certificate_of_the_lesson_is_checked():
    picture, frames = prepare(LESSONS["15-proof"], 1)
    assert len(frames) == 17
    cells = np.concatenate([frame.picture.highlight for frame in frames])
    assert sorted(cells.tolist()) == list(range(256))
    assert {len(frame.picture.highlight) for frame in frames[:-1]} == {16}
    assert "Cells covered: 256 of 256" in frames[-2].say
    assert frames[-1].say.endswith("no placement on the (4,4) board has more than 16 queens.")
    assert len(picture.placement) == 16
    box, _ = prepare(LESSONS["15-proof"], 2)
    attack = Board.cube(4, 4).attack_graph
    assert all(attack[a, b] for a, b in combinations(box.highlight.tolist(), 2))
    assert comb(16, 2) == 120
    board = Board.cube(4, 4)
    options = LESSONS["15-proof"].steps[2].task.check.choice
    for number, option in enumerate(options.of, start=1):
        first, second = (
            board.index([int(x) - 1 for x in part.strip("( )").split(",")])
            for part in option.split(" and ")
        )
        assert bool(attack[first, second]) == (number in options.right)


@pytest.mark.parametrize(
    ("proof", "shape", "words"),
    [
        (None, [4, 4, 4, 4], "needs the name"),
        ("no-such-name", [4, 4, 4, 4], "no certificate 'no-such-name' ships"),
        ("4x4x4x4-16", [4, 4, 4], "is about the"),
        ("4x4x4-torus-4", [4, 4, 4], "no certificate by cliques"),
    ],
)
def test_a_certificate_that_is_not_shown_says_why(proof, shape, words):
    how = Generated(generator="certificate", proof=proof)
    with pytest.raises(InputError, match=words):
        frames_of(how, BoardState(board=shape))


@pytest.mark.parametrize("name", ["../proofs/x", "/etc/passwd", "a.proof", "A"])
def test_the_name_of_a_certificate_is_no_path(name):
    with pytest.raises(ValueError, match="pattern"):
        Generated(generator="certificate", proof=name)


def test_the_claims_about_colourings():
    _, frames = prepare(LESSONS["16-colourings"], 0)
    cells = np.concatenate([frame.picture.placement.indices for frame in frames])
    assert sorted(cells.tolist()) == list(range(25))
    assert len(full_placements(6)) == 4
    assert {(1, 3, 0, 2), (2, 0, 3, 1)} == set(full_placements(4))
    colours = {n: row[0] for n, row in table("colourings").items()}
    assert [colours[n] for n in range(1, 13)] == [1, 4, 5, 5, 5, 7, 7, 9, 10, 11, 11, 12]
    assert sum(colours[n] == n for n in range(1, 13)) == 5
    assert all(colours[n] == n for n in range(12, 27))
    assert colours[27] is None
    assert seen("16-colourings", 3).conflicts == 0


def test_the_claims_about_dimensions():
    assert [len(Board.cube(3, d).directions) for d in (2, 3, 4, 5)] == [4, 13, 40, 121]
    for d in (2, 3, 4):
        assert Board.cube(2, d).attack_graph.nnz == 2**d * (2**d - 1)
    known = [best_lower(Board.cube(3, d)).value for d in (2, 3, 4, 5, 6)]
    assert known == [2, 4, 6, 11, 19]
    assert known == [best_upper(Board.cube(3, d)).value for d in (2, 3, 4, 5, 6)]
    side_4 = [best_upper(Board.cube(4, d)).value for d in (2, 3, 4)]
    assert side_4 == [4, 7, 16]
    middle = Placement(Board.cube(3, 5), [(1,) * 5])
    assert AttackCounts.of(middle).free == 0


def test_the_claims_about_counting():
    board = Board.cube(5, 2)
    first, second, both = (
        25 - AttackCounts.of(Placement(board, cells)).free
        for cells in ([(0, 0)], [(1, 2)], [(0, 0), (1, 2)])
    )
    assert (first, second, both, first + second - both) == (13, 15, 21, 7)
    cut, _ = prepare(LESSONS["18-counting"], 1)
    assert len(cut.placement) == 121 - (3 * 22 - 3 * 4) == 67
    ways = sum(all(x != y for x, y in enumerate(way)) for way in permutations(range(4)))
    assert ways == 9 == 24 - 4 * factorial(3) + 6 * factorial(2) - 4 + 1


def test_the_brackets_of_open_questions_are_those_of_today():
    def bracket(n, d):
        board = Board.cube(n, d)
        return best_lower(board).value, best_upper(board).value

    assert bracket(12, 3) == (133, 143)
    assert bracket(8, 4) == (241, 242)
    assert bracket(18, 3) == (307, 324)
    assert bracket(5, 3) == (13, 13)
    filled = [n for n in range(2, 17) if bracket(n, 3)[0] == n * n]
    assert filled == [11, 13]


def test_the_certificate_that_ships_with_the_lessons_is_valid():
    from importlib import resources

    data = (resources.files("nqviz_resources") / "lessons" / "4x4x4x4-16.proof").read_bytes()
    assert check(load("4x4x4x4-16", data)).valid
