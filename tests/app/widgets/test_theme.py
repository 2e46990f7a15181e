"""Themes: every widget is dressed once by a change, by the style sheet."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from nqviz.view.palette import DARK, LIGHT
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


def test_a_change_of_theme_dresses_every_widget_once(qapp, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    widgets = [QLabel("words"), QPushButton("push")]
    for widget in widgets:
        column.addWidget(widget)
    apply_theme(qapp, LIGHT)
    with qtbot.waitExposed(window):
        window.show()
    dressings = Dressings()
    for widget in widgets:
        widget.installEventFilter(dressings)
    qapp.setStyleSheet(qapp.styleSheet() + "/* another */")
    once = dict(dressings.counts)
    assert set(once) == set(widgets)
    for theme in (DARK, LIGHT):
        dressings.counts.clear()
        apply_theme(qapp, theme)
        assert dressings.counts == once
        assert widgets[0].palette().windowText().color().name() == theme.text.lower()
