"""Every lesson in the whole window, from its first step to its last; leaving changes nothing."""

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QLineEdit, QListWidget, QTabBar, QWidget

from nqviz import Board, Placement
from nqviz.formats import write_placement
from nqviz.formats.session import format_session, parse_session
from nqviz.lessons import lessons
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.session_tabs import session_of
from nqviz_app.drawers.lessons.page import DONE, TO_DO
from nqviz_app.window.window_state import VERSION

NAMES = [lesson.name for lesson in lessons()]


def child(window, name):
    found = window.findChild(QWidget, name)
    assert found is not None, name
    return found


def click(qtbot, window, name):
    widget = child(window, name)
    assert widget.isVisible(), name
    assert widget.isEnabled(), name
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def choose(window, name):
    window.actions_["help.lessons"].trigger()
    child(window, "lessons.list").setCurrentRow(NAMES.index(name))


def text(window, name):
    return window.findChild(QLabel, name).text()


def docks(window):
    return {dock.objectName(): dock.isHidden() for dock in window.findChildren(QDockWidget)}


def test_every_lesson_runs_from_the_first_step_to_the_last(make_window, qtbot):
    window = make_window()
    window.document.toggle(3)
    mine = window.document.tab
    window.actions_["help.lessons"].trigger()
    shown = docks(window)
    for name in NAMES:
        choose(window, name)
        click(qtbot, window, "lessons.start")
        assert window.document.tab is not mine
        for number in range(len(window.lessons_panel.run.lesson.steps)):
            assert window.lessons_panel.run.number == number
            take_step(qtbot, window)
            click(qtbot, window, "lessons.next")
        assert window.lessons_panel.run is None
        assert window.document.tab is mine
        assert window.tabs.board_tabs == (mine,)
        assert window.document.undo_stack.count() == 1
        assert docks(window) == shown
        assert "✓" in child(window, "lessons.list").currentItem().text()


