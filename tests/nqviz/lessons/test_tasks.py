"""Tasks of each kind: what they accept, and the sentence on what is missing."""

import pytest

from nqviz import AttackCounts, Board, InputError, Placement
from nqviz.lessons import Check, Reply, Seen, faulty_tasks, unmet
from nqviz.lessons.reader import parse_lesson
from nqviz.lessons.replies import shown_order, unmet_reply

from .exercises import EXERCISES

FLAT = Board.cube(4, 2)


def at(*cells, board=FLAT, **other):
    placement = Placement(board, [[x - 1 for x in cell] for cell in cells])
    return Seen.of(AttackCounts.of(placement), **other)


def test_each_exercise_can_be_done_as_its_author_says():
    assert faulty_tasks(parse_lesson(EXERCISES, "x.yaml")) == ()


@pytest.mark.parametrize(
    ("chosen", "missing"),
    [
        ((), "No answer yet."),
        ((1,), "Right so far, but there are more."),
        ((2,), "That is not it yet."),
        ((1, 2, 3), "That is not it yet."),
        ((1, 3), None),
    ],
)
def test_exactly_the_right_options_are_chosen(chosen, missing):
    check = Check(choice={"of": ["a", "b", "c"], "right": [1, 3]})
    assert unmet_reply(check, Reply(chosen=frozenset(chosen))) == missing


def test_lines_are_put_in_order():
    check = Check(order=["one", "two", "three", "four"])
    shown = shown_order(check.order)
    assert sorted(shown) == sorted(check.order)
    assert shown != check.order
    for right in (["a", "b"], ["b", "a"], ["x", "y", "z"]):
        assert shown_order(right) != right
    assert unmet_reply(check, Reply()) == "No answer yet."
    wrong = Reply(order=("one", "three", "two", "four"))
    assert unmet_reply(check, wrong) == "2 of 4 lines are in their place."
    assert unmet_reply(check, Reply(order=tuple(check.order))) is None


def test_all_free_cells_are_marked_and_no_other():
    check, seen = Check(free_cells=True), at((1, 1))
    free = frozenset(int(cell) for cell in seen.is_free.nonzero()[0])
    assert len(free) == 6

    def missing(marked):
        return unmet(check, at((1, 1), reply=Reply(marked=marked)))

    assert unmet(check, seen) == "No answer yet."
    assert missing(frozenset()) == "Free cells that are not marked yet: 6."
    assert missing(free | {0}) == "Marked cells that are not free: 1 of 7."
    assert missing(free) is None


def test_domination_with_few_queens():
    check, board = Check(dominating=True, at_most=3), Board.cube(5, 2)
    assert unmet(check, at((1, 1), board=board)) == "Cells neither occupied nor attacked: 12."
    assert unmet(check, at((1, 1), (1, 3), (4, 3), board=board)) is None
    four = at((1, 1), (1, 3), (4, 3), (5, 5), board=board)
    assert unmet(check, four) == "4 queens; at most 3 are allowed."


def test_symmetry_under_a_map():
    half, quarter = Check(symmetric=[-1, -2]), Check(symmetric=[-2, 1])
    assert unmet(half, at()) == "The board is still empty."
    words = "The queen on (1, 2) is carried to (4, 3), where none stands."
    assert unmet(half, at((1, 2))) == words
    assert unmet(half, at((1, 2), (4, 3))) is None
    assert unmet(quarter, at((1, 2), (4, 3))) is not None
    assert unmet(quarter, at((1, 2), (2, 4), (3, 1), (4, 3))) is None


def test_equal_up_to_symmetry():
    check = Check(equal_to=[[1, 1], [2, 3]])
    assert unmet(check, at((1, 1))) == "1 of 2 queens."
    assert unmet(check, at((4, 4), (3, 3))) == "No symmetry carries this placement to the other."
    assert unmet(check, at((4, 4), (3, 2))) is None


def test_goals_are_ranges_of_the_numbers_of_the_board():
    goal = Check(goal=[{"of": "free cells", "at_most": 3}, {"of": "attacking pairs", "at_most": 0}])
    assert unmet(goal, at((1, 1))) == "Free cells: 6; the goal is at most 3."
    assert unmet(goal, at((2, 2), (3, 3))) == "Attacking pairs: 1; the goal is at most 0."
    assert unmet(goal, at((1, 1), (2, 3))) is None
    attacked = Check(goal=[{"of": "attacked cells", "at_least": 10}])
    assert unmet(attacked, at((1, 1))) == "Attacked cells: 9; the goal is at least 10."


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("right: [2]", "right: [4]", "'right' lists different options from 1 to 3"),
        ("right: [2]", "right: []", "should have at least 1 item"),
        ('["8", "9", "10"]', '["8", "8"]', "a line stands twice"),
        ('["8", "9", "10"]', "[8, 9]", "input should be a valid string"),
        ('"one", "two"', '"one", "One"', "a line stands twice"),
        ("[-1, -2]", "[-1, -1]", "[-1, -1] is no map of the (4,2) board"),
        ("[-1, -2]", "[-1, -2, 3]", "is no map of the (4,2) board"),
        ("{free_cells: true}", "{free_cells: true, answer: 1}", "are two questions"),
        ("at_least: 3}]", "at_least: 3, at_most: 2}]", "at_least is larger than at_most"),
        (", at_least: 3}]", "}]", "a goal needs at_least or at_most"),
        ("{of: free cells", "{of: fun", "input should be 'queens', 'free cells'"),
        ("[[1, 1], [2, 3]]", "[[1, 1], [2, 9]]", "(2, 9) is not on the (4,2) board"),
        ("{dominating: true, at_most: 3}\n      show", "{dominating: true}\n      hint", "'show'"),
        ("check: {goal: [", "check: {queens_at: [[1, 1]], goal: [", "names no cells"),
        ("{answer: 9}", "{non_attacking: 2}", "a prediction needs an answer"),
        ("three other cells.]", "three other cells., a, b, c, d]", "at most 5 items"),
    ],
)
def test_a_wrong_exercise_gives_one_line(old, new, words):
    assert old in EXERCISES
    text = EXERCISES.replace(old, new, 1).replace("hint: {place", "hint: x #")
    with pytest.raises(InputError) as error:
        parse_lesson(text, "x.yaml")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


MARKS = "queens: [[1, 1]]}\n    task:\n      say: Mark"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (MARKS, MARKS.replace("task", "view: {free: true}\n    task"), "step 4: the view marks"),
        ("    frames: {generator: classes}\n", "", "step 9: a prediction needs an animation"),
    ],
)
def test_an_exercise_without_sense_is_named(old, new, fault):
    assert old in EXERCISES
    [found] = faulty_tasks(parse_lesson(EXERCISES.replace(old, new), "x.yaml"))
    assert found.startswith(fault)
