"""Layouts that wait until all that changes in them has changed."""

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.views.layers import surface as layers_surface
from nqviz_app.views.layers.grid import LayersGrid
from nqviz_app.widgets.layouts import laid_out_once


class Resized(QLabel):
    """Takes note of the heights that it is given."""

    def __init__(self):
        super().__init__()
        self.heights = []

    def resizeEvent(self, event):
        self.heights.append(event.size().height())


@pytest.fixture
def column(qtbot):
    """A column of a fixed size whose first label takes what the others leave."""
    page = QWidget()
    qtbot.addWidget(page)
    box = QVBoxLayout(page)
    first, others = Resized(), [QLabel(str(number)) for number in range(3)]
    box.addWidget(first, 1)
    for label in others:
        label.setFixedHeight(20)
        label.hide()
        box.addWidget(label)
    page.setFixedSize(100, 200)
    page.show()
    first.heights.clear()
    return page, first, others


def test_what_comes_into_sight_together_is_laid_out_once(column):
    page, first, others = column
    for label in others:
        label.show()
    assert len(first.heights) == 3
    high = first.height()
    for label in others:
        label.hide()
    page.layout().activate()
    first.heights.clear()
    with laid_out_once(page):
        for label in others:
            label.show()
        assert first.heights == []
    assert first.heights == [high]


def test_layouts_go_on_after_an_error(column):
    page, first, others = column

    def fail():
        with laid_out_once(page):
            others[0].show()
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert len(first.heights) == 1
    others[1].show()
    assert len(first.heights) == 2


def test_layers_are_laid_out_once_for_many_changes(qtbot, monkeypatch):
    laid = []

    def arrange(*given):
        laid.append(given)
        return plain(*given)

    plain = layers_surface.page_of
    monkeypatch.setattr(layers_surface, "page_of", arrange)
    document = Document(window_state(Placement(Board.cube(3, 3))))
    grid = LayersGrid(document)
    qtbot.addWidget(grid)
    grid.resize(300, 200)
    grid.arrangement  # noqa: B018 - it is laid out when it is asked for
    laid.clear()
    document.restart(window_state(Placement(Board.cube(4, 4))))
    grid.set_layers((1, 0), {2: 1})
    grid.fit()
    assert laid == []
    arrangement = grid.arrangement
    assert grid.cell_size > 0
    assert (arrangement.board, arrangement.shown) == (Board.cube(4, 4), (1, 0))
    assert len(laid) == 1
    grid.fit()
    assert grid.arrangement is arrangement  # with all that it has worked out
