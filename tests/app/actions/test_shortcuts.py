"""Shortcuts: all shown, all changeable, none twice, and quiet while somebody types."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QTreeWidget,
)

from nqviz import Board, Placement
from nqviz_app.actions.search import title_of
from nqviz_app.actions.shortcuts import Shortcuts
from nqviz_app.dialogs.preferences_dialog import PreferencesDialog
from nqviz_app.dialogs.shortcut_list import ShortcutList
from nqviz_app.widgets.wrapped_tips import text_of_keys
from nqviz_app.window.search_sources import sources_of


def row_named(tree, text):
    return next(
        tree.topLevelItem(i)
        for i in range(tree.topLevelItemCount())
        if tree.topLevelItem(i).text(0) == text
    )


def test_no_default_clashes(make_window):
    shortcuts = make_window().services.shortcuts
    for name in shortcuts.actions:
        assert shortcuts.refusal(name, shortcuts.default(name)) is None, name


def test_every_shortcut_is_one_of_an_action_that_the_search_lists(make_window):
    window = make_window(Placement(Board.cube(4, 5)))
    listed = {(each.title, each.hint) for source in sources_of(window) for each in source("")}
    assert not window.findChildren(QShortcut), "keys that belong to no action"
    for action in window.findChildren(QAction):
        if action.shortcuts():
            assert (title_of(action), text_of_keys(action.shortcut())) in listed
    assert ("Next cube along x5", "Ctrl+Alt+Right") in listed


@pytest.mark.parametrize("language", ["en", "de"])
def test_enter_has_one_name_in_menus_tips_and_hints(make_window, request, language):
    if language == "de":
        request.getfixturevalue("german")
    window = make_window()
    window.drawers.open("solve")
    keys = window.actions_["solve.run"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    assert keys == {"en": "Ctrl+Enter", "de": "Strg+Eingabe"}[language]  # as Qt shows it in menus
    assert keys in window.solve_panel.findChild(QPushButton, "solve.run").toolTip()
    shown = {key for key, _ in window.hints.hints}
    assert keys.replace("+", " ") in shown


def test_further_keys_of_an_action_stay_when_the_first_change(make_window):
    window = make_window()
    search = window.actions_["help.commands"]
    further = QKeySequence("Ctrl+Shift+P")
    assert search.shortcuts() == [QKeySequence("Ctrl+K"), further]
    window.services.shortcuts.set("help.commands", QKeySequence("Ctrl+J"))
    assert search.shortcuts() == [QKeySequence("Ctrl+J"), further]
    assert "“Commands”" in window.services.shortcuts.refusal("view.top", further)


def test_a_change_survives_and_the_default_is_forgotten(make_window, tmp_path):
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    actions = make_window().actions_
    first = Shortcuts(actions, settings)
    assert first.set("view.top", QKeySequence("Ctrl+9")) is None
    assert first.set("view.front", QKeySequence()) is None
    fresh = make_window().actions_
    second = Shortcuts(fresh, settings)
    assert fresh["view.top"].shortcut() == QKeySequence("Ctrl+9")
    assert fresh["view.front"].shortcut().isEmpty()
    second.reset_all()
    assert fresh["view.top"].shortcut() == QKeySequence("3")
    assert not [key for key in settings.allKeys() if key.startswith("shortcuts/")]


def test_a_clash_is_refused_with_the_name_of_the_other(make_window):
    shortcuts = make_window().services.shortcuts
    for keys, words in (
        ("Ctrl+O", "“Open”"),
        ("Space", "queen"),
        ("L", "given"),
        ("Ctrl+O, Ctrl+O", "“Open”"),
    ):
        problem = shortcuts.set("view.top", QKeySequence(keys))
        assert words in problem
        assert "\n" not in problem
    assert shortcuts.actions["view.top"].shortcut() == QKeySequence("3")


def test_the_editor_changes_refuses_and_resets(make_window, qtbot):
    window = make_window()
    window.services.show_preferences()
    dialog = window.findChild(PreferencesDialog)
    dialog.findChild(QListWidget, "preferences.sections").setCurrentRow(3)
    tree = dialog.findChild(QTreeWidget, "preferences.actions")
    field = dialog.findChild(QKeySequenceEdit, "preferences.keys")
    note = dialog.findChild(QLabel, "preferences.keys_note")
    tree.setCurrentItem(row_named(tree, "Top"))
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert window.actions_["view.top"].shortcut() == QKeySequence("Ctrl+J")
    assert row_named(tree, "Top").text(1) == "Ctrl+J"
    qtbot.keyClick(field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert "“Save”" in note.text()
    assert window.actions_["view.top"].shortcut() == QKeySequence("Ctrl+J")
    assert field.keySequence() == QKeySequence("Ctrl+J")
    default = dialog.findChild(QPushButton, "preferences.default_keys")
    qtbot.mouseClick(default, Qt.MouseButton.LeftButton)
    assert window.actions_["view.top"].shortcut() == QKeySequence("3")
    assert not default.isEnabled()
    none = dialog.findChild(QPushButton, "preferences.no_keys")
    qtbot.mouseClick(none, Qt.MouseButton.LeftButton)
    assert window.actions_["view.top"].shortcut().isEmpty()
    defaults = dialog.findChild(QPushButton, "preferences.defaults")
    qtbot.mouseClick(defaults, Qt.MouseButton.LeftButton)
    assert window.actions_["view.top"].shortcut() == QKeySequence("3")
    dialog.close()


def test_the_list_shows_every_action_and_finds(make_window, qtbot):
    window = make_window()
    window.actions_["help.keys"].trigger()
    dialog = window.findChild(ShortcutList)
    tree = dialog.findChild(QTreeWidget, "shortcuts.list")

    def rows(shown_only=False):
        groups = [tree.topLevelItem(i) for i in range(tree.topLevelItemCount())]
        children = [(g, g.child(j)) for g in groups for j in range(g.childCount())]
        return [
            (row.text(0), row.text(1))
            for group, row in children
            if not (shown_only and (row.isHidden() or group.isHidden()))
        ]

    every = rows()
    for action in window.actions_.values():
        name = action.text().replace("&", "").replace(" …", "")
        assert (name, text_of_keys(action.shortcut())) in every
    assert "Click" in [keys for _, keys in every]
    qtbot.keyClicks(dialog.findChild(QLineEdit, "shortcuts.search"), "ctrl+o")
    found = rows(shown_only=True)
    assert ("Open", "Ctrl+O") in found
    assert all("ctrl+o" in keys.lower() for _, keys in found)
    dialog.close()


def test_letters_and_digits_do_not_fire_while_typing(make_window, qtbot):
    window = make_window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    fired = []
    for name in ("view.free", "view.front", "view.reset", "view.corner"):
        window.actions_[name].triggered.connect(lambda *_, name=name: fired.append(name))
    spin = window.findChild(QSpinBox, "board.n")
    spin.setFocus()
    spin.selectAll()
    qtbot.keyClicks(spin, "140f")
    assert spin.text() == "140"
    kind = window.findChild(QComboBox, "board.kind")
    kind.setCurrentIndex(kind.findData("box"))
    line = window.findChild(QLineEdit, "board.shape")
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "f1140")
    assert line.text() == "f1140"
    assert fired == []
    window.layers.grid.setFocus()
    qtbot.keyClick(window.layers.grid, Qt.Key.Key_F)
    qtbot.keyClick(window.layers.grid, Qt.Key.Key_1)
    assert fired == ["view.free", "view.front"]


def test_tooltips_name_the_keys_that_an_action_has_now(make_window):
    window = make_window()
    window.document.toggle(0)
    clear = window.findChild(QPushButton, "board.clear")
    assert clear.toolTip().endswith("(Ctrl+Backspace)")
    shortcuts = window.services.shortcuts
    assert shortcuts.set("edit.clear", QKeySequence("Ctrl+9")) is None
    assert clear.toolTip().endswith("(Ctrl+9)")
    assert shortcuts.set("edit.clear", QKeySequence()) is None
    assert "(" not in clear.toolTip()
