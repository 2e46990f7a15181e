"""What is chosen in the header of the scene: colours, filters, the turntable, films, the torus."""

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFrame,
    QSlider,
    QSpinBox,
    QToolButton,
)

from nqviz import Board, Placement
from nqviz.core.attacks import AttackCounts
from nqviz.rendering.scene import Wrapped
from nqviz.view.overlay import Overlay
from nqviz_app.document.board_tab import window_state
from nqviz_app.views.layers.layers_view import LayersView
from tests.app.hands import choose, find


def load(view, board):
    view.document.load(window_state(Placement(board)), str(board))


def running_timers(view):
    return [timer for timer in view.findChildren(QTimer) if timer.isActive()]


def test_queens_are_coloured_by_what_is_chosen(make_view):
    view = make_view(cells=[(0, 0, 0), (1, 1, 1), (4, 2, 3)])
    for by in ("theme", "ring", "attacks", "density", "x1", "x3", "layer"):
        choose(view, "scene.colour", by)
        assert view.options().colour_by == by
        view._end_turn()


def test_the_colouring_fits_the_board(make_view):
    view = make_view(Board.cube(4, 4))
    box = choose(view, "scene.colour", "x4")
    assert view.options().colour_by == "x4"
    load(view, Board.cube(4, 2))
    assert view.options().colour_by == "theme"
    assert box.findData("layer") < 0
    load(view, Board.cube(5, 4))
    assert view.options().colour_by == "x4", "the choice is not forgotten"


def test_layers_are_coloured_as_long_as_nothing_is_chosen(make_view):
    view = make_view(Board.cube(4, 2))
    load(view, Board.cube(4, 3))
    assert view.options().colour_by == "layer"


def test_switches(make_view):
    view = make_view()
    for name, attribute in (
        ("lattice", "lattice"),
        ("labels", "labels"),
        ("depth", "depth_cue"),
        ("ortho", "orthographic"),
    ):
        before = getattr(view.options(), attribute)
        find(view, QCheckBox, f"scene.{name}").click()
        assert getattr(view.options(), attribute) is not before


def test_queens_can_be_left_out(make_view):
    view = make_view(cells=[(0, 0, 0), (1, 1, 1), (4, 2, 3)])
    view.document.toggle_given(view.document.board.index((4, 2, 3)))
    find(view, QSpinBox, "scene.layer").setValue(2)
    for choice, expected in (
        ("all", [(0, 0, 0), (1, 1, 1), (4, 2, 3)]),
        ("layer", [(1, 1, 1)]),
        ("attacked", [(0, 0, 0), (1, 1, 1)]),
        ("given", [(4, 2, 3)]),
    ):
        choose(view, "scene.queens", choice)
        view._end_turn()
        left = [view.document.board.cell(int(i)) for i in view.scene._frame.picture.queens]
        assert left == expected


def test_more_opens_over_the_scene(make_view):
    view = make_view()
    panel = find(view, QFrame, "scene.more_panel")
    assert not panel.isVisible()
    find(view, QToolButton, "scene.more").click()
    assert panel.isVisible()
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_the_header_has_two_rows_at_most(make_view):
    view = make_view(size=(430, 500))
    row = view.controls.layout().heightForWidth(4000)
    for d in (2, 3, 4):
        load(view, Board.cube(5, d))
        assert view.controls.layout().heightForWidth(430) <= 2 * row, d


# The turntable and the films ------------------------------------------------------------------


def test_the_turntable_turns_until_the_board_is_dragged(make_view, qtbot):
    view = make_view()
    push = find(view, QToolButton, "scene.turntable")
    azimuth = view.scene.camera.azimuth
    push.click()
    qtbot.waitUntil(lambda: view.scene.camera.azimuth > azimuth + 1)
    view.canvas.turned.emit(30.0, 5.0)
    assert not push.isChecked()
    assert view._turntable is None
    azimuth = view.scene.camera.azimuth
    assert running_timers(view) == [view._rest]
    QApplication.processEvents()  # a tick that was due already comes now
    assert view.scene.camera.azimuth == azimuth


def test_the_turntable_stops_when_the_scene_is_hidden(make_view):
    view = make_view()
    find(view, QToolButton, "scene.turntable").click()
    view.hide()
    assert view._turntable is None
    assert not running_timers(view.controls)


def test_a_film_runs_through_the_values_of_a_coordinate(make_view, qtbot, monkeypatch):
    monkeypatch.setattr("nqviz_app.views.dims.PLAY_PAUSE", 10)
    view = make_view(Board.cube(3, 4))
    play = find(view, QToolButton, "scene.play.4")
    slider = find(view, QSlider, "scene.dims.4")
    assert not running_timers(view.controls)
    seen = []
    slider.valueChanged.connect(lambda value: seen.append((value, dict(view.arrangement().fixed))))
    play.click()
    qtbot.waitUntil(lambda: len(seen) >= 4)
    play.click()
    assert seen[:4] == [(value, {3: value - 1}) for value in (1, 2, 3, 1)]
    assert not running_timers(view.controls)


