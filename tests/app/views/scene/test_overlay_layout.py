"""Overlays never meet, at any size of the window and of the text."""

from itertools import combinations, product

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication

from nqviz import Board
from nqviz.view.overlay import Overlay
from nqviz_app.views.scene.hover_card import AWAY, beside
from nqviz_app.views.scene.overlay_layout import (
    SMALL_INSET,
    Needs,
    arrange,
    inset_of,
    is_narrow,
)
from nqviz_app.widgets.focus_order import in_layout
from tests.app.window_driver import dress

SCENES = {
    (1100, 640): (932, 572),
    (1366, 768): (1198, 700),
    (1920, 1080): (1752, 1012),
    (2560, 1440): (2392, 1372),
}
"""The size of the scene without a drawer, for each size of the window."""
DRAWER = 320
MARKERS = ("compact", "icons")


def needs_at(scale, **others):
    def size(width, height):
        return QSize(round(width * scale), round(height * scale))

    cube = min(scale, 1.5)
    return Needs(
        verdict=(size(330, 64), size(190, 64)),
        dock=(size(464, 40), size(196, 40)),
        cube=(QSize(112, 112) * cube, QSize(80, 80) * cube),
        ruler=round(44 * min(scale, 1.6)),
        scale=scale,
        **others,
    )


def shown(rects):
    return {name: rect for name, rect in rects.items() if name not in MARKERS}


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("window", list(SCENES))
@pytest.mark.parametrize("drawer", [0, DRAWER])
@pytest.mark.parametrize("is_left", [False, True])
def test_no_two_rectangles_meet(window, scale, drawer, is_left):
    width, height = SCENES[window]
    room = QSize(round(width - drawer * scale), height)
    card = QSize(min(round(360 * scale), room.width() - 100), round(173 * scale))
    needs = needs_at(
        scale, card=card, legend=QSize(round(270 * scale), round(20 * scale)), is_left=is_left
    )
    rects = shown(arrange(room, inset_of(window[0]), needs))
    assert {"verdict", "dock"} <= rects.keys()
    for one, other in combinations(rects, 2):
        assert not rects[one].intersects(rects[other]), (one, other)
    for name, rect in rects.items():
        if room.width() < 2 * DRAWER:  # a drawer with large text in the smallest window
            break
        assert name == "dock" or "ruler" in rects
        assert QRect(QPoint(), room).contains(rect), name


def test_nothing_is_left_out_at_the_usual_sizes():
    for window, (width, height) in SCENES.items():
        needs = needs_at(1.0, card=QSize(360, 173))
        rects = arrange(QSize(width, height), inset_of(window[0]), needs)
        assert {"verdict", "cube", "ruler", "dock", "card"} <= rects.keys(), window


def test_little_room_makes_the_dock_and_the_verdict_small():
    rects = arrange(QSize(878, 700), 20, needs_at(1.0))
    assert {"icons", "compact"} <= rects.keys()
    assert is_narrow(QSize(1200, 700), 24, 1.5)
    assert is_narrow(QSize(936, 600), 20)
    assert not is_narrow(QSize(936, 1012), 24), "half of a wide window"
    rects = arrange(QSize(1752, 1012), 24, needs_at(1.0))
    assert not {"icons", "compact"} & rects.keys()


def test_the_hover_card_flips_at_the_edges():
    size, room = QSize(270, 64), QSize(1000, 600)
    assert beside(QPoint(100, 100), size, room).topLeft() == QPoint(100 + AWAY, 100 + AWAY)
    assert beside(QPoint(900, 100), size, room).right() < 900 - AWAY + 1
    assert beside(QPoint(100, 560), size, room).bottom() < 560 - AWAY + 1


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("size", [(558, 572), (932, 572), (1198, 700), (1752, 1012)])
def test_the_overlays_of_a_scene_do_not_meet(make_view, size, text):
    view = make_view(Board.cube(11, 3), size=size)
    dress(view, text_size=text)
    view.overlays.show_card()
    view.document.set_overlay(Overlay(np.arange(1331.0), 2000, "counts"))
    QApplication.processEvents()
    rects = {}
    for name, part in view.overlays.parts.items():
        if part.isVisible():
            rects[name] = getattr(part, "plate_in_parent", part.geometry())
    assert {"verdict", "dock", "ruler"} <= rects.keys()
    for one, other in combinations(rects, 2):
        assert not rects[one].intersects(rects[other]), (one, other)
    dress(view)


