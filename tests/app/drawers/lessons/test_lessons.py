"""Every lesson in the whole window, from its first step to its last; leaving changes nothing."""

import threading

import numpy as np
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from nqviz import Board, Placement
from nqviz.formats.session import parse_session
from nqviz.formats.session_parts import session_parts
from nqviz.lessons import lessons, reader
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.session_tabs import session_of
from nqviz_app.drawers.lessons.entries import CAPTION, IS_DONE
from nqviz_app.drawers.lessons.lesson_list import LessonList
from nqviz_app.drawers.lessons.task import DONE, SHOWN, TO_DO

from ...window_driver import wait_for_jobs

LESSONS = {lesson.name: lesson for lesson in lessons()}
NAMES = list(LESSONS)


def child(window, name):
    found = window.findChild(QWidget, name)
    assert found is not None, name
    return found


def click(qtbot, window, name):
    widget = child(window, name)
    assert widget.isVisible(), name
    assert widget.isEnabled(), name
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def start(qtbot, window, name):
    """Open the drawer and click the row of a lesson."""
    window.lessons_panel.bring()
    start_row(qtbot, window, NAMES.index(name))


def start_row(qtbot, window, row):
    listed = window.lessons_panel.list
    index = listed.entries.index(row)
    listed.scrollTo(index)
    place = listed.visualRect(index).center()
    qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)


def row_of(window, name, role):
    entries = window.lessons_panel.list.entries
    return entries.index(NAMES.index(name)).data(role)


def text(window, name):
    return window.findChild(QLabel, name).text()


def test_every_lesson_runs_from_the_first_step_to_the_last(make_window, qtbot):
    window = make_window()
    window.document.toggle(3)
    mine = window.document.tab
    window.drawers.open("board")
    for name in NAMES:
        start(qtbot, window, name)
        assert window.document.tab is not mine
        for number in range(len(window.lessons_panel.run.lesson.steps)):
            assert window.lessons_panel.run.number == number
            take_step(qtbot, window)
            window.lessons_panel.bring()  # a search has opened its drawer
            click(qtbot, window, "lessons.next")
        assert window.lessons_panel.run is None
        assert window.document.tab is mine
        assert window.tabs.board_tabs == (mine,)
        assert window.document.undo_stack.count() == 1
        assert window.drawers.current == "lessons"
        asked = [step.task.check for step in LESSONS[name].steps if step.task]
        by_hand = [check for check in asked if check.answer is not None]  # others are shown
        assert row_of(window, name, IS_DONE) == (by_hand == asked)


def take_step(qtbot, window):
    """Read a step, do its task, and look at some of its frames."""
    run, document = window.lessons_panel.run, window.document
    step, last = run.step, len(run.lesson.steps)
    assert text(window, "lessons.step") == step.title
    assert child(window, "lessons.count").accessibleName() == f"Step {run.number + 1} of {last}"
    assert child(window, "lessons.task").isVisible() == (step.task is not None)
    assert child(window, "lessons.play").isVisible() == bool(run.frames)
    if step.task is not None:
        assert text(window, "lessons.check") == TO_DO
        do(qtbot, window, step.task)
        is_own = run.step.task.check.answer is not None  # else the lesson has shown it
        wanted = DONE if is_own else SHOWN
        qtbot.waitUntil(lambda: text(window, "lessons.check") == wanted)
        assert (run.number in run.log.done) == is_own
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
        qtbot.keyClicks(answer, "4711 wrong")
        click(qtbot, window, "lessons.enter")
        assert text(window, "lessons.check") == TO_DO
        answer.clear()
        qtbot.keyClicks(answer, str(task.check.answer))
        qtbot.keyClick(answer, Qt.Key.Key_Return)
    else:
        click(qtbot, window, "lessons.show")


def test_what_the_learner_does_counts_and_undo_stays_in_the_step(make_window, qtbot):
    window = make_window()
    start(qtbot, window, "03-backtracking")
    document = window.document
    document.toggle(document.board.index((4, 4)))  # attacked
    assert text(window, "lessons.check") == TO_DO
    assert "Attacking pairs" in text(window, "lessons.missing")
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


def test_a_task_waits_while_another_board_is_shown(make_window, qtbot):
    window = make_window()
    start(qtbot, window, "03-backtracking")
    document = window.document
    board = document.board
    document.load(window_state(Placement(Board.cube(3, 3))), "New board")
    document.toggle(5)
    assert text(window, "lessons.check") == TO_DO
    assert text(window, "lessons.missing") == f"This task is on the {board}; undo brings it back."
    document.undo_stack.undo()
    document.undo_stack.undo()
    document.toggle(board.index((4, 7)))
    assert text(window, "lessons.check") == DONE


