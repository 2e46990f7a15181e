"""Answers of tasks: numbers in any spelling, and words with other spellings."""

import pytest

from nqviz.lessons import Check, Reply
from nqviz.lessons.replies import number_in, unmet_reply


def accepts(check, answer):
    return unmet_reply(check, Reply(answer)) is None


@pytest.mark.parametrize(
    "text", ["40", "40.0", "40 lines", " 40 Lines.", "it is 40", "+40", "40,0"]
)
def test_a_number_is_the_same_in_every_spelling(text):
    assert accepts(Check(answer=40), text)


@pytest.mark.parametrize("text", ["41", "4 0 1", "forty", "-40", "40 or 41", "40.5"])
def test_another_number_or_two_of_them_is_no_answer(text):
    assert not accepts(Check(answer=40), text)


def test_a_tolerance_and_thousands():
    assert accepts(Check(answer=0.33, tolerance=0.01), "0.335")
    assert not accepts(Check(answer=0.33, tolerance=0.01), "0.35")
    assert accepts(Check(answer=1331), "1,331 cells")
    assert number_in("−2.5") == -2.5


def test_words_have_other_spellings():
    check = Check(answer="colour", spellings=["color"])
    assert accepts(check, "Color")
    assert not accepts(check, "hue")


@pytest.mark.parametrize("wrong", [{"tolerance": 1.0}, {"answer": "a", "tolerance": 0.5}])
def test_a_tolerance_needs_a_number(wrong):
    with pytest.raises(ValueError, match=r"tolerance|condition"):
        Check(**wrong)
