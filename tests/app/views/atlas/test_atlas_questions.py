"""The conjectures and open questions on the Atlas page."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton

from nqviz.catalogue.questions import questions
from nqviz_app.views.atlas.head import QUESTIONS

from ...hands import find
from .atlas_window import AtlasWindow


@pytest.fixture
def window(qtbot):
    made = AtlasWindow()
    made.page.show_segment(QUESTIONS)
    made.resize(1318, 760)
    with qtbot.waitExposed(made):
        made.show()
    qtbot.waitUntil(lambda: not made.runner.jobs)
    yield made
    made.runner.shutdown()
    made.close()
    made.deleteLater()


def test_each_question_is_shown_with_its_command(window):
    chosen = find(window, QListWidget, "questions.list")
    assert chosen.count() == len(questions())
    for row, each in enumerate(questions()):
        chosen.setCurrentRow(row)
        assert find(window, QLabel, "questions.title").text() == each.title
        assert find(window, QLabel, "questions.state").text().lower() == each.state
        assert find(window, QLabel, "questions.statement").text() == each.statement
        assert find(window, QLabel, "questions.finding").text() == each.finding
        find(window, QPushButton, "questions.copy").click()
        assert QGuiApplication.clipboard().text() == each.command
