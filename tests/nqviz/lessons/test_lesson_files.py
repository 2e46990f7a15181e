"""Files of lessons: broken ones give one line, and the others are read all the same."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from nqviz import InputError
from nqviz.cli import main
from nqviz.lessons import faulty_tasks, linked_step, read_folder, read_lesson, to_html
from nqviz.lessons.paper import plain_text
from nqviz.lessons.reader import parse_lesson
from nqviz.run.budgets import LESSON_BYTES
from nqviz.view.view_state import ViewState

SMALL = """\
format: nqviz-lesson
version: 1
title: A lesson
about: For tests.
minutes: 1
steps:
  - title: First
    text: One queen.
    state:
      board: [4, 4]
      queens: [[1, 1]]
    view: {free: true}
    task:
      say: Place another.
      check: {non_attacking: 2}
      show: {place: [[2, 3]]}
  - title: Second
    text: The rest.
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("minutes: 1", "minutes: soon", 5, "minutes: input should be a valid integer"),
        ("title: Second", "titel: Second", 17, "step 2: 'titel' is not a key here"),
        ("[[1, 1]]", "[[1, 9]]", 7, "step 1: (1, 9) is not on the (4,2) board"),
        ("[[1, 1]]", "[[1, 1], [1, 1]]", 7, "step 1: a cell stands twice"),
        ("[[2, 3]]", "[[2, 3, 4]]", 7, "step 1: (2, 3, 4) has 3 coordinates"),
        ("{non_attacking: 2}", "{}", 15, "step 1, task check: a check needs a condition"),
        ("One queen.", "One <b>queen.", 8, "step 1, text: <b> is not closed"),
        ("[[1, 1]]", "[[1, 1]]\n      torus: maybe", 12, "torus: input should be a valid boolean"),
        ("[[1, 1]]", "[[1, 1]]\n      torus: [3]", 7, "step 1: axis 3 cannot wrap"),
        ("[[1, 1]]", "[[1, 1]]\n      torus: [1, 1]", 7, "step 1: axis 1 wraps twice"),
        ("[[1, 1]]", "[[1, 1]]\n      twist: true", 7, "step 1: a twist is for boards"),
        ("One queen.", "A <img src=x> here.", 8, "step 1, text: the tag <img src=x> is not known"),
        ("One queen.", r"A $\nope$.", 7, "step 1: the formula $\\nope$ cannot be drawn"),
        ("One queen.", "A " + "${" + "{" * 90 + "}" * 90 + "}$.", 7, "cannot be drawn"),
        ("One queen.", "'![A](b.png)'", 7, "step 1: a lesson without a folder has no pictures"),
        ("One queen.", "'![A](../b.png)'", 8, "text: a picture is a paragraph of its own"),
        ("One queen.", "See ![A](b.png)", 8, "text: a picture is a paragraph of its own"),
        ("title: A lesson", "title: A\npictures: {a: b}", 4, "pictures: dictionary should"),
        ("One queen.", "1 < 2.", 8, "step 1, text: a < that opens no tag is written &lt;"),
        (
            "One queen.",
            "See [x](https://a.b)",
            8,
            "step 1, text: a link is [words](lesson:NAME#STEP)",
        ),
        ("One queen.", "See [x](file:///etc)", 8, "step 1, text: a link is [words]"),
        ("One queen.", "See [x](lesson:../a)", 8, "step 1, text: a link is [words]"),
        ("One queen.", "<a href=lesson:klarner>x</a>", 8, "step 1, text: the tag <a"),
        ("{free: true}", "{free: true", 13, "did not find expected"),
        ("{free: true}", "{free: 1}", 12, "step 1, view free: input should be a valid boolean"),
        ("about:", "title:", 4, "'title' stands twice"),
        ("version: 1", "version: 2", 2, "version 2 is newer than this version of nqviz"),
        ("format: nqviz-lesson", "format: x", 1, "no lesson"),
        ("[[1, 1]]", "&a [*a]", 11, "aliases are not for lessons"),
        ("One queen.", "[" * 50, 8, "too deeply nested"),
        ("queens: [[1, 1]]", "certificate: x", 9, "certificate already defines the board"),
        ("      show: {place: [[2, 3]]}\n", "", 7, "step 1: the task needs 'show'"),
        ("minutes: 1", "minutes: 1" + 5000 * "0", 5, "the number is too long"),
        ("One queen.", "!one queen", 8, "a word with ! before it is quoted"),
        ("One queen.", '"One queen.', 19, "found unexpected end of stream; see also line 8"),
        ("One queen.", "One: two: three", 8, "a second colon; a text with a colon in it is"),
        ("One queen.", '"\\x07"', 8, "step 1, text: control characters have no place"),
        ("A lesson", '"one\\ntwo"', 3, "title: this should be one line"),
        ("minutes: 1", "? \n: 2\nminutes: 1", 5, "a key is a word"),
        ("{free: true}", "{hold: {3: 1}}", 7, "step 1: the (4,2) board has no coordinate x3"),
        ("{free: true}", "{hold: {1: 5}}", 7, "step 1: x1 is at most 4 on the (4,2) board"),
        ("{free: true}", "{colour: x3}", 7, "step 1: the (4,2) board has no coordinate x3"),
        ("{free: true}", "{layers: [1, 3]}", 7, "step 1: the (4,2) board has no coordinate x3"),
        ("{free: true}", "{layers: [1, 1]}", 7, "step 1: layers show two coordinates"),
        ("[[1, 1]]", "[]\n      highlight: {box: [[2, 2], [1, 3]]}", 7, "a box goes from"),
        ("[[1, 1]]", "[]\n      highlight: {box: [[1, 1], [1, 5]]}", 7, "(1, 5) is not on the"),
        (
            "board: [4, 4]\n      queens: [[1, 1]]",
            "cut: {outer: 47, coefficients: [2, 4, 8], deleted: 2, first: [1, 1, 1, 1]}",
            7,
            "step 1: the (47,4) board has 4,879,681 cells; a lesson shows 250,000",
        ),
    ],
)
def test_a_broken_lesson_gives_one_line(old, new, line, words):
    assert old in SMALL
    with pytest.raises(InputError) as error:
        parse_lesson(SMALL.replace(old, new, 1), "own.yaml")
    message = str(error.value)
    assert message.startswith(f"own.yaml, line {line}")
    assert words in message
    assert "\n" not in message


