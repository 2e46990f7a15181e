"""Numbers in fields can be read, typed and stepped; problems show only while there are any."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton

from nqviz_app.drawers.board.form import Problem
from nqviz_app.widgets.fields import FIELD, Number, Stepper, field, icon_button
from tests.app.window_driver import dress


@pytest.fixture
def show(qtbot):
    def make(widget):
        qtbot.addWidget(widget)
        dress(widget)
        with qtbot.waitExposed(widget):
            widget.show()
        return widget

    return make


@pytest.mark.parametrize("kind", [Number, Stepper])
def test_a_number_has_the_height_of_a_field_and_room_for_its_digits(show, kind):
    box = show(kind())
    box.setRange(0, 99_999)
    box.setValue(12_345)
    box.resize(140, box.sizeHint().height())
    assert box.height() == FIELD
    edit = box.lineEdit()
    assert edit.width() >= edit.fontMetrics().horizontalAdvance("12345")


def test_a_stepper_acts_at_a_step_and_when_typing_ends(show, qtbot):
    box = Stepper()
    box.setObjectName("some.number")
    box.setRange(1, 99)
    show(box)
    seen = []
    box.valueChanged.connect(seen.append)
    more = box.findChild(QToolButton, "some.number.more")
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    assert seen == [2]
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "45")
    assert seen == [2]
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert seen == [2, 45]


def test_a_problem_is_hidden_without_a_text(show):
    problem = Problem("some.error")
    problem.show_text("It is too large.")
    show(problem)
    words = problem.findChild(QLabel, "some.error")
    assert words.text() == "It is too large."
    problem.show_text("")
    assert problem.isHidden()


def test_what_stands_beside_a_label_is_as_high_as_it(show):
    extra = icon_button("some.play", "play", "Play", side=20, size=14)
    plain, with_extra = field(Number(), "Rule"), field(Number(), "Shift", extra)
    for part in (plain, with_extra):
        show(part)
    assert plain.sizeHint().height() == with_extra.sizeHint().height()
