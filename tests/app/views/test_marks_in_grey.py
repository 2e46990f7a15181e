"""Every mark of the layers can be told apart by its shape alone."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.counting import density
from nqviz.view.overlay import Overlay
from nqviz.view.palette import DARK, LIGHT

BOARD = Board.cube(5, 3)
CELL = BOARD.index((2, 2, 2))
"""The cell on which each mark is drawn; lines come from a cursor elsewhere."""


def edges(view):
    """Return where a grey picture of the cell changes, whatever its brightness."""
    QApplication.processEvents()
    image = view.grid.grab().toImage()
    image = image.convertToFormat(image.Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    place, half = view.grid.cell_center(CELL), int(view.grid.cell_size * 0.46)
    x, y = round(place.x()), round(place.y())
    patch = rows[y - half : y + half, x - half : x + half].astype(float)
    patch = patch[np.ix_(*[np.linspace(0, side - 1, 40).astype(int) for side in patch.shape])]
    change = np.hypot(*np.gradient(patch))
    return change > 0.25 * max(change.max(), 8.0)


def drawn(make_layers, theme, name):
    """Draw one mark on the cell."""
    queens, givens = [], []
    if name in ("queen", "given", "conflict"):
        queens = [BOARD.cell(CELL)]
    if name == "given":
        givens = [CELL]
    if name == "conflict":
        queens.append((0, 2, 2))
    view = make_layers(Placement(BOARD, queens), givens=givens, size=(900, 760))
    view.set_theme(theme)
    document = view.document
    if name == "suggested":
        document.set_suggestion(np.array([CELL]))
    if name == "free":
        document.set_view(replace(document.view, free=True))
    cursors = {
        "axis": (0, 2, 2),
        "diagonal": (1, 1, 2),
        "space diagonal": (1, 1, 1),
        "cursor": BOARD.cell(CELL),
    }
    if name in cursors:
        document.set_cursor(BOARD.index(cursors[name]))
    if name == "never used":
        document.set_overlay(Overlay.of_density(density(BOARD).value))
    return edges(view)


MARKS = (
    *("queen", "given", "suggested", "conflict", "free", "cursor"),
    *("axis", "diagonal", "space diagonal", "never used"),
)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_marks_differ_in_shape(make_layers, theme):
    shapes = {name: drawn(make_layers, theme, name) for name in MARKS}
    for name, shape in shapes.items():
        assert shape.any(), f"{name} is not seen in grey"
    for one, other in combinations(MARKS, 2):
        first, second = shapes[one], shapes[other]
        differing = (first ^ second).sum() / max((first | second).sum(), 1)
        assert differing > 0.2, (one, other, round(float(differing), 2))
