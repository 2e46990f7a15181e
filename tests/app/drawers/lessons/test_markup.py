"""Formulas, pictures, a hidden scene and a second board in the steps of lessons."""

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from nqviz.lessons import read_lesson
from nqviz_app.drawers.lessons.entries import Entry
from tests.app.window_driver import find, wait_for_jobs
from tests.nqviz.lessons.exercises import MARKUP


@pytest.fixture
def lesson(tmp_path):
    Image.new("RGB", (600, 200), (200, 80, 20)).save(tmp_path / "square.png")
    path = tmp_path / "markup.yaml"
    path.write_text(MARKUP, "utf-8")
    return read_lesson(path)


@pytest.fixture
def window(make_window, qtbot, lesson):
    made = make_window()
    made.lessons_panel.take(Entry(lesson, "own markup"))
    wait_for_jobs(qtbot, made)  # which loads what draws formulas
    yield made
    if made.presentation.is_on:
        made.presentation.leave()
    made.lessons_panel.leave()


def html(window, name):
    return find(window, QLabel, name).text()


def widths(text):
    return [float(part.split('"')[0]) for part in text.split(' width="')[1:]]


def test_formulas_and_pictures_of_a_step_are_drawn(window, qtbot):
    text = find(window, QLabel, "lessons.text")
    assert text.text().count("<img") == 5
    assert 'alt="A coloured square"' in text.text()
    assert "$" not in text.text().replace("5$ or $6", "")
    assert max(widths(text.text())) <= text.width()
    assert "<img" in html(window, "lessons.task")
    window.lessons_panel.page.task._hint.click()
    assert "<img" in html(window, "lessons.hints")


def test_formulas_are_larger_in_a_presentation_and_follow_the_theme(window, qtbot):
    drawer = widths(html(window, "lessons.text"))
    window.actions_["view.present"].trigger()
    QApplication.processEvents()
    qtbot.waitUntil(lambda: widths(html(window, "presentation.text"))[0] > 1.3 * drawer[0])
    window.set_theme("light")
    QApplication.processEvents()
    light = html(window, "presentation.text")
    window.set_theme("dark")
    QApplication.processEvents()
    assert light != html(window, "presentation.text")
    page, images = window.presentation._page, 0
    for number in range(len(page._parts)):
        page._show_part(number)
        images += html(window, "presentation.text").count("<img")
    assert images == 5


def test_a_second_board_is_beside_that_of_the_step(window, qtbot):
    page, run = window.scene_page, window.lessons_panel.run
    second = find(window, QWidget, "second_board.drawing")
    assert not second.isVisible()
    run.go(1)
    assert second.isVisible()
    assert not window.scene.isVisible(), "this step hides the scene"
    assert window.layers.isVisible()
    assert abs(second.parentWidget().width() - page.width() / 2) <= 1
    assert html(window, "second_board.words") == "The same one, mirrored"
    assert "(1, 2)" in second.accessibleDescription()
    window.actions_["view.present"].trigger()
    QApplication.processEvents()
    assert second.isVisible()
    assert window.layers.isVisible()
    run.go(2)
    assert second.isVisible()
    assert window.scene.isVisible()
    assert not find(window, QLabel, "second_board.words").isVisible()
    run.go(0)
    assert not second.isVisible()


def test_a_second_board_belongs_to_the_tab_of_the_lesson(window, qtbot):
    second = find(window, QWidget, "second_board.drawing")
    window.lessons_panel.run.go(1)
    window.tabs.show_tab(window.tabs.board_tabs[0])
    assert not second.isVisible()
    window.lessons_panel.page._return.click()
    assert second.isVisible()
    window.lessons_panel.leave()
    assert not second.isVisible()


def test_a_link_of_a_task_is_followed(window, qtbot):
    task = find(window, QLabel, "lessons.task")
    assert task.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByMouse
    task.linkActivated.emit("lesson:klarner#4")
    qtbot.waitUntil(lambda: window.lessons_panel.run.lesson.name == "05-klarner")
    assert window.lessons_panel.run.number == 3
