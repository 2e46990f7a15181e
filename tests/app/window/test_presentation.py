"""Presentation mode: the scene and the text of a lesson, the keys, and everything back again."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from nqviz import Board, Placement
from nqviz.formats import write_placement
from nqviz.lessons import lessons
from nqviz.view.overlay import Overlay
from nqviz.view.palette import DARK, LIGHT
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.lessons.task import DONE
from tests.app.window_driver import find, wait_for_jobs
from tests.looks.steps import wait

KEYS = Qt.Key
NAMES = [lesson.name for lesson in lessons()]


def take(window, name):
    window.lessons_panel.bring()
    window.lessons_panel.start(NAMES.index(name), anew=True)


def show_task(window):
    """Show the last part of a step: its task, with the animation."""
    QApplication.processEvents()
    page = window.presentation._page
    page._fit()
    page._show_part(len(page._parts) - 1)
    QApplication.processEvents()


def bars(window):
    return (window.toolbar, window.rail, window.statusBar())


def sizes(window):
    parts = (window, window.pages, window.scene, window.layers, window.drawers, *bars(window))
    return [part.size() for part in parts]


def settle(window, qtbot, wanted):
    QApplication.processEvents()
    qtbot.waitUntil(lambda: sizes(window) == wanted)


def test_the_hint_how_to_leave_follows_another_theme(make_window):
    window = make_window(Placement(Board.cube(5, 3)))
    window.set_theme("dark")
    window.presentation.enter()
    hint = find(window, QLabel, "presentation.hint")
    assert DARK.panel in hint.styleSheet()
    window.set_theme("light")
    assert LIGHT.panel in hint.styleSheet()
    assert DARK.panel not in hint.styleSheet()
    window.presentation.leave()


@pytest.mark.parametrize("drawer", ["", "board", "lessons"])
def test_entering_and_leaving_changes_no_size(make_window, qtbot, drawer):
    window = make_window(Placement(Board.cube(5, 3)))
    window.resize(1100, 640)  # any screen has room for it
    qtbot.waitUntil(lambda: window.width() == 1100)
    if drawer == "lessons":
        take(window, "01-moves")
    elif drawer:
        window.drawers.open(drawer)
    window.drawers.finish()
    QApplication.processEvents()
    before, font = sizes(window), window.font()
    for _ in range(3):
        window.actions_["view.present"].trigger()
        assert window.presentation.is_on
        assert not any(bar.isVisible() for bar in bars(window))
        assert not window.layers.isVisible()
        overlays = window.scene.overlays
        assert not any(part.isVisible() for part in (overlays.verdict, overlays.verdict.badge))
        assert not any(part.isVisible() for part in (overlays.cube, overlays.ruler, overlays.dock))
        assert window.drawers.isHidden()
        window.actions_["view.present"].trigger()
        assert not window.presentation.is_on
        settle(window, qtbot, before)
        assert overlays.verdict.isVisible()
        assert overlays.ruler.isVisible() == (window.document.board.d > 2)
    assert window.font() == font
    assert window.drawers.current == drawer
    window.lessons_panel.leave()


def test_the_text_stands_beside_the_scene_in_large_letters(make_window, qtbot):
    window = make_window()
    window.actions_["view.present"].trigger()
    assert window.findChild(QLabel, "presentation.step") is None
    take(window, "05-klarner")
    title = find(window, QLabel, "presentation.step")
    qtbot.waitUntil(title.isVisible)
    assert title.text() == "121 queens in an 11-cube"
    side = window.presentation._side
    qtbot.waitUntil(lambda: side.geometry().right() == window.pages.parent().width() - 1)
    assert abs(side.width() / window.width() - 0.3) < 0.01
    body = window.presentation._page._sizes.text * window.presentation._page._scale
    assert body >= 0.026 * window.height()
    assert title.font().pixelSize() > 1.4 * find(window, QLabel, "lessons.step").font().pixelSize()
    area = window.presentation._side.findChild(QLabel, "presentation.text")
    assert "One rule places them all" in area.text()
    qtbot.mouseClick(find(window, QToolButton, "presentation.next"), Qt.MouseButton.LeftButton)
    assert window.lessons_panel.run.number == 1
    assert title.text() == "The layer of each queen"
    qtbot.mouseClick(find(window, QToolButton, "presentation.back"), Qt.MouseButton.LeftButton)
    assert window.lessons_panel.run.number == 0
    window.lessons_panel.leave()
    assert find(window, QLabel, "presentation.end").text() == "End of the lesson"
    assert window.presentation.is_on
    window.presentation.leave()


def test_flat_pages_are_written_as_large_as_the_lesson_and_the_scene(make_window, qtbot):
    window = make_window()
    take(window, "05-klarner")
    window.lessons_panel.run.go(1)
    square = window.flat.square
    qtbot.waitUntil(square.isVisible)
    usual = square.words.font().pixelSize(), square.grid.font().pixelSize()
    window.set_theme("light")
    window.presentation.enter()
    assert square.words.font().pixelSize() >= round(0.026 * window.height())
    assert square.grid.font().pixelSize() >= round(1.5 * usual[1])
    window.set_theme("dark")  # another style sheet keeps the sizes
    assert square.words.font().pixelSize() >= round(0.026 * window.height())
    window.presentation.leave()
    assert (square.words.font().pixelSize(), square.grid.font().pixelSize()) == usual
    window.lessons_panel.leave()


def test_the_keys_of_a_remote_go_through_the_lesson(make_window, qtbot):
    window = make_window()
    take(window, "01-moves")
    window.actions_["view.present"].trigger()
    run = window.lessons_panel.run
    show_task(window)
    for key, step in (
        (KEYS.Key_Right, 1),
        (KEYS.Key_Right, 1),
        (KEYS.Key_Left, -1),
        (KEYS.Key_Right, 1),
        (KEYS.Key_PageUp, -1),
    ):
        page, before = window.presentation._page, run.number
        has_part = 0 <= page._part + step < len(page._parts)
        qtbot.keyClick(window.pages.currentWidget(), key)
        assert run.number == before + (0 if has_part else step)
        if step > 0:
            show_task(window)
    run.go(next(i for i, step in enumerate(run.lesson.steps) if step.frames))
    begun = run.number
    for key in (KEYS.Key_Space, KEYS.Key_PageDown):
        show_task(window)  # the text has been read
        qtbot.keyClick(window.pages.currentWidget(), key)
        assert (run.number, run.is_playing) == (begun, key == KEYS.Key_Space)
    assert run.frame == len(run.frames)
    show_task(window)
    qtbot.keyClick(window.pages.currentWidget(), KEYS.Key_Space)
    assert run.number == begun + 1
    run.go(3)
    show_task(window)
    answer = find(window, QLineEdit, "presentation.answer")
    answer.setFocus()
    qtbot.waitUntil(answer.hasFocus)
    qtbot.keyClick(answer, KEYS.Key_Space)  # is written
    assert run.number == 3
    run.show_frame(len(run.frames))
    show_task(window)
    qtbot.keyClick(answer, KEYS.Key_PageDown)
    assert run.number == 4
    qtbot.keyClick(window.pages.currentWidget(), KEYS.Key_Escape)
    assert not window.presentation.is_on
    assert window.toolbar.isVisible()
    assert window.lessons_panel.run is run
    window.lessons_panel.leave()


def test_the_keys_of_the_commands_work_in_a_presentation(make_window, qtbot):
    window = make_window()
    window.activateWindow()
    take(window, "03-backtracking")
    document = window.document
    window.actions_["view.present"].trigger()
    page = window.pages.currentWidget()
    page.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    document.toggle(document.board.index((4, 7)))
    qtbot.keyClick(page, KEYS.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.counts.queens == 4
    qtbot.keyClick(page, KEYS.Key_F11)
    assert not window.presentation.is_on
    window.lessons_panel.leave()


def test_a_presentation_ends_after_menus_were_filled_anew(make_window, tmp_path):
    window = make_window()
    for name in ("a.json", "b.json"):
        path = tmp_path / name
        write_placement(Placement(Board.cube(5, 2)), path)
        window.files._note(path)
    window.actions_["view.present"].trigger()
    window.files._note(tmp_path / "a.json")  # the menu of recent files deletes its actions
    window.document.load(window_state(Placement(Board.cube(4, 3))), "Another board")
    window.editing.board_actions()  # and so do the menus of symmetries
    window.actions_["view.present"].trigger()
    assert not window.presentation.is_on


@pytest.mark.parametrize("lesson_first", [True, False])
def test_a_lesson_that_ends_in_a_presentation(make_window, qtbot, lesson_first):
    window = make_window()
    window.drawers.open("board")
    window.drawers.finish()
    QApplication.processEvents()
    before = sizes(window)
    calls = (lambda: window.lessons_panel.start(0), window.actions_["view.present"].trigger)
    window.lessons_panel.refresh()
    for call in calls if lesson_first else reversed(calls):
        call()
    assert find(window, QLabel, "presentation.step").isVisible()
    window.lessons_panel.leave()
    assert find(window, QLabel, "presentation.way_out").isVisible(), "the end says how to leave"
    assert window.drawers.isHidden()
    qtbot.keyClick(window.pages.currentWidget(), KEYS.Key_Escape)
    assert window.drawers.current == "board"
    settle(window, qtbot, before)


def present(window, name, step=0):
    take(window, name)
    window.lessons_panel.run.go(step)
    window.actions_["view.present"].trigger()
    QApplication.processEvents()
    show_task(window)


def test_what_a_step_needs_is_shown_in_the_presentation(make_window, qtbot):
    window = make_window()
    present(window, "02-corner", 3)
    counts = find(window, QLabel, "presentation.counts")
    assert counts.isVisible()
    assert counts.text() == "0 queens · 0 attacking pairs · 125 free cells"
    window.document.toggle(0)
    assert counts.text() == "1 queen · 0 attacking pairs · 96 free cells"
    assert not find(window, QPushButton, "presentation.solve").isVisible()
    assert not window.layers.isVisible()
    take(window, "09-densities")
    window.lessons_panel.run.go(3)
    assert window.layers.isVisible()
    assert find(window.presentation._side, QLabel, "presentation.counts").isHidden()
    window.lessons_panel.run.go(4)
    assert not window.layers.isVisible()
    take(window, "12-torus")
    switch = find(window.presentation._side, QCheckBox, "presentation.torus")
    assert switch.isVisible()
    switch.click()
    assert window.document.view.wrapped
    window.presentation.leave()
    window.lessons_panel.leave()


def test_a_search_is_started_and_watched_in_the_presentation(make_window, qtbot):
    window = make_window()
    present(window, "08-solver")
    chart = find(window, QWidget, "presentation.chart")
    qtbot.mouseClick(find(window, QPushButton, "presentation.solve"), Qt.MouseButton.LeftButton)
    assert not window.drawers.current
    wait_for_jobs(qtbot, window)
    assert find(window, QLabel, "presentation.numbers").text() == "[7]"
    assert chart.isVisible()
    assert chart.trace is not None
    assert find(window, QLabel, "presentation.check").text() == DONE
    window.presentation.leave()
    window.lessons_panel.leave()


def test_arrow_keys_do_what_the_step_says(make_window, qtbot):
    window = make_window()
    present(window, "09-densities", 3)
    run, document = window.lessons_panel.run, window.document
    document.set_cursor(document.board.index((1, 2, 2)))
    window.scene.setFocus()
    qtbot.keyClick(window.layers.grid, KEYS.Key_Right)
    assert run.number == 3
    assert document.cursor == document.board.index((2, 2, 2))
    assert find(window, QLabel, "presentation.check").text() == DONE
    window.presentation._page._show_part(0)
    qtbot.keyClick(window.layers.grid, KEYS.Key_PageUp)
    assert run.number == 2
    window.presentation.leave()
    window.lessons_panel.leave()


def test_the_end_takes_the_place_of_the_board(make_window, qtbot):
    window = make_window()
    present(window, "03-backtracking")
    hint = find(window, QLabel, "presentation.hint")
    assert hint.isVisible()
    assert hint.text() == "Esc leaves the presentation."
    assert hint.x() >= window.pages.geometry().right(), "it covers nothing of the board"
    window.lessons_panel.leave()
    QApplication.processEvents()
    assert not window.pages.isVisible(), "the board from before is not shown"
    assert find(window, QLabel, "presentation.end").isVisible()
    qtbot.keyClick(window.presentation._side, KEYS.Key_Escape)
    assert window.pages.isVisible()
    assert not hint.isVisible()


def test_a_step_fits_after_the_screen_has_given_the_window_its_size(make_window, qtbot):
    window = make_window()
    window.resize(1200, 800)
    QApplication.processEvents()
    present(window, "13-symmetry")
    window.resize(1920, 1080)  # as a window manager does some time later
    bar = window.presentation._page._area.verticalScrollBar()
    wait(700)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    window.presentation.leave()
    window.lessons_panel.leave()


def test_the_speaker_has_notes_and_keys_of_their_own(make_window, qtbot):
    window = make_window()
    present(window, "13-symmetry", 6)
    qtbot.keyClick(window.pages.currentWidget(), KEYS.Key_N)
    notes = find(window, QWidget, "notes")
    assert notes.isWindow()
    assert notes.isVisible()
    assert find(notes, QLabel, "notes.step").text() == "7 of 7: Forty-eight in a cube"
    assert "Symmetry drawer" in find(notes, QLabel, "notes.text").text()
    assert find(notes, QLabel, "notes.time").text() == "0:00"
    window.presentation._page._show_part(0)
    qtbot.keyClick(notes, KEYS.Key_PageUp)
    assert window.lessons_panel.run.number == 5
    assert find(notes, QLabel, "notes.next").text() == "Next: Forty-eight in a cube"
    window.presentation.leave()
    assert window.presentation._notes is None
    assert not notes.isVisible()
    window.lessons_panel.leave()


def test_notes_come_by_themselves_where_a_lesson_has_some(make_window, qtbot, monkeypatch):
    window = make_window()
    monkeypatch.setattr("nqviz_app.window.speaker_notes.other_screen", lambda screen: screen)
    present(window, "12-torus")
    assert window.presentation._notes is None, "this lesson has no notes"
    take(window, "13-symmetry")
    assert window.presentation._notes is not None
    assert window.isFullScreen(), "the board stays where it was"
    assert find(window, QLabel, "notes.step").text().startswith("1 of 7")
    window.presentation.leave()
    window.lessons_panel.leave()


@pytest.mark.parametrize("board", [(4, 2), (5, 3), (4, 4)], ids=str)
def test_the_legend_of_a_density_stands_above_the_board(make_window, qtbot, board):
    window = make_window(Placement(Board.cube(*board)))
    window.document.set_overlay(Overlay(np.arange(window.document.board.size), total=96))
    legend = window.scene.overlays.legend
    qtbot.waitUntil(legend.isVisible)
    usual = legend.size()
    window.presentation.enter()
    qtbot.waitUntil(lambda: legend.height() > usual.height())
    assert legend.width() >= legend.sizeHint().width(), "its numbers are cut off"
    scene = window.scene.scene
    qtbot.waitUntil(lambda: legend.geometry().bottom() < scene.screen_box()[1])
    window.presentation.leave()
    qtbot.waitUntil(lambda: legend.size() == usual)
