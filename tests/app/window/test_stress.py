"""Five hundred random actions on the real main window leave everything in agreement."""

import numpy as np
import pytest
import pyvista as pv
from PySide6.QtCore import QCoreApplication

from nqviz import Board, Placement
from nqviz.rendering.scene import BoardScene
from tests.campaign.person import Person
from tests.campaign.sessions import check_document

ACTIONS, CHECK_EVERY, SEED = 500, 25, 20_241


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


def check_layers(window):
    """What was painted change by change is what is painted anew."""
    grid = window.layers.grid
    assert grid.arrangement.board.shape == window.document.board.shape
    kept = grid.grab().toImage()
    grid._canvas._painted = None  # else what did not change is not painted again
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
        fresh.look(view.scene.camera.state())
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


@pytest.mark.usefixtures("drawn_scenes")
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
