"""The card of the first view: each of its buttons once, and never again."""

from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QPushButton, QToolButton

from nqviz import Board, Placement
from nqviz.core.attack_counts import AttackCounts
from nqviz_app.drawers.board.examples import puzzle
from nqviz_app.preferences import Preferences
from nqviz_app.window.first_view import still_fit

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def opened(make_window, tmp_path):
    """The window with the card, with settings of its own."""
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = make_window(Placement(Board.cube(4, 3)))
    window.services.preferences = Preferences(settings)
    window.first_view.begin()
    assert window.scene.overlays.card.isVisible()
    return window, settings


def press(qtbot, window, name, kind=QPushButton):
    button = window.scene.overlays.card.findChild(kind, f"first_view.{name}")
    qtbot.mouseClick(button, LEFT)


def test_five_more_complete_the_begun_board():
    state = puzzle().state
    counts = AttackCounts.of(state.placement)
    assert (counts.queens, counts.conflicts, len(state.givens)) == (8, 0, 3)
    free, board = counts.free_cells().tolist(), state.board
    fives = []
    for five in combinations(free, 5):
        cells = Placement.from_indices(board, [*state.placement.indices.tolist(), *five])
        if cells.is_valid():
            fives.append(five)
    assert fives, "13, the maximum, can be reached"


def test_each_button_of_the_card_has_room_for_its_words(opened):
    window, _ = opened
    for each in window.scene.overlays.card.findChildren(QPushButton):
        assert each.width() >= each.sizeHint().width(), each.text()


def test_the_card_opens_a_board_to_complete(opened, qtbot):
    window, settings = opened
    press(qtbot, window, "try")
    document = window.document
    assert (document.board, document.counts.queens) == (Board.cube(5, 3), 8)
    assert document.view.free
    assert not window.scene.overlays.card.isVisible()
    assert not Preferences(settings).choices.first_view
    window.first_view.begin()
    assert not window.scene.overlays.card.isVisible(), "it does not come back"


def test_the_card_starts_the_first_lesson(opened, qtbot):
    window, _ = opened
    press(qtbot, window, "lesson")
    assert window.panels.lessons.run is not None
    assert window.drawers.current == "lessons"


def test_the_card_opens_the_atlas(opened, qtbot):
    window, _ = opened
    press(qtbot, window, "gallery")
    assert window.pages.current == "atlas"


def test_a_cross_or_a_queen_closes_the_card(opened, qtbot):
    window, settings = opened
    press(qtbot, window, "close", QToolButton)
    assert not Preferences(settings).choices.first_view
    window.services.preferences.change(first_view=True)
    window.first_view.begin()
    window.document.toggle(0)
    assert not window.scene.overlays.card.isVisible()
    assert not Preferences(settings).choices.first_view


def test_another_board_or_a_queen_closes_a_card_that_is_put_aside(opened):
    window, settings = opened
    card = window.scene.overlays.card
    for change in (
        lambda: window.document.toggle(0),
        lambda: window.tabs.open_tab(puzzle()),
    ):
        window.services.preferences.change(first_view=True)
        window.first_view.begin()
        window.drawers.open("board")
        window.drawers.finish()
        assert not card.isVisible()
        change()
        window.drawers.close_drawer()
        window.drawers.finish()
        assert not card.isVisible(), "it spoke of another board"
        assert not Preferences(settings).choices.first_view


def said_by(verdict):
    verdict.refresh()
    return verdict.words.sentence


def test_the_puzzle_says_what_to_do_next(opened, qtbot):
    window, _ = opened
    press(qtbot, window, "try")
    document, sentence = window.document, partial(said_by, window.scene.overlays.verdict)
    assert sentence() == "Place 5 more: click the dots"
    board = document.board
    for number, cell in enumerate([(0, 1, 4), (2, 1, 0), (3, 0, 2), (3, 3, 0), (4, 2, 3)], start=1):
        document.toggle(board.index(cell))
        solved = "Solved: more than 13 queens do not fit"
        assert sentence().startswith(f"Place {5 - number} more" if number < 5 else solved)
    window.tabs.show_tab(window.tabs.board_tabs[0])
    assert "Place" not in sentence()


def test_the_puzzle_says_at_once_that_too_few_queens_still_fit(opened, qtbot):
    window, _ = opened
    press(qtbot, window, "try")
    document, sentence = window.document, partial(said_by, window.scene.overlays.verdict)
    document.toggle(document.board.index((4, 1, 4)))  # in none of the three completions
    assert sentence() == "4 more no longer fit: take one back (Ctrl Z)"
    document.undo_stack.undo()
    assert sentence() == "Place 5 more: click the dots"
    document.undo_stack.redo()
    while document.counts.free:
        document.toggle(int(document.counts.free_cells()[0]))
    assert sentence() == "No free cell left: take one back (Ctrl Z)"


def test_whether_queens_still_fit_is_what_all_sets_of_free_cells_say():
    placement = puzzle().state.placement
    counts = AttackCounts.of(placement)
    free, board = counts.free_cells().tolist(), placement.board
    for first in free:
        counts.place(first)
        for more in range(6):
            sets = combinations(counts.free_cells().tolist(), more)
            queens = [*placement.indices.tolist(), first]
            fit = any(Placement.from_indices(board, [*queens, *s]).is_valid() for s in sets)
            assert still_fit(counts, more) == fit, (first, more)
        counts.remove(first)
