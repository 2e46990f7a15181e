"""Measures of the window: the share of the board, overlaps of overlays, and primary buttons."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton
from scipy.spatial import ConvexHull

from nqviz import Board, Placement
from nqviz.constructions import FAMILIES, cut_state
from nqviz.constructions.from_catalogue import best_record, load_record
from nqviz.run.context import RunContext
from tests.looks.combinations import STATES, placement
from tests.looks.faults import faults, overlays, texts

SIZES = [(1100, 640), (1366, 768), (1920, 1080), (2560, 1440)]


def sized(make_window, qtbot, placement, size, share="strip"):
    window = make_window(placement)
    window.actions_[f"view.layers_{share}"].trigger()
    window.resize(*size)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == size)
    drawn(window, qtbot)
    return window


def drawn(window, qtbot):
    """Wait until the scene is drawn as the window asks for."""
    qtbot.waitUntil(lambda: not window.scene._turn.isActive())
    qtbot.wait(30)
    qtbot.waitUntil(lambda: not window.scene._turn.isActive())


def share_of_hull(window):
    """Return the area of the projected box of the board, as a share of the window."""
    corners = np.asarray(window.scene.scene.hull())
    ratio = window.devicePixelRatioF()
    return ConvexHull(corners).volume / ratio**2 / (window.width() * window.height())


def best(n, d):
    return best_record(Board.cube(n, d))


@pytest.mark.parametrize(
    ("placement", "size", "share", "least"),
    [
        ((11, 3), (1920, 1080), "strip", 0.30),
        ((11, 3), (1366, 768), "strip", 0.25),
        ((7, 4), (1920, 1080), "strip", 0.24),
        ((8, 2), (1920, 1080), "strip", 0.35),
        ((5, 3), (1920, 1080), "half", 0.18),
    ],
)
def test_the_board_takes_its_share_of_the_window(make_window, qtbot, placement, size, share, least):
    n, d = placement
    there = Placement(Board.cube(n, d)) if d == 2 else best(n, d)
    window = sized(make_window, qtbot, there, size, share)
    assert share_of_hull(window) >= least
    window.drawers.open("board")
    qtbot.waitUntil(lambda: window.pages.x() > window.drawers.open_width)
    drawn(window, qtbot)
    if (d, share) == (3, "strip"):
        assert share_of_hull(window) >= least


def test_the_board_takes_its_share_of_a_presentation(make_window, qtbot):
    """Beside the text of a lesson, on a screen of 1920 x 1080."""
    window = sized(make_window, qtbot, best(11, 3), (1920, 1080))
    window.drawers.open("lessons")
    window.lessons_panel.start(4)
    qtbot.waitUntil(lambda: not window.runner.jobs)
    window.presentation.enter()
    window.resize(1920, 1080)
    window.pages.back()
    window.document.set_view(replace(window.document.view, gap=0.0, camera=None))
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (1920, 1080))
    drawn(window, qtbot)
    assert share_of_hull(window) >= 0.33
    window.presentation.leave()


@pytest.mark.parametrize("board", [(8, 2), (11, 3), (7, 4), (4, 5), (3, 6)])
def test_nothing_overlaps_and_nothing_is_cut_off(make_window, qtbot, board):
    """Overlays, texts of the scene and controls, in the usual states and sizes.

    ``python -m tests.looks.combinations`` goes through more boards, both themes and a scale.
    """
    window = make_window(placement(*board))
    wrong = []
    for state in ("plain", "density", "conflicts", "presentation"):
        STATES[state](window)
        for size in SIZES:
            window.resize(*size)
            qtbot.waitUntil(lambda size=size: (window.width(), window.height()) == size)
            drawn(window, qtbot)
            places = overlays(window)
            assert state == "presentation" or {"verdict", "dock"} <= set(places)
            wrong += [f"{state} {size}: {each}" for each in faults(window)]
        window.document.set_overlay(None)
        window.drawers.close_drawer()
        window.drawers.finish()
    window.presentation.leave()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("board", [(3, 3), (4, 3), (3, 4), (8, 2)])
def test_nothing_touches_beside_an_open_drawer(make_window, qtbot, board):
    """The numbers and names of large cells reach far out of their board."""
    window = make_window(placement(*board))
    wrong = []
    for size in SIZES[1:3]:
        window.resize(*size)
        qtbot.waitUntil(lambda size=size: (window.width(), window.height()) == size)
        for name in window.drawers.names:
            window.drawers.open(name)
            window.drawers.finish()
            qtbot.waitUntil(lambda: not window.runner.jobs)
            drawn(window, qtbot)
            assert texts(window)
            wrong += [f"{name} {size}: {each}" for each in faults(window)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("board", [(3, 3), (7, 4), (4, 5)])
def test_nothing_touches_in_a_low_window(make_window, qtbot, board):
    """Where dock, legend and verdict take a large part of the height."""
    window = make_window(placement(*board))
    wrong = []
    for state in ("plain", "density", "conflicts"):
        STATES[state](window)
        for size in [(1100, 640), (1280, 640), (1366, 640)]:
            window.resize(*size)
            qtbot.waitUntil(lambda size=size: (window.width(), window.height()) == size)
            drawn(window, qtbot)
            wrong += [f"{state} {size}: {each}" for each in faults(window)]
        window.document.set_overlay(None)
        window.drawers.close_drawer()
        window.drawers.finish()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("board", [(3, 3), (4, 3), (11, 3), (8, 2), (7, 4), (4, 5)])
def test_nothing_covers_coordinates_in_large_letters(make_window, qtbot, board):
    """At 200 % all that floats over the scene is twice as large, and so is what is written.

    From four dimensions on there is no room for coordinates then beside a drawer, or half layers.
    """
    window = make_window(placement(*board))
    wrong = []
    for text in (100, 200):
        window.services.preferences.change(text_size=text)
        for state in ("density", "plain", "conflicts", "drawer"):
            window.actions_["view.layers_strip"].trigger()  # that of conflicts is another one
            STATES.get(state, lambda _: window.drawers.open("history"))(window)
            for size in [(1280, 768), (1366, 768)]:
                window.resize(*size)
                qtbot.waitUntil(lambda size=size: (window.width(), window.height()) == size)
                drawn(window, qtbot)
                assert texts(window) or (text == 200 and board[1] > 3 and state != "plain")
                found = [each for each in faults(window) if each.startswith("the text")]
                wrong += [f"{text} % {state} {size}: {each}" for each in found]
            window.document.set_overlay(None)
            window.drawers.close_drawer()
            window.drawers.finish()
    window.services.preferences.change(text_size=100)
    assert not wrong, "\n".join(wrong)


def primaries(window):
    return [
        push.objectName()
        for push in window.findChildren(QPushButton)
        if push.isVisible()
        and push.isEnabled()
        and (push.property("kind") == "primary" or push.property("primary"))
        and not push.visibleRegion().isEmpty()
    ]


def test_at_most_one_primary_button_is_seen(make_window, qtbot):
    window = make_window(load_record("5x5x5-13").placement)
    window.first_view.begin()
    counts = {"first view": primaries(window)}
    for name in window.drawers.names:
        window.drawers.open(name)
        qtbot.waitUntil(lambda: not window.runner.jobs)
        counts[name] = primaries(window)
    for page in ("atlas", "compare", "square"):
        window.drawers.close_drawer()
        window.pages.show_page(page)
        qtbot.waitUntil(lambda: not window.runner.jobs)
        counts[page] = primaries(window)
    window.pages.back()
    window.document.toggle(int(window.document.placement().indices[0]))
    window.drawers.open("solve")
    window.solve_panel.run()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    counts["solved"] = primaries(window)
    assert {name: found for name, found in counts.items() if len(found) > 1} == {}
    assert counts["solved"] == ["solve.accept"]


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_the_first_card_covers_no_coordinate(make_window, qtbot, size):
    window = sized(make_window, qtbot, best(11, 3), size)
    window.first_view.begin()
    drawn(window, qtbot)
    assert "card" in overlays(window)
    assert [each for each in faults(window) if each.startswith("the text")] == []


def test_a_cut_is_in_sight_on_its_outer_board_at_once(make_window, qtbot):
    window = make_window(Placement(Board.cube(9, 3)))
    qtbot.waitUntil(lambda: window.document.view.camera is not None)
    drawn(window, qtbot)
    qtbot.waitUntil(lambda: not window.scene.camera.fits_next)
    context = RunContext(progress=lambda _progress: None, stop=Event())
    built = FAMILIES["subcube"].construct(Board.cube(9, 3), {}, context)
    window.document.load(cut_state(built), "A cut")
    camera, outer = window.scene.scene.camera, window.document.board
    places = camera.project(window.scene.arrangement().positions(np.arange(outer.size)))
    assert outer.shape == (11, 11, 11)
    assert (places >= 0).all()
    assert (places < camera.size).all()
