"""Lessons in several languages: the same boards and tasks, other texts."""

import pytest
import yaml

from nqviz import InputError
from nqviz.cli import main
from nqviz.core.language import texts_in
from nqviz.lessons import faulty_tasks, lessons, prepare
from nqviz.lessons.reader import in_language, languages_of, parse_lesson

from .test_lesson_files import SMALL


def german():
    with texts_in("de"):
        return lessons()


def without_texts(data):
    """Return the data of a lesson without what may differ between languages."""
    if isinstance(data, dict):
        texts = {"title", "about", "text", "say", "hint", "done", "notes", "of", "order"}
        return {key: without_texts(value) for key, value in data.items() if key not in texts}
    return [without_texts(each) for each in data] if isinstance(data, list) else data


@pytest.mark.parametrize("number", range(len(lessons())))
def test_a_lesson_is_the_same_in_german_but_for_its_texts(number):
    english, other = lessons()[number], german()[number]
    assert without_texts(english.model_dump()) == without_texts(other.model_dump())
    for first, second in zip(english.steps, other.steps, strict=True):
        numbers = len(list(first.texts)), len(list(second.texts))
        assert numbers[0] == numbers[1]
        assert first.title != second.title or first.title.isdecimal()
        assert first.text != second.text
    with texts_in("de"):
        assert faulty_tasks(other) == ()


def test_every_text_that_ships_has_both_languages():
    from importlib import resources

    def plain(data, key=""):
        if isinstance(data, list):
            return [found for each in data for found in plain(each, key)]
        if not isinstance(data, dict):
            is_text = key in {"title", "about", "text", "say", "hint", "done", "notes"}
            return [data] if is_text else []
        if languages_of(data) and in_language(data, "de") != data and set(data) == {"de", "en"}:
            return []
        return [found for name, each in data.items() for found in plain(each, name)]

    for file in (resources.files("nqviz_resources") / "lessons").iterdir():
        if file.name.endswith(".yaml"):
            assert plain(yaml.safe_load(file.read_text("utf-8"))) == [], file.name


def test_animations_speak_the_language():
    with texts_in("de"):
        _, frames = prepare(german()[2], 2)
        assert frames[0].say == "Spalte 1: (1, 1) ist frei. Setze eine Dame und gehe weiter."


def test_a_text_by_language_falls_back_to_english():
    text = SMALL.replace("title: A lesson", "title: {en: A lesson, fr: Une leçon}")
    assert parse_lesson(text, "x.yaml", code="fr").title == "Une leçon"
    assert parse_lesson(text, "x.yaml", code="de").title == "A lesson"
    only = SMALL.replace("title: A lesson", "title: {fr: Une leçon}")
    assert parse_lesson(only, "x.yaml").title == "Une leçon"


def test_a_lesson_is_checked_in_all_its_languages():
    text = SMALL.replace("text: One queen.", "text: {en: One queen., fr: Une <b>dame.}")
    with pytest.raises(InputError, match="step 1, text: <b> is not closed"):
        parse_lesson(text, "x.yaml")


def test_options_may_be_by_language():
    data = {"choice": {"of": [{"en": "a", "de": "b"}], "right": [1]}, "hint": {"en": [], "de": []}}
    assert in_language(data, "de") == {"choice": {"of": ["b"], "right": [1]}, "hint": []}
    assert languages_of(data) == {"en", "de"}


def test_a_handout_and_progress_are_printed_in_german(tmp_path, capsys):
    path = str(tmp_path / "a.pdf")
    assert main(["lesson", "print", "lesson:corner", "--language", "de", "-o", path]) == 0
    assert b"Warum die Ecke billig ist".decode() in _title(tmp_path / "a.pdf")
    assert main(["lesson", "print", "lesson:corner", "--language", "xx", "-o", path]) == 2


def _title(path):
    data = path.read_bytes()
    start = data.index(b"/Title")
    return data[start : start + 60].decode("latin-1")
