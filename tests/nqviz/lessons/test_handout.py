"""A lesson on paper."""

from pathlib import Path

from PIL import Image

from nqviz.cli import main
from nqviz.lessons import linked_step, paper
from nqviz.lessons.handout import _answer, save_handout
from nqviz.lessons.paper import Paper, plain_text
from nqviz.lessons.reader import parse_lesson

from .exercises import EXERCISES, MARKUP


def test_a_handout_has_a_page_for_each_step_and_the_answers(tmp_path, capsys):
    path = tmp_path / "a.pdf"
    assert main(["lesson", "print", "lesson:klarner", "-o", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 8 pages\n"
    assert path.read_bytes().startswith(b"%PDF")
    assert main(["lesson", "print", "lesson:klarner", "-o", str(tmp_path / "a.png")]) == 2


def test_an_answer_says_how_a_task_is_done():
    lesson, _ = linked_step("lesson:klarner")
    assert _answer(lesson, 1, lesson.steps[1].task).startswith("5. 16 − 11 = 5, so the queen")


def test_a_handout_has_formulas_pictures_and_both_boards(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Image.new("RGB", (300, 160), (200, 80, 20)).save("square.png")
    Path("markup.yaml").write_text(MARKUP, "utf-8")
    drawn = []
    place = Paper.place
    monkeypatch.setattr(
        Paper, "place", lambda *given: (drawn.append(given[1].shape), place(*given))
    )
    assert main(["lesson", "print", "markup.yaml", "-o", "a.pdf"]) == 0
    wide, narrow = (960, 1800, 3), (960, 900, 3)
    assert drawn == [(160, 300, 3), wide, narrow, narrow, narrow, narrow]
    assert plain_text("costs $5 or 6$, $x^2$") == "costs $5 or 6$, $x^2$"
    assert paper._escaped("costs $5, $x^2$") == r"costs \$5, $x^2$"


def test_a_line_breaks_outside_of_formulas():
    text = "a b c d e f g h $x_1 + x_2 + x_3 - 4$ end"
    assert paper._wrapped(text, 24) == ["a b c d e f g h", "$x_1 + x_2 + x_3 - 4$", "end"]


def test_a_long_step_goes_on_on_another_page(tmp_path):
    paragraph = "A paragraph that is long enough for two lines of the handout, word by word. " * 2
    long = "\n\n".join(["      " + paragraph] * 24)
    lesson = parse_lesson(EXERCISES.replace("One option is right.", f"|\n{long}", 1), "x.yaml")
    assert len(lesson.steps[0].text) > 3000
    assert save_handout(lesson, tmp_path / "x.pdf") == 11


def test_tags_become_plain_text():
    assert plain_text("all 11<sup>3</sup> <b>cells</b> e<sub>1</sub> &lt; 2") == (
        "all 11³ cells e_1 < 2"
    )


def test_answers_of_all_kinds_are_written_in_words():
    lesson = parse_lesson(EXERCISES, "x.yaml")
    answers = [
        _answer(lesson, number, step.task) for number, step in enumerate(lesson.steps) if step.task
    ]
    assert answers[0] == "9."
    assert answers[1] == "(2, 3); (3, 2)."
    assert answers[2] == "(1) one; (2) two; (3) three; (4) four."
    assert answers[3] == "(2, 3), (2, 4), (3, 2), (3, 4), (4, 2), (4, 3)."
    assert answers[4] == "place (1, 1), (2, 4), (4, 3)."
