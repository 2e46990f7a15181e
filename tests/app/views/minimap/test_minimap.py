"""The minimap: which cube is in sight, by clicks, keys, playing and steppers."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QToolButton

from nqviz import Board, Placement
from nqviz.view.palette import DARK, LIGHT
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.views.minimap.minimap import Minimap
from nqviz_app.widgets.fields import Stepper

from ...window_driver import find

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def make_minimap(show):
    def make(board, cells=(), width=1728):
        document = Document(window_state(Placement(board, cells)))
        view = Minimap(document)
        view.document = document
        document.setParent(view)
        return show(view, (width, view.height()))

    return make


def centre(view, *values):
    return view.card_rect(values).center().toPoint()


def test_a_click_brings_a_cube_into_sight(make_minimap, qtbot):
    view = make_minimap(Board.cube(5, 4), [(0, 0, 0, 1)])
    assert view.cubes.focus == (1,)  # where the queen stands
    qtbot.mouseClick(view, LEFT, pos=centre(view, 3))
    assert view.document.view.dims.fixed == {3: 3}
    qtbot.mouseClick(view, LEFT, pos=QPoint(4, 4))
    assert view.cubes.focus == (3,)
    assert view.cubes.queens().tolist() == [0, 1, 0, 0, 0]


def test_cards_stay_small_where_letters_are_large(make_window, qtbot):
    window = make_window(Placement(Board.cube(7, 4)))
    minimap, page = window.minimap, window.scene_page
    window.resize(1280, 768)
    qtbot.waitUntil(lambda: minimap.height() == 144)
    window.services.preferences.change(text_size=200)
    qtbot.waitUntil(lambda: 144 < minimap.height() < 0.33 * page.height())
    card = minimap.card_rect((0,))
    assert card.bottom() < minimap.height()
    assert minimap.cube_at(card.center()) == (0,)
    window.services.preferences.change(text_size=100)
    qtbot.waitUntil(lambda: minimap.height() == 144)


@pytest.mark.parametrize(
    ("n", "d", "width"), [(4, 10, 1728), (4, 10, 600), (4, 8, 600), (6, 7, 540)]
)
def test_all_steppers_and_squares_of_some_size_have_room(make_minimap, qtbot, n, d, width):
    view = make_minimap(Board.cube(n, d), width=width)
    boxes = [each.geometry() for each in view.findChildren(Stepper)]
    assert len(boxes) == d - 5
    assert all(view.rect().contains(box) for box in boxes)
    apart = [not box.intersects(other) for box in boxes for other in boxes if other is not box]
    assert all(apart)
    last = view.card_rect((n - 1, 0, *[0] * (d - 5)))
    assert last.width() >= 8
    assert last.right() < min(box.left() for box in boxes)
    qtbot.mouseClick(view, LEFT, pos=last.center().toPoint())
    assert view.cubes.focus == (n - 1, *[0] * (d - 4))


def test_a_double_click_shows_all_cubes_and_back(make_minimap, qtbot):
    view = make_minimap(Board.cube(5, 4))
    for expected in (None, (2,), None):
        qtbot.mouseClick(view, LEFT, pos=centre(view, 2))
        qtbot.mouseDClick(view, LEFT, pos=centre(view, 2))
        assert view.cubes.focus == expected


def test_keys_of_the_window_step_along_the_first_two_coordinates(make_window, qtbot):
    window = make_window(Placement(Board.cube(3, 5)))
    cubes = window.minimap.cubes
    control, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    right, left = Qt.Key.Key_Right, Qt.Key.Key_Left
    cubes.show((0, 0))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for key, modifiers, expected in (
        (right, control, (1, 0)),
        (right, control | alt, (1, 1)),
        (right, control, (2, 1)),
        (right, control, (2, 1)),
        (left, control, (1, 1)),
        (left, control | alt, (1, 0)),
        (left, control | alt, (1, 0)),
    ):
        qtbot.keyClick(window, key, modifiers)
        assert cubes.focus == expected
    steps = [action for name, action in window.actions_.items() if name.startswith("view.cube_")]
    assert [step.isEnabled() for step in steps] == [True] * 6
    window.document.load(window_state(Placement(Board.cube(3, 4))), "four")
    assert sum(step.isEnabled() for step in steps) == 4
    window.document.load(window_state(Placement(Board.cube(3, 3))), "three")
    assert not any(step.isEnabled() for step in steps)


def test_keys_step_and_show_all_cubes(make_minimap, qtbot):
    view = make_minimap(Board.cube(3, 5))
    found = []
    for key in ("Right", "Up", "Space", "Space", "Left"):
        qtbot.keyClick(view, getattr(Qt.Key, f"Key_{key}"))
        found.append(view.cubes.focus)
    assert found == [(1, 0), (1, 1), None, (0, 0), (0, 0)]


def test_the_cubes_play_until_they_are_stopped(make_minimap, qtbot, monkeypatch):
    monkeypatch.setattr("nqviz_app.views.minimap.minimap.PLAY_PAUSE", 10)
    view = make_minimap(Board.cube(3, 4))
    seen = []
    view.document.view_changed.connect(lambda: seen.append(view.cubes.focus))
    play = find(view, QToolButton, "minimap.play")
    qtbot.mouseClick(play, LEFT)
    qtbot.waitUntil(lambda: len(seen) >= 4)
    qtbot.mouseClick(play, LEFT)
    assert seen[:4] == [(1,), (2,), (0,), (1,)]
    QApplication.processEvents()
    count = len(seen)
    QApplication.processEvents()
    assert len(seen) == count
    qtbot.mouseClick(play, LEFT)
    view.hide()
    assert not play.isChecked()


def test_the_cursor_moves_along(make_minimap):
    view = make_minimap(Board.cube(4, 4))
    document = view.document
    document.set_cursor(document.board.index((1, 2, 3, 0)))
    view.cubes.show((2,))
    assert document.board.cell(document.cursor) == (1, 2, 3, 2)


def test_two_coordinates_make_rows_and_columns_and_more_have_steppers(make_minimap, qtbot):
    view = make_minimap(Board.cube(4, 6), [(0, 0, 0, 1, 2, 3)])
    view.cubes.show((0, 0, 0))
    qtbot.mouseClick(view, LEFT, pos=centre(view, 1, 2, 0))
    assert view.cubes.focus == (1, 2, 0)
    stepper = find(view, Stepper, "minimap.x6")
    stepper.setValue(4)
    assert view.cubes.focus == (1, 2, 3)
    assert view.cubes.queens()[1, 2, 3] == 1
    view.cubes.show((0, 0, 1))
    assert stepper.value() == 2
    left, right = view.card_rect((0, 0, 1)), view.card_rect((1, 1, 1))
    assert left.right() < right.left()
    assert right.bottom() < left.top()


def test_many_cubes_scroll_and_that_in_sight_is_in_sight(make_minimap):
    view = make_minimap(Board.cube(12, 4), width=900)
    view.cubes.show((11,))
    assert view.rect().contains(centre(view, 11))
    view.cubes.show((0,))
    assert view.rect().contains(centre(view, 0))


def test_other_coordinates_in_the_scene_make_other_cubes(make_minimap):
    view = make_minimap(Board((2, 3, 4, 5)), [(1, 2, 3, 4)])
    document = view.document
    document.set_view(type(document.view)(dims=document.view.dims.show((0, 1, 3))))
    assert view.cubes.axes == (2,)
    assert view.cubes.queens().tolist() == [0, 0, 0, 1]


def test_a_picture_shows_the_queens_of_its_cube_in_both_themes(make_minimap):
    view = make_minimap(Board.cube(4, 4), [(1, 1, 1, 2)])
    for theme in (DARK, LIGHT):
        view.set_theme(theme)
        image = view.grab().toImage()
        cards = [image.copy(view.card_rect((value,)).toRect()) for value in (1, 2, 3)]
        assert cards[0] != cards[1]
    pictures = [view.cubes._made[value,].toImage() for value in (1, 2, 3)]
    assert pictures[0] == pictures[2] != pictures[1]


def test_a_click_paints_only_the_cubes_whose_queens_change(make_minimap, monkeypatch, qtbot):
    view = make_minimap(Board.cube(4, 4), [(1, 1, 1, 2), (0, 2, 1, 3)])
    kept = [view.cubes._made[value,] for value in range(4)]
    document, updates = view.document, []
    monkeypatch.setattr(view, "update", lambda *part: updates.append(part))
    before = view.grab().toImage()
    document.toggle(document.board.index((3, 3, 3, 1)))
    ((box,),) = updates
    after = view.grab().toImage()
    assert [view.cubes._made[value,] is kept[value] for value in range(4)] == [1, 0, 1, 1]
    assert view.card_rect((1,)).toRect().adjusted(-3, -3, 3, 3).contains(box)
    differing = [
        QPoint(x, y)
        for x in range(before.width())
        for y in range(before.height())
        if before.pixel(x, y) != after.pixel(x, y)
    ]
    assert differing
    assert all(map(box.contains, differing))
