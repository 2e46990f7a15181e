"""How large layers lie on a page: even gaps, whole pixels, names, the legend, drags of queens."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from nqviz import Board, Placement
from nqviz.view.palette import LIGHT, rgb
from nqviz_app.views.layers.captions import legend_rows
from nqviz_app.views.layers.page_layout import BARE, FULL, NAMED, page_of
from nqviz_app.views.layers.paint import Tally

from ...window_driver import drag

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize("n", [5, 11, 31, 101])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [QSize(936, 956), QSize(1872, 956), QSize(500, 640)])
def test_gaps_are_even_and_boards_begin_on_whole_pixels(n, ratio, size):
    page = page_of(Board.cube(n, 3), (0, 1), {}, size, 0, ratio, 1.0)
    corners = page.transform.points(page.arrangement.block_origins[:, :2] - 0.5) * ratio
    assert np.allclose(corners, np.rint(corners), atol=1e-6)
    for places in corners.T:
        steps = np.diff(np.unique(places.round(6)))
        assert len(np.unique(steps.round(6))) <= 1
    width = page.transform.cell * n * ratio
    assert abs(width - round(width)) < 1e-6
    low, high = corners.min(axis=0), corners.max(axis=0)
    assert low[0] >= 0
    assert high[0] + width <= size.width() * ratio
    assert high[1] <= size.height() * ratio


def test_the_top_layer_comes_first_and_small_boards_lose_their_coordinates():
    large = QSize(1872, 956)
    pages = {n: page_of(Board.cube(n, 3), (0, 1), {}, large, 0, 1.0, 1.0) for n in (5, 31)}
    assert (pages[5].style, pages[31].style) == (FULL, NAMED)
    tops = pages[5].transform.points(pages[5].arrangement.block_origins[:, :2])
    assert tuple(tops[4]) == (tops[:, 0].min(), tops[:, 1].min())
    tiny = page_of(Board.cube(31, 3), (0, 1), {}, QSize(420, 640), 0, 1.0, 1.0)
    assert tiny.style is BARE
    assert page_of(Board.cube(3, 5), (0, 1), {}, QSize(936, 956), 0, 1.0, 1.0) is None


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 1.75])
def test_no_pixel_of_the_layers_is_left_unpainted(make_layers, ratio):
    view = make_layers(Placement(Board.cube(5, 3)), size=(801, 703))
    image = QImage(
        int(view.grid.width() * ratio),
        int(view.grid.height() * ratio),
        QImage.Format.Format_RGB32,
    )
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    view.grid.render(painter, QPoint())
    painter.end()
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)[..., :3]
    for edge in (data[0], data[-1], data[:, 0], data[:, -1]):
        assert (edge.min(axis=-1) > 0).all()


def test_queens_and_free_cells_of_each_layer_are_counted(make_layers):
    view = make_layers(Placement(Board.cube(4, 3), [(0, 0, 0), (1, 2, 1)]))
    tally = Tally.of(view.grid._up_to_date())
    counts = view.document.counts
    for layer in range(4):
        inside = np.arange(64) % 4 == layer
        assert tally.queens[layer] == counts.occupied[inside].sum()
        assert tally.free[layer] == (counts.counts[inside] == 0).sum()
    assert tally.words(0, "queen").startswith("1 queen · ")
    assert tally.words(3, "rook").startswith("0 rooks · ")


@pytest.mark.parametrize(("n", "times"), [(5, 1), (31, 0)])
def test_queens_of_layers_are_counted_only_where_that_is_written(
    make_layers, monkeypatch, n, times
):
    view = make_layers(Placement(Board.cube(n, 3)), size=(420, 640))
    view.grid.repaint()
    counted, count = [], Tally.of
    monkeypatch.setattr(Tally, "of", lambda shown: counted.append(1) or count(shown))
    view.document.toggle(0)
    view.grid.repaint()
    assert len(counted) == times


def test_the_legend_names_the_classes_of_lines_in_sight(make_layers):
    queens = make_layers(Placement(Board.cube(5, 3))).grid._up_to_date()
    kinds = [kind for kind, _ in legend_rows(queens)]
    assert kinds[:3] == ["line 1", "line 2", "line 3"]
    rook = make_layers(Placement(Board.cube(5, 3, piece="rook"))).grid._up_to_date()
    assert [kind for kind, _ in legend_rows(rook)][:2] == ["line 1", "attacked"]
    knight = make_layers(Placement(Board.cube(5, 2, piece="knight"))).grid._up_to_date()
    assert legend_rows(knight)[0] == ("line 0", "attacked by a leap")


def test_a_queen_is_dragged_to_another_cell_in_one_step(make_layers, qtbot):
    board = Board.cube(4, 3)
    view = make_layers(Placement(board, [(1, 1, 2)]), givens=[board.index((1, 1, 2))])
    grid, document = view.grid, view.document
    start, end = board.index((1, 1, 2)), board.index((3, 0, 0))
    places = [view.grid.cell_center(cell).toPoint() for cell in (start, end)]
    qtbot.mousePress(grid, LEFT, pos=places[0])
    drag(grid, LEFT, (places[0] + places[1]) / 2)
    drag(grid, LEFT, places[1])
    qtbot.mouseRelease(grid, LEFT, pos=places[1])
    assert document.placement().indices.tolist() == [end]
    assert document.is_given(end)
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.placement().indices.tolist() == [start]
    assert document.is_given(start)


def test_a_click_on_a_name_makes_its_layer_active(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(5, 3)))
    board, half = view.document.board, view.grid.cell_size / 2
    corner = view.grid.cell_center(board.index((0, 4, 3)))
    name = (corner + QPointF(half, -half - 20)).toPoint()
    qtbot.mouseClick(view.grid, LEFT, pos=name)
    assert view.document.view.active_layer == 3
    image = view.grid.grab().toImage()
    frame = (corner + QPointF(half, -half)).toPoint()
    column = [image.pixelColor(frame.x(), frame.y() - k).name().upper() for k in range(8)]
    assert LIGHT.accent in column
    qtbot.mouseClick(view.grid, LEFT, pos=name)
    assert view.document.view.active_layer is None


def test_free_cells_are_lighter_and_queens_stand_on_light_cells(make_layers):
    board = Board.cube(5, 3)
    view = make_layers(Placement(board, [(2, 2, 2)]))
    document = view.document
    document.set_view(replace(document.view, free=True))
    image = view.grid.grab().toImage()
    off = view.grid.cell_size * 0.4
    for cell, colour in (
        ((2, 2, 2), LIGHT.cells[0]),
        ((0, 2, 2), LIGHT.cells[1]),
        ((1, 0, 2), LIGHT.cells[0]),
    ):
        place = (view.grid.cell_center(board.index(cell)) - QPointF(off, off)).toPoint()
        assert image.pixelColor(place).getRgb()[:3] == rgb(colour)
