"""A lesson on paper."""

from nqviz.cli import main
from nqviz.lessons import linked_step
from nqviz.lessons.handout import _answer, plain_text


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
