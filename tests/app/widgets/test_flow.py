"""Rows of widgets that go on in a new row where there is no room for all."""

from PySide6.QtWidgets import QPushButton, QWidget

from nqviz_app.widgets.flow import FlowLayout


def laid_out(qtbot, panel, width):
    panel.setFixedWidth(width)
    panel.setFixedHeight(200)
    with qtbot.waitExposed(panel):
        panel.show()
    return [push.geometry() for push in panel.findChildren(QPushButton)]


def test_rows_grow_in_number_where_room_is_scarce(qtbot):
    panel = QWidget()
    qtbot.addWidget(panel)
    flow = FlowLayout(panel, spacing=6)
    for name in ("First", "Second", "Third"):
        flow.addWidget(QPushButton(name))
    widths = [push.sizeHint().width() for push in panel.findChildren(QPushButton)]
    row = laid_out(qtbot, panel, sum(widths) + 2 * 6)
    assert len({each.y() for each in row}) == 1
    rows = laid_out(qtbot, panel, sum(widths) + 2 * 6 - 1)
    assert rows[0].y() == rows[1].y() < rows[2].y()
    assert panel.minimumSizeHint().width() == max(widths)


def test_rows_at_natural_sizes_leave_room_at_their_end(qtbot):
    panel = QWidget()
    qtbot.addWidget(panel)
    flow = FlowLayout(panel, spacing=8)
    for name in ("First", "Second"):
        flow.addWidget(QPushButton(name))
    first, second = laid_out(qtbot, panel, 400)
    hints = [push.sizeHint().width() for push in panel.findChildren(QPushButton)]
    assert [first.width(), second.width()] == hints
    assert second.x() == first.right() + 1 + 8
