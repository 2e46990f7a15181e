"""Links to steps of lessons."""

import pytest

from nqviz.cli import main
from nqviz.core.errors import InputError
from nqviz.lessons import linked_step


@pytest.mark.parametrize("link", ["lesson:klarner#4", "lesson:05-klarner#4"])
def test_a_link_names_a_lesson_and_a_step(link):
    lesson, step = linked_step(link)
    assert (lesson.name, step) == ("05-klarner", 3)
    assert linked_step("lesson:klarner")[1] == 0


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("lesson:nobody", "no lesson 'nobody'; there are moves, corner"),
        ("lesson:klarner#9", "the lesson has steps 1 to 6, not 9"),
        ("lesson:klarner#0", "not 0"),
        ("lesson:klarner#x", "a link is lesson:NAME"),
    ],
)
def test_a_link_to_nothing_is_refused_on_one_line(link, words, capsys):
    with pytest.raises(InputError, match=words):
        linked_step(link)
    assert main(["open", link]) == 2
    assert words in capsys.readouterr().err