def take_step(qtbot, window):
    """Read a step, do its task, and look at some of its frames."""
    run, document = window.lessons_panel.run, window.document
    step, last = run.step, len(run.lesson.steps)
    assert text(window, "lessons.step") == step.title
    assert text(window, "lessons.count") == f"{run.number + 1} of {last}"
    assert child(window, "lessons.task").isVisible() == (step.task is not None)
    assert child(window, "lessons.play").isVisible() == bool(run.frames)
    if step.task is not None:
        assert text(window, "lessons.check") == TO_DO
        do(qtbot, window, step.task)
        qtbot.waitUntil(lambda: text(window, "lessons.check") == DONE)
    for number in sorted({1, len(run.frames) // 2, len(run.frames)} - {0}):
        if number > len(run.frames):
            continue
        run.show_frame(number)
        wanted = run.frames[number - 1].picture
        queens = np.flatnonzero(document.counts.occupied)
        assert np.array_equal(queens, wanted.placement.indices)
        assert document.selection == frozenset(wanted.highlight.tolist())
        assert document.board == wanted.board
    assert document.is_saved


def do(qtbot, window, task):
    if task.check.answer is not None:
        answer = window.findChild(QLineEdit, "lessons.answer")
        qtbot.keyClicks(answer, "17 wrong")
        click(qtbot, window, "lessons.enter")
        assert text(window, "lessons.check") == TO_DO
        answer.clear()
        qtbot.keyClicks(answer, str(task.check.answer))
        qtbot.keyClick(answer, Qt.Key.Key_Return)
    else:
        click(qtbot, window, "lessons.show")


def test_what_the_learner_does_counts_and_undo_stays_in_the_step(make_window, qtbot):
    window = make_window()
    choose(window, "03-backtracking")
    click(qtbot, window, "lessons.start")
    document = window.document
    document.toggle(document.board.index((4, 4)))  # attacked
    assert text(window, "lessons.check") == TO_DO
    assert "attack" in text(window, "lessons.missing")
    document.undo_stack.undo()
    assert document.counts.queens == 4
    assert not document.undo_stack.canUndo()
    grid = window.layers.grid
    where = grid.cell_center(document.board.index((4, 7))).toPoint()
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=where)
    assert text(window, "lessons.check") == DONE
    click(qtbot, window, "lessons.next")
    assert document.counts.queens == 5
    click(qtbot, window, "lessons.back")
    assert document.counts.queens == 4
    assert text(window, "lessons.check") == DONE
    window.tabs.show_tab(window.tabs.board_tabs[0])
    assert child(window, "lessons.return").isVisible()
    click(qtbot, window, "lessons.return")
    assert not child(window, "lessons.return").isVisible()
    assert window.tabs.close_tab(window.document.tab)
    assert window.lessons_panel.run is None


def test_frames_play_pause_and_go_either_way(make_window, qtbot):
    window = make_window()
    choose(window, "05-klarner")
    click(qtbot, window, "lessons.start")
    run = window.lessons_panel.run
    run.go(3)
    child(window, "lessons.speed").setCurrentIndex(3)
    click(qtbot, window, "lessons.play")
    qtbot.waitUntil(lambda: run.frame >= 3)
    click(qtbot, window, "lessons.play")
    assert not run.is_playing
    frame = run.frame
    click(qtbot, window, "lessons.frame_back")
    assert run.frame == frame - 1
    click(qtbot, window, "lessons.frame_next")
    child(window, "lessons.frame").setValue(2)
    assert run.frame == 2
    assert "class 2 of 11" in text(window, "lessons.say")
    click(qtbot, window, "lessons.play")
    qtbot.waitUntil(lambda: not run.is_playing)
    assert run.frame == len(run.frames)
    window.lessons_panel.leave()


def test_leaving_brings_back_what_the_views_showed(make_window, qtbot):
    window = make_window()
    window.actions_["view.free"].setChecked(True)
    child(window, "flat.tabs").setCurrentIndex(2)
    choose(window, "05-klarner")
    click(qtbot, window, "lessons.start")
    assert child(window, "flat.tabs").currentIndex() == 1
    assert not window.document.view.free
    click(qtbot, window, "lessons.leave")
    assert child(window, "flat.tabs").currentIndex() == 2
    assert window.document.view.free
    assert len(window.tabs.board_tabs) == 1


def test_progress_is_remembered(make_window, qtbot, tmp_path):
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    for start, step in (("Start", 1), ("Go on", 3)):
        window = make_window()
        panel = window.lessons_panel
        panel._settings = settings
        choose(window, "02-corner")
        panel.refresh()
        assert child(window, "lessons.start").text() == start
        click(qtbot, window, "lessons.start")
        while panel.run.number < step:
            click(qtbot, window, "lessons.next")
        panel.leave()
        assert f"step {step + 1} of 5" in child(window, "lessons.list").currentItem().text()


def test_own_lessons_and_a_line_for_a_broken_one(make_window, qtbot, tmp_path):
    good = (
        "format: nqviz-lesson\nversion: 1\ntitle: My own\nabout: Mine.\nminutes: 1\n"
        "steps:\n  - title: One\n    text: Look.\n    state: {board: [4, 4]}\n"
    )
    (tmp_path / "good.yaml").write_text(good, "utf-8")
    (tmp_path / "bad.yaml").write_text(good.replace("[4, 4]", "[4, x]"), "utf-8")
    window = make_window()
    window.actions_["help.lessons"].trigger()
    window.lessons_panel.set_folders([str(tmp_path)])
    listed = window.findChild(QListWidget, "lessons.list")
    assert listed.count() == len(NAMES) + 1
    assert text(window, "lessons.problems") == (
        f"{tmp_path / 'bad.yaml'}, line 9, step 1, state board 2: input should be a valid integer"
    )
    listed.setCurrentRow(len(NAMES))
    click(qtbot, window, "lessons.start")
    assert window.document.board.shape == (4, 4)
    window.lessons_panel.leave()
    (tmp_path / "good.yaml").write_text(good.replace("[4, 4]", "[5, 5]"), "utf-8")
    click(qtbot, window, "lessons.start")
    assert window.document.board.shape == (5, 5)
    window.lessons_panel.leave()
    (tmp_path / "good.yaml").write_text("no lesson", "utf-8")
    click(qtbot, window, "lessons.start")
    assert window.lessons_panel.run is None
    assert text(window, "lessons.problems").count("\n") == 1
    window.lessons_panel.set_folders([])
    assert not child(window, "lessons.problems").isVisible()


def test_presentation_goes_by_keys_and_brings_everything_back(make_window, qtbot):
    window = make_window()
    choose(window, "01-moves")
    before = docks(window)
    size, font = window.size(), window.font().pointSizeF()
    click(qtbot, window, "lessons.start")
    title = window.findChild(QDockWidget, "dock.lessons").titleBarWidget()
    window.actions_["view.present"].trigger()
    assert window.presentation.is_on
    assert not title.isVisible()
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert not [bar for bar in bars if bar.isVisible() and window.rect().intersects(bar.geometry())]
    assert [name for name, hidden in docks(window).items() if not hidden] == ["dock.lessons"]
    assert not window.menuBar().isVisible()
    assert window.font().pointSizeF() > 1.4 * font
    run = window.lessons_panel.run
    keys = Qt.Key
    for key, number in (
        (keys.Key_Right, 1),
        (keys.Key_PageDown, 2),
        (keys.Key_Space, 3),
        (keys.Key_Left, 2),
        (keys.Key_PageUp, 1),
    ):
        qtbot.keyClick(window.layers.grid, key)
        assert run.number == number
    run.go(3)
    answer = window.findChild(QLineEdit, "lessons.answer")
    answer.setFocus()
    qtbot.waitUntil(answer.hasFocus)
    qtbot.keyClick(answer, keys.Key_Space)  # is written
    assert run.number == 3
    qtbot.keyClick(answer, keys.Key_PageDown)
    assert run.number == 4
    qtbot.keyClick(window.layers.grid, keys.Key_Escape)
    assert not window.presentation.is_on
    assert window.menuBar().isVisible()
    assert window.findChild(QDockWidget, "dock.lessons").titleBarWidget() is title
    assert title.isVisible()
    assert window.font().pointSizeF() == font
    qtbot.waitUntil(lambda: window.size() == size)
    assert window.lessons_panel.run is run
    window.lessons_panel.leave()
    assert docks(window) == before


def test_the_keys_of_the_menus_work_in_a_presentation(make_window, qtbot):
    window = make_window()
    window.activateWindow()
    choose(window, "03-backtracking")
    click(qtbot, window, "lessons.start")
    own = window.actions()
    grid, document = window.layers.grid, window.document
    window.actions_["view.present"].trigger()
    grid.setFocus()
    qtbot.waitUntil(grid.hasFocus)
    document.toggle(document.board.index((4, 7)))
    qtbot.keyClick(grid, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.counts.queens == 4
    qtbot.keyClick(grid, Qt.Key.Key_F11)
    assert not window.presentation.is_on
    assert window.actions() == own
    window.lessons_panel.leave()


def test_a_presentation_ends_after_menus_were_filled_anew(make_window, tmp_path):
    window = make_window()
    own = window.actions()
    for name in ("a.json", "b.json"):
        path = tmp_path / name
        write_placement(path, Placement(Board.cube(5, 2)))
        window.files._note(path)
    window.actions_["view.present"].trigger()
    window.files._note(tmp_path / "a.json")  # the menu of recent files deletes its actions
    window.document.load(window_state(Placement(Board.cube(4, 3))), "Another board")
    window.editing.board_actions()  # and so do the menus of symmetries
    window.actions_["view.present"].trigger()
    assert not window.presentation.is_on
    assert window.actions() == own
    assert not window.menuBar().isHidden()


def test_no_table_grows_with_each_presentation(make_window):
    window = make_window()
    times = child(window, "planar.first_times")
    high = times.minimumHeight()
    for _ in range(3):
        window.presentation.enter()
        window.presentation.leave()
    assert abs(times.minimumHeight() - high) < high


@pytest.mark.parametrize("lesson_first", [True, False])
def test_a_lesson_that_ends_in_a_presentation(make_window, qtbot, lesson_first):
    window = make_window()
    choose(window, "01-moves")
    before, size = docks(window), window.size()
    wide = window.findChild(QDockWidget, "dock.board").width()
    start = window.lessons_panel.start
    present = window.actions_["view.present"].trigger
    for call in (start, present) if lesson_first else (present, start):
        call()
    assert not window.findChild(QDockWidget, "dock.lessons").isHidden()
    window.lessons_panel.leave()
    assert all(docks(window).values())
    qtbot.keyClick(window.layers.grid, Qt.Key.Key_Escape)
    assert docks(window) == before
    board = window.findChild(QDockWidget, "dock.board")
    qtbot.waitUntil(lambda: window.size() == size and board.width() == wide)


def test_a_lesson_is_kept_safe_as_it_stands(make_window, qtbot):
    window = make_window()
    choose(window, "01-moves")
    click(qtbot, window, "lessons.start")
    click(qtbot, window, "lessons.next")
    click(qtbot, window, "lessons.next")  # a board of another size than that of the first step
    document = window.document
    document.toggle(document.board.index((0, 1, 3)))
    text = format_session(session_of(window.tabs.board_tabs, window.tabs.current))
    history = parse_session(text, "autosave").front.history
    assert history.state.board.shape == (5, 5, 5)
    assert history.state.counts.queens == 2
    assert len(history) == 1
    window.lessons_panel.leave()


def test_closing_in_a_lesson_keeps_the_usual_arrangement(make_window, qtbot, tmp_path):
    window = make_window()
    choose(window, "01-moves")
    usual = window.saveState(VERSION)
    window.layout_._settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    click(qtbot, window, "lessons.start")
    window.close()
    assert window.layout_._settings.value("window/panels") == usual


def test_a_lesson_can_be_started_in_a_small_window(make_window, qtbot):
    window = make_window()
    window.resize(1280, 690)
    window.actions_["help.lessons"].trigger()
    start = child(window, "lessons.start")
    qtbot.waitUntil(lambda: start.visibleRegion().boundingRect() == start.rect())
    choose(window, "10-rings")
    click(qtbot, window, "lessons.start")
    assert not child(window, "lessons.list").isVisible()
    click(qtbot, window, "lessons.leave")
    qtbot.waitUntil(lambda: start.visibleRegion().boundingRect() == start.rect())


def test_a_lesson_goes_by_the_keyboard(make_window, qtbot):
    window = make_window()
    window.activateWindow()
    choose(window, "03-backtracking")
    listed, then = child(window, "lessons.list"), child(window, "lessons.next")
    listed.setFocus()
    qtbot.waitUntil(listed.hasFocus)
    qtbot.keyClick(listed, Qt.Key.Key_Return)
    assert then.hasFocus()
    qtbot.keyClick(then, Qt.Key.Key_Space)
    assert window.lessons_panel.run.number == 1
    window.lessons_panel.run.go(4)
    qtbot.keyClick(then, Qt.Key.Key_Space)
    assert window.lessons_panel.run is None
    assert listed.hasFocus()


def test_the_welcome_leads_to_the_lessons(make_window, qtbot):
    window = make_window()
    window.services.show_welcome()
    click(qtbot, window, "welcome.lessons")
    assert child(window, "lessons.list").isVisible()
