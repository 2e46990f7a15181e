"""What is chosen about the scene: its look, the turntable, the torus, cliques."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QToolButton

from nqviz import Board, Placement
from nqviz.core.attack_counts import AttackCounts
from nqviz.rendering.scene.wrapped import Wrapped
from nqviz_app.document.board_tab import window_state
from nqviz_app.views.layers.layers_view import LayersView
from nqviz_app.views.scene.layer_steps import set_active_layer
from nqviz_app.views.scene.look_actions import look_menu, show_axes
from tests.app.window_driver import find


def load(view, board):
    view.document.load(window_state(Placement(board)), str(board))


def running_timers(view):
    return [timer for timer in view.findChildren(QTimer) if timer.isActive()]


def look(view, field, value):
    """Choose a row of the menu of how the scene looks."""
    menu = look_menu(view.document)
    found = [each for each in menu.look_actions() if each.data() == (field, value)]
    assert found, (field, value)
    found[0].trigger()
    assert found[0].isChecked() is (getattr(view.document.view, field) == value)
    menu.deleteLater()


def offered(view, field):
    menu = look_menu(view.document)
    menu.deleteLater()
    return [each.data()[1] for each in menu.look_actions() if each.data()[0] == field]


def test_queens_are_coloured_by_what_is_chosen(make_view):
    view = make_view(cells=[(0, 0, 0), (1, 1, 1), (4, 2, 3)])
    for by in ("theme", "ring", "attacks", "density", "x1", "x3", "layer"):
        look(view, "colour", by)
        assert view.options().colour == by
        view._end_turn()


def test_the_colouring_fits_the_board(make_view):
    view = make_view(Board.cube(4, 4))
    look(view, "colour", "x4")
    assert view.options().colour == "x4"
    load(view, Board.cube(4, 2))
    assert view.options().colour == "theme"
    assert "layer" not in offered(view, "colour")
    load(view, Board.cube(5, 4))
    assert view.options().colour == "x4", "the choice is not forgotten"


def test_another_board_keeps_the_submenus(make_view):
    view = make_view(Board.cube(5, 3))
    menu = look_menu(view.document)
    before = [each.menu() for each in menu.actions() if each.menu()]
    load(view, Board.cube(6, 3))
    after = [each.menu() for each in menu.actions() if each.menu()]
    assert before
    assert [id(each) for each in after] == [id(each) for each in before]
    menu.deleteLater()


def test_the_menu_follows_the_view_state(make_view):
    view = make_view(Board.cube(4, 4))
    menu = look_menu(view.document)
    state = replace(view.document.view, style="cube", fade=True, clique="star", clique_size=3)
    view.document.set_view(show_axes(state, (0, 3, 1)))
    checked = {each.data() for each in menu.look_actions() if each.isChecked()}
    assert {
        ("style", "cube"),
        ("fade", True),
        ("clique", "star"),
        ("clique_size", 3),
        ("scene", (0, 3, 1)),
    } <= checked
    load(view, Board.cube(5, 2))
    assert not [each for each in menu.look_actions() if each.data()[0] == "scene"]
    menu.deleteLater()


def test_one_block_stays_one_block_when_coordinates_are_exchanged(make_view):
    view = make_view(Board.cube(4, 4))
    document = view.document
    document.set_view(replace(document.view, dims=replace(document.view.dims, fixed={3: 2})))
    shows = find(view, QComboBox, "verdict.shows")
    shows.setCurrentIndex(shows.findText("x1, x2, x4"))
    assert view.arrangement().shown == (0, 1, 3)
    assert not view.arrangement().spread


def test_layers_are_coloured_as_long_as_nothing_is_chosen(make_view):
    view = make_view(Board.cube(4, 2))
    load(view, Board.cube(4, 3))
    assert view.options().colour == "layer"


def test_switches(make_view):
    view = make_view()
    for name in ("lattice", "labels", "fade", "parallel"):
        before = getattr(view.options(), name)
        look(view, name, True)
        assert getattr(view.options(), name) is not before


def test_queens_can_be_left_out(make_view):
    view = make_view(cells=[(0, 0, 0), (1, 1, 1), (4, 2, 3)])
    view.document.toggle_given(view.document.board.index((4, 2, 3)))
    set_active_layer(view.document, 1)
    for choice, expected in (
        ("all", [(0, 0, 0), (1, 1, 1), (4, 2, 3)]),
        ("layer", [(1, 1, 1)]),
        ("attacked", [(0, 0, 0), (1, 1, 1)]),
        ("given", [(4, 2, 3)]),
    ):
        look(view, "queens", choice)
        view._end_turn()
        left = [view.document.board.cell(int(i)) for i in view.scene._frame.picture.queens]
        assert left == expected


# The turntable and the films ------------------------------------------------------------------


def test_the_turntable_turns_until_the_board_is_dragged(make_view, qtbot):
    view = make_view()
    push = find(view, QToolButton, "dock.turntable")
    azimuth = view.scene.camera.azimuth
    push.click()
    qtbot.waitUntil(lambda: view.scene.camera.azimuth > azimuth + 1)
    view.canvas.turned.emit(30.0, 5.0)
    assert not push.isChecked()
    assert not view.camera.turntable.is_turning
    azimuth = view.scene.camera.azimuth
    assert view._rest in running_timers(view)
    QApplication.processEvents()  # a tick that was due already comes now
    assert view.scene.camera.azimuth == azimuth


def test_the_turntable_stops_when_the_scene_is_hidden(make_view):
    view = make_view()
    find(view, QToolButton, "dock.turntable").click()
    view.hide()
    assert not view.camera.turntable.is_turning


# The torus --------------------------------------------------------------------------------------


def test_only_a_flat_torus_board_can_be_wrapped(make_view):
    for board, can in (
        (Board.cube(6, 2), False),
        (Board.cube(4, 3, torus=True), False),
        (Board((6, 9), torus=True), True),
    ):
        view = make_view(board)
        assert bool(offered(view, "wrapped")) is can


def test_queens_are_placed_on_the_torus(make_view):
    board = Board((7, 11), torus=True)
    view = make_view(board)
    look(view, "wrapped", True)
    view._end_turn()
    arrangement = view.arrangement()
    assert isinstance(arrangement, Wrapped)
    cells = board.cells(np.arange(board.size))
    towards = arrangement.normals(cells) @ view.scene.camera.direction
    index = int(np.argmax(towards))
    x, y = view.scene.camera.project(arrangement.surface(cells[index]))
    view.canvas.clicked.emit(float(x), float(y), False)
    assert view.document.is_queen(index)
    view.camera.look_from("front")
    look(view, "wrapped", True)
    assert not isinstance(view.arrangement(), Wrapped)


# Cliques ------------------------------------------------------------------------------------------


def test_the_clique_follows_the_cursor(make_view):
    view = make_view(Board.cube(7, 3))
    board = view.document.board
    look(view, "clique", "star")
    look(view, "clique_size", 2)
    assert view.document.picture().clique is None, "there is no cursor"
    view.document.set_cursor(board.index((3, 3, 3)))
    assert len(view.document.picture().clique) == 7
    view.document.set_cursor(board.index((0, 0, 0)))
    assert len(view.document.picture().clique) == 4
    look(view, "clique", "cube")
    assert board.index((1, 1, 1)) in view.document.picture().clique
    look(view, "clique", None)
    assert view.document.picture().clique is None


def test_an_odd_cycle_goes_through_the_cursor(make_view):
    view = make_view(Board.cube(7, 2))
    board = view.document.board
    look(view, "clique", "odd-cycle")
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
    look(view, "clique", "star")
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
    look(view, "clique", "star")
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
    assert not offered(view, "clique")


def test_the_way_to_draw_a_density(make_view):
    view = make_view()
    for drawn_as in ("colour", "slice", "volume", "size"):
        look(view, "density", drawn_as)
        assert view.options().density == drawn_as


def test_the_menu_says_that_clouds_are_slow(make_view):
    view = make_view()
    menu = look_menu(view.document)
    menu.draws_in_software = lambda: True
    menu.aboutToShow.emit()
    assert any("slow" in each.text() for each in menu.look_actions())
    menu.deleteLater()
