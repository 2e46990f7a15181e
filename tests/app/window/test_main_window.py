"""The real main window, driven as a person would."""

import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QMessageBox,
    QSpinBox,
)

from nqviz import Board, Placement
from nqviz.bounds import best_upper
from nqviz.formats import read_placement
from nqviz_app.window.hints_here import board_sentence

from ..window_driver import find, large_layers, press, text_of, wait_for_jobs

pytestmark = pytest.mark.usefixtures("drawn_scenes")  # the whole window, as it is

GOOD_8 = [(1, 1), (2, 5), (3, 8), (4, 6), (5, 3), (6, 7), (7, 2), (8, 4)]


def test_a_click_in_the_layers_places_and_undo_takes_back(make_window, qtbot):
    window = make_window()
    grid = large_layers(window)
    index = window.document.board.index((2, 3))
    point = window.layers.grid.cell_center(index)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=QPointF(point).toPoint())
    assert window.document.is_queen(index)
    window.actions_["edit.undo"].trigger()
    assert window.document.counts.queens == 0
    assert window.document.counts.free == 64
    window.actions_["edit.redo"].trigger()
    assert window.document.is_queen(index)


def test_complete_in_the_background_and_accept(make_window, qtbot):
    window = make_window(Placement.from_coordinates(Board.cube(8, 2), GOOD_8[:3]))
    press(qtbot, window, "solve.run")
    wait_for_jobs(qtbot, window)
    assert window.document.suggestion is not None
    assert text_of(window, "solve.numbers") == "[8]"
    assert window.document.counts.queens == 3
    press(qtbot, window, "solve.accept")
    assert window.document.counts.queens == 8
    assert window.document.placement().is_valid()
    window.actions_["edit.undo"].trigger()
    assert window.document.placement().coordinates() == [list(cell) for cell in GOOD_8[:3]]


def test_one_command_solves_and_the_next_click_accepts(make_window, qtbot):
    window = make_window()
    window.actions_["solve.most"].trigger()
    assert window.drawers.current == "solve"
    wait_for_jobs(qtbot, window)
    press(qtbot, window, "solve.accept")
    assert window.document.counts.queens == 8


def test_a_running_solve_leaves_the_window_alive_and_stops(make_window, qtbot):
    window = make_window(Placement(Board.cube(12, 3)))
    find(window, QSpinBox, "solve.seconds").setValue(0)
    press(qtbot, window, "solve.run")
    (job,) = window.runner.jobs
    turns = []
    ticker = QTimer()
    ticker.timeout.connect(lambda: turns.append(job.is_running))
    ticker.start(0)
    # How long the longest turn is says tests.benchmarks gap. A search that kept the event loop
    # waiting would be over after the first.
    qtbot.waitUntil(lambda: len(turns) > 200 and window.document.suggestion is not None)
    ticker.stop()
    assert job.is_running
    press(qtbot, window, "solve.stop")
    wait_for_jobs(qtbot, window)
    assert window.document.suggestion is not None
    board, found = window.document.board, len(window.document.suggestion)
    assert Placement.from_indices(board, window.document.suggestion).is_valid()
    low, high = map(int, text_of(window, "solve.numbers").strip("[]").split(", "))
    assert 1 < low == found < high <= best_upper(board, published=False).value
    words = f"Stopped: {low} found. More than {high} cannot fit."
    assert text_of(window, "solve.state").startswith(words)


def test_an_edit_lets_a_running_solve_go(make_window, qtbot):
    window = make_window(Placement(Board.cube(9, 3)))
    find(window, QCheckBox, "solve.follow").setChecked(False)
    press(qtbot, window, "solve.run")
    qtbot.waitUntil(lambda: window.document.suggestion is not None)
    window.document.toggle(0)
    assert not window.solve_panel.is_running
    assert window.runner.jobs[0].is_stopping
    wait_for_jobs(qtbot, window)
    assert window.document.suggestion is None


