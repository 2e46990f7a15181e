"""The conjectures and open questions on the Atlas page."""

import pytest
from PySide6.QtCore import QRegularExpression, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

from nqviz.catalogue.questions import questions
from nqviz_app.views.atlas.head import QUESTIONS
from nqviz_app.widgets.rows import IconRow

from ...window_driver import find
from .atlas_window import AtlasWindow


@pytest.fixture
def window(qtbot, show):
    made = AtlasWindow()
    made.page.show_segment(QUESTIONS)
    show(made, (1318, 760), made.runner.shutdown)
    qtbot.waitUntil(lambda: not made.runner.jobs)
    return made


def rows(window):
    return window.findChildren(IconRow, QRegularExpression(r"^questions\.list\."))


def test_each_question_is_shown_with_its_command(window):
    assert len(rows(window)) == len(questions())
    for row, each in zip(rows(window), questions(), strict=True):
        row.click()
        assert (row.text(), row.description.lower()) == (each.title, each.state)
        assert find(window, QLabel, "questions.title").text() == each.title
        assert find(window, QLabel, "questions.state").text().lower() == each.state
        assert find(window, QLabel, "questions.statement").text() == each.statement
        assert find(window, QLabel, "questions.finding").text() == each.finding
        find(window, QPushButton, "questions.copy").click()
        assert QGuiApplication.clipboard().text() == each.command


def test_arrows_choose_a_question(window, qtbot):
    first, second = rows(window)[:2]
    window.activateWindow()
    first.setFocus()
    qtbot.waitUntil(first.hasFocus)
    qtbot.keyClick(first, Qt.Key.Key_Down)
    assert second.isChecked()
    assert find(window, QLabel, "questions.title").text() == questions()[1].title
