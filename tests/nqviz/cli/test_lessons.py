"""``nqviz verify`` on lessons: what is wrong is told in one line, tasks that fail in one each."""

LESSON = """\
format: nqviz-lesson
version: 1
title: A lesson
about: For tests.
minutes: 1
steps:
  - title: First
    text: One queen.
    state: {board: [4, 4], queens: [[1, 1]]}
    task:
      say: Place another.
      check: {non_attacking: 2}
      show: {place: [[2, 3]]}
"""


def test_a_lesson_is_verified(run, answer, file):
    path = file(LESSON, "x.yaml")
    assert run("verify", path)[:2] == (0, "valid: a lesson of 1 step: A lesson\n")
    expected = {"valid": True, "title": "A lesson", "steps": 1, "flaws": []}
    assert answer("verify", path)[:2] == (0, expected)


def test_a_task_that_is_done_at_once_is_named(run, answer, file):
    path = file(LESSON.replace("[[1, 1]]", "[[1, 1], [2, 3]]"), "x.yml")
    status, out, _ = run("verify", path)
    fault = "step 1: the task is done before it begins"
    assert (status, out) == (1, f"not valid: a lesson of 1 step: A lesson\n{fault}\n")
    status, entries, _ = answer("verify", path)
    assert (status, entries["valid"], entries["flaws"]) == (1, False, [fault])


def test_a_broken_lesson_gives_one_line(run, file):
    path = file(LESSON.replace("[[1, 1]]", "[[1, 9]]"), "x.yaml")
    reason = f"{path}, line 7, step 1: (1, 9) is not on the (4,2) board"
    assert run("verify", path) == (2, "", f"nqviz: {reason}\n")


def test_a_lesson_is_told_from_a_placement(run, file):
    path = file(LESSON, "x.txt")
    status, _, err = run("symmetry", path)
    assert (status, err.count("\n")) == (2, 1)
    assert "this is a lesson" in err
