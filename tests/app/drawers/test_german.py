"""Drawers in German: no text that has a translation is shown in English."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QWidget

from nqviz import Board, Placement
from nqviz.core.language import texts_in, translations
from nqviz.core.pieces import worded
from nqviz_app.drawers.board.panel import BoardPanel
from nqviz_app.drawers.density.panel import DensityPanel
from nqviz_app.drawers.history.panel import HistoryPanel
from nqviz_app.drawers.solve.panel import SolvePanel
from nqviz_app.drawers.symmetry.panel import SymmetryPanel
from tests.app.window_driver import find, wait_for_jobs

DIAGONAL = [(1, 1), (2, 3), (3, 5), (4, 2), (5, 4)]


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with texts_in("de"):
        yield


def texts_of(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    if isinstance(widget, QAbstractButton | QLabel):
        yield widget.text()
    if isinstance(widget, QComboBox):
        yield from map(widget.itemText, range(widget.count()))
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()


def in_english(window: QWidget, piece: str = "queen") -> set[str]:
    """Return the texts of a window whose translation differs from them."""
    catalogue = translations("de")
    english = {worded(text, piece) for text, shown in catalogue.items() if text != shown}
    shown = {text for widget in window.findChildren(QWidget) for text in texts_of(widget)}
    return (shown - set(catalogue.values())) & english


@pytest.mark.parametrize("piece", ["queen", "rook"])
@pytest.mark.parametrize(
    "kind", [BoardPanel, DensityPanel, SolvePanel, SymmetryPanel], ids=lambda kind: kind.name
)
def test_no_text_of_a_drawer_stays_english(make_panel: Any, kind: Any, piece: str) -> None:
    arguments = {SymmetryPanel: [list, lambda *_: None]}.get(kind, [])

    def make(document: Any, runner: Any) -> Any:
        return kind(document, runner, *arguments)

    for placement in (
        Placement(Board.cube(5, 2, piece=piece)),
        Placement.from_coordinates(Board.cube(5, 2, piece=piece), DIAGONAL),
    ):
        window = make_panel(make, placement)
        assert in_english(window, piece) == set()


def test_no_text_of_a_search_stays_english(qtbot: Any, make_panel: Any) -> None:
    window = make_panel(SolvePanel, Placement(Board.cube(5, 2)))
    panel = window.panel
    for choice in ("max", "cells", "dominate", "first", "beautiful", "rings"):
        panel.look_for(choice)
        assert in_english(window) == set()
        panel.start()
        wait_for_jobs(qtbot, window)
        assert in_english(window) == set()
    assert find(window, QLabel, "solve.credit").text()


def test_no_step_of_the_history_stays_english(make_panel: Any) -> None:
    window = make_panel(lambda document, _runner: HistoryPanel(document))
    assert in_english(window) == set()
    names = (
        "Place the queens of a step",
        "Accept the first queens",
        "Quarter turn from axis 1 to axis 2",
    )
    for cell, name in enumerate(names):
        window.document.edit(name, place={9 * cell})
    steps = window.panel.list.steps
    catalogue = translations("de")
    assert [steps.index(row).data() for row in range(4)] == [
        "Wie geöffnet",
        catalogue[names[0]],
        catalogue[names[1]],
        "Vierteldrehung von Achse 1 nach Achse 2",
    ]
