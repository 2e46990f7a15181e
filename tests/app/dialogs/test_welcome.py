"""The welcome: from the first start to a completed placement in a few clicks."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSettings, QSize, Qt
from PySide6.QtWidgets import QCheckBox, QPushButton, QToolButton, QWidget

from nqviz import Board
from nqviz.view.palette import DARK, LIGHT
from nqviz_app.dialogs.welcome import PICTURE, Welcome
from nqviz_app.drawers.board.examples import EXAMPLES
from nqviz_app.preferences import Preferences
from nqviz_app.views.thumbnails import thumbnail
from nqviz_app.widgets.layouts import TITLE_BAR


def click(qtbot, widget):
    qtbot.waitUntil(lambda: widget.isVisible() and widget.isEnabled())
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(("name", "queens"), [("eight", 8), ("puzzle", 13)])
def test_a_new_user_completes_a_placement(make_window, qtbot, name, queens):
    window = make_window()
    window.actions_["help.welcome"].trigger()
    welcome = window.findChild(Welcome)
    assert not welcome.isModal()
    click(qtbot, welcome.findChild(QToolButton, f"welcome.{name}"))
    assert not welcome.isVisible()
    assert "Solve" in window.statusBar().currentMessage()
    before = set(window.document.placement().indices.tolist())
    click(qtbot, window.findChild(QPushButton, "solve.run"))
    accept = window.findChild(QPushButton, "solve.accept")
    qtbot.waitUntil(lambda: not window.runner.jobs)
    click(qtbot, accept)
    placement = window.document.placement()
    assert placement.is_valid()
    assert len(placement) == queens
    assert before < set(placement.indices.tolist())


def test_each_card_opens_its_board(make_window, qtbot):
    window = make_window()
    document = window.document
    document.toggle(0)  # so that its tab stays
    for name, board, queens in (
        ("eight", Board.cube(8, 2), 3),
        ("puzzle", Board.cube(5, 3), 8),
        ("full", Board.cube(11, 3), 121),
        ("cut", None, 67),
        ("density", Board.cube(3, 3), 0),
        ("four", Board.cube(4, 4), 16),
    ):
        window.tabs.show_place(0)
        before = len(window.tabs.board_tabs)
        window.statusBar().clearMessage()
        window.services.show_welcome()
        click(qtbot, visible(window, f"welcome.{name}"))
        assert len(window.tabs.board_tabs) == before + 1
        assert document.counts.queens == queens
        assert document.placement().is_valid()
        assert board is None or document.board == board
        assert (document.cut is not None) == (name == "cut")
        assert (document.overlay is not None) == (name == "density")
        assert document.is_saved
        assert window.statusBar().currentMessage()


def visible(window, name):
    """Return what is seen of that name: the welcome before may not be deleted yet."""
    return next(each for each in window.findChildren(QToolButton, name) if each.isVisible())


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_pictures_show_different_boards(qapp, theme):
    images = [
        thumbnail(example.make(), theme, QSize(120, 80), 2.0).toImage() for example in EXAMPLES
    ]
    assert {(image.width(), image.height()) for image in images} == {(240, 160)}
    pixels = [
        np.array([image.pixel(x, y) for x in range(0, 240, 3) for y in range(0, 160, 3)])
        for image in images
    ]
    assert all(len(np.unique(each)) > 3 for each in pixels)
    assert len({each.tobytes() for each in pixels}) == len(EXAMPLES)


def test_the_next_start_goes_without_it_unless_it_is_wanted(make_window, qtbot, tmp_path):
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = make_window()
    window.services.preferences = Preferences(settings)
    window.services.show_welcome()
    assert not Preferences(settings).choices.welcome
    again = window.findChild(QCheckBox, "welcome.again")
    again.setChecked(True)
    assert Preferences(settings).choices.welcome
    click(qtbot, window.findChild(QPushButton, "welcome.close"))


def test_every_card_can_be_reached_by_tab(make_window, qtbot):
    window = make_window()
    window.services.show_welcome()
    welcome = window.findChild(Welcome)
    welcome.activateWindow()
    qtbot.waitUntil(welcome.isActiveWindow)
    seen = []
    for _ in range(12):
        focus = welcome.focusWidget()
        seen.append(focus.objectName() if isinstance(focus, QWidget) else "")
        qtbot.keyClick(focus or welcome, Qt.Key.Key_Tab)
    assert {f"welcome.{example.name}" for example in EXAMPLES} <= set(seen)
    assert "welcome.close" in seen
    welcome.close()


@pytest.mark.parametrize("percent", [100, 150])
def test_no_card_is_cut_off(make_window, qtbot, percent):
    window = make_window()
    window.services.preferences.change(text_size=percent)
    window.services.show_welcome()
    welcome = window.findChild(Welcome)
    cards = welcome.findChildren(QToolButton)
    qtbot.waitUntil(lambda: all(card.isVisible() for card in cards))
    assert len(cards) == len(EXAMPLES)
    for card in cards:
        assert card.height() >= card.sizeHint().height(), card.objectName()
        assert card.width() >= card.sizeHint().width(), card.objectName()
        assert welcome.rect().contains(card.geometry())
    welcome.resize(300, 300)
    assert all(card.height() >= card.sizeHint().height() for card in cards)
    window.services.preferences.change(text_size=100)
    welcome.close()


def test_pictures_give_way_on_small_screens_each_time_it_is_shown(make_window, monkeypatch):
    heights = [4000]
    screen = SimpleNamespace(availableGeometry=lambda: QRect(0, 0, 4000, heights[-1]))
    monkeypatch.setattr(Welcome, "screen", lambda _welcome: screen)
    window = make_window()
    window.services.show_welcome()
    welcome = window.findChild(Welcome)
    card = welcome.findChild(QToolButton)
    assert card.iconSize() == PICTURE
    room = welcome.height() - 30
    heights.append(room + TITLE_BAR)
    for _ in range(3):
        welcome.hide()
        welcome.show()
        assert card.iconSize().height() in (PICTURE.height() - 15, PICTURE.height() - 16)
        assert welcome.height() <= room
    welcome.close()
