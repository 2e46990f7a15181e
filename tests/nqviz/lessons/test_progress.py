"""The progress of learners: what counts as done, its file, and its page."""

import json
from datetime import date

import pytest

from nqviz import InputError
from nqviz.cli import main
from nqviz.lessons import LessonRecord, Progress, read_progress
from nqviz.lessons.progress import TaskRecord, progress_page
from nqviz.lessons.reader import parse_lesson

from .exercises import EXERCISES

LESSON = parse_lesson(EXERCISES, "exercises.yaml")
DAY = date(2026, 3, 1)


def record(*states):
    tasks = [TaskRecord(step=step, state=state) for step, state in enumerate(states, start=1)]
    before = LessonRecord(lesson="exercises", title="x", steps=9, reached=9, tasks=tasks)
    return LessonRecord.of(LESSON, before)


def test_a_lesson_is_done_when_its_tasks_were_done():
    assert LessonRecord.of(LESSON).state == ""
    assert record(*9 * ["done"]).is_done
    seen = record(*8 * ["done"], "shown")
    assert not seen.is_done
    assert seen.state == "read, 8 of 9 tasks done"
    begun = LessonRecord.of(LESSON).model_copy(update={"reached": 3})
    assert begun.state == "step 4 of 9"


def test_what_was_done_stays_done():
    done = record("done")
    assert done.with_task(TaskRecord(step=1, state="shown")).task(1).state == "done"
    assert done.with_task(TaskRecord(step=2, state="shown")).task(2).state == "shown"


def test_a_record_follows_its_lesson():
    shorter = parse_lesson(EXERCISES[: EXERCISES.index("  - title: Choices")], "exercises.yaml")
    kept = LessonRecord.of(shorter, record(*9 * ["done"]))
    assert (kept.steps, kept.reached, len(kept.tasks), kept.is_done) == (1, 1, 1, True)


def test_progress_is_written_and_read(tmp_path):
    task = TaskRecord(step=1, state="done", attempts=3, hints=1, day=DAY)
    progress = Progress(learner="Ada", lessons=[record().with_task(task)])
    path = tmp_path / "ada.json"
    path.write_text(progress.to_json(), "utf-8")
    assert read_progress(path) == progress
    page = progress_page([progress])
    assert "Ada: 0 of 1 lesson done" in page
    assert "Step 1: ✓ done, 3 attempts, 1 hint, 2026-03-01" in page


def test_names_of_learners_and_lessons_are_no_markup():
    lesson = record("done").model_copy(update={"title": "<script>"})
    page = progress_page([Progress(learner="<b>", lessons=[lesson])])
    assert "<script>" not in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", '"format": "nqviz-lesson-progress" is missing'),
        ('{"format": "nqviz-lesson-progress"}', "lessons: Field required"),
        ('{"format": "nqviz-lesson-progress", "lessons": [], "x": 1}', "x: Extra inputs"),
        ("\ufeff" + "[" * 10_000, "nested too deeply"),
    ],
)
def test_another_file_is_refused_on_one_line(tmp_path, text, words):
    path = tmp_path / "x.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        read_progress(path)
    assert str(error.value).startswith(str(path))
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_the_command_line_writes_the_page_of_a_class(tmp_path, capsys):
    files = []
    for name, states in (("ada", 9 * ["done"]), ("emmy", ["done"])):
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(Progress(lessons=[record(*states)]).to_json(), "utf-8")
    page = tmp_path / "class.html"
    assert main(["lesson", "progress", *map(str, files), "-o", str(page), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["learners"] == [{"learner": "ada", "done": 1}, {"learner": "emmy", "done": 0}]
    text = page.read_text("utf-8")
    assert "ada: 1 of 1 lesson done" in text
    assert "emmy: 0 of 1 lesson done" in text
    assert main(["lesson", "progress", str(files[0]), "-o", str(tmp_path / "x.pdf")]) == 2
    assert main(["lesson", "progress", str(tmp_path / "no.json"), "-o", str(page)]) == 2
