"""Preferences: applied at once, kept in the settings, and harmless without any."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QListWidget,
    QPushButton,
    QSpinBox,
    QWidget,
)

from nqviz import Board, Placement
from nqviz_app.dialogs.preferences_dialog import PreferencesDialog
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.preferences import Choices, Preferences
from nqviz_app.widgets.motion import at_animation_speed, duration, pause
from nqviz_app.window.main_window import MainWindow


@pytest.fixture
def settings(tmp_path):
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def make_kept(show, settings):
    """Open windows that remember; the text is its own size afterwards."""

    def make():
        window = MainWindow(Document(window_state(Placement(Board.cube(5, 2)))), settings)
        return show(window, end=lambda: window.services.preferences.change(text_size=100))

    return make


def test_choices_survive_and_nonsense_is_the_default(settings):
    Preferences(settings).change(text_size=150, theme="dark", first_view=False, time_limit=0)
    settings.sync()
    again = Preferences(QSettings(settings.fileName(), QSettings.Format.IniFormat))
    assert again.choices == Choices("dark", 150, 100, 0, 1, 3, 256, False, False)
    settings.setValue("text_size", 1000)
    settings.setValue("theme", "pink")
    settings.setValue("autosave", "often")
    settings.setValue("undo_memory", 0)
    assert Preferences(settings).choices == Choices(first_view=False, time_limit=0)


def test_a_change_is_told_once(settings):
    preferences = Preferences(settings)
    told = []
    preferences.changed.connect(told.append)
    preferences.change(speed=200)
    preferences.change(speed=200)
    assert told == [Choices()]
    preferences.reset()
    assert preferences.choices == Choices()
    with pytest.raises(ValueError, match="speed"):
        preferences.change(speed=1)
    assert preferences.choices == Choices()


def test_the_dialog_works_at_once(make_window, qtbot):
    window = make_window()
    size = QApplication.font().pixelSize()
    window.actions_["edit.preferences"].trigger()
    dialog = window.findChild(PreferencesDialog)
    assert not dialog.isModal()
    text = dialog.findChild(QSpinBox, "preferences.text_size")
    text.setValue(150)
    assert QApplication.font().pixelSize() == pytest.approx(1.5 * size, abs=1)
    qtbot.waitUntil(lambda: window.drawers.open_width == pytest.approx(480, abs=15))
    theme = dialog.findChild(QComboBox, "preferences.theme")
    for name in ("light", "dark"):
        theme.setCurrentIndex(theme.findData(name))
        assert window.theme.name == name
    reduced = dialog.findChild(QCheckBox, "preferences.reduced_motion")
    reduced.click()
    assert duration(100) == 0
    dialog.findChild(QSpinBox, "preferences.time_limit").setValue(7)
    assert window.findChild(QSpinBox, "solve.seconds").value() == 7
    assert window.findChild(QSpinBox, "density.seconds").value() == 7
    dialog.findChild(QSpinBox, "preferences.time_limit").setValue(0)
    assert window.findChild(QSpinBox, "density.seconds").value() == 86400
    defaults = dialog.findChild(object, "preferences.defaults")
    qtbot.mouseClick(defaults, Qt.MouseButton.LeftButton)
    assert text.value() == 100
    assert QApplication.font().pixelSize() == pytest.approx(size)
    assert window.findChild(QSpinBox, "solve.seconds").value() == 60
    dialog.close()


def test_the_undo_memory_reaches_the_document_now_and_at_the_next_start(make_kept):
    window = make_kept()
    assert window.document.undo_bytes == 256 * 2**20
    window.services.show_preferences()
    dialog = window.findChild(PreferencesDialog)
    dialog.findChild(QSpinBox, "preferences.undo_memory").setValue(64)
    assert window.document.undo_bytes == 64 * 2**20
    dialog.close()
    window.close()
    assert make_kept().document.undo_bytes == 64 * 2**20


def test_the_pace_of_what_plays_follows_at_once(make_window):
    window = make_window()
    assert (at_animation_speed(24.0), pause(600)) == (24.0, 600)
    window.services.preferences.change(speed=200)
    assert (at_animation_speed(24.0), pause(600)) == (48.0, 300)
    window.services.preferences.change(speed=100)
    assert (at_animation_speed(24.0), pause(600)) == (24.0, 600)


def test_opened_twice_it_is_one_dialog(make_window):
    window = make_window()
    window.services.show_preferences()
    window.services.show_preferences()
    shown = [each for each in window.findChildren(PreferencesDialog) if each.isVisible()]
    assert len(shown) == 1
    shown[0].close()


def test_theme_text_and_the_open_drawer_survive_a_restart(make_kept, qtbot):
    first = make_kept()
    first.actions_["view.theme_light"].trigger()
    first.services.preferences.change(text_size=120)
    first.drawers.open("density")
    first.resize(1410, 777)
    qtbot.waitUntil(lambda: first.width() == 1410)
    first.close()
    second = make_kept()
    assert second.theme.name == "light"
    assert second.services.preferences.choices.text_size == 120
    assert second.drawers.current == "density"
    assert second.actions_["drawers.density"].isChecked()
    assert second.drawers.drawer("density").isVisible()
    qtbot.waitUntil(lambda: (second.width(), second.height()) == (1410, 777))


def test_sections_are_chosen_by_keys_and_return_presses_nothing(make_window, qtbot):
    window = make_window()
    window.services.preferences.change(time_limit=7)
    window.services.show_preferences()
    dialog = window.findChild(PreferencesDialog)
    sections = dialog.findChild(QListWidget, "preferences.sections")
    limit = dialog.findChild(QSpinBox, "preferences.time_limit")
    assert not limit.isVisible()
    qtbot.keyClick(sections, Qt.Key.Key_Down)
    assert limit.isVisible()
    for widget in (sections, limit, dialog):
        qtbot.keyClick(widget, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert limit.value() == window.services.preferences.choices.time_limit == 7
    qtbot.keyClick(sections, Qt.Key.Key_Down)
    qtbot.keyClick(sections, Qt.Key.Key_Down)
    assert dialog.findChild(QWidget, "preferences.actions").isVisible()
    dialog.findChild(QPushButton, "preferences.defaults").click()  # of the shortcuts only
    assert window.services.preferences.choices.time_limit == 7
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
