"""The strip of layers: what it shows, clicks, the preview, keys, and what it paints anew."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QToolButton

from nqviz import Board, Placement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import LIGHT, layer_colours, rgb, viridis
from nqviz_app.views.layers.strip import LARGEST, SMALLEST, Column
from nqviz_app.views.layers.thumbs import Thumb, marks_of
from nqviz_app.widgets.theme import text_scale

from ...window_driver import find

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def make_strip(make_layers):
    def make(placement, givens=(), size=(120, 700)):
        return make_layers(placement, givens=givens, size=size, share="strip")

    return make


def centre(view, layer):
    return view.strip.layer_rect(layer).center().toPoint()


def shows(view, layer, colour):
    image = view.strip.viewport().grab().toImage()
    image = image.convertToFormat(image.Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    box = view.strip.layer_rect(layer).toRect().adjusted(-4, -4, 4, 4)
    part = data[max(box.top(), 0) : box.bottom(), max(box.left(), 0) : box.right(), 2::-1]
    return bool((np.abs(part.astype(int) - np.array(colour)).max(axis=-1) <= 3).any())


def painted_by(monkeypatch):
    """Return a list that grows with each small board that is painted."""
    painted, paint = [], Thumb.painted
    monkeypatch.setattr(Thumb, "painted", lambda *args: painted.append(1) or paint(*args))
    return painted


def test_the_top_layer_is_at_the_top_and_all_fit(make_strip):
    view = make_strip(Placement(Board.cube(6, 3), [(1, 2, 5)]))
    tops = [view.strip.layer_rect(layer).top() for layer in range(6)]
    assert tops == sorted(tops, reverse=True)
    assert view.strip.layer_rect(0).bottom() < view.strip.viewport().height()
    assert not view.strip.verticalScrollBar().maximum()
    assert shows(view, 5, layer_colours(6)[5])
    assert not shows(view, 4, layer_colours(6)[4])


@pytest.mark.parametrize(
    ("layers", "height", "side", "scrolls"),
    [(5, 900, 96, False), (11, 940, 76, False), (12, 932, 70, False), (11, 632, 52, False)],
)
def test_small_boards_are_as_large_as_lets_all_fit(layers, height, side, scrolls):
    column = Column.fitted(layers, 1, 136 if layers <= 7 else 120, height, 1.0)
    assert abs(column.side - side) <= 2
    assert SMALLEST <= column.side <= LARGEST
    assert (column.height - column.gap > height) is scrolls


def test_small_boards_stand_close_and_in_the_middle_of_their_column(make_strip):
    assert Column.fitted(11, 1, 120, 1000, 1.0).gap == 8
    assert Column.fitted(5, 1, 136, 1000, 1.0).gap == 32, "few layers have room"
    view = make_strip(Placement(Board.cube(11, 3)), size=(120, 640))
    box = view.strip.layer_rect(0)
    assert box.width() < 76 * text_scale(view.strip.font())
    scale = text_scale(view.strip.font())
    assert box.center().x() == pytest.approx((120 - 16 - 38) * scale, abs=1)


def test_eleven_layers_fit_into_the_lowest_usual_window(make_strip):
    view = make_strip(Placement(Board.cube(11, 3)), size=(120, 700))
    assert not view.strip.verticalScrollBar().maximum()


def test_many_layers_scroll_and_only_those_in_sight_are_painted(make_strip, monkeypatch):
    painted = painted_by(monkeypatch)
    view = make_strip(Placement(Board.cube(31, 3)))
    view.strip.viewport().grab()
    assert view.strip.verticalScrollBar().maximum() > 0
    assert 8 <= len(painted) <= 14
    first = len(painted)
    view.document.set_view(replace(view.document.view, active_layer=0))
    assert view.strip.viewport().rect().contains(centre(view, 0))
    view.strip.viewport().grab()
    assert len(painted) <= 2 * first + 2


def test_a_change_paints_one_small_board_anew(make_strip, monkeypatch):
    view = make_strip(Placement(Board.cube(6, 3)))
    view.strip.viewport().grab()
    painted = painted_by(monkeypatch)
    view.document.toggle(view.document.board.index((1, 2, 3)))
    view.strip.viewport().grab()
    assert len(painted) == 1
    assert shows(view, 3, layer_colours(6)[3])


def test_a_click_chooses_the_active_layer_and_another_one_all(make_strip, qtbot):
    view = make_strip(Placement(Board.cube(5, 3)))
    viewport, document = view.strip.viewport(), view.document
    qtbot.mouseClick(viewport, LEFT, pos=centre(view, 3))
    assert document.view.active_layer == 3
    assert shows(view, 3, rgb(LIGHT.accent))
    qtbot.mouseClick(viewport, LEFT, pos=centre(view, 1))
    assert document.view.active_layer == 1
    assert not shows(view, 3, rgb(LIGHT.accent))
    qtbot.mouseClick(viewport, LEFT, pos=centre(view, 1))
    assert document.view.active_layer is None
    qtbot.mouseClick(viewport, LEFT, pos=QPoint(60, viewport.height() - 2))
    assert document.view.active_layer is None


def test_the_pointer_previews_a_layer_and_changes_nothing(make_strip, qtbot):
    view = make_strip(Placement(Board.cube(5, 3)))
    seen = view.document.view
    qtbot.mouseMove(view.strip.viewport(), centre(view, 2))
    qtbot.waitUntil(lambda: view.document.hovered_layer == 2)
    assert view.document.view == seen
    view.hide()
    assert view.document.hovered_layer is None


def test_keys_step_through_the_layers(make_strip, qtbot):
    view = make_strip(Placement(Board.cube(4, 3)))
    found = []
    for key in ("Down", "Up", "End", "Up", "Home", "Down", "Escape"):
        qtbot.keyClick(view.strip, getattr(Qt.Key, f"Key_{key}"))
        found.append(view.document.view.active_layer)
    assert found == [3, 3, 0, 1, 3, 2, None]


def test_marks_of_queens_and_densities_are_small_pictures(make_strip, qtbot):
    board = Board.cube(5, 3)
    given, suggested = board.index((2, 2, 0)), board.index((1, 3, 4))
    view = make_strip(Placement(board, [(2, 2, 0)]), givens=[given])
    assert shows(view, 0, rgb(LIGHT.given))
    view.document.set_suggestion(np.array([given, suggested]))
    assert not shows(view, 4, layer_colours(5)[4])  # the scene comes first
    qtbot.waitUntil(lambda: shows(view, 4, layer_colours(5)[4]))
    view.document.set_suggestion(None)
    assert not shows(view, 4, layer_colours(5)[4])
    values = np.arange(float(board.size))
    view.document.set_overlay(Overlay(values, 200, "test"))
    assert shows(view, 4, viridis(np.array([values[board.index((0, 0, 4))] / values.max()]))[0])
    assert not shows(view, 0, viridis(np.array([0.0]))[0])  # never used: hatched


def test_the_layers_of_several_cubes_stand_in_groups(make_strip, qtbot):
    view = make_strip(Placement(Board.cube(3, 4), [(1, 1, 1, 2)]))
    document = view.document
    assert view.strip.column.groups == 1
    document.set_view(replace(document.view, dims=replace(document.view.dims, fixed={})))
    assert view.strip.column.groups == 3
    box = view.strip.layer_rect(1, group=2)
    view.strip.verticalScrollBar().setValue(round(box.top()))
    assert view.strip.layer_at(view.strip.layer_rect(1, group=2).center()) == 1
    document.set_view(replace(document.view, dims=replace(document.view.dims, fixed={3: 2})))
    assert shows(view, 1, layer_colours(3)[1])


def test_the_enlarge_button_and_the_head_change_the_share(make_strip, qtbot):
    view = make_strip(Placement(Board.cube(5, 3)))
    qtbot.mouseClick(find(view, QToolButton, "layers.enlarge"), LEFT)
    assert view.document.view.share == "half"
    view.resize(900, 700)
    assert view.grid.isVisible()
    assert not view.strip.isVisible()
    for name, share in (("all", "all"), ("strip", "strip"), ("half", "half")):
        qtbot.mouseClick(find(view, QToolButton, f"layers.share.{name}"), LEFT)
        assert view.document.view.share == share
    qtbot.mouseClick(find(view, QToolButton, "layers.close"), LEFT)
    assert view.strip.isVisible()


def test_flat_boards_have_no_small_boards(make_strip):
    view = make_strip(Placement(Board.cube(5, 2)))
    view.strip.viewport().grab()
    assert not view.strip._made
    assert view.strip.layer_at(QPointF(60, 60)) in (0, None)


def test_the_ring_of_a_given_queen_stays_in_its_cell():
    board = Board.cube(3, 2)
    view = BoardView(board, queens=np.array([4]), given=np.array([4]))
    cells = np.arange(9).reshape(3, 3)
    thumb = Thumb(view, marks_of(view), cells, QColor("#c9d8ec"), LIGHT, 60.0)
    image = thumb.painted(1.0).toImage().convertToFormat(QImage.Format.Format_RGB32)
    gold = QColor(LIGHT.given).rgb()
    found = [(x, y) for x in range(60) for y in range(60) if image.pixel(x, y) == gold]
    assert found
    assert all(20 <= x < 40 and 20 <= y < 40 for x, y in found)


@pytest.mark.parametrize(("shape", "fixed"), [((5, 5, 5), {}), ((4, 4, 4, 4), {})])
def test_a_click_updates_only_the_small_boards_that_differ(make_strip, monkeypatch, shape, fixed):
    view = make_strip(Placement(Board(shape), [(0,) * len(shape)]), size=(120, 1800))
    strip, port, document = view.strip, view.strip.viewport(), view.document
    dims = replace(document.view.dims, fixed=fixed)
    document.set_view(replace(document.view, dims=dims))
    before, updates = port.grab().toImage(), []
    monkeypatch.setattr(port, "update", lambda *part: updates.append(part))
    document.toggle(document.board.index((2, 3, 1, 3)[: len(shape)]))
    assert len(updates) == 1
    ((box,),) = updates
    strip._forget()
    after = port.grab().toImage()
    places = [QPoint(x, y) for x in range(port.width()) for y in range(port.height())]
    differing = [each for each in places if before.pixel(each) != after.pixel(each)]
    assert differing
    assert all(map(box.contains, differing))
    assert box.height() < LARGEST + 2
