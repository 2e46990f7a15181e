"""Rows with an icon, a name and a line about it."""

from PySide6.QtCore import Qt

from nqviz_app.widgets.rows import IconRow


def test_a_row_is_clicked_and_chosen_by_mouse_and_key(qtbot):
    row = IconRow("some.row", "box", "Regular", "121 queens by a linear rule")
    row.setCheckable(True)
    qtbot.addWidget(row)
    row.resize(300, row.heightForWidth(300))
    with qtbot.waitExposed(row):
        row.show()
    plain = row.grab().toImage()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert row.isChecked()
    assert row.grab().toImage() != plain, "what is chosen looks otherwise"
    qtbot.keyClick(row, Qt.Key.Key_Space)
    assert not row.isChecked()


def test_a_long_line_wraps(qtbot):
    row = IconRow("some.row", "box", "Regular", "121 queens by a linear rule of all coordinates")
    qtbot.addWidget(row)
    assert row.heightForWidth(180) > row.heightForWidth(600)


def test_what_is_described_is_said_to_assistive_technology(qtbot):
    row = IconRow("some.row", "box", "Regular")
    qtbot.addWidget(row)
    row.describe("Colouring", "Go to the nearest, (7,2) board", "It is for squares", is_link=True)
    assert (row.accessibleName(), row.accessibleDescription()) == ("Colouring", row.description)
    assert row.toolTip() == "It is for squares"
