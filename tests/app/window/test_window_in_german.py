"""The window in German: it shows no text in English for which there is a translation."""

import re

import numpy as np
import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QMessageBox, QWidget

from nqviz import Board, Placement
from nqviz.core.language import translations
from nqviz_app.views.layers.names import layer_titles
from nqviz_app.widgets.fields import Segments
from nqviz_app.widgets.messages import message_box
from tests.app.window_driver import find, wait_for_jobs
from tests.looks.faults import cut_off

pytestmark = pytest.mark.usefixtures("german")

ALIKE = {"Atlas", "Dimension", "LP", "Maximum", "Problem", "Ring", "Status", "Torus"}
"""Words of both languages."""
COUNTS = 2
"""The place of the counted tables among the parts of the atlas."""
NAMES = {"box", "layer"}
"""Names of families of cuts, which the command line and files have, too."""


def plain(text):
    """Return a text without the marks of mnemonics and the breaks of lines."""
    return re.sub(r"\s+", " ", text.replace("&", "").replace("\u200b", "")).strip()


def shown_texts(window):
    """Return what a window may show or read aloud, with the names of what shows it."""
    for action in window.findChildren(QAction):
        for text in (action.text(), action.statusTip(), action.toolTip()):
            yield action.objectName(), text
    for widget in window.findChildren(QWidget):
        readers = ("text", "title", "toolTip", "accessibleName", "accessibleDescription")
        for reader in (*readers, "placeholderText", "whatsThis", "windowTitle"):
            read = getattr(widget, reader, None)
            if callable(read):
                yield widget.objectName(), str(read())
        if isinstance(widget, QComboBox):
            yield from (
                (widget.objectName(), widget.itemText(row)) for row in range(widget.count())
            )


def in_english(window):
    """Return what is shown in English though the catalogue has a translation."""
    english = {
        plain(key.partition("##")[0]) for key, text in translations("de").items() if key != text
    }
    german = {plain(text) for text in translations("de").values()}
    wrong = english - german - ALIKE - NAMES
    return sorted({(name, text) for name, text in shown_texts(window) if plain(text) in wrong})


def test_the_window_shows_its_texts_in_german(make_window):
    window = make_window(Placement(Board.cube(5, 3)))
    window.show_palette()
    for name in window.drawers.names:
        window.drawers.open(name)
    for page in ("atlas", "compare", "chart", "square", "graph", "per_layer"):
        window.pages.show_page(page)
    assert not in_english(window), in_english(window)
    assert window.actions_["file.save"].text() == "&Speichern"
    assert window.actions_["edit.undo"].text() == "&Rückgängig"
    window.pages.show_page("scene")
    window.document.toggle(0)
    assert window.actions_["edit.undo"].text() == "&Rückgängig: (1, 1, 1) setzen"
    assert window.document.tab.history.steps[-1].text == "Place (1, 1, 1)", "files are in English"


def test_qt_answers_in_german(make_window):
    box = message_box(make_window(), "question", "Frage", "Speichern?")
    box.setStandardButtons(QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel)
    (buttons,) = box.findChildren(QDialogButtonBox)
    assert {plain(each.text()) for each in buttons.buttons()} == {"Verwerfen", "Abbrechen"}
    box.close()


def test_layers_and_records_are_named_in_german(make_window):
    window = make_window(Placement(Board.cube(5, 3)))
    arrangement = window.layers.arrangement
    assert layer_titles(arrangement)[0].startswith("Ebene ")
    window.document.toggle(0)
    assert window.document.tab.title == "(5,3)-Brett"


def test_a_text_is_about_the_piece_of_the_board(make_window):
    window = make_window(Placement(Board.cube(4, 2, piece="rook")))
    assert window.actions_["edit.copy"].text() == "Figuren &kopieren"
    assert (
        window.status.findChild(QWidget, "status.board").text()
        == "(4,2)-Brett für Türme · flach · Türme"
    )


@pytest.mark.parametrize("percent", [100, 200])
def test_what_a_search_suggests_is_named_within_the_scene(make_window, percent):
    window = make_window(Placement(Board.cube(11, 2)))
    window.services.preferences.change(text_size=percent)
    window.resize(1366, 768)
    window.drawers.open("solve")
    window.drawers.finish()
    window.document.set_suggestion(np.arange(0, 121, 12))
    verdict, canvas = window.scene.overlays.verdict, window.scene.canvas
    verdict.refresh()
    QApplication.processEvents()
    assert verdict.words.extra == "+ 11 vorgeschlagen"
    assert verdict.geometry().right() < canvas.width()
    assert not verdict._rects(False)["extra"].isEmpty()


@pytest.mark.parametrize("part", range(6))
def test_the_atlas_has_room_for_large_german_texts(make_window, qtbot, part):
    window = make_window(Placement(Board.cube(5, 3)))
    window.services.preferences.change(text_size=200)
    window.resize(1366, 768)
    window.pages.show_page("atlas")
    find(window, Segments, "atlas.segments").button(part).click()
    wait_for_jobs(qtbot, window)
    qtbot.waitUntil(lambda: cut_off(window) == [])  # sentences are laid out after their texts
    if part == COUNTS:
        table = find(window, QWidget, "tables.table")
        detail = find(window, QWidget, "tables.detail")
        assert table.geometry().bottom() <= detail.geometry().top()
        assert detail.height() >= detail.heightForWidth(detail.width()) - 1