def test_a_folder_gives_its_lessons_and_a_line_for_each_broken_one(tmp_path):
    (tmp_path / "good.yaml").write_text(SMALL, "utf-8")
    (tmp_path / "bad.yml").write_text(SMALL.replace("board", "bord"), "utf-8")
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "large.yaml").write_bytes(b"#" * (LESSON_BYTES + 9))
    (tmp_path / "empty.yaml").touch()
    (tmp_path / "other.txt").write_text("nothing", "utf-8")
    (tmp_path / "folder.yaml").mkdir()
    shelf = read_folder(tmp_path)
    assert [lesson.name for lesson in shelf.lessons] == ["good"]
    assert len(shelf.problems) == 4
    assert all(line.startswith(str(tmp_path)) and "\n" not in line for line in shelf.problems)
    assert read_folder(tmp_path / "none").problems == (
        f"{tmp_path / 'none'}: cannot be read: no such file or directory",
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_damage_brings_more_than_one_line(data):
    text = SMALL
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.text(max_size=8)) + text[end:]
    _is_lesson_or_one_line(text)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_value_brings_more_than_one_line(data):
    document = yaml.safe_load(SMALL)
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=6,
    )
    place = document
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.booleans()):
            place[key] = data.draw(values)
            break
        place = inner
    _is_lesson_or_one_line(yaml.safe_dump(document))