def test_save_open_and_drop(make_window, qtbot, tmp_path):
    window = make_window(Placement.from_coordinates(Board.cube(8, 2), GOOD_8))
    window.document.toggle(0)
    path = tmp_path / "seven.json"
    assert window.files.save_to(path)
    assert window.document.is_saved
    assert read_placement(path).placement == window.document.placement()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(50, 50),
        Qt.DropAction.CopyAction | Qt.DropAction.MoveAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.setDropAction(Qt.DropAction.MoveAction)  # what file managers often propose
    window.dropEvent(event)
    assert (event.isAccepted(), event.dropAction()) == (True, Qt.DropAction.CopyAction)
    wait_for_jobs(qtbot, window)
    assert [tab.title for tab in window.tabs.board_tabs] == ["seven.json", "seven.json"]
    assert window.document.tab is window.tabs.board_tabs[1]
    assert window.document.counts.queens == 7
    assert window.document.undo_stack.count() == 0
    assert window.files.recent == (path,)


NO_SUCH_CELL = {
    "format": "nqviz-placement",
    "version": 1,
    "shape": [4, 4],
    "torus": False,
    "piece": "queen",
    "queens": [[0, 1]],
}


def test_a_bad_file_leaves_the_document(make_window, qtbot, tmp_path):
    window = make_window(Placement.from_coordinates(Board.cube(8, 2), GOOD_8))
    before = window.document.placement()
    for number, text in enumerate(("", "no json {", json.dumps(NO_SUCH_CELL), "1.5 2\n")):
        path = tmp_path / f"bad-{number}.json"
        path.write_text(text, encoding="utf-8")
        window.files.open(path)
        wait_for_jobs(qtbot, window)
        (box,) = [each for each in window.findChildren(QMessageBox) if each.isVisible()]
        assert path.name in box.text()
        assert "\n" not in box.text()
        box.close()
        assert window.document.placement() == before
        assert window.document.undo_stack.count() == 0


def test_themes(make_window):
    window = make_window()
    for theme in ("dark", "light"):
        window.actions_[f"view.theme_{theme}"].trigger()
        assert window.theme.name == theme
        image = window.grab().toImage()
        bright = image.pixelColor(QPoint(20, image.height() // 2)).lightness() > 128
        assert bright == (theme == "light")


def test_the_status_bar_says_nothing_that_is_true_no_more(make_window, qtbot):
    window = make_window()
    said = window.statusBar().currentMessage
    window.document.toggle(0)
    window.document.toggle(1)
    assert said() == "The queen on (1, 2), a2 is attacked."
    window.document.toggle(1)
    qtbot.waitUntil(lambda: said() == "")
    window.document.toggle_given(0)
    assert said().startswith("The queen on (1, 1), a1 is given now")
    window.document.toggle(0)
    assert "unlock it first" in said()
    window.document.undo_stack.undo()
    qtbot.waitUntil(lambda: said() == "")
    window.document.toggle_given(0)
    window.document.toggle_given(0)
    assert said() == "The queen on (1, 1), a1 is not given any more."


def test_a_message_begins_where_the_hints_do(make_window):
    window = make_window()
    bar = window.statusBar()

    def first_ink():
        picture = bar.grab().toImage()
        ground = picture.pixel(2, picture.height() // 2)
        rows = range(4, picture.height() - 4)
        return next(
            x for x in range(picture.width()) if any(picture.pixel(x, y) != ground for y in rows)
        )

    hints = first_ink()
    window.document.report("| is as far to the left as text can be.")
    assert abs(first_ink() - hints) <= 2


@pytest.mark.parametrize("shape", [(13, 13), (3, 4, 5)])
def test_the_status_bar_says_torus_once(shape):
    assert board_sentence(Board(shape, torus=True)).count("torus") == 1


def test_the_search_keeps_to_the_edge_of_a_narrower_window(make_window, qtbot):
    window = make_window()
    search, toolbar = window.toolbar.search, window.toolbar
    for width in (1700, 1366):
        window.resize(width, 800)
        qtbot.waitUntil(lambda width=width: toolbar.width() == width)
        qtbot.waitUntil(lambda width=width: width - 16 <= search.geometry().right() < width)
