"""On a board of rooks nothing that means a rook says queen."""

from PySide6.QtWidgets import QCheckBox, QLabel, QSpinBox, QToolButton, QTreeWidget

from nqviz import Board, Placement

from .hands import choose, find


def rooks():
    return Placement(Board.cube(6, 2, piece="rook"), [(0, 0)])


def test_constructions_speak_of_the_piece_that_they_place(make_window):
    window = make_window(rooks())
    about = find(window, QLabel, "constructions.about")
    choose(window, "constructions.family", "random")
    assert "rooks on random free cells" in about.text()
    assert (
        find(window, QSpinBox, "constructions.queens").toolTip().startswith("The number of rooks")
    )
    choose(window, "constructions.board", "cube")  # a cube of queens
    assert "queens on random free cells" in about.text()
    assert (
        find(window, QSpinBox, "constructions.queens").toolTip().startswith("The number of queens")
    )
    choose(window, "constructions.board", "open")
    choose(window, "constructions.family", "subcube")
    assert "kept rooks" in find(window, QCheckBox, "constructions.show_cut").toolTip()
    choose(window, "constructions.family", "extended")  # it has nothing for rooks
    assert "one more queen" in about.text()


def test_cuts_that_hold_speak_of_the_piece(make_window):
    window = make_window(rooks())
    tips = {
        action.text(): action.toolTip().replace("\n", " ")
        for action in find(window, QToolButton, "solve.cuts").menu().actions()
    }
    assert "(L - 1)/2 hold a rook" in tips["odd-cycle"]
    assert "at most one queen. – their cells attack one another for queens" in tips["cube"]


def test_the_sheet_of_shortcuts_speaks_of_the_piece(make_window):
    window = make_window(rooks())
    window.services.show_shortcuts()
    rows = find(window, QTreeWidget, "shortcuts.list")
    views = rows.topLevelItem(rows.topLevelItemCount() - 1)
    said = [views.child(row).text(0) for row in range(views.childCount())]
    assert "Place or remove a rook at the cursor" in said
    assert not [text for text in said if "queen" in text]
