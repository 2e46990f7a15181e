"""The words of controls: the width of tooltips, and the piece that they name."""

import re

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QComboBox, QDialog, QGroupBox, QLabel, QMenu, QPushButton, QWidget

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.widgets.widgets import named, set_enabled
from nqviz_app.widgets.wrapped_tips import TIP_CHARACTERS, set_keys, wrapped
from nqviz_app.window.qt_texts import use_texts

from ..window_driver import open_panel

QUEEN = re.compile(r"(?<![-\w])queens?\b", re.IGNORECASE)


def test_tooltips_are_broken_into_lines_and_keep_those_they_have():
    text = (
        "cube: " + "at most one queen stands in it, " * 6 + "\nwarm: the best known is the start."
    )
    lines = wrapped(text).split("\n")
    assert max(map(len, lines)) <= TIP_CHARACTERS
    assert " ".join(lines) == text.replace("\n", " ").replace("  ", " ")
    assert lines[-1] == "warm: the best known is the start."
    assert wrapped(wrapped(text)) == wrapped(text)


def test_keys_and_reasons_stand_in_broken_tooltips(qtbot):
    use_texts("en")
    push = named(QPushButton("Solve"), "a.b", "Solve", "Search in the background " * 4)
    qtbot.addWidget(push)
    set_keys(push, QKeySequence("Ctrl+Return"))
    assert push.toolTip().endswith("(Ctrl+Enter)")
    set_enabled(push, False, "A search is running already")
    assert push.toolTip() == "A search is running already"
    set_enabled(push, True, "Search")
    assert push.toolTip() == "Search (Ctrl+Enter)"


def test_every_tooltip_of_the_window_is_calm(make_window):
    window = make_window(Placement(Board.cube(5, 3)))
    for thing in (*window.findChildren(QWidget), *window.findChildren(QAction)):
        for line in thing.toolTip().split("\n"):
            assert len(line) <= TIP_CHARACTERS + 8, (thing.objectName(), line)


DRAWERS = ("board", "solve", "density")


ABOUT_QUEENS = ("first_view", "planar", "rings")
"""Parts that are about other boards, or offered for queens only."""


def about_queens(root):
    """Return the parts within a widget that name queens on every board."""
    return list(filter(None, (root.findChild(QWidget, name) for name in ABOUT_QUEENS)))


def said(window):
    """Return all words of the window that are about the pieces on the board."""
    roots = [window.toolbar, window.rail, window.scene_page]
    for name in DRAWERS:
        open_panel(window, name)  # what is not seen may be behind the board
        roots.append(window.drawers.drawer(name))
    for root in roots:
        for widget in root.findChildren(QWidget):
            name = widget.objectName()
            if any(part.isAncestorOf(widget) for part in about_queens(root)):
                continue
            if name.startswith(("board.piece", "board.example", "first_view")):
                continue  # they tell pieces apart, or are about other boards
            if name.startswith(("planar.", "rings.")):  # they are offered for queens only
                continue
            yield name, widget.toolTip()
            yield name, widget.accessibleName()
            yield name, widget.accessibleDescription()
            if isinstance(widget, QLabel | QPushButton):
                yield name, widget.text()
            if isinstance(widget, QGroupBox | QMenu):
                yield name, widget.title()
            if isinstance(widget, QComboBox):
                yield from ((name, widget.itemText(i)) for i in range(widget.count()))
    for name, action in window.actions_.items():
        if name.startswith(("edit.", "view.", "solve.")):
            yield name, action.text()
            yield name, action.statusTip()


@pytest.mark.parametrize("piece", ["rook", "bishop"])
def test_no_queen_is_named_on_a_board_of_other_pieces(make_window, piece):
    board = Board.cube(4, 3, piece=piece)
    window = make_window(Placement(board, [(0, 0, 0)]))
    document, messages = window.document, []
    document.message.connect(messages.append)
    document.toggle_given(0)
    document.toggle(0)
    document.toggle_given(0)
    document.toggle(3)
    window.editing.select_all()
    window.editing.copy()
    window.editing.lock()
    names = [document.undo_stack.text(i) for i in range(document.undo_stack.count())]
    document.set_cursor(0)
    words = [*said(window), *enumerate(messages), *enumerate(names)]
    words.append(("cell", window.layers.grid.cell_words))
    left = [each for each in words if QUEEN.search(each[1])]
    assert left == [], "\n".join(map(str, left))
    assert any(piece in text for _, text in words)
    document.load(window_state(Placement(Board.cube(4, 3))), "Queens again")
    assert [each for each in said(window) if piece in each[1].lower()] == []
    assert window.actions_["edit.lock"].text() == "&Lock all queens"


def test_the_dialog_of_pictures_names_the_piece(make_window):
    window = make_window(Placement(Board.cube(4, 2, piece="rook"), [(0, 0)]))
    window.actions_["file.export"].trigger()
    box = window.findChild(QComboBox, "export.what")
    assert "Rook graph" in [box.itemText(i) for i in range(box.count())]
    window.findChild(QDialog, "export").close()