def test_tab_goes_through_the_overlays(make_view):
    view = make_view(Board.cube(5, 3), size=(1100, 640))
    reached = [each.objectName() for each in in_layout(view)]
    order = ["scene.view", "verdict.badge", "scene.cube", "ruler.all", "ruler.layer", "dock.fit"]
    assert [name for name in reached if name in order] == order


def test_the_board_leaves_room_for_the_ruler_and_for_numbers(make_view):
    view = make_view(Board.cube(5, 3), size=(936, 1012))
    left, top, right, bottom = view.scene.screen_box()
    assert view.overlays.ruler.x() - right > 50
    assert left > 50
    assert top >= 20
    assert bottom < view.overlays.dock.plate_in_parent.top()


@pytest.mark.parametrize("size", [(1112, 932), (1432, 932), (878, 700), (1432, 1012), (936, 1012)])
def test_the_view_cube_is_clear_of_the_box(make_view, size):
    """As beside a drawer in windows of 1600 x 1000, 1366 x 768 and 1920 x 1080, and without one."""
    view = make_view(Board.cube(11, 3), size=size)
    cube, hull = view.overlays.cube, view.scene.hull()
    corners = [cube.point(np.array(place) / 2) for place in product((-1, 1), repeat=3)]
    left, foot = min(p.x() for p in corners), max(p.y() for p in corners)
    beside = hull[:, 0] < cube.x() + left - 3
    below = hull[:, 1] > cube.y() + foot + 3
    assert (beside | below).all(), (cube.geometry(), left, foot, hull)


@pytest.mark.parametrize("size", [(659, 568), (558, 572), (932, 572)])
def test_the_box_of_a_cube_is_clear_of_the_words_above_it(make_view, size):
    """As beside layers on half of a window of 1366 x 768, and in windows of little room."""
    view = make_view(Board.cube(7, 4), size=size)
    words, hull = view.overlays.verdict.word_rects, view.scene.hull()
    edges = [pair for pair in combinations(range(8), 2) if (pair[0] ^ pair[1]).bit_count() == 1]
    along = np.linspace(0, 1, 200)[:, None]
    for first, last in edges:
        for x, y in hull[first] + along * (hull[last] - hull[first]):
            near = [
                place for place in words if place.adjusted(-4, -4, 4, 4).contains(int(x), int(y))
            ]
            assert not near, (near, x, y)


def test_the_board_stays_where_it_is_while_words_come_and_go(make_view):
    view = make_view(Board.cube(4, 5), size=(726, 720))
    insets = []
    for cell in (0, 1, 1, 1, 1):
        view.document.toggle(cell)
        view.overlays.verdict.refresh()
        insets.append(view.overlays.insets)
    words = view.overlays.verdict.words
    assert words.badge != "1 attack", "the last click removed a queen"
    assert insets[2:] == insets[1:2] * 3, "the board moved to and fro"
    view.overlays.arrange()
    assert view.overlays.insets[1] < insets[1][1], "it keeps the room for good"


def test_a_legend_beside_the_dock_reaches_as_low_in_little_room():
    rects = arrange(QSize(878, 700), SMALL_INSET, needs_at(1.0, legend=QSize(270, 20)))
    legend, dock = rects["legend"], rects["dock"]
    assert legend.right() < dock.left()
    assert 0 <= dock.bottom() - legend.bottom() <= 3, "the name of a coordinate is just above it"
