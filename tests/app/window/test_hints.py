"""The hints of the status bar say what a click does on the cell under the pointer."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.widgets.wrapped_tips import key_plates
from nqviz_app.window.hints_here import hints_here, short_name
from nqviz_app.window.pages import SCENE

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.mark.parametrize("share", ["strip", "half"])
def test_clicks_are_described_for_each_kind_of_cell(share):
    board = Board.cube(5, 2).with_blocked([7])
    document = Document(window_state(Placement(board, [(0, 0), (2, 2)]), [0]))
    document.set_view(replace(document.view, share=share))
    said = {}
    for name, cell in (("none", None), ("free", 24), ("queen", 12), ("given", 0), ("blocked", 7)):
        document.set_cursor(cell)
        hints = hints_here(document, SCENE, "", lambda name: name)
        assert len({key for key, _ in hints}) == len(hints) <= 5
        said[name] = [does.partition(" ")[0] for _, does in hints][:2]
    assert said["none"] == said["free"] == ["place", "given"]
    assert said["queen"] == ["remove", "given"]
    assert said["given"][0] == "unlock"
    assert said["blocked"][0] == "open"


def test_the_hint_follows_a_click_and_a_right_click(make_window, qtbot):
    window = make_window(Placement(Board.cube(8, 2)))
    canvas = window.scene.canvas
    middle = QPoint(canvas.width() // 2, canvas.height() // 2)
    QTest.mouseMove(canvas, middle)
    qtbot.waitUntil(lambda: window.document.cursor is not None)
    assert window.hints.hints[0] == ("Click", "place a queen")
    QTest.mouseClick(canvas, LEFT, Qt.KeyboardModifier.NoModifier, middle)
    assert window.hints.hints[0] == ("Click", "remove the queen")
    QTest.mouseClick(canvas, RIGHT, Qt.KeyboardModifier.NoModifier, middle)
    assert window.hints.hints[0] == ("Right click", "unlock the queen")


def test_the_toolbar_has_short_names(make_window):
    board = Board.cube(8, 2).with_blocked([0, 9])
    assert short_name(board) == "(8,2) · 2 blocked"
    window = make_window(Placement(board))
    assert window.toolbar.board.text() == "(8,2) · 2 blocked"
    window.toolbar.show_board(30 * "long " + "name.json", is_saved=True)
    assert window.toolbar.board.width() < 340
    assert "name.json" in window.toolbar.board.text()
    assert "long long long" in window.toolbar.board.toolTip().replace("\n", " ")


def test_without_a_layer_clicks_in_the_scene_take_no_free_cell(make_window):
    window = make_window(Placement(Board.cube(5, 3)))
    document, verdict = window.document, window.scene.overlays.verdict
    verdict.refresh()
    assert window.hints.hints[0] == ("Click", "a layer, then a cell")
    assert verdict.words.sentence.startswith("Choose a layer")
    document.set_view(replace(document.view, active_layer=2))
    verdict.refresh()
    assert window.hints.hints[0] == ("Click", "place a queen")
    assert verdict.words.sentence.startswith("Click a cell")


def test_the_verdict_counts_the_queens_of_the_layers_that_are_drawn(make_window):
    queens = [(0, 0, 0), (1, 2, 1), (2, 4, 4)]
    window = make_window(Placement(Board.cube(5, 3), queens))
    document, verdict = window.document, window.scene.overlays.verdict
    document.set_view(replace(document.view, clip={2: (1, 4)}))
    verdict.refresh()
    assert verdict.words.sentence == "2 of them here, where 2 ≤ x3 ≤ 5"


def test_hints_follow_the_keys_of_the_preferences(make_window):
    window = make_window(Placement(Board.cube(4, 4)))
    shortcuts = window.services.shortcuts
    plates = {does: keys for keys, does in window.hints.hints}
    assert plates["step through x4"] == "Ctrl ←→"
    assert plates["enlarge layers"] == "E"
    tip = window.toolbar.search.toolTip()
    for name, keys in (
        ("view.layers_next", "Ctrl+Shift+Y"),
        ("view.cube_next", "N"),
        ("help.commands", "Ctrl+J"),
    ):
        assert shortcuts.set(name, QKeySequence(keys)) is None
    plates = {does: keys for keys, does in window.hints.hints}
    assert plates["enlarge layers"] == "Ctrl Shift Y"
    assert plates["step through x4"] == "Ctrl ← N"
    assert window.toolbar.search.toolTip() == tip.replace("Ctrl+K", "Ctrl+J") != tip
    window.drawers.open("solve")
    assert window.hints.hints[0] == ("Ctrl Enter", "solve")
    shortcuts.set("solve.run", QKeySequence())
    assert [does for _, does in window.hints.hints] == ["stop", "accept"]
    shortcuts.reset_all()


def test_what_is_painted_follows_the_keys(make_window):
    """The plates of the search and of the minimap."""
    window = make_window(Placement(Board.cube(4, 5)))
    shortcuts, search, cubes = window.services.shortcuts, window.toolbar.search, window.minimap
    before = search.grab().toImage(), cubes.grab().toImage()
    shortcuts.set("help.commands", QKeySequence("Ctrl+J"))
    shortcuts.set("view.cube_next", QKeySequence("Shift+N"))
    after = search.grab().toImage(), cubes.grab().toImage()
    assert before[0] != after[0]
    assert before[1] != after[1]
    shortcuts.reset_all()


@pytest.mark.parametrize(
    ("keys", "plates"),
    [
        ("Ctrl+Shift+Return", "Ctrl Shift Enter"),
        ("Ctrl++", "Ctrl +"),
        ("V, S", "V S"),
        ("Ctrl+Alt+Left", "Ctrl Alt ←"),
        ("Ctrl+.", "Ctrl ."),
        ("", ""),
    ],
)
def test_keys_are_written_on_plates(keys, plates):
    assert key_plates(QKeySequence(keys)) == plates


def test_a_result_stays_while_the_pointer_passes_controls(make_window, qtbot):
    window = make_window()
    window.document.report("Exported a.png.")
    assert window.status.currentMessage() == "Exported a.png."
    for tip in ("Undo", ""):
        QApplication.sendEvent(window, QStatusTipEvent(tip))
    assert window.status.currentMessage() == "Exported a.png."
    window.document.toggle(0)
    qtbot.waitUntil(lambda: window.status.currentMessage() == "")