def test_frames_play_pause_and_go_either_way(make_window, qtbot):
    window = make_window()
    start(qtbot, window, "05-klarner")
    run = window.lessons_panel.run
    run.go(5)
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
    window.pages.show_page("graph")
    start(qtbot, window, "05-klarner")
    click(qtbot, window, "lessons.next")
    assert window.pages.current == "square"
    assert not window.document.view.free
    click(qtbot, window, "lessons.leave")
    assert window.pages.current == "graph"
    assert window.document.view.free
    assert len(window.tabs.board_tabs) == 1


def test_progress_is_remembered(make_window, qtbot, tmp_path):
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    for begins, step in ((0, 1), (1, 3)):
        window = make_window()
        panel = window.lessons_panel
        panel.list.entries._settings = settings
        start(qtbot, window, "02-corner")
        assert panel.run.number == begins
        while panel.run.number < step:
            click(qtbot, window, "lessons.next")
        panel.leave()
        assert row_of(window, "02-corner", CAPTION) == f"5 min, step {step + 1} of 5"
        assert not row_of(window, "02-corner", IS_DONE)
    panel._show_row_menu(NAMES.index("02-corner"), QPoint())
    on, first, _ = panel.menu.actions()
    panel.menu.close()
    assert on.text() == "Go on at step 4"
    first.trigger()
    assert panel.run.number == 0
    panel.leave()


def test_own_lessons_and_a_line_for_a_broken_one(make_window, qtbot, tmp_path, monkeypatch):
    good = (
        "format: nqviz-lesson\nversion: 1\ntitle: My own\nabout: Mine.\nminutes: 1\n"
        "steps:\n  - title: One\n    text: Look.\n    state: {board: [4, 4]}\n"
    )
    (tmp_path / "good.yaml").write_text(good, "utf-8")
    (tmp_path / "bad.yaml").write_text(good.replace("[4, 4]", "[4, x]"), "utf-8")
    huge = good.replace("[4, 4]}", f"[4, 4], queens: [[{2**63}, 1]]}}")
    huge_file = tmp_path / "huge.yaml"
    huge_file.write_text(huge, "utf-8")
    window = make_window()
    panel = window.lessons_panel
    panel.bring()
    panel._show_own_menu()
    assert [action.isEnabled() for action in panel.menu.actions()][:3] == [True, True, False]
    panel.menu.close()
    window_thread, readers = threading.current_thread(), []
    read = reader.read_lesson

    def note(path):
        readers.append(threading.current_thread())
        return read(path)

    monkeypatch.setattr(reader, "read_lesson", note)
    panel.folders.set([str(tmp_path)])
    wait_for_jobs(qtbot, window)
    assert len(readers) == 3
    assert window_thread not in readers
    assert panel.list.entries.rowCount() == len(NAMES) + 1
    assert text(window, "lessons.problems").splitlines() == [
        f"{tmp_path / 'bad.yaml'}, line 9, step 1, state board 2: input should be a valid integer",
        f"{huge_file}, line 7, step 1: coordinates are integers; an integer is too large",
    ]
    start_row(qtbot, window, len(NAMES))
    wait_for_jobs(qtbot, window)
    assert window.document.board.shape == (4, 4)
    panel.leave()
    (tmp_path / "good.yaml").write_text(good.replace("[4, 4]", "[5, 5]"), "utf-8")
    start_row(qtbot, window, len(NAMES))
    wait_for_jobs(qtbot, window)
    assert window.document.board.shape == (5, 5)
    panel.leave()
    (tmp_path / "good.yaml").write_text("no lesson", "utf-8")
    start_row(qtbot, window, len(NAMES))
    wait_for_jobs(qtbot, window)
    assert panel.run is None
    assert text(window, "lessons.problems").count("\n") == 2
    panel.folders.set([])
    assert not child(window, "lessons.problems").isVisible()


