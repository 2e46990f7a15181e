"""The ruler of layers by itself: handles follow the pointer, a click draws no ring."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.views.scene.layer_ruler import LayerRuler

HEIGHTS = [500.0 - 40.0 * layer for layer in range(10)]


def test_a_handle_stays_under_the_pointer_while_the_board_is_fitted_anew(qtbot):
    document, window = Document(window_state(Placement(Board.cube(10, 3)))), QWidget()
    document.setParent(window)
    qtbot.addWidget(window)
    window.resize(200, 600)
    ruler = LayerRuler(document, window)
    ruler.setGeometry(0, 0, 44, 600)
    ruler.set_clipping(True)
    ruler.show_heights(HEIGHTS)
    window.show()
    ends = []
    document.view_changed.connect(lambda: ends.append(ruler.clip_ends()[1]))
    document.view_changed.connect(lambda: ruler.show_heights(HEIGHTS[: ruler.clip_ends()[1] + 1]))
    x = ruler.width() - 12
    top = round(HEIGHTS[-1] - 20)
    QTest.mousePress(ruler, Qt.MouseButton.LeftButton, pos=QPoint(x, top))
    for step in range(1, 7):
        QTest.mouseMove(ruler, QPoint(x, top + 40 * step))
    QTest.mouseRelease(ruler, Qt.MouseButton.LeftButton, pos=QPoint(x, top + 240))
    assert ends == [8, 7, 6, 5, 4, 3]
    assert ruler.ticks != HEIGHTS, "the new heights hold after the drag"


def test_no_line_leads_to_a_layer_of_a_flat_board(make_window):
    window = make_window(Placement(Board.cube(8, 2)))
    assert not window.findChild(QWidget, "ruler.leader").isVisible()
