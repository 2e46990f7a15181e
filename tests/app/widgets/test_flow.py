"""Rows of widgets that go on in a new row where there is no room for all."""

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from nqviz_app.widgets.flow import FlowLayout, flow_of
from nqviz_app.widgets.widgets import button


def laid_out(qtbot, panel, width):
    panel.setFixedWidth(width)
    panel.setFixedHeight(200)
    with qtbot.waitExposed(panel):
        panel.show()
    return [push.geometry() for push in panel.findChildren(QPushButton)]


def test_full_rows_share_the_room_and_grow_in_number_where_it_is_scarce(qtbot):
    panel = QWidget()
    qtbot.addWidget(panel)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    pushes = [button(f"test.{name}", name, name) for name in ("First", "Second", "Third")]
    column.addLayout(flow_of(*pushes))
    column.addStretch(1)
    least = [push.minimumSizeHint().width() for push in pushes]
    row = laid_out(qtbot, panel, sum(least) + 2 * 6)
    assert [each.width() for each in row] == least
    row = laid_out(qtbot, panel, sum(least) + 2 * 6 + 31)
    assert len({each.y() for each in row}) == 1
    assert row[-1].right() == panel.width() - 1
    rows = laid_out(qtbot, panel, sum(least) + 2 * 6 - 1)
    assert rows[0].y() == rows[1].y() < rows[2].y()
    assert rows[1].right() == rows[2].right() == panel.width() - 1
    assert panel.minimumSizeHint().width() == max(least)


def test_rows_at_natural_sizes_leave_room_at_their_end(qtbot):
    panel = QWidget()
    qtbot.addWidget(panel)
    flow = FlowLayout(panel)
    for name in ("First", "Second"):
        flow.addWidget(QPushButton(name))
    first, second = laid_out(qtbot, panel, 400)
    hints = [push.sizeHint().width() for push in panel.findChildren(QPushButton)]
    assert [first.width(), second.width()] == hints
    assert second.x() == first.right() + 1 + 8
