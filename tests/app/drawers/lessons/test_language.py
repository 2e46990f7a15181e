"""Lessons in another language: chosen in the preferences, from the next start on."""

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton

from nqviz.core.language import language
from nqviz_app.drawers.lessons.entries import CAPTION
from nqviz_app.preferences import Preferences
from tests.app.window_driver import find


def test_lessons_their_drawer_and_presentations_are_german(german, make_window, qtbot):
    window = make_window()
    panel = window.lessons_panel
    panel.bring()
    entries = panel.list.entries
    assert entries.data(entries.index(0)) == "Wie eine Dame zieht"
    assert entries.data(entries.index(0), CAPTION) == "6 min"
    panel.start(2, anew=True)
    assert find(window, QLabel, "lessons.step").text() == "Das Rätsel"
    assert find(window, QLabel, "lessons.check").text() == "○ Zu tun"
    assert find(window, QLabel, "lessons.missing").text() == "4 von 5 Damen."
    assert find(window, QPushButton, "lessons.hint").text() == "Hinweis"
    panel.run.go(2)
    panel.run.show_frame(1)
    said = find(window, QLabel, "lessons.say").text()
    assert "Spalte 1: (1, 1) ist frei. Setze eine Dame und gehe weiter." in said.replace(
        "\xa0", " "
    )
    window.actions_["view.present"].trigger()
    assert find(window, QLabel, "presentation.hint").text() == "Esc beendet die Präsentation."
    panel.leave()
    QApplication.processEvents()
    assert find(window, QLabel, "presentation.end").text() == "Ende der Lektion"
    window.presentation.leave()


def test_the_language_is_a_preference(make_window, qtbot, tmp_path):
    settings = QSettings(str(tmp_path / "a.ini"), QSettings.Format.IniFormat)
    preferences = Preferences(settings)
    assert preferences.choices.language == "en"
    preferences.change(language="de")
    assert Preferences(settings).choices.language == "de"
    settings.setValue("language", "xx")
    assert Preferences(settings).choices.language == "en"
    window = make_window()
    window.actions_["edit.preferences"].trigger()
    box = find(window, QComboBox, "preferences.language")
    assert [box.itemText(row) for row in range(box.count())] == ["English", "Deutsch"]
    box.setCurrentIndex(1)
    assert window.services.preferences.choices.language == "de"
    assert language() == "en", "from the next start on"
    find(window, QPushButton, "preferences.close").click()