def _is_lesson_or_one_line(text):
    message = "own.yaml: a lesson"
    try:
        parse_lesson(text, "own.yaml")
    except InputError as error:
        message = str(error)
    assert message.startswith("own.yaml")
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[[2, 3]]", "[[2, 3]]", None),
        ("[[1, 1]]", "[[1, 1], [2, 3]]", "step 1: the task is done before it begins"),
        (
            "[[2, 3]]",
            "[[2, 2]]",
            "step 1: 'show' does not do the task: Attacking pairs: 1.",
        ),
        (
            "      queens: [[1, 1]]\n",
            "      queens: [[1, 1], [3, 3]]\n      givens: [[3, 3]]\n",
            "step 1: 'show' removes a queen that is locked",
        ),
    ],
)
def test_a_task_that_cannot_be_done_as_its_author_says_is_named(old, new, fault):
    text = SMALL.replace(old, new)
    if "givens" in new:
        text = text.replace("{place: [[2, 3]]}", "{place: [[2, 3]], remove: [[3, 3]]}")
    assert faulty_tasks(parse_lesson(text, "x.yaml")) == (() if fault is None else (fault,))


def test_a_link_to_a_lesson_becomes_an_anchor_and_is_followed_by_the_check():
    text = SMALL.replace("One queen.", "See [the formula](lesson:klarner#4) & more.")
    lesson = parse_lesson(text, "x.yaml")
    assert '<a href="lesson:klarner#4">the formula</a>' in to_html(lesson.steps[0].text)
    assert plain_text(lesson.steps[0].text) == "See the formula & more."
    assert faulty_tasks(lesson) == ()
    lost = parse_lesson(text.replace("klarner#4", "klarner#44"), "x.yaml")
    assert faulty_tasks(lost) == ("step 1: the lesson has steps 1 to 7, not 44",)


def test_the_code_for_a_less_than_is_text():
    assert "1 &lt; 2" in to_html(
        parse_lesson(SMALL.replace("One queen.", "1 &lt; 2."), "x").steps[0].text
    )


@pytest.mark.parametrize("data", [b"no picture", b"\x89PNG\r\n\x1a\n" + b"0" * 99, b""])
def test_a_picture_that_is_none_is_refused(tmp_path, data):
    (tmp_path / "a.png").write_bytes(data)
    (tmp_path / "a.yaml").write_text(SMALL.replace("One queen.", "'![A](a.png)'"))
    with pytest.raises(InputError, match=r"step 1: the picture a\.png is no PNG or JPEG"):
        read_lesson(tmp_path / "a.yaml")


def test_a_picture_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("nqviz.lessons.pictures.PICTURE_PIXELS", 2**20)
    Image.new("RGB", (1100, 1000)).save(tmp_path / "a.png")
    (tmp_path / "a.yaml").write_text(SMALL.replace("One queen.", "'![A](a.png)'"))
    with pytest.raises(InputError, match="more than 1 million pixels"):
        read_lesson(tmp_path / "a.yaml")


def test_the_second_board_of_a_step_is_checked_like_its_own():
    beside = "beside: {state: {board: [4, 4], queens: [[1, 9]]}}\n    view:"
    with pytest.raises(InputError, match=r"step 1: \(1, 9\) is not on the \(4,2\) board"):
        parse_lesson(SMALL.replace("view:", beside), "x.yaml")


def test_a_step_can_hide_the_scene():
    lesson = parse_lesson(SMALL.replace("{free: true}", "{scene: false}"), "x.yaml")
    first, second = (step.view.on(ViewState()) for step in lesson.steps)
    assert (first.share, second.share) == ("all", "strip")
    assert lesson.steps[1].view.on(first).share == "strip"


# Links to steps -------------------------------------------------------------------------------


@pytest.mark.parametrize("link", ["lesson:klarner#4", "lesson:05-klarner#4"])
def test_a_link_names_a_lesson_and_a_step(link):
    lesson, step = linked_step(link)
    assert (lesson.name, step) == ("05-klarner", 3)
    assert linked_step("lesson:klarner")[1] == 0


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("lesson:nobody", "no lesson 'nobody'; there are moves, corner"),
        ("lesson:klarner#9", "the lesson has steps 1 to 7, not 9"),
        ("lesson:klarner#0", "not 0"),
        ("lesson:klarner#x", "a link is lesson:NAME"),
    ],
)
def test_a_link_to_nothing_is_refused_on_one_line(link, words, capsys):
    with pytest.raises(InputError, match=words):
        linked_step(link)
    assert main(["open", link]) == 2
    assert words in capsys.readouterr().err
