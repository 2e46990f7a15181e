"""Style sheets: a change dresses what is in sight, and the rest before it is seen."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QLabel,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
)

from nqviz.view.palette import DARK, LIGHT
from nqviz_app.widgets import dressing
from nqviz_app.widgets.dressing import Dressing
from nqviz_app.widgets.theme import apply_theme


class Dressings(QObject):
    """Counts how often widgets take another style on."""

    def __init__(self):
        super().__init__()
        self.counts = {}

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.StyleChange:
            self.counts[watched] = self.counts.get(watched, 0) + 1
        return False


@pytest.fixture
def stack(qtbot):
    """A window with a page in front and one behind."""
    stack = QStackedWidget()
    qtbot.addWidget(stack)
    for text in ("in front", "behind"):
        stack.addWidget(QPushButton(text))
    stack.dressing = Dressing(stack)
    stack.dressing.add(stack.widget(0), stack.widget(1))
    with qtbot.waitExposed(stack):
        stack.show()
    return stack


def ink(button):
    return button.palette().buttonText().color().name()


def put_on(stack, qapp, theme):
    stack.dressing.set_sheet(apply_theme(qapp, theme))


def test_a_theme_dresses_what_is_in_sight_once_and_the_rest_when_it_is_shown(
    stack, qapp, monkeypatch
):
    monkeypatch.setattr(dressing, "FIRST_MS", 60_000)  # the window does not rest
    front, behind = stack.widget(0), stack.widget(1)
    put_on(stack, qapp, LIGHT)
    for page in (1, 0):
        stack.setCurrentIndex(page)
    dressings = Dressings()
    front.installEventFilter(dressings)
    behind.installEventFilter(dressings)
    put_on(stack, qapp, DARK)
    assert dressings.counts == {front: 1}
    assert ink(front) == DARK.text.lower() != ink(behind)
    put_on(stack, qapp, DARK)
    assert dressings.counts == {front: 1}, "nothing has changed"
    stack.setCurrentIndex(1)
    assert dressings.counts == {front: 1, behind: 1}
    assert ink(behind) == DARK.text.lower()


def test_what_stays_hidden_is_dressed_while_the_window_rests(stack, qapp, qtbot):
    put_on(stack, qapp, LIGHT)
    for page in (1, 0):
        stack.setCurrentIndex(page)
    put_on(stack, qapp, DARK)
    assert ink(stack.widget(1)) != DARK.text.lower()
    qtbot.waitUntil(lambda: ink(stack.widget(1)) == DARK.text.lower())


def test_dialogs_and_menus_are_dressed_before_their_size_is_computed(stack, qapp, qtbot):
    stack.dressing.set_sheet(apply_theme(qapp, LIGHT, 200))
    dialog, menu = QDialog(stack), QMenu("menu", stack)
    label = QLabel("words")
    QVBoxLayout(dialog).addWidget(label)
    menu.addAction("words")
    dialog.show()
    menu.popup(stack.pos())
    assert label.font().pixelSize() == 26
    assert label.height() >= label.sizeHint().height() > 26
    assert menu.height() >= menu.sizeHint().height() > 26
    menu.close()
    put_on(stack, qapp, DARK)
    assert label.palette().windowText().color().name() == DARK.text.lower()
    dialog.close()
    put_on(stack, qapp, LIGHT)
    dialog.show()
    assert label.palette().windowText().color().name() == LIGHT.text.lower()


def test_a_change_of_theme_dresses_no_hidden_drawer_of_the_window(make_window):
    window = make_window()
    window.set_theme("dark")
    dressings = Dressings()
    for part in (window.toolbar, window.rail, window.solve_panel, window.panels.atlas):
        part.installEventFilter(dressings)
    window.set_theme("light")
    assert set(dressings.counts) == {window.toolbar, window.rail}
    window.drawers.open("solve")
    window.pages.show_page("atlas")
    assert {window.solve_panel, window.panels.atlas} < set(dressings.counts)


@pytest.mark.parametrize("percent", [100, 200])
def test_a_dialog_of_files_fits_the_screen(stack, qapp, qtbot, percent):
    stack.dressing.set_sheet(apply_theme(qapp, DARK, percent))
    dialog = QFileDialog(stack)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert dialog.height() <= min(700 * percent // 100, dialog.screen().availableSize().height())
    dialog.close()
    apply_theme(qapp, DARK)
