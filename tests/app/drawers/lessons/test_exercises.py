"""Exercises of each kind in the window: replies, marks, hints, predictions, and the record."""

import json

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton, QRadioButton, QSlider

from nqviz import Board, Placement
from nqviz.lessons import read_progress
from nqviz.lessons.reader import parse_lesson
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.lessons.desk import write_progress
from nqviz_app.drawers.lessons.entries import CAPTION, IS_DONE, Entry
from nqviz_app.drawers.lessons.task import DONE, SHOWN, TO_DO
from tests.nqviz.lessons.exercises import EXERCISES

from ...window_driver import find

LESSON = parse_lesson(EXERCISES, "exercises.yaml")
ENTRY = Entry(LESSON, "own exercises")
STEPS = {step.title: number for number, step in enumerate(LESSON.steps)}


@pytest.fixture
def window(make_window):
    made = make_window()
    made.lessons_panel.take(ENTRY)
    yield made
    made.lessons_panel.leave()


def go(window, title):
    window.lessons_panel.run.go(STEPS[title])


def state(window):
    return find(window, QLabel, "lessons.check").text()


def missing(window):
    return find(window, QLabel, "lessons.missing").text()


def click(qtbot, window, name, kind=QPushButton):
    qtbot.mouseClick(find(window, kind, f"lessons.{name}"), Qt.MouseButton.LeftButton)


def test_one_option_is_chosen(window, qtbot):
    assert find(window, QRadioButton, "lessons.answer.option_1").whatsThis()
    first, second = (find(window, QRadioButton, f"lessons.answer.option_{n}") for n in (1, 2))
    click(qtbot, window, "enter")
    assert missing(window) == "No answer yet."
    first.click()
    click(qtbot, window, "enter")
    assert (state(window), missing(window)) == (TO_DO, "That is not it yet.")
    second.click()
    assert not first.isChecked()
    click(qtbot, window, "enter")
    assert state(window) == DONE
    assert not find(window, QPushButton, "lessons.enter").isEnabled()
    record = window.lessons_panel.run.log.record.task(1)
    assert (record.state, record.attempts) == ("done", 3)


def test_several_options_are_chosen(window, qtbot):
    go(window, "Choices")
    boxes = [find(window, QCheckBox, f"lessons.answer.option_{number}") for number in (1, 2, 3)]
    boxes[0].click()
    click(qtbot, window, "enter")
    assert missing(window) == "Right so far, but there are more."
    boxes[2].click()
    click(qtbot, window, "enter")
    assert state(window) == DONE


def test_lines_are_moved_up_until_they_are_in_order(window, qtbot):
    go(window, "Order")
    order = LESSON.steps[STEPS["Order"]].task.check.order
    part = find(window, QPushButton, "lessons.answer.line_1").parent()
    for place, line in enumerate(order):
        while part.lines.index(line) > place:
            click(qtbot, window, f"answer.line_{part.lines.index(line) + 1}")
    click(qtbot, window, "enter")
    assert state(window) == DONE


def test_a_click_marks_a_cell_where_cells_are_marked(window, qtbot):
    go(window, "Free cells")
    document, grid = window.document, window.layers.grid
    free = document.counts.free_cells().tolist()
    for index in free:
        document.toggle(index)  # as a click on the scene does
    assert document.counts.queens == 1
    assert document.selection == frozenset(free)
    document.toggle(free[0])
    click(qtbot, window, "enter")
    assert missing(window) == "Free cells that are not marked yet: 1."
    document.toggle(free[0])
    click(qtbot, window, "enter")
    assert state(window) == DONE
    go(window, "Domination")
    document.toggle(12)
    assert document.counts.queens == 1
    assert grid is window.layers.grid


def test_the_lesson_shows_each_kind_and_none_counts_as_done(window, qtbot):
    panel = window.lessons_panel
    for title in STEPS:
        go(window, title)
        assert state(window) == TO_DO
        click(qtbot, window, "show")
        assert state(window) == SHOWN, title
    assert panel.run.log.record.done == 0
    assert {task.state for task in panel.run.log.record.tasks} == {"shown"}


