"""Five hundred random actions on the real main window leave everything in agreement."""

import random
from dataclasses import replace

import numpy as np
import pytest
import pyvista as pv
from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSpinBox

from nqviz import AttackCounts, Board, Placement
from nqviz.rendering.scene import BoardScene
from nqviz.view.view_state import (
    CLIQUES,
    COLOURINGS,
    DENSITIES,
    FLAT_VIEWS,
    QUEENS,
    SHARES,
    STYLES,
)
from nqviz_app.document.board_tab import window_state

ACTIONS, CHECK_EVERY, SEED = 500, 25, 20_241
SMALL = [
    Board.cube(8, 2),
    Board.cube(5, 3),
    Board((4, 5, 3)),
    Board.cube(5, 2, torus=True),
    Board.cube(3, 4),
    Board.cube(6, 1),
]
CONSTRUCTIONS = [("classical", 9, 2), ("regular", 11, 3), ("subcube", 7, 3), ("subcube", 4, 3)]


class Person:
    """Does one random thing after another to a window."""

    def __init__(self, window, seed):
        self.window, self.random = window, random.Random(seed)
        self.next = random.Random(seed)  # what comes next does not depend on what was found
        self.done = []
        frequent = [self.toggle] * 10 + [self.click] * 4 + [self.toggle_given] * 3
        frequent += [self.undo] * 6 + [self.redo] * 3 + [self.edit] * 6 + [self.look] * 8
        self.choices = frequent + [
            self.construct,
            self.construct,
            self.other_board,
            self.new_tab,
            self.switch_tab,
            self.switch_tab,
            self.close_tab,
            self.solve,
            self.solve,
            self.stop,
            self.accept,
            self.discard,
            self.density,
            self.theme,
        ]

    def act(self):
        action = self.next.choice(self.choices)
        self.done.append(action.__name__)
        action()

    @property
    def document(self):
        return self.window.document

    def cell(self):
        return self.random.randrange(self.document.board.size)

    def find(self, kind, name):
        widget = self.window.findChild(kind, name)
        assert widget is not None, name
        return widget

    def press(self, name):
        self.find(QPushButton, name).click()  # what is disabled does nothing

    # Queens

    def toggle(self):
        self.document.toggle(self.cell())

    def toggle_given(self):
        self.document.toggle_given(self.cell())

    def click(self):
        grid = self.window.layers.grid
        place = QPointF(self.window.layers.cell_center(self.cell())).toPoint()
        if grid.rect().contains(place):
            QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=place)

    def undo(self):
        for _ in range(self.random.randint(1, 4)):
            self.window.actions_["edit.undo"].trigger()

    def redo(self):
        for _ in range(self.random.randint(1, 4)):
            self.window.actions_["edit.redo"].trigger()

    def edit(self):
        editing, document = self.window.editing, self.document
        document.set_selection({self.cell() for _ in range(5)} | document.selection)
        axis = self.random.randrange(document.board.d)
        self.random.choice(
            [
                editing.select_all,
                editing.select_none,
                editing.delete,
                editing.lock,
                editing.unlock,
                editing.copy,
                editing.paste,
                lambda: editing.move(axis, self.random.choice((-1, 1))),
                lambda: editing.reverse(axis),
                lambda: editing.translate(axis),
                document.clear,
                document.unlock_all,
                self.random.choice(editing.board_actions()).trigger,
            ]
        )()

    # Boards and tabs

    def construct(self):
        family, n, d = self.random.choice(CONSTRUCTIONS)
        self.find(QSpinBox, "board.n").setValue(n)
        self.find(QSpinBox, "board.d").setValue(d)
        self.find(QAbstractButton, f"constructions.family.{family}").click()
        self.press("constructions.load")

    def other_board(self):
        board = self.random.choice(SMALL)
        self.document.load(window_state(Placement(board)), f"New {board}")

    def new_tab(self):
        if len(self.window.tabs.board_tabs) < 4:
            self.window.actions_["file.new"].trigger()

    def switch_tab(self):
        self.window.tabs.show_place(self.random.randrange(len(self.window.tabs.board_tabs)))

    def close_tab(self):
        self.document.undo_stack.setClean()  # else it asks
        self.window.actions_["file.close"].trigger()

    # Looking

    def look(self):
        """Change one thing of the view state, as menus, drawers and overlays do."""
        board, view = self.document.board, self.document.view
        low, high = sorted(self.random.randrange(board.shape[-1]) for _ in range(2))
        name, values = self.random.choice(
            [
                ("share", SHARES),
                ("active_layer", (None, *range(board.shape[-1]))),
                ("clip", ({}, {board.d - 1: (low, high)})),
                ("gap", (0.0, 0.4, 1.5)),
                ("colour", (*COLOURINGS, "x1")),
                ("style", STYLES),
                ("queens", QUEENS),
                ("density", DENSITIES),
                ("clique", (None, *CLIQUES)),
                ("flat", FLAT_VIEWS),
                *((flag, (False, True)) for flag in ("free", "labels", "fade", "parallel")),
            ]
        )
        change = {name: self.random.choice(values)}
        self.document.set_view(replace(view, **change).on(board))

    def theme(self):
        self.window.actions_[f"view.theme_{self.random.choice(('light', 'dark'))}"].trigger()

    def density(self):
        if self.document.board.size <= 64:
            self.press(self.random.choice(("density.show", "density.hide")))

    # Solving

    def solve(self):
        self.window.solve_panel.run()

    def stop(self):
        self.window.solve_panel.stop()

    def accept(self):
        self.window.solve_panel.accept()

    def discard(self):
        self.window.solve_panel.discard()


