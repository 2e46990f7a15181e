"""The Symmetry drawer: its words, the gallery by mouse and keys, previews, and the comparison."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QWidget

from nqviz import Board, Placement
from nqviz.constructions import classical, regular
from nqviz.core.symmetry import symmetries
from nqviz.formats import write_placement
from nqviz.view.palette import DARK, layer_colours
from nqviz_app.document.board_tab import BoardTab, window_state
from nqviz_app.drawers.symmetry.panel import SymmetryPanel
from nqviz_app.views.small_pictures import CUBE_SIDES, draw_thumb, sides_of
from nqviz_app.window.editing import Editing
from tests.app.window_driver import choose, find, text_of

KEYS = Qt.Key


@pytest.fixture
def make_drawer(make_panel):
    """Open the drawer on a placement; `tabs` are the boards that are open beside it."""

    def make(placement, tabs=()):
        def drawer(document, runner):
            editing = Editing(
                QApplication.activeWindow(), document, lambda: None, lambda _code: None
            )
            editing.setParent(document)
            return SymmetryPanel(document, runner, lambda: tabs, editing.apply)

        window = make_panel(drawer, placement)
        window.gallery = find(window, QWidget, "symmetry.gallery")
        return window

    return make


def hover(qtbot, window, number):
    gallery = window.gallery
    qtbot.mouseMove(gallery, QPoint(0, 0))
    qtbot.mouseMove(gallery, gallery.thumb_rect(number).center())


def click(qtbot, window, number):
    place = window.gallery.thumb_rect(number).center()
    qtbot.mouseClick(window.gallery, Qt.MouseButton.LeftButton, pos=place)


def shown(window):
    return Placement.from_indices(window.document.board, window.document.picture().queens)


def image(placement, number):
    return symmetries(placement.board)[number].placement(placement)


def test_the_words_say_how_many_images_differ(make_drawer):
    placement = regular(Board.cube(5, 2), shift=3)
    window = make_drawer(placement)
    assert text_of(window, "symmetry.count") == "2 different images"
    assert text_of(window, "symmetry.stabiliser") == (
        "4 of 8 symmetries keep this placement: quarter turn from axis 2 to axis 1."
        " It is doubly symmetric and doubly periodic."
    )
    window.document.toggle(int(placement.indices[0]))
    assert text_of(window, "symmetry.count") == "8 different images"
    assert "No symmetry of the square but the identity" in text_of(window, "symmetry.stabiliser")
    window.document.undo_stack.undo()
    assert text_of(window, "symmetry.count") == "2 different images"
    window.document.load(window_state(Placement(Board.cube(3, 3), [(1, 1, 1)])), "Middle")
    assert text_of(window, "symmetry.count") == "1 image"
    assert "Every symmetry of the cube" in text_of(window, "symmetry.stabiliser")


def test_nothing_is_said_of_the_classes_of_a_single_queen(make_drawer):
    window = make_drawer(Placement(Board.cube(5, 2), [(2, 2)]))
    words = text_of(window, "symmetry.stabiliser")
    assert words.startswith("Every symmetry of the square keeps this placement.")
    assert "It is" not in words


def test_an_image_is_previewed_and_applied_in_one_step(make_drawer, qtbot):
    placement = classical(8)
    window = make_drawer(placement)
    document = window.document
    assert document.hint == "Hover an image to see it here"
    hover(qtbot, window, 1)
    qtbot.waitUntil(lambda: shown(window) == image(placement, 1))
    assert document.hint == "Reversal of axis 2"
    assert document.placement() == placement
    assert document.undo_stack.count() == 0
    qtbot.mouseMove(window.gallery, window.gallery.thumb_rect(1).topRight() + QPoint(6, 3))
    qtbot.waitUntil(lambda: shown(window) == placement)
    click(qtbot, window, 1)
    assert document.placement() == image(placement, 1)
    assert document.undo_stack.count() == 1
    assert window.gallery.present == 1
    click(qtbot, window, 6)
    assert document.placement() == image(placement, 6)
    document.undo_stack.setIndex(0)
    assert document.placement() == placement
    assert window.gallery.present == 0


def test_given_queens_move_with_the_placement(make_drawer, qtbot):
    placement = classical(8)
    window = make_drawer(placement)
    window.document.toggle_given(int(placement.indices[0]))
    click(qtbot, window, 5)
    symmetry = symmetries(placement.board)[5]
    assert window.document.givens == {int(symmetry.indices(placement.indices[0]))}


def test_the_gallery_works_by_keys(make_drawer, qtbot):
    placement = regular(Board.cube(11, 3))
    window = make_drawer(placement)
    window.resize(330, 400)
    gallery = window.gallery
    gallery.setFocus()
    press = partial(qtbot.keyClick, gallery)
    press(KEYS.Key_Right)
    press(KEYS.Key_Down)
    assert shown(window) == image(placement, 5)
    assert "Image 6 of 48" in gallery.accessibleDescription()
    press(KEYS.Key_Left)
    press(KEYS.Key_Up)
    press(KEYS.Key_Up)  # there is no row above
    assert shown(window) == placement
    assert gallery.visibleRegion().boundingRect().contains(gallery.thumb_rect(0))
    press(KEYS.Key_End)
    assert gallery.visibleRegion().boundingRect().contains(gallery.thumb_rect(47))
    press(KEYS.Key_Return)
    assert window.document.placement() == image(placement, 47)
    assert gallery.present == 47


def test_a_closed_drawer_previews_nothing(make_drawer, qtbot):
    placement = classical(8)
    window = make_drawer(placement)
    qtbot.keyClick(window.gallery, KEYS.Key_Down)
    assert shown(window) != placement
    window.panel.hide()
    assert shown(window) == placement
    assert window.document.hint == ""


def test_some_of_the_images_are_shown(make_drawer):
    window = make_drawer(regular(Board.cube(5, 2), shift=3))
    box = find(window, QComboBox, "symmetry.images")
    texts = [box.itemText(row) for row in range(box.count())]
    assert texts == ["All 8", "4 rotations", "4 reflections", "2 different"]
    for data, count in (("all", 8), ("rotations", 4), ("reflections", 4), ("different", 2)):
        choose(window, "symmetry.images", data)
        assert len(window.gallery.shown) == count
    window.document.load(window_state(classical(8)), "Another")
    assert len(window.gallery.shown) == 4  # a half turn keeps it


def test_only_what_is_in_sight_is_painted(make_drawer, qtbot, monkeypatch):
    painted = []
    drawn = draw_thumb

    def draw(*arguments):
        painted.append(arguments)
        return drawn(*arguments)

    monkeypatch.setattr("nqviz_app.drawers.symmetry.gallery.draw_thumb", draw)
    placement = Placement(Board.cube(4, 5), [(0, 1, 2, 3, 0), (3, 1, 0, 0, 2), (2, 2, 1, 3, 3)])
    window = make_drawer(placement)
    assert len(window.gallery.shown) == 3840
    assert text_of(window, "symmetry.count") == "3,840 different images"
    qtbot.waitUntil(lambda: bool(painted))
    assert len(painted) < 100
    bar = window.panel.area.verticalScrollBar()
    bar.setValue(bar.maximum())
    QApplication.processEvents()
    assert len(painted) < 200
    click(qtbot, window, 3839)
    assert window.document.placement() == image(placement, 3839)


def pixel(pixmap, x, y):
    picture = pixmap.toImage().convertToFormat(QImage.Format.Format_RGB888)
    colour = picture.pixelColor(x, y)
    return colour.red(), colour.green(), colour.blue()


def test_a_thumb_shows_the_nearest_queen_in_the_colour_of_its_layer(qapp):
    board = Board.cube(3, 3)
    queens = np.sort(board.indices(np.array([(0, 0, 0), (0, 0, 2), (2, 1, 1)])))
    hues = [tuple(hue) for hue in layer_colours(3).tolist()]
    empty = (0x2A, 0x30, 0x3A)
    # the middle of the cells at the lower left, at the right in the middle row, at the upper left
    expected = {
        "From above": (hues[2], hues[1], empty),
        "From below": (empty, hues[1], hues[0]),
        "From the front": (hues[0], hues[1], hues[2]),
        "From the back": (empty, empty, empty),
        "From the right": (hues[0], empty, hues[2]),
        "From the left": (empty, empty, empty),
    }
    for side in CUBE_SIDES:
        thumb = draw_thumb(board, queens, side, DARK, 60)
        seen = tuple(pixel(thumb, x, y) for x, y in ((10, 50), (50, 30), (10, 10)))
        assert seen == expected[side.name], side.name


def test_boards_of_other_dimensions_are_seen_by_two_axes(qapp):
    assert [side.name for side in sides_of(Board.cube(3, 2))] == ["x1 and x2"]
    assert len(sides_of(Board.cube(3, 5))) == 10
    for board in (Board((7,)), Board((2, 9)), Board.cube(2, 6), Board.cube(150, 2)):
        for side in sides_of(board):
            thumb = draw_thumb(board, np.array([0]), side, DARK, 56, 2.0)
            assert max(thumb.width(), thumb.height()) == 112


def test_an_empty_board_has_one_sentence_and_one_button(make_drawer, qtbot):
    window = make_drawer(Placement(Board.cube(8, 3, piece="rook")))
    assert text_of(window, "symmetry.stabiliser") == (
        "No rooks yet. Click a cell, or fill the cube."
    )
    assert not window.gallery.isVisible()
    with qtbot.waitSignal(window.panel.fill_wanted):
        qtbot.mouseClick(find(window, QPushButton, "symmetry.fill"), Qt.MouseButton.LeftButton)
    window.document.toggle(3)
    assert window.gallery.isVisible()
    assert not find(window, QPushButton, "symmetry.fill").isVisible()


# The torus -----------------------------------------------------------------------------------


def test_translations_of_the_torus_count_or_not(make_drawer):
    window = make_drawer(regular(Board.cube(5, 2, torus=True)))
    assert "5 translations" in text_of(window, "symmetry.stabiliser")
    find(window, QWidget, "symmetry.translations").click()
    assert "translations" not in text_of(window, "symmetry.stabiliser")
    window.document.load(window_state(classical(5)), "flat")
    assert not find(window, QWidget, "symmetry.translations").isVisible()


def test_a_torus_is_translated(make_drawer, qtbot):
    placement = regular(Board.cube(5, 2, torus=True))
    window = make_drawer(placement)
    choose(window, "symmetry.images", "translations")
    assert len(window.gallery.shown) == 25
    assert window.gallery.describe(1) == "Translation by (0, 1)"
    click(qtbot, window, 1)
    moved = {(x, (y + 1) % 5) for x, y in placement}
    assert set(window.document.placement()) == moved != set(placement)
    assert window.gallery.present == 1
    window.document.load(window_state(classical(5)), "flat")
    box = find(window, QComboBox, "symmetry.images")
    assert box.findData("translations") < 0


def test_a_large_placement_is_looked_at_in_the_background(make_drawer, qtbot):
    window = make_drawer(regular(Board.cube(11, 3, torus=True)))
    button = find(window, QPushButton, "symmetry.find")
    assert button.isVisible()
    button.click()
    qtbot.waitUntil(lambda: "keep this placement" in text_of(window, "symmetry.stabiliser"))
    assert not button.isVisible()


# Comparing -----------------------------------------------------------------------------------


def test_seven_dimensions_have_too_many_images_to_show_and_are_counted(make_drawer):
    corners = Placement(Board.cube(3, 7), [(0,) * 7, (2,) * 7])
    drawer = make_drawer(corners)
    # 2^7 7! symmetries, of which 2 * 7! keep two opposite corners.
    assert text_of(drawer, "symmetry.count") == "64 different images"
    assert "10,080 of 645,120 symmetries keep this placement" in text_of(
        drawer, "symmetry.stabiliser"
    )
    assert not drawer.gallery.isVisible()


def test_an_image_in_another_tab_is_recognised_and_reached(make_drawer, qtbot):
    placement = classical(8)
    other = BoardTab(window_state(image(placement, 6)), name="Other")
    window = make_drawer(placement, tabs=[other])
    qtbot.mouseClick(find(window, QPushButton, "symmetry.equivalence"), Qt.MouseButton.LeftButton)
    menu = window.panel.equivalence.menu
    assert [action.text() for action in menu.actions()] == ["Other", "", "A file …"]
    menu.close()
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: "same up to symmetry" in text_of(window, "symmetry.result"))
    qtbot.mouseClick(find(window, QPushButton, "symmetry.follow"), Qt.MouseButton.LeftButton)
    assert window.document.placement() == image(placement, 6)
    assert text_of(window, "symmetry.result") == ""


def test_a_file_is_compared_and_a_difference_is_said(make_drawer, qtbot, tmp_path):
    file, other = tmp_path / "a.json", tmp_path / "b.json"
    write_placement(Placement(Board.cube(8, 2), [(i, i) for i in range(8)]), file)
    write_placement(classical(9), other)
    window = make_drawer(classical(8))
    window.panel.equivalence.search(file)
    qtbot.waitUntil(lambda: "a.json: they differ" in text_of(window, "symmetry.result"))
    assert not find(window, QPushButton, "symmetry.follow").isVisible()
    window.panel.equivalence.search(other)
    qtbot.waitUntil(lambda: "no symmetry in common" in text_of(window, "symmetry.result"))