def test_hints_come_one_after_another(window, qtbot):
    hint, hints = find(window, QPushButton, "lessons.hint"), find(window, QLabel, "lessons.hints")
    assert hint.text() == "Hint 1 of 2"
    assert not hints.isVisible()
    click(qtbot, window, "hint")
    assert "three lines" in hints.text()
    assert "three other" not in hints.text()
    click(qtbot, window, "hint")
    assert "three other" in hints.text()
    assert not hint.isEnabled()
    assert window.lessons_panel.run.log.record.task(1).hints == 2


def test_any_board_counts_where_one_explores(window, qtbot):
    document = window.document
    go(window, "Symmetry")
    document.load(window_state(Placement(Board.cube(6, 2))), "New board")
    assert missing(window).startswith("This task is on the (4,2) board")
    go(window, "Goal")
    document.load(window_state(Placement(Board.cube(6, 2))), "New board")
    assert find(window, QLabel, "lessons.goal").text() == "Queens: 0   Free cells: 36"
    document.toggle(0)
    document.toggle(1)
    assert state(window) == DONE
    document.toggle(2)
    assert find(window, QLabel, "lessons.goal").text().startswith("Queens: 3")
    assert state(window) == DONE, "the goal was reached; exploring may go on"


def test_a_prediction_comes_before_the_animation(window, qtbot):
    go(window, "Predict")
    run, slider = window.lessons_panel.run, find(window, QSlider, "lessons.frame")
    run.play()
    run.show_frame(1)
    assert (run.frame, run.is_playing, slider.isEnabled()) == (0, False, False)
    find(window, QLineEdit, "lessons.answer").setText("12")
    click(qtbot, window, "enter")
    assert state(window) == TO_DO
    assert slider.isEnabled()
    run.show_frame(1)
    assert run.frame == 1


def test_all_answers_are_shown_and_marked_as_such(make_window):
    window = make_window()
    panel = window.lessons_panel
    panel.list.entries.show_entries([ENTRY])
    panel._begin(ENTRY.key, anew=True, shows_all=True)
    assert find(window, QLabel, "lessons.lesson").text() == "Exercises (all answers shown)"
    for number in range(len(LESSON.steps)):
        panel.run.go(number)
        assert state(window) == SHOWN
    panel.leave()
    entries = panel.list.entries
    assert entries.index(0).data(CAPTION) == "5 min, read, 0 of 9 tasks done"
    assert not entries.index(0).data(IS_DONE)


def test_the_record_is_kept_and_exported(make_window, qtbot, tmp_path):
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = make_window()
    panel, entries = window.lessons_panel, window.lessons_panel.list.entries
    entries._settings = settings
    entries.show_entries([ENTRY])
    panel.take(ENTRY)
    find(window, QRadioButton, "lessons.answer.option_2").click()
    click(qtbot, window, "enter")
    panel.leave()
    entries._records.clear()  # as at the next start
    assert entries.record(ENTRY).task(1).state == "done"
    assert entries.index(0).data(CAPTION) == "5 min, 1 of 9 tasks done"
    write_progress(window.document, entries.progress(), tmp_path / "me.json")
    write_progress(window.document, entries.progress(), tmp_path / "me.html")
    assert read_progress(tmp_path / "me.json").lessons[0].done == 1
    assert json.loads((tmp_path / "me.json").read_text())["version"] == 1
    assert "Step 1: ✓ done" in (tmp_path / "me.html").read_text("utf-8")
    said = []
    window.document.message.connect(said.append)
    write_progress(window.document, entries.progress(), tmp_path / "none" / "me.html")
    assert said[0].startswith("The progress is not exported: ")


def test_progress_of_earlier_versions_is_read(make_window, tmp_path):
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    settings.setValue("lessons/progress/own exercises", 4)
    window = make_window()
    window.lessons_panel.list.entries._settings = settings
    record = window.lessons_panel.list.entries.record(ENTRY)
    assert (record.reached, record.done) == (4, 0)


def test_a_link_leads_to_a_step_of_a_lesson(make_window, qtbot):
    window = make_window()
    window.lessons_panel.take_link("lesson:domination#4")
    words = find(window, QLabel, "lessons.text")
    assert '<a href="lesson:backtracking#2">wall</a>' in words.text()
    assert not words.openExternalLinks()
    words.linkActivated.emit("lesson:backtracking#2")
    qtbot.waitUntil(lambda: window.lessons_panel.run.lesson.name == "03-backtracking")
    assert window.lessons_panel.run.number == 1
    window.lessons_panel.leave()