def test_a_lesson_is_made_of_a_board(make_window, qtbot, tmp_path):
    window = make_window()
    document, panel = window.document, window.lessons_panel
    for index in (3, 17):
        document.toggle(index)
    panel.bring()
    panel.make_lesson(tmp_path / "mine.yaml")
    wait_for_jobs(qtbot, window)
    assert panel.folders.paths == [str(tmp_path)]
    assert panel.list.entries.rowCount() == len(NAMES) + 1
    start_row(qtbot, window, len(NAMES))
    wait_for_jobs(qtbot, window)
    assert np.flatnonzero(document.counts.occupied).tolist() == [3, 17]
    assert text(window, "lessons.step") == "The first step"
    panel.leave()
    said = []
    document.message.connect(said.append)
    panel.make_lesson(tmp_path / "no folder" / "mine.yaml")
    assert said[0].startswith("The lesson is not made: ")
    assert panel.folders.paths == [str(tmp_path)]


def test_a_lesson_is_kept_safe_as_it_stands(make_window, qtbot):
    window = make_window()
    start(qtbot, window, "01-moves")
    click(qtbot, window, "lessons.next")
    click(qtbot, window, "lessons.next")  # a board of another size than that of the first step
    document = window.document
    document.toggle(document.board.index((0, 1, 3)))
    text = "".join(session_parts(session_of(window.tabs.board_tabs, window.tabs.current)))
    history = parse_session(text, "autosave").front.history
    assert history.state.board.shape == (5, 5, 5)
    assert history.state.counts.queens == 2
    assert len(history) == 1
    window.lessons_panel.leave()


def test_closing_in_a_lesson_keeps_the_usual_arrangement(make_window, tmp_path):
    window = make_window()
    window.drawers.open("board")
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window.layout_._settings = settings
    window.lessons_panel.refresh()
    window.lessons_panel.start(0)
    assert window.drawers.current == "lessons"
    window.close()
    assert settings.value("window/drawer") == "board"


def test_a_step_opens_the_drawer_that_it_is_about(make_window, qtbot):
    window = make_window()
    start(qtbot, window, "08-solver")
    run = window.lessons_panel.run
    while run.step.panel is None:
        click(qtbot, window, "lessons.next")
    assert child(window, "lessons.panel").text() == "Open Solve"
    click(qtbot, window, "lessons.panel")
    assert window.drawers.current == "solve"
    window.lessons_panel.bring()
    assert window.lessons_panel.run is run
    assert child(window, "lessons.step").isVisible()
    window.lessons_panel.page.panel_wanted.emit("atlas")
    assert window.pages.current == "atlas"
    window.lessons_panel.leave()


def test_pictures_of_lessons_are_made_one_at_a_time(make_window, qtbot):
    window = make_window()
    window.lessons_panel.bring()
    entries, look = window.lessons_panel.list.entries, window.lessons_panel.list.look
    qtbot.waitUntil(lambda: not entries.is_picture_missing(window.theme, *look))
    assert entries.picture(NAMES.index("05-klarner"), window.theme, *look) is not None


def test_rows_are_measured_once(make_window, qtbot, monkeypatch):
    """The list is painted anew in each picture of the drawer that opens."""
    window = make_window(Placement(Board.cube(5, 2)))
    window.lessons_panel.bring()
    wait_for_jobs(qtbot, window)
    listed = window.lessons_panel.findChild(LessonList)
    listed.viewport().repaint()
    delegate, measured = listed._delegate, []
    height = delegate._height
    monkeypatch.setattr(delegate, "_height", lambda *given: measured.append(1) or height(*given))
    listed.viewport().repaint()
    assert measured == []
    first, before = listed.entries.entries[0], listed.entries.index(0).data(CAPTION)
    record = listed.entries.record(first).model_copy(update={"reached": 1})
    listed.entries.remember(first, record)
    assert listed.entries.index(0).data(CAPTION) != before
    assert record.state in listed.entries.index(0).data(CAPTION)


def test_a_lesson_goes_by_the_keyboard(make_window, qtbot):
    window = make_window()
    window.activateWindow()
    window.lessons_panel.bring()
    window.lessons_panel.list.choose(NAMES.index("03-backtracking"))
    listed, then = child(window, "lessons.list"), child(window, "lessons.next")
    listed.setFocus()
    qtbot.waitUntil(listed.hasFocus)
    qtbot.keyClick(listed, Qt.Key.Key_Return)
    assert then.hasFocus()
    qtbot.keyClick(then, Qt.Key.Key_Space)
    assert window.lessons_panel.run.number == 1
    window.lessons_panel.run.go(len(LESSONS["03-backtracking"].steps) - 1)
    qtbot.keyClick(then, Qt.Key.Key_Space)
    assert window.lessons_panel.run is None
    assert listed.hasFocus()