# The torus --------------------------------------------------------------------------------------


def test_only_a_flat_torus_board_can_be_wrapped(make_view):
    for board, can in (
        (Board.cube(6, 2), False),
        (Board.cube(4, 3, torus=True), False),
        (Board((6, 9), torus=True), True),
    ):
        view = make_view(board)
        assert find(view, QCheckBox, "scene.wrap").isVisible() is can


def test_queens_are_placed_on_the_torus(make_view):
    board = Board((7, 11), torus=True)
    view = make_view(board)
    find(view, QCheckBox, "scene.wrap").setChecked(True)
    view._end_turn()
    arrangement = view.arrangement()
    assert isinstance(arrangement, Wrapped)
    cells = board.cells(np.arange(board.size))
    towards = arrangement.normals(cells) @ view.scene.camera.direction
    index = int(np.argmax(towards))
    x, y = view.scene.camera.project(arrangement.surface(cells[index]))
    view.canvas.clicked.emit(float(x), float(y), False)
    assert view.document.is_queen(index)
    view.view_front()
    find(view, QCheckBox, "scene.wrap").setChecked(False)
    assert not isinstance(view.arrangement(), Wrapped)


# Cliques ------------------------------------------------------------------------------------------


def test_the_clique_follows_the_cursor(make_view):
    view = make_view(Board.cube(7, 3))
    board = view.document.board
    choose(view, "scene.clique", "star")
    find(view, QSpinBox, "scene.clique_size").setValue(2)
    assert view.document.picture().clique is None, "there is no cursor"
    view.document.set_cursor(board.index((3, 3, 3)))
    assert len(view.document.picture().clique) == 7
    view.document.set_cursor(board.index((0, 0, 0)))
    assert len(view.document.picture().clique) == 4
    choose(view, "scene.clique", "cube")
    assert board.index((1, 1, 1)) in view.document.picture().clique
    choose(view, "scene.clique", None)
    assert view.document.picture().clique is None


def test_an_odd_cycle_goes_through_the_cursor(make_view):
    view = make_view(Board.cube(7, 2))
    board = view.document.board
    size = find(view, QSpinBox, "scene.clique_size")
    assert not size.isEnabled()
    choose(view, "scene.clique", "odd-cycle")
    assert size.isEnabled()
    view.document.set_cursor(board.index((3, 3)))
    picture = view.document.picture()
    cells = picture.clique
    assert cells[0] == view.document.cursor
    assert len(cells) == 5
    counts = AttackCounts(board)
    for number, (cell, after) in enumerate(picture.cycle_pairs.tolist()):
        assert cell == cells[number]
        counts.place(cell)
        assert counts.counts[after], "each cell attacks the next"
        counts.remove(cell)
    choose(view, "scene.clique", "star")
    assert len(view.document.picture().cycle_pairs) == 0


def test_the_layers_outline_the_same_clique(make_view, qtbot):
    view = make_view(Board.cube(5, 3))
    layers = LayersView(view.document)
    qtbot.addWidget(layers)
    layers.resize(500, 400)
    with qtbot.waitExposed(layers):
        layers.show()
    view.document.set_cursor(view.document.board.index((2, 2, 2)))
    before = layers.grid.grab().toImage()
    choose(view, "scene.clique", "star")
    after = layers.grid.grab().toImage()
    cell = layers.grid.cell_center(view.document.board.index((2, 2, 3)))
    reach = round(layers.grid.cell_size * 0.44)
    edge = [
        (round(cell.x()) + dx, round(cell.y()) + k)
        for dx in range(-reach - 1, -reach + 2)
        for k in range(-2, 3)
    ]
    assert any(before.pixel(x, y) != after.pixel(x, y) for x, y in edge)


def test_rooks_have_no_cliques(make_view):
    view = make_view(Board.cube(4, 3, piece="rook"))
    box = find(view, QComboBox, "scene.clique")
    assert not box.isEnabled()
    assert "rook" in box.toolTip()


def test_the_way_to_draw_a_density(make_view):
    view = make_view()
    for drawn_as in ("colour", "slice", "volume", "size"):
        choose(view, "scene.density", drawn_as)
        assert view.options().density == drawn_as
    box, more = find(view, QComboBox, "scene.density"), view.controls.more
    for slow, words in ((True, "slow"), (False, "Cloud")):
        more.tell_clouds(slow)
        assert words in box.itemText(box.findData("volume"))
    find(view, QToolButton, "scene.more").click()
    assert ("slow" in box.itemText(box.findData("volume"))) is view.canvas.draws_in_software
    more.hide()


def test_a_legend_gets_room_while_the_whole_board_is_in_sight(make_view):
    view = make_view(Board.cube(3, 3))

    def rightmost():
        corners = np.array([0, 2, 6, 8, 18, 20, 24, 26])
        return max(view.scene.project(int(cell))[0] for cell in corners)

    before = rightmost()
    view.document.set_overlay(Overlay(np.ones(27, dtype=np.int64), 1, "test"))
    assert rightmost() < before - 10
    view.document.set_overlay(None)
    assert rightmost() == pytest.approx(before)