# What must agree -----------------------------------------------------------------------------


def drawn(scene):
    """Return the arrays of everything that a scene draws, thing by thing."""
    things = []
    for prop in (*scene._groups.board_props, *scene._groups.front_props):
        mapper = prop.GetMapper() if hasattr(prop, "GetMapper") else None
        if mapper is None or not mapper.GetNumberOfInputConnections(0):
            things.append({})
            continue
        data = mapper.GetInput()
        if not prop.GetVisibility() or not data.GetNumberOfPoints():
            things.append({})
            continue
        mesh = pv.wrap(data)
        arrays = {name: np.asarray(mesh.point_data[name]) for name in mesh.point_data}
        things.append({"points": np.asarray(mesh.points), **arrays})
    return things


def check_document(document):
    fresh = AttackCounts.of(document.placement())
    counts = document.counts
    assert np.array_equal(counts.counts, fresh.counts)
    assert np.array_equal(counts.occupied, fresh.occupied)
    assert (counts.queens, counts.free, counts.conflicts) == (
        fresh.queens,
        fresh.free,
        fresh.conflicts,
    )
    assert all(counts.occupied[cell] for cell in document.givens)
    assert all(0 <= cell < document.board.size for cell in document.selection)


def check_layers(window):
    """What was painted change by change is what is painted anew."""
    grid = window.layers.grid
    assert grid.arrangement.board.shape == window.document.board.shape
    kept = grid.grab().toImage()
    grid._canvas._ground = None  # else blocks that did not change are not painted again
    grid.refresh()
    assert grid.grab().toImage() == kept


def check_scene(window):
    """What was put on the scene change by change is what a new scene gets."""
    view = window.scene
    size = view.canvas.plotter.render_window.GetSize()  # how many texts there are depends on it
    plotter = pv.Plotter(off_screen=True, window_size=size)
    try:
        fresh = BoardScene(plotter, window.theme)
        fresh.show(window.document.picture(), view.arrangement(), view.shown_options())
        fresh.look(view.scene.camera.pose())
        ours, anew = drawn(view.scene), drawn(fresh)
        fresh.close()
    finally:
        plotter.close()
    assert len(ours) == len(anew)
    for number, (one, other) in enumerate(zip(ours, anew, strict=True)):
        assert one.keys() == other.keys(), number
        for name, array in one.items():
            assert np.array_equal(array, other[name]), (number, name)


def check(window):
    QCoreApplication.processEvents()
    while window.scene._turn.isActive():  # results of a search may come with the last events
        QCoreApplication.processEvents()
    check_document(window.document)
    check_layers(window)
    check_scene(window)


@pytest.mark.timeout(600)  # a quarter of a minute, where nothing else runs
def test_five_hundred_random_actions(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3)))
    window.resize(1000, 700)
    person = Person(window, SEED)
    for turn in range(1, ACTIONS + 1):
        try:
            person.act()
            if person.random.random() < 0.4:  # several actions may fall into one turn
                QCoreApplication.processEvents()
            if turn % CHECK_EVERY == 0:
                check(window)
        except Exception as error:
            error.add_note(f"action {turn}: ... {', '.join(person.done[-8:])}")
            raise
    assert {action.__name__ for action in person.choices} <= set(person.done)
    window.solve_panel.stop()
    for job in window.runner.jobs:
        job.stop()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    check(window)
    for tab in window.tabs.board_tabs:  # each history leads back to its start and on again
        window.tabs.show_tab(tab)
        queens = window.document.placement()
        position = tab.undo_stack.index()
        tab.undo_stack.setIndex(0)
        assert np.array_equal(tab.state.queens, tab.history.start.queens)
        tab.undo_stack.setIndex(position)
        assert window.document.placement() == queens
        check_document(window.document)
