"""Message boxes: plain words, one filled button, and no icons of another style."""

from PySide6.QtWidgets import QMessageBox, QTextEdit

from nqviz_app.widgets.messages import message_box, show_problem

BUTTONS = QMessageBox.StandardButton


def test_what_is_shown_is_never_read_as_markup(make_window):
    window = make_window()
    window.about()
    box = window.findChild(QMessageBox, "message")
    assert box.text().startswith("nqviz explorer ")
    assert "<" not in box.text()
    box.close()


def test_buttons_have_no_icons_and_details_can_be_read(make_window):
    window = make_window()
    box = message_box(window, "warning", "Title", "Words")
    box.setStandardButtons(BUTTONS.Save | BUTTONS.Cancel)
    box.setDetailedText("\n".join(map(str, range(20))))
    box.open()
    assert all(each.icon().isNull() for each in box.buttons())
    assert not box.iconPixmap().isNull()
    next(each for each in box.buttons() if "Details" in each.text()).click()
    assert box.findChild(QTextEdit).height() >= 140
    box.close()


def test_a_problem_begins_with_a_capital_unless_it_names_a_file(make_window):
    window = make_window()
    for text, shown in (("no disk", "No disk"), ("a.json: no JSON", "a.json: no JSON")):
        box = show_problem(window, "Not saved", text)
        assert box.text() == shown
        box.close()
