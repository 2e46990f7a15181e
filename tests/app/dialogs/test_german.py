"""Dialogs in German: every text is translated, and none is cut off."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QTreeWidget,
    QWidget,
)

from nqviz.core.language import translations
from nqviz_app.widgets.wrapped_tips import tip_of
from tests.app.window_driver import find
from tests.looks.faults import cut_off

ACTIONS = {
    "export": "file.export",
    "preferences": "edit.preferences",
    "problem": "file.export_problem",
    "select": "edit.select_rule",
    "shortcuts": "help.keys",
}


def texts_of(widget: QWidget):
    """Yield what a widget says, by itself, in its tooltip and to screen readers."""
    yield from (tip_of(widget), widget.whatsThis(), widget.windowTitle())
    yield from (widget.accessibleName(), widget.accessibleDescription())
    if hasattr(widget, "text"):
        yield widget.text()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))
    elif isinstance(widget, QListWidget):
        yield from (widget.item(row).text() for row in range(widget.count()))
    elif isinstance(widget, QTreeWidget):
        tops = [widget.topLevelItem(row) for row in range(widget.topLevelItemCount())]
        inner = [top.child(row) for top in tops for row in range(top.childCount())]
        for item in (widget.headerItem(), *tops, *inner):
            yield from (item.text(column) for column in range(widget.columnCount()))


def english_in(widget: QWidget) -> set[str]:
    """Return the texts that have a translation and are shown without it."""
    catalogue = translations("de")
    said = {text for part in (widget, *widget.findChildren(QWidget)) for text in texts_of(part)}
    return {text for text in said if catalogue.get(text, text) != text}


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_dialogs_are_german_and_nothing_is_cut_off(german, make_window, percent):
    window = make_window()
    window.services.preferences.change(text_size=percent)
    for name, action in ACTIONS.items():
        window.actions_[action].trigger()
        dialog = find(window, QDialog, name)
        sections = dialog.findChild(QListWidget, "preferences.sections")
        for row in range(1 if sections is None else sections.count()):
            if sections is not None:
                sections.setCurrentRow(row)
            QApplication.processEvents()
            assert cut_off(dialog) == [], name
            assert dialog.minimumSizeHint().width() <= 1366, name
            assert english_in(dialog) == set(), name
        dialog.close()
        QApplication.processEvents()


@pytest.mark.parametrize("percent", [100, 200])
def test_no_choice_of_a_size_makes_the_export_dialog_wider(german, make_window, percent):
    window = make_window()
    window.services.preferences.change(text_size=percent)
    window.actions_["file.export"].trigger()
    dialog = find(window, QDialog, "export")
    sizes = find(dialog, QComboBox, "export.size")
    QApplication.processEvents()
    width = dialog.width()
    for row in range(sizes.count()):
        sizes.setCurrentIndex(row)
        QApplication.processEvents()
        assert dialog.width() == width <= 1366, sizes.itemText(row)
        assert cut_off(dialog) == [], sizes.itemText(row)
    dialog.close()
