"""A lesson on paper."""

from nqviz.cli import main
from nqviz.lessons import linked_step, parse_lesson
from nqviz.lessons.handout import _answer, plain_text, save_handout

from .exercises import EXERCISES


def test_a_handout_has_a_page_for_each_step_and_the_answers(tmp_path, capsys):
    path = tmp_path / "a.pdf"
    assert main(["lesson", "print", "lesson:klarner", "-o", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 6 pages\n"
    assert path.read_bytes().startswith(b"%PDF")
    assert main(["lesson", "print", "lesson:klarner", "-o", str(tmp_path / "a.png")]) == 2


def test_an_answer_says_how_a_task_is_done():
    lesson, _ = linked_step("lesson:klarner")
    assert _answer(lesson, 0, lesson.steps[0].task).startswith("4. z = 3 is the fourth layer")


def test_tags_become_plain_text():
    assert plain_text("all 11<sup>3</sup> <b>cells</b> e<sub>1</sub> &lt; 2") == (
        "all 11³ cells e_1 < 2"
    )


def test_answers_of_all_kinds_are_written_in_words(tmp_path):
    lesson = parse_lesson(EXERCISES, "x.yaml")
    answers = [
        _answer(lesson, number, step.task) for number, step in enumerate(lesson.steps) if step.task
    ]
    assert answers[0] == "9."
    assert answers[1] == "(2, 3); (3, 2)."
    assert answers[2] == "(1) one; (2) two; (3) three; (4) four."
    assert answers[3] == "(2, 3), (2, 4), (3, 2), (3, 4), (4, 2), (4, 3)."
    assert answers[4] == "place (1, 1), (2, 4), (4, 3)."
    assert save_handout(lesson, tmp_path / "x.pdf") == 10
